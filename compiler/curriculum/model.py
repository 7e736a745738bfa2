"""Estimates how often a learner succeeds at each setting, while the learner changes.

The model is a logistic regression whose coefficients drift: a Gaussian over them is updated after each outcome with
the extended Kalman filter (Penny and Roberts 1999, "Dynamic logistic regression", IJCNN; Fahrmeir 1992, JASA 87). A
setting has the values of its parameters as features, the products of two of them, and an effect of its own, so that
neither an interaction nor a setting that is unlike its neighbours is missed.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

Features: TypeAlias = Mapping[int, float]
"""The features of a setting that are not 0, by their numbers."""

WIDTH = 4.0
SLOPE = 4.0
PRODUCT = 1.0
OWN = 0.5
"""Variances, before anything is known, of the level, of a feature, of a product of two, and of a setting's effect."""

DRIFT = 0.02
"""By how much the variance of the level grows with each outcome, as a learner improves or forgets."""

TURN = 0.001
"""By how much that of every other coefficient grows."""

MOST_FEATURES = 12
"""With more features than these, products are left out."""


class SuccessModel:
    """The estimated rate of success at each of some settings."""

    def __init__(self, settings: Sequence[Mapping[str, Any]]) -> None:
        """Take the values of the parameters of each setting; those that all settings share do not matter."""
        self._features, variances = _features(settings)
        self._mean = [0.0] * len(variances)
        size = range(len(variances))
        self._covariance = [[variances[i] if i == j else 0.0 for j in size] for i in size]

    def rates(self) -> list[float]:
        """Return the estimated rate of success at each setting, in order."""
        return [self._rate(features) for features in self._features]

    def _rate(self, features: Features) -> float:
        """Return the expected rate: the logistic function of a Gaussian (MacKay 1992)."""
        level = sum(self._mean[i] * x for i, x in features.items())
        return logistic(level / math.sqrt(1 + math.pi * self._variance(features) / 8))

    def _variance(self, features: Features) -> float:
        return sum(
            x * y * self._covariance[i][j] for i, x in features.items() for j, y in features.items()
        )

    def update(self, setting: int, success: float, trials: int) -> None:
        """Learn from the share of replies to a problem of a setting that were right, and their number."""
        features, covariance = self._features[setting], self._covariance
        for i in range(len(covariance)):
            covariance[i][i] += TURN if i else DRIFT
        rate = logistic(sum(self._mean[i] * x for i, x in features.items()))
        curvature = trials * max(rate * (1 - rate), 0.01)
        gain = [sum(row[j] * x for j, x in features.items()) for row in covariance]
        scale = 1 / (1 / curvature + sum(gain[i] * x for i, x in features.items()))
        step = scale * trials * (success - rate) / curvature
        for i, own in enumerate(gain):
            self._mean[i] += own * step
            row = covariance[i]
            if own:
                for j, other in enumerate(gain):
                    row[j] -= scale * own * other


def logistic(level: float) -> float:
    """Return the logistic function of a number, for numbers of any size."""
    if level < 0:
        return 1 - logistic(-level)
    return 1 / (1 + math.exp(-level))


def _features(settings: Sequence[Mapping[str, Any]]) -> tuple[list[Features], list[float]]:
    """Return the features of each setting, and the variance of each feature's coefficient."""
    columns: list[list[float]] = []
    owners: list[str] = []
    for name in settings[0]:
        found = _columns([setting[name] for setting in settings])
        columns += found
        owners += [name] * len(found)
    variances = [WIDTH, *(SLOPE for _ in columns)]
    if len(columns) <= MOST_FEATURES:
        for one, other in combinations(range(len(columns)), 2):
            if owners[one] != owners[other]:
                product = zip(columns[one], columns[other], strict=True)
                columns.append([x * y for x, y in product])
                variances.append(PRODUCT)
    rows: list[Features] = []
    for at in range(len(settings)):
        row = {0: 1.0, len(variances) + at: 1.0}
        row |= {number: column[at] for number, column in enumerate(columns, 1) if column[at]}
        rows.append(row)
    return rows, [*variances, *(OWN for _ in settings)]


def _columns(values: Sequence[Any]) -> list[list[float]]:
    """Return a parameter as features from -1 to 1: its rank for numbers, otherwise one feature for each value."""
    different = list(dict.fromkeys(map(_plain, values)))
    if len(different) < 2:
        return []
    if all(isinstance(value, int | float) for value in different):
        low, high = min(different), max(different)
        return [[2 * (_plain(value) - low) / (high - low) - 1 for value in values]]
    return [[float(_plain(value) == each) for value in values] for each in different]


def _plain(value: Any) -> Any:
    """Return a number as it is, a truth value as 0 or 1, and anything else as its text."""
    return value if isinstance(value, int | float) else str(value)
