"""Tables of text, and how their cells are written."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from .....dsl.visible import visible
from ..counting import number, share

__all__ = [
    "Table",
    "constant_line",
    "distinct",
    "fold_constant",
    "lines",
    "number",
    "on_one_line",
    "share",
    "some",
]

MOST_ROWS = 20
"""How many names of one figure are shown; JSON has all."""

WIDEST = 60
"""How many characters of a name are shown; JSON has all."""


@dataclass(frozen=True)
class Table:
    """A title, the columns' names, the rows' cells, and notes about them. `constant` is what is the same everywhere."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    constant: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What stands under the table."""
        return tuple(each for each in (self.constant, self.note) if each)

    @property
    def right(self) -> tuple[bool, ...]:
        """For each column whether it is aligned right: it has numbers and nothing else."""
        cells = zip(*self.rows, strict=True) if self.rows else [()] * len(self.columns)
        return tuple(_is_numeric(each) for each in cells)


def some(rows: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the first rows, and a row that counts the others."""
    if len(rows) <= MOST_ROWS:
        return tuple(rows)
    rest = ("…", *("" for _ in rows[0][2:]), f"{len(rows) - MOST_ROWS} more")
    return (*rows[:MOST_ROWS], rest)


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return each name once, in the order of the first ones."""
    return tuple(dict.fromkeys(names))


_NUMBER = re.compile(r"[+-]?[0-9][0-9,]*(\.[0-9]+)?(e[+-]?[0-9]+)?%?( more)?|-?(inf|nan)|")


def _is_numeric(cells: Sequence[str]) -> bool:
    return any(cells) and all(_NUMBER.fullmatch(each) for each in cells)


def fold_constant(table: Table, *names: str) -> Table:
    """Return a table without those of some columns that have the same cell in each of several rows.

    A column without a name and without a cell is left out too.
    """
    if len(table.rows) < 2:
        return table
    kept, constant = [], [table.constant.removeprefix(CONSTANT)] if table.constant else []
    for place, column in enumerate(table.columns):
        cells = {row[place] for row in table.rows}
        if not column and cells == {""}:
            continue
        if column in names and len(cells) == 1:
            constant.append(f"{column} {cells.pop()}")
        else:
            kept.append(place)
    return replace(
        table,
        columns=tuple(table.columns[place] for place in kept),
        rows=tuple(tuple(row[place] for place in kept) for row in table.rows),
        constant=constant_line(constant),
    )


CONSTANT = "constant: "


def constant_line(parts: Sequence[str]) -> str:
    """Return the line that says what is the same everywhere; nothing if there is nothing."""
    return f"{CONSTANT}{', '.join(parts)}" if parts else ""


NARROWEST = 16
"""To how many characters a column of text is wrapped so that its table fits; it is never narrower."""


def lines(table: Table, width: int) -> Iterator[str]:
    """Draw a table in plain columns: numbers to the right, heads and texts wrapped where the width demands it."""
    table = replace(
        table,
        title=on_one_line(table.title),
        columns=tuple(map(on_one_line, table.columns)),
        rows=tuple(tuple(map(on_one_line, row)) for row in table.rows),
    )
    yield table.title
    yield "-" * len(table.title)
    if table.rows:
        right, widths = table.right, _widths(table, width)
        yield from _wrapped(table.columns, widths, right)
        yield "  ".join("-" * each for each in widths)
        for row in table.rows:
            yield from _wrapped(row, widths, right)
    for note in table.notes:
        yield from textwrap.wrap(f"({note})", width, subsequent_indent=" ")


def on_one_line(text: str) -> str:
    """Return the text of a cell with its invisible characters spelled out, and slashes between its lines."""
    return visible(text).replace("\n", " / ").replace("\t", " ")


def _widths(table: Table, width: int) -> list[int]:
    """Return the width of each column; if they do not fit, heads of numbers are wrapped, then texts."""
    cells = [list(map(len, column)) for column in zip(*table.rows, strict=True)]
    widths = [max(len(head), *own) for head, own in zip(table.columns, cells, strict=True)]
    words = [max(map(len, head.split()), default=0) for head in table.columns]
    numbers = [
        max(word, *own) if right else None
        for word, own, right in zip(words, cells, table.right, strict=True)
    ]
    texts = [
        None if right else max(NARROWEST, word)
        for word, right in zip(words, table.right, strict=True)
    ]
    for least in (numbers, texts):
        while sum(widths) + 2 * (len(widths) - 1) > width:
            wide = [at for at, each in enumerate(least) if each is not None and widths[at] > each]
            if not wide:
                break
            widths[max(wide, key=lambda at: widths[at])] -= 1
    return widths


def _wrapped(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> Iterator[str]:
    """Yield the lines of a row."""
    parts = [
        textwrap.wrap(cell, width) if len(cell) > width else [cell]
        for cell, width in zip(cells, widths, strict=True)
    ]
    for place in range(max(map(len, parts))):
        drawn = (
            f"{part[place] if place < len(part) else '':{'>' if to_right else '<'}{width}}"
            for part, width, to_right in zip(parts, widths, right, strict=True)
        )
        yield "  ".join(drawn).rstrip()
