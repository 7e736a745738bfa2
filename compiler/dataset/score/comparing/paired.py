"""Whether two models differ: tests and intervals for the differences of values of the same problems.

If each theory has one problem, and values are 0 or 1, the test is McNemar's (Psychometrika 12, 1947, 153-157), exact:
of the problems that only one model solves, each does so with probability 1/2 (the sign test). In general, it is
Fisher's (The Design of Experiments, 1935, section 21): if the models are alike, the difference of each problem is as
likely as its negative. Differences of problems that share a theory change their signs together, because their replies
may be alike.

The interval is the adjusted one of Bonett and Price (Journal of Educational and Behavioral Statistics 37, 2012,
479-488) for paired proportions, which adds a problem for each model that it alone solves. For other values it has their
sum of squares in place of the number of problems that one model solves. Problems that share a theory count for less, by
the design effect of the differences (see `clusters`).
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ....random.stream import Stream
from ...stats.significance import binomial_tail
from ..clusters import Z

DRAWS = 9_999
"""How often signs are drawn if there are too many sums to try all."""

FEWEST_DRAWS = 999

MOST_STEPS = 500_000
"""How many steps a sum over all signs may take."""

MOST_DRAWN = 20_000_000
"""How many steps draws may take together; each has as many as there are different sums."""

CHUNK = 512
"""How many random bits are drawn at once, unless one size needs more."""

DIGITS = 9
"""To how many decimals sums are compared: means of attempts are not exact."""

ROUNDING = 1e-6


@dataclass(frozen=True)
class Difference:
    """How far two models are apart on the same problems: the first one's values minus the second one's.

    Attributes:
        difference: the mean.
        low, high: its interval of 95%.
        first_only, second_only: on how many problems the first model, or the second, has the higher value.
        both, neither: how many problems have the value 1 with both, or with neither and the same value.
        p: how likely a difference at least so large is, in either direction, if the models are alike.
        test: how it was computed.
    """

    count: int
    difference: float
    low: float
    high: float
    first_only: int
    second_only: int
    both: int
    neither: int
    p: float
    test: str


def differ(
    first: Sequence[float], second: Sequence[float], theories: Sequence[int], seed: int = 0
) -> Difference:
    """Compare the values of two models.

    Args:
        first, second: the values from 0 to 1, in the order of the problems.
        theories: for each problem, the number of its theory.
        seed: of the signs that are drawn, if they are.
    """
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    clusters = _cluster(gaps, theories)
    low, high = interval(gaps, clusters)
    p, test = _test(gaps, clusters, seed)
    higher, lower = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    both = sum(a == b == 1 for a, b in zip(first, second, strict=True))
    count = len(gaps)
    return Difference(
        count=count,
        difference=math.fsum(gaps) / count if count else 0.0,
        low=low,
        high=high,
        first_only=higher,
        second_only=lower,
        both=both,
        neither=count - higher - lower - both,
        p=p,
        test=test,
    )


@dataclass(frozen=True)
class _Clusters:
    """For each theory, the sum of its differences, and how many there are."""

    sums: Sequence[float]
    sizes: Sequence[int]


def _cluster(gaps: Sequence[float], theories: Sequence[int]) -> _Clusters:
    places: dict[int, int] = {}
    sums, sizes = array("d"), array("q")
    for theory, gap in zip(theories, gaps, strict=True):
        place = places.setdefault(theory, len(places))
        if place == len(sums):
            sums.append(0.0)
            sizes.append(0)
        sums[place] += gap
        sizes[place] += 1
    return _Clusters(sums, sizes)


def interval(gaps: Sequence[float], clusters: _Clusters) -> tuple[float, float]:
    """Return the 95% interval of a mean difference."""
    if not gaps:
        return -1.0, 1.0
    worth = _effective(gaps, clusters)
    weight = worth / len(gaps)
    middle = weight * math.fsum(gaps) / (worth + 2)
    square = (weight * math.fsum(gap * gap for gap in gaps) + 2) / (worth + 2)
    reach = Z * math.sqrt(max(0.0, square - middle * middle) / (worth + 2))
    return max(-1.0, middle - reach), min(1.0, middle + reach)


def _effective(gaps: Sequence[float], clusters: _Clusters) -> float:
    """Return how many independent problems these are worth: no more than there are."""
    count, theories = len(gaps), len(clusters.sums)
    mean = math.fsum(gaps) / count
    spread = math.fsum((gap - mean) ** 2 for gap in gaps)
    if not 1 < theories < count or not spread:
        return float(count)
    between = math.fsum(
        (own - mean * size) ** 2 for own, size in zip(clusters.sums, clusters.sizes, strict=True)
    )
    effect = theories / (theories - 1) * between / (spread * count / (count - 1))
    return count / max(1.0, effect)


def _test(gaps: Sequence[float], clusters: _Clusters, seed: int) -> tuple[float, str]:
    sums = [round(own, DIGITS) for own in clusters.sums]
    sizes = Counter(abs(each) for each in sums if each)
    total = abs(round(math.fsum(sums), DIGITS))
    is_plain = len(sums) == len(gaps)
    name = "sign flips" if is_plain else "sign flips by theory"
    if len(sizes) < 2:
        hits = sum(each > 0 for each in sums)
        if is_plain and sizes.keys() <= {1.0}:
            name = "McNemar"
        return sign_test(hits, sizes.total()), f"{name}, exact"
    exact = all_signs(sizes, total)
    if exact is not None:
        return exact, f"{name}, exact"
    draws = max(FEWEST_DRAWS, min(DRAWS, MOST_DRAWN // len(sizes)))
    return drawn_signs(sizes, total, draws, seed), f"{name}, {draws:,} draws"


def sign_test(hits: int, count: int) -> float:
    """Return how likely so uneven a division of things is, if each is a hit with probability 1/2; two-sided."""
    return min(1.0, 2 * binomial_tail(max(hits, count - hits), count, 0.5))


def all_signs(sizes: Mapping[float, int], total: float) -> float | None:
    """Return the share of all choices of signs whose sum is at least as far from 0; None after too many steps.

    Args:
        sizes: the absolute values of the summands, each with how often it occurs.
    """
    chances = {0.0: 1.0}
    steps = 0
    for size, times in sorted(sizes.items()):
        for _ in range(times):
            steps += len(chances)
            if steps > MOST_STEPS:
                return None
            added: dict[float, float] = defaultdict(float)
            for value, chance in chances.items():
                added[round(value + size, DIGITS)] += chance / 2
                added[round(value - size, DIGITS)] += chance / 2
            chances = added
    return min(1.0, math.fsum(p for value, p in chances.items() if _is_as_far(value, total)))


def drawn_signs(sizes: Mapping[float, int], total: float, draws: int, seed: int) -> float:
    """Return the share of drawn choices of signs whose sum is at least as far from 0, the given one included.

    Counting it keeps the test valid (Phipson and Smyth, Statistical Applications in Genetics and Molecular Biology 9,
    2010, article 39). Of each size, the number of positive signs is the number of ones among random bits.
    """
    stream = Stream("signs of differences", seed)
    chunks = _chunks(sizes)
    hits = 1
    for _ in range(draws):
        value = 0.0
        for space, chunk in chunks:
            bits = stream.below(space)
            for size, times, mask in chunk:
                value += size * (2 * (bits & mask).bit_count() - times)
                bits >>= times
        hits += _is_as_far(value, total)
    return hits / (draws + 1)


def _chunks(sizes: Mapping[float, int]) -> list[tuple[int, list[tuple[float, int, int]]]]:
    """Return sizes with their numbers and masks of bits, in chunks that share the bits of a number.

    Each chunk has the number of values of these bits. Long numbers are slow to shift, so chunks are small.
    """
    found: list[tuple[int, list[tuple[float, int, int]]]] = []
    for size, times in sorted(sizes.items()):
        space = 1 << times
        if found and found[-1][0].bit_length() + times <= CHUNK:
            space *= found[-1][0]
            found[-1] = space, [*found[-1][1], (size, times, (1 << times) - 1)]
        else:
            found.append((space, [(size, times, space - 1)]))
    return found


def _is_as_far(value: float, total: float) -> bool:
    return abs(value) >= total - ROUNDING * max(1.0, total)


def holm(values: Sequence[float]) -> list[float]:
    """Return the p of several tests, adjusted so that the chance of any false difference keeps its limit.

    By the step-down procedure of Holm (Scandinavian Journal of Statistics 6, 1979, 65-70).
    """
    found, least = [0.0] * len(values), 0.0
    ordered = sorted(range(len(values)), key=values.__getitem__)
    for rank, place in enumerate(ordered):
        least = max(least, min(1.0, (len(values) - rank) * values[place]))
        found[place] = least
    return found
