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

    def _close(self, conditions: dict[str, Callable[[Lit], bool]]) -> None:
        while True:
            new = {
                (tag, q)
                for tag, condition in conditions.items()
                for q in self.L
                if (tag, q) not in self.P and condition(q)
            }
            if not new:
                return
            self.P |= new

    # ------------------------------------------------------------------------------------------ the conditions

    def all(self, tag: str, r: R) -> bool:
        return all((tag, a) in self.P for a in r.body)

    def any(self, tag: str, r: R) -> bool:
        return any((tag, a) in self.P for a in r.body)

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
            and ("-D", no(q)) in self.P
            and all(
                self.any("-" + self.tag, s)
                or any(self.all("+d", t) and self.gt(t, s) for t in self.Rsd(q))
                for s in self.heading[no(q)]
            )
        )

    def minus_team(self, q: Lit) -> bool:
        return ("-D", q) in self.P and (
            all(self.any("-d", r) for r in self.Rsd(q))
            or ("+D", no(q)) in self.P
            or any(
                self.all("+" + self.tag, s)
                and all(self.any("-d", t) or not self.gt(t, s) for t in self.Rsd(q))
                for s in self.heading[no(q)]
            )
        )

    def plus_individual(self, q: Lit) -> bool:
        return ("+D", q) in self.P or (
            ("-D", no(q)) in self.P
            and any(
                self.all("+d", r)
                and all(self.any("-" + self.tag, s) or self.gt(r, s) for s in self.heading[no(q)])
                for r in self.Rsd(q)
            )
        )

    def minus_individual(self, q: Lit) -> bool:
        return ("-D", q) in self.P and (
            ("+D", no(q)) in self.P
            or all(
                self.any("-d", r)
                or any(
                    self.all("+" + self.tag, s) and not self.gt(r, s) for s in self.heading[no(q)]
                )
                for r in self.Rsd(q)
            )
        )

    def plus_s(self, q: Lit) -> bool:
        return ("+D", q) in self.P or any(
            self.all("+s", r)
            and all(self.any("-d", s) or not self.gt(s, r) for s in self.heading[no(q)])
            for r in self.Rsd(q)
        )

    def minus_s(self, q: Lit) -> bool:
        return ("-D", q) in self.P and all(
            self.any("-s", r)
            or any(self.all("+d", s) and self.gt(s, r) for s in self.heading[no(q)])
            for r in self.Rsd(q)
        )

    def plus_l(self, q: Lit) -> bool:
        return q in self.definite or (
            any(self.all("+l", r) for r in self.Rsd(q)) and no(q) not in self.definite
        )

    def plus_parallel(self, q: Lit) -> bool:
        return q in self.definite or (
            any(self.all("+d", r) for r in self.Rsd(q))
            and no(q) not in self.definite
            and all(
                any(a not in self.closure for a in s.body)
                or any(self.all("+d", t) and self.gt(t, s) for t in self.Rsd(q))
                for s in self.heading[no(q)]
            )
        )

    # ---------------------------------------------------------------------------------------------- the answer

    @property
    def label(self) -> str:
        q = self.asked
        if any(("+D", a) in self.P and ("+D", no(a)) in self.P for a in self.L):
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
