"""What the fields of a dataset's records hold, found as they are made: the columns of a table of them.

`text`, `integer` (of 64 bits), `number`, `truth`; whatever is a structure, may be null or differs in type is `json`.
The parameters and metrics of a record are structures, and each of them has a column besides, `params.depth`, where
null says no more than that a record has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

TEXT: Final = "text"
INTEGER: Final = "integer"
NUMBER: Final = "number"
TRUTH: Final = "truth"
JSON: Final = "json"

OPENED: Final = ("params", "metrics")
"""The fields whose members have columns of their own."""

_AMOUNTS: Final = {INTEGER, NUMBER}
_WIDEST: Final = 1 << 63


def noted(columns: dict[str, str], record: Mapping[str, Any]) -> None:
    """Add what a record holds to the columns."""
    found: dict[str, str] = {}
    for name, value in record.items():
        found[name] = _kind(value)
    for name in OPENED:
        members = record.get(name)
        if isinstance(members, Mapping):
            held = {f"{name}.{member}": value for member, value in members.items()}
            found |= {each: _kind(value) for each, value in held.items() if value is not None}
    merged(columns, found)


def merged(columns: dict[str, str], others: Mapping[str, str]) -> None:
    """Add what other records hold to the columns; what is new comes behind what it stands behind among the others."""
    last = ""
    for name, kind in others.items():
        known = columns.get(name)
        if known is None:
            _insert(columns, name, kind, last)
        elif known != kind:
            columns[name] = NUMBER if "." in name and {known, kind} == _AMOUNTS else JSON
        last = name


def _insert(columns: dict[str, str], name: str, kind: str, after: str) -> None:
    order = list(columns.items())
    order.insert(list(columns).index(after) + 1 if after else 0, (name, kind))
    columns.clear()
    columns.update(order)


def _kind(value: Any) -> str:
    match value:
        case bool():
            return TRUTH
        case int():
            return INTEGER if -_WIDEST <= value < _WIDEST else JSON
        case float():
            return NUMBER
        case str():
            return TEXT
        case _:
            return JSON
