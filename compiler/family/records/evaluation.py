"""Formulas over slots compiled to Python functions: fast evaluation while theories grow and rows are chosen.

The generated source holds operators, quoted names and numbered constants only, never an author's text. Labels do not
rest on this: engines and checkers evaluate on their own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...ir import nodes as ir


class Columns:
    """Rows by slot: the values of a slot in every row, gathered when they are first asked for."""

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self.every = (1 << len(rows)) - 1
        self._rows = rows
        self._columns: dict[str, list[Any]] = {}

    def __getitem__(self, slot: str) -> list[Any]:
        found = self._columns.get(slot)
        if found is None:
            found = self._columns[slot] = [row[slot] for row in self._rows]
        return found


Mask = Callable[[Columns, Mapping[str, Any]], int]
"""The rows that satisfy a formula, as bits, given the values of holes."""

_BITS = tuple(1 << place for place in range(4096))


def compile_mask(formula: ir.Formula) -> Mask:
    """Return a function that decides a formula on up to 4096 rows at once."""
    names = _Names()
    holds = _formula(formula, names)
    columns = [f"{name}s" for name in names.slots.values()]
    found = f"every if {holds} else 0"
    if columns:
        pairs = f"for {', '.join(names.slots.values())}, b in zip({', '.join(columns)}, bits)"
        found = f"sum([b {pairs} if {holds}])"
    given = [f"columns[{slot!r}]" for slot in names.slots]
    given += [f"holes[{hole!r}]" for hole in names.holes]
    within = f"lambda {', '.join([*columns, *names.holes.values(), 'every'])}: {found}"
    outside = f"lambda columns, holes: within({', '.join([*given, 'columns.every'])})"
    mask: Mask = eval(f"(lambda within: {outside})({within})", names.known)
    return mask


def compile_term(term: ir.Term) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function that computes a term without holes on one row."""
    names = _Names()
    computed = _term(term, names)
    within = f"lambda {', '.join(names.slots.values())}: {computed}"
    given = ", ".join(f"row[{slot!r}]" for slot in names.slots)
    source = f"(lambda within: lambda row: within({given}))({within})"
    value: Callable[[Mapping[str, Any]], Any] = eval(source, names.known)
    return value


class _Names:
    """The variables of slots, holes and constants in generated source."""

    def __init__(self) -> None:
        self.slots: dict[str, str] = {}
        self.holes: dict[str, str] = {}
        self.known: dict[str, Any] = {"__builtins__": _ALLOWED, "bits": _BITS}

    def slot(self, name: str) -> str:
        return self.slots.setdefault(name, f"slot{len(self.slots)}")

    def hole(self, name: str) -> str:
        return self.holes.setdefault(name, f"hole{len(self.holes)}")

    def constant(self, value: Any) -> str:
        name = f"constant{len(self.known)}"
        self.known[name] = value
        return name


_ALLOWED: dict[str, Any] = {
    each.__name__: each for each in (frozenset, len, max, min, set, sum, zip)
}


def _formula(formula: ir.Formula, names: _Names) -> str:
    match formula:
        case ir.Truth(value=value):
            return str(value)
        case ir.Not(part=part):
            return f"(not {_formula(part, names)})"
        case ir.And(parts=parts):
            return "(" + " and ".join(_formula(part, names) for part in parts) + ")"
        case ir.Or(parts=parts):
            return "(" + " or ".join(_formula(part, names) for part in parts) + ")"
        case ir.Comparison(operator=operator, left=left, right=right):
            return _comparison(operator, _term(left, names), _term(right, names))
        case _:
            raise TypeError(f"{formula} is not a formula over slots")


def _comparison(operator: str, left: str, right: str) -> str:
    match operator:
        case "<" | "<=" | ">" | ">=" | "==" | "!=" | "in":
            return f"({left} {operator} {right})"
        case "within":
            return f"set({right}).issuperset({left})"
        case "meets":
            return f"(not set({right}).isdisjoint({left}))"
        case _:
            raise TypeError(f"{operator} is not a comparison of slots")


def _term(term: ir.Term | ir.AggregateTerm, names: _Names) -> str:
    match term:
        case ir.Slot(name=name):
            return names.slot(name)
        case ir.Hole(name=name):
            return names.hole(name)
        case ir.Quantity(amount=value) | ir.Const(name=value):
            return names.constant(value)
        case ir.SetOf(items=items):
            return "frozenset((" + "".join(f"{_term(item, names)}, " for item in items) + "))"
        case ir.ListOf(items=items):
            return "(" + "".join(f"{_term(item, names)}, " for item in items) + ")"
        case ir.Operation(operator=operator, operands=operands):
            return _operation(operator, [_term(operand, names) for operand in operands])
        case _:
            raise TypeError(f"{term} is not a value of a slot")


def _operation(operator: str, operands: Sequence[str]) -> str:
    match operator, operands:
        case "+" | "-" | "*", (left, right):
            return f"({left} {operator} {right})"
        case "neg", (one,):
            return f"(-{one})"
        case "len" | "sum", (one,):
            return f"{operator}({one})"
        case "min" | "max", (one,):
            return f"{operator}({one}, default=0)"
        case "first", (one,):
            return f"({one}[0] if {one} else 0)"
        case "last", (one,):
            return f"({one}[-1] if {one} else 0)"
        case _:
            raise TypeError(f"{operator} is not an operation on slots")


def union(masks: Iterable[int]) -> int:
    """Return the rows that are in some mask."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def exclusive(masks: Sequence[int], every: int) -> list[int]:
    """Return for each sum's mask the rows that this sum excludes and no other does."""
    found = []
    for place, mask in enumerate(masks):
        others = every
        for other, each in enumerate(masks):
            if other != place:
                others &= each
        found.append(others & ~mask & every)
    return found
