"""Whether labels are independent of parameters, sizes and metrics, each cut into at most five bins."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .account import Account, Record, figures
from .counting import OTHERS, Figure, is_number, value_name
from .significance import Independence, independence

BINS = 5

MOST_LABELS = 50
"""How many labels are distinguished in tables of labels by something else."""

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


def bins(figure: Figure) -> Bins:
    """Divide a figure into bins: one for each value if there are at most five, else by the fifths of the numbers.

    With more than five names, the four commonest have their own bins.
    """
    values = sorted(figure.numbers.counts)
    if len(values) <= BINS:
        edges = tuple(values[:-1])
    else:
        fifths = tuple(place / BINS for place in range(1, BINS))
        edges = tuple(sorted({*figure.numbers.quantiles_at(fifths)} - {figure.numbers.most}))
    ordered = sorted(figure.names.counts, key=lambda each: (-figure.names.counts[each], each))
    kept = ordered if len(ordered) <= BINS else ordered[: BINS - 1]
    return Bins(edges, frozenset(kept))


@dataclass(frozen=True)
class Dependence:
    """How a label depends on a figure."""

    figure: str
    bins: int
    test: Independence


def common_labels(labels: Mapping[str, int], fewest: int = 1) -> frozenset[str]:
    """Return the commonest labels, at most `MOST_LABELS` and each of at least this many records."""
    ordered = sorted(labels, key=lambda label: (-labels[label], label))[:MOST_LABELS]
    return frozenset(each for each in ordered if each != OTHERS and labels[each] >= fewest)


class Contingency:
    """Counts labels by the bins of every figure of an account; lists are left out, because they have no single value.

    Rare labels are counted together, because the test is unreliable if many cells are nearly empty.
    """

    def __init__(self, account: Account) -> None:
        self._bins = {name: bins(figure) for name, figure in account.factors()}
        self._counts: dict[str, Counter[tuple[str | int, str]]] = {}
        self._labels = common_labels(account.labels.counts, FEWEST)

    def add(self, record: Record) -> None:
        label = record["label"] if record["label"] in self._labels else OTHERS
        known = figures(record)
        for name, cut in self._bins.items():
            value = known.get(name)
            if name in known and not isinstance(value, list | dict):
                self._counts.setdefault(name, Counter())[cut.of(value), label] += 1

    def dependences(self) -> Iterator[Dependence]:
        """Yield the test of every figure that takes more than one value."""
        labels = sorted({*self._labels, OTHERS})
        for name, counts in self._counts.items():
            rows = sorted({row for row, _ in counts}, key=str)
            test = independence([[counts[row, label] for label in labels] for row in rows])
            if test is not None:
                yield Dependence(name, len(rows), test)
