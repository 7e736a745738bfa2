"""A linear reader: which of several alternatives is right, by the features that each has.

This is conditional logit (D. McFadden, in Frontiers in Econometrics, 1974, 105-142): an alternative's score is the sum
of its features' weights, and its chance the softmax of the scores. Where the alternatives are labels, and a feature a
word with a label, it is multinomial logistic regression on a bag of words. Weights are fitted by stochastic gradients
with AdaGrad's steps (Duchi, Hazan and Singer, Journal of Machine Learning Research 12, 2011, 2121-2159), in the order
of the examples.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

STEP = 0.2
EPOCHS = 5
DECAY = 1e-4
"""The strength of the quadratic penalty on weights (ridge), per example."""


@dataclass(frozen=True)
class Example:
    """Alternatives by the numbers of their features, and the place of the right one."""

    alternatives: tuple[tuple[int, ...], ...]
    right: int


class Features:
    """Numbers for features, given as they are first seen, and only until it is closed."""

    def __init__(self, most: int) -> None:
        self.closed = False
        self._most = most
        self._numbers: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def of(self, features: Sequence[Hashable]) -> tuple[int, ...]:
        """Give the numbers of features, those that have one."""
        numbers = self._numbers
        if not self.closed:
            for each in features:
                if each not in numbers and len(numbers) < self._most:
                    numbers[each] = len(numbers)
        return tuple(numbers[each] for each in features if each in numbers)


def fit(examples: Sequence[Example], features: int) -> list[float]:
    """Give the weights of so many features that tell the right alternatives of examples."""
    weights = [0.0] * features
    squares = [1e-8] * features
    for _ in range(EPOCHS):
        for example in examples:
            for place, (chance, own) in enumerate(
                zip(chances(weights, example.alternatives), example.alternatives, strict=True)
            ):
                slope = chance - (place == example.right)
                for each in own:
                    gradient = slope + DECAY * weights[each]
                    squares[each] += gradient * gradient
                    weights[each] -= STEP * gradient / math.sqrt(squares[each])
    return weights


def chances(weights: Sequence[float], alternatives: Sequence[Sequence[int]]) -> list[float]:
    """Give how likely each alternative is right."""
    scores = [sum(weights[each] for each in own) for own in alternatives]
    most = max(scores)
    exponentials = [math.exp(score - most) for score in scores]
    total = sum(exponentials)
    return [each / total for each in exponentials]


def chosen(weights: Sequence[float], alternatives: Sequence[Sequence[int]]) -> int:
    """Give the place of the likeliest alternative, the first of equals."""
    scores = [sum(weights[each] for each in own) for own in alternatives]
    return max(range(len(scores)), key=lambda place: (scores[place], -place))
