"""Lays the scores of several models, and their differences, out as tables of text."""

from collections.abc import Iterator, Mapping
from itertools import chain

from ...formats import cut
from ...stats.layout.cells import Table, number, share
from ..layout import WIDEST, accuracy_cells, wider
from ..outcome import Accuracy
from .comparison import Comparison, Comparisons
from .paired import Difference

_COLUMNS = ("right", "of", "accuracy", "95% interval")
_HEADS = ("only first", "only second", "both", "neither", "difference", "95% interval", "p", "test")


def tables(found: Comparisons) -> Iterator[Table]:
    """Yield the tables of several models: scores, scores by task, differences, and both by parameter."""
    models = found.models
    rows = tuple((name, *accuracy_cells(each.accuracy)) for name, each in models.items())
    note = wider([each.accuracy for each in models.values()])
    yield Table("Scores", ("model", *_COLUMNS), rows, note)
    yield from _by_task(found)
    if found.comparisons:
        yield _differences(found.comparisons)
    grouped = tuple(_groups(found))
    if grouped:
        columns = ("figure", "value", "model", *_COLUMNS)
        yield Table("Scores by parameter", columns, grouped)
    apart = tuple(
        (name, cut(value, WIDEST), pair.first, pair.second, *_cells(each))
        for pair in found.comparisons
        for name, groups in pair.by.items()
        for value, each in groups.items()
    )
    if apart:
        heads = ("figure", "value", "first", "second", *_HEADS)
        yield Table("Differences by parameter", heads, apart)


def _by_task(found: Comparisons) -> Iterator[Table]:
    names = sorted({*chain.from_iterable(each.tasks for each in found.models.values())})
    rows = tuple(
        (task, name, *accuracy_cells(each.tasks[task].accuracy))
        for task in names
        for name, each in found.models.items()
    )
    if len(names) > 1:
        yield Table("Scores by task", ("task", "model", *_COLUMNS), rows)


def _differences(pairs: tuple[Comparison, ...]) -> Table:
    several = len(pairs) > 1
    rows = tuple(
        (pair.first, pair.second, *_cells(pair.all), *((number(pair.adjusted),) if several else ()))
        for pair in pairs
    )
    note = (
        ""
        if not several
        else "adjusted p: corrected for the number of comparisons by Holm's procedure"
    )
    heads = ("first", "second", *_HEADS, *(("adjusted p",) if several else ()))
    return Table("Differences", heads, rows, note)


def _groups(found: Comparisons) -> Iterator[tuple[str, ...]]:
    """Yield the accuracies for each value of each figure, model by model."""
    first: Mapping[str, Mapping[str, Accuracy]] = next(iter(found.models.values())).by
    for name, groups in first.items():
        for value in groups:
            for model, each in found.models.items():
                yield (name, cut(value, WIDEST), model, *accuracy_cells(each.by[name][value]))


def _cells(each: Difference) -> tuple[str, ...]:
    counts = (each.first_only, each.second_only, each.both, each.neither)
    return (
        *map(str, counts),
        _points(each.difference),
        f"{_points(each.low)} to {_points(each.high)}",
        number(each.p),
        each.test,
    )


def _points(value: float) -> str:
    """Return a difference of shares, with its sign."""
    return f"{100 * value:+.1f}%" if value else share(0.0)
