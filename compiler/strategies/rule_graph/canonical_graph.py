"""Canonical names for graphs: two graphs have the same name if and only if they are isomorphic.

Colours are refined by those of the neighbours until nothing changes. If several nodes still have
one colour, each of them in turn gets a colour of its own, and the least of the resulting graphs is
the canonical form (after McKay, "Practical graph isomorphism", 1981). Of nodes with exactly the
same neighbours, only one is tried.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

Edge: TypeAlias = tuple[int, int, int]
"""The start and the end of an edge, and its colour."""

Form: TypeAlias = tuple[tuple[Any, ...], tuple[Edge, ...]]


def canonical(colours: Sequence[Any], edges: Iterable[Edge]) -> Form:
    """Return a form that is the same for all graphs that differ only in the numbering of nodes.

    Args:
        colours: the colour of each node, as values that can be sorted.
        edges: directed, with their own colours. There may be several between two nodes.
    """
    near: list[list[tuple[int, int]]] = [[] for _ in colours]
    listed = list(edges)
    for start, end, colour in listed:
        near[start].append((end, 2 * colour))
        near[end].append((start, 2 * colour + 1))
    known = {each: rank for rank, each in enumerate(sorted(set(colours)))}
    ranks = _refine([known[value] for value in colours], near)
    return tuple(sorted(colours)), _least(ranks, near, listed)


def hash_form(form: Form) -> str:
    """Return a name for a form, of sixteen hexadecimal digits."""
    return blake2b(repr(form).encode("utf-8"), digest_size=8).hexdigest()


def _refine(ranks: list[int], near: Sequence[Sequence[tuple[int, int]]]) -> list[int]:
    """Split nodes of one colour by the colours of their neighbours, until nothing changes.

    Colours are numbers. Nodes that are already distinguished keep their order.
    """
    count = len(set(ranks))
    while count < len(ranks):
        signed = [
            (rank, tuple(sorted([(ranks[node], colour) for node, colour in around])))
            for rank, around in zip(ranks, near, strict=True)
        ]
        order = {each: rank for rank, each in enumerate(sorted(set(signed)))}
        if len(order) == count:
            break
        count = len(order)
        ranks = [order[each] for each in signed]
    return ranks


def _least(
    ranks: list[int], near: Sequence[Sequence[tuple[int, int]]], edges: Sequence[Edge]
) -> tuple[Edge, ...]:
    """Return the least list of edges over all numberings that the colours allow."""
    cells: dict[int, list[int]] = {}
    for node, rank in enumerate(ranks):
        cells.setdefault(rank, []).append(node)
    open_ = [rank for rank, cell in cells.items() if len(cell) > 1]
    if not open_:
        place = {rank: number for number, rank in enumerate(sorted(cells))}
        return tuple(sorted((place[ranks[a]], place[ranks[b]], colour) for a, b, colour in edges))
    cell = cells[min(open_)]
    tried = {tuple(sorted(near[node])): node for node in reversed(cell)}
    return min(
        _least(_refine(_single_out(ranks, node), near), near, edges) for node in tried.values()
    )


def _single_out(ranks: Sequence[int], node: int) -> list[int]:
    """Return the colours with a new one for a node, just before the colour that it had."""
    return [2 * rank + (rank == ranks[node] and each != node) for each, rank in enumerate(ranks)]
