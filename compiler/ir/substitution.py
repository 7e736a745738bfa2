"""Filling the holes of a template."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias, cast

from . import theory as ir
from .field_types import Place, anywhere, places
from .traversal import walk

Bound: TypeAlias = ir.Node | str | bool | tuple[ir.Node, ...]
"""The value of a hole: a node, a name, a sign (a `Sign`, or true for negative), or the nodes of a rest hole."""


class BindingError(ValueError):
    """A hole is bound to a value that does not fit its place. The message names the hole and the accepted values."""


def fill(template: ir.Node, binding: Mapping[str, Bound]) -> ir.Node:
    """Return the template with each bound hole replaced by its value, all at once; the same object if there is none.

    A hole that is not bound stays. A rest hole in a tuple takes a tuple of nodes, which are spliced in. An `And` or
    `Or` that is left with one part becomes that part, and with none its truth value. A `Not` of a literal becomes the
    literal under default negation. A name's hole takes a text or a
    `Const`, a sign's hole a `Sign` or a bool.

    Raises BindingError for a value that does not fit its place.
    """
    return _fill_node(template, binding, anywhere()) if binding else template


def filler(template: ir.Node) -> Callable[[Mapping[str, Bound]], Any]:
    """Return what fills a template, as `fill` does, for many bindings of all its holes."""
    return _filler(template, anywhere())


def as_statement(made: ir.Node) -> ir.Statement:
    """Return the statement that a filled template is: with a formula a requirement, with a literal alone a fact."""
    match made:
        case ir.Fact(literal=ir.And() | ir.Or() | ir.Not() | ir.Truth() | ir.Modal() as formula):
            return ir.Requirement(formula)
        case ir.Requirement(formula=ir.Literal() as literal):
            return ir.Fact(literal)
        case _:
            return cast(ir.Statement, made)


def holes(node: ir.Node) -> tuple[str, ...]:
    """Return the names of the holes in a node, in the order of their first occurrence."""
    return tuple(dict.fromkeys(each.name for each in walk(node) if isinstance(each, ir.Hole)))


def _fill_node(node: ir.Node, binding: Mapping[str, Bound], place: Place) -> Any:
    kind = node.__class__
    if kind is ir.Hole:
        return _bound_value(node, binding, place)
    changed = False
    values: list[Any] = []
    for name, inner in places(kind):
        old = new = getattr(node, name)
        if isinstance(old, ir.Node):
            new = _fill_node(old, binding, inner)
        elif inner.member is not None and old:
            new = _members(old, binding, inner.member)
        if new is not old:
            changed = True
        values.append(new)
    if not changed:
        return node
    if (kind is ir.And or kind is ir.Or) and len(values[0]) < 2:
        return _collapse(kind, values[0], place)
    return negate(values[0]) if kind is ir.Not else kind(*values)


def _filler(part: Any, place: Place) -> Callable[[Mapping[str, Bound]], Any]:
    if part.__class__ is tuple and place.member is not None:
        return _members_filler(part, place.member)
    if not isinstance(part, ir.Node) or not holes(part):
        return lambda binding: part
    kind = part.__class__
    if isinstance(part, ir.Hole):
        name, kinds = part.name, place.kinds

        def bound(binding: Mapping[str, Bound]) -> Any:
            value = binding.get(name)
            return value if value.__class__ in kinds else _bound_value(part, binding, place)

        return bound
    if kind is ir.And or kind is ir.Or:  # what is left of them depends on the binding
        return lambda binding: _fill_node(part, binding, place)
    fillers = [_filler(getattr(part, name), inner) for name, inner in places(kind)]
    if kind is ir.Not:
        return lambda binding: negate(fillers[0](binding))
    return lambda binding: kind(*[filler(binding) for filler in fillers])


def _members_filler(
    parts: tuple[Any, ...], place: Place
) -> Callable[[Mapping[str, Bound]], tuple[Any, ...]]:
    fillers: list[Callable[[Mapping[str, Bound]], tuple[Any, ...]]] = [
        partial(_rest_bound, part.name, place)
        if part.__class__ is ir.Hole and part.rest
        else partial(_alone, _filler(part, place))
        for part in parts
    ]
    if len(fillers) == 1:
        return fillers[0]
    return lambda binding: tuple([one for filler in fillers for one in filler(binding)])


def _rest_bound(name: str, place: Place, binding: Mapping[str, Bound]) -> tuple[Any, ...]:
    return _rest(name, binding[name], place)


def _alone(
    filler: Callable[[Mapping[str, Bound]], Any], binding: Mapping[str, Bound]
) -> tuple[Any, ...]:
    return (filler(binding),)


def negate(formula: ir.Formula) -> ir.Formula:
    """Return what `not` makes of a formula: of a literal, the literal under default negation."""
    if isinstance(formula, ir.Literal) and not formula.default:
        return ir.Literal(formula.atom, formula.negative, True)
    return ir.Not(formula)


def _members(values: tuple[Any, ...], binding: Mapping[str, Bound], place: Place) -> Any:
    changed = False
    members: list[Any] = []
    for old in values:
        if old.__class__ is ir.Hole and old.rest and old.name in binding:
            members += _rest(old.name, binding[old.name], place)
            changed = True
            continue
        new = _fill_node(old, binding, place) if isinstance(old, ir.Node) else old
        if new is not old:
            changed = True
        members.append(new)
    return tuple(members) if changed else values


def _collapse(kind: type[ir.And] | type[ir.Or], parts: tuple[Any, ...], place: Place) -> ir.Node:
    match parts:
        case ():
            return ir.Truth(kind is ir.And)
        case (ir.Hole(rest=True),):
            return kind(parts)
        case (only,):
            if only.__class__ not in place.kinds:
                raise BindingError(f"expected {place.describe()}, found {_describe_value(only)}")
            return only
        case _:
            return kind(parts)


def _rest(name: str, value: Bound, place: Place) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        raise BindingError(
            f"the rest hole `{name}` takes a tuple of nodes, not {_describe_value(value)}"
        )
    for node in value:
        if node.__class__ not in place.kinds:
            raise BindingError(
                f"each member of the rest hole `{name}` is {place.describe()}, not {_describe_value(node)}"
            )
    return value


def _bound_value(hole: Any, binding: Mapping[str, Bound], place: Place) -> Any:
    if hole.name not in binding:
        return hole
    value = binding[hole.name]
    if not hole.rest:
        if value.__class__ in place.kinds:
            return value
        if place.name:
            if value.__class__ is str:
                return value
            if isinstance(value, ir.Const):
                return value.name
        if place.sign:
            if isinstance(value, bool):
                return value
            if isinstance(value, ir.Sign):
                return value.negative
    raise BindingError(f"hole `{hole.name}` takes {place.describe()}, not {_describe_value(value)}")


def _describe_value(value: object) -> str:
    if isinstance(value, tuple):
        return f"{len(value)} nodes"
    if isinstance(value, ir.Node):
        return f"a node `{value.__class__.__name__}`"
    return f"`{value!r}`"


def with_sign(literal: ir.Literal, negative: bool) -> ir.Literal:
    """Return a literal's atom with this sign."""
    return ir.Literal(literal.atom, negative)
