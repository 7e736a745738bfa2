"""Facts that exchange what stands in them until a question has the answer that it is to have.

Two facts of a predicate exchange what stands at one of its places. So each name and number stays at its place as often
as it was, and whoever counts them sees the same, whatever the answer. This is the chain of switches of Rao, Jana and
Bandyopadhyay, "A Markov chain Monte Carlo method for generating random (0,1)-matrices with given marginals" (1996).
An exchange can also be left out that changes how many partners a name has: exams that somebody takes together with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import permutations
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ..contract import Knobs, Rejected
from ..ir import nodes as ir
from ..productions import Grammar
from ..stream import Stream


class AnswerKnobs(Knobs, frozen=True):
    """The knobs of a number that is the answer, and comes equally often over a range."""

    least: (
        Annotated[int, Meta(ge=0, le=1_000_000, description="the smallest answer there is to be")]
        | None
    ) = None
    greatest: (
        Annotated[int, Meta(ge=0, le=1_000_000, description="the greatest answer there is to be")]
        | None
    ) = None
    exchange: Annotated[
        tuple[str, ...],
        Meta(description="the sorts whose members facts exchange; those of all sorts, if empty"),
    ] = ()
    partners: Annotated[
        tuple[str, ...],
        Meta(
            description="the sorts whose members keep as many partners each: those that stand in their place in facts "
            "that are otherwise the same"
        ),
    ] = ()
    steps: Annotated[
        int, Meta(ge=1, le=10_000, description="how many exchanges there are at most")
    ] = 30
    matched: Annotated[
        bool,
        Meta(
            description="whether a theory is dropped that cannot have each of the answers so, with as many pairs that "
            "stand together"
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


def exchanged(
    theory: ir.Theory,
    answer: Callable[[ir.Theory], int | None],
    target: int,
    grammar: Grammar,
    knobs: AnswerKnobs,
    stream: Stream,
) -> ir.Theory | Rejected:
    """Give the first theory of a chain of exchanges that has the answer of a target.

    With `matched`, each answer must come in the chain: which theories are dropped does not depend on the target. One
    without an answer before any exchange is dropped at once.
    """
    wanted = knobs.numbers[target]
    left = set(knobs.numbers) if knobs.matched else {wanted}
    found: ir.Theory | None = None
    for each in _chain(theory, grammar, knobs, stream):
        label = answer(each)
        if label is None and each is theory:
            break
        if label == wanted and found is None:
            found = each
        left.discard(-1 if label is None else label)
        if not left and found is not None:
            return found
    return Rejected("the facts cannot be exchanged so that the answer is as it is to be")


def _chain(
    theory: ir.Theory, grammar: Grammar, knobs: AnswerKnobs, stream: Stream
) -> Iterator[ir.Theory]:
    """Yield a theory, and the theories after one exchange each."""
    yield theory
    partners = _partners(theory, grammar, knobs.partners)
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
    known = {each.statement for each in theory.statements}
    for _ in range(knobs.steps if pairs else 0):
        one, other, at = stream.pick(pairs)
        changed = _exchange(theory, one, other, at, known)
        if changed is None or _partners(changed, grammar, knobs.partners) != partners:
            continue
        theory = changed
        known = {each.statement for each in theory.statements}
        yield theory


def _partners(
    theory: ir.Theory, grammar: Grammar, sorts: Collection[str]
) -> Counter[tuple[object, int, ir.Term]]:
    """Count the partners of each term of these sorts, for each place of a predicate at which it stands."""
    beside: dict[tuple[object, ...], list[ir.Term]] = {}
    for each in theory.statements if sorts else ():
        match each.statement:
            case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=predicate, arguments=terms))):
                for at in _places(each.statement, grammar, sorts):
                    key = (predicate, at, *terms[:at], *terms[at + 1 :])
                    beside.setdefault(key, []).append(terms[at])
    pairs = {(key[:2], *pair) for key, terms in beside.items() for pair in permutations(terms, 2)}
    return Counter((*place, term) for place, term, _ in pairs)  # type: ignore[misc]


def _places(statement: ir.Statement, grammar: Grammar, sorts: Collection[str]) -> list[int]:
    """Give the places of a fact at which a name or number stands, of these sorts if any are given."""
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


def _exchange(
    theory: ir.Theory, one: int, other: int, at: int, known: Collection[ir.Statement]
) -> ir.Theory | None:
    """Give a theory in which two facts have exchanged what stands at a place; None where that changes nothing."""
    mine, theirs = (_atom(theory, place).arguments[at] for place in (one, other))
    changed = {one: _with(theory, one, at, theirs), other: _with(theory, other, at, mine)}
    if mine == theirs or any(each in known for each in changed.values()):
        return None
    return replace(
        theory,
        statements=tuple(
            ir.Labelled(each.id, changed[place]) if place in changed else each
            for place, each in enumerate(theory.statements)
        ),
    )


def _with(theory: ir.Theory, place: int, at: int, term: ir.Term) -> ir.Fact:
    literal = _literal(theory.statements[place].statement)
    terms = (*literal.atom.arguments[:at], term, *literal.atom.arguments[at + 1 :])
    return ir.Fact(replace(literal, atom=ir.Atom(literal.atom.predicate, terms)))
