"""How often guesses are right, compared with chance, with intervals that count records of one theory together."""

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from ..significance import binomial_tail

DOUBT = 0.05

MARGIN = 0.03
"""By how much more than chance a guess is right where it leaks."""


@dataclass(frozen=True)
class Depth:
    """How often guesses are right on records of one depth, and by chance."""

    tested: int
    accuracy: float
    chance: float


@dataclass(frozen=True)
class Guess:
    """How often a reader guesses right.

    Attributes:
        chance: the share of the commonest answer, or a uniform draw from the choices, whichever is greater.
        low, high: the interval of the accuracy, of 95% for all readers of the family together (Bonferroni).
        p: the probability of this many hits by chance in any reader of the family, at most 1.
        leaks: whether p is below 0.05, and the accuracy more than three points above chance.
        telling: the most important features.
        depths: the results for each depth, if there are several.
    """

    family: str
    reader: str
    tested: int
    accuracy: float
    chance: float
    low: float
    high: float
    p: float
    leaks: bool
    telling: tuple[str, ...]
    depths: Mapping[str, Depth]


def judge_guesses(
    family: str,
    reader: str,
    hits: Mapping[int, bool],
    answers: Sequence[Sequence[str]],
    fair: Sequence[float],
    theories: Sequence[Hashable],
    depths: Sequence[str],
    readers: int,
    telling: tuple[str, ...],
) -> Guess:
    """Judge the guesses of one of some readers, given by the places of the records that it was tried on."""
    tested = len(hits)
    right = sum(hits.values())
    chance = chance_of(hits, answers, fair)
    accuracy = right / tested
    weight = _together(hits, theories)
    effective = tested / weight
    p = min(1.0, readers * binomial_tail(math.floor(right / weight), math.ceil(effective), chance))
    low, high = interval(accuracy, effective, DOUBT / readers)
    by: dict[str, dict[int, bool]] = defaultdict(dict)
    for place, hit in hits.items():
        by[depths[place]][place] = hit
    return Guess(
        family,
        reader,
        tested,
        accuracy,
        chance,
        low,
        high,
        p,
        p < DOUBT and accuracy > chance + MARGIN,
        telling,
        {
            depth: Depth(len(own), sum(own.values()) / len(own), chance_of(own, answers, fair))
            for depth, own in sorted(by.items(), key=lambda pair: (len(pair[0]), pair[0]))
            if len(by) > 1 and depth
        },
    )


def chance_of(
    places: Mapping[int, bool], answers: Sequence[Sequence[str]], fair: Sequence[float]
) -> float:
    """Return how often the commonest answer is right, or a fair draw, whichever is more often."""
    counts = Counter(answer for place in places for answer in answers[place])
    commonest = max(counts.values(), default=0) / len(places)
    return max(commonest, sum(fair[place] for place in places) / len(places))


def interval(share: float, tries: float, doubt: float) -> tuple[float, float]:
    """Return Wilson's interval of a share (Journal of the American Statistical Association 22, 1927, 209-212)."""
    z = NormalDist().inv_cdf(1 - doubt / 2)
    middle = share + z * z / (2 * tries)
    apart = z * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    return (middle - apart) / (1 + z * z / tries), (middle + apart) / (1 + z * z / tries)


def _together(hits: Mapping[int, bool], theories: Sequence[Hashable]) -> float:
    """Return how many records count as one since they share theories: the design effect, at least 1.

    It is the variance of the hits summed by theory over that of single ones (Kish, Survey Sampling, 1965).
    """
    share = sum(hits.values()) / len(hits)
    sums: dict[Hashable, float] = defaultdict(float)
    for place, hit in hits.items():
        sums[theories[place]] += hit - share
    single = len(hits) * share * (1 - share)
    return max(1.0, sum(each * each for each in sums.values()) / single) if single else 1.0
