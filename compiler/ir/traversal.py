"""Going over nodes of any class: their children, all that is in them, and the same node with other children."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from .field_types import places
from .theory import Node


def children(node: Node) -> list[Node]:
    """Return the nodes that are directly in a node, in the order of its fields."""
    found: list[Node] = []
    for name in _node_fields(node.__class__):
        value = getattr(node, name)
        if value.__class__ is tuple:
            found += _members(value)
        elif isinstance(value, Node):
            found.append(value)
    return found


@cache
def _node_fields(kind: type[Node]) -> tuple[str, ...]:
    """Return the fields of a class that can contain nodes."""
    return tuple(name for name, place in places(kind) if place.kinds or place.member)


def _members(values: tuple[Any, ...]) -> list[Node]:
    found: list[Node] = []
    for value in values:
        if isinstance(value, Node):
            found.append(value)
        elif value.__class__ is tuple:
            found += _members(value)
    return found


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes in it, each before its children, at any depth."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        within = children(top)
        if within:
            stack += reversed(within)


def rebuild(node: Node, f: Callable[[Node], Node]) -> Node:
    """Return the node with `f` applied to each of its children; the same object if `f` changes none.

    `f` is called in the order of the fields, and must return children that fit their places.
    """
    values = tuple([getattr(node, name) for name in node.__struct_fields__])
    rebuilt = _rebuild_members(values, f)
    return node if rebuilt is values else node.__class__(*rebuilt)


def _rebuild_members(values: tuple[Any, ...], f: Callable[[Node], Node]) -> tuple[Any, ...]:
    changed = False
    members: list[Any] = []
    for old in values:
        new = old
        if isinstance(old, Node):
            new = f(old)
        elif old.__class__ is tuple:
            new = _rebuild_members(old, f)
        if new is not old:
            changed = True
        members.append(new)
    return tuple(members) if changed else values
