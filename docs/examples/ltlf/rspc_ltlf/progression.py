"""The checker: formulas are pushed through a trace, state by state (Bacchus and Kabanza, AAAI 1996).

The progression of a formula through a state is what the rest of the trace must satisfy. A trace that is given is tested
by it; that there is no trace is found by trying every state at every step, each remaining formula once. The checker
knows neither the engine nor its encoding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import ClassVar, Literal, TypeAlias

import msgspec

from rspc.plugin import (
    LIMITS,
    UNDECIDED,
    CheckResult,
    Feature,
    Kind,
    Limits,
    Verdict,
    ir,
    show,
    walk,
)

from .logic import FEATURES

State: TypeAlias = frozenset[str]
Trace: TypeAlias = list[list[str]]

TRUE, FALSE = ir.Truth(True), ir.Truth(False)

STEPS_A_STATE = 50
"""How many steps of the budget it takes to push a formula through a state."""


class Traces(msgspec.Struct, forbid_unknown_fields=True):
    """A certificate: traces of the theory on which what is asked holds and fails; None where there are none."""

    kind: Literal["traces"]
    holds: Trace | None
    fails: Trace | None


class Progression:
    """Tests traces, and that there are none, by pushing formulas through states."""

    name: ClassVar[str] = "progression"
    decides: ClassVar[frozenset[Feature]] = FEATURES

    def derive(
        self,
        theory: ir.Theory,
        query: ir.Query,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> Verdict:
        """Give the label with the first traces on either side: those of the smallest states in alphabetical order."""
        search = _Search(limits)
        try:
            holds, fails = (search.trace(side, _steps(theory)) for side in _sides(theory, query))
        except _Spent as spent:
            return Verdict(UNDECIDED, self.name, {"kind": "budget", "reason": str(spent)})
        found = Traces("traces", holds, fails)
        return Verdict(_label(found), self.name, msgspec.to_builtins(found))

    def check(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> CheckResult:
        """Test the traces of a certificate, and that there is none on a side where it has none."""
        try:
            given = msgspec.convert(dict(verdict.certificate), Traces)
        except msgspec.ValidationError as error:
            return CheckResult(False, f"this is no certificate of traces: {error}")
        if _label(given) != verdict.label:
            return CheckResult(False, f"the traces are evidence for the label {_label(given)}")
        search = _Search(limits)
        for formula, trace in zip(_sides(theory, query), (given.holds, given.fails), strict=True):
            try:
                reason = _refuted(formula, trace, _steps(theory), search)
            except _Spent as spent:
                reason = str(spent)
            if reason:
                return CheckResult(False, reason)
        return CheckResult(True)


def _label(found: Traces) -> str:
    if found.holds is None:
        return "inconsistent" if found.fails is None else "false"
    return "true" if found.fails is None else "unknown"


def _steps(theory: ir.Theory) -> int:
    return int(dict(theory.options)["steps"])


def _sides(theory: ir.Theory, query: ir.Query) -> tuple[ir.Formula, ir.Formula]:
    """Give the theory with what is asked, and with its opposite."""
    goal = query.goal
    assert isinstance(goal, ir.Entailed)
    statements = [_formula(statement.statement) for statement in theory.statements]
    asked = _formula(goal.statement)
    return ir.And((*statements, asked)), ir.And((*statements, ir.Not(asked)))


def _formula(statement: ir.Statement) -> ir.Formula:
    if isinstance(statement, ir.Requirement):
        return statement.formula
    assert isinstance(statement, ir.Fact)
    return statement.literal


def _refuted(formula: ir.Formula, trace: Trace | None, steps: int, search: _Search) -> str:
    """Say what is wrong with a trace for a formula, or with the claim that there is none; nothing where it is right."""
    if trace is None:
        found = search.trace(formula, steps)
        return "" if found is None else f"there is a trace: {found}"
    if len(trace) != steps:
        return f"a trace has {len(trace)} steps, and not {steps}"
    for place, state in enumerate(trace, 1):
        formula = progress(formula, frozenset(state), place == steps)
    return "" if formula == TRUE else "a trace does not satisfy what it is given for"


# ------------------------------------------------------------------------------------------------- progression


def progress(formula: ir.Formula, state: State, last: bool) -> ir.Formula:
    """Give what the rest of a trace must satisfy; a truth value where the state is the last one."""
    match formula:
        case ir.Truth():
            return formula
        case ir.Literal(atom=atom, negative=False, default=default):
            return ir.Truth((show(atom) in state) is not default)
        case ir.Not(part=part):
            return _denied(progress(part, state, last))
        case ir.And(parts=parts):
            return _all(progress(each, state, last) for each in parts)
        case ir.Or(parts=parts):
            return _any(progress(each, state, last) for each in parts)
        case ir.Modal(operator=operator, parts=parts):
            return _progressed(operator, formula, parts, state, last)
        case _:
            raise TypeError(f"`{show(formula)}` is no formula over traces")


def _progressed(
    operator: str, formula: ir.Formula, parts: Sequence[ir.Formula], state: State, last: bool
) -> ir.Formula:
    if operator in ("next", "weak_next"):
        return ir.Truth(operator == "weak_next") if last else parts[0]
    now = [progress(part, state, last) for part in parts]
    later = ir.Truth(operator in ("always", "release")) if last else formula
    match operator:
        case "eventually":
            return _any((now[0], later))
        case "always":
            return _all((now[0], later))
        case "until":
            return _any((now[1], _all((now[0], later))))
        case "release":
            return _all((now[1], _any((now[0], later))))
        case _:
            raise TypeError(f"`{operator}` is no operator over traces")


def _denied(formula: ir.Formula) -> ir.Formula:
    match formula:
        case ir.Truth(value=value):
            return ir.Truth(not value)
        case ir.Not(part=part):
            return part
        case _:
            return ir.Not(formula)


def _all(parts: Iterator[ir.Formula] | Sequence[ir.Formula]) -> ir.Formula:
    kept = _kept(ir.And, parts)
    if FALSE in kept:
        return FALSE
    return ir.And(kept) if len(kept) > 1 else kept[0] if kept else TRUE


def _any(parts: Iterator[ir.Formula] | Sequence[ir.Formula]) -> ir.Formula:
    kept = _kept(ir.Or, parts)
    if TRUE in kept:
        return TRUE
    return ir.Or(kept) if len(kept) > 1 else kept[0] if kept else FALSE


def _kept(
    kind: type[ir.And] | type[ir.Or], parts: Iterator[ir.Formula] | Sequence[ir.Formula]
) -> tuple[ir.Formula, ...]:
    """Give the parts of a conjunction or disjunction, those of inner ones too, each once, without idle truth values."""
    flat = chain.from_iterable(part.parts if isinstance(part, kind) else (part,) for part in parts)
    idle = TRUE if kind is ir.And else FALSE
    return tuple(each for each in dict.fromkeys(flat) if each != idle)


# -------------------------------------------------------------------------------------------------- the search


class _Spent(Exception):
    """The budget is spent; says on what."""


class _Search:
    """Looks for traces; what has none is remembered."""

    def __init__(self, limits: Limits) -> None:
        self._most = limits.steps // STEPS_A_STATE
        self._tried = 0
        self._dead: set[tuple[ir.Formula, int]] = set()

    def trace(self, formula: ir.Formula, steps: int) -> Trace | None:
        """Give the first trace of this many steps that satisfies a formula, None if there is none."""
        if formula == FALSE or (formula, steps) in self._dead:
            return None
        for state in _states(formula):
            self._count()
            rest = progress(formula, frozenset(state), steps == 1)
            if steps == 1:
                found: Trace | None = [] if rest == TRUE else None
            else:
                found = self.trace(rest, steps - 1)
            if found is not None:
                return [list(state), *found]
        self._dead.add((formula, steps))
        return None

    def _count(self) -> None:
        self._tried += 1
        if self._tried > self._most:
            raise _Spent(f"the search went through more than {self._most} states")


def _states(formula: ir.Formula) -> Iterator[tuple[str, ...]]:
    """Give every set of the atoms of a formula, smaller ones first: others make no difference to it."""
    atoms = sorted({show(node) for node in walk(formula) if isinstance(node, ir.Atom)})
    return chain.from_iterable(combinations(atoms, size) for size in range(len(atoms) + 1))
