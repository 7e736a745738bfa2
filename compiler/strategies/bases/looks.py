"""Looks of statements: all that one sees of them in a text at one look, without going from sentence to sentence.

A look holds a statement's pattern, which is the statement without its words; whether the text says or denies what it
says, whole or in part, as a conclusion or as a condition; and how often it speaks of whom the statement is about. Only
reasoning distinguishes statements that look the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations
from operator import sub
from typing import NamedTuple, TypeAlias

from ...ir import nodes as ir
from .concepts import complement, length, opposites, parts

Literal: TypeAlias = tuple[tuple[tuple[bool, str], ...], str, bool]
"""A name with the restrictions around it, whether each asks for all, and whether it is denied; no name for `thing`."""

MANY = 2
"""From how many on it makes no difference how often something is said."""

SENTENCE = 4
"""How many words more or less of what is said of a subject make a difference."""

UNIVERSAL, FLIPPING = frozenset({"only", "max", "fewer than"}), frozenset({"max", "fewer than"})
"""Restrictions that say something of all, and those of them that deny what they are about."""


class Look(NamedTuple):
    """What one sees of a statement: its pattern, and how often the text speaks of it and of whom it is about."""

    pattern: str
    counts: tuple[int, ...]


def apart(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(map(abs, map(sub, one, other)))


class Text:
    """The statements of a base as a reader sees them."""

    def __init__(self, statements: Sequence[ir.Statement], most: int) -> None:
        self._most = most
        conclusions, conditions = list[ir.Formula](), list[ir.Formula]()
        self._own: dict[str, Counter[Literal]] = {}
        self._acts: Counter[tuple[str, str]] = Counter()
        self._named: Counter[str] = Counter()
        self._words: Counter[str] = Counter()
        self._near: dict[str, list[str]] = {}
        self._whole: dict[str, list[ir.Formula]] = {}
        for statement in statements:
            match statement:
                case ir.Inclusion(left=left, right=right):
                    conditions.append(left)
                    conclusions.append(right)
                case ir.ConceptAssertion(individual=ir.Const(name=name), concept=concept):
                    conclusions.append(concept)
                    self._own.setdefault(name, Counter()).update(literals(concept))
                    self._named[name] += 1
                    self._words[name] += length(concept)
                    inner = concept.parts if isinstance(concept, ir.And) else ()
                    self._whole.setdefault(name, []).extend((concept, *inner))
                case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=str(role), arguments=ends))):
                    acting = ir.Restriction("some", None, role, ir.Truth(True))
                    conclusions.append(acting)
                    names = list(_names(ends))
                    self._whole.setdefault(names[0], []).append(acting)
                    for end, name in zip(("does", "undergoes"), names, strict=True):
                        self._acts[end, name] += 1
                    for name, other in permutations(names):
                        self._near.setdefault(name, []).append(other)
        self._seen: dict[ir.Formula, tuple[int, ...]] = {}
        self._conclusions, self._conditions = Counter(conclusions), Counter(conditions)
        self._inner = set(chain.from_iterable(map(parts, chain(conclusions, conditions))))
        self._headed = _count_literals(
            statement.right for statement in statements if isinstance(statement, ir.Inclusion)
        )
        self._concluded = _count_literals(conclusions)
        self._required = _count_literals(conditions)

    def look(self, statement: ir.Statement) -> Look:
        """Return what one sees of an assertion.

        The strongest hints are whether what the text says of its subject is about what is asked, or leads somewhere,
        and how often axioms conclude what is asked, and its opposite.
        """
        match statement:
            case ir.ConceptAssertion(individual=ir.Const(name=str(name)), concept=concept):
                own = self._own.get(name, Counter())
                said = _total(own, literals(concept)), _total(own, map(opposite, literals(concept)))
                about = (*self.subject(name), *self.leading(name), *(min(each, 1) for each in said))
                counts = (*self._concept(concept), *about, *self._ending(concept))
                return Look(pattern(concept), counts)
            case _:
                raise TypeError(statement)

    def _ending(self, concept: ir.Formula) -> tuple[int, ...]:
        """Return how often axioms conclude what is in a concept, and how often its opposite."""
        own = literals(concept)
        counts = _total(self._headed, own), _total(self._headed, map(opposite, own))
        return tuple(min(count, MANY) for count in counts)

    def subject(self, name: str) -> tuple[int, ...]:
        """Return how often the text speaks of somebody, and in how many words."""
        ends = (self._acts["does", name], self._acts["undergoes", name])
        about = (self._named[name], *ends, self._words[name] // SENTENCE)
        return tuple(min(each, MANY) for each in about)

    def profile(self, name: str) -> tuple[int, ...]:
        """Return how often the text mentions an individual and its neighbours, and how many axioms lead on from it."""
        led = sum(self._conditions[part] for part in self._whole.get(name, ()))
        near = sum(self._named[each] for each in self._near.get(name, ()))
        ends = self._acts["does", name], self._acts["undergoes", name]
        return (2 * self._named[name], *ends, self._words[name] // SENTENCE, near, 2 * led)

    def leading(self, name: str) -> tuple[int, int]:
        """Return whether something that the text says of somebody stands as a condition, or is denied by one."""
        whole = self._whole.get(name, [])
        required = any(part in self._conditions for part in whole)
        return int(required), int(any(complement(part) in self._conditions for part in whole))

    def _concept(self, concept: ir.Formula) -> tuple[int, ...]:
        """Return whether the text says or denies a concept, and how often what is in it."""
        found = self._seen.get(concept)
        if found is None:
            found = self._seen[concept] = self._looked(concept)
        return found

    def _looked(self, concept: ir.Formula) -> tuple[int, ...]:
        against = opposites(concept, self._most)
        own = literals(concept)
        opposed = [opposite(each) for each in own]
        counts = (
            _total(self._concluded, own),
            _total(self._concluded, opposed),
            _total(self._required, own),
            _total(self._required, opposed),
        )
        whole = (
            concept in self._conclusions,
            any(part in self._conclusions for part in against),
            concept in self._conditions,
            any(part in self._conditions for part in against),
            concept in self._inner,
            any(part in self._inner for part in against),
        )
        return (*(2 * each for each in whole), *(min(count, MANY) for count in counts))


def _names(ends: Iterable[ir.Term]) -> Iterator[str]:
    for end in ends:
        assert isinstance(end, ir.Const)
        yield str(end.name)


def _count_literals(concepts: Iterable[ir.Formula]) -> Counter[Literal]:
    return Counter(chain.from_iterable(map(literals, concepts)))


def _total(counted: Counter[Literal], literals: Iterable[Literal]) -> int:
    return sum(counted[literal] for literal in literals)


@lru_cache(maxsize=4096)
def pattern(concept: ir.Formula) -> str:
    """Return a concept without its words: what joins and restricts, each number, and what is denied."""
    match concept:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            joint = " and " if isinstance(concept, ir.And) else " or "
            return f"({joint.join(sorted(map(pattern, inner)))})"
        case ir.Not(part=part):
            return f"not {pattern(part)}"
        case ir.Restriction(kind=kind, bound=bound, filler=filler):
            number = f" {bound.amount}" if isinstance(bound, ir.Quantity) else ""
            return f"{kind}{number} {pattern(filler)}"
        case ir.Truth(value=value):
            return "thing" if value else "nothing"
        case _:
            return "c"


@lru_cache(maxsize=4096)
def literals(concept: ir.Formula) -> tuple[Literal, ...]:
    """Return what a concept says in its negation normal form, a name with what is around it each, without numbers."""
    return tuple(_literals(concept, (), False))


def _literals(
    concept: ir.Formula, around: tuple[tuple[bool, str], ...], denied: bool
) -> Iterator[Literal]:
    match concept:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            for each in inner:
                yield from _literals(each, around, denied)
        case ir.Not(part=part):
            yield from _literals(part, around, not denied)
        case ir.Restriction(kind=kind, role=str(role), filler=filler):
            path = (*around, ((kind in UNIVERSAL) is not denied, role))
            yield from _literals(filler, path, denied is not (kind in FLIPPING))
        case ir.Truth(value=value):
            yield around, "", denied is value
        case ir.Named(name=str(name)):
            yield around, name, denied


def opposite(literal: Literal) -> Literal:
    """Return what is said where a literal is denied."""
    around, name, denied = literal
    return tuple((not every, role) for every, role in around), name, not denied
