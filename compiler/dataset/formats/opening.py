"""Opens the files of an untrusted dataset: only plain files in its own folder, with bounded reads."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import IO

from ....dsl.diagnostics import Diagnostic, SpecError

LONGEST_LINE = 8 << 20
"""Bytes of the longest line that is read: a thousand times a usual record."""

LARGEST = 32 << 20
"""Bytes of the largest document that is read whole: a manifest, a family, a prompt."""

SWELLING = 1_000
"""How many times its size a file may unpack to; records do to some twenty."""

SPARED = 64 << 20
"""So many bytes may be unpacked of however few."""

_COPY = "copy the dataset, so that each of its files is a plain file of its own: `cp -rL`"


def plain(path: Path, dataset: Path) -> bool:
    """Return whether a path leads to a plain file of a dataset's folder, with no link below the folder."""
    below = path.relative_to(dataset).parents if path != dataset else ()
    linked = any((dataset / each).is_symlink() for each in below if each.parts)
    try:
        mode = path.lstat().st_mode if path != dataset else path.stat().st_mode
    except OSError:
        return False
    return S_ISREG(mode) and not linked


@contextmanager
def open_file(path: Path, dataset: Path) -> Iterator[IO[bytes]]:
    """Open a file of a dataset; the dataset itself may be that file, and then the user's link to it is followed.

    Raises:
        SpecError: E0804 for a link, or anything else that is not a plain file.
        OSError: as the system refuses it.
    """
    if not plain(path, dataset):
        if not os.path.lexists(path):
            raise FileNotFoundError(2, os.strerror(2), str(path))
        kind = "a link" if path.is_symlink() else "no plain file, or it lies behind a link"
        raise SpecError([Diagnostic("E0804", f"`{path}` is {kind}", help=_COPY)])
    # A pipe that takes the file's place meanwhile is not waited for.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        yield file


def content(path: Path, dataset: Path, most: int = LARGEST) -> bytes:
    """Return the content of a file of a dataset.

    Raises:
        SpecError: as `open_file` does; E0805 if it has more than `most` bytes.
        OSError: as the system refuses it.
    """
    with open_file(path, dataset) as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise SpecError([Diagnostic("E0805", f"`{path}` is larger than {format_bytes(most)}")])
    return found


def lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file; ValueError at one that is longer than the longest."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"its line is longer than {format_bytes(LONGEST_LINE)}")
        yield line


def format_bytes(size: int) -> str:
    """Return a number of bytes as a reader has it."""
    return f"{size >> 20} MiB" if size >> 20 else f"{size} bytes"
