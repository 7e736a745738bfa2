"""The outline of a program: which rule leads to which, as a directed acyclic graph with a single sink.

A spanning in-arborescence towards the sink comes first, so that every rule leads there; then further edges, each from
an earlier to a later node of a topological order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...stream import Stream


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an outline keeps to: how many nodes and edges, and how many edges lead into one node."""

    nodes: tuple[int, int]
    edges: tuple[int, int]
    limit: int


@dataclass(frozen=True, slots=True)
class Outline:
    """Nodes are numbered in a topological order; the last is the sink. `incoming` has the nodes that lead to each."""

    incoming: tuple[tuple[int, ...], ...]

    @property
    def depth(self) -> int:
        """How many nodes the longest path has."""
        longest: list[int] = []
        for before in self.incoming:
            longest.append(1 + max((longest[each] for each in before), default=0))
        return longest[-1]


@lru_cache(maxsize=256)
def sizes(bounds: Bounds) -> tuple[tuple[int, int], ...]:
    """Give the numbers of nodes and edges that there is an outline for."""
    least, most = bounds.edges
    return tuple(
        (nodes, edges)
        for nodes in range(bounds.nodes[0], bounds.nodes[1] + 1)
        for edges in range(
            max(least, nodes - 1), 1 + min(most, sum(min(j, bounds.limit) for j in range(nodes)))
        )
    )


def outline(bounds: Bounds, stream: Stream) -> Outline | None:
    """Draw an outline: every size that there is one for is as likely. None where there is none."""
    known = sizes(bounds)
    if not known:
        return None
    nodes, edges = stream.pick(known)
    limit = bounds.limit
    incoming: list[list[int]] = [[] for _ in range(nodes)]
    for node in range(nodes - 2, -1, -1):
        free = [later for later in range(node + 1, nodes) if len(incoming[later]) < limit]
        incoming[stream.pick(free)].append(node)
    for _ in range(edges - nodes + 1):
        pairs = [
            (earlier, later)
            for later in range(1, nodes)
            if len(incoming[later]) < limit
            for earlier in range(later)
            if earlier not in incoming[later]
        ]
        earlier, later = stream.pick(pairs)
        incoming[later].append(earlier)
    return Outline(tuple(tuple(sorted(each)) for each in incoming))
