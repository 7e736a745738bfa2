"""Between which whole numbers an expression always lies, as far as its parts show."""

from typing import TypeAlias

from ....dsl import syntax
from .typed import Names

Bounds: TypeAlias = tuple[float, float]
"""The least and the greatest value; infinite where they are not known."""

UNBOUNDED: Bounds = (float("-inf"), float("inf"))


def bounds(expr: syntax.Expr, names: Names) -> Bounds:
    """Return the bounds of numbers, parameters with a range, and their sums, differences and products."""
    match expr:
        case syntax.Quantity(text=text) if text.isdecimal() and len(text) < 10:
            return int(text), int(text)
        case syntax.Name(text=text) | syntax.Hole(text=text) if text in names.domains:
            return names.domains[text]
        case syntax.Infix(operator="+" | "-" | "*" as operator, left=left, right=right):
            return _combined(operator, bounds(left, names), bounds(right, names))
        case _:
            return UNBOUNDED


def count_bounds(name: str, names: Names) -> Bounds:
    """Return the bounds of how many members a sort or pool has."""
    interval = names.interval(name)
    if interval is not None:
        low, high = bounds(interval.left, names), bounds(interval.right, names)
        return max(0, high[0] - low[1] + 1), max(0, high[1] - low[0] + 1)
    pool = names.pool(name)
    return (0, float(len(pool.values))) if pool is not None else (0, UNBOUNDED[1])


def _combined(operator: str, one: Bounds, other: Bounds) -> Bounds:
    if UNBOUNDED in (one, other):
        return UNBOUNDED
    match operator:
        case "+":
            return one[0] + other[0], one[1] + other[1]
        case "-":
            return one[0] - other[1], one[1] - other[0]
        case _:
            products = [left * right for left in one for right in other]
            return min(products), max(products)
