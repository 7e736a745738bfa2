"""The effective number of replies to problems that share theories.

That is their number over the design effect: the variance of the accuracy, estimated between theories as
that of a ratio (W. G. Cochran, Sampling Techniques, 1977, chapter 9A), over what it would be if replies
were independent (L. Kish, Survey Sampling, 1965). An interval for a proportion uses it instead of their
number (E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998, 193-201).
"""

import math
from collections import OrderedDict
from typing import TypeAlias

MOST_OPEN = 64
"""How many theories may take turns; one that comes back later is counted as another."""

Squares: TypeAlias = tuple[float, float, int]
"""Sums over theories: of their right replies squared, of these times all replies, and of all replies squared."""


class Clusters:
    """Counts replies, and those that are right, of one theory after another."""

    def __init__(self) -> None:
        self.right: float = 0
        self.count = 0
        self._open: OrderedDict[int, tuple[float, int]] = OrderedDict()
        self._theories = 0
        self._squares: Squares = (0, 0, 0)

    def add(self, theory: int, right: float) -> None:
        """Count a reply, or the mean of several to one problem, from 0 to 1."""
        self.right += right
        self.count += 1
        hits, tries = self._open.pop(theory, (0, 0))
        self._open[theory] = hits + right, tries + 1
        if len(self._open) > MOST_OPEN:
            _, closed = self._open.popitem(last=False)
            self._theories += 1
            self._squares = _add_products(self._squares, closed)

    def effective(self) -> float:
        """Return how many independent replies these are worth: no more than there are."""
        theories = self._theories + len(self._open)
        share = self.right / self.count if self.count else 0.0
        if share in (0, 1) or not 1 < theories < self.count:
            return float(self.count)
        hits, both, tries = self._squares
        for each in self._open.values():
            hits, both, tries = _add_products((hits, both, tries), each)
        between = hits - 2 * share * both + share * share * tries
        independent = self.count * share * (1 - share) * self.count / (self.count - 1)
        effect = theories / (theories - 1) * between / independent
        return self.count / max(1.0, effect)


def _add_products(squares: Squares, theory: tuple[float, int]) -> Squares:
    """Add the products of a theory's right replies and of all its replies."""
    hits, tries = theory
    return squares[0] + hits * hits, squares[1] + hits * tries, squares[2] + tries * tries


Z = 1.959963984540054
"""What a standard normal variable exceeds, in absolute value, in one case of twenty."""


def interval(hits: float, tries: float) -> tuple[float, float]:
    """Return the 95% interval of a probability, given `hits` in `tries` independent cases; 0 to 1 if there are none.

    They need not be whole numbers, because dependent cases count for less.
    """
    if not tries:
        return 0.0, 1.0
    share, weight = hits / tries, Z * Z / tries
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * math.sqrt(share * (1 - share) / tries + weight / (4 * tries)) / (1 + weight)
    low = 0.0 if hits == 0 else max(0.0, middle - reach)
    return low, 1.0 if hits == tries else min(1.0, middle + reach)
