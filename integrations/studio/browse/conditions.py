"""Conditions of `rspc filter` as SQL over an index, and as text."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from ....compiler.dataset.filter import check_figures, read_condition
from ....compiler.dataset.stats.counting import number
from ....compiler.dataset.stats.expressions.conditions import (
    Condition,
    Junction,
    Negation,
    figures_in,
    parse_condition,
)
from ....compiler.dataset.stats.expressions.statistics import Comparison, ExpressionError
from .cells import CHARACTERS, METRICS, NAMES, NUMBERS, PARAMS, Cell, value_of

Sql: TypeAlias = tuple[str, list[Any]]
"""An expression, and the values of its marks."""

_ORDERS = ("<", "<=", ">", ">=")


@dataclass(frozen=True)
class Columns:
    """The columns of an index: the place of each figure, and the kinds of its cells."""

    places: Mapping[str, int]
    kinds: Mapping[str, int]

    def resolve(self, name: str) -> tuple[str, ...]:
        """Return the figures that a name stands for, the first one before others: a metric hides a parameter."""
        if name in self.places and (name.startswith((PARAMS, METRICS)) or name == CHARACTERS):
            return (name,)
        every = (f"{METRICS}{name}", f"{PARAMS}{name}", name)
        return tuple(each for each in every if each in self.places)

    def expression(self, name: str) -> str:
        """Return the SQL of a figure by its name; NULL if no record has it."""
        cells = [f"records.c{self.places[each]}" for each in self.resolve(name)]
        return f"COALESCE({', '.join(cells)})" if len(cells) > 1 else (cells or ["NULL"])[0]

    def kinds_of(self, name: str) -> int:
        """Return the kinds of cells that a figure has."""
        found = 0
        for each in self.resolve(name):
            found |= self.kinds[each]
        return found

    def names(self) -> set[str]:
        """Return all names that a condition may use."""
        bare = {
            each.removeprefix(prefix)
            for each in self.places
            for prefix in (PARAMS, METRICS)
            if each.startswith(prefix)
        }
        return bare | set(self.places)


def read(text: str, columns: Columns) -> Condition:
    """Return the condition of a text.

    Raises:
        SpecError: E0860 if it is malformed, E0861 for a figure that no record has.
    """
    found = read_condition(text)
    check_figures(set(figures_in(found)), columns.names(), text)
    return found


def to_sql(condition: Condition, columns: Columns) -> Sql:
    """Return an expression that is 1 for the records for which a condition holds, and 0 for others."""
    match condition:
        case Comparison():
            return _comparison(condition, columns)
        case Negation(part):
            text, values = to_sql(part, columns)
            return f"NOT {text}", values
        case Junction(operator, parts):
            drawn = [to_sql(part, columns) for part in parts]
            joined = f" {operator.upper()} ".join(text for text, _ in drawn)
            return f"({joined})", [value for _, values in drawn for value in values]


def _comparison(asked: Comparison, columns: Columns) -> Sql:
    cell, kinds = columns.expression(asked.figure), columns.kinds_of(asked.figure)
    sign = "=" if asked.sign == "==" else asked.sign
    if kinds == NUMBERS and isinstance(asked.value, float):
        return f"COALESCE({cell} {sign} ?, 0)", [asked.value]
    if kinds == NAMES and isinstance(asked.value, str) and sign not in _ORDERS:
        return f"COALESCE({cell} {sign} ?, 0)", [asked.value]
    return f"meets({cell}, ?, ?)", [sign, asked.value]


def add_functions(tables: sqlite3.Connection) -> None:
    """Give a connection the function that compares cells of other kinds."""
    tables.create_function("meets", 3, _meets, deterministic=True)


@lru_cache(maxsize=4096)
def _meets(cell: Cell, sign: str, value: float | str) -> int:
    return int(cell is not None and Comparison("", sign, value).holds(value_of(cell)))


def to_text(condition: Condition) -> str | None:
    """Return a condition as `rspc filter` reads it; None if a name in it cannot be written."""
    text = _text(condition)
    try:
        return text if parse_condition(text) == condition else None
    except ExpressionError:
        return None


def all_of(conditions: Iterable[Condition]) -> Condition | None:
    """Return the condition that all of some hold; None if there are none."""
    parts = tuple(conditions)
    return parts[0] if len(parts) == 1 else Junction("and", parts) if parts else None


def _text(condition: Condition, is_within: bool = False) -> str:
    match condition:
        case Comparison(figure, sign, value):
            shown = repr_number(value) if isinstance(value, float) else _name(value)
            return f"{_name(figure)} {sign} {shown}"
        case Negation(part):
            return f"not {_text(part, is_within=True)}"
        case Junction(operator, parts):
            joined = f" {operator} ".join(_text(part, is_within=True) for part in parts)
            return f"({joined})" if is_within else joined


def repr_number(value: float) -> str:
    """Return a number so that it is read back as it is, if a condition can have it."""
    if value == int(value) and abs(value) < 1e15:
        return number(value)
    return f"{value:.18f}".rstrip("0") if abs(value) < 1e15 else repr(value)


def _name(text: str) -> str:
    try:
        is_plain = parse_condition(f"{text} = {text}") == Comparison(text, "=", text)
    except ExpressionError:
        is_plain = False
    return text if is_plain and text not in _WORDS else f"`{text}`"


_WORDS = ("and", "or", "not")
