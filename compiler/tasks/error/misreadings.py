"""Statements that say something else in the same words, as careless readers take them."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import replace

from ...analysis.safety import bindings
from ...ir import children, nodes as ir, rebuild, walk

Places: TypeAlias = Callable[[Any], Sequence[str | None]]
"""Returns the sorts of a predicate's arguments; nothing for a predicate without sorts."""

_OTHER_KINDS = {
    "some": "only",
    "only": "some",
    "min": "max",
    "max": "min",
    "more than": "fewer than",
    "fewer than": "more than",
}


Slips: TypeAlias = Callable[[ir.Node], Iterator[ir.Node]]


def converses(statement: ir.Statement) -> list[ir.Statement]:
    """Return the rules or the inclusion that state a rule or an inclusion the other way round."""
    found: list[ir.Node] = []
    match statement:
        case ir.Rule():
            found += _converses(statement)
        case ir.Inclusion(left=left, right=right):
            found.append(ir.Inclusion(right, left))
    return _others(statement, found)


def alterations(statement: ir.Statement, places: Places) -> list[ir.Statement]:
    """Return statements that differ from a fact, a rule or an axiom by one slip, and have all of its words.

    The slips are two opposite signs exchanged, the first argument exchanged for another of its sort, and another
    quantifier. The number of negations stays: else it would be enough to count them.
    """
    found = [*_changed(statement, partial(_slips, places))]
    if isinstance(statement, ir.Rule | ir.Inclusion):
        found += _pairs(statement)
    return _others(statement, found)


def _others(statement: ir.Statement, found: Sequence[ir.Node]) -> list[ir.Statement]:
    return [each for each in dict.fromkeys(found) if each != statement]  # type: ignore[misc]


def _pairs(statement: ir.Node) -> Iterator[ir.Node]:
    """Yield a statement with two signs changed, and as many negations as before."""
    for one in _changed(statement, _signs):
        for two in _changed(one, _signs):
            if _negations(two) == _negations(statement):
                yield two


def _changed(node: ir.Node, slips: Slips) -> Iterator[ir.Node]:
    """Yield the nodes that differ from a node by a slip in one place of it."""
    yield from slips(node)
    for child in children(node):
        if isinstance(node, ir.Not) and isinstance(child, ir.Named):
            continue  # its sign is that of the whole
        for other in _changed(child, slips):
            yield rebuild(node, partial(_put, child, other))


def _put(old: ir.Node, new: ir.Node, node: ir.Node) -> ir.Node:
    return new if node is old else node


def _signs(node: ir.Node) -> Iterator[ir.Node]:
    match node:
        case ir.Literal(negative=bool() as negative):
            yield replace(node, negative=not negative)
        case ir.Not(part=ir.Named() as part):
            yield part
        case ir.Named():
            yield ir.Not(node)


def _slips(places: Places, node: ir.Node) -> Iterator[ir.Node]:
    match node:
        case ir.Restriction(kind="some", filler=ir.Truth()):
            pass  # "only things" is true of everything
        case ir.Restriction(kind=kind) if kind in _OTHER_KINDS:
            yield replace(node, kind=_OTHER_KINDS[kind])
        case ir.Atom(predicate=predicate, arguments=arguments):
            sorts = places(predicate) or [None] * len(arguments)
            # Those behind the first may be said as a list, the order of which means nothing: "links a to b and c".
            for b in range(1, min(len(sorts), len(arguments))):
                if sorts[0] == sorts[b] and type(arguments[0]) is type(arguments[b]):
                    swapped = list(arguments)
                    swapped[0], swapped[b] = arguments[b], arguments[0]
                    yield ir.Atom(predicate, tuple(swapped))


def _converses(rule: ir.Rule) -> Iterator[ir.Rule]:
    """Yield the rules in which a condition and the conclusion change places."""
    head = rule.head
    if not isinstance(head, ir.Literal):
        return
    for place, part in enumerate(rule.body):
        if isinstance(part, ir.Literal) and not part.default:
            converse = ir.Rule(
                (*rule.body[:place], head, *rule.body[place + 1 :]), rule.arrow, part
            )
            names = {each.name for each in walk(converse) if isinstance(each, ir.Var)}
            if names <= set(bindings(converse.body)):
                yield converse


def _negations(statement: ir.Node) -> int:
    """Return how many negations a statement has."""
    return sum(
        isinstance(node, ir.Not) or (isinstance(node, ir.Literal) and bool(node.negative))
        for node in walk(statement)
    )
