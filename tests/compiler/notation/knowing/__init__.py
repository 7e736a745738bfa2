"""A tiny logic from outside: who knows what of others, after what was said in front of all.

Each of the agents sees every atom but those that are about themselves. Statements are announced one after the other,
each true when it is (Plaza 1989): `knows(a, f)` holds where f holds in all worlds left that look to `a` like this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain, combinations
from typing import Any, ClassVar, TypeAlias

from rspc.compiler.contract import (
    LIMITS,
    CheckResult,
    Encoding,
    Feature,
    Knobs,
    Limits,
    Operator,
    Verdict,
)
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.kinds import Kind
from rspc.compiler.notation.to_syntax import show

OPERATORS = {"knows": Operator(formulas=1, terms=("agent",))}
FEATURES: frozenset[Feature] = frozenset(
    {"facts", "requirements", "conjunction", "disjunction", "negation", "default_negation"}
) | set(OPERATORS)

World: TypeAlias = frozenset[ir.Atom]
"""The atoms that are true."""

Kinds: TypeAlias = Mapping[str, Kind]


class Knowing:
    """Formulas announced in turn."""

    name: ClassVar[str] = "knowing"
    accepts: ClassVar[frozenset[Feature]] = FEATURES
    operators: ClassVar[Mapping[str, Operator]] = OPERATORS
    options: ClassVar[type[Knobs]] = Knobs
    phrasebook: ClassVar[str] = "knowing.phrases"
    establishes: ClassVar[str] = "worlds"
    confirms: ClassVar[tuple[str, ...]] = ("announcements",)
    explores: ClassVar[str] = "worlds"
    introduces: ClassVar[str] = "{text}"

    def readings(self, options: Knobs) -> Mapping[str, Knobs]:
        return {}


def formulas(theory: ir.Theory, query: ir.Query) -> tuple[list[ir.Formula], ir.Formula]:
    """Return what is announced, in turn, and what is asked."""
    assert isinstance(query.goal, ir.Entailed)
    announced = [formula(each.statement) for each in theory.statements]
    return announced, formula(query.goal.statement)


def formula(statement: ir.Statement) -> Any:
    return statement.literal if isinstance(statement, ir.Fact) else statement.formula  # type: ignore[union-attr]


def worlds(*over: ir.Node) -> Iterator[World]:
    """Return every way in which the atoms of some formulas can be true."""
    atoms = sorted({a for f in over for a in walk(f) if isinstance(a, ir.Atom)}, key=show)
    sizes = (combinations(atoms, size) for size in range(len(atoms) + 1))
    return map(frozenset, chain.from_iterable(sizes))


def seen(agent: ir.Term, world: World) -> World:
    return frozenset(each for each in world if agent not in each.arguments)


def label(values: set[bool]) -> str:
    return {0: "inconsistent", 1: str(True in values).lower(), 2: "unknown"}[len(values)]


class Worlds:
    """Throws out worlds, announcement by announcement."""

    name: ClassVar[str] = "worlds"
    decides: ClassVar[frozenset[Feature]] = FEATURES

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Kinds) -> Encoding:
        return Encoding(".txt", f"{show(theory)}\n{show(query)}\n")

    def decide(self, theory: ir.Theory, query: ir.Query, kinds: Kinds, limits: Limits) -> Verdict:
        announced, asked = formulas(theory, query)
        left = list(worlds(*announced, asked))
        for each in announced:
            left = [world for world in left if self._true(each, world, left)]
        found = label({self._true(asked, world, left) for world in left})
        return Verdict(found, self.name, {"kind": "worlds", "left": len(left)})

    def _true(self, of: ir.Node, world: World, left: list[World]) -> bool:
        match of:
            case ir.Literal(atom=atom, default=default):
                return (atom in world) is not default
            case ir.Not(part=part):
                return not self._true(part, world, left)
            case ir.And(parts=parts):
                return all(self._true(each, world, left) for each in parts)
            case ir.Or(parts=parts):
                return any(self._true(each, world, left) for each in parts)
            case ir.Modal(operator="knows", parts=(part,), terms=(agent,)):
                alike = [each for each in left if seen(agent, each) == seen(agent, world)]
                return all(self._true(part, each, left) for each in alike)
        raise TypeError(show(of))


class Announcements:
    """Asks of each world, backward, whether the announcements before left it."""

    name: ClassVar[str] = "announcements"
    decides: ClassVar[frozenset[Feature]] = FEATURES

    def derive(
        self, theory: ir.Theory, query: ir.Query, kinds: Kinds, limits: Limits = LIMITS
    ) -> Verdict:
        announced, asked = formulas(theory, query)
        every = tuple(worlds(*announced, asked))

        @lru_cache(None)
        def left(world: World, said: int) -> bool:
            return said == 0 or (
                left(world, said - 1) and true(announced[said - 1], world, said - 1)
            )

        def true(of: Any, world: World, said: int) -> bool:
            if isinstance(of, ir.Literal):
                return (of.atom in world) != of.default
            if isinstance(of, ir.Not):
                return not true(of.part, world, said)
            if isinstance(of, ir.Modal):
                (agent,), (part,) = of.terms, of.parts
                return not any(
                    left(each, said) and not true(part, each, said)
                    for each in every
                    if seen(agent, each) == seen(agent, world)
                )
            values = [true(each, world, said) for each in of.parts]
            return all(values) if isinstance(of, ir.And) else any(values)

        last = [world for world in every if left(world, len(announced))]
        found = label({true(asked, world, len(announced)) for world in last})
        return Verdict(found, self.name, {"kind": "worlds", "left": len(last)})

    def check(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        kinds: Kinds,
        limits: Limits = LIMITS,
    ) -> CheckResult:
        own = self.derive(theory, query, kinds)
        alike = (own.label, own.certificate) == (verdict.label, dict(verdict.certificate))
        return CheckResult(alike, "" if alike else f"{own.label}, {own.certificate}")
