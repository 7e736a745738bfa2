"""Exchanges terms of facts until a question has the wanted answer.

Two facts of a predicate exchange their terms at one place. So each name and number keeps its frequency in
each place, and counting reveals nothing about the answer. This is the chain of switches of Rao, Jana and
Bandyopadhyay, "A Markov chain Monte Carlo method for generating random (0,1)-matrices with given marginals"
(1996). An exchange can be left out if it changes how many partners a name has: for example, exams with a
common student.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Annotated, TypeAlias

from msgspec import Meta, structs

from ..contract import Knobs
from ..family import Grammar, Rejected
from ..ir import nodes as ir
from ..random.stream import Stream

UNFIT = "the facts cannot be exchanged so that the answer is as it is to be"

_Place: TypeAlias = tuple[object, int]
"""A predicate, and the number of one of its argument places."""

_Beside: TypeAlias = tuple[_Place, tuple[ir.Term, ...], ir.Term]
"""A place of a fact, the other terms of the fact, and the term at that place."""

_Partnered: TypeAlias = tuple[_Place, ir.Term]
"""A place, and a term at that place."""


class AnswerKnobs(Knobs, frozen=True):
    """The knobs of a numeric answer that is balanced over a range."""

    least: Annotated[int, Meta(ge=0, le=1_000_000, description="the smallest answer")] | None = None
    greatest: Annotated[int, Meta(ge=0, le=1_000_000, description="the largest answer")] | None = (
        None
    )
    exchange: Annotated[
        tuple[str, ...],
        Meta(description="the sorts whose members may be exchanged in facts; empty for all"),
    ] = ()
    partners: Annotated[
        tuple[str, ...],
        Meta(
            description="the sorts whose members keep their number of partners: members that replace them in "
            "otherwise equal facts"
        ),
    ] = ()
    steps: Annotated[int, Meta(ge=1, le=10_000, description="the most exchanges")] = 30
    matched: Annotated[
        bool,
        Meta(
            description="whether to reject a theory that cannot reach each answer this way, with as many pairs of "
            "individuals in one fact"
        ),
    ] = True

    def __post_init__(self) -> None:
        if (self.least is None) != (self.greatest is None):
            raise ValueError("Expected `least` and `greatest` together")
        if self.least is not None and self.greatest is not None and self.least > self.greatest:
            raise ValueError("Expected `least` to be at most `greatest`")

    @property
    def numbers(self) -> Sequence[int]:
        """The answers to balance over; empty if the spec gives none."""
        if self.least is None or self.greatest is None:
            return ()
        return range(self.least, self.greatest + 1)


def exchange_until(
    theory: ir.Theory,
    answer: Callable[[ir.Theory], int | None],
    target: int,
    grammar: Grammar,
    knobs: AnswerKnobs,
    stream: Stream,
) -> ir.Theory | Rejected:
    """Return the first theory in a chain of exchanges that has the target's answer.

    With `matched`, the chain must begin at one of the answers and reach all of them, so that the
    target does not affect which theories are dropped. Without it, exchanges that lead away from the
    target are left out.
    """
    wanted = knobs.numbers[target]
    number = answer(theory)
    if number is None or (knobs.matched and number not in knobs.numbers):
        return Rejected(UNFIT)
    search = _find_meeting_all if knobs.matched else _find_approaching
    chain = _Chain.of(theory, grammar, knobs, stream)
    return search(chain, answer, number, wanted, knobs) or Rejected(UNFIT)


def _find_meeting_all(
    chain: _Chain,
    answer: Callable[[ir.Theory], int | None],
    number: int,
    wanted: int,
    knobs: AnswerKnobs,
) -> ir.Theory | None:
    """Return the first theory with an answer, in a chain that reaches every answer."""
    found = {number: chain.theory}
    for _ in range(knobs.steps):
        if found.keys() >= set(knobs.numbers):
            return found[wanted]
        changed = chain.step()
        label = None if changed is None else answer(changed.theory)
        if changed is not None:
            chain = changed
        if label is not None:
            found.setdefault(label, chain.theory)
    return found[wanted] if found.keys() >= set(knobs.numbers) else None


def _find_approaching(
    chain: _Chain,
    answer: Callable[[ir.Theory], int | None],
    number: int,
    wanted: int,
    knobs: AnswerKnobs,
) -> ir.Theory | None:
    """Return the first theory with an answer, in a chain that never moves away from it."""
    for _ in range(knobs.steps):
        if number == wanted:
            return chain.theory
        changed = chain.step()
        label = None if changed is None else answer(changed.theory)
        if (
            changed is not None
            and label is not None
            and abs(label - wanted) <= abs(number - wanted)
        ):
            chain, number = changed, label
    return chain.theory if number == wanted else None


@dataclass(frozen=True)
class _Chain:
    """A theory of a chain of exchanges.

    Attributes:
        pairs: the indices of two statements, and the place at which they can exchange terms.
        beside: for each statement, the terms whose partners are counted, with the other terms.
        partners: how many partners each of these terms has.
    """

    theory: ir.Theory
    pairs: Sequence[tuple[int, int, int]]
    beside: Sequence[Sequence[_Beside]]
    partners: Mapping[_Partnered, int]
    grammar: Grammar
    knobs: AnswerKnobs
    stream: Stream

    @classmethod
    def of(cls, theory: ir.Theory, grammar: Grammar, knobs: AnswerKnobs, stream: Stream) -> _Chain:
        """Return a chain that begins with a theory."""
        movable = [
            (place, at)
            for place, each in enumerate(theory.statements)
            for at in _places(each.statement, grammar, knobs.exchange)
        ]
        pairs = [
            (one, other, at)
            for number, (one, at) in enumerate(movable)
            for other, same in movable[:number]
            if at == same
            and _atom(theory, one).predicate == _atom(theory, other).predicate
            and _negative(theory, one) == _negative(theory, other)
        ]
        beside = [
            _beside(statement.statement, grammar, knobs.partners) for statement in theory.statements
        ]
        return cls(theory, pairs, beside, _partners(beside), grammar, knobs, stream)

    def step(self) -> _Chain | None:
        """Try an exchange; return None if it changes nothing, or alters the numbers of partners."""
        if not self.pairs:
            return None
        one, other, at = self.stream.pick(self.pairs)
        theory = _exchange(self.theory, one, other, at)
        if theory is None:
            return None
        beside = list(self.beside)
        for place in (one, other):
            statement = theory.statements[place].statement
            beside[place] = _beside(statement, self.grammar, self.knobs.partners)
        if _partners(beside) != self.partners:
            return None
        return replace(self, theory=theory, beside=beside)


def _beside(statement: ir.Statement, grammar: Grammar, sorts: Collection[str]) -> Sequence[_Beside]:
    """Return the terms of these sorts in a fact, each with its place and the fact's other terms."""
    if not sorts:
        return ()
    return [
        (
            (atom.predicate, at),
            (*atom.arguments[:at], *atom.arguments[at + 1 :]),
            atom.arguments[at],
        )
        for at in _places(statement, grammar, sorts)
        for atom in [_literal(statement).atom]
    ]


def _partners(beside: Sequence[Sequence[_Beside]]) -> Mapping[_Partnered, int]:
    """Count the partners of each term, for each place of a predicate at which it occurs."""
    together: dict[tuple[_Place, tuple[ir.Term, ...]], list[ir.Term]] = {}
    for each in beside:
        for place, others, term in each:
            together.setdefault((place, others), []).append(term)
    pairs = {
        (place, one, other)
        for (place, _), terms in together.items()
        for one, other in permutations(terms, 2)
    }
    return Counter((place, term) for place, term, _ in pairs)


def _places(statement: ir.Statement, grammar: Grammar, sorts: Collection[str]) -> list[int]:
    """Return the places of a fact with a name or number, of these sorts if any are given."""
    match statement:
        case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=predicate, arguments=terms))):
            own = grammar.places(predicate)
            if len(own) < 2:
                return []
            return [
                at
                for at, (term, sort) in enumerate(zip(terms, own, strict=True))
                if isinstance(term, ir.Const | ir.Quantity | ir.String)
                and (not sorts or sort in sorts)
            ]
        case _:
            return []


def _atom(theory: ir.Theory, place: int) -> ir.Atom:
    return _literal(theory.statements[place].statement).atom


def _negative(theory: ir.Theory, place: int) -> object:
    return _literal(theory.statements[place].statement).negative


def _literal(statement: ir.Statement) -> ir.Literal:
    assert isinstance(statement, ir.Fact)
    assert isinstance(statement.literal, ir.Literal)
    return statement.literal


def _exchange(theory: ir.Theory, one: int, other: int, at: int) -> ir.Theory | None:
    """Return a theory with two facts' terms at a place exchanged; None if nothing changes.

    It is also None if a fact would appear twice.
    """
    mine, theirs = (_atom(theory, place).arguments[at] for place in (one, other))
    if mine == theirs:
        return None
    changed = {one: _with(theory, one, at, theirs), other: _with(theory, other, at, mine)}
    if any(statement.statement in changed.values() for statement in theory.statements):
        return None
    statements = list(theory.statements)
    for place, fact in changed.items():
        statements[place] = ir.Labelled(statements[place].id, fact)
    return structs.replace(theory, statements=tuple(statements))


def _with(theory: ir.Theory, place: int, at: int, term: ir.Term) -> ir.Fact:
    literal = _literal(theory.statements[place].statement)
    terms = (*literal.atom.arguments[:at], term, *literal.atom.arguments[at + 1 :])
    return ir.Fact(structs.replace(literal, atom=ir.Atom(literal.atom.predicate, terms)))
