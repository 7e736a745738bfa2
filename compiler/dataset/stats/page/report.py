"""A dataset's figures as one self-contained page of HTML: the verdict, plots as inline SVG, tables, and examples."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from ....view import plain
from ...formats import fold
from ..balance import Balance
from ..layout.cells import Table, number, share
from ..layout.tables import tables
from ..stats import Seen, Statistics
from . import plots

MOST_BARS = 20

MOST_PLOTS = 30
"""How many parameters have a plot of the labels; more are in the tables."""


@dataclass(frozen=True)
class Section:
    """A table, and the plots that show it."""

    table: Table
    plots: tuple[str, ...]


def html(found: Statistics) -> str:
    """Return the page of a dataset's figures. All texts of the dataset are escaped."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    def shown(value: Any) -> Any:
        return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    source = resources.files(__package__).joinpath("report.html.jinja").read_text("utf-8")
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        finalize=shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    drawn = _plots(found)
    sections = [
        Section(table, tuple(map(Markup, drawn.get(table.title, ())))) for table in tables(found)
    ]
    by_parameter = _by_parameter(found)
    return environment.from_string(source).render(
        title=f"Statistics: {', '.join(found.families)}",
        subtitle=f"{found.all.instances} instances in {found.dataset}",
        verdict=found.verdict,
        sections=sections,
        parameters=tuple(map(Markup, by_parameter)),
        examples=[(each.id, Markup(each.html())) for each in found.examples],
    )


def _plots(found: Statistics) -> Mapping[str, tuple[str, ...]]:
    """Return the plots of each table, by its title."""
    every = found.all
    drawn = {
        "Labels": (_balance("Labels", every.labels),),
        "Answers": (_balance("Answers", every.answers),),
        "Parameters": _histograms(every.params),
        "Metrics": _histograms(every.metrics),
        "Sizes": _histograms(every.sizes),
        "Places of right options": tuple(
            plots.bars(
                f"Right one of {place.options} options",
                [(name, count, str(count)) for name, count in place.counts.items()],
            )
            for place in found.places
            if len(place.counts) <= MOST_BARS
        ),
    }
    if found.rejections:
        rows = [(why, count, str(count)) for why, count in found.rejections.items()]
        drawn["Rejections"] = (plots.bars("Dropped drafts", rows[:MOST_BARS], "drafts"),)
    if found.surface is not None:
        guesses = [
            (each.reader, each.accuracy, (each.low, each.high), each.chance, each.tested)
            for each in found.surface.readers
        ]
        title = "Guessing the answer without reasoning"
        drawn[title] = (plots.shares("Right guesses", guesses),)
    references = (("Reference", found.reference), ("Published figures", found.published))
    for title, stated in references:
        if stated:
            compared = [(each.statistic, each.measured, each.value, each.ok) for each in stated]
            drawn[title] = (plots.pairs(title, compared),)
    return drawn


def _by_parameter(found: Statistics) -> list[str]:
    """Draw the labels at each value of the parameters that vary."""
    drawn: list[str] = []
    for each in found.independence:
        if each.figure.startswith("params.") and len(drawn) < MOST_PLOTS:
            sums: dict[str, int] = {}
            for counts in each.labels.values():
                for label, count in counts.items():
                    sums[label] = sums.get(label, 0) + count
            labels = sorted(sums, key=lambda label: (-sums[label], label))
            name = each.figure.removeprefix("params.")
            drawn.append(plots.stacked(f"Labels by {name}", each.labels, labels))
    return drawn


def _balance(title: str, balance: Balance) -> str:
    ordered = sorted(balance.counts, key=lambda each: (-balance.counts[each], each))[:MOST_BARS]
    rows = [
        (
            fold(name),
            balance.counts[name],
            f"{balance.counts[name]} ({share(balance.shares[name])})",
        )
        for name in ordered
    ]
    more = len(balance.counts) - len(rows)
    return plots.bars(f"{title}: the commonest {MOST_BARS}" if more else title, rows)


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
