"""A dataset's figures: counts, distributions, what labels depend on, and how near a reference they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from ....dsl.diagnostics import Diagnostic, Report, SpecError, did_you_mean
from ....dsl.source import NOWHERE, Span
from ..formats import read
from ..ngrams import Likeness, PublicSet
from ..repeats import Overlap, Repeats
from . import references
from .account import Account, figures
from .counting import OTHERS, Figure, Names, evenness, is_number, value_name
from .expressions import Statistic
from .families import Families
from .foreign_words import Foreign, ForeignWords
from .guessing.gathering import Gathering, Surface
from .label_dependence import Contingency, Dependence
from .measures import Measure, Unmeasured
from .places import Places, Standing
from .prompts.variety import Variety, VarietyCounter
from .references import Reference
from .repeats import Sightings

MOST_GROUPS = 50


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
) -> Statistics:
    """Return the statistics of a dataset. It is read once, record by record, and so are the others.

    Args:
        dataset: a folder that `rspc compile` wrote, or its `records.jsonl`.
        by: a parameter, metric or field to group records by.
        reference: a CSV file with the columns statistic, value, tolerance, and optionally source.
        statistics: further statistics to measure, such as `mean(words where depth = 2)`.
        beside: other datasets to compare it with.
        against: files of public sets, whose runs of words are looked for in the prompts.
        progress: called after each record with how many were read.

    Raises:
        SpecError: E0804 or E0805 for a missing or damaged dataset; E0601 to E0614, E0617 and E0618 for a
            bad file or statistic; E0619 for an unknown figure; E0620 for a statistic without a value; E0621
            for a
            figure with too many values to group by; E0869 for a public set that cannot be read.
    """
    path = Path(dataset)
    done = count(1)

    def problems(dataset: Path) -> Iterator[dict[str, Any]]:
        for record in read.problems(dataset):
            yield record
            progress(next(done))

    rows = references.read(Path(reference)) if reference is not None else ()
    asked = tuple((text, references.statistic(text)) for text in statistics)
    rejections = _rejections(path)
    families = Families(path)
    foreign, variety = ForeignWords(families), VarietyCounter(families)
    gathering = Gathering()
    counted = _Counted(by, [*(each.statistic for each in rows), *(each for _, each in asked)])
    public = [PublicSet(Path(file)) for file in against]
    for record in problems(path):
        with read.report_damage(record):
            counted.add(record)
            foreign.add(record)
            variety.add(record)
            gathering.add(record)
            for each in public:
                each.add(record)
    counted.check(
        path, [*((row.text, row.span) for row in rows), *((text, NOWHERE) for text, _ in asked)]
    )
    values = [measure.value() for measure in counted.measures]
    for other in beside:
        for record in problems(Path(other)):
            with read.report_damage(record):
                counted.sightings.add(record, str(other))
    return Statistics(
        dataset=str(dataset),
        families=counted.families.ordered(),
        all=_group(counted.everything),
        rejections=rejections,
        statistics={
            text: value for (text, _), value in zip(asked, values[len(rows) :], strict=True)
        },
        independence=tuple(counted.contingency.dependences()),
        surface=gathering.gathered().result(),
        by=by,
        groups={name: _group(counted.groups[key]) for key, name in counted.ordered()},
        reference=tuple(map(_compare_row, rows, values)),
        repeats=counted.sightings.repeats(),
        overlaps=counted.sightings.overlaps(),
        against=tuple(each.likeness() for each in public),
        places=counted.standing.result(),
        foreign=foreign.result(),
        variety=variety.result(),
    )


class _Counted:
    """What is counted of each record: accounts of all and of each group, and the values of statistics."""

    def __init__(self, by: str | None, statistics: Sequence[Statistic]) -> None:
        self.everything = Account()
        self.contingency = Contingency(self.everything)
        self.groups: dict[Any, Account] = {}
        self.families = Names()
        self.sightings = Sightings()
        self.standing = Standing()
        self.measures = [Measure(statistic) for statistic in statistics]
        self._statistics = statistics
        self._by = by
        self._known: set[str] = set()

    def add(self, record: Mapping[str, Any]) -> None:
        self.everything.add(record)
        self.contingency.add(record)
        self.families.add(record["family"])
        self.sightings.add(record)
        self.standing.add(record)
        known = figures(record)
        if not known.keys() <= self._known:
            self._known |= known.keys()
        for measure in self.measures:
            measure.add(known)
        if self._by in known:
            value = known[self._by]
            self._grouped(value if is_number(value) else value_name(value)).add(record)

    def _grouped(self, key: float | str) -> Account:
        if key not in self.groups:
            if len(self.groups) == MOST_GROUPS:
                raise SpecError(
                    [
                        Diagnostic(
                            "E0621",
                            f"`{self._by}` has more than {MOST_GROUPS} values",
                            help="group by a figure with fewer, such as a parameter",
                        )
                    ]
                )
            self.groups[key] = Account()
        return self.groups[key]

    def ordered(self) -> Iterator[tuple[float | str, str]]:
        """Yield the groups' values, numbers first, with their names."""
        numbers = sorted(key for key in self.groups if not isinstance(key, str))
        names = sorted(key for key in self.groups if isinstance(key, str))
        yield from ((key, str(key)) for key in (*numbers, *names))

    def check(self, dataset: Path, asked: Sequence[tuple[str, Span]]) -> None:
        """Raise SpecError if nothing was read, or if a statistic or a group has no value in the records."""
        if not self.everything.instances:
            raise SpecError(
                [
                    Diagnostic(
                        "E0804",
                        f"`{dataset}` holds no records",
                        help="make records with `rspc compile`",
                    )
                ]
            )
        report = Report()
        if self._by is not None:
            self._is_unknown(self._by, NOWHERE, report)
        for (text, span), statistic, measure in zip(
            asked, self._statistics, self.measures, strict=True
        ):
            names = dict.fromkeys(name for term in statistic for name in term.names)
            if not [name for name in names if self._is_unknown(name, span, report)]:
                _measurable(text, measure, span, report)
        report.raise_errors()

    def _is_unknown(self, name: str, span: Span, report: Report) -> bool:
        """Return whether no record has a figure, and report it then."""
        if name in self._known:
            return False
        shown = sorted(each for each in self._known if "." not in each)
        report.add(
            "E0619",
            f"no record has the figure `{name}`",
            span,
            help=did_you_mean(name, self._known) or f"there are {', '.join(shown)}",
        )
        return True


def _measurable(text: str, measure: Measure, span: Span, report: Report) -> None:
    try:
        measure.value()
    except Unmeasured as error:
        report.add(
            "E0620",
            f"`{text}` has no value here: {error}",
            span,
            help="compare it with a dataset that has such records, or leave it out",
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
