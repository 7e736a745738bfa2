"""Patterns of phrases: the kind of each hole, and which of two patterns is more specific."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ...ir import Bound, Place, fill, match as matched, nodes as ir, places

Binding: TypeAlias = Mapping[str, Bound]

FORMULA = "formula"
TERM = "term"
SYMBOL = "name"
SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Standing:
    """The kind of a hole (formula, term, name, sign), and whether it matches the rest of a sequence."""

    sort: str
    rest: bool


def standings(pattern: ir.Node) -> dict[str, Standing]:
    """Return the holes of a pattern in the order of their first places."""
    found: dict[str, Standing] = {}
    _collect(pattern, found)
    return found


def _collect(node: ir.Node, found: dict[str, Standing]) -> None:
    for name, place in places(type(node)):
        value = getattr(node, name)
        members = value if isinstance(value, tuple) else (value,)
        inner = place.member if isinstance(value, tuple) and place.member is not None else place
        for member in members:
            if isinstance(member, ir.Hole):
                found.setdefault(member.name, Standing(_sort(inner), member.rest))
            elif isinstance(member, ir.Node):
                _collect(member, found)


def _sort(place: Place) -> str:
    if place.name:
        return SYMBOL
    if place.sign:
        return SIGN
    return FORMULA if place.kinds & {ir.Literal, ir.Element, ir.Aspect} else TERM


def as_statement(pattern: ir.Node) -> ir.Node:
    """Return a pattern as one of statements: a bare formula or hole means its requirement."""
    formulas = ir.Hole | ir.Comparison | ir.And | ir.Or | ir.Not | ir.Truth | ir.Named | ir.Modal
    return ir.Requirement(pattern) if isinstance(pattern, formulas | ir.Restriction) else pattern


def part(pattern: ir.Node) -> ir.Node:
    """Return the formula of a requirement, any other pattern as it is."""
    return pattern.formula if isinstance(pattern, ir.Requirement) else pattern


def covers(general: ir.Node, special: ir.Node) -> bool:
    """Return whether `general` matches every node that `special` matches.

    A rest hole of `special` is tried with one, two and three members, which tells apart all patterns with a rest hole
    and up to three places more.
    """
    rests = [name for name, standing in standings(special).items() if standing.rest]
    for count in (1, 2, 3) if rests else (1,):
        members = {name: tuple(ir.Hole(f"{name}.{i}") for i in range(count)) for name in rests}
        if matched(general, fill(special, members)) is None:
            return False
    return True


Key: TypeAlias = tuple[object, ...]


def key(node: ir.Node) -> Key:
    """Return the properties in which most patterns differ: types from the top down, each preceded by what is fixed
    about it.

    These are a comparison's operator and slot, a literal's sign and predicate, a rule's arrow, size and
    head's sign.
    """
    match node:
        case ir.Fact(inner):
            return (ir.Fact, *key(inner))
        case ir.Literal(default=True):
            return (ir.Not, *key(ir.Literal(node.atom, node.negative)))
        case ir.Literal(ir.Atom(predicate), bool(negative)):
            return (ir.Literal, negative, *((predicate,) if isinstance(predicate, str) else ()))
        case ir.Rule(body, arrow, head) if not any(_rest(condition) for condition in body):
            sign = head.negative if isinstance(head, ir.Literal) else None
            known = (sign,) if isinstance(sign, bool) else ()
            return (ir.Rule, arrow, len(body), *known)
        case ir.Rule(arrow=arrow):
            return (ir.Rule, arrow)
        case ir.Requirement(inner) | ir.Not(inner):
            return (type(node), *key(inner))
        case ir.Comparison(operator, ir.Slot(name), _):
            return (ir.Comparison, operator, name)
        case (
            ir.Comparison(operator, _, _)
            | ir.Operation(operator, _)
            | ir.AggregateTerm(operator, _)
            | ir.Optimise(operator, _)
            | ir.Modal(operator, _)
        ):
            return (type(node), operator)
        case ir.Restriction(kind=kind):
            return (ir.Restriction, kind)
        case ir.Group(text=text) | ir.Aspect(text=text):
            return (type(node), text)
        case _:
            return (type(node),)


def _rest(node: ir.Node) -> bool:
    return isinstance(node, ir.Hole) and node.rest


def wider(key: Key) -> tuple[Key, ...]:
    """Return all keys of patterns that can match a node of this key."""
    keys = [key[:end] for end in range(len(key), 0, -1)]
    return (*keys, *((*each, ir.Hole) for each in keys if isinstance(each[-1], type)), (ir.Hole,))
