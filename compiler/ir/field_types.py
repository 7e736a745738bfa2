"""The values that each field of a node can have, computed from the annotations of the node classes."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import theory as ir


@dataclass(frozen=True, slots=True)
class Place:
    """What a field, or a member of a tuple in a field, can contain.

    Attributes:
        kinds: the classes of nodes. A hole can replace each of them, and so can an expansion, except a name
            or a sign.
        name: whether a plain name is allowed.
        sign: whether a sign (true for negative) is allowed.
        member: the place of each member, if this is a tuple of any length.
    """

    kinds: frozenset[type[ir.Node]] = frozenset()
    name: bool = False
    sign: bool = False
    member: Place | None = None

    def describe(self) -> str:
        """Describe in a few words what is allowed here."""
        if self.name:
            return "a name"
        if self.sign:
            return "a sign"
        if self.kinds >= _kinds(ir.Term | ir.Statement):
            return "a node"
        if self.kinds >= _kinds(ir.Term):
            return "a term"
        if self.kinds >= _kinds(ir.Formula):
            return "a formula"
        if self.kinds >= _kinds(ir.Statement):
            return "a statement"
        named = sorted(kind.__name__ for kind in self.kinds - {ir.Hole, ir.Expand})
        return " or ".join(named) or "nothing"


@cache
def places(kind: type[ir.Node]) -> tuple[tuple[str, Place], ...]:
    """Return the fields of a class of nodes, in order, with the values that each can have."""
    hints = typing.get_type_hints(kind)
    return tuple((name, _place(hints[name])) for name in kind.__struct_fields__)


@cache
def anywhere() -> Place:
    """Return the place of a node that is not part of another: any node."""
    return Place(frozenset(_subclasses(ir.Node)))


def _subclasses(kind: type[ir.Node]) -> Iterator[type[ir.Node]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)


@cache
def _kinds(hint: Any) -> frozenset[type[ir.Node]]:
    return frozenset(part for part in _parts(hint) if _is_node(part))


def _place(hint: Any) -> Place:
    parts = tuple(_parts(hint))
    member = None
    for part in parts:
        match typing.get_origin(part), typing.get_args(part):
            case (origin, (of, end)) if origin is tuple and end is Ellipsis:
                member = _place(of)
    kinds = frozenset(part for part in parts if _is_node(part))
    if kinds - {ir.Hole}:
        kinds |= {ir.Hole, ir.Expand}
    return Place(kinds, str in parts, bool in parts, member)


def _parts(hint: Any) -> Iterator[Any]:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        for part in typing.get_args(hint):
            yield from _parts(part)
    else:
        yield hint


def _is_node(part: Any) -> bool:
    return isinstance(part, type) and issubclass(part, ir.Node)
