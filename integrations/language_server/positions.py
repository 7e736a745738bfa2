"""Offsets of a text as the positions of editors: lines from 0, columns in the units that both sides agreed on."""

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TypeAlias

from ...dsl.source import Span

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"

Point: TypeAlias = tuple[int, int]
"""A line and a column, both from 0."""

Area: TypeAlias = tuple[Point, Point]
"""Where a range begins and ends; the end is exclusive."""

_ENDS = re.compile(r"\r\n?")
_HALVES = re.compile("[\ud800-\udfff]")


def with_plain_ends(text: str) -> str:
    """Return a text whose lines end with `\\n`, as the language reads files, and without halves of characters.

    Positions stay the same.
    """
    text = text if text.isascii() else _HALVES.sub("\N{REPLACEMENT CHARACTER}", text)
    return _ENDS.sub("\n", text) if "\r" in text else text


@lru_cache(maxsize=16)
def _starts(text: str) -> tuple[int, ...]:
    starts = [0]
    place = text.find("\n")
    while place >= 0:
        starts.append(place + 1)
        place = text.find("\n", place + 1)
    return tuple(starts)


def units(text: str, encoding: str) -> int:
    """Return the length of a text in the units of an encoding."""
    if encoding == UTF32 or text.isascii():
        return len(text)
    if encoding == UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def point(text: str, offset: int, encoding: str) -> Point:
    """Return the position of an offset; one outside the text becomes the nearest inside."""
    offset = min(max(offset, 0), len(text))
    starts = _starts(text)
    line = bisect_right(starts, offset) - 1
    return line, units(text[starts[line] : offset], encoding)


def offset(text: str, position: Point, encoding: str) -> int:
    """Return the offset of a position; one outside the text, or inside a character, becomes one before or at it."""
    line, column = position
    starts = _starts(text)
    if line < 0:
        return 0
    if line >= len(starts):
        return len(text)
    start = starts[line]
    end = starts[line + 1] - 1 if line + 1 < len(starts) else len(text)
    if column <= 0:
        return start
    if encoding == UTF32 or text[start:end].isascii():
        return min(start + column, end)
    left = column
    for place in range(start, end):
        left -= units(text[place], encoding)
        if left < 0:
            return place
        if not left:
            return place + 1
    return end


def area(span: Span, encoding: str) -> Area:
    """Return the range of a span."""
    text = span.source.text
    return point(text, span.start, encoding), point(text, span.end, encoding)


def areas(text: str, start: int, end: int, encoding: str) -> Area:
    """Return the range between two offsets."""
    return point(text, start, encoding), point(text, end, encoding)
