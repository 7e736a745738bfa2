"""A SAT solver with what is needed of conjunctions, disjunctions and aggregates, and a count of its work."""

from collections.abc import Iterable, Sequence
from typing import Any

from ....compiler.contract import EngineError
from ..common.budget import Budget
from .values import COMPARE, GREATEST, LEAST, Value, always, number

SOLVER = "minisat22"
TRUE, FALSE = 1, -1
CONFLICTS = 100_000
"""How many conflicts a call may have before it is paid for."""
PRICE = 10
"""What a conflict costs, in steps."""


class Clauses:
    """Clauses over variables that are numbered from 2; the variable 1 is true."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.top = TRUE
        self._waiting: list[list[int]] = [[TRUE]]
        self._conjunctions: dict[tuple[int, ...], int] = {}
        self._solver: Any = None
        self._conflicts = 0

    def variable(self) -> int:
        self.top += 1
        return self.top

    def add(self, clause: Iterable[int]) -> None:
        own = [each for each in clause if each != FALSE]
        if TRUE not in own:
            self.budget.spend(1)
            self._waiting.append(own)

    def conjunction(self, parts: Iterable[int]) -> int:
        """Return a literal that is true where all of the literals are."""
        key = tuple(sorted(set(parts) - {TRUE}))
        if not key:
            return TRUE
        if FALSE in key:
            return FALSE
        if len(key) == 1:
            return key[0]
        if key not in self._conjunctions:
            new = self._conjunctions[key] = self.variable()
            self.budget.spend(len(key) + 1)
            self._waiting += [[-new, each] for each in key]
            self._waiting.append([new, *[-each for each in key]])
        return self._conjunctions[key]

    def disjunction(self, parts: Iterable[int]) -> int:
        """Return a literal that is true where one of the literals is."""
        return -self.conjunction([-part for part in parts])

    def chosen(self, condition: int, then: int, otherwise: int) -> int:
        """Return a literal that is true where `then` is under the condition, and `otherwise` without it."""
        if then == otherwise or condition == TRUE:
            return then
        if condition == FALSE:
            return otherwise
        return self.conjunction(
            (self.disjunction((-condition, then)), self.disjunction((condition, otherwise)))
        )

    def aggregate(
        self, function: str, operator: str, bound: Value, tuples: Sequence[tuple[Value, int]]
    ) -> int:
        """Return a literal that is true where the function over the tuples whose literals are true compares so.

        The tuples are gone through in order, and each value that the function can have so far is a node of a decision
        diagram, as in Eén and Sörensson, Translating pseudo-Boolean constraints into SAT (JSAT 2006).
        """
        start, values = _weights(function, tuples)
        spans = _spans(function, values)
        layers: list[set[Value]] = [{start}]
        for place, value in enumerate(values):
            following: set[Value] = set()
            for state in layers[-1]:
                if _decided_comparison(function, operator, bound, state, spans[place]) is None:
                    following |= {state, _after(function, state, value)}
            self.budget.spend(1 + len(following))
            layers.append(following)
        nodes: dict[Value, int] = {}
        for place in range(len(values), -1, -1):
            own: dict[Value, int] = {}
            for state in sorted(layers[place]):
                settled = _decided_comparison(function, operator, bound, state, spans[place])
                if settled is None:
                    then = nodes[_after(function, state, values[place])]
                    own[state] = self.chosen(tuples[place][1], then, nodes[state])
                else:
                    own[state] = settled
            nodes = own
        return nodes[start]

    def solve(self, assumptions: Sequence[int] = ()) -> set[int] | None:
        """Return the variables that are true in a model under the assumptions; None if there is no model.

        Raises:
            Spent: the steps that are left are too few.
        """
        if self.top == TRUE:  # no clause depends on anything: the question was decided before
            self.budget.spend(1)
            return None if [] in self._waiting or FALSE in assumptions else {TRUE}
        if self._solver is None:
            from pysat.solvers import Solver

            self._solver = Solver(name=SOLVER, bootstrap_with=self._waiting)
        else:
            self._solver.append_formula(self._waiting, no_return=True)
        self._waiting = []
        self._solver.conf_budget(CONFLICTS)
        self.budget.spend(1)
        while True:
            answer = self._solver.solve_limited(assumptions=list(assumptions))
            conflicts = self._solver.accum_stats()["conflicts"]
            self.budget.spend(PRICE * (conflicts - self._conflicts))
            self._conflicts = conflicts
            if answer is not None:
                break
        return {value for value in self._solver.get_model() if value > 0} if answer else None


def _weights(function: str, tuples: Sequence[tuple[Value, int]]) -> tuple[Value, list[Value]]:
    """Return the value of a function of nothing, and what each tuple brings."""
    match function:
        case "count":
            return number(0), [number(1)] * len(tuples)
        case "sum":
            return number(0), [each[0] for each, _ in tuples]
        case "min" | "max":
            start = GREATEST if function == "min" else LEAST
            return start, [each[0] if each else start for each, _ in tuples]
        case _:
            raise EngineError(f"there is no aggregate `{function}`")


def _after(function: str, state: Value, value: Value) -> Value:
    match function:
        case "min":
            return min(state, value)
        case "max":
            return max(state, value)
        case _:
            return number(state[1] + value[1])


def _spans(function: str, values: Sequence[Value]) -> list[tuple[Value, Value]]:
    """Return the least and the greatest value that the tuples from each place on can make of them alone."""
    nothing = GREATEST if function == "min" else LEAST if function == "max" else number(0)
    spans = [(nothing, nothing)]
    for value in reversed(values):
        low, high = spans[-1]
        match function:
            case "min":
                spans.append((min(low, value), high))
            case "max":
                spans.append((low, max(high, value)))
            case _:
                amount = value[1]
                spans.append((number(low[1] + min(amount, 0)), number(high[1] + max(amount, 0))))
    return spans[::-1]


def _decided_comparison(
    function: str, operator: str, bound: Value, state: Value, span: tuple[Value, Value]
) -> int | None:
    """Return the truth of the comparison where it is the same for all that may come; None if it is not."""
    reach = (_after(function, state, span[0]), _after(function, state, span[1]))
    if always(operator, reach, bound):
        return TRUE
    return FALSE if not _sometimes(operator, reach, bound) else None


def _sometimes(operator: str, reach: tuple[Value, Value], bound: Value) -> bool:
    low, high = reach
    match operator:
        case "<" | "<=":
            return COMPARE[operator](low, bound)
        case ">" | ">=":
            return COMPARE[operator](high, bound)
        case "==":
            return low <= bound <= high
        case _:
            return not low == high == bound
