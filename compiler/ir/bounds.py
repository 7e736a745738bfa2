"""Variables that conditions keep between two whole numbers."""

from collections.abc import Iterable

from . import nodes as ir

_DENIED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def ranges(parts: Iterable[ir.BodyPart]) -> dict[str, tuple[int, int]]:
    """Return the variables that comparisons put between two whole numbers, with the least and the greatest they can be.

    Numbers come before all other terms, so nothing else is between two of them.
    """
    least: dict[str, int] = {}
    greatest: dict[str, int] = {}
    for part in parts:
        match part:
            case ir.Not(part=ir.Comparison(operator, left, right)):
                operator = _DENIED.get(operator, "")
            case ir.Comparison(operator, left, right):
                pass
            case _:
                continue
        if isinstance(right, ir.Var):
            operator, left, right = _TURNED.get(operator, ""), right, left
        if not isinstance(left, ir.Var) or not isinstance(right, ir.Quantity):
            continue
        name, amount = left.name, right.amount
        if operator in (">", ">="):
            amount += operator == ">"
            least[name] = max(least.get(name, amount), amount)
        elif operator in ("<", "<="):
            amount -= operator == "<"
            greatest[name] = min(greatest.get(name, amount), amount)
    return {name: (low, greatest[name]) for name, low in least.items() if name in greatest}
