"""Whether two things are independent: Pearson's test, and the tails of the distributions that it needs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

MOST_TERMS = 100_000
"""After how many terms a series is given up; it takes about as many as the square root of its argument."""

LEVEL = 0.95


@dataclass(frozen=True)
class Independence:
    """Pearson's test of a table of counts.

    Attributes:
        p: how likely a statistic at least so large is if rows and columns are independent.
        point: what independent ones exceed in one case of twenty.
        beyond: whether the statistic does.
        least: the smallest expected count; the test is rough below 5 (Cochran, Biometrics 10, 1954, 417-451).
    """

    statistic: float
    freedom: int
    p: float
    point: float
    beyond: bool
    least: float


def independence(table: Sequence[Sequence[int]]) -> Independence | None:
    """Test whether the rows of a table of counts are independent of its columns; None if there is no choice.

    Rows and columns that are all zero are left out. The statistic is Pearson's, the sum of
    (observed - expected)^2 / expected, of (rows - 1)(columns - 1) degrees of freedom.
    """
    rows = [row for row in table if any(row)]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    if min(len(rows), len(columns)) < 2:
        return None
    freedom = (len(rows) - 1) * (len(columns) - 1)
    down = [sum(column) for column in columns]
    across = [sum(row) for row in rows]
    total = sum(across)
    statistic = 0.0
    for column, width in zip(columns, down, strict=True):
        for observed, height in zip(column, across, strict=True):
            expected = width * height / total
            statistic += (observed - expected) ** 2 / expected
    point = quantile(LEVEL, freedom)
    return Independence(
        statistic=statistic,
        freedom=freedom,
        p=tail(statistic, freedom),
        point=point,
        beyond=statistic > point,
        least=min(down) * min(across) / total,
    )


def goodness(counts: Sequence[int]) -> Independence | None:
    """Test whether each of some places is equally likely, by their counts; None if there is no choice."""
    total = sum(counts)
    if len(counts) < 2 or not total:
        return None
    expected = total / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    freedom = len(counts) - 1
    point = quantile(LEVEL, freedom)
    return Independence(
        statistic, freedom, tail(statistic, freedom), point, statistic > point, expected
    )


def tail(statistic: float, freedom: int) -> float:
    """Return how likely a chi-squared variable is to exceed a value."""
    return upper_gamma(freedom / 2, statistic / 2)


def quantile(share: float, freedom: int) -> float:
    """Return the value that a chi-squared variable stays below with a probability, by bisection."""
    low, high = 0.0, 1.0
    while tail(high, freedom) > 1 - share:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if tail(middle, freedom) > 1 - share else (low, middle)
    return high


def upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(a, x), for a > 0 and x >= 0.

    For x < a + 1 by the power series of its complement (DLMF 8.11.4), else by the continued fraction (DLMF 8.9.2 in
    the form of even steps), evaluated as Lentz does (Applied Optics 15, 1976, 668-671).
    """
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return max(0.0, 1.0 - scale * _series(a, x))
    return min(1.0, scale * _fraction(a, x))


def _series(a: float, x: float) -> float:
    """Return the sum of x^n / (a (a+1) ... (a+n))."""
    term = total = 1 / a
    for n in range(1, MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * 1e-17:
            return total
    raise ArithmeticError(f"the series of Q({a}, {x}) does not end")


def _fraction(a: float, x: float) -> float:
    """Return 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - ...)))."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    found = d
    for n in range(1, MOST_TERMS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        found *= c * d
        if abs(c * d - 1) < 1e-15:
            return found
    raise ArithmeticError(f"the fraction of Q({a}, {x}) does not end")


def binomial_tail(hits: int, tries: int, chance: float) -> float:
    """Return the probability of at least this many hits in independent tries of one probability."""
    if hits <= 0 or chance >= 1:
        return 1.0
    if chance <= 0:
        return 0.0
    if hits <= tries * chance:
        return max(0.0, 1.0 - _terms(tries - hits + 1, tries, 1 - chance))
    return _terms(hits, tries, chance)


def _terms(hits: int, tries: int, chance: float) -> float:
    """Add up the terms of a binomial tail from its largest on, until they no longer count."""
    log = math.lgamma(tries + 1) - math.lgamma(hits + 1) - math.lgamma(tries - hits + 1)
    term = math.exp(log + hits * math.log(chance) + (tries - hits) * math.log1p(-chance))
    total = term
    for each in range(hits, tries):
        term *= (tries - each) / (each + 1) * chance / (1 - chance)
        total += term
        if term < total * 1e-17:
            break
    return min(1.0, total)
