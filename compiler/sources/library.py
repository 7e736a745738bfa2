"""Where a family's files come from: its own folder, the standard library and other installed ones, or a bundle.

A file is known by its key: `std/…` is the standard library, `NAME:/…` another library, any other key is a path inside
the family's folder, where no file can be called so. Whatever is read is kept, so that a family can be hashed and
carried whole.
"""

import base64
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from ...dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...dsl.reading import beside
from ...dsl.source import NOWHERE, Source, Span
from ..contract import plugins

STANDARD = "std"
ROWS = "rows/"
"""The place of the user's own rows among a family's files."""

MAX_BYTES = 64 * 1024 * 1024
"""The size of the largest file."""

MAX_THEORY = 16 * 1024 * 1024
"""The size of the largest theory in the syntax of a format."""


def library_of(key: str) -> str:
    """Return the name of the library that a key leads into; the empty text for the family's own folder."""
    head, slash, _ = key.partition("/")
    return head.removesuffix(":") if slash and (head == STANDARD or head.endswith(":")) else ""


def module_key(name: str) -> str:
    """Return the key of a library's module by its dotted name: `std.rules`."""
    library, *parts = name.split(".")
    return "/".join((library if library == STANDARD else f"{library}:", *parts)) + ".rspec"


def folder_of(library: str) -> Path:
    """Return the folder of an installed library. Raises PluginError if there is none with the name."""
    if library == STANDARD:
        return Path(str(resources.files(f"{__package__.split('.')[0]}.stdlib")))
    return Path(str(resources.files(plugins.load(plugins.LIBRARIES, library))))


class Library:
    """Reads files by key."""

    def __init__(self, folder: Path | None, bundle: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self._bundle = bundle
        self._read: dict[str, bytes] = {}
        self._given: dict[str, Path] = {}
        self._asked: set[str] = set()

    def give(self, key: str, path: Path) -> None:
        """Let a key stand for a file outside the folder, named by the user and not by the spec."""
        self._given[key] = path

    def rows(self) -> list[str]:
        """Return the names of the files of rows that the user named."""
        return [key.removeprefix(ROWS) for key in self._given if key.startswith(ROWS)]

    def put(self, key: str, text: str) -> None:
        """Use a key for a text that is not in a file."""
        self._read[key] = text.encode("utf-8", "replace")

    def shown(self, key: str) -> str:
        """Return the name by which readers know a file."""
        if key in self._given:
            return str(self._given[key])
        if self._bundle is not None or self.folder is None or library_of(key):
            return key
        return str(self.folder / key)

    def content(self, key: str, span: Span = NOWHERE) -> bytes:
        """Return a file's content, or raise SpecError at the span that asked for it."""
        self._asked.add(key)
        if key not in self._read:
            self._read[key] = self._fetch(key, span)
        return self._read[key]

    def text(self, key: str, span: Span = NOWHERE) -> str:
        """Return a text file's content, with line ends as `\\n`."""
        content = self.content(key, span)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            row = content[: error.start].count(b"\n") + 1
            raise SpecError(
                [
                    Diagnostic(
                        "E0602",
                        f"`{self.shown(key)}` is not UTF-8 text (line {row})",
                        span,
                        help="save the file as UTF-8",
                    )
                ]
            ) from None
        if "\0" in text:
            row = text.count("\n", 0, text.index("\0")) + 1
            raise SpecError(
                [
                    Diagnostic(
                        "E0602",
                        f"`{self.shown(key)}` is not a text file (a NUL byte in line {row})",
                        span,
                        help="save the file as UTF-8",
                    )
                ]
            )
        return text.replace("\r\n", "\n")

    def source(self, key: str, span: Span = NOWHERE) -> Source:
        return Source(self.shown(key), self.text(key, span))

    def exists(self, key: str) -> bool:
        if key in self._read:
            return True
        if self._bundle is not None:
            return key in self._bundle
        path = self._path(key)
        return path is not None and _is_file(path)

    def beside(self, key: str, name: str, span: Span) -> str:
        """Return the key of a file that a module names, relative to the module's own folder."""
        parts: list[str] = list(PurePosixPath(key).parent.parts)
        for part in PurePosixPath(name.replace("\\", "/")).parts:
            if part == "..":
                if not parts:
                    self._refuse_outside(name, span)
                parts.pop()
            elif part.startswith("/") or part.endswith(":"):
                self._refuse_outside(name, span)
            elif part != ".":
                parts.append(part)
        found = "/".join(parts)
        if library_of(key) != library_of(found):
            self._refuse_outside(name, span)
        return found

    def _refuse_outside(self, name: str, span: Span) -> None:
        raise SpecError(
            [
                Diagnostic(
                    "E0208",
                    f"`{name}` is outside the spec's folder",
                    span,
                    help="move the file into the folder of the spec, and use its path from there",
                )
            ]
        )

    def near(self, key: str) -> str:
        """Return the repair for the key of a missing file: the nearest file of its folder, if there is one.

        For a module, that is another module.
        """
        alike = [name for name in self.names_beside(key) if _is_module(name) == _is_module(key)]
        return did_you_mean(PurePosixPath(key).name, alike) or "check the path"

    def names_beside(self, key: str) -> list[str]:
        """Return the names of the files in the folder of a file; none if the files come from a bundle."""
        path = self._path(key)
        return beside(path) if path is not None and self._bundle is None else []

    def location(self, key: str) -> Path | None:
        """Return the path of the file that a key stands for, whether it exists or not; None if it is in a bundle."""
        return None if self.bundled and not library_of(key) else self._path(key)

    def _path(self, key: str) -> Path | None:
        if key in self._given:
            return self._given[key]
        if name := library_of(key):
            return folder_of(name) / key.partition("/")[2]
        return None if self.folder is None else self.folder / key

    @property
    def bundled(self) -> bool:
        """Whether the files come from a bundle."""
        return self._bundle is not None

    @contextmanager
    def opened(self, key: str, span: Span = NOWHERE) -> Iterator[BinaryIO]:
        """Open a file of any size to be read as a stream, or raise SpecError at the span. Nothing of it is kept."""
        path = self._file(key, span)
        try:
            file = path.open("rb")
        except OSError as error:
            raise self._unreadable(key, error, span) from None
        with file:
            yield file

    def _file(self, key: str, span: Span) -> Path:
        """Return the path of a file that is there and that the family may read."""
        path = self._path(key)
        if path is None or not _is_file(path):
            folder = path is not None and os.path.isdir(path)
            shown = self.shown(key)
            raise SpecError(
                [
                    Diagnostic(
                        "E0601",
                        f"`{shown}` is a folder" if folder else f"there is no file `{shown}`",
                        span,
                        help="name a file in it" if folder else self.near(key),
                    )
                ]
            )
        if self.folder is not None and key not in self._given and not library_of(key):
            if not path.resolve().is_relative_to(self.folder.resolve()):
                self._refuse_outside(key, span)
        return path

    def _unreadable(self, key: str, error: OSError, span: Span) -> SpecError:
        return SpecError(
            [Diagnostic("E0601", f"`{self.shown(key)}` cannot be read: {error.strerror}", span)]
        )

    def _fetch(self, key: str, span: Span) -> bytes:
        if self._bundle is not None:
            if key not in self._bundle:
                raise SpecError([Diagnostic("E0601", f"the bundle has no `{key}`", span)])
            return _unpack(self._bundle[key])
        path = self._file(key, span)
        try:
            if path.stat().st_size > MAX_BYTES:
                raise SpecError(
                    [
                        Diagnostic(
                            "E0603",
                            f"`{self.shown(key)}` is larger than {MAX_BYTES // 2**20} MiB",
                            span,
                        )
                    ]
                )
            return path.read_bytes()
        except OSError as error:
            raise self._unreadable(key, error, span) from None

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield the key and content of every file read so far, in the order of keys."""
        yield from sorted(self._read.items())

    def asked(self) -> list[str]:
        """Return the keys of the files whose content was asked for so far, in order: not those that only lie ready."""
        return sorted(self._asked & self._read.keys())

    def bundle(self) -> dict[str, str]:
        """Return the files that were read, in a form that `Library` accepts; binary files are in base64 and marked."""
        return {key: _pack(content) for key, content in self.contents()}


def _pack(content: bytes) -> str:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if text.encode() == content and not text.startswith("base64:"):
        return text
    return "base64:" + base64.b64encode(content).decode("ascii")


def _is_file(path: Path) -> bool:
    """Return whether a path leads to a file; a name that no file can have leads to none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _unpack(text: str) -> bytes:
    if not text.startswith("base64:"):
        return text.encode("utf-8", "replace")
    try:
        return base64.b64decode(text[7:], validate=True)
    except ValueError:
        raise SpecError(
            [Diagnostic("E0602", "the bundle is damaged: it has a file that is not valid base64")]
        ) from None


def _is_module(name: str) -> bool:
    return name.endswith(".rspec")
