"""Positions in a source text: the only representation of them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """A text and the name that its readers know it by (a path as they wrote it)."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both counted from 1."""
        row = bisect_right(self._starts, offset) - 1
        return row + 1, offset - self._starts[row] + 1

    def place_utf16(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset as editors count them: from 0, in units of UTF-16."""
        row, column = self.place(offset)
        start = offset - column + 1
        return row - 1, _utf16_length(self.text[start:offset])

    def offset_utf16(self, row: int, column: int) -> int:
        """Return the offset of a line and a column as `place_utf16` gives them.

        What is beyond the end of the line, or of the text, is its end. Within a character, it is its beginning.
        """
        if row >= len(self._starts):
            return len(self.text)
        offset = self._starts[max(row, 0)]
        for character in self.line(max(row, 0) + 1):
            column -= _utf16_length(character)
            if column < 0:
                break
            offset += 1
        return offset

    def line(self, number: int) -> str:
        """Return the text of a line, counted from 1, without its line end."""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")


def _utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters from `start` up to but not including `end` of a source."""

    source: Source
    start: int
    end: int

    def holds(self, other: Span) -> bool:
        """Return whether another span lies within this one."""
        return self.source is other.source and self.start <= other.start and other.end <= self.end

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]


NOWHERE = Span(Source("", ""), 0, 0)
"""The span of what no author wrote."""
