"""Which nodes of a graph reach one another."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def circles(after: Mapping[Node, Sequence[Node]]) -> dict[Node, int]:
    """Give each node the number of its circle: two nodes have the same one where each can be reached from the other.

    Source: Gabow, Path-based depth-first search for strong and biconnected components (Information Processing Letters
    2000); iterative, linear in the graph.
    """
    found: dict[Node, int] = {}
    order: dict[Node, int] = {}
    for root in after:
        if root in order:
            continue
        open_, roots = [root], [root]
        order[root] = len(order)
        path: list[tuple[Node, Iterator[Node]]] = [(root, iter(after[root]))]
        while path:
            node, rest = path[-1]
            for each in rest:
                if each not in order:
                    order[each] = len(order)
                    open_.append(each)
                    roots.append(each)
                    path.append((each, iter(after.get(each, ()))))
                    break
                if each not in found:  # still open: all roots after it are of its circle
                    while order[roots[-1]] > order[each]:
                        roots.pop()
            else:
                path.pop()
                if roots[-1] == node:
                    roots.pop()
                    while node not in found:
                        found[open_.pop()] = order[node]
    return found
