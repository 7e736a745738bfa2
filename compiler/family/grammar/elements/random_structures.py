"""Random structures: walks over the rows of a table, trees, and connected graphs."""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import Any, TypeAlias

from ....random.stream import Stream
from ...expressions import NoValue

Pairs: TypeAlias = list[tuple[Any, Any]]


def draw_walk(
    rows: Sequence[tuple[Any, ...]], length: int, ends: Sequence[Any], stream: Stream
) -> list[tuple[Any, ...]]:
    """Draw a walk: each one that exists is as likely as any other.

    Args:
        ends: the value that the first row begins with, and the one that the last row ends with, if they are given.

    Raises NoValue if there is no such walk.
    """
    goal = ends[1:2]
    left = _count_walks(rows, length, goal)
    usable = [row for row in rows if not ends or row[0] == ends[0]]
    found: list[tuple[Any, ...]] = []
    for after in reversed(left):
        weights = [after.get(row[-1], 0) for row in usable]
        total = sum(weights)
        if not total:
            raise NoValue(f"the table has no walk of {length} rows")
        point = stream.below(total)
        for row, weight in zip(usable, weights, strict=True):
            if point < weight:
                found.append(row)
                break
            point -= weight
        usable = [row for row in rows if row[0] == found[-1][-1]]
    return found


def _count_walks(
    rows: Sequence[tuple[Any, ...]], length: int, goal: Sequence[Any]
) -> Sequence[Mapping[Any, int]]:
    """Return how many walks of 0, 1, … length - 1 rows there are from each value (to the goal, if there is one)."""
    values = {value: None for row in rows for value in (row[0], row[-1])}
    counts = [{value: int(not goal or value == goal[0]) for value in values}]
    for _ in range(length - 1):
        before = counts[-1]
        after = dict.fromkeys(values, 0)
        for row in rows:
            after[row[0]] += before[row[-1]]
        counts.append(after)
    return counts[:length]


def grow_tree(nodes: Sequence[Any], stream: Stream) -> Pairs:
    """Return the pairs of parent and child of a random recursive tree: each node joins any of those before it."""
    return [(nodes[stream.below(place)], node) for place, node in enumerate(nodes) if place]


def edge_bounds(nodes: int) -> tuple[int, int]:
    """Return the least and the greatest number of edges of a connected graph of so many nodes."""
    return max(0, nodes - 1), nodes * (nodes - 1) // 2


def describe_edge_bounds(nodes: int) -> str:
    """Return what numbers of edges a connected graph of so many nodes can have."""
    least, most = edge_bounds(nodes)
    return f"{least} to {most} edges" if most > least else f"{most} edge{'' if most == 1 else 's'}"


def draw_graph(nodes: Sequence[Any], edges: int, stream: Stream) -> Pairs:
    """Draw a connected graph without loops and without repeated edges: a uniform tree, and further pairs.

    No node differs from another before the draw, and each edge has a random direction and a random place.
    Every connected graph can be drawn.

    Raises NoValue if there is no such graph.
    """
    least, most = edge_bounds(len(nodes))
    if not least <= edges <= most:
        there = describe_edge_bounds(len(nodes))
        raise NoValue(f"a connected graph of {len(nodes)} nodes has {there}, not {edges}")
    found = dict.fromkeys(_draw_tree(len(nodes), stream))
    if edges - least > (most - least) // 2:
        others = [pair for pair in combinations(range(len(nodes)), 2) if pair not in found]
        found.update(dict.fromkeys(stream.sample(others, edges - least)))
    while len(found) < edges:
        one, other = stream.below(len(nodes)), stream.below(len(nodes))
        if one != other:
            found.setdefault((min(one, other), max(one, other)))
    turned = (pair[::-1] if stream.below(2) else pair for pair in stream.shuffled([*found]))
    return [(nodes[one], nodes[other]) for one, other in turned]


def _draw_tree(count: int, stream: Stream) -> list[tuple[int, int]]:
    """Draw a tree on the numbers below `count`, each as likely as any other, from its Prüfer sequence."""
    if count < 2:
        return []
    inner = [stream.below(count) for _ in range(count - 2)]
    degrees = [1] * count
    for node in inner:
        degrees[node] += 1
    leaves = [node for node, degree in enumerate(degrees) if degree == 1]
    heapify(leaves)
    found: list[tuple[int, int]] = []
    for node in inner:
        leaf = heappop(leaves)
        found.append((min(leaf, node), max(leaf, node)))
        degrees[node] -= 1
        if degrees[node] == 1:
            heappush(leaves, node)
    one, other = heappop(leaves), heappop(leaves)
    return [*found, (one, other)]
