"""The deletion filter: finds which things are needed by leaving them out one by one.

From Chinneck and Dravnieks, "Locating minimal infeasible constraint sets in linear programs"
(1991).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")


def shortest(
    line: Sequence[Thing], enough: Callable[[Sequence[Thing]], bool]
) -> list[Thing] | None:
    """Return the shortest prefix of a line that is enough; None if the whole line is not."""
    if not line or not enough(line):
        return None
    few, many = 0, len(line)
    while few < many:
        middle = (few + many) // 2
        if enough(line[:middle]):
            many = middle
        else:
            few = middle + 1
    return list(line[:many])


def minimal_subset(
    things: Sequence[Thing], order: Iterable[Thing], enough: Callable[[Sequence[Thing]], bool]
) -> list[Thing]:
    """Return a minimal subset that is enough, after trying to remove things in this order."""
    kept = list(things)
    for thing in order:
        rest = [each for each in kept if each != thing]
        if enough(rest):
            kept = rest
    return kept
