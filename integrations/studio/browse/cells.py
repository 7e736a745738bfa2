"""Figures of records as cells of a database, and back."""

from typing import Any, TypeAlias

import msgspec

from ....compiler.dataset.formats import fold
from ....compiler.dataset.stats.counting import is_number, value_name

Cell: TypeAlias = int | float | str | bytes | None
"""A number, a name, or JSON of any other value; None if a record lacks the figure."""

PARAMS, METRICS = "params.", "metrics."
"""What the names of parameters and metrics begin with."""

CHARACTERS = "characters"
"""The length of a prompt, which conditions know under this name only."""

NUMBERS, NAMES, OTHERS = 1, 2, 4
"""What kinds of cells a column has, as bits."""


def cell_of(value: Any) -> int | float | str | bytes:
    """Return a figure as a cell. A condition holds for the cell if it holds for the figure."""
    if is_number(value) and type(value) in (int, float):
        found: int | float = value
        return found
    if value is None or isinstance(value, str | bool):
        return value_name(value)
    return msgspec.json.encode(value)


def kind_of(cell: int | float | str | bytes) -> int:
    """Return which bit tells the kind of a cell."""
    match cell:
        case str():
            return NAMES
        case bytes():
            return OTHERS
        case _:
            return NUMBERS


def value_of(cell: Cell) -> Any:
    """Return the figure of a cell."""
    return msgspec.json.decode(cell) if isinstance(cell, bytes) else cell


def text_of(cell: Cell) -> str:
    """Return a cell as one line of text; nothing if a record lacks the figure."""
    match cell:
        case None:
            return ""
        case bytes():
            value = value_of(cell)
            members = value if isinstance(value, list) else [value]
            return fold(", ".join(map(value_name, members)))
        case float():
            return f"{cell:.4g}"
        case _:
            return fold(str(cell))
