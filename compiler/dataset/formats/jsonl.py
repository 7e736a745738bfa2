"""Records as JSON lines: UTF-8, one record a line, keys in the record's own order."""

from collections.abc import Iterable, Iterator
from typing import IO, ClassVar

from ...contract import Columns
from . import opening


class Jsonl:
    """JSON lines: one record on each line."""

    name: ClassVar[str] = "jsonl"
    suffix: ClassVar[str] = ".jsonl"
    streaming: ClassVar[bool] = True

    def write(self, lines: Iterable[bytes], columns: Columns, file: IO[bytes]) -> None:
        """Write the lines as they are."""
        file.writelines(lines)

    def read(self, file: IO[bytes]) -> Iterator[bytes]:
        """Yield the lines unchanged; ValueError at one of too many bytes."""
        yield from opening.lines(file)
