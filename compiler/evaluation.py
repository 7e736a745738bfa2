"""Formulas over slots compiled to Python functions: fast evaluation while theories grow and rows are chosen.

The generated source holds operators, quoted names and numbered constants only, never an author's text. Labels do not
rest on this: engines and checkers evaluate on their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .ir import nodes as ir

Truth = Callable[[Mapping[str, Any], Mapping[str, Any]], bool]
"""Whether a formula holds, given the values of slots and of holes."""

Mask = Callable[[Sequence[Mapping[str, Any]], Mapping[str, Any]], int]
"""The rows that satisfy a formula, as bits, given the values of holes."""

_BITS = tuple(1 << place for place in range(4096))


def compile_formula(formula: ir.Formula) -> Truth:
    """Give a function that decides a formula on one row."""
    constants: list[Any] = []
    source = f"lambda r, h: bool({_formula(formula, constants)})"
    truth: Truth = eval(source, _names(constants))
    return truth


def compile_mask(formula: ir.Formula) -> Mask:
    """Give a function that decides a formula on up to 4096 rows at once."""
    constants: list[Any] = []
    source = (
        f"lambda rows, h: sum([b for r, b in zip(rows, bits) if {_formula(formula, constants)}])"
    )
    mask: Mask = eval(source, _names(constants))
    return mask


def compile_term(term: ir.Term) -> Callable[[Mapping[str, Any], Mapping[str, Any]], Any]:
    """Give a function that computes a term on one row."""
    constants: list[Any] = []
    source = f"lambda r, h: {_term(term, constants)}"
    value: Callable[[Mapping[str, Any], Mapping[str, Any]], Any] = eval(source, _names(constants))
    return value


def _names(constants: Sequence[Any]) -> dict[str, Any]:
    allowed = {"len": len, "sum": sum, "min": min, "max": max, "set": set, "zip": zip}
    names = {"__builtins__": {}, "bool": bool, "frozenset": frozenset, "bits": _BITS, **allowed}
    return names | {f"c{number}": value for number, value in enumerate(constants)}


def _formula(formula: ir.Formula, constants: list[Any]) -> str:
    match formula:
        case ir.Truth(value=value):
            return str(value)
        case ir.Not(part=part):
            return f"(not {_formula(part, constants)})"
        case ir.And(parts=parts):
            return "(" + " and ".join(_formula(part, constants) for part in parts) + ")"
        case ir.Or(parts=parts):
            return "(" + " or ".join(_formula(part, constants) for part in parts) + ")"
        case ir.Comparison(operator=operator, left=left, right=right):
            return _comparison(operator, _term(left, constants), _term(right, constants))
        case _:
            raise TypeError(f"no formula over slots: {formula}")


def _comparison(operator: str, left: str, right: str) -> str:
    match operator:
        case "<" | "<=" | ">" | ">=" | "==" | "!=" | "in":
            return f"({left} {operator} {right})"
        case "within":
            return f"set({right}).issuperset({left})"
        case "meets":
            return f"(not set({right}).isdisjoint({left}))"
        case _:
            raise TypeError(f"no comparison of slots: {operator}")


def _term(term: ir.Term | ir.AggregateTerm, constants: list[Any]) -> str:
    match term:
        case ir.Slot(name=name):
            return f"r[{name!r}]"
        case ir.Hole(name=name):
            return f"h[{name!r}]"
        case ir.Quantity(amount=value) | ir.Const(name=value):
            constants.append(value)
            return f"c{len(constants) - 1}"
        case ir.SetOf(items=items):
            return "frozenset((" + "".join(f"{_term(item, constants)}, " for item in items) + "))"
        case ir.ListOf(items=items):
            return "(" + "".join(f"{_term(item, constants)}, " for item in items) + ")"
        case ir.Operation(operator=operator, operands=operands):
            return _operation(operator, [_term(operand, constants) for operand in operands])
        case _:
            raise TypeError(f"no value of a slot: {term}")


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
            raise TypeError(f"no operation on slots: {operator}")
