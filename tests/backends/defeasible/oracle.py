"""Defeasible logic read straight from its inference conditions, by trying every condition until nothing is new.

Slow, and meant to be compared with the definitions line by line: Billington, Antoniou, Governatori and Maher (ACM TOCL
2010) for Δ, ∂, ∂*, δ, δ*, σ, σ*; Maher, Tachmazidis, Antoniou, Wade and Cheng (TPLP 2020) for λ and ∂‖.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from rspc.compiler.ir import nodes as ir

Lit = tuple[bool, str, tuple[ir.Term, ...]]


@dataclass(frozen=True)
class R:
    id: str
    arrow: str
    body: frozenset[Lit]
    head: Lit


def no(q: Lit) -> Lit:
    return (not q[0], *q[1:])


def ground_literal(literal: ir.Literal, binding: dict[str, ir.Term]) -> Lit:
    terms = tuple(binding[t.name] if isinstance(t, ir.Var) else t for t in literal.atom.arguments)
    assert isinstance(literal.atom.predicate, str)
    return (bool(literal.negative), literal.atom.predicate, terms)


class Oracle:
    def __init__(self, theory: ir.Theory, query: ir.Query) -> None:
        self.variant = dict(theory.options).get("variant", "blocking")
        assert isinstance(query.goal, ir.Entailed)
        assert isinstance(query.goal.statement, ir.Fact)
        asked = query.goal.statement.literal
        assert isinstance(asked, ir.Literal)
        self.asked = ground_literal(asked, {})
        self.constants = self._constants(theory, asked)
        self.F: set[Lit] = set()
        self.R: list[R] = []
        self.sup: set[tuple[str, str]] = set()
        for each in theory.statements:
            match each.statement:
                case ir.Fact(literal=ir.Literal() as literal):
                    for binding in self._bindings([literal]):
                        self.F.add(ground_literal(literal, binding))
                case ir.Rule(body=body, arrow=arrow, head=ir.Literal() as head):
                    literals = [part for part in body if isinstance(part, ir.Literal)]
                    for binding in self._bindings([*literals, head]):
                        ground = frozenset(ground_literal(part, binding) for part in literals)
                        self.R.append(R(each.id, arrow, ground, ground_literal(head, binding)))
                case ir.Preference(stronger=str(stronger), weaker=str(weaker)):
                    self.sup.add((stronger, weaker))
        self.R = list(dict.fromkeys(self.R))
        heads = {r.head for r in self.R}
        bodies = {a for r in self.R for a in r.body}
        some = {self.asked} | self.F | heads | bodies
        some |= {c for q in some for p in (q, no(q)) for c in self.conflicts(p)}
        self.L = sorted(some | {no(q) for q in some}, key=repr)
        self.heading = {q: [r for r in self.R if r.head == q] for q in self.L}
        self.P: set[tuple[str, Lit]] = set()
        if self.variant == "parallel":
            self._close({"+D": self.plus_D})
            self.definite = {q for tag, q in self.P if tag == "+D"}
            self._close({"+l": self.plus_l})
            self.closure = {q for tag, q in self.P if tag == "+l"}
            self._close({"+d": self.plus_parallel})
        else:
            propagating = self.variant.startswith("propagating")
            single = self.variant.endswith("individual")
            self.tag = "s" if propagating else "d"
            conditions: dict[str, Callable[[Lit], bool]] = {
                "+D": self.plus_D,
                "-D": self.minus_D,
                "+d": self.plus_individual if single else self.plus_team,
                "-d": self.minus_individual if single else self.minus_team,
            }
            if propagating:
                conditions |= {"+s": self.plus_s, "-s": self.minus_s}
            self._close(conditions)

    @staticmethod
    def _constants(theory: ir.Theory, asked: ir.Literal) -> list[ir.Term]:
        found: dict[ir.Term, None] = {}
        for each in theory.statements:
            if isinstance(each.statement, ir.Fact):
                parts: list[object] = [each.statement.literal]
            elif isinstance(each.statement, ir.Rule):
                parts = [*each.statement.body, each.statement.head]
            else:
                parts = []
            for part in parts:
                if isinstance(part, ir.Literal):
                    found |= dict.fromkeys(
                        t for t in part.atom.arguments if not isinstance(t, ir.Var)
                    )
        found |= dict.fromkeys(asked.atom.arguments)
        return list(found)

    def _bindings(self, literals: list[ir.Literal]) -> list[dict[str, ir.Term]]:
        names = list(
            dict.fromkeys(
                t.name for part in literals for t in part.atom.arguments if isinstance(t, ir.Var)
            )
        )
        every = product(self.constants, repeat=len(names))
        return [dict(zip(names, values, strict=True)) for values in every]

    def _follows(self, tag: str, q: Lit, condition: Callable[[Lit], bool]) -> bool:
        others = [(tag, c) in self.P for c in self.others(q)]
        if tag.startswith("-"):
            return condition(q) and all(others)
        free = tag != "+l" or no(q) not in self.definite
        return condition(q) or (any(others) and free)

    def _close(self, conditions: dict[str, Callable[[Lit], bool]]) -> None:
        while True:
            new = {
                (tag, q)
                for tag, condition in conditions.items()
                for q in self.L
                if (tag, q) not in self.P and self._follows(tag, q, condition)
            }
            if not new:
                return
            self.P |= new

    # ------------------------------------------------------------------------------------------ the conditions

    def all(self, tag: str, r: R) -> bool:
        return all((tag, a) in self.P for a in r.body)

    def any(self, tag: str, r: R) -> bool:
        return any((tag, a) in self.P for a in r.body)

    def conflicts(self, q: Lit) -> set[Lit]:
        """Return the literals that cannot hold beside a literal."""
        return {no(q)}

    def against(self, q: Lit) -> list[R]:
        """Return the rules that attack a literal."""
        return [r for c in self.conflicts(q) for r in self.heading.get(c, ())]

    def others(self, q: Lit) -> set[Lit]:
        """Return the literals each of which a literal follows from, whatever the rules say."""
        return set()

    def Rs(self, q: Lit) -> list[R]:  # noqa: N802
        return [r for r in self.heading[q] if r.arrow == "->"]

    def Rsd(self, q: Lit) -> list[R]:  # noqa: N802
        return [r for r in self.heading[q] if r.arrow in ("->", "=>")]

    def gt(self, t: R, s: R) -> bool:
        return (t.id, s.id) in self.sup

    def plus_D(self, q: Lit) -> bool:  # noqa: N802
        return q in self.F or any(self.all("+D", r) for r in self.Rs(q))

    def minus_D(self, q: Lit) -> bool:  # noqa: N802
        return q not in self.F and all(self.any("-D", r) for r in self.Rs(q))

    def plus_team(self, q: Lit) -> bool:
        return ("+D", q) in self.P or (
            any(self.all("+d", r) for r in self.Rsd(q))
            and all(("-D", c) in self.P for c in self.conflicts(q))
            and all(
                self.any("-" + self.tag, s)
                or any(self.all("+d", t) and self.gt(t, s) for t in self.Rsd(q))
                for s in self.against(q)
            )
        )

    def minus_team(self, q: Lit) -> bool:
        return ("-D", q) in self.P and (
            all(self.any("-d", r) for r in self.Rsd(q))
            or any(("+D", c) in self.P for c in self.conflicts(q))
            or any(
                self.all("+" + self.tag, s)
                and all(self.any("-d", t) or not self.gt(t, s) for t in self.Rsd(q))
                for s in self.against(q)
            )
        )

    def plus_individual(self, q: Lit) -> bool:
        return ("+D", q) in self.P or (
            all(("-D", c) in self.P for c in self.conflicts(q))
            and any(
                self.all("+d", r)
                and all(self.any("-" + self.tag, s) or self.gt(r, s) for s in self.against(q))
                for r in self.Rsd(q)
            )
        )

    def minus_individual(self, q: Lit) -> bool:
        return ("-D", q) in self.P and (
            any(("+D", c) in self.P for c in self.conflicts(q))
            or all(
                self.any("-d", r)
                or any(self.all("+" + self.tag, s) and not self.gt(r, s) for s in self.against(q))
                for r in self.Rsd(q)
            )
        )

    def plus_s(self, q: Lit) -> bool:
        return ("+D", q) in self.P or any(
            self.all("+s", r)
            and all(self.any("-d", s) or not self.gt(s, r) for s in self.against(q))
            for r in self.Rsd(q)
        )

    def minus_s(self, q: Lit) -> bool:
        return ("-D", q) in self.P and all(
            self.any("-s", r) or any(self.all("+d", s) and self.gt(s, r) for s in self.against(q))
            for r in self.Rsd(q)
        )

    def plus_l(self, q: Lit) -> bool:
        return q in self.definite or (
            any(self.all("+l", r) for r in self.Rsd(q)) and not self.definite & self.conflicts(q)
        )

    def plus_parallel(self, q: Lit) -> bool:
        return q in self.definite or (
            any(self.all("+d", r) for r in self.Rsd(q))
            and not self.definite & self.conflicts(q)
            and all(
                any(a not in self.closure for a in s.body)
                or any(self.all("+d", t) and self.gt(t, s) for t in self.Rsd(q))
                for s in self.against(q)
            )
        )

    # ---------------------------------------------------------------------------------------------- the answer

    @property
    def label(self) -> str:
        q = self.asked
        definite = {a for tag, a in self.P if tag == "+D"}
        if any(definite & self.conflicts(a) for a in definite):
            return "inconsistent"
        match ("+d", q) in self.P, ("+d", no(q)) in self.P:
            case True, True:
                return "inconsistent"
            case True, False:
                return "true"
            case False, True:
                return "false"
            case _:
                return "unknown"


class Conflicts(Oracle):
    """The same conditions with conflict sets: the values of a functional predicate exclude one another.

    The attackers of a literal are the rules for all members of its conflict set, and a value denies the others.
    """

    def __init__(self, theory: ir.Theory, query: ir.Query) -> None:
        self.functional = theory.signature.functional
        super().__init__(theory, query)

    def _same(self, q: Lit) -> set[Lit]:
        _, name, terms = q
        if name not in self.functional or not terms:
            return set()
        return {(False, name, (*terms[:-1], each)) for each in self.constants if each != terms[-1]}

    def conflicts(self, q: Lit) -> set[Lit]:
        return {no(q)} if q[0] else {no(q)} | self._same(q)

    def others(self, q: Lit) -> set[Lit]:
        return self._same(q) if q[0] else set()
