"""The outline of a program: which rule leads to which, as an acyclic graph with one sink or two.

First a spanning in-arborescence towards the sink is drawn, so that every rule leads there. Further
edges go from an earlier to a later node of a topological order. If there are two sinks, at least
one node leads to each.
"""

from dataclasses import dataclass
from functools import lru_cache

from ...random.stream import Stream

BETWEEN = 2
"""About how many rules are put before others if there are two sinks; as many edges are left out."""

WAYS = 4
"""The fewest inner nodes with which a chain of two nodes leads to each of two sinks."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of an outline: the numbers of nodes and of edges, and the most edges into one node."""

    nodes: tuple[int, int]
    edges: tuple[int, int]
    limit: int


@dataclass(frozen=True, slots=True)
class Outline:
    """An outline; nodes are numbered in a topological order, and the last are the sinks.

    `incoming` has the nodes that lead to each node.
    """

    incoming: tuple[tuple[int, ...], ...]
    sinks: int = 1
    own: tuple[int, ...] = ()
    """Nodes that lead to only one of two sinks: for each sink one, or a chain of two."""
    deepened: frozenset[int] = frozenset()
    """The nodes that a rule is put before; such rules are not counted as nodes."""

    @property
    def nodes(self) -> int:
        """The number of nodes; the sinks count as one."""
        return len(self.incoming) - self.sinks + 1

    @property
    def depth(self) -> int:
        """The number of nodes on the longest path."""
        longest: list[int] = []
        for place, before in enumerate(self.incoming):
            ways = [longest[each] for each in before]
            longest.append(1 + max((*ways, int(place in self.deepened))))
        return max(longest[-self.sinks :])


@lru_cache(maxsize=256)
def sizes(bounds: Bounds) -> tuple[tuple[int, int], ...]:
    """Return the numbers of nodes and edges for which there is an outline."""
    least, most = bounds.edges
    return tuple(
        (nodes, edges)
        for nodes in range(bounds.nodes[0], bounds.nodes[1] + 1)
        for edges in range(
            max(least, nodes - 1), 1 + min(most, sum(min(j, bounds.limit) for j in range(nodes)))
        )
    )


def outline(bounds: Bounds, stream: Stream, sinks: int = 1) -> Outline | None:
    """Draw an outline, with all possible sizes equally likely; None if none is possible.

    A second sink is one node in addition to the size, and some of the edges lead there. This
    requires at least three nodes. There may be fewer edges, since some nodes lead only to one sink.
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
    """Draw a node that leads to each of two sinks, and one that leads to it if there are four.

    They lead nowhere else; the last one can lead only to a sink.
    """
    first, second = stream.shuffled((inner, inner + 1))
    if inner < WAYS:
        return {inner - 1: first, stream.below(inner - 1): second}
    other = stream.between(1, inner - 2)
    before = stream.below(other)
    free = [each for each in range(inner - 1) if each not in (other, before)]
    return {inner - 1: first, other: second, before: other, stream.pick(free): inner - 1}
