"""The outline of a program: which rule leads to which, as a directed acyclic graph with one sink or two.

A spanning in-arborescence towards the sink comes first, so that every rule leads there; then further edges, each from
an earlier to a later node of a topological order. Of two sinks, each is led to by one node at least.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...random.stream import Stream

BETWEEN = 2
"""How many rules are put between others with two sinks, more or less; there are as many edges less."""

WAYS = 4
"""How many nodes it takes that two lead to each of two sinks, one after the other."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an outline keeps to: how many nodes and edges, and how many edges lead into one node."""

    nodes: tuple[int, int]
    edges: tuple[int, int]
    limit: int


@dataclass(frozen=True, slots=True)
class Outline:
    """Nodes are numbered in a topological order; the last are the sinks. `incoming` has the nodes that lead to each."""

    incoming: tuple[tuple[int, ...], ...]
    sinks: int = 1
    own: tuple[int, ...] = ()
    """Nodes that lead to one of two sinks alone: one for each, or two, of which one leads to the other."""
    deepened: frozenset[int] = frozenset()
    """The nodes that a rule is put before, which is not counted as a node."""

    @property
    def nodes(self) -> int:
        """How many nodes there are, of the sinks one."""
        return len(self.incoming) - self.sinks + 1

    @property
    def depth(self) -> int:
        """How many nodes the longest path has."""
        longest: list[int] = []
        for place, before in enumerate(self.incoming):
            ways = [longest[each] for each in before]
            longest.append(1 + max((*ways, int(place in self.deepened))))
        return max(longest[-self.sinks :])


@lru_cache(maxsize=256)
def sizes(bounds: Bounds) -> tuple[tuple[int, int], ...]:
    """Return the numbers of nodes and edges that there is an outline for."""
    least, most = bounds.edges
    return tuple(
        (nodes, edges)
        for nodes in range(bounds.nodes[0], bounds.nodes[1] + 1)
        for edges in range(
            max(least, nodes - 1), 1 + min(most, sum(min(j, bounds.limit) for j in range(nodes)))
        )
    )


def outline(bounds: Bounds, stream: Stream, sinks: int = 1) -> Outline | None:
    """Draw an outline: every size that there is one for is as likely. None if there is none.

    A second sink is a node more than the size says, and some of the edges lead there. Then there must be three nodes or
    more, and there may be fewer edges, since one node for each sink leads nowhere else.
    """
    known = sizes(bounds)
    if not known:
        return None
    nodes, edges = stream.pick(known)
    limit = bounds.limit
    inner, total = nodes - 1, nodes - 1 + sinks
    incoming: list[list[int]] = [[] for _ in range(total)]
    leading = _draw_leading(inner, stream) if sinks > 1 else {}
    for node, later in leading.items():
        incoming[later].append(node)
    for node in range(inner - 1, -1, -1):
        free = [later for later in range(node + 1, total) if len(incoming[later]) < limit]
        if node not in leading:
            incoming[stream.pick(free)].append(node)
    for _ in range(edges - inner - (BETWEEN if sinks > 1 else 0)):
        pairs = [
            (earlier, later)
            for later in range(1, total)
            if len(incoming[later]) < limit
            for earlier in range(min(later, inner))
            if earlier not in incoming[later] and earlier not in leading
        ]
        if not pairs:
            break
        earlier, later = stream.pick(pairs)
        incoming[later].append(earlier)
    return Outline(tuple(tuple(sorted(each)) for each in incoming), sinks, tuple(leading))


def _draw_leading(inner: int, stream: Stream) -> dict[int, int]:
    """Draw a node for each of two sinks that leads there, and one that leads to that node, where there are four.

    They lead nowhere else; the last one can lead only to a sink.
    """
    first, second = stream.shuffled((inner, inner + 1))
    if inner < WAYS:
        return {inner - 1: first, stream.below(inner - 1): second}
    other = stream.between(1, inner - 2)
    before = stream.below(other)
    free = [each for each in range(inner - 1) if each not in (other, before)]
    return {inner - 1: first, other: second, before: other, stream.pick(free): inner - 1}
