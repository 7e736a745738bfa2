"""How many problems have the shape of an earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_SHAPES = 1_000_000
"""How many different shapes are remembered; a problem with another one is not counted as a repeat later."""


@dataclass(frozen=True)
class Shapes:
    """How many problems have a shape, how many shapes they have, and how many repeat the shape of an earlier one.

    `exact` is false where there were too many shapes to remember: there may be more repeats then.
    """

    problems: int
    different: int
    repeats: int
    exact: bool


class Repeats:
    """Counts the records whose `shape` was seen before."""

    def __init__(self, most: int = MOST_SHAPES) -> None:
        self._seen: set[str] = set()
        self._most = most
        self._problems = 0
        self._repeats = 0
        self._exact = True

    def add(self, record: Mapping[str, Any]) -> None:
        shape = record.get("shape")
        if not shape:
            return
        self._problems += 1
        if shape in self._seen:
            self._repeats += 1
        elif len(self._seen) < self._most:
            self._seen.add(shape)
        else:
            self._exact = False

    def result(self) -> Shapes | None:
        """Give the counts; None where no record has a shape."""
        if not self._problems:
            return None
        different = self._problems - self._repeats
        return Shapes(self._problems, different, self._repeats, self._exact)
