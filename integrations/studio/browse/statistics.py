"""Plots of the records that are chosen, of which each bar stands for a condition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ....compiler.dataset.formats import fold
from ....compiler.dataset.stats.account import FIELDS
from ....compiler.dataset.stats.counting import Numbers, number, share, value_name
from ....compiler.dataset.stats.expressions.conditions import Condition, Junction
from ....compiler.dataset.stats.expressions.statistics import Comparison
from ....compiler.dataset.stats.page import plots
from .cells import METRICS, PARAMS, Cell, value_of
from .conditions import Columns
from .index import Index

MOST_BARS = 20
"""Of how many values of a figure a bar is drawn, the commonest ones."""

MOST_ROWS = 12
"""A parameter with more values than this has no plot of the labels at each."""

MOST_LABELS = 40
"""With more labels than this, none are plotted by parameter."""

MOST_PLOTS = 40
"""How many plots a section has."""


@dataclass(frozen=True)
class Plot:
    """A plot as SVG, with the condition that each of its marks stands for."""

    svg: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Section:
    """Plots under one title, and the names of figures that are the same in all records, with their values."""

    title: str
    plots: tuple[Plot, ...]
    constant: tuple[tuple[str, str], ...] = ()


def sections(index: Index) -> Iterator[Section]:
    """Yield the plots of the chosen records: labels, labels by parameter, parameters, metrics and sizes.

    Raises:
        Stopped: other records are chosen.
    """
    columns = index.columns()
    fields = [
        each for each in ("label", "answer", "family", "task", "split") if each in columns.places
    ]
    labels = index.counts(fields)
    yield _section("Labels and answers", labels)
    params = index.counts(_beginning(columns, PARAMS))
    by = _by_parameter(index, labels.get("label", Counter()), params)
    yield Section("Labels by parameter", tuple(by))
    yield _section("Parameters", params)
    plain = [each for each in columns.places if "." not in each and each not in FIELDS]
    yield _section("Sizes", index.counts(plain))
    yield _section("Metrics", index.counts(_beginning(columns, METRICS)))


def _beginning(columns: Columns, prefix: str) -> list[str]:
    return [each for each in columns.places if each.startswith(prefix)]


def _section(title: str, counts: Mapping[str, Counter[Cell]]) -> Section:
    drawn, constant = list[Plot](), list[tuple[str, str]]()
    for name, own in counts.items():
        if len(own) == 1 and name not in ("label", "answer"):
            ((cell, _),) = own.items()
            constant.append((_shown(name), fold(value_name(value_of(cell)))))
        elif own and len(drawn) < MOST_PLOTS:
            drawn += _plots_of(name, own)
    return Section(title, tuple(drawn), tuple(constant))


def _plots_of(name: str, counts: Counter[Cell]) -> Iterator[Plot]:
    """Yield the distribution of the numbers of a figure, and the bars of its names."""
    numbers, names = split(counts)
    if numbers.count and numbers.least != numbers.most:
        bins = numbers.histogram()
        rows = [(_between(low, high), count) for low, high, count in bins]
        last = len(bins) - 1
        conditions = [
            _within(name, low, high, place == last) for place, (low, high, _) in enumerate(bins)
        ]
        yield Plot(plots.histogram(_shown(name), rows, marked=True), tuple(conditions))
    if names and (len(names) <= MOST_BARS or max(names.values()) > 1):
        total = names.total()
        most = sorted(names, key=lambda each: (-names[each], each))[:MOST_BARS]
        bars = [
            (fold(each), names[each], f"{names[each]} ({share(names[each] / total)})")
            for each in most
        ]
        title = _shown(name)
        if len(names) > len(bars):
            title = f"{title}: the commonest {MOST_BARS} of {len(names)}"
        conditions = [Comparison(name, "=", each) for each in most]
        yield Plot(plots.bars(title, bars, marked=True), tuple(conditions))


def split(counts: Counter[Cell]) -> tuple[Numbers, Counter[str]]:
    """Return the numbers and the names among cells; the members of a list count one by one."""
    numbers, names = Counter[float](), Counter[str]()
    for cell, count in counts.items():
        value = value_of(cell)
        for each in value if isinstance(value, list) else [value]:
            if type(each) in (int, float):
                numbers[each] += count
            else:
                names[value_name(each)] += count
    found = Numbers()
    found.counts, found.count = numbers, numbers.total()
    if numbers:
        found.least, found.most = min(numbers), max(numbers)
    return found, names


def _within(name: str, low: float, high: float, is_last: bool) -> Condition:
    """Return the condition of an interval, which includes its lower bound; the last one includes both."""
    is_whole = isinstance(low, int) and isinstance(high, int)
    if is_whole and high == low + 1:
        return Comparison(name, "=", float(low))
    upper = Comparison(name, "<=" if is_last and not is_whole else "<", float(high))
    return Junction("and", (Comparison(name, ">=", float(low)), upper))


def _between(low: float, high: float) -> str:
    if isinstance(low, int):
        return str(low) if high == low + 1 else f"{low} to {number(high - 1)}"
    return f"{number(low)} to {number(high)}"


def _by_parameter(
    index: Index, counted: Counter[Cell], counts: Mapping[str, Counter[Cell]]
) -> Iterator[Plot]:
    """Yield the labels at each value of the parameters that vary."""
    ordered = sorted(counted.items(), key=lambda each: (-each[1], str(each[0])))
    labels = [str(label) for label, _ in ordered]
    names = [name for name, own in counts.items() if _is_plain(own)][:MOST_PLOTS]
    if not 1 < len(labels) <= MOST_LABELS:
        return
    for name, pairs in index.pairs("label", names).items():
        cells = sorted(cell for cell in counts[name] if not isinstance(cell, bytes | None))
        rows = {_cell(cell): {label: pairs[label, cell] for label in labels} for cell in cells}
        conditions = [
            Junction("and", (_equal(name, cell), Comparison("label", "=", label)))
            for cell in cells
            for label in labels
        ]
        title = f"Labels by {_shown(name)}"
        yield Plot(plots.stacked(title, rows, labels, marked=True), tuple(conditions))


def _is_plain(counts: Counter[Cell]) -> bool:
    """Return whether a figure has several values, few of them, and all of one kind."""
    kinds = {isinstance(cell, str) for cell in counts}
    has_others = any(isinstance(cell, bytes) for cell in counts)
    return 1 < len(counts) <= MOST_ROWS and len(kinds) == 1 and not has_others


def _equal(name: str, cell: Cell) -> Comparison:
    return Comparison(name, "=", cell if isinstance(cell, str) else float(cell or 0))


def _cell(cell: Cell) -> str:
    return fold(cell) if isinstance(cell, str) else number(float(cell or 0))


def _shown(name: str) -> str:
    return name.removeprefix(PARAMS).removeprefix(METRICS)
