"""Answer sets that are changed in one place, so that they are no longer answer sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

import msgspec

from ...certify.exploration import answer, answer_sets
from ...family import Family
from ...ir import nodes as ir, walk
from ...random.stream import Stream

Corruption: TypeAlias = Literal["flip", "delete", "add_constant", "add_predicate"]

CORRUPTIONS: tuple[Corruption, ...] = get_args(Corruption)

TRIES = 40
"""How many corruptions of one kind are tried."""


@dataclass(frozen=True)
class Sound:
    """An answer set to corrupt, its theory, and the literals that the theory states as facts.

    These are kept: a fact that is missing from a set would be visible at a glance.
    """

    theory: ir.Theory
    literals: Sequence[ir.Literal]
    stated: frozenset[ir.Literal]

    @property
    def derived(self) -> list[ir.Literal]:
        """The literals that only the rules derive."""
        return [literal for literal in self.literals if literal not in self.stated]


def stated_literals(family: Family, theory: ir.Theory) -> frozenset[ir.Literal] | None:
    """Return the literals that a theory states, written out if a fact states several.

    None if the engine's budget runs out.
    """
    facts = tuple(statement for statement in theory.statements if _states(statement.statement))
    literals = [fact.statement.literal for fact in facts if isinstance(fact.statement, ir.Fact)]
    if all(isinstance(part, _PLAIN) for literal in literals for part in _parts(literal)):
        return frozenset(literal for literal in literals if isinstance(literal, ir.Literal))
    found = answer_sets(family.engines, msgspec.structs.replace(theory, statements=facts), 1)
    return None if found is None else frozenset(each for one in found[0] for each in one)


_PLAIN = (ir.Literal, ir.Atom, ir.Const, ir.String, ir.Quantity, ir.Function)
"""The nodes of a fact that states one literal."""


def _states(statement: ir.Statement) -> bool:
    return isinstance(statement, ir.Fact) and isinstance(statement.literal, ir.Literal)


def is_none(
    literals: Sequence[ir.Literal],
    known: frozenset[frozenset[ir.Literal]] | None,
    family: Family,
    theory: ir.Theory,
) -> bool:
    """Return whether a set is not an answer set; `known` has all answer sets, if they are known."""
    if known is not None:
        return frozenset(literals) not in known
    return answer(family.engines, theory, ir.Query(ir.Stable(tuple(literals)))) == "false"


def _flip(sound: Sound, stream: Stream) -> Iterator[tuple[ir.Literal, ...]]:
    """Yield the set with the sign of one derived literal changed."""
    derived = stream.shuffled(sound.derived)
    opposites = [ir.Literal(each.atom, not each.negative) for each in derived]
    for opposite in _likely_first(sound.theory, opposites):
        atom = opposite.atom
        yield tuple(opposite if literal.atom == atom else literal for literal in sound.literals)


def _delete(sound: Sound, stream: Stream) -> Iterator[tuple[ir.Literal, ...]]:
    """Yield the set without a derived literal.

    Half of the time, literals whose predicate the set has more than once come first.
    """
    shared = Counter(each.atom.predicate for each in sound.literals)
    order = stream.shuffled(sound.derived)
    if stream.chance(0.5):
        order = sorted(order, key=lambda each: shared[each.atom.predicate] == 1)
    for literal in order:
        yield tuple(each for each in sound.literals if each != literal)


def _other_constants(sound: Sound, stream: Stream) -> Iterator[tuple[ir.Literal, ...]]:
    """Yield the set with one more literal: one of its own with other arguments."""
    known = [each for each in sound.literals if each.atom.arguments]
    draw = _arguments(sound.theory, sound.literals)
    picked = (stream.pick(known) for _ in range(TRIES if known else 0))
    added = [
        ir.Literal(
            ir.Atom(each.atom.predicate, draw(len(each.atom.arguments), stream)), each.negative
        )
        for each in picked
    ]
    for literal in _likely_first(sound.theory, added):
        yield from _with(sound.literals, literal)


def _other_predicate(sound: Sound, stream: Stream) -> Iterator[tuple[ir.Literal, ...]]:
    """Yield the set with one more literal, of a predicate and sign that it lacks."""
    draw = _arguments(sound.theory, sound.literals)
    has = {_signature(each) for each in sound.literals}
    known = [_signature(each) for node in sound.theory.statements for each in _literals_in(node)]
    both = ((n, arity, not sign) for n, arity, sign in dict.fromkeys(known))
    lacking = [each for each in dict.fromkeys((*known, *both)) if each not in has]
    drawn = (stream.pick(lacking) for _ in range(TRIES if lacking else 0))
    added = [
        ir.Literal(ir.Atom(name, draw(arity, stream)), negative) for name, arity, negative in drawn
    ]
    for literal in _likely_first(sound.theory, added):
        yield from _with(sound.literals, literal)


CHANGES: Mapping[
    str,
    Callable[[Sound, Stream], Iterator[tuple[ir.Literal, ...]]],
] = {
    "flip": _flip,
    "delete": _delete,
    "add_constant": _other_constants,
    "add_predicate": _other_predicate,
}


def _with(literals: Sequence[ir.Literal], added: ir.Literal) -> Iterator[tuple[ir.Literal, ...]]:
    """Yield the set with a literal added; nothing if it has that or its opposite.

    Any reader would see that.
    """
    if added not in literals and ir.Literal(added.atom, not added.negative) not in literals:
        yield (*literals, added)


def _likely_first(theory: ir.Theory, literals: Sequence[ir.Literal]) -> Sequence[ir.Literal]:
    """Order literals: those that a rule can conclude, those of a known predicate and sign, others.

    Those that a fact or head has come before those that only bodies have. A reader who only looks
    up what the rules conclude, or which signs the program has at all, should find nothing.
    """
    statements = [statement.statement for statement in theory.statements]
    rules = [statement for statement in statements if isinstance(statement, ir.Rule)]
    concluded = [literal for rule in rules for literal in _concluded_literals(rule.head)]
    given = _signatures(
        [*concluded, *(statement for statement in statements if isinstance(statement, ir.Fact))]
    )
    said = _signatures(statements)
    return sorted(
        literals,
        key=lambda each: (
            not any(covers(head, each) for head in concluded),
            _signature(each) not in given,
            _signature(each) not in said,
        ),
    )


def _concluded_literals(head: ir.Head) -> list[ir.Literal]:
    """Return the literals that a head can derive."""
    match head:
        case ir.Literal():
            return [head]
        case ir.Or(parts=parts):
            return [part for part in parts if isinstance(part, ir.Literal)]
        case ir.Choice(elements=elements):
            terms = (term for element in elements for term in element.terms)
            return [term for term in terms if isinstance(term, ir.Literal)]
        case _:
            return []


def covers(head: ir.Literal, literal: ir.Literal) -> bool:
    """Return whether a ground literal may be an instance of a head.

    Terms that are computed in a head may be anything.
    """
    if _signature(head) != _signature(literal):
        return False
    bound: dict[str, ir.Term] = {}
    for term, given in zip(head.atom.arguments, literal.atom.arguments, strict=True):
        match term:
            case ir.Const() | ir.String() | ir.Quantity() if term != given:
                return False
            case ir.Var(name=name) if name != "_" and bound.setdefault(name, given) != given:
                return False
    return True


def _signatures(nodes: Iterable[ir.Node]) -> set[tuple[str, int, bool]]:
    return {_signature(literal) for node in nodes for literal in _literals_in(node)}


@lru_cache(maxsize=256)  # each change of a set goes over the same statements
def _parts(node: ir.Node) -> tuple[ir.Node, ...]:
    return tuple(walk(node))


def _literals_in(node: ir.Node) -> list[ir.Literal]:
    return [part for part in _parts(node) if isinstance(part, ir.Literal)]


def _signature(literal: ir.Literal) -> tuple[str, int, bool]:
    return str(literal.atom.predicate), len(literal.atom.arguments), bool(literal.negative)


def _arguments(
    theory: ir.Theory, literals: Sequence[ir.Literal]
) -> Callable[[int, Stream], tuple[ir.Term, ...]]:
    """Return a function that draws arguments.

    In three of four cases these are the arguments of a literal of the set, else any constants.
    Constants are the terms of literals, because a number that is only a bound or weight would be
    conspicuous.
    """
    of: dict[int, dict[tuple[ir.Term, ...], None]] = {}
    for each in literals:
        of.setdefault(len(each.atom.arguments), {})[each.atom.arguments] = None
    known = {arity: tuple(found) for arity, found in of.items()}
    every = (each for node in (*theory.statements, *literals) for each in _literals_in(node))
    nodes = (part for literal in every for part in _parts(literal))
    found = (each for each in nodes if isinstance(each, ir.Const | ir.String | ir.Quantity))
    terms = tuple(dict.fromkeys(found))

    def draw(number: int, stream: Stream) -> tuple[ir.Term, ...]:
        if number in known and stream.chance(0.75):
            return stream.pick(known[number])
        return tuple(stream.pick(terms) for _ in range(number))

    return draw
