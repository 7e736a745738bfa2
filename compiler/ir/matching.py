"""Matching a pattern against a node: the inverse of filling it.

A pattern is compiled once into nested functions. Each tests one value and binds its holes; parts without
holes are compared as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from . import theory as ir
from .field_types import Place, anywhere, places
from .substitution import Bound
from .traversal import walk

Binding: TypeAlias = dict[str, Bound]
_Test: TypeAlias = Callable[[Any, dict[str, Any]], bool]


def match(pattern: ir.Node, node: ir.Node) -> Binding | None:
    """Return the values of the pattern's holes if it matches a node, else None.

    A pattern without holes returns an empty binding, which is false as a truth value: compare with None.
    Repeated holes must have equal values. The value of a hole is a node that fits its place. In the place
    of a name it is a string (a `Const` if the hole is also in the place of a term), in the place of a sign
    it is a `Sign`. A rest hole matches one or more members of a tuple. `Not` matches a literal under
    default negation, too. Holes of the node, if any, match only holes of the pattern or equals.

    Raises ValueError for a pattern with two rest holes in one tuple.
    """
    return matcher(pattern)(node)


@lru_cache(maxsize=4096)
def matcher(pattern: ir.Node) -> Callable[[ir.Node], Binding | None]:
    """Return the function that matches nodes against a pattern: `match` without looking the pattern up each time."""
    test = _test(pattern, anywhere(), _individuals(pattern))

    def run(node: ir.Node) -> Binding | None:
        binding: Binding = {}
        return binding if test(node, binding) else None

    return run


def invertible(pattern: ir.Node) -> bool:
    """Return whether matching finds what the holes were filled with: each occurs once, in nothing that collapses."""
    found = [node.name for node in walk(pattern) if isinstance(node, ir.Hole)]
    joined = any(isinstance(node, ir.And | ir.Or) and _open(node) for node in walk(pattern))
    return not joined and len(set(found)) == len(found)


def _individuals(pattern: ir.Node) -> frozenset[str]:
    """Return the holes that are in the place of a node somewhere: in the place of a name, their value is a `Const`."""
    found: set[str] = set()
    for node in walk(pattern):
        for field, place in places(node.__class__):
            value = getattr(node, field)
            if isinstance(value, ir.Hole) and not place.name:
                found.add(value.name)
            elif place.member is not None:
                found.update(each.name for each in value if isinstance(each, ir.Hole))
    return frozenset(found)


def _test(pattern: Any, place: Place, individuals: frozenset[str]) -> _Test:
    if pattern.__class__ is ir.Hole:
        if pattern.rest:
            return _never
        if place.name:
            return _name_hole(pattern.name, pattern.name in individuals)
        return _sign_hole(pattern.name) if place.sign else _node_hole(pattern.name, place)
    if not isinstance(pattern, ir.Node) or not _open(pattern):
        return _equal(pattern)
    return _structure(pattern, individuals)


def _open(pattern: ir.Node) -> bool:
    return any(isinstance(node, ir.Hole) for node in walk(pattern))


def _never(value: Any, binding: dict[str, Any]) -> bool:
    return False


def _equal(pattern: Any) -> _Test:
    def test(value: Any, binding: dict[str, Any]) -> bool:
        return bool(value == pattern)

    return test


def _node_hole(name: str, place: Place) -> _Test:
    kinds = place.kinds

    def test(value: Any, binding: dict[str, Any]) -> bool:
        if value.__class__ not in kinds:
            return False
        bound = binding.setdefault(name, value)
        return bound is value or bool(bound == value)

    return test


def _name_hole(name: str, individual: bool) -> _Test:
    def test(value: Any, binding: dict[str, Any]) -> bool:
        if individual and value.__class__ is str:
            value = ir.Const(value)
        bound = binding.setdefault(name, value)
        return bound is value or bool(bound == value)

    return test


def _sign_hole(name: str) -> _Test:
    def test(value: Any, binding: dict[str, Any]) -> bool:
        if value.__class__ is bool:
            value = ir.Sign(value)
        bound = binding.setdefault(name, value)
        return bound is value or bool(bound == value)

    return test


def _test_under_not(inner: _Test) -> _Test:
    """Test the formula under a `Not`: the formula in it, or the literal that is under default negation."""

    def test(value: Any, binding: dict[str, Any]) -> bool:
        if value.__class__ is ir.Not:
            return inner(value.part, binding)
        if value.__class__ is ir.Literal and value.default:
            return inner(ir.Literal(value.atom, value.negative), binding)
        return False

    return test


def _structure(pattern: ir.Node, individuals: frozenset[str]) -> _Test:
    if isinstance(pattern, ir.Not):
        ((_, place),) = places(ir.Not)
        return _test_under_not(_test(pattern.part, place, individuals))
    kind = pattern.__class__
    closed: list[tuple[str, Any]] = []
    opened: list[tuple[str, _Test]] = []
    for field, place in places(kind):
        part = getattr(pattern, field)
        if place.member is not None and any(isinstance(e, ir.Node) and _open(e) for e in part):
            opened.append((field, _sequence(part, place.member, individuals)))
        elif isinstance(part, ir.Node) and _open(part):
            opened.append((field, _test(part, place, individuals)))
        else:
            closed.append((field, part))

    def test(value: Any, binding: dict[str, Any]) -> bool:
        if value.__class__ is not kind:
            return False
        for field, part in closed:
            if getattr(value, field) != part:
                return False
        for field, inner in opened:  # noqa: SIM110 - a loop runs twice as fast as `all`
            if not inner(getattr(value, field), binding):
                return False
        return True

    return test


def _sequence(parts: tuple[Any, ...], place: Place, individuals: frozenset[str]) -> _Test:
    rests = [i for i, part in enumerate(parts) if isinstance(part, ir.Hole) and part.rest]
    match rests:
        case []:
            return _all(tuple(_test(part, place, individuals) for part in parts))
        case [at]:
            before = _all(tuple(_test(part, place, individuals) for part in parts[:at]))
            after = _all(tuple(_test(part, place, individuals) for part in parts[at + 1 :]))
            return _split(before, at, parts[at].name, len(parts) - at - 1, after, place)
        case _:
            names = ", ".join(f"`{parts[i].name}`" for i in rests)
            raise ValueError(f"a sequence of a pattern has more than one rest hole: {names}")


def _all(tests: tuple[_Test, ...]) -> _Test:
    count = len(tests)

    def test(values: Any, binding: dict[str, Any]) -> bool:
        if len(values) != count:
            return False
        for inner, value in zip(tests, values, strict=True):  # noqa: SIM110 - as above
            if not inner(value, binding):
                return False
        return True

    return test


def _split(before: _Test, head: int, name: str, tail: int, after: _Test, place: Place) -> _Test:
    kinds = place.kinds

    def test(values: Any, binding: dict[str, Any]) -> bool:
        end = len(values) - tail
        if end <= head or not before(values[:head], binding):
            return False
        middle = values[head:end]
        if any(value.__class__ not in kinds for value in middle):
            return False
        return binding.setdefault(name, middle) == middle and after(values[end:], binding)

    return test
