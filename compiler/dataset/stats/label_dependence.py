"""Whether labels are independent of parameters, sizes and metrics, each cut into at most five bins."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from . import counting
from .account import Account, Record, sizes
from .counting import COARSE, EXACT, OTHERS, Figure, cut, is_number, value_name
from .significance import Independence, independence

BINS = 5

Value = TypeVar("Value", float, str)

MOST_LABELS = 50
"""How many labels are distinguished in tables of labels by something else."""

MOST_PAIRS = 20_000
"""How many different pairs of a label and a number, or of a label and a name, are counted for each figure."""

FEWEST = 5
"""A label of fewer records than this is counted with others like it."""


@dataclass(frozen=True)
class Bins:
    """How the values of a figure are divided into at most five bins of numbers, and at most five of names.

    Attributes:
        edges: the greatest number of each bin but the last.
        names: the names that have a bin of their own.
    """

    edges: tuple[float, ...]
    names: frozenset[str]

    def of(self, value: Any) -> str | int:
        """Return the bin of a value."""
        if is_number(value):
            return bisect_left(self.edges, value)
        name = value_name(value)
        return name if name in self.names else OTHERS

    def name(self, bin: str | int, figure: Figure) -> str:
        """Return what a bin is called: by its name, its only number, or its bounds."""
        if isinstance(bin, str):
            return bin
        if len(figure.numbers.counts) <= BINS:
            return counting.number(sorted(figure.numbers.counts)[bin])
        most = self.edges[bin] if bin < len(self.edges) else figure.numbers.most
        if not bin:
            return f"up to {counting.number(most)}"
        return f"over {counting.number(self.edges[bin - 1])}, up to {counting.number(most)}"


def bins(figure: Figure, bits: int = EXACT) -> Bins:
    """Divide a figure into bins: one for each value if there are at most five, else by the fifths of the numbers.

    With more than five names, the four commonest have their own bins.

    Args:
        bits: to how many leading bits the numbers are known that are to be divided.
    """
    numbers = figure.numbers.coarser(bits)
    values = sorted(numbers.counts)
    if len(values) <= BINS:
        edges = tuple(values[:-1])
    else:
        fifths = tuple(place / BINS for place in range(1, BINS))
        edges = tuple(sorted({*numbers.quantiles_at(fifths)} - {numbers.most}))
    ordered = sorted(figure.names.counts, key=lambda each: (-figure.names.counts[each], each))
    kept = ordered if len(ordered) <= BINS else ordered[: BINS - 1]
    return Bins(edges, frozenset(kept))


@dataclass(frozen=True)
class Dependence:
    """How a label depends on a figure. `labels` are the counts of the labels in each bin, by the names of the bins."""

    figure: str
    bins: int
    test: Independence
    labels: Mapping[str, Mapping[str, int]]


def common_labels(labels: Mapping[str, int], fewest: int = 1) -> frozenset[str]:
    """Return the commonest labels, at most `MOST_LABELS` and each of at least this many records."""
    ordered = sorted(labels, key=lambda label: (-labels[label], label))[:MOST_LABELS]
    return frozenset(each for each in ordered if each != OTHERS and labels[each] >= fewest)


class Contingency:
    """Counts labels by the values of every figure of an account, which counts the same records first.

    Lists are left out, because they have no single value. Rare labels are counted together, because the test is
    unreliable if many cells are nearly empty.
    """

    def __init__(self, account: Account) -> None:
        self._account = account
        self._pairs: dict[str, _Pairs] = {}

    def add(self, record: Record) -> None:
        label = self._counted(record["label"])
        for name, value in _factors(record):
            if not isinstance(value, list | dict):
                if name not in self._pairs:
                    self._pairs[name] = _Pairs()
                self._pairs[name].add(label, value)

    def merge(self, other: "Contingency") -> None:
        """Count the records that another one counted after this; their accounts are merged first."""
        for name, pairs in other._pairs.items():
            self._pairs.setdefault(name, _Pairs()).merge(pairs, self._counted)

    def _counted(self, label: str) -> str:
        """Return what a label is counted under."""
        return label if label in self._account.labels.counts else OTHERS

    def dependences(self) -> Iterator[Dependence]:
        """Yield the test of every figure that takes more than one value."""
        kept = common_labels(self._account.labels.counts, FEWEST)
        labels = sorted({*kept, OTHERS})
        figures = dict(self._account.factors())
        for name, pairs in self._pairs.items():
            counts = Counter[tuple[str | int, str]]()
            for label, row, count in pairs.binned(figures[name]):
                counts[row, label if label in kept else OTHERS] += count
            rows = sorted({row for row, _ in counts}, key=str)
            test = independence([[counts[row, label] for label in labels] for row in rows])
            if test is not None:
                own = bins(figures[name], pairs.bits)
                found = _by_name(counts, partial(own.name, figure=figures[name]))
                yield Dependence(name, len(rows), test, found)


def _by_name(
    counts: Mapping[tuple[str | int, str], int], name: Callable[[str | int], str]
) -> dict[str, dict[str, int]]:
    """Return the counts of labels by the names of bins, numbers first; bins of one name are counted together."""
    found: dict[str, dict[str, int]] = {}
    for row, label in sorted(counts, key=lambda cell: (isinstance(cell[0], str), *cell)):
        labels = found.setdefault(name(row), {})
        labels[label] = labels.get(label, 0) + counts[row, label]
    return found


def _factors(record: Record) -> Iterator[tuple[str, Any]]:
    """Yield the figures of a record by the names that `Account.factors` gives them."""
    for name, value in record["params"].items():
        yield f"params.{name}", value
    yield from sizes(record).items()
    for name, value in record["metrics"].items():
        yield f"metrics.{name}", value


class _Pairs:
    """How often each value of a figure has each label.

    All pairs are counted exactly up to `MOST_PAIRS`. Beyond, numbers are cut to as many leading bits as leave no
    more, which does not depend on the order of the records, and the rarer half of the names is counted together.
    """

    def __init__(self) -> None:
        self._bits = EXACT
        self._numbers: dict[str, Counter[float]] = {}
        self._names: dict[str, Counter[str]] = {}
        self._distinct: frozenset[str] | None = None
        self._sizes = [0, 0]

    @property
    def bits(self) -> int:
        """To how many leading bits the numbers are known."""
        return self._bits

    def add(self, label: str, value: Any) -> None:
        if is_number(value):
            self._count_number(label, value, 1)
        else:
            self._count_name(label, value_name(value), 1)

    def merge(self, other: "_Pairs", counted: Callable[[str], str]) -> None:
        """Count what another one counted after this, each label under another one."""
        if other._bits < self._bits:
            self._cut_numbers(other._bits)
        for label, numbers in other._numbers.items():
            for number, times in numbers.items():
                self._count_number(counted(label), number, times)
        for label, names in other._names.items():
            for name, times in names.items():
                self._count_name(counted(label), name, times)

    def _count_number(self, label: str, value: float, times: int) -> None:
        self._sizes[0] += _count(self._numbers, label, cut(value, self._bits), times)
        while self._sizes[0] > MOST_PAIRS and self._bits:
            self._cut_numbers(min(self._bits - 1, COARSE))

    def _count_name(self, label: str, name: str, times: int) -> None:
        self._sizes[1] += _count(self._names, label, self._name(name), times)
        while self._sizes[1] > MOST_PAIRS and self._distinct != frozenset():
            self._join_names()

    def _name(self, name: str) -> str:
        return name if self._distinct is None or name in self._distinct else OTHERS

    def _cut_numbers(self, bits: int) -> None:
        self._bits = bits
        finer, self._numbers, self._sizes[0] = self._numbers, {}, 0
        for label, row in finer.items():
            for value, number in row.items():
                self._sizes[0] += _count(self._numbers, label, cut(value, self._bits), number)

    def _join_names(self) -> None:
        totals = sum(self._names.values(), Counter[str]())
        ordered = sorted(totals.keys() - {OTHERS}, key=lambda each: (-totals[each], each))
        self._distinct = frozenset(ordered[: len(ordered) // 2])
        finer, self._names, self._sizes[1] = self._names, {}, 0
        for label, row in finer.items():
            for name, number in row.items():
                self._sizes[1] += _count(self._names, label, self._name(name), number)

    def binned(self, figure: Figure) -> Iterator[tuple[str, str | int, int]]:
        """Yield labels with bins of the figure, and how often they occur together."""
        own = bins(figure, self._bits)
        for counted in (self._numbers, self._names):
            for label, row in counted.items():
                for value, number in row.items():
                    yield label, own.of(value), number


def _count(counted: dict[str, Counter[Value]], label: str, value: Value, number: int) -> bool:
    """Count a pair some times, and return whether it is new."""
    if label not in counted:
        counted[label] = Counter()
    row = counted[label]
    new = value not in row
    row[value] += number
    return new
