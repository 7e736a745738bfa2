"""Which comparisons make sense over slots of known kinds: the possible meanings of a sentence read back."""

from collections.abc import Mapping
from typing import TypeAlias

from ...ir import children, nodes as ir
from ...kinds import SCALARS, Kind, List, OneOf, Set

Sort: TypeAlias = "tuple[str, str] | None"
"""`scalar`, `one of`, `set` or `list`, with the name of the element's kind; None if everything is allowed."""


class Sense:
    """What makes sense over slots of given kinds."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self._slots = {name: _of_kind(kind) for name, kind in kinds.items()}
        homes: dict[str, set[str]] = {}
        for kind in kinds.values():
            element = kind.element if isinstance(kind, Set | List) else kind
            if isinstance(element, OneOf):
                for name in element.said:
                    homes.setdefault(name, set()).add(element.name)
        self._homes = {name: sorts.pop() for name, sorts in homes.items() if len(sorts) == 1}
        """The one sort that has a symbol, for each symbol that has but one."""

    def sensible(self, formula: ir.Node) -> bool:
        """Return whether every comparison in a formula relates values of fitting kinds."""
        match formula:
            case ir.Requirement(inner) | ir.Not(inner):
                return self.sensible(inner)
            case ir.And(parts) | ir.Or(parts):
                return all(self.sensible(part) for part in parts)
            case ir.Comparison(operator, left, right):
                return self._relate(operator, left, right)
            case ir.Group(values=values):
                return all(len(v.parts) > 1 for v in values if isinstance(v, ir.Several))
            case ir.Fact(literal):
                return not _variables(literal)
            case ir.Rule(body, _, head) if not isinstance(head, ir.Choice):
                return _variables(head) <= _variables(*body)
            case _:
                return True

    def _relate(self, operator: str, left: ir.Node, right: ir.Node) -> bool:
        if not self._slots:
            return True
        one, other = self.sort_of(left), self.sort_of(right)
        if one == _NONSENSE or other == _NONSENSE:
            return False
        if one is None or other is None:
            return True
        match operator:
            case "<" | "<=" | ">" | ">=":
                return one[0] == other[0] == "scalar" and one[1] == other[1]
            case "==" | "!=":
                # Two collections written out are never compared; `0 == 0` is not a comparison of lists with one member.
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

    def sort_of(self, term: ir.Node) -> Sort:
        """Return the sort of a term, None if it may be of any."""
        match term:
            case ir.Quantity(kind):
                return "scalar", kind
            case ir.Const(name):
                return "one of", self._homes.get(name, "")
            case ir.Slot(name):
                return self._slots.get(name)
            case ir.SetOf(items):
                return self._collect("set", items)
            case ir.ListOf(items):
                return self._collect("list", items)
            case ir.Operation(operator, operands):
                return _of_operation(operator, [self.sort_of(operand) for operand in operands])
            case _:
                return None

    def _collect(self, shape: str, items: tuple[ir.Term, ...]) -> Sort:
        sorts = [sort for sort in (self.sort_of(item) for item in items) if sort is not None]
        names = sorted({name for _, name in sorts if name})
        fitting = all(each in ("scalar", "one of") for each, _ in sorts) and len(names) < 2
        return (shape, names[0] if names else "") if fitting else _NONSENSE


def _variables(*nodes: ir.Node) -> set[str]:
    found: set[str] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, ir.Literal):
            stack += node.atom.arguments
        elif isinstance(node, ir.Var):
            found.add(node.name)
        else:
            stack += children(node)
    return found


def _same(one: str, other: str) -> bool:
    return one == other or not one or not other


_NONSENSE = ("", "nonsense")
_WRITTEN = (ir.SetOf, ir.ListOf)


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
                if all(operand is None or operand[0] == "scalar" for operand in operands)
                else _NONSENSE
            )
        case _:
            scalars = all(operand is None or operand[0] == "scalar" for operand in operands)
            return None if scalars else _NONSENSE
