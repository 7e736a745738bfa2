"""Wraps text for a terminal without breaking what has a layout of its own: lists, tables, grids and code."""

import re
import unicodedata
from collections.abc import Iterator

NARROWEST = 20
"""The fewest characters of a line."""

_BULLET = re.compile(r"\s*(?:[-*•–]|[(\[]?\w{1,3}[.):\]]\)?)\s+")
"""The head of an entry of a list: `- `, `1. `, `(12) `, `A) `."""

_FENCE = re.compile(r"\s*(?:```|~~~)")
_CODE = re.compile(r"(?: {4}|\t)\s*\S")
_COLUMNS = re.compile(r"[^\s.!?:](?: {2,}|\t)\S")
_QUOTED = re.compile(r"`[^`]+`")
"""Code in a sentence, whose signs draw nothing."""
_TABLE = re.compile(r"^\s*[|+┌├└│]|\s\|\s.*\s\|")


def wrap_prose(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a text, those that are too long wrapped.

    Empty lines stay. Entries of lists get a hanging indentation. Tables, code and whatever has columns stay as they
    are, however wide; so do lines that are short enough. No word is broken.
    """
    fenced = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
            yield line
        elif fenced or has_layout(line):
            yield line
        else:
            yield from wrap_line(line, width)


def has_layout(line: str) -> bool:
    """Return whether a line belongs to a table, to columns or to code, by what it looks like."""
    plain = _QUOTED.sub("``", line)
    return bool(_CODE.match(line) or _TABLE.search(plain) or _COLUMNS.search(line))


def wrap_line(line: str, width: int, hanging: int | None = None) -> list[str]:
    """Return a line as lines of at most this width, those after the first indented.

    Args:
        hanging: by how many blanks; by default as far as the text of the first, behind the head of an entry.
    """
    width = max(width, NARROWEST)
    if measure(line) <= width:
        return [line]
    if hanging is None:
        hanging = bullet_width(line)
    margin = " " * (hanging if hanging <= width // 2 else 0)
    first = len(line) - len(line.lstrip())
    lines, current = [], line[:first]
    for word in line[first:].split(" "):
        longer = f"{current} {word}" if current.strip() else f"{current}{word}"
        if current.strip() and measure(longer.rstrip()) > width:
            lines.append(current.rstrip())
            current = f"{margin}{word}"
        else:
            current = longer
    return [*lines, current.rstrip()] if current.strip() else lines or [line]


def bullet_width(line: str) -> int:
    """Return how many characters stand before the text of a line: its blanks, and the head of an entry."""
    head = _BULLET.match(line)
    return len(head[0]) if head else len(line) - len(line.lstrip())


def measure(text: str) -> int:
    """Return how many places of a line a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_places(char) for char in text)


def _places(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
