"""Which rows to show so that those that meet a requirement do not stand out to a reader who only counts.

Such a reader sees for each row how many of the requirement's literals it satisfies, how many of its words stand in the
requirement, and where its amounts stand among those of the others. Of many sets of rows that is shown in which the
right ones stand as any row would among others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...random.stream import Stream

TRIES = 60
"""How many sets of rows are drawn, of which one is shown."""


@dataclass(frozen=True)
class Trait:
    """A number that a reader sees of each row, and how much it weighs that it tells nothing."""

    values: Sequence[float]
    weight: float = 1.0


def even(
    draw: Callable[[], tuple[list[int], list[int]]],
    models: Sequence[int],
    traits: Sequence[Trait],
    stream: Stream,
) -> tuple[list[int], list[int]]:
    """Draw right rows and wrong ones among which the right ones stand where any row would stand among others.

    For each right row one of the `models` is drawn, and others beside it: where that one stands in each trait, the
    right row is to stand, as closely as possible. So a row with the least or the greatest value, or unlike all others,
    is no likelier to be right.
    """
    good, bad = draw()
    wanted = []
    for _ in good:
        model, *others = stream.sample(models, min(len(models), len(bad) + 1))
        wanted.append(_stands(model, others, traits))
    least = _off(good, bad, traits, wanted)
    for _ in range(TRIES):
        own, others = draw()
        off = _off(own, others, traits, wanted)
        if off < least:
            good, bad, least = own, others, off
    return good, bad


def _off(
    good: Sequence[int],
    bad: Sequence[int],
    traits: Sequence[Trait],
    wanted: Sequence[Sequence[float]],
) -> float:
    """Return how far right rows stand among wrong ones from where they should."""
    return sum(
        trait.weight * abs(own - each)
        for place, mine in zip(good, wanted, strict=True)
        for trait, own, each in zip(traits, _stands(place, bad, traits), mine, strict=True)
    )


def _stands(row: int, others: Sequence[int], traits: Sequence[Trait]) -> list[float]:
    """Return how many of the others a row is above in each trait, where it equals one a half."""
    found = []
    for trait in traits:
        values = trait.values
        own = values[row]
        found.append(sum((values[other] < own) + (values[other] == own) / 2 for other in others))
    return found
