"""The values of statistics over a stream of records, each in bounded memory."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..counting import Numbers, is_number
from .statistics import Comparison, Statistic, Term


class Unmeasured(Exception):
    """A statistic has no value in these records; the text says why."""


class Measure:
    """A statistic that records are counted for."""

    def __init__(self, statistic: Statistic) -> None:
        self._terms = tuple(_Counted(term) for term in statistic)

    def add(self, known: Mapping[str, Any]) -> None:
        """Count a record by its figures."""
        for term in self._terms:
            term.add(known)

    def merge(self, other: "Measure") -> None:
        """Count the records that another one counted after this, for the same statistic."""
        for own, more in zip(self._terms, other._terms, strict=True):
            own.merge(more)

    def value(self) -> float:
        """Return the value; raises Unmeasured."""
        first, *others = (term.value() for term in self._terms)
        return first - sum(others)


class _Counted:
    """What a term needs to know of the records that it counts: those with all its figures that meet its conditions."""

    def __init__(self, term: Term) -> None:
        self._term = term
        self._records = 0
        self._hits = 0
        self._sums: list[float] = [0, 0]
        self._numbers = Numbers()

    def add(self, known: Mapping[str, Any]) -> None:
        term = self._term
        if any(name not in known for name in term.names) or not _meets(known, term.where):
            return
        self._records += 1
        self._hits += _meets(known, term.shared)
        for place, name in enumerate(term.figures):
            for value in _numbers(known[name]):
                if len(term.figures) == 1:
                    self._numbers.add(value)
                self._sums[place] += value

    def merge(self, other: "_Counted") -> None:
        self._records += other._records
        self._hits += other._hits
        self._sums = [own + more for own, more in zip(self._sums, other._sums, strict=True)]
        self._numbers.merge(other._numbers)

    def value(self) -> float:
        term, numbers = self._term, self._numbers
        if term.function == "count":
            return float(self._records)
        if not self._records:
            raise Unmeasured("no record has its figures and meets its conditions")
        if term.function == "share":
            return self._hits / self._records
        if term.function == "ratio":
            if not self._sums[1]:
                raise Unmeasured(f"the sum of `{term.figures[1]}` is 0")
            return self._sums[0] / self._sums[1]
        if not numbers.count:
            raise Unmeasured(f"`{term.figures[0]}` holds no numbers")
        match term.function:
            case "mean":
                return numbers.mean
            case "sd":
                return numbers.sd
            case "min":
                return numbers.least
            case "max":
                return numbers.most
            case "sum":
                return self._sums[0]
            case _:
                return numbers.quantile(term.at)


def _meets(known: Mapping[str, Any], conditions: Iterable[Comparison]) -> bool:
    return all(condition.holds(known[condition.figure]) for condition in conditions)


def _numbers(value: Any) -> list[float]:
    """Return the numbers of a figure: it, its members, or none."""
    if isinstance(value, list):
        return [number for each in value for number in _numbers(each)]
    return [value] if is_number(value) else []
