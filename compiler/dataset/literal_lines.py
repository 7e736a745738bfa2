"""Lays literals out in lines: one after another, in columns, or as a table of values in rows and columns."""

import re
from collections.abc import Sequence
from itertools import groupby

from ...dsl.wrapping import measure, wrap_line

_ATOM = re.compile(r"(-?(?:`[^`]+`|\w+))\((.*)\)", re.DOTALL)
_ARGUMENT = re.compile(r"(?:`[^`]*`|\"[^\"]*\"|[^,`\"])+")


def literal_lines(literals: Sequence[str], width: int, most: int | None = None) -> list[str]:
    """Return literals as lines of at most this width, in which only literals that are wider are broken.

    Literals that have a value for every row and column of a table become this table if they need more than one line.

    Args:
        literals: those of one predicate, or any others; numbers among their arguments count as numbers in the order.
        most: how many are shown of those that become no table; None for all.
    """
    ordered = sorted(literals, key=_order)
    shown = ordered[:most]
    cells = [f"{each}," for each in shown[:-1]] + shown[-1:]
    is_cut = len(shown) < len(ordered)
    if is_cut:
        cells[-1] += " …"
    line = " ".join(cells)
    if not is_cut and measure(line) <= width:
        return [line]
    if (square := _square(ordered)) and all(measure(each) <= width for each in square):
        return square
    return _columns(shown, cells, width)


def _order(literal: str) -> tuple[str, list[tuple[bool, int, str]]]:
    name, arguments = _parts(literal)
    return name, [_place(each) for each in arguments]


def _place(argument: str) -> tuple[bool, int, str]:
    """Return what sorts numbers by their size, before other arguments."""
    is_number = re.fullmatch(r"-?[0-9]{1,18}", argument) is not None
    return (False, int(argument), "") if is_number else (True, 0, argument)


def _parts(literal: str) -> tuple[str, list[str]]:
    found = _ATOM.fullmatch(literal)
    if found is None:
        return literal, []
    return found[1], [each.strip() for each in _ARGUMENT.findall(found[2])]


def _square(ordered: Sequence[str]) -> list[str]:
    """Return the table of literals `p(R, C, V)` with one value for every two numbers; empty if they are no such."""
    parts = [_parts(each) for each in ordered]
    name = parts[0][0]
    if any(each != name or len(values) != 3 for each, values in parts):
        return []
    if any(not number.isdecimal() for _, values in parts for number in values[:2]):
        return []
    values = {(row, column): value for _, (row, column, value) in parts}
    rows = list(dict.fromkeys(row for row, _ in values))
    columns = sorted({column for _, column in values}, key=int)
    if min(len(rows), len(columns)) < 2 or not len(values) == len(ordered) == len(rows) * len(
        columns
    ):
        return []
    table = [["", *columns], *([row, *(values[row, each] for each in columns)] for row in rows)]
    widths = [max(map(measure, column)) for column in zip(*table, strict=True)]
    return [
        f"{name}(R, C, V), with R down, C across, and V inside:",
        *(
            "  ".join(
                " " * (width - measure(cell)) + cell
                for cell, width in zip(row, widths, strict=True)
            )
            for row in table
        ),
    ]


def _columns(shown: Sequence[str], cells: Sequence[str], width: int) -> list[str]:
    """Return cells in as many columns as fit, or one line for each first argument if its literals fill one."""
    firsts = [tuple(_parts(each)[1][:1]) for each in shown]
    runs = {len(list(run)) for _, run in groupby(firsts)}
    counts = list(range(min(len(cells), max(1, width // 2)), 0, -1))
    if len(runs) == 1 and (run := runs.pop()) > 1:
        counts.insert(0, run)
    for count in counts:
        rows = [cells[start : start + count] for start in range(0, len(cells), count)]
        widths = [max(map(measure, cells[place::count])) for place in range(len(rows[0]))]
        if count == 1 or sum(widths) + len(widths) - 1 <= width:
            break
    lines = [
        " ".join(
            cell + " " * (most - measure(cell)) for cell, most in zip(row, widths, strict=False)
        ).rstrip()
        for row in rows
    ]
    return [part for line in lines for part in wrap_line(line, width, 2)]
