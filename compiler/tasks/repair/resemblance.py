"""Statements that look alike: neither their form nor what they share with others tells which of them are right."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from ...ir import Symbol, nodes as ir, symbols, walk
from ...random.stream import Stream


@dataclass(frozen=True)
class Limits:
    """How little the statements of a group must differ.

    Attributes:
        apart: how much two of them may differ.
        uneven: how many names more than another one a statement may share with the others.
    """

    apart: int
    uneven: int


@dataclass(frozen=True)
class Traits:
    """What a statement looks like, beside the statements of a theory and a question.

    Attributes:
        kind: what it is, such as a fact or a rule.
        figures: its length, its negations, how the theory shares names with it, and the triangles it closes.
        parts: how often it has each operator, quantifier and slot.
        names: its symbols.
        asked: those that are in the question.
        holders: of each of its symbols, the places of the theory's other statements that have it.
    """

    kind: str
    figures: tuple[int, ...]
    parts: Counter[str]
    names: frozenset[Symbol]
    asked: frozenset[Symbol]
    holders: Mapping[Symbol, frozenset[int]]


def common_names(statements: Sequence[ir.Statement]) -> frozenset[Symbol]:
    """Return the names that all of some statements have."""
    return frozenset.intersection(*map(_names, statements)) if statements else frozenset()


def traits_of(
    statements: Sequence[ir.Statement],
    theory: Sequence[ir.Statement],
    asked: ir.Node | None,
    everywhere: Set[Symbol],
) -> list[Traits]:
    """Return what each statement looks like beside the statements of a theory, and what a question is about.

    Args:
        everywhere: names that all statements to choose from have: to share them does not count.
    """
    question = _names(asked) if asked is not None else frozenset()
    names = [_names(each) - everywhere for each in theory]
    openings = [_opening(each) for each in theory]
    facts = {n for n, each in enumerate(theory) if isinstance(each, ir.Fact | ir.ConceptAssertion)}
    negative = {n for n, each in enumerate(theory) if _negations(each) % 2}
    heads = [_names(each.head) if isinstance(each, ir.Rule) else frozenset() for each in theory]
    found = []
    for each in statements:
        own, opening = _names(each), _opening(each)
        shared = {
            place: len(common)
            for place, other in enumerate(theory)
            if (common := own & names[place]) and other != each
        }
        figures = (
            sum(1 for _ in walk(each)),
            10 * _negations(each),
            sum(shared.values()),
            2 * len(shared),
            2 * len(shared.keys() & facts),
            2 * len(shared.keys() & negative),
            2 * sum(not own.isdisjoint(heads[place]) for place in shared),
            2 * sum(openings[place] == opening for place in shared),
            5 * _triangles(own - everywhere, [names[place] for place in shared]),
        )
        holders = {
            name: frozenset(place for place in shared if name in names[place]) for name in own
        }
        kind, asks = type(each).__name__, own & question
        found.append(Traits(kind, figures, _parts(each), own, asks, holders))
    return found


def alike(
    traits: Sequence[Traits], size: int, limits: Limits, stream: Stream
) -> list[tuple[int, ...]]:
    """Return groups of statements that look alike, by their places; the most alike first.

    A group is a statement and those that differ least from it, whichever of them are right. If the nearest ones of a
    right statement were taken instead, it would be in their middle.

    Args:
        traits: those of each statement.
        size: how many statements a group has.
        limits: how much those of a group may differ.
    """
    places = stream.shuffled(list(range(len(traits))))
    near: dict[tuple[int, int], int] = {}
    beside: dict[int, list[int]] = {place: [] for place in places}
    sums = [sum(each.figures) for each in traits]
    for one, other in combinations(places, 2):
        # Sums of figures differ at most as much as the figures do.
        if abs(sums[one] - sums[other]) > limits.apart:
            continue
        if (distance := _distance(traits[one], traits[other])) <= limits.apart:
            near[one, other] = near[other, one] = distance
            beside[one].append(other)
            beside[other].append(one)
    found: dict[tuple[int, ...], int] = {}
    for centre in places:
        group = [centre]
        for place in sorted(beside[centre], key=lambda place: near[centre, place]):
            if len(group) == size:
                break
            if all((place, each) in near for each in group):
                if _shares_evenly([traits[each] for each in (*group, place)], limits):
                    group.append(place)
        if len(group) == size:
            found[tuple(sorted(group))] = _spread([traits[each] for each in group])
    return sorted(found, key=found.__getitem__)


def are_alike(group: Sequence[Traits], limits: Limits) -> bool:
    """Return whether the statements of a group differ so little."""
    pairs = combinations(group, 2)
    return _shares_evenly(group, limits) and all(
        _distance(one, other) <= limits.apart for one, other in pairs
    )


def _spread(group: Sequence[Traits]) -> int:
    """Return how much two of a group differ at most, by themselves or by what they share with the group."""
    differences = [_distance(one, other) for one, other in combinations(group, 2)]
    names, together = _unequal_sharing(group)
    return max(5 * names, together, *differences)


def _shares_evenly(group: Sequence[Traits], limits: Limits) -> bool:
    names, together = _unequal_sharing(group)
    return names <= limits.uneven and together <= limits.apart


def _unequal_sharing(group: Sequence[Traits]) -> tuple[int, int]:
    """Return by how much the statements of a group differ in what they share with it.

    That is the number of names that each shares with the group, and twice how often a statement of the theory shares
    names with it and another of the group, other than those that all have. Two conditions of one rule are as right as
    each other, so a third fact would stand out.
    """
    shared = [
        sum(len(one.names & other.names) for other in group if other is not one) for one in group
    ]
    common = frozenset.intersection(*(each.names for each in group))
    about = [
        frozenset(place for name in each.names - common for place in each.holders[name])
        for each in group
    ]
    together = [2 * sum(len(one & other) for other in about if other is not one) for one in about]
    return max(shared) - min(shared), max(together) - min(together)


def _distance(one: Traits, other: Traits) -> int:
    """Return how much two statements differ by themselves; those of two kinds never look alike."""
    if one.kind != other.kind:
        return sys.maxsize
    figures = sum(abs(x - y) for x, y in zip(one.figures, other.figures, strict=True))
    asked = 10 * len(one.asked ^ other.asked) + 20 * abs(len(one.asked) - len(other.asked))
    parts = 0
    if one.parts != other.parts:
        parts = (one.parts - other.parts).total() + (other.parts - one.parts).total()
    return asked + 2 * parts + figures


def _triangles(own: frozenset[Symbol], others: Sequence[frozenset[Symbol]]) -> int:
    """Return how many pairs of statements of two names close a circle with one of two names: a-b, b-c, c-a."""
    if len(own) != 2:
        return 0
    thirds = Counter(each - own for each in {*others} if len(each) == 2 and len(each - own) == 1)
    return sum(count == 2 for count in thirds.values())


def _parts(node: ir.Node) -> Counter[str]:
    """Return how often each part occurs of which a theory has only a few kinds."""
    found = Counter[str]()
    for each in walk(node):
        match each:
            case ir.Comparison(operator=kind) | ir.Restriction(kind=kind) | ir.Slot(name=kind):
                found[kind] += 1
    return found


def _names(node: ir.Node) -> frozenset[Symbol]:
    """Return the symbols of a statement, but for slots, which are among its parts."""
    return frozenset(each for each in symbols([node]) if each[0] != "slot")


def _opening(node: ir.Node) -> ir.Node | None:
    """Return the individual that a statement names first."""
    return next((each for each in walk(node) if isinstance(each, ir.Const)), None)


def _negations(node: ir.Node) -> int:
    found = 0
    for each in walk(node):
        match each:
            case ir.Not() | ir.Literal(negative=True) | ir.Literal(default=True):
                found += 1
    return found
