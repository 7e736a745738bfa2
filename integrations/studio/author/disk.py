"""The file of a spec on disk: read, watched and saved, with its line ends, and never over somebody else's changes."""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ....dsl.diagnostics import Diagnostic, SpecError
from ....dsl.reading import MAX_BYTES


@dataclass(frozen=True)
class OnDisk:
    """A file as it was last read or written here.

    `crlf` is whether its lines end with `\\r\\n`; `is_new` whether there was no such file yet.
    """

    path: Path
    content: bytes
    crlf: bool = False
    is_new: bool = False

    @property
    def text(self) -> str:
        """The text, with plain line ends."""
        return self.content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")

    def is_changed(self) -> bool:
        """Return whether the file has another content now, or none."""
        try:
            return _read(self.path) != self.content
        except FileNotFoundError:
            return not self.is_new
        except OSError:
            return True

    def supposed(self, text: str) -> "OnDisk":
        """Return the file as if it had been read with this text."""
        return replace(self, content=self._encoded(text))

    def _encoded(self, text: str) -> bytes:
        return (text.replace("\n", "\r\n") if self.crlf else text).encode("utf-8", "replace")

    def written(self, text: str) -> "OnDisk":
        """Write a text into the file, whatever it has now.

        Raises:
            OSError: it cannot be written.
        """
        content = self._encoded(text)
        _replace(self.path.resolve(), content)
        return replace(self, content=content, is_new=False)


def read_file(path: Path) -> OnDisk:
    """Return a file.

    Raises:
        SpecError: it cannot be read, is larger than a spec may be, or is not in UTF-8.
    """
    try:
        content = _read(path)
        content.decode("utf-8")
    except OSError as fault:
        raise _unread(path, fault.strerror or str(fault)) from None
    except UnicodeDecodeError:
        raise _unread(path, "it is not in UTF-8") from None
    if len(content) > MAX_BYTES:
        raise _unread(path, "it is larger than 1 MiB")
    return OnDisk(path, content, b"\r\n" in content)


def signatures(paths: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Return what tells whether files have changed: their times of change, and sizes; -1 and -1 if there is none."""
    found = {}
    for path in paths:
        try:
            told = os.stat(path)
            found[path] = told.st_mtime_ns, told.st_size
        except OSError:
            found[path] = -1, -1
    return found


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _replace(path: Path, content: bytes) -> None:
    """Put a content in the place of a file's at once, with the permissions that the file has."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(path))
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _mode(path: Path) -> int:
    """Return the permissions of a file; if there is none, those that a new one has."""
    try:
        return path.stat().st_mode & 0o7777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _unread(path: Path, why: str) -> SpecError:
    help = "name a file that can be read, in UTF-8"
    return SpecError([Diagnostic("E0601", f"`{path}` cannot be read: {why}", help=help)])
