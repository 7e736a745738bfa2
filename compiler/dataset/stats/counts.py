"""All that is counted of the records of a dataset. The counts of parts merge, in order, into those of the whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....dsl.diagnostics import Diagnostic, Report, SpecError, did_you_mean
from ....dsl.source import NOWHERE, Span
from ..formats.read import report_damage
from ..ngrams import PublicSet, SharedRuns
from .account import Account, figures
from .balance import FamilyLabels
from .counting import Names, is_number, value_name
from .examples import Examples
from .expressions.measures import Measure, Unmeasured
from .expressions.statistics import Statistic
from .families import Families
from .foreign_words import ForeignWords, WordFinder
from .guessing.gathering import Gathering
from .label_dependence import Contingency
from .places import Standing
from .prompts.variety import SpokenNames, VarietyCounter
from .repeats import Sightings

MOST_GROUPS = 50
"""How many values a figure may have that records are grouped by."""


@dataclass(frozen=True)
class Sought:
    """What is to be counted besides what always is: groups by a figure, statistics, and runs of public sets."""

    by: str | None
    statistics: tuple[Statistic, ...]
    public: tuple[PublicSet, ...]


class Words:
    """What a process knows of the words of a dataset's families."""

    def __init__(self, families: Families) -> None:
        self.foreign = WordFinder(families)
        self.names = SpokenNames(families)


class Counts:
    """What is counted of records: accounts of all and of each group, texts, and the values of statistics."""

    def __init__(self, sought: Sought) -> None:
        self.everything = Account()
        self.contingency = Contingency(self.everything)
        self.groups: dict[float | str, Account] = {}
        self.families = Names()
        self.labels = FamilyLabels()
        self.examples = Examples()
        self.sightings = Sightings()
        self.standing = Standing()
        self.measures = [Measure(statistic) for statistic in sought.statistics]
        self.foreign = ForeignWords()
        self.variety = VarietyCounter()
        self.gathering = Gathering()
        self.shared = [SharedRuns() for _ in sought.public]
        self._by = sought.by
        self._known: set[str] = set()

    def add(self, record: Mapping[str, Any], sought: Sought, words: Words) -> None:
        """Count a record of the dataset. Raises SpecError (E0805, E0621)."""
        with report_damage(record):
            self._count(record)
            self.foreign.add(record, words.foreign)
            self.variety.add(record, words.names)
            self.gathering.add(record)
            for shared, public in zip(self.shared, sought.public, strict=True):
                shared.add(record, public)

    def add_beside(self, record: Mapping[str, Any], dataset: str) -> None:
        """Count a record of another dataset. Raises SpecError (E0805)."""
        with report_damage(record):
            self.sightings.add(record, dataset)

    def merge(self, other: Counts) -> None:
        """Count the records that another one counted after this. Raises SpecError (E0621)."""
        self.everything.merge(other.everything)
        self.contingency.merge(other.contingency)
        for key, account in other.groups.items():
            self._group(key).merge(account)
        self.families.merge(other.families)
        self.labels.merge(other.labels)
        self.examples.merge(other.examples)
        self.sightings.merge(other.sightings)
        self.standing.merge(other.standing)
        for own, more in zip(self.measures, other.measures, strict=True):
            own.merge(more)
        self.foreign.merge(other.foreign)
        self.variety.merge(other.variety)
        self.gathering.merge(other.gathering)
        for runs, others in zip(self.shared, other.shared, strict=True):
            runs.merge(others)
        self._known |= other._known

    def _count(self, record: Mapping[str, Any]) -> None:
        self.everything.add(record)
        self.contingency.add(record)
        self.families.add(record["family"])
        self.labels.add(record)
        self.examples.add(record)
        self.sightings.add(record)
        self.standing.add(record)
        known = figures(record)
        if not known.keys() <= self._known:
            self._known |= known.keys()
        for measure in self.measures:
            measure.add(known)
        if self._by in known:
            value = known[self._by]
            self._group(value if is_number(value) else value_name(value)).add(record)

    def _group(self, key: float | str) -> Account:
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
        yield from ((key, str(key)) for key in sorted(self.groups, key=_order))

    def check(self, dataset: Path, sought: Sought, asked: Sequence[tuple[str, Span]]) -> None:
        """Raise SpecError if nothing was read, or if a statistic or a group has no value in the records.

        Args:
            asked: each statistic that must have a value, as it was written, and where; these come first.
        """
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
            asked, sought.statistics, self.measures, strict=False
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


def _order(key: float | str) -> tuple[bool, float, str]:
    return (True, 0, key) if isinstance(key, str) else (False, key, "")


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
