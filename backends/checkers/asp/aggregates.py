"""Aggregates of ground instances: their elements, what is known about them already, and the values they may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from .atoms import Atoms, Signature
from .terms import Environment, EvaluateAll
from .values import COMPARE, NUMBER, Value, always, extent, fold_aggregate, number

Element: TypeAlias = tuple[Value, tuple[int, ...], tuple[int, ...], "tuple[GroundAggregate, ...]"]
"""A tuple of terms, with the atoms that must hold, those that must not, and the negated aggregates that must."""


class GroundAggregate:
    """The function's value over the counted tuples compares with the bound as stated, or does not if negated.

    With `later` its elements are not known yet, and are computed once all atoms are known.
    """

    __slots__ = ("bound", "elements", "function", "later", "negated", "operator")

    def __init__(
        self,
        function: str,
        operator: str,
        bound: Value,
        elements: list[Element],
        negated: bool,
        later: Members | None = None,
    ) -> None:
        self.function, self.operator, self.bound = function, operator, bound
        self.elements, self.negated, self.later = elements, negated, later

    def known(self, env: Environment) -> GroundAggregate:
        """Return it with its elements, which are computed in its instance's environment."""
        if self.later is None:
            return self
        elements = self.later.elements(env)
        return GroundAggregate(self.function, self.operator, self.bound, elements, self.negated)

    def holds(self, atoms: set[int]) -> bool:
        """Return whether it is true if exactly these atoms are true."""
        counted = {
            each
            for each, positive, negative, tests in self.elements
            if atoms.issuperset(positive)
            and atoms.isdisjoint(negative)
            and all(test.holds(atoms) for test in tests)
        }
        value = fold_aggregate(self.function, list(counted))
        return COMPARE[self.operator](value, self.bound) != self.negated

    def sure(self, least: set[int]) -> bool:
        """Return whether it holds for all sets of atoms that include these; for one that is not negated."""
        certain: set[Value] = set()
        open_: set[Value] = set()
        for each, positive, *_ in self.elements:
            (certain if least.issuperset(positive) else open_).add(each)
        span = extent(self.function, list(certain), list(open_ - certain))
        return always(self.operator, span, self.bound)


ALWAYS = GroundAggregate("count", ">=", number(0), [], False)
"""The replacement of an aggregate that is known to be true."""


class Members:
    """Computes the elements of an aggregate in an environment that binds the variables it shares with the rule."""

    def __init__(self, function: str) -> None:
        self.function = function
        self.signatures: frozenset[Signature] = frozenset()
        self.steps: list[Callable[[Environment], None]] = []
        self._found: list[Element] = []

    def collector(
        self,
        terms: EvaluateAll,
        positive: Sequence[int],
        negative: Sequence[int],
        tests: Sequence[int],
    ) -> Callable[[Environment], None]:
        """Return the last step of a member's chain: it takes one element down."""

        def collect(env: Environment) -> None:
            values = terms(env)
            if values is not None:
                holds = tuple([env[place] for place in positive])
                fails = tuple([env[place] for place in negative])
                left = tuple([env[place] for place in tests if env[place] is not ALWAYS])
                self._found.append((values, holds, fails, left))

        return collect

    def elements(self, env: Environment) -> list[Element]:
        self._found = []
        for step in self.steps:
            step(env)
        if self.function == "sum":  # a tuple that does not begin with an integer adds nothing
            return [each for each in self._found if each[0] and each[0][0][0] == NUMBER]
        return self._found


def partial_value(ground: GroundAggregate, atoms: Atoms) -> GroundAggregate | None:
    """Return the undecided part of an aggregate: None if it fails, `ALWAYS` if it holds in every case."""
    if atoms.settled:
        if not ground.holds(atoms.present):
            return None
        varies = not ground.negated and any(positive for _, positive, *_ in ground.elements)
        return ground if varies else ALWAYS
    certain, open_, elements = _sort_elements(ground.elements, atoms)
    span = extent(ground.function, list(certain), list(open_))
    holds = always(ground.operator, span, ground.bound)
    fails = always(_OPPOSITE[ground.operator], span, ground.bound)
    if ground.negated:
        holds, fails = fails, holds
    if holds or fails:
        return ALWAYS if holds else None
    return GroundAggregate(ground.function, ground.operator, ground.bound, elements, ground.negated)


_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def _sort_elements(
    elements: Sequence[Element], atoms: Atoms
) -> tuple[set[Value], set[Value], list[Element]]:
    """Return the tuples that count for certain, those that may, and the elements without what is decided."""
    certain: set[Value] = set()
    open_: set[Value] = set()
    left: list[Element] = []
    for each, positive, negative, tests in elements:
        judgements = [test if test.later else partial_value(test, atoms) for test in tests]
        if not atoms.certain.isdisjoint(negative) or None in judgements:
            continue
        holds = tuple([one for one in positive if one not in atoms.certain])
        fails = tuple(
            [one for one in negative if one in atoms.present or atoms.signature(one) in atoms.open]
        )
        rest = tuple([test for test in judgements if test is not None and test is not ALWAYS])
        (open_ if holds or fails or rest else certain).add(each)
        left.append((each, holds, fails, rest))
    return certain, open_ - certain, left


def possible_values(
    name: str, elements: Sequence[Element], atoms: Atoms, spend: Callable[[int], None]
) -> list[Value]:
    """Return the values, in order, that an aggregate may have."""
    if atoms.settled:
        return [fold_aggregate(name, list({each for each, *_ in elements}))]
    certain, open_, _ = _sort_elements(elements, atoms)
    base = fold_aggregate(name, list(certain))
    if name == "count":
        return [number(base[1] + more) for more in range(len(open_) + 1)]
    if name == "sum":
        sums = {base[1]}
        for weight in sorted(each[0][1] for each in open_):
            spend(len(sums))
            sums |= {each + weight for each in sums}
        return [number(each) for each in sorted(sums)]
    values = {base, *(each[0] for each in open_ if each)}
    return sorted(value for value in values if (value <= base if name == "min" else value >= base))
