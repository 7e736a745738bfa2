"""A small decision tree over counts (Breiman, Friedman, Olshen and Stone, Classification and Regression Trees, 1984).

It is grown at the leaf that gains most, by the Gini index, up to a number of leaves. Counts are cut into at most
sixteen bins first.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

LEAVES = 12
FEWEST = 10
"""How many rows a leaf has at least."""

BINS = 16

MOST_ROWS = 4_000
"""Of how many rows a tree is grown, evenly spaced; a leaf's shares are of these."""


@dataclass
class Node:
    """A node with the shares of the classes among its rows; one with a column is divided at an edge."""

    shares: tuple[float, ...]
    column: int = -1
    edge: float = 0.0
    parts: tuple[Node, ...] = field(default=())


@dataclass(frozen=True)
class _Leaf:
    node: Node
    rows: Sequence[int]
    gain: float
    column: int
    bin: int


class Tree:
    """Is grown of some rows; `gains` are the information gains of the columns."""

    def __init__(
        self,
        counts: Sequence[array[float]],
        classes: Sequence[int],
        rows: Sequence[int],
        labels: int,
    ) -> None:
        step = max(1, -(-len(rows) // MOST_ROWS))
        self._rows = rows[::step]
        self._classes, self._labels = [classes[row] for row in self._rows], labels
        columns = list(zip(*(counts[row] for row in self._rows), strict=True))
        self._edges = [_edges(column) for column in columns]
        self._bins = [
            [bisect_left(edges, value) for value in column] if edges else []
            for column, edges in zip(columns, self._edges, strict=True)
        ]
        self.gains: Counter[int] = Counter()
        self.root = self._grow()

    def shares(self, row: Sequence[float]) -> tuple[float, ...]:
        """Return the shares of the classes in the leaf that a row falls in."""
        node = self.root
        while node.parts:
            node = node.parts[row[node.column] > node.edge]
        return node.shares

    def _grow(self) -> Node:
        places = range(len(self._rows))
        root = Node(self._share(places))
        leaves = [self._leaf(root, places)]
        while len(leaves) < LEAVES:
            best = max(range(len(leaves)), key=lambda place: leaves[place].gain)
            leaf = leaves[best]
            if leaf.gain <= 1e-9:
                break
            bins = self._bins[leaf.column]
            low = [place for place in leaf.rows if bins[place] <= leaf.bin]
            high = [place for place in leaf.rows if bins[place] > leaf.bin]
            parts = Node(self._share(low)), Node(self._share(high))
            leaf.node.column, leaf.node.edge = leaf.column, self._edges[leaf.column][leaf.bin]
            leaf.node.parts = parts
            self.gains[leaf.column] += round(1000 * leaf.gain)
            leaves[best : best + 1] = [self._leaf(parts[0], low), self._leaf(parts[1], high)]
        return root

    def _share(self, places: Sequence[int]) -> tuple[float, ...]:
        counts = Counter(self._classes[place] for place in places)
        return tuple(
            (counts[each] + 0.5) / (len(places) + 0.5 * self._labels)
            for each in range(self._labels)
        )

    def _leaf(self, node: Node, places: Sequence[int]) -> _Leaf:
        """Find the best division of a leaf."""
        best = (0.0, 0, 0)
        labels = self._labels
        classes = [self._classes[place] for place in places]
        whole = Counter(classes)
        total = len(places)
        base = sum(count * count for count in whole.values()) / max(total, 1)
        least = max(FEWEST, total // 100)
        for column, bins in enumerate(self._bins):
            if not bins or total < 2 * least:
                continue
            cells = Counter(
                [bins[place] * labels + each for place, each in zip(places, classes, strict=True)]
            )
            gain, edge = _best(cells, whole, total, labels, least, len(self._edges[column]))
            if gain - base > best[0] + 1e-9:
                best = (gain - base, column, edge)
        return _Leaf(node, places, *best)


def _best(
    cells: Counter[int], whole: Counter[int], total: int, labels: int, least: int, edges: int
) -> tuple[float, int]:
    """Return the greatest sum over both parts of squared counts over their size, and the edge that gives it."""
    best = (0.0, 0)
    below = [0] * labels
    for edge in range(edges):
        for label in range(labels):
            below[label] += cells.get(edge * labels + label, 0)
        low = sum(below)
        if low < least:
            continue
        if total - low < least:
            break
        told = sum(count * count for count in below) / low
        told += sum((whole[each] - below[each]) ** 2 for each in range(labels)) / (total - low)
        best = max(best, (told, edge), key=lambda pair: pair[0])
    return best


def _edges(column: Sequence[float]) -> list[float]:
    """Return the greatest value of each bin but the last one: of each value where they are few."""
    counts = Counter(column)
    values = sorted(counts)
    if len(values) <= BINS:
        return values[:-1]
    edges: list[float] = []
    seen = 0
    for value in values[:-1]:
        seen += counts[value]
        if seen * BINS >= len(column) * (len(edges) + 1):
            edges.append(value)
    return edges
