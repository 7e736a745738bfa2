"""Directed graphs: their strongly connected components, their cycles, their longest paths."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar

N = TypeVar("N", bound=Hashable)

Graph: TypeAlias = dict[N, dict[N, None]]
"""The nodes that each node leads to, in order; every node is a key."""


def components(graph: Mapping[N, Iterable[N]]) -> dict[N, int]:
    """Number the strongly connected components, each after those that it leads to, in linear time.

    A node that is not a key has no successors.

    Source: Tarjan, "Depth-first search and linear graph algorithms" (SIAM J. Comput. 1, 1972), without
    recursion.
    """
    number: dict[N, int] = {}
    low: dict[N, int] = {}
    found: dict[N, int] = {}
    stack: list[N] = []
    count = 0
    for root in graph:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        stack.append(root)
        path: list[tuple[N, Iterator[N]]] = [(root, iter(graph[root]))]
        while path:
            node, following = path[-1]
            for each in following:
                if each not in number:
                    number[each] = low[each] = len(number)
                    stack.append(each)
                    path.append((each, iter(graph.get(each, ()))))
                    break
                if each not in found:
                    low[node] = min(low[node], number[each])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[node])
                if low[node] == number[node]:
                    member = stack.pop()
                    found[member] = count
                    while member != node:
                        member = stack.pop()
                        found[member] = count
                    count += 1
    return found


def edge_within(edges: Iterable[tuple[N, N]], found: Mapping[N, int]) -> tuple[N, N] | None:
    """Return the first edge that stays in one component, and so is part of a cycle; None if there is none."""
    return next(((one, other) for one, other in edges if found[one] == found[other]), None)


def closed_walk(graph: Mapping[N, Mapping[N, None]], one: N, other: N) -> tuple[N, ...]:
    """Return the nodes of a shortest walk from one node to another and back, the first once; empty if there is none.

    Both ways have at least one edge, save that to the node itself.
    """
    if one == other:
        return _path(graph, one, one)[:-1]
    there, back = _path(graph, one, other), _path(graph, other, one)
    return (*there[:-1], *back[:-1]) if there and back else ()


def _path(graph: Mapping[N, Mapping[N, None]], start: N, goal: N) -> tuple[N, ...]:
    """Return the nodes of a shortest path of at least one edge, breadth first; empty if there is none."""
    before: dict[N, N] = {}
    layer = [start]
    while layer and goal not in before:
        following: list[N] = []
        for node in layer:
            for each in graph[node]:
                if each not in before:
                    before[each] = node
                    following.append(each)
        layer = following
    if goal not in before:
        return ()
    path = [goal, before[goal]]
    while path[-1] != start:
        path.append(before[path[-1]])
    return tuple(reversed(path))


def depth(graph: Mapping[N, Mapping[N, None]], found: Mapping[N, int]) -> int:
    """Return the most edges between components on one path; `found` numbers the components as `components` does."""
    deepest = [0] * (1 + max(found.values(), default=-1))
    for node in sorted(graph, key=found.__getitem__):
        for each in graph[node]:
            if found[each] != found[node]:
                deepest[found[node]] = max(deepest[found[node]], 1 + deepest[found[each]])
    return max(deepest, default=0)
