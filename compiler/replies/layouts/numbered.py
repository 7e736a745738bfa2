"""Lines in the order of a value that they do not name: the numbers before them, and tables that name it."""

import re
from collections.abc import Sequence

from .cells import read_value, simplify
from .layout import Layout
from .lines import Line, Work, write_pieces
from .tables import replace_tables

_NUMBER = re.compile(r"^([ \t]*(?:[*+-][ \t]+)?)(\d{1,3})[.)][ \t]+", re.MULTILINE)


def keep_numbers(text: str) -> str:
    """Return a text whose numbers before lines are not taken as markup."""
    return _NUMBER.sub(r"\1line \2: ", text)


def by_number(lines: Sequence[Line]) -> Sequence[Line] | None:
    """Return lines in the order of the numbers before them; None if these are not consecutive.

    Lines that all have the number 1, as Markdown allows, and lines without numbers, are in order as they are.
    """
    numbers = [line.number for line in lines]
    if min(numbers, default=-1) < 0 or set(numbers) == {1}:
        return lines
    first = min(numbers)
    if first > 1 or sorted(numbers) != list(range(first, first + len(numbers))):
        return None
    return sorted(lines, key=lambda line: line.number)


def untable_order(text: str, layout: Layout, work: Work) -> str:
    """Return a text whose tables with a column for the order are lines in that order."""
    return replace_tables(text, lambda rows: _in_order(rows, layout, work))


def _in_order(rows: list[list[str]], layout: Layout, work: Work) -> list[str]:
    """Return the lines that the rows of a table say; of another table, its rows as they are."""
    part = layout.parts[0]
    as_they_are = [" | ".join(row) for row in rows]
    if any(len(row) != len(part.fields) for row in rows):
        return as_they_are
    names = [simplify(field.name) for field in part.fields]
    head = [simplify(cell) for cell in rows[0]]
    own = [layout.order, *(at for at in range(len(names)) if at != layout.order)]
    places = [own.index(at) for at in range(len(names))]
    if len(set(names)) == len(names) and sorted(head) == sorted(names):
        places, rows = [head.index(name) for name in names], rows[1:]
    counted = part.fields[layout.order]
    ranked: dict[int, str] = {}
    for row in rows:
        work.spend()
        value = read_value(counted, row[places[layout.order]])
        known = counted.known
        if value is None or not (value in known or value.isdecimal()):
            if row is rows[0] and len(rows) > 1:
                continue  # other headings
            return as_they_are
        rank = known.index(value) if known else int(value[:9]) - 1
        if rank in ranked:
            return as_they_are
        ranked[rank] = write_pieces(part, [row[at] for at in places])
    if sorted(ranked) != list(range(len(ranked))):
        return as_they_are
    return [ranked[rank] for rank in sorted(ranked)]
