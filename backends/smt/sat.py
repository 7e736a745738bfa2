"""Decides problems over records by SAT: tests are unit clauses, the Boolean skeleton is left to the solver.

A test's truth on a row is computed here, from values and by functions of this module alone; the skeleton of
the requirements is encoded once a row after Tseitin. The emitted DIMACS text, with comments that explain
each variable, is exactly the text that the solver reads.
"""

import operator
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from ...compiler.contract import UNDECIDED, Encoding, EngineError, Feature, Label, Limits, Verdict
from ...compiler.ir import nodes as ir
from ...compiler.kinds import Kind, List, Value
from ...compiler.notation import show
from .clauses import Clauses, Encoder
from .some_record import SomeRecord, TooLarge, encode_record
from .terms import DECIDES, Kinds, default, formulas, goal_parts, row_values, slots_in, unfit

SOLVER = "minisat22"

Values: TypeAlias = Mapping[str, Value]
Compute: TypeAlias = Callable[[Values], Any]

COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FOLD: Mapping[str, Callable[[Any], Any]] = {
    "sum": sum,
    "min": lambda items: min(items, default=0),
    "max": lambda items: max(items, default=0),
}
APPLY: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}

# ------------------------------------------------------------------------------------------------------ tests


def test(comparison: ir.Comparison, kinds: Kinds) -> Compute:
    """Return the function that computes a comparison's truth from a row's values."""
    left, right = _term(comparison.left, kinds), _term(comparison.right, kinds)
    collections = kinds.collects(comparison.left), kinds.collects(comparison.right)
    match comparison.operator, collections:
        case (("<" | "<=" | ">" | ">=" as order), (False, False)):
            compare = COMPARE[order]
            return lambda row: compare(left(row), right(row))
        case (("==" | "!=" as sign), (False, False) | (True, True)):
            wanted = sign == "=="
            return lambda row: (left(row) == right(row)) is wanted
        case "in", (False, True):
            return lambda row: left(row) in right(row)
        case "within", (True, True):
            return lambda row: set(left(row)) <= set(right(row))
        case "meets", (True, True):
            return lambda row: not set(left(row)).isdisjoint(right(row))
        case _:
            raise unfit(comparison)


def _term(term: ir.Node, kinds: Kinds) -> Compute:
    match term:
        case ir.Slot(name=name):
            return lambda row: row[name]
        case ir.Quantity(amount=amount):
            return lambda row: amount
        case ir.Const(name=symbol):
            return lambda row: symbol
        case ir.SetOf(items=items):
            members = [_term(item, kinds) for item in items]
            return lambda row: frozenset([member(row) for member in members])
        case ir.ListOf(items=items):
            members = [_term(item, kinds) for item in items]
            return lambda row: tuple([member(row) for member in members])
        case ir.Operation(operator="neg", operands=(operand,)):
            one = _term(operand, kinds)
            return lambda row: -one(row)
        case ir.Operation(operator="+" | "-" | "*" as sign, operands=(first, *rest)) if rest:
            parts = _term(first, kinds), [_term(each, kinds) for each in rest]
            return lambda row: _apply_to_row(APPLY[sign], *parts, row)
        case ir.Operation(operator=function, operands=(operand,)) if kinds.collects(operand):
            return _function(function, operand, kinds)
        case _:
            raise unfit(term)


def _apply_to_row(
    apply: Callable[[Any, Any], Any], first: Compute, rest: list[Compute], row: Any
) -> Any:
    result = first(row)
    for each in rest:
        result = apply(result, each(row))
    return result


def _function(name: str, operand: ir.Node, kinds: Kinds) -> Compute:
    items = _term(operand, kinds)
    if name == "len":
        return lambda row: len(items(row))
    kind = kinds.of(operand)
    if isinstance(operand, ir.SetOf) or not (kind is None or isinstance(kind, List)):
        raise EngineError(f"`{name}` takes a list")
    if name in FOLD:
        fold = FOLD[name]
        return lambda row: fold(items(row))
    if name in ("first", "last"):
        none = default(kind.element if isinstance(kind, List) else None)
        end = 0 if name == "first" else -1
        return lambda row: items(row)[end] if items(row) else none
    raise EngineError(f"there is no function `{name}` of lists")


# --------------------------------------------------------------------------------------------------- encoding


@dataclass
class _RowEncoder(Encoder):
    """Encodes formulas on one row."""

    values: Values = field(default_factory=dict)
    tests: Mapping[ir.Comparison, tuple[str, Compute]] = field(default_factory=dict)

    def comparison(self, comparison: ir.Comparison) -> int:
        name, compute = self.tests[comparison]
        return self.unit(name, compute(self.values))


@dataclass(frozen=True)
class _Encoded:
    """DIMACS text, with the variables that say of each row whether it satisfies, and whether it meets the goal."""

    text: str
    satisfies: Mapping[str, int]
    meets: Mapping[str, int]


def _encode(theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> _Encoded:
    requirements = [formula for _, formula in formulas(theory)]
    goal, term = goal_parts(query.goal)
    used = slots_in(*requirements, goal, term)
    tests = _tests([*requirements, *([goal] if goal else [])], Kinds(kinds))
    clauses = Clauses()
    satisfies: dict[str, int] = {}
    meets: dict[str, int] = {}
    for row in query.rows:
        values = row_values(theory, row, used, kinds)
        encoder = _RowEncoder(clauses, f"row {row.id}", values=values, tests=tests)
        literals = [encoder.literal(formula) for formula in requirements]
        satisfies[row.id] = clauses.every(literals, f"row {row.id} satisfies")
        if goal is not None:
            both = [satisfies[row.id], encoder.literal(goal)]
            meets[row.id] = clauses.every(both, f"row {row.id} meets the goal")
    return _Encoded(clauses.text, satisfies, meets)


def _tests(
    requirements: list[ir.Formula], kinds: Kinds
) -> dict[ir.Comparison, tuple[str, Compute]]:
    found = [comparison for formula in requirements for comparison in _comparisons(formula)]
    return {
        comparison: (" ".join(show(comparison).split()), test(comparison, kinds))
        for comparison in found
    }


def _comparisons(formula: ir.Node) -> Iterator[ir.Comparison]:
    match formula:
        case ir.And(parts=parts) | ir.Or(parts=parts):
            for part in parts:
                yield from _comparisons(part)
        case ir.Not(part=part):
            yield from _comparisons(part)
        case ir.Comparison():
            yield formula


# ---------------------------------------------------------------------------------------------------- backend


class Sat:
    """A SAT solver on the Boolean skeleton; its budget counts conflicts."""

    name: ClassVar[str] = "sat"
    decides: ClassVar[frozenset[Feature]] = DECIDES

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Return the DIMACS text; its one assignment of the rows' variables is the answer.

        If the question is about any record, the text is satisfiable just if there is one.
        """
        if isinstance(query.goal, ir.Consistent):
            return Encoding(".cnf", _some_record(theory, kinds).text)
        return Encoding(".cnf", _encode(theory, query, kinds).text)

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Return the label and each row's truth; `undecided` out of the budget of conflicts."""
        begun = time.perf_counter()
        if isinstance(query.goal, ir.Consistent):
            return self._decide_record(theory, kinds, limits, begun)
        problem = _encode(theory, query, kinds)
        try:
            model = _solve_formula(problem.text, limits)
        except _NoModel:
            raise EngineError(
                f"{SOLVER} found the definitions of an encoding contradictory"
            ) from None
        if model is None:
            return Verdict(UNDECIDED, self.name, {}, time.perf_counter() - begun)
        rows = {id: variable in model for id, variable in problem.satisfies.items()}
        meeting = {id: variable in model for id, variable in problem.meets.items()}
        label = _label(theory, query, kinds, rows, meeting)
        certificate = {"kind": "rows", "satisfied": rows}
        return Verdict(label, self.name, certificate, time.perf_counter() - begun)

    def _decide_record(
        self, theory: ir.Theory, kinds: Mapping[str, Kind], limits: Limits, begun: float
    ) -> Verdict:
        """Return whether some record meets all requirements, with the record."""
        record: dict[str, str] | None = None
        try:
            problem = _some_record(theory, kinds)
            model = _solve_formula(problem.text, limits)
            if model is None:
                return Verdict(UNDECIDED, self.name, {}, time.perf_counter() - begun)
            record = {
                name: kinds[name].show(value)
                for (name, value), variable in problem.values.items()
                if variable in model
            }
        except TooLarge as error:
            return Verdict(UNDECIDED, self.name, {"reason": str(error)})
        except _NoModel:
            record = None
        label = "true" if record is not None else "false"
        certificate = {"kind": "record", "record": record}
        return Verdict(label, self.name, certificate, time.perf_counter() - begun)


class _NoModel(Exception):
    """A formula has no model."""


def _some_record(theory: ir.Theory, kinds: Mapping[str, Kind]) -> SomeRecord:
    requirements = [formula for _, formula in formulas(theory)]
    return encode_record(requirements, _tests(requirements, Kinds(kinds)), kinds)


def _solve_formula(text: str, limits: Limits) -> frozenset[int] | None:
    """Return the true variables of a model, or None out of budget. Raise `_NoModel` if there is none."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=CNF(from_string=text)) as solver:
        solver.conf_budget(limits.steps)
        answer = solver.solve_limited()
        if answer is None:
            return None
        if not answer:
            raise _NoModel
        return frozenset(literal for literal in solver.get_model() if literal > 0)


def _label(
    theory: ir.Theory,
    query: ir.Query,
    kinds: Mapping[str, Kind],
    satisfied: Mapping[str, bool],
    meeting: Mapping[str, bool],
) -> Label:
    _, term = goal_parts(query.goal)
    amounts: dict[str, int] = {}
    if term is not None:
        value = _term(term, Kinds(kinds))
        used = slots_in(term)
        amounts = {row.id: value(row_values(theory, row, used, kinds)) for row in query.rows}
    chosen = [id for id, holds in (meeting or satisfied).items() if holds]
    of_chosen = [amounts[id] for id in chosen if id in amounts]
    match query.goal:
        case ir.Exists():
            return "true" if chosen else "false"
        case ir.Best(direction=direction):
            best = FOLD[direction](of_chosen)
            return ",".join(id for id in chosen if amounts[id] == best) or "none"
        case ir.Total(function="count"):
            return str(len(chosen))
        case ir.Total(function="min" | "max") if not chosen:
            return "none"
        case ir.Total(function=function):
            return str(FOLD[function](of_chosen))
        case _:
            return ",".join(chosen) or "none"
