"""Choosing rows to show, so that rows that satisfy the requirement do not stand out by counts.

A reader who only counts sees for each row how many of the requirement's literals it satisfies, how
many of its words occur in the requirement, and the rank of its amounts. Of many sets of rows, one
is shown in which the right rows rank like any others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...random.stream import Stream

TRIES = 60
"""How many sets of rows are drawn to choose from."""


@dataclass(frozen=True)
class Trait:
    """A number that a reader sees of each row, and how important it is that it reveals nothing."""

    values: Sequence[float]
    weight: float = 1.0


def even(
    draw: Callable[[], tuple[list[int], list[int]]],
    models: Sequence[int],
    traits: Sequence[Trait],
    stream: Stream,
) -> tuple[list[int], list[int]]:
    """Draw right and wrong rows in which the right ones rank like random rows.

    For each right row, one of the `models` is drawn together with other rows. The right row should have the
    same rank in each trait as this model, as closely as possible. So a row with the smallest or largest
    value, or a unique row, is not more likely to be right.
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
    """Return how far the ranks of right rows among wrong ones are from the wanted ranks."""
    return sum(
        trait.weight * abs(own - each)
        for place, mine in zip(good, wanted, strict=True)
        for trait, own, each in zip(traits, _stands(place, bad, traits), mine, strict=True)
    )


def _stands(row: int, others: Sequence[int], traits: Sequence[Trait]) -> list[float]:
    """Return how many of the others a row exceeds in each trait; equal ones count as a half."""
    found = []
    for trait in traits:
        values = trait.values
        own = values[row]
        found.append(sum((values[other] < own) + (values[other] == own) / 2 for other in others))
    return found
