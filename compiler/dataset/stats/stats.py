"""A dataset's figures: counts, distributions, what labels depend on, and how near a reference they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....dsl.source import NOWHERE
from ...view import View, safe, table_html
from ..formats import read
from ..ngrams import Likeness, PublicSet, SharedRuns
from ..repeats import Overlap, Repeats
from ..runs import executors
from . import references
from .account import Account
from .balance import Balance, balance
from .counting import Figure, share
from .counts import Sought
from .expressions.measures import Measure, Unmeasured
from .families import Families
from .foreign_words import Foreign
from .guessing.gathering import Surface
from .label_dependence import Dependence
from .places import Places
from .portions import count_dataset
from .prompts.variety import Variety
from .references import Reference
from .verdict import Check, Rows, verdict

MOST_SHOWN = 20
"""How many labels a notebook shows."""


@dataclass(frozen=True)
class Spread:
    """A distribution of numbers.

    Attributes:
        exact: whether the median is exact, else it is right to three decimal digits.
        counts: how often each occurs, if they are few integers.
        histogram: the bounds and the count of each of at most twenty equal intervals, which include their
            lower bounds; empty if all numbers are equal.
    """

    count: int
    mean: float
    sd: float
    min: float
    median: float
    max: float
    exact: bool
    counts: Mapping[str, int]
    histogram: tuple[tuple[float, float, int], ...]


@dataclass(frozen=True)
class Seen:
    """What a figure's values are: numbers, names, or some of both."""

    numbers: Spread | None
    names: Mapping[str, int]


@dataclass(frozen=True)
class Group:
    """The figures of all records, or of those that share a value. `shares` are metrics over others, by their sums."""

    instances: int
    labels: Balance
    answers: Balance
    params: Mapping[str, Seen]
    sizes: Mapping[str, Seen]
    metrics: Mapping[str, Seen]
    shares: Mapping[str, float]


@dataclass(frozen=True)
class Compared:
    """A row of a reference file, and the measured value."""

    statistic: str
    measured: float
    value: float
    tolerance: str
    ok: bool
    source: str


@dataclass(frozen=True)
class Statistics:
    """All statistics of a dataset by `rspc stats`.

    Attributes:
        verdict: five figures, each with the limit that it is to keep.
        families: the number of records of each family.
        rejections: why drafts were dropped, by the manifest; None if there is none.
        statistics: the values of the requested statistics.
        independence: whether labels depend on a parameter, size or metric.
        surface: how well answers are guessed without reasoning; None if there are too few records.
        repeats: how many problems repeat another one, by what they have in common.
        overlaps: what splits share, and what this dataset shares with others.
        places: the positions of right options.
        foreign: how many records contain words of other splits, by label; None if splits share all words.
        variety: what the prompts of each family consist of.
        published: the reference that is installed for the family, if it can be compared; it changes no exit code.
        examples: a handful of the problems.
    """

    dataset: str
    verdict: tuple[Check, ...]
    families: Mapping[str, int]
    all: Group
    rejections: Mapping[str, int] | None
    statistics: Mapping[str, float]
    independence: tuple[Dependence, ...]
    surface: Surface | None
    by: str | None
    groups: Mapping[str, Group]
    reference: tuple[Compared, ...]
    repeats: tuple[Repeats, ...]
    overlaps: tuple[Overlap, ...]
    against: tuple[Likeness, ...]
    places: tuple[Places, ...]
    foreign: Foreign | None
    variety: tuple[Variety, ...]
    published: tuple[Compared, ...]
    examples: tuple[View, ...]

    @property
    def ok(self) -> bool:
        """Whether every statistic is as near its reference as it is to be."""
        return all(each.ok for each in self.reference)

    def _repr_html_(self) -> str:
        """Return the verdict and the labels as HTML, which a notebook shows."""
        title = f"{self.all.instances} instances of {', '.join(self.families)}"
        lines = "".join(
            f"<li><b>{each.mark}</b> {safe(each.name)}: {safe(each.text)}</li>"
            for each in self.verdict
        )
        labels = self.all.labels
        ordered = sorted(labels.counts, key=lambda each: (-labels.counts[each], each))[:MOST_SHOWN]
        rows = [(each, str(labels.counts[each]), share(labels.shares[each])) for each in ordered]
        more = len(labels.counts) - len(rows)
        rest = f"<p>and {more} more labels</p>" if more else ""
        table = table_html(("label", "count", "share"), rows)
        return f'<div class="rspc-stats"><b>{safe(title)}</b><ul>{lines}</ul>{table}{rest}</div>'


def stats(
    dataset: str | Path,
    *,
    by: str | None = None,
    reference: str | Path | None = None,
    statistics: Iterable[str] = (),
    beside: Iterable[str | Path] = (),
    against: Iterable[str | Path] = (),
    progress: Callable[[int], None] = lambda _: None,
    workers: int = 1,
    executor: str = executors.LOCAL,
) -> Statistics:
    """Return the statistics of a dataset. It is read once, and so are the others.

    Records are counted in portions, and the counts are merged in order: neither the number of processes nor the
    executor changes a figure.

    Args:
        dataset: a folder that `rspc compile` wrote, or its `records.jsonl`.
        by: a parameter, metric or field to group records by.
        reference: a CSV file with the columns statistic, value, tolerance, and optionally source.
        statistics: further statistics to measure, such as `mean(words where depth = 2)`.
        beside: other datasets to compare it with.
        against: files of public sets, whose runs of words are looked for in the prompts.
        progress: called from time to time with how many records were counted.
        workers: the number of processes that count.
        executor: where they run: `local`, or `ray`.

    Raises:
        SpecError: E0804 or E0805 for a missing or damaged dataset; E0601 to E0614, E0617 and E0618 for a
            bad file or statistic; E0619 for an unknown figure; E0620 for a statistic without a value; E0621
            for a figure with too many values to group by; E0810 or E0816 for an executor that cannot be
            used; E0869 for a public set that cannot be read.
        EngineError: processes died repeatedly.
    """
    executors.check(executor)
    path = Path(dataset)
    rows = references.read(Path(reference)) if reference is not None else ()
    asked = tuple((text, references.statistic(text)) for text in statistics)
    manifest = read.manifest(path)
    stated, reason = references.published(path, manifest) if reference is None else ((), "")
    families = Families(path)
    public = tuple(PublicSet(Path(file)) for file in against)
    measured = (
        *(row.statistic for row in rows),
        *(each for _, each in asked),
        *(row.statistic for row in stated),
    )
    sought = Sought(by, measured, public)
    counts = count_dataset(path, beside, families, sought, progress, workers, executor)
    counts.check(
        path,
        sought,
        [*((row.text, row.span) for row in rows), *((text, NOWHERE) for text, _ in asked)],
    )
    values = [measure.value() for measure in counts.measures[: len(rows) + len(asked)]]
    compared = tuple(map(_compare_row, rows, values))
    published = tuple(_measured(stated, counts.measures[len(values) :]))
    surface = counts.gathering.gathered().result()
    repeats, overlaps = counts.sightings.repeats(), counts.sightings.overlaps()
    judged = compared or published
    off = sum(not each.ok for each in judged)
    why = reason or "the dataset has none of the figures"
    return Statistics(
        verdict=verdict(
            counts.labels.result(),
            surface,
            repeats,
            overlaps,
            Rows(len(judged), off, bool(compared), why),
        ),
        dataset=str(dataset),
        families=counts.families.ordered(),
        all=_group(counts.everything),
        rejections=_rejections(manifest),
        statistics={
            text: value for (text, _), value in zip(asked, values[len(rows) :], strict=True)
        },
        independence=tuple(counts.contingency.dependences()),
        surface=surface,
        by=by,
        groups={name: _group(counts.groups[key]) for key, name in counts.ordered()},
        reference=compared,
        repeats=repeats,
        overlaps=overlaps,
        against=tuple(map(SharedRuns.likeness, counts.shared, public)),
        places=counts.standing.result(),
        foreign=counts.foreign.result(families),
        variety=counts.variety.result(families),
        published=published,
        examples=counts.examples.result(),
    )


def _measured(rows: Iterable[Reference], measures: Iterable[Measure]) -> Iterator[Compared]:
    """Yield the comparison of those rows that have a value in the records."""
    for row, measure in zip(rows, measures, strict=True):
        with suppress(Unmeasured):
            yield _compare_row(row, measure.value())


def _compare_row(row: Reference, measured: float) -> Compared:
    ok = row.tolerance.allows(measured, row.value)
    return Compared(row.text, measured, row.value, row.tolerance.shown, ok, row.source)


def _group(account: Account) -> Group:
    return Group(
        instances=account.instances,
        labels=balance(account.labels, account.offered),
        answers=balance(account.answers, account.offered),
        params={name: _seen(each) for name, each in account.params.items()},
        sizes={name: _seen(each) for name, each in account.sizes.items()},
        metrics={name: _seen(each) for name, each in account.metrics.items()},
        shares=account.shares(),
    )


def _seen(figure: Figure) -> Seen:
    numbers, spread = figure.numbers, None
    if numbers.count:
        spread = Spread(
            count=numbers.count,
            mean=numbers.mean,
            sd=numbers.sd,
            min=numbers.least,
            median=numbers.quantile(0.5),
            max=numbers.most,
            exact=numbers.exact,
            counts=numbers.listed(),
            histogram=numbers.histogram(),
        )
    return Seen(spread, figure.names.ordered())


def _rejections(manifest: Mapping[str, Any] | None) -> dict[str, int] | None:
    """Return why drafts were dropped, the commonest cause first; None if there is no manifest."""
    if manifest is None:
        return None
    rejections: dict[str, int] = manifest["rejections"]
    return dict(sorted(rejections.items(), key=lambda each: (-each[1], each[0])))
