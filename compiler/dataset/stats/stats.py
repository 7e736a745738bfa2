"""A dataset's figures: counts, distributions, what labels depend on, and how near a reference they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ....dsl.source import NOWHERE
from ..formats import read
from ..ngrams import Likeness, PublicSet, SharedRuns
from ..repeats import Overlap, Repeats
from ..runs import executors
from . import references
from .account import Account
from .counting import OTHERS, Figure, Names, evenness
from .counts import Sought
from .families import Families
from .foreign_words import Foreign
from .guessing.gathering import Surface
from .label_dependence import Dependence
from .places import Places
from .portions import count_dataset
from .prompts.variety import Variety
from .references import Reference


@dataclass(frozen=True)
class Balance:
    """How often each name occurs.

    Attributes:
        counts: also of answers that every problem offers but none has.
        apart: the greatest count less the smallest; None if some names are counted together.
        even: the entropy over its maximum: 1 if all are equally frequent; None if there is one name, or if
            some are counted together.
    """

    counts: Mapping[str, int]
    shares: Mapping[str, float]
    apart: int | None
    even: float | None


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
    """

    dataset: str
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

    @property
    def ok(self) -> bool:
        """Whether every statistic is as near its reference as it is to be."""
        return all(each.ok for each in self.reference)


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
    rejections = _rejections(path)
    families = Families(path)
    public = tuple(PublicSet(Path(file)) for file in against)
    sought = Sought(by, (*(row.statistic for row in rows), *(each for _, each in asked)), public)
    counts = count_dataset(path, beside, families, sought, progress, workers, executor)
    counts.check(
        path,
        sought,
        [*((row.text, row.span) for row in rows), *((text, NOWHERE) for text, _ in asked)],
    )
    values = [measure.value() for measure in counts.measures]
    return Statistics(
        dataset=str(dataset),
        families=counts.families.ordered(),
        all=_group(counts.everything),
        rejections=rejections,
        statistics={
            text: value for (text, _), value in zip(asked, values[len(rows) :], strict=True)
        },
        independence=tuple(counts.contingency.dependences()),
        surface=counts.gathering.gathered().result(),
        by=by,
        groups={name: _group(counts.groups[key]) for key, name in counts.ordered()},
        reference=tuple(map(_compare_row, rows, values)),
        repeats=counts.sightings.repeats(),
        overlaps=counts.sightings.overlaps(),
        against=tuple(map(SharedRuns.likeness, counts.shared, public)),
        places=counts.standing.result(),
        foreign=counts.foreign.result(families),
        variety=counts.variety.result(families),
    )


def _compare_row(row: Reference, measured: float) -> Compared:
    ok = row.tolerance.allows(measured, row.value)
    return Compared(row.text, measured, row.value, row.tolerance.shown, ok, row.source)


def _group(account: Account) -> Group:
    return Group(
        instances=account.instances,
        labels=_balance(account.labels, account.offered),
        answers=_balance(account.answers, account.offered),
        params={name: _seen(each) for name, each in account.params.items()},
        sizes={name: _seen(each) for name, each in account.sizes.items()},
        metrics={name: _seen(each) for name, each in account.metrics.items()},
        shares=account.shares(),
    )


def _balance(names: Names, offered: frozenset[str]) -> Balance:
    counts = names.ordered()
    if counts.keys() <= offered:
        counts = {name: names.counts[name] for name in sorted(offered)}
    shares = {name: count / names.total for name, count in counts.items()}
    if OTHERS in counts:
        return Balance(counts, shares, None, None)
    apart = max(counts.values()) - min(counts.values())
    return Balance(counts, shares, apart, evenness(counts))


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


def _rejections(dataset: Path) -> dict[str, int] | None:
    """Return why drafts were dropped, the commonest cause first; None if there is no manifest."""
    found = read.manifest(dataset)
    if found is None:
        return None
    rejections: dict[str, int] = found["rejections"]
    return dict(sorted(rejections.items(), key=lambda each: (-each[1], each[0])))
