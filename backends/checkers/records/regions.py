"""The values of slots that stand for all others: what requirements cannot tell apart, they treat alike.

A requirement sees the amount in a slot only through its comparisons. If these compare it with constants alone, two
amounts between the same constants are as good as each other. If slots are compared with each other, too, then as many
amounts as there are such slots stand for all those between two constants: whatever amounts some record has there, the
least of them can be replaced by the first of these, the next by the second, and so on, and no comparison changes. The
same holds for symbols, and equality. The values of all other slots, sets and amounts that are computed with, are
all tried, if there are few enough.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from ....compiler.ir import nodes as ir, walk
from ....compiler.kinds import Kind, OneOf, Scalar, Set
from .semantics import Unfit, ground, literals

MOST_VALUES = 4096
"""The most values of one slot that are tried."""


TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The operator with which the sides of a comparison can change places."""

DENIED: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "!=": "=="}
"""The operator of a comparison that is true where the comparison with the first one is false."""


class TooMany(Exception):
    """A slot has more values than can be tried."""


@dataclass
class _Class:
    """Slots that are compared with each other, and the constants that they are compared with."""

    slots: list[str]
    constants: set[ir.Term] = field(default_factory=set)
    every: bool = False
    """Whether all values are to be tried."""


def bounding(formula: ir.Node) -> frozenset[str]:
    """Return the slots that a requirement bounds by itself; all amounts are tried only of slots with bounds."""
    return frozenset(_bounds((formula,)))


def candidates(
    formulas: Iterable[ir.Node], kinds: Mapping[str, Kind]
) -> dict[str, tuple[ir.Term, ...]]:
    """Return the values to try of each slot that some formulas mention, slots and values in a fixed order.

    Raises:
        TooMany: a slot has more than `MOST_VALUES`.
        Unfit: a formula has no meaning over records.
    """
    formulas = tuple(formulas)
    found: dict[str, _Class] = {}
    for node in (each for formula in formulas for each in walk(formula)):
        if isinstance(node, ir.Slot) and node.name not in found:
            found[node.name] = _Class([node.name], every=_kind(node.name, kinds) is None)
    for comparison in (each for formula in formulas for each in _comparisons(formula)):
        _join(comparison, found, kinds)
    bounds = _bounds(formulas)
    return {name: _values(name, found[name], kinds, bounds) for name in found}


def _kind(name: str, kinds: Mapping[str, Kind]) -> OneOf | Scalar | None:
    """Return the kind of a slot with single values; None for a set."""
    kind = kinds.get(name)
    if kind is None:
        raise Unfit(f"there is no `{name}`")
    return kind if isinstance(kind, OneOf | Scalar) else None


def _comparisons(formula: ir.Node) -> Iterator[ir.Comparison]:
    for node in literals(formula):
        part = node.part if isinstance(node, ir.Not) else node
        if isinstance(part, ir.Comparison):
            yield part


def _join(comparison: ir.Comparison, found: dict[str, _Class], kinds: Mapping[str, Kind]) -> None:
    """Put the slots of a comparison into one class, with its constants."""
    names = [node.name for node in walk(comparison) if isinstance(node, ir.Slot)]
    if not names:
        return
    joined = found[names[0]]
    for name in names[1:]:
        other = found[name]
        if other is not joined:
            joined.slots += other.slots
            joined.constants |= other.constants
            joined.every |= other.every
            for each in other.slots:
                found[each] = joined
    for side in (comparison.left, comparison.right):
        for term in side.items if isinstance(side, ir.SetOf | ir.ListOf) else (side,):
            if isinstance(term, ir.Slot):
                continue
            if any(isinstance(node, ir.Slot) for node in walk(term)):
                joined.every = True
            else:
                joined.constants.add(ground(term, {}, kinds))


def _bounds(formulas: Iterable[ir.Node]) -> dict[str, tuple[int | None, int | None]]:
    """Return the least and the greatest amount that requirements on a slot alone leave it."""
    found: dict[str, tuple[int | None, int | None]] = {}
    for formula in formulas:
        for name, operator, amount in _simple(formula):
            low, high = found.get(name, (None, None))
            if operator in (">", ">=", "=="):
                least = amount + (operator == ">")
                low = least if low is None else max(low, least)
            if operator in ("<", "<=", "=="):
                most = amount - (operator == "<")
                high = most if high is None else min(high, most)
            found[name] = low, high
    return found


def _simple(formula: ir.Node) -> Iterator[tuple[str, str, int]]:
    """Yield the comparisons of a slot alone with an amount that a formula implies, the slot first."""
    match formula:
        case ir.And(parts=parts):
            for part in parts:
                yield from _simple(part)
        case ir.Comparison(
            operator=operator, left=ir.Slot(name=name), right=ir.Quantity(amount=amount)
        ):
            yield name, operator, amount
        case ir.Comparison(
            operator=operator, left=ir.Quantity(amount=amount), right=ir.Slot(name=name)
        ):
            yield name, TURNED.get(operator, operator), amount
        case ir.Not(part=ir.Comparison(operator=operator) as part) if operator in DENIED:
            yield from _simple(replace(part, operator=DENIED[operator]))
        case _:
            return


def _values(
    name: str,
    own: _Class,
    kinds: Mapping[str, Kind],
    bounds: Mapping[str, tuple[int | None, int | None]],
) -> tuple[ir.Term, ...]:
    kind = kinds[name]
    match kind:
        case OneOf() if own.every:
            terms: list[ir.Term] = [kind.term(value) for value in kind.values]
        case OneOf():
            known = [ir.Const(value) for value in kind.values]
            others = [each for each in known if each not in own.constants][: len(own.slots)]
            terms = [each for each in known if each in own.constants or each in others]
        case Scalar() if own.every:
            terms = [kind.term(amount) for amount in _every(name, kind, bounds)]
        case Scalar():
            terms = [kind.term(amount) for amount in _around(kind, own)]
        case Set(element=element):
            members = [element.term(value) for value in element.values]
            if 1 << len(members) > MOST_VALUES:
                raise TooMany(f"`{name}` has too many sets to try all of them")
            terms = [
                ir.SetOf(chosen)
                for size in range(len(members) + 1)
                for chosen in combinations(members, size)
            ]
        case _:
            raise TooMany(f"`{name}` has too many lists to try all of them")
    if len(terms) > MOST_VALUES:
        raise TooMany(f"`{name}` has too many values to try all of them")
    return tuple(terms)


def _every(name: str, kind: Scalar, bounds: Mapping[str, tuple[int | None, int | None]]) -> range:
    """Return all amounts of a slot that is computed with: those in the bounds of its kind and of the requirements."""
    low, high = bounds.get(name, (None, None))
    lows = [each for each in (low, kind.low) if each is not None]
    highs = [each for each in (high, kind.high) if each is not None]
    if not lows or not highs or min(highs) - max(lows) >= MOST_VALUES:
        raise TooMany(
            f"`{name}` is computed with, and has too many amounts to try all of them: require bounds of it"
        )
    return range(max(lows), min(highs) + 1)


def _around(kind: Scalar, own: _Class) -> list[int]:
    """Return the constants of a class, and of each gap between them as many amounts as it has slots."""
    number = len(own.slots)
    cuts = sorted(each.amount for each in own.constants if isinstance(each, ir.Quantity))
    found: set[int] = set(cuts)
    for low, high in zip([None, *cuts], [*cuts, None], strict=True):
        if low is None and high is None:
            found |= {*range(kind.low or 0, (kind.low or 0) + number)}
        elif low is None and high is not None:
            found |= {*range(high - number, high)}
        elif low is not None:
            found |= {
                *range(low + 1, low + 1 + number if high is None else min(low + 1 + number, high))
            }
    if kind.low is not None:  # the gap before the first constant begins there
        found |= {*range(kind.low, kind.low + number)}
    if kind.high is not None:
        found |= {*range(kind.high - number + 1, kind.high + 1)}
    return sorted(each for each in found if _fits(kind, each))


def _fits(kind: Scalar, amount: int) -> bool:
    return (kind.low is None or amount >= kind.low) and (kind.high is None or amount <= kind.high)
