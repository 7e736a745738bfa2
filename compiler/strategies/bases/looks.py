"""Looks of statements: the features that a reader sees without connecting sentences.

A look holds the statement's pattern, which is the statement without its words; whether the text
states or denies it, whole or in part, as a conclusion or as a condition; and how often the text
mentions its subject. Only reasoning distinguishes statements that look the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations
from operator import sub
from typing import NamedTuple, TypeAlias

from ...ir import nodes as ir
from .concepts import complement, length, opposites, parts

Literal: TypeAlias = tuple[tuple[tuple[bool, str], ...], str, bool]
"""The restrictions around a name, each universal or not; the name; and whether it is denied.

The name is empty for `thing`.
"""

MANY = 2
"""Greater counts make no difference."""

SENTENCE = 4
"""How many words about a subject count as one difference."""

UNIVERSAL, FLIPPING = frozenset({"only", "max", "fewer than"}), frozenset({"max", "fewer than"})
"""Restrictions that are universal, and those of them that negate their filler."""


class Look(NamedTuple):
    """What a reader sees of a statement: its pattern, and counts for it and its subject."""

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
        """Return the look of an assertion.

        The strongest hints are whether what the text says of the subject concerns the concept or
        leads on, and how often axioms conclude the concept and its opposite.
        """
        match statement:
            case ir.ConceptAssertion(individual=ir.Const(name=str(name)), concept=concept):
                own = self._own.get(name, Counter())
                said = _total(own, literals(concept)), _total(own, map(opposite, literals(concept)))
                about = (*self.subject(name), *self.leading(name), *(min(each, 1) for each in said))
                counts = (*self._concept(concept), *about, *self._count_conclusions(concept))
                return Look(pattern(concept), counts)
            case _:
                raise TypeError(statement)

    def _count_conclusions(self, concept: ir.Formula) -> tuple[int, ...]:
        """Return how often axioms conclude the literals of a concept, and their opposites."""
        own = literals(concept)
        counts = _total(self._headed, own), _total(self._headed, map(opposite, own))
        return tuple(min(count, MANY) for count in counts)

    def subject(self, name: str) -> tuple[int, ...]:
        """Return how often the text mentions an individual, and in how many words."""
        ends = (self._acts["does", name], self._acts["undergoes", name])
        about = (self._named[name], *ends, self._words[name] // SENTENCE)
        return tuple(min(each, MANY) for each in about)

    def profile(self, name: str) -> tuple[int, ...]:
        """Return how often the text mentions an individual and its neighbours, and how many axioms lead on from it."""
        led = sum(self._conditions[part] for part in self._whole.get(name, ()))
        ends = self._acts["does", name], self._acts["undergoes", name]
        return (
            2 * self._named[name],
            *ends,
            self._words[name] // SENTENCE,
            sum(self._named[each] for each in self._near.get(name, ())),
            2 * led,
        )

    def leading(self, name: str) -> tuple[int, int]:
        """Return whether a stated concept of an individual, or its complement, is a condition."""
        whole = self._whole.get(name, [])
        required = any(part in self._conditions for part in whole)
        return int(required), int(any(complement(part) in self._conditions for part in whole))

    def _concept(self, concept: ir.Formula) -> tuple[int, ...]:
        """Return whether the text states or denies a concept, and how often it has its literals."""
        found = self._seen.get(concept)
        if found is None:
            found = self._seen[concept] = self._look_at(concept)
        return found

    def _look_at(self, concept: ir.Formula) -> tuple[int, ...]:
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
    """Return a concept without its words: connectives, restrictions, numbers and negations."""
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
    """Return the names in a concept's negation normal form, with the restrictions around each.

    Numbers are left out.
    """
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
    """Return the opposite of a literal: all restrictions and the sign are flipped."""
    around, name, denied = literal
    return tuple((not every, role) for every, role in around), name, not denied
