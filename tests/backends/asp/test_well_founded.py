"""Programs with a total well-founded model: the same answers and certificates as by search, and those of clingo."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import HealthCheck, event, given, settings, strategies as st

from rspc.backends.checkers.asp import stability
from rspc.backends.checkers.asp.well_founded import evaluate
from rspc.backends.checkers.common.budget import Budget
from rspc.compiler.ir import nodes as ir

from .reading import literal, program
from .stock import answer_sets

RANDOM = settings(
    max_examples=200, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)

HEADS = ("p(X)", "q(X)", "r(X)", "-p(X)", "-q(X)", "s(X, Y)", "false")
BODIES = ("p(X)", "q(X)", "r(X)", "-p(X)", "s(X, Y)", "s(Y, X)", "r(Y)", 's(X, "b c")')


@st.composite
def programs(draw: st.DrawFn) -> str:
    facts = st.sampled_from(("d(a).", 'd("b c").', "s(a, a).", 's("b c", a).', "r(a).", "-q(a)."))
    lines = ["d(a).", "d(c).", *draw(st.lists(facts, max_size=4))]
    for _ in range(draw(st.integers(1, 6))):
        body = ["d(X)", "d(Y)"] + [
            draw(st.sampled_from(("", "not "))) + draw(st.sampled_from(BODIES))
            for _ in range(draw(st.integers(0, 3)))
        ]
        lines.append(f"{', '.join(body)} -> {draw(st.sampled_from(HEADS))}.")
    return "\n".join(lines)


def searched(theory: ir.Theory, goal: ir.Goal) -> tuple[str, dict[str, object]]:
    """Return the answer and the certificate by search alone."""
    with mock.patch.object(stability, "evaluate", return_value=None):
        verdict = stability.Stability().derive(theory, ir.Query(goal), {})
    return verdict.label, verdict.certificate


@given(programs(), st.sampled_from(("p(a)", "-p(c)", "q(a)", "s(a, c)", "-s(a, a)")))
@RANDOM
def test_a_model_gives_the_certificate_that_search_gives(text: str, asked: str) -> None:
    theory = program(text)
    model = evaluate(theory, Budget())
    event("total" if model else "open")
    for goal in (ir.AnswerSets(3), ir.Entailed(ir.Fact(literal(asked)), "")):
        verdict = stability.Stability().derive(theory, ir.Query(goal), {})
        assert (verdict.label, verdict.certificate) == searched(theory, goal), text
    if model is not None:
        own = {frozenset(each.replace(", ", ",") for each in model.listed())}
        assert (own if model.consistent else set()) == answer_sets(theory)[0], text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("p(a). p(X), not q(X) -> r(X).", ["p(a)", "r(a)"]),
        # The predicates depend on themselves under `not`; the atoms do not.
        (
            "e(a, b). e(b, c). e(X, Y), not w(Y) -> w(X).",
            ["e(a, b)", "e(b, c)", "w(b)"],
        ),
        ("p(a). p(X), not q(X) -> r(X). p(X), not r(X) -> q(X).", None),
        ("p(a). p(X), not q(X) -> q(X).", None),
        ("p(1).", None),
    ],
)
def test_only_a_total_model_is_an_answer(text: str, found: list[str] | None) -> None:
    model = evaluate(program(text.replace(". ", "\n")), Budget())
    assert (None if model is None else model.listed()) == found


def test_large_joins_go_the_general_way() -> None:
    facts = "\n".join(f"p(a{n})" for n in range(150))
    assert evaluate(program(f"{facts}\np(X), p(Y) -> q(X, Y)"), Budget()) is None
