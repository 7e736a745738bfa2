"""Propositional copies of the concept language, one for each node, in one incremental SAT solver.

A concept at a node is a literal that implies what the concept means there; restrictions mean nothing to the solver
but what others add. Each statement has a selector, so that statements are switched on by assumptions, and what
refutes the assumptions is a set of statements. Clauses hold selectors only negated: those left out are left free.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ..checkers.common.budget import Budget
from .concepts import Concepts

SOLVER = "minisat22"
CONFLICTS = 20_000
"""How many conflicts a call may have before it is paid for."""
PRICE = 10
"""What a call, and each conflict in it, costs in steps."""


class Copies:
    """Clauses about concepts at nodes, which are numbered from 0.

    Attributes:
        restrictions: at each node, for each role, the restrictions and their variables.
        names: at each node, the named concepts and their variables.
        known: at each node, the other concepts and their literals.
    """

    def __init__(self, concepts: Concepts, nodes: int, budget: Budget) -> None:
        from pysat.solvers import Solver

        self.concepts, self.budget = concepts, budget
        self.nodes = nodes
        self.restrictions: list[dict[str, list[tuple[int, int]]]] = [{} for _ in range(nodes)]
        self.names: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
        self.known: list[dict[int, int]] = [{} for _ in range(nodes)]
        self.selectors: dict[int, int] = {}
        self._statements: dict[int, int] = {}
        self._solver: Any = Solver(name=SOLVER)
        self._top = self._phased = 0
        self._conflicts = 0

    def variable(self) -> int:
        self._top += 1
        return self._top

    def clause(self, literals: Iterable[int]) -> None:
        self._solver.add_clause(list(literals))

    def selector(self, statement: int) -> int:
        """Return the variable that switches a statement on."""
        if statement not in self.selectors:
            self.selectors[statement] = self.variable()
            self._statements[self.selectors[statement]] = statement
        return self.selectors[statement]

    def literal(self, node: int, concept: int) -> int:
        """Return the literal for a concept at a node."""
        found = self.known[node].get(concept)
        return self._make(node, concept) if found is None else found

    def _make(self, node: int, concept: int) -> int:
        kind, parts, number, role = self.concepts.shapes[concept]
        literal = -self.literal(node, parts[0]) if kind == "not" else self.variable()
        self.known[node][concept] = literal
        match kind:
            case "name":
                self.names[node].append((concept, literal))
            case "truth":
                self.clause([literal if number else -literal])
            case "and":
                for part in parts:
                    self.clause([-literal, self.literal(node, part)])
            case "or":
                self.clause([-literal, *(self.literal(node, part) for part in parts)])
            case "min" | "max" | "only":
                self.restrictions[node].setdefault(role, []).append((concept, literal))
        self.met(node, concept, literal)
        return literal

    def met(self, node: int, concept: int, literal: int) -> None:
        """Hear of a literal that is new."""

    def demand(self, node: int, concept: int, unless: Sequence[int]) -> None:
        """Add that a node belongs to a concept, unless one of the literals is true."""
        kind, parts, *_ = self.concepts.shapes[concept]
        if kind == "and":
            for part in parts:
                self.demand(node, part, unless)
        else:
            wanted = parts if kind == "or" else (concept,)
            self.clause([*unless, *(self.literal(node, each) for each in wanted)])

    def solve(self, assumptions: list[int]) -> list[int] | None:
        """Return a model, each variable's literal at its place, or None if there is none.

        Raises:
            Spent: the steps that are left are too few.
        """
        solver = self._solver
        if self._phased < self._top:
            solver.set_phases(range(-self._phased - 1, -self._top - 1, -1))
            self._phased = self._top
        while True:
            solver.conf_budget(CONFLICTS)
            answer = solver.solve_limited(assumptions=assumptions)
            conflicts = solver.accum_stats()["conflicts"]
            self.budget.spend(PRICE * (1 + conflicts - self._conflicts))
            self._conflicts = conflicts
            if answer is not None:
                break
        if not answer:
            return None
        model: list[int] = solver.get_model() or []
        return model

    def core(self) -> tuple[list[int], list[int]]:
        """Return the statements, and the other assumptions, that the last call refuted."""
        statements: list[int] = []
        others: list[int] = []
        for value in self._solver.get_core() or ():
            if value in self._statements:
                statements.append(self._statements[value])
            else:
                others.append(value)
        return statements, others


def holds(literal: int, model: list[int]) -> bool:
    """Return whether a literal is true in a model, which says nothing of variables that are newer than it."""
    place = abs(literal) - 1
    return place < len(model) and (model[place] > 0) == (literal > 0)
