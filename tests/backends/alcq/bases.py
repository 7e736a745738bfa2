"""Random bases, tiny ones dense with number restrictions and larger ones as a grammar of levels makes them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

from rspc.compiler.ir import nodes as ir

KINDS = ("some", "only", "min", "max", "exactly", "more than", "fewer than")


def integer(number: int) -> ir.Quantity:
    return ir.Quantity("integer", number)


def restriction(kind: str, role: str, filler: ir.Formula, number: int | None = None) -> ir.Formula:
    return ir.Restriction(kind, None if number is None else integer(number), role, filler)


def role_fact(role: str, first: str, second: str) -> ir.Fact:
    return ir.Fact(ir.Literal(ir.Atom(role, (ir.Const(first), ir.Const(second)))))


def assertion(name: str, concept: ir.Formula) -> ir.ConceptAssertion:
    return ir.ConceptAssertion(ir.Const(name), concept)


def theory(statements: Sequence[ir.Statement], unique: bool = True) -> ir.Theory:
    labelled = tuple(ir.Labelled(f"s{number}", each) for number, each in enumerate(statements, 1))
    return ir.Theory("concepts", labelled, options=(("unique_names", unique),))


def asked(statement: ir.Statement) -> ir.Query:
    return ir.Query(ir.Entailed(statement))


class Tiny:
    """Draws statements over a vocabulary of its own, of one to three concepts, roles and individuals."""

    def __init__(self, seed: int, concepts: int = 3, roles: int = 2, individuals: int = 3) -> None:
        self.random = random.Random(seed)
        self.depth = self.random.randint(1, 2)
        self.concepts = ["Able", "Big", "Calm"][: self.random.randint(1, concepts)]
        self.roles = ["likes", "sees"][: self.random.randint(1, roles)]
        self.individuals = ["anne", "bob", "cara"][: self.random.randint(0, individuals)]

    def concept(self, depth: int | None = None) -> ir.Formula:
        draw, depth = self.random, self.depth if depth is None else depth
        kind = draw.random()
        if depth == 0 or kind < 0.3:
            if draw.random() < 0.06:
                return ir.Truth(draw.random() < 0.5)
            return ir.Named(draw.choice(self.concepts))
        inner = self.concept(depth - 1)
        if kind < 0.42:
            return ir.Not(inner)
        if kind < 0.66:
            both = (inner, self.concept(depth - 1))
            return ir.And(both) if kind < 0.54 else ir.Or(both)
        sort = draw.choice(KINDS)
        number = None if sort in ("some", "only") else draw.randint(0, 3)
        return restriction(sort, draw.choice(self.roles), inner, number)

    def statement(self) -> ir.Statement:
        kind = self.random.random()
        if kind < 0.5 or not self.individuals:
            return ir.Inclusion(self.concept(), self.concept())
        if kind < 0.75:
            return assertion(self.random.choice(self.individuals), self.concept())
        pair = self.random.choice(self.individuals), self.random.choice(self.individuals)
        return role_fact(self.random.choice(self.roles), *pair)

    def base(self, most: int = 7) -> list[ir.Statement]:
        return [self.statement() for _ in range(self.random.randint(1, most))]


def levelled(seed: int, level: int) -> list[ir.Statement]:
    """Return a base of 4-10 inclusions and 3-9 facts whose sides have at most `level` connectives and one more bound.

    The left side of an inclusion has stood in a fact or on a right side before.
    """
    draw = random.Random(seed)
    concepts = [ir.Named(each) for each in ("Able", "Big", "Calm", "Dark", "Eager", "Fair", "Glad")]
    roles = ["likes", "sees", "helps", "chases"]
    individuals = ["anne", "bob", "cara", "dan", "eve"]

    def atom() -> ir.Formula:
        named: ir.Formula = draw.choice(concepts)
        return ir.Not(named) if draw.random() < 0.2 else named

    def quantified(left: int) -> ir.Formula:
        sort = draw.choices(KINDS, (4, 3, 1, 1, 1, 1, 1))[0]
        number = None if sort in ("some", "only") else draw.randint(1, 3)
        filler = quantified(left - 1) if left > 1 and draw.random() < 0.3 else atom()
        return restriction(sort, draw.choice(roles), filler, number)

    def side() -> ir.Formula:
        count = draw.randint(0, level)
        left = level + 1
        parts = []
        for _ in range(count + 1):
            whole = left > 0 and draw.random() < 0.45
            parts.append(quantified(min(left, 2)) if whole else atom())
            left -= 2 if whole else 0
        if len(parts) == 1:
            return parts[0]
        return ir.And(tuple(parts)) if draw.random() < 0.5 else ir.Or(tuple(parts))

    facts: list[ir.Statement] = []
    met: list[ir.Formula] = []
    for _ in range(draw.randint(3, 9)):
        if draw.random() < 0.4:
            facts.append(role_fact(draw.choice(roles), *draw.sample(individuals, 2)))
        else:
            met.append(side())
            facts.append(assertion(draw.choice(individuals), met[-1]))
    rules: list[ir.Statement] = []
    for _ in range(draw.randint(4, 10)):
        left = draw.choice(met) if met and draw.random() < 0.9 else atom()
        right = side()
        met.append(right)
        rules.append(ir.Inclusion(left, right))
    return [*facts, *rules]


def interpretations(
    concepts: Sequence[str], roles: Sequence[str], individuals: Sequence[str], size: int
) -> Iterator[dict[str, object]]:
    """Yield all interpretations with so many elements, as certificates hold them."""
    elements = list(range(size))
    pairs = [[first, second] for first in elements for second in elements]
    for named in product(elements, repeat=len(individuals)):
        for chosen in product(range(2**size), repeat=len(concepts)):
            for related in product(range(2 ** len(pairs)), repeat=len(roles)):
                yield {
                    "elements": elements,
                    "individuals": dict(zip(individuals, named, strict=True)),
                    "concepts": {
                        name: [each for each in elements if own >> each & 1]
                        for name, own in zip(concepts, chosen, strict=True)
                    },
                    "roles": {
                        name: [pair for at, pair in enumerate(pairs) if own >> at & 1]
                        for name, own in zip(roles, related, strict=True)
                    },
                }
