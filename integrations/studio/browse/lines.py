"""Reads the lines of records, whose places are in an index, from disk."""

import os
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from ....compiler.dataset.formats import read
from ....dsl.diagnostics import Diagnostic, SpecError


class Lines:
    """The files of a dataset, from which parts are read on demand.

    Args:
        files: the path of each file, with its size and time of change when it was indexed; 0 and 0 for a file that is
            part of the index.
    """

    def __init__(self, files: Mapping[int, tuple[Path, int, int]]) -> None:
        self._files = files
        self._open: dict[int, IO[bytes]] = {}
        self._lock = threading.Lock()

    def part(self, file: int, start: int, length: int) -> bytes:
        """Return some bytes of a file; fewer where it ends.

        Raises:
            SpecError: E0804 if it cannot be read.
        """
        found = self._opened(file)
        if hasattr(os, "pread"):
            return os.pread(found.fileno(), length, start)
        with self._lock:
            found.seek(start)
            return found.read(length)

    def record(self, row: int, place: Sequence[int]) -> dict[str, Any]:
        """Return the record at a place: its file, start and length.

        Raises:
            SpecError: E0805 if the file has changed since it was indexed, E0804 if it cannot be read.
        """
        return self.record_line(row, place)[0]

    def record_line(self, row: int, place: Sequence[int]) -> tuple[dict[str, Any], bytes]:
        """Return the record at a place with its line. Raises as `record` does."""
        file, start, length = place
        self.check(file)
        line = self.part(file, start, length)
        return read.decode_problem(_DECODER, line, self._files[file][0], row), line

    def check(self, file: int) -> None:
        """Raise SpecError (E0805) if a file has changed since it was indexed, E0804 if it is gone."""
        path, size, changed = self._files[file]
        if not changed:
            return
        try:
            told = path.stat()
        except OSError as error:
            raise _lost(path, error) from None
        if (told.st_size, told.st_mtime_ns) != (size, changed):
            raise SpecError(
                [
                    Diagnostic(
                        "E0805",
                        f"`{path}` has changed since it was read",
                        help="open the dataset again",
                    )
                ]
            )

    def _opened(self, file: int) -> IO[bytes]:
        with self._lock:
            if file not in self._open:
                path = self._files[file][0]
                try:
                    self._open[file] = path.open("rb", buffering=0)
                except OSError as error:
                    raise _lost(path, error) from None
            return self._open[file]

    def close(self) -> None:
        """Close all files."""
        with self._lock:
            for each in self._open.values():
                each.close()
            self._open = {}


def _lost(path: Path, error: OSError) -> SpecError:
    return SpecError([Diagnostic("E0804", f"`{path}` cannot be read: {error.strerror or error}")])


_DECODER = msgspec.json.Decoder(dict[str, Any])
