"""Tables of text, and how their cells are written."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST_ROWS = 20
"""How many names of one figure are shown; JSON has all."""

WIDEST = 60
"""How many characters of a name are shown; JSON has all."""


@dataclass(frozen=True)
class Table:
    """A title, the columns' names, the rows' cells, and notes about them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def some(rows: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the first rows, and a row that counts the others."""
    if len(rows) <= MOST_ROWS:
        return tuple(rows)
    rest = ("…", *("" for _ in rows[0][2:]), f"{len(rows) - MOST_ROWS} more")
    return (*rows[:MOST_ROWS], rest)


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return each name once, in the order of the first ones."""
    return tuple(dict.fromkeys(names))


def number(value: float) -> str:
    """Return a number with four significant digits; integers as they are."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.0f}" if 1000 <= abs(value) < 1e15 else f"{value:.4g}"


def share(value: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * value:.1f}%"
