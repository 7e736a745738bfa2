"""Counts and distributions of a stream, in memory that does not grow with it."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import Any

MOST_NAMES = 1_000
"""How many different names are counted by name; further ones are counted together."""

MOST_VALUES = 5_000
"""How many different numbers are distinguished; it must leave room for every sign and exponent that a float has."""

EXACT = 53
"""The bits of a float's fraction."""

COARSE = 12
"""The bits that are kept of each number once there are too many different ones."""

MOST_LISTED = 12
"""How many different integers are listed one by one."""

BARS = 20
"""How many intervals a histogram has at most."""

GREATEST = 1e100
"""The greatest number that is counted as one: squares and sums of these stay within a float."""

OTHERS = "(others)"


class Names:
    """Counts of names, of which the first `most` are distinguished."""

    def __init__(self, most: int = MOST_NAMES) -> None:
        self.counts: Counter[str] = Counter()
        self._most = most

    def add(self, name: str) -> str:
        """Count a name, and give the one that it was counted under."""
        known = name in self.counts or len(self.counts) < self._most
        counted = name if known else OTHERS
        self.counts[counted] += 1
        return counted

    def merge(self, other: "Names") -> None:
        """Count what another one counted after this."""
        for name, number in other.counts.items():
            known = name in self.counts or len(self.counts) < self._most
            self.counts[name if known else OTHERS] += number

    @property
    def total(self) -> int:
        return self.counts.total()

    def ordered(self) -> dict[str, int]:
        """Return the counts, sorted by name."""
        return dict(sorted(self.counts.items()))


class Numbers:
    """The distribution of numbers: count, mean and deviation, least and most, and quantiles.

    The deviation is Welford's (Technometrics 4, 1962, 419-420). Quantiles come from counts of the values; these
    are exact up to `MOST_VALUES` different ones. Beyond, each value is cut, towards zero, to as many leading bits as
    leave no more than these, which does not depend on the order of the stream.
    """

    def __init__(self) -> None:
        self.count = 0
        self.total: float = 0
        self.least = math.inf
        self.most = -math.inf
        self.bits = EXACT
        self.counts: Counter[float] = Counter()
        self._middle = self._squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        apart = value - self._middle
        self._middle += apart / self.count
        self._squares += apart * (value - self._middle)
        self.least = min(self.least, value)
        self.most = max(self.most, value)
        self.counts[cut(value, self.bits)] += 1
        self._keep_few()

    def merge(self, other: "Numbers") -> None:
        """Count what another one counted.

        The deviation is that of Chan, Golub and LeVeque (American Statistician 37, 1983, 242-247).
        """
        if not other.count:
            return
        count = self.count + other.count
        apart = other._middle - self._middle
        self._squares += other._squares + apart * apart * (self.count * other.count / count)
        self._middle += apart * (other.count / count)
        self.count = count
        self.total += other.total
        self.least = min(self.least, other.least)
        self.most = max(self.most, other.most)
        if other.bits < self.bits:
            self._cut(other.bits)
        for value, number in other.counts.items():
            self.counts[cut(value, self.bits)] += number
        self._keep_few()

    def _keep_few(self) -> None:
        while len(self.counts) > MOST_VALUES:
            self._cut(min(self.bits - 1, COARSE))

    def coarser(self, bits: int) -> "Numbers":
        """Return the same numbers, whose values are known to no more than some leading bits."""
        if bits >= self.bits:
            return self
        found = copy(self)
        found._cut(bits)
        return found

    def _cut(self, bits: int) -> None:
        finer, self.counts, self.bits = self.counts, Counter(), bits
        for each, number in finer.items():
            self.counts[cut(each, bits)] += number

    @property
    def mean(self) -> float:
        """The sum, which is exact for integers, over the count; 0 where there is nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation of a sample; 0 for fewer than two numbers."""
        return math.sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0

    @property
    def exact(self) -> bool:
        """Whether quantiles are exact, not only to `bits` leading bits."""
        return self.bits == EXACT

    def listed(self) -> dict[str, int]:
        """Return how often each value occurs where all are integers, and few; else nothing."""
        few = self.exact and len(self.counts) <= MOST_LISTED
        if not few or any(value != int(value) for value in self.counts):
            return {}
        return {str(int(value)): self.counts[value] for value in sorted(self.counts)}

    def histogram(self) -> tuple[tuple[float, float, int], ...]:
        """Return equal intervals from the smallest number on, each with the count of numbers in it.

        An interval includes its lower bound, and the last one both. For integers, all intervals contain
        equally many values, so that no bar is higher for that reason alone.
        """
        if self.least == self.most or not self.count:
            return ()
        apart = self.most - self.least
        if self.exact and all(value == int(value) for value in self.counts):
            width = math.ceil((apart + 1) / BARS)
            edges = [
                self.least + place * width for place in range(math.ceil((apart + 1) / width) + 1)
            ]
        else:
            cuts = {self.least + apart * (place / BARS) for place in range(BARS)}
            edges = sorted({*cuts, self.most})
        bars = len(edges) - 1
        counts = [0] * bars
        for value, count in self.counts.items():
            counts[min(bars, max(1, bisect_right(edges, value))) - 1] += count
        return tuple(zip(edges, edges[1:], counts, strict=False))

    def quantile(self, share: float) -> float:
        """Return the quantile of a share, interpolated between two neighbours.

        The definition is the seventh of Hyndman and Fan (American Statistician 50, 1996, 361-365).
        Raises ValueError if there are no numbers.
        """
        if not self.count:
            raise ValueError("an empty list has no quantile")
        below, rest = divmod(share * (self.count - 1), 1)
        low = self._number_at(int(below))
        return low + rest * (self._number_at(int(below) + 1) - low) if rest else low

    def quantiles_at(self, shares: tuple[float, ...]) -> tuple[float, ...]:
        """Return for each share the least value that at least that share of the numbers does not exceed."""
        return tuple(self._number_at(max(0, math.ceil(share * self.count) - 1)) for share in shares)

    def _number_at(self, place: int) -> float:
        """Return the number at a place of their order, counted from 0."""
        passed = 0
        for value in sorted(self.counts):
            passed += self.counts[value]
            if passed > place:
                return min(max(value, self.least), self.most)
        raise IndexError(place)


def cut(value: float, bits: int) -> float:
    """Return a number with its leading bits only."""
    if bits >= EXACT:
        return value
    fraction, exponent = math.frexp(value)
    return math.ldexp(math.trunc(math.ldexp(fraction, bits)), exponent - bits)


class Figure:
    """What was seen of one figure: its numbers, its names, or both; the members of a list count one by one."""

    def __init__(self) -> None:
        self.numbers = Numbers()
        self.names = Names()

    def add(self, value: Any) -> None:
        if isinstance(value, list):
            for each in value:
                self.add(each)
        elif is_number(value):
            self.numbers.add(value)
        else:
            self.names.add(value_name(value))

    def merge(self, other: "Figure") -> None:
        """Count what another one counted after this."""
        self.numbers.merge(other.numbers)
        self.names.merge(other.names)


def is_number(value: Any) -> bool:
    """Return whether a value of a record is a number whose sums and squares a float holds."""
    most = GREATEST if type(value) is float else 2**EXACT
    return type(value) in (int, float) and abs(value) <= most


def value_name(value: Any) -> str:
    """Return the name of a value that is not a number."""
    match value:
        case str():
            return value
        case True:
            return "true"
        case False:
            return "false"
        case None:
            return "null"
        case _:
            return str(value)


def evenness(counts: Mapping[str, int]) -> float | None:
    """Return how evenly names occur: their entropy over its maximum, 1 where all are equally frequent; None for one.

    This is Pielou's index (Journal of Theoretical Biology 13, 1966, 131-144).
    """
    total = sum(counts.values())
    if len(counts) < 2 or not total:
        return None
    shares = [count / total for count in counts.values() if count]
    return -sum(share * math.log(share) for share in shares) / math.log(len(counts))


def number(value: float) -> str:
    """Return a number with four significant digits; integers as they are."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.0f}" if 1000 <= abs(value) < 1e15 else f"{value:.4g}"


def share(value: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * value:.1f}%"
