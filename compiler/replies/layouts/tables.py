"""Tables in a text: the rules between rows, cells between pipes, and other lines in the place of rows."""

import re
from collections.abc import Callable

_RULE = re.compile(r"[\s|+:=_-]*(?:-{2,}|={2,}|_{2,}|-\+|\+-)[\s|+:=_-]*|[\s|+-]+")


def is_rule(line: str) -> bool:
    """Return whether a line only divides rows."""
    return _RULE.fullmatch(line) is not None


def split_piped(line: str) -> list[str]:
    """Return the cells of a line, without the empty ones outside its outer pipes."""
    cells = [cell.strip() for cell in line.split("|")]
    if not cells[0]:
        cells = cells[1:]
    if cells and not cells[-1]:
        cells = cells[:-1]
    return cells


def replace_tables(text: str, write: Callable[[list[list[str]]], list[str]]) -> str:
    """Return a text whose tables are the lines that a function writes for their rows of cells.

    The rules of a table are left out; other lines are unchanged.
    """
    if "|" not in text:
        return text
    lines: list[str] = []
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if "|" in line and not is_rule(line):
            rows.append(split_piped(line.strip()))
        elif not (rows and is_rule(line) and line.strip()):
            lines += write(rows) if rows else []
            rows = []
            lines.append(line)
    return "\n".join(lines)
