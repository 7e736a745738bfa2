"""Walks over the rows of a table: each row begins with the value that the row before it ends with."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...random.stream import Stream
from ..expressions import NoValue


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
