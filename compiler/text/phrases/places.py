"""Decides the reading of a text with a word that can be a name, a variable or a number."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from ...ir import nodes as ir, rebuild

_NAME, _OTHER, _FOREIGN = range(3)
"""How well a term fits its place: a name of the sort there, a term that is not a name, a name of other sorts."""

_BLANK = ir.Hole("")

Ranks: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Places:
    """The names that can be each argument of the declared predicates; None for an argument that can be any."""

    arguments: Mapping[str, tuple[frozenset[str] | None, ...]] = field(default_factory=dict)

    def prefer(self, readings: Iterable[ir.Node]) -> tuple[ir.Node, ...]:
        """Return the readings without those in which a word is not a name although it is one in another reading.

        Readings are compared if they differ only in their terms. A name of the sort of a place is preferred
        to a variable or a number there, and these to a name of other sorts.
        """
        known = tuple(dict.fromkeys(readings))
        if len(known) < 2:
            return known
        alike: dict[ir.Node, list[tuple[ir.Node, Ranks]]] = {}
        for reading in known:
            ranks: list[int] = []
            alike.setdefault(self._outline(reading, ranks), []).append((reading, tuple(ranks)))
        kept = {
            reading
            for group in alike.values()
            for reading, ranks in group
            if not any(_nearer(other, ranks) for _, other in group)
        }
        return tuple(reading for reading in known if reading in kept)

    def _outline(self, node: ir.Node, ranks: list[int]) -> ir.Node:
        """Return a node with its terms left out, and add the rank of each of these."""
        if isinstance(node, ir.Atom) and isinstance(node.predicate, str):
            sorts = iter(self.arguments.get(node.predicate, ()))
            return rebuild(node, lambda part: self._argument(part, next(sorts, None), ranks))
        return self._argument(node, None, ranks)

    def _argument(self, node: ir.Node, names: frozenset[str] | None, ranks: list[int]) -> ir.Node:
        match node:
            case ir.Const(name=name):
                ranks.append(_NAME if names is None or name in names else _FOREIGN)
                return _BLANK
            case ir.Var() | ir.Quantity() | ir.String():
                ranks.append(_OTHER)
                return _BLANK
            case _:
                return rebuild(node, lambda part: self._outline(part, ranks))


def _nearer(one: Ranks, other: Ranks) -> bool:
    """Return whether all terms of one reading fit their places as well as those of another, and some fit better."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))
