"""The backend and the checker give one answer to every question about a program."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import rspc
from rspc.backends.asp import clingo
from rspc.backends.asp.clingo import Clingo
from rspc.backends.checkers.asp.stability import Stability
from rspc.compiler.certify.certify import Disagreement
from rspc.compiler.contract import LIMITS
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show

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


LARGEST_OR_SMALLEST = [
    ("-> { p(1..2) }. maximize { 1@2 : q }. maximize { 1@1 : p(1) }. q -> q.", "0,1"),
    ("-> { p(1..2) }. minimize { 1@2 : q }. maximize { 1@1 : p(1) }.", "0,1"),
    ("p(1). maximize { 3 : q(1) }.", "0"),
    ("-> 1 { r(1..2) } 1. not r(3) -> t. maximize { -1@-1 : r(1), not t; V@V : r(V) }.", "2,0"),
    ("w(3, 1). w(5, 2). -> { p(X) : w(W, X) }. maximize { W@P : p(P), w(W, P) }.", "5,3"),
    ("-> { p(1..2) }. maximize { 1@X : p(X) }. minimize { 2@1 : not p(1) }.", "-1,-1"),
    ("-> { p(1..2) }. maximize { 1@2 : p(1) }. minimize { 1@1 : p(1) }.", "1,1"),
]


@pytest.mark.parametrize(("text", "label"), LARGEST_OR_SMALLEST)
def test_each_priority_has_its_sum(text: str, label: str) -> None:
    assert rspc.solve(f"family t\nlogic asp\ntheory {{ {text} }}\nask optimum\n").label == label


def test_engines_with_other_answer_sets_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "family t\nlogic asp\ntheory { -> { a; b } 1. }\n"
    assert len(rspc.solve(text).answer_sets or ()) == 3
    monkeypatch.setattr(clingo, "_texts", lambda held: sorted(show(each) * 2 for each in held))
    with pytest.raises(Disagreement, match=r"clingo answers 3 \{aa\} \{bb\} \{\}"):
        rspc.solve(text)
