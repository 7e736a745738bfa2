"""A handful of a dataset's problems, to look at: always the same ones, whatever the order of the records."""

from __future__ import annotations

from ...view import View, view
from ..repeats import digest
from .account import Record

MOST = 5
"""How many problems are kept."""


class Examples:
    """Keeps the problems with the smallest digests of their ids, each cut to a bounded length."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, View]] = []

    def add(self, record: Record) -> None:
        order = digest(f"example\n{record['id']}")
        if len(self._kept) < MOST or order < self._kept[-1][0]:
            self._keep([(order, view(record))])

    def merge(self, other: Examples) -> None:
        """Keep what another one kept, of records that come after these."""
        self._keep(other._kept)

    def _keep(self, more: list[tuple[int, View]]) -> None:
        # The order is stable: of equal ids the first record is kept.
        self._kept = sorted((*self._kept, *more), key=lambda each: each[0])[:MOST]

    def result(self) -> tuple[View, ...]:
        return tuple(shown for _, shown in self._kept)
