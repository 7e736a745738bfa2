"""What formulas over records mean: their truth, by evaluation on the values of slots."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from ....compiler.ir import nodes as ir
from ....compiler.kinds import Kind, List, OneOf

Cells: TypeAlias = Mapping[str, ir.Term]
"""The ground nodes that are the values of slots, and of holes with their question mark."""

ORDER: Mapping[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class Unfit(ValueError):
    """A node has no meaning in a formula over records."""


def holds(formula: ir.Node, cells: Cells, kinds: Mapping[str, Kind]) -> bool:
    """Return whether a formula is true of the given cells."""
    match formula:
        case ir.And(parts=parts):
            return all(holds(part, cells, kinds) for part in parts)
        case ir.Or(parts=parts):
            return any(holds(part, cells, kinds) for part in parts)
        case ir.Not(part=part):
            return not holds(part, cells, kinds)
        case ir.Truth(value=value):
            return value
        case ir.Comparison(operator=operator, left=left, right=right):
            return _compares(operator, ground(left, cells, kinds), ground(right, cells, kinds))
        case _:
            raise Unfit(f"a {type(formula).__name__} is not a formula over records")


def _compares(operator: str, left: ir.Term, right: ir.Term) -> bool:
    match operator:
        case "==":
            return _same(left, right)
        case "!=":
            return not _same(left, right)
        case "in":
            return left in _items(right)
        case "within":
            return all(item in _items(right) for item in _items(left))
        case "meets":
            return any(item in _items(right) for item in _items(left))
    if operator in ORDER and isinstance(left, ir.Quantity) and isinstance(right, ir.Quantity):
        return ORDER[operator](left.amount, right.amount)
    raise Unfit(f"`{operator}` does not compare a {type(left).__name__}")


def _same(left: ir.Term, right: ir.Term) -> bool:
    match left, right:
        case ir.Quantity(), ir.Quantity():
            return left.amount == right.amount
        case ir.Const(), ir.Const():
            return left == right
        case ir.ListOf(), ir.ListOf():
            return left == right
        case ir.SetOf(), ir.SetOf():
            return set(left.items) == set(right.items)
        case _:
            raise Unfit(f"a {type(left).__name__} is compared with a {type(right).__name__}")


def _items(term: ir.Term) -> tuple[ir.Term, ...]:
    if isinstance(term, ir.SetOf | ir.ListOf):
        return term.items
    raise Unfit(f"a {type(term).__name__} has no members")


def ground(term: ir.Node, cells: Cells, kinds: Mapping[str, Kind]) -> ir.Term:
    """Return the node of a term's value."""
    match term:
        case ir.Slot(name=name):
            return _cell(name, cells)
        case ir.Hole(name=name):
            return _cell(f"?{name}", cells)
        case ir.Quantity() | ir.Const():
            return term
        case ir.SetOf(items=items):
            return ir.SetOf(tuple([ground(item, cells, kinds) for item in items]))
        case ir.ListOf(items=items):
            return ir.ListOf(tuple([ground(item, cells, kinds) for item in items]))
        case ir.Operation(operator="+" | "-" | "*" | "neg" as operator, operands=operands):
            return _arithmetic(operator, [ground(each, cells, kinds) for each in operands])
        case ir.Operation(operator=name, operands=(operand,)):
            return _function(name, operand, cells, kinds)
        case _:
            raise Unfit(f"a {type(term).__name__} is not a term over records")


def _cell(name: str, cells: Cells) -> ir.Term:
    if name not in cells:
        raise Unfit(f"there is no `{name}`")
    return cells[name]


def _arithmetic(operator: str, operands: list[ir.Term]) -> ir.Quantity:
    amounts = [operand for operand in operands if isinstance(operand, ir.Quantity)]
    if len(amounts) != len(operands) or (len(amounts) < 2) != (operator == "neg"):
        raise Unfit(f"`{operator}` does not apply to these")
    kinds = [amount.kind for amount in amounts]
    kind = next((each for each in kinds if each != "integer"), "integer")
    result = amounts[0].amount
    if operator == "neg":
        return ir.Quantity(kind, -result)
    for amount in amounts[1:]:
        if operator == "+":
            result += amount.amount
        elif operator == "-":
            result -= amount.amount
        else:
            result *= amount.amount
    return ir.Quantity(kind, result)


def _function(name: str, operand: ir.Term, cells: Cells, kinds: Mapping[str, Kind]) -> ir.Term:
    value = ground(operand, cells, kinds)
    items = _items(value)
    if name == "len":
        count = len(set(items)) if isinstance(value, ir.SetOf) else len(items)
        return ir.Quantity("integer", count)
    if not isinstance(value, ir.ListOf):
        raise Unfit(f"`{name}` takes a list")
    if not items:
        return _of_nothing(operand, kinds)
    if name in ("first", "last"):
        return items[0 if name == "first" else -1]
    amounts = [item for item in items if isinstance(item, ir.Quantity)]
    functions: Mapping[str, Callable[[list[int]], int]] = {"sum": sum, "min": min, "max": max}
    if name not in functions or len(amounts) != len(items):
        raise Unfit(f"`{name}` does not apply to this list")
    return ir.Quantity(amounts[0].kind, functions[name]([amount.amount for amount in amounts]))


def _of_nothing(operand: ir.Term, kinds: Mapping[str, Kind]) -> ir.Term:
    """Return what the functions of an empty list are: 0, or of symbols none, which equals no symbol but itself."""
    name = operand.name if isinstance(operand, ir.Slot) else ""
    name = f"?{operand.name}" if isinstance(operand, ir.Hole) else name
    kind = kinds.get(name)
    element = kind.element if isinstance(kind, List) else None
    if isinstance(element, OneOf):
        return ir.Const("")
    return ir.Quantity(element.name if element else "integer", 0)


def literals(formula: ir.Node) -> Iterator[ir.Node]:
    """Yield a formula's comparisons, each with the negation right before it if there is one, in text order."""
    match formula:
        case ir.And(parts=parts) | ir.Or(parts=parts):
            for part in parts:
                yield from literals(part)
        case ir.Not(part=ir.Comparison()):
            yield formula
        case ir.Not(part=part):
            yield from literals(part)
        case _:
            yield formula
