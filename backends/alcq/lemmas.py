"""Divides a justification into inferences that a reader can follow, with lemmas that replace premises.

A lemma follows from a few premises and needs all of them. The goal follows from the lemma and the other
premises (Horridge, Parsia and Sattler, Justification Oriented Proofs in OWL, ISWC 2010). Lemmas use only
concepts of the premises. Those about individuals come before inclusions, and short ones before long ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from ...compiler.contract import Limits
from ...compiler.ir import nodes as ir
from ...compiler.notation import show
from ..checkers.alcq.entailments import deny_concept
from ..checkers.alcq.models import individuals
from ..checkers.alcq.normal_form import normal
from ..checkers.common.budget import Spent
from .base import Base, pair
from .concepts import members
from .interpretations import Made

LIMITS = Limits(60_000)
"""What the search for lemmas may take; out of it, the inference is made in fewer and larger steps."""

FEWEST = 2
"""How many premises an inference may have without a search for lemmas."""

FEW = 3
"""How many premises an inference may have before a lemma with more of them than two is sought."""


Lemma: TypeAlias = ir.Inclusion | ir.ConceptAssertion | ir.Fact


class Inference(NamedTuple):
    """Premises by their places, the given statements first and then the lemmas, and the lemma that follows."""

    premises: tuple[int, ...]
    lemma: Lemma | None
    """None for the last inference, whose conclusion is the goal."""


def inferences(
    given: Sequence[ir.Statement],
    sought: ir.Statement | None,
    against: ir.Statement | None,
    unique: bool,
    limits: Limits = LIMITS,
) -> list[Inference]:
    """Return inferences from statements, all of which are needed, to what follows from them; premises first.

    Args:
        sought: the statement that follows; None for an inconsistency.
        against: a statement with which the others are inconsistent, if that is what is sought.
    """
    left = list(range(len(given)))
    if len(left) <= FEWEST:
        return [Inference(tuple(left), None)]
    try:
        search = _Search(given, sought, against, unique, limits)
    except Spent:
        return [Inference(tuple(left), None)]
    found: list[_Made] = []
    try:
        while len(left) > FEWEST and (made := search.next(left)) is not None:
            found.append(made)
            left = made.left
    except Spent:
        pass
    return _keep_needed(len(given), found, left)


def _keep_needed(given: int, found: Sequence[_Made], last: Sequence[int]) -> list[Inference]:
    """Leave out lemmas that nothing uses, and number the others after the given statements."""
    used = set(last)
    kept: list[_Made] = []
    for each in reversed(found):
        if each.place in used:
            used.update(each.premises)
            kept.insert(0, each)
    numbers = {each.place: given + number for number, each in enumerate(kept)}

    def numbered(premises: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(numbers.get(premise, premise) for premise in premises))

    steps = [Inference(numbered(each.premises), each.lemma) for each in kept]
    return [*steps, Inference(numbered(last), None)]


class _Made(NamedTuple):
    """A lemma's place, the premises it follows from, and the premises that are left once it replaces them."""

    place: int
    lemma: Lemma
    premises: list[int]
    left: list[int]


class _Search:
    def __init__(
        self,
        given: Sequence[ir.Statement],
        sought: ir.Statement | None,
        against: ir.Statement | None,
        unique: bool,
        limits: Limits,
    ) -> None:
        self.base = Base(given, unique, limits)
        self.sought, self.given = sought, len(given)
        self.fixed = 0 if against is None else 1 << self.base.add(against)
        goal = against if sought is None else sought
        told = [*given, *([] if goal is None else [goal])]
        self.lemmas = [
            candidate for candidate in _candidates(told, unique) if candidate not in told
        ]
        self.models: list[Made] = []

    def next(self, left: list[int]) -> _Made | None:
        """Return the first lemma with two premises that takes the place of both; failing that, the one with fewest."""
        best: _Made | None = None
        for lemma in self.lemmas:
            for context in self._contexts(left):
                premises = self._premises(context, lemma)
                if not 2 <= len(premises) < len(left) or (best and len(premises) > 2):
                    continue
                if (len(premises) > 2 and len(left) <= FEW) or not self._about(premises, lemma):
                    continue
                found = self._use_lemma(left, premises, lemma)
                if found is None:
                    continue
                if len(found.premises) == 2 and len(found.left) < len(left):
                    return found
                if best is None or len(found.premises) < len(best.premises):
                    best = found
        return best

    def _contexts(self, left: list[int]) -> Iterator[list[int]]:
        """Yield the premises, without one of them where they are inconsistent: from those, everything follows."""
        if self.sought is not None or self.fixed:
            yield left
        else:
            yield from ([each for each in left if each != gone] for gone in left)

    def _follows(self, active: Iterable[int], lemma: Lemma) -> int | None:
        """Return some of the active statements from which one follows, by a model met before if it does not."""
        chosen = sum(1 << each for each in active)
        for made in self.models:
            if self._true(made, lemma) is False and self._all_true(made, chosen):
                return None
        core = self.base.refuted(chosen, lemma)
        if core is None:
            self.models.append(self.base.model())
        return core

    def _premises(self, context: list[int], lemma: Lemma) -> list[int]:
        """Return premises from which a lemma follows, and not from fewer of them; none where it does not."""
        core = self._follows(context, lemma)
        if core is None:
            return []
        kept = list(members(core))
        for each in list(kept):
            less = [other for other in kept if other != each]
            if self._follows(less, lemma) is not None:
                kept = less
        return kept

    def _about(self, premises: Iterable[int], lemma: Lemma) -> bool:
        """Return whether premises name the individuals of a lemma: else what they say of all would be plainer."""
        named = individuals(self.base.statements[premise] for premise in premises)
        return set(individuals([lemma])) <= set(named)

    def _use_lemma(self, left: list[int], premises: list[int], lemma: Lemma) -> _Made | None:
        """Return a lemma with the statements that remain after it replaces its premises; None if it is useless."""
        place = self.base.add(lemma)
        if place in left:
            return None
        for gone in (premises, *([premise] for premise in premises if premise < self.given)):
            kept = [*(each for each in left if each not in gone), place]
            if self._is_reached(kept):
                for premise in premises:
                    less = [other for other in kept if other != premise]
                    if premise in kept and self._is_reached(less):
                        kept = less
                return _Made(place, lemma, premises, kept)
        return None

    def _is_reached(self, active: Iterable[int]) -> bool:
        chosen = sum(1 << each for each in active) | self.fixed
        return self.base.refuted(chosen, self.sought) is not None

    def _all_true(self, made: Made, chosen: int) -> bool:
        return all(
            self.base.met(member, made) and self.base.true_in(made, member)
            for member in members(chosen)
        )

    def _true(self, made: Made, lemma: Lemma) -> bool | None:
        """Return whether a lemma is true in a model; None if the model lacks its individual."""
        add = self.base.concepts.add
        match lemma:
            case ir.Inclusion(left=left, right=right):
                return not made.members(add(normal(left))) & ~made.members(add(normal(right)))
            case ir.ConceptAssertion(concept=concept):
                (name,) = individuals([lemma])
                node = self.base.nodes[name]
                if node >= len(made.individuals):
                    return None
                return bool(made.members(add(normal(concept))) >> made.individuals[node] & 1)
            case ir.Fact():
                role, *ends = pair(lemma)
                first, second = (self.base.nodes[end] for end in ends)
                if max(first, second) >= len(made.individuals):
                    return None
                return made.connected(role, first, second)


def _candidates(told: Sequence[ir.Statement], unique: bool) -> list[Lemma]:
    """Return what may be a lemma: concepts that occur, or their opposites, of individuals and of concepts that occur.

    Where two names may be of one individual, roles between individuals too: else none follows that is not stated.
    """
    concepts: dict[ir.Formula, ir.Formula] = {}
    lefts: dict[ir.Formula, ir.Formula] = {}
    for statement in told:
        for whole in _sides(statement):
            for part in _inside(whole):
                for own in (part, deny_concept(part)):
                    concepts.setdefault(normal(own), own)
                if isinstance(part, ir.Restriction):
                    lefts.setdefault(normal(part.filler), part.filler)
        if isinstance(statement, ir.Inclusion):
            lefts.setdefault(normal(statement.left), statement.left)
    rights = [concept for concept in concepts.values() if not isinstance(concept, ir.Truth)]
    assertions: list[Lemma] = [
        ir.ConceptAssertion(ir.Const(name), part) for name in individuals(told) for part in rights
    ]
    inclusions: list[Lemma] = [
        ir.Inclusion(left, right)
        for left in lefts.values()
        for right in (*rights, ir.Truth(False))
        if left != right and left != ir.Truth(False)
    ]
    return [
        *sorted(assertions, key=_length),
        *([] if unique else _roles(told)),
        *sorted(inclusions, key=_length),
    ]


def _roles(told: Sequence[ir.Statement]) -> Iterator[Lemma]:
    names = [ir.Const(name) for name in individuals(told)]
    for role in sorted(
        {pair(statement)[0] for statement in told if isinstance(statement, ir.Fact)}
    ):
        for ends in product(names, repeat=2):
            yield ir.Fact(ir.Literal(ir.Atom(role, ends)))


@lru_cache(maxsize=8192)
def _length(statement: Lemma) -> int:
    return len(show(statement))


def _sides(statement: ir.Statement) -> tuple[ir.Formula, ...]:
    match statement:
        case ir.Inclusion(left=left, right=right):
            return left, right
        case ir.ConceptAssertion(concept=concept):
            return (concept,)
        case _:
            return ()


def _inside(concept: ir.Formula) -> Iterator[ir.Formula]:
    yield concept
    match concept:
        case ir.And(parts=parts) | ir.Or(parts=parts):
            for each in parts:
                yield from _inside(each)
        case ir.Not(part=part) | ir.Restriction(filler=part):
            yield from _inside(part)
