"""The backend and the checker give one label to every question about random programs."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rspc.backends.checkers.stability.checker import Stability
from rspc.backends.clingo import Clingo
from rspc.compiler.contract import LIMITS
from rspc.compiler.ir import nodes as ir

from .printing import printed
from .theories import CONSTANT, atoms, theories


@given(theories(), st.lists(atoms(CONSTANT), min_size=1, max_size=3), st.integers(0, 4))
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_backend_and_checker_agree(theory: ir.Theory, drawn: list[ir.Literal], kind: int) -> None:
    goals: list[ir.Goal] = [ir.AnswerSets(3), ir.Stable(tuple(drawn))]
    goals += [ir.Entailed(ir.Fact(drawn[0]), mode) for mode in ("", "cautious", "brave")]
    query = ir.Query(goals[kind])
    decided = Clingo().decide(theory, query, {}, LIMITS).label
    assert Stability().derive(theory, query, {}).label == decided, (printed(theory), goals[kind])
