"""Rows of a file as cells of text, before they are read as values of kinds."""

from collections.abc import Callable
from dataclasses import dataclass, field

from ....dsl.source import Source, Span

MOST_SHOWN = 20
"""How many bad cells, or ragged rows, of a file are shown one by one."""


@dataclass(frozen=True)
class RawTable:
    """A file's rows as cells of text; empty strings for missing cells.

    Attributes:
        shown: the user's name of the file.
        places: for each row its number in the file: the line, or the row of a file without lines.
        source: the file's text, if it has one.
        unit: what `places` counts: `line` or `row`.
        locate: returns the span of a cell by its place and the number of its column, if the file has a text.
    """

    shown: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]
    source: Source | None = None
    unit: str = "line"
    locate: Callable[[int, int], Span] | None = field(default=None, repr=False, compare=False)

    def cells(self) -> list[dict[str, str]]:
        """Return each row's cells by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def where(self, row: int, column: int) -> str:
        """Return the place of a cell."""
        return f"{self.unit} {self.places[row]}, column `{self.columns[column]}` of `{self.shown}`"

    def span(self, row: int, column: int) -> Span | None:
        """Return the place of a cell in the file's text, if it has one."""
        return None if self.locate is None else self.locate(self.places[row], column)


def line_start(source: Source, number: int) -> int:
    """Return the offset at which a line starts; lines count from 1."""
    start = 0
    for _ in range(number - 1):
        start = source.text.index("\n", start) + 1
    return start
