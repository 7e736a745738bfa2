"""Which comparisons make sense over slots of known kinds: what a sentence read back may mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ..ir import nodes as ir
from ..kinds import SCALARS, Kind, List, OneOf, Set

Sort: TypeAlias = "tuple[str, str] | None"
"""`scalar`, `one of`, `set` or `list`, with the name of the element's kind; None where anything may stand."""


def sensible(formula: ir.Node, kinds: Mapping[str, Kind]) -> bool:
    """Tell whether every comparison in a formula relates values of fitting kinds."""
    match formula:
        case ir.Requirement(inner) | ir.Not(inner):
            return sensible(inner, kinds)
        case ir.And(parts) | ir.Or(parts):
            return all(sensible(each, kinds) for each in parts)
        case ir.Comparison(operator, left, right):
            return _related(operator, left, right, kinds)
        case _:
            return True


def _related(operator: str, left: ir.Node, right: ir.Node, kinds: Mapping[str, Kind]) -> bool:
    one, other = sort_of(left, kinds), sort_of(right, kinds)
    if one == _NONSENSE or other == _NONSENSE:
        return False
    if one is None or other is None:
        return True
    match operator:
        case "<" | "<=" | ">" | ">=":
            return one[0] == other[0] == "scalar" and one[1] == other[1]
        case "==" | "!=":
            # Two collections written out are never compared; `0 == 0` is no comparison of lists of one.
            written = isinstance(left, _WRITTEN) and isinstance(right, _WRITTEN)
            return one[0] == other[0] and _same(one[1], other[1]) and not written
        case "in":
            return (
                one[0] in ("scalar", "one of")
                and other[0] in ("set", "list")
                and _same(one[1], other[1])
            )
        case "within" | "meets":
            return (
                one[0] in ("set", "list")
                and other[0] in ("set", "list")
                and _same(one[1], other[1])
            )
        case _:
            return True


def _same(one: str, other: str) -> bool:
    return one == other or not one or not other


_NONSENSE = ("", "nonsense")
_WRITTEN = (ir.SetOf, ir.ListOf)


def sort_of(term: ir.Node, kinds: Mapping[str, Kind]) -> Sort:
    """Give the sort of a term, None if it may be of any."""
    match term:
        case ir.Quantity(kind):
            return "scalar", kind
        case ir.Const(name):
            return "one of", _home(name, kinds)
        case ir.Slot(name):
            return _of_kind(kinds[name]) if name in kinds else None
        case ir.SetOf(items):
            return _collected("set", items, kinds)
        case ir.ListOf(items):
            return _collected("list", items, kinds)
        case ir.Operation(operator, operands):
            return _of_operation(operator, [sort_of(each, kinds) for each in operands])
        case _:
            return None


def _of_kind(kind: Kind) -> Sort:
    match kind:
        case OneOf():
            return "one of", kind.name
        case Set(element):
            return "set", element.name
        case List(element):
            return "list", element.name
        case _:
            return "scalar", kind.name


def _home(name: str, kinds: Mapping[str, Kind]) -> str:
    """Give the one sort that has a symbol, or nothing when several have it."""
    homes = set()
    for kind in kinds.values():
        element = kind.element if isinstance(kind, Set | List) else kind
        if isinstance(element, OneOf) and name in element.said:
            homes.add(element.name)
    return homes.pop() if len(homes) == 1 else ""


def _collected(shape: str, items: tuple[ir.Term, ...], kinds: Mapping[str, Kind]) -> Sort:
    sorts = [sort for sort in (sort_of(item, kinds) for item in items) if sort is not None]
    names = sorted({name for _, name in sorts if name})
    fitting = all(each in ("scalar", "one of") for each, _ in sorts) and len(names) < 2
    return (shape, names[0] if names else "") if fitting else _NONSENSE


def _of_operation(operator: str, operands: list[Sort]) -> Sort:
    first = operands[0] if operands else None
    if first is None:
        return None
    match operator:
        case "len":
            return ("scalar", "integer") if first[0] in ("set", "list") else _NONSENSE
        case "sum" | "max" | "min" | "first" | "last":
            if first[0] in ("set", "list"):
                element = first[1]
                scalar = not element or any(kind.label == element for kind in SCALARS)
                return ("scalar" if scalar else "one of", element) if element else None
            return (
                _NONSENSE if len(operands) == 1 or operator in ("sum", "first", "last") else first
            )
        case "+" | "-":
            return (
                first
                if all(each is None or each[0] == "scalar" for each in operands)
                else _NONSENSE
            )
        case _:
            scalars = all(each is None or each[0] == "scalar" for each in operands)
            return None if scalars else _NONSENSE
