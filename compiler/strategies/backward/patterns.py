"""Patterns of broken leaves in a tree: they are counted, and one is drawn uniformly.

The leaves of a tree hold or are broken. Its branches do not meet, so the patterns of a tree are the
products of those of its parts. They are counted as polynomials: the coefficient of `x ** n` is the
number of patterns with n broken leaves. A polynomial is stored as an integer whose digits are the
coefficients (Kronecker's substitution).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeAlias

from ...ir import nodes as ir
from ...random.stream import Stream, weighted_draw

CERTAIN, FOLLOWS, OPEN = 2, 1, 0
"""The standing of a literal: certain by facts and strict rules, following by others, or open.

It is negative if the complement is certain or follows.
"""


@dataclass(frozen=True, eq=False)
class Leaf:
    """The statements that support the last condition of a branch.

    Attributes:
        places: the places of its statements in the theory in which it is true.
        broken: the statements that replace them if it is broken, None for none; empty if it cannot
            be broken.
        look: what it adds, if broken, to each number that a reader can see directly.
    """

    places: tuple[int, ...]
    broken: tuple[ir.Statement | None, ...]
    look: tuple[int, int] = (0, 0)


@dataclass(frozen=True, eq=False)
class Branch:
    """A rule, and the support of each part of its body."""

    rule: ir.Rule
    parts: tuple[Part, ...]

    def standing(self, parts: Sequence[int]) -> int:
        """Return the standing of the rule's head by this rule alone, given those of its body."""
        if min(parts, default=CERTAIN) <= OPEN:
            return OPEN
        strict = self.rule.arrow == "->" and min(parts, default=CERTAIN) == CERTAIN
        return CERTAIN if strict else FOLLOWS


@dataclass(frozen=True, eq=False)
class Goal:
    """A literal with the rules for it and against it.

    Attributes:
        preferred: whether the first rule for it is preferred to the first against it; None if neither is.
    """

    ours: tuple[Branch, ...]
    theirs: tuple[Branch, ...] = ()
    preferred: bool | None = None

    @property
    def parts(self) -> tuple[Branch, ...]:
        """All rules about the literal."""
        return self.ours + self.theirs

    def standing(self, parts: Sequence[int]) -> int | None:
        """Return the literal's standing, given those of its rules; None for a contradiction."""
        ours, theirs = parts[: len(self.ours)], parts[len(self.ours) :]
        certain = CERTAIN in ours, CERTAIN in theirs
        if any(certain):
            return None if all(certain) else CERTAIN if certain[0] else -CERTAIN
        if _win(ours, theirs, self.preferred is True):
            return FOLLOWS
        return -FOLLOWS if _win(theirs, ours, self.preferred is False) else OPEN


Part: TypeAlias = Leaf | Branch | Goal

_Choices: TypeAlias = tuple[list[tuple[tuple[int, int], ...]], Callable[[Stream], int]]


def _win(mine: Sequence[int], others: Sequence[int], preferred: bool) -> bool:
    """Return whether a side follows: no rule of the other applies, except a first one if beaten."""
    beaten = preferred and mine[0] > OPEN
    return max(mine, default=OPEN) > OPEN and all(
        each <= OPEN or (place == 0 and beaten) for place, each in enumerate(others)
    )


def leaves(part: Part) -> Iterator[Leaf]:
    """Yield the leaves of a tree."""
    if isinstance(part, Leaf):
        yield part
    else:
        for each in part.parts:
            yield from leaves(each)


class Patterns:
    """The patterns of broken leaves in a goal's tree, counted by the goal's standing."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.size = sum(1 for _ in leaves(goal))
        self._width = self.size + 1
        self._ways: dict[int, Mapping[int, int]] = {}
        self._counts: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._shared: dict[tuple[int, int, int], _Choices] = {}

    def counts(self, sign: int) -> list[int]:
        """Return the numbers of patterns with 0, 1, … broken leaves for which the goal's standing has a sign."""
        ways = self._of(self.goal)
        whole = sum(each for standing, each in ways.items() if _sign(standing) == sign)
        return [self._coefficient(whole, number) for number in range(self._width)]

    def draw(self, sign: int, number: int, stream: Stream) -> list[Leaf]:
        """Draw a pattern of `number` broken leaves for which the goal's standing has a sign.

        There must be such a pattern.
        """
        ways = self._of(self.goal)
        fitting = [standing for standing in ways if _sign(standing) == sign]
        weights = [self._coefficient(ways[standing], number) for standing in fitting]
        standing = fitting[stream.weighted(weights)]
        return self._draw(self.goal, standing, number, stream) if number else []

    def _of(self, part: Part) -> Mapping[int, int]:
        """Return the polynomial of a part's patterns, for each standing."""
        found = self._ways.get(id(part))
        if found is None:
            found = self._ways[id(part)] = self._count_patterns(part)
        return found

    def _count_patterns(self, part: Part) -> Mapping[int, int]:
        if isinstance(part, Leaf):
            return {CERTAIN: 1, OPEN: 1 << self._width} if part.broken else {CERTAIN: 1}
        found: dict[int, int] = {}
        for standings in product(*(self._of(each) for each in part.parts)):
            standing = part.standing(standings)
            if standing is not None:
                found[standing] = found.get(standing, 0) + prod(self._choose(part, standings))
        return found

    def _choose(self, part: Branch | Goal, standings: Sequence[int]) -> list[int]:
        pairs = zip(part.parts, standings, strict=True)
        return [self._of(each)[standing] for each, standing in pairs]

    def _draw(self, part: Part, standing: int, number: int, stream: Stream) -> list[Leaf]:
        """Draw a pattern of `number` broken leaves for which a part has a standing."""
        if isinstance(part, Leaf):
            return [part]
        choices, choose = self._choices(part, standing, number)
        found = []
        chosen = choices[choose(stream) if len(choices) > 1 else 0]
        for each, (own, share) in zip(part.parts, chosen, strict=True):
            if share:
                found += self._draw(each, own, share, stream)
        return found

    def _choices(self, part: Branch | Goal, standing: int, number: int) -> _Choices:
        """Return the ways to distribute `number` broken leaves for a standing, and a function that draws one.

        A way has the standing and the number of broken leaves of each subpart.
        """
        key = id(part), standing, number
        if key not in self._shared:
            weights: dict[tuple[tuple[int, int], ...], int] = {}
            for each in product(*(self._of(each) for each in part.parts)):
                if part.standing(each) == standing:
                    weights |= self._shares(part, each, number)
            self._shared[key] = [*weights], weighted_draw([*weights.values()])
        return self._shared[key]

    def _shares(
        self, part: Branch | Goal, standings: Sequence[int], number: int
    ) -> dict[tuple[tuple[int, int], ...], int]:
        """Return the ways to share `number` broken leaves among parts, with pattern counts."""
        found: list[tuple[tuple[tuple[int, int], ...], int, int]] = [((), 0, 1)]
        for each, own in zip(part.parts, standings, strict=True):
            counts = self._coefficients(each, own)
            found = [
                ((*taken, (own, n)), shared + n, ways * count)
                for taken, shared, ways in found
                for n, count in counts
                if shared + n <= number
            ]
        return {taken: ways for taken, shared, ways in found if shared == number}

    def _coefficients(self, part: Part, standing: int) -> list[tuple[int, int]]:
        """Return the numbers of broken leaves for a part's standing, with their pattern counts."""
        key = id(part), standing
        found = self._counts.get(key)
        if found is None:
            ways = self._of(part)[standing]
            counts = [self._coefficient(ways, number) for number in range(self._width)]
            found = self._counts[key] = [(n, count) for n, count in enumerate(counts) if count]
        return found

    def _coefficient(self, polynomial: int, number: int) -> int:
        return polynomial >> number * self._width & (1 << self._width) - 1


def _sign(standing: int) -> int:
    return (standing > 0) - (standing < 0)
