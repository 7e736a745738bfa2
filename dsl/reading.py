"""A file to a source: a byte order mark is removed, and content that is not text is refused."""

from pathlib import Path
from typing import IO

from .diagnostics import Diagnostic, SpecError, did_you_mean
from .source import Source, Span

MAX_BYTES = 1024 * 1024
"""The size of the largest file of the language."""


def read_source(path: Path, most: int = MAX_BYTES) -> Source:
    """Return the text of a file of at most this many bytes, under the user's name; SpecError if there is none.

    A byte order mark is removed, and lines may end with a carriage return and a line feed.
    """
    name = str(path)
    try:
        if path.is_fifo():
            raise _refuse_file(
                "E0120",
                name,
                f"`{name}` is a pipe, and might never end",
                "save its text to a file, and name that file",
            )
        with path.open("rb") as file:
            content = file.read(most + 1)
    except FileNotFoundError:
        raise _refuse_file(
            "E0120",
            name,
            f"there is no file `{name}`",
            did_you_mean(path.name, beside(path)) or "check the path",
        ) from None
    except IsADirectoryError:
        raise _refuse_file("E0120", name, f"`{name}` is a folder", "name a file in it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refuse_file(
            "E0120", name, f"`{name}` cannot be read: {reason.lower()}", "check its permissions"
        ) from None
    advice = "move its words to tables and pools" if path.suffix == ".rspec" else "give less of it"
    return _source(content, name, most, advice)


def read_stream(file: IO[bytes], name: str, most: int = MAX_BYTES) -> Source:
    """Return the text of an open file, such as standard input, under a name; SpecError as `read_source`."""
    return _source(file.read(most + 1), name, most, "move its words to tables and pools")


def _source(content: bytes, name: str, most: int, advice: str) -> Source:
    if len(content) > most:
        limit = f"more than {most // 1024 // 1024} MiB"
        raise _refuse_file("E0122", name, f"`{name}` is too large: {limit}", advice)
    return Source(name, _decode(content, name))


def beside(path: Path) -> list[str]:
    """Return the names of the files in the folder of a path; none if the folder does not exist."""
    try:
        return [each.name for each in path.parent.iterdir() if each.is_file()]
    except OSError:
        return []


def _decode(content: bytes, name: str) -> str:
    content = content.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in content:
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
        raise _refuse_file(
            "E0121",
            name,
            f"`{name}` is no text: line {line} holds a zero byte",
            "it looks like UTF-16: save the file as text in UTF-8" if wide else _SAVE,
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        source = Source(name, before + "\N{REPLACEMENT CHARACTER}")
        line, column = source.place(len(before))
        raise SpecError(
            [
                Diagnostic(
                    "E0121",
                    f"`{name}` is not UTF-8 text: line {line}, column {column}",
                    Span(source, len(before), len(before) + 1),
                    f"the byte {content[error.start]:#04x}",
                    help=_SAVE,
                )
            ]
        ) from None
    return text.replace("\r\n", "\n")


_SAVE = "save the file as text in UTF-8"


def _refuse_file(code: str, name: str, message: str, repair: str) -> SpecError:
    source = Source(name, "")
    return SpecError([Diagnostic(code, message, Span(source, 0, 0), help=repair)])
