"""Lines of tables: the rules between rows, and cells between pipes."""

import re

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
