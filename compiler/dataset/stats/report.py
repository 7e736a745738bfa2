"""A dataset's figures as one self-contained page of HTML: tables, and plots as inline SVG."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from ..formats import fold
from . import plots
from .layout.cells import Table, number, share
from .layout.tables import tables
from .stats import Balance, Seen, Statistics

MOST_BARS = 20


@dataclass(frozen=True)
class Section:
    """A table, and the plots that show it."""

    table: Table
    plots: tuple[str, ...]


def html(found: Statistics) -> str:
    """Return the page of a dataset's figures."""
    from jinja2 import Environment, StrictUndefined

    source = resources.files(__package__).joinpath("report.html.jinja").read_text("utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    drawn = _plots(found)
    sections = [Section(table, drawn.get(table.title, ())) for table in tables(found)]
    families = ", ".join(found.families)
    return environment.from_string(source).render(
        title=f"Statistics: {families}",
        subtitle=f"{found.all.instances} instances in {found.dataset}",
        sections=sections,
    )


def _plots(found: Statistics) -> Mapping[str, tuple[str, ...]]:
    """Return the plots of each table, by its title."""
    every = found.all
    drawn = {
        "Labels": (_balance(every.labels),),
        "Answers": (_balance(every.answers),),
        "Parameters": _histograms(every.params),
        "Metrics": _histograms(every.metrics),
        "Sizes": _histograms(every.sizes),
        "Places of right options": tuple(
            plots.bars([(name, count, str(count)) for name, count in place.counts.items()])
            for place in found.places
            if len(place.counts) <= MOST_BARS
        ),
    }
    if found.rejections:
        rows = [(why, float(count), str(count)) for why, count in found.rejections.items()]
        drawn["Rejections"] = (plots.bars(rows[:MOST_BARS]),)
    if found.surface is not None:
        told = found.surface
        guesses = [
            (reader.reader, reader.accuracy, (reader.low, reader.high), reader.chance)
            for reader in told.readers
        ]
        drawn["Guessing the answer without reasoning"] = (plots.shares(guesses),)
    if found.reference:
        compared = [
            (each.statistic, each.measured, each.value, each.ok) for each in found.reference
        ]
        drawn["Reference"] = (plots.pairs(compared),)
    return drawn


def _balance(balance: Balance) -> str:
    ordered = sorted(balance.counts, key=lambda each: (-balance.counts[each], each))[:MOST_BARS]
    return plots.bars(
        [
            (
                fold(name),
                balance.counts[name],
                f"{balance.counts[name]} ({share(balance.shares[name])})",
            )
            for name in ordered
        ]
    )


def _between(low: float, high: float) -> str:
    """Name an interval; one of integers ends before its upper bound."""
    if isinstance(low, int):
        return str(low) if high == low + 1 else f"{low} to {number(high - 1)}"
    return f"{number(low)} to {number(high)}"


def _histograms(figures: Mapping[str, Seen]) -> tuple[str, ...]:
    """Draw the distribution of each figure that takes several numbers."""
    found = []
    for name, seen in figures.items():
        spread = seen.numbers
        if spread is None or spread.min == spread.max:
            continue
        bins = [(_between(low, high), count) for low, high, count in spread.histogram]
        found.append(plots.histogram(name, bins))
    return tuple(found)
