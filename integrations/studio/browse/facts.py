"""What a page learns of a dataset once it is read: which figures vary, and which have few values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ....compiler.dataset.stats.expressions.conditions import Condition, Junction
from ....compiler.dataset.stats.expressions.statistics import Comparison
from .cells import NUMBERS, PARAMS, Cell
from .conditions import Columns
from .index import Chosen, Index
from .state import Facet, Filters, first_columns as first_columns

MOST_VALUES = 12
"""A figure with more values than this has none to be chosen from, only a range."""

MOST_LABELS = 40
"""The same for labels."""

MOST_FACETS = 30

FIELDS = ("label", "split", "family", "task")
"""Fields whose values can be chosen."""


def learn(database: Path) -> tuple[list[str], list[Facet]]:
    """Return the figures that vary, and those with few values, by an index that is complete.

    Raises:
        Stopped: never, as the index is opened here.
    """
    index = Index(database)
    try:
        index.choose(Chosen())
        columns = index.columns()
        counts = index.counts(list(columns.places))
        read = index.state().read
    finally:
        index.close()
    varying = [name for name, own in counts.items() if len(own) > 1 or 0 < own.total() < read]
    names = [*FIELDS, *(name for name in columns.places if name.startswith(PARAMS))]
    found = [
        Facet(name, _values(counts[name]))
        for name in names
        if name in counts and _has_few(name, counts[name], varying)
    ]
    return _ordered(varying, columns, counts), found[:MOST_FACETS]


def tally(index: Index, filters: Filters, facets: Sequence[Facet]) -> dict[str, Counter[Cell]]:
    """Return how many records have each value of some figures; nothing if no record is left out.

    They are the chosen records of the index. For a figure of which values are wanted, they are those that all other
    filters keep, so that its other values can be compared.

    Raises:
        Stopped: other records are chosen meanwhile.
    """
    if filters.chosen().is_everything:
        return {}
    wanted = dict(filters.facets)
    found = index.counts([each.name for each in facets if each.name not in wanted])
    for name in wanted:
        others = replace(filters, facets=tuple(each for each in filters.facets if each[0] != name))
        found[name] = index.counts_of(others.chosen(), name)
    return found


def _has_few(name: str, counts: Counter[Cell], varying: list[str]) -> bool:
    most = MOST_LABELS if name == "label" else MOST_VALUES
    is_plain = not any(isinstance(cell, bytes) for cell in counts)
    return is_plain and (name in varying or name == "label") and 0 < len(counts) <= most


def _values(counts: Counter[Cell]) -> tuple[tuple[float | str, int], ...]:
    found = [
        (cell if isinstance(cell, str) else float(cell or 0), count)
        for cell, count in counts.items()
        if not isinstance(cell, bytes)
    ]
    return tuple(sorted(found, key=lambda each: (isinstance(each[0], str), each[0])))


def _ordered(varying: list[str], columns: Columns, counts: dict[str, Counter[Cell]]) -> list[str]:
    """Return figures with those first that most records have."""
    places = {name: place for place, name in enumerate(columns.places)}
    return sorted(varying, key=lambda name: (-counts[name].total(), places[name]))


def read_range(name: str, low: str, high: str, columns: Columns) -> Condition | str:
    """Return the condition that a figure is in a range, of which one bound may be empty; or what is wrong with it."""
    if not columns.resolve(name):
        return f"no record has a figure `{name}`" if name else "name a figure"
    if not columns.kinds_of(name) & NUMBERS:
        return f"`{name}` has no numbers"
    parts = []
    for sign, text in ((">=", low), ("<=", high)):
        if text:
            try:
                value = float(text)
            except ValueError:
                return f"`{text[:40]}` is no number"
            if value != value or abs(value) == float("inf"):
                return f"`{text[:40]}` is no number"
            parts.append(Comparison(name, sign, value))
    if not parts:
        return "give a least value, a greatest value, or both"
    return parts[0] if len(parts) == 1 else Junction("and", tuple(parts))
