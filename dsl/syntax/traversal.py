"""Walks over syntax trees, and what their items declare."""

from collections.abc import Iterator

from . import items
from .expressions import Name, Node
from .statements import Indexed


def names_in(node: object) -> Iterator[Name]:
    """Yield the names in a syntax tree, or in a tuple of trees, in the order of the text."""
    if isinstance(node, tuple):
        for part in node:
            yield from names_in(part)
    elif isinstance(node, Name):
        yield node
    elif isinstance(node, Node):
        for slot in type(node).__slots__:
            if slot != "span":
                yield from names_in(getattr(node, slot))


def indexed_in(node: object) -> Iterator[Indexed]:
    """Yield the indexed lines in a syntax tree, or in a tuple of trees; of nested ones, the outermost."""
    if isinstance(node, tuple):
        for part in node:
            yield from indexed_in(part)
    elif isinstance(node, Indexed):
        yield node
    elif isinstance(node, Node):
        for slot in type(node).__slots__:
            if slot != "span":
                yield from indexed_in(getattr(node, slot))


def declared_names(item: Node) -> tuple[str, ...]:
    """Return the names that an item declares in the space that all declarations share; none for other nodes."""
    match item:
        case items.Choose(names=names):
            return names
        case (
            items.Param()
            | items.Pool()
            | items.Table()
            | items.Sort()
            | items.Record()
            | items.Production()
            | items.Knowledge()
            | items.Test()
            | items.Measure()
            | items.Style()
        ):
            return (item.name,)
        case _:
            return ()
