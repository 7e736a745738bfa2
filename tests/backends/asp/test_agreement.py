"""The checker, the stock clingo and a reading of the definitions agree on every answer set of random programs."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, event, given, settings, strategies as st

from rspc.backends.checkers.asp.stability import Stability
from rspc.compiler.contract import Verdict
from rspc.compiler.ir import nodes as ir

from .oracle import Oracle, spelled
from .printing import part, printed
from .reading import literals, program
from .stock import answer_sets
from .theories import CONSTANT, UNIVERSE, atoms, theories

RANDOM = settings(
    max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
MOST = 300


def derived(theory: ir.Theory, goal: ir.Goal) -> Verdict:
    return Stability().derive(theory, ir.Query(goal), {})


def sets(verdict: Verdict) -> set[frozenset[str]]:
    """Return the sets of a certificate in clingo's spelling."""
    return {
        frozenset(each.replace(", ", ",") for each in own) for own in verdict.certificate["sets"]
    }


@given(theories())
@RANDOM
def test_all_answer_sets_are_those_of_the_stock_solver(theory: ir.Theory) -> None:
    expected, cost = answer_sets(theory)
    found = derived(theory, ir.AnswerSets(MOST))
    event(f"{min(len(expected), 3)} answer sets")
    assert found.label == str(len(expected)), printed(theory)
    assert sets(found) == expected, printed(theory)
    if cost and expected:
        told = found.certificate["cost"]
        assert [each for each in told if each] == [each for each in cost if each], printed(theory)


@given(theories())
@RANDOM
def test_all_answer_sets_are_those_of_the_definitions(theory: ir.Theory) -> None:
    oracle = Oracle(theory, UNIVERSE)
    assume(len(oracle.base) <= 7)
    expected = {frozenset(map(spelled, each)) for each in oracle.answer_sets()}
    assert sets(derived(theory, ir.AnswerSets(MOST))) == expected, printed(theory)


@given(theories(), st.lists(atoms(CONSTANT), min_size=2, max_size=4))
@RANDOM
def test_a_set_is_accepted_where_it_is_an_answer_set(
    theory: ir.Theory, drawn: list[ir.Literal]
) -> None:
    expected, _ = answer_sets(theory)
    found = derived(theory, ir.AnswerSets(MOST)).certificate["sets"][:2]
    candidates = [list(literals(*each)) for each in found]
    candidates += [each[1:] for each in candidates] + [[*each, drawn[0]] for each in candidates]
    for candidate in (*candidates, drawn):
        verdict = derived(theory, ir.Stable(tuple(candidate)))
        event(f"{verdict.label} {list(verdict.certificate['reason'] or ())}")
        asked = frozenset(map(part, candidate))
        assert (verdict.label == "true") == (asked in expected), (printed(theory), asked)


@given(theories(), st.lists(atoms(CONSTANT), min_size=2, max_size=2))
@RANDOM
def test_a_literal_is_entailed_as_the_answer_sets_say(
    theory: ir.Theory, drawn: list[ir.Literal]
) -> None:
    expected, _ = answer_sets(theory)
    for mode in ("", "cautious", "brave"):
        for asked in drawn:
            verdict = derived(theory, ir.Entailed(ir.Fact(asked), mode))
            event(f"{mode} {verdict.label}")
            assert verdict.label == _label(expected, asked, mode), (printed(theory), asked, mode)
            assert sets(verdict) <= expected


def _label(expected: set[frozenset[str]], asked: ir.Literal, mode: str) -> str:
    if not expected:
        return "inconsistent"
    if mode == "" and len(expected) > 1:
        return "several"
    enough = any if mode == "brave" else all
    opposite = part(ir.Literal(asked.atom, not asked.negative))
    if enough(part(asked) in each for each in expected):
        return "true"
    return "false" if enough(opposite in each for each in expected) else "unknown"


@pytest.mark.parametrize(
    "text",
    [
        """
        n(1..6)
        n(X) -> 1 {q(X, Y): n(Y)} 1
        q(X, Y), q(Z, Y), X < Z -> false
        q(X, Y), q(Z, W), X < Z, Z - X == W - Y -> false
        q(X, Y), q(Z, W), X < Z, Z - X == Y - W -> false
        """,
        """
        e(1, 2)
        e(2, 3)
        e(3, 4)
        e(4, 1)
        e(1, 3)
        e(3, 1)
        e(4, 2)
        e(X, Y) -> v(X)
        v(X) -> 1 {c(X, Y): e(X, Y)} 1
        v(Y) -> 1 {c(X, Y): e(X, Y)} 1
        c(1, Y) -> r(Y)
        r(X), c(X, Y) -> r(Y)
        v(X), not r(X) -> false
        """,
        """
        i(1, 3, 5)
        i(2, 4, 6)
        i(3, 5, 9)
        i(4, 7, 12)
        true -> {take(X): i(X, W, V)}
        sum{W, X: take(X), i(X, W, V)} > 12 -> false
        maximize{V, X: take(X), i(X, W, V)}
        """,
        """
        true -> {q(1..5)}
        S == sum{X: q(X)} -> t(S)
        t(S), S > 10 -> false
        """,
        """
        v(1..4)
        v(X) -> (c(X, r) | c(X, g) | c(X, b))
        v(X), v(X + 1), c(X, C), c(X + 1, C) -> false
        """,
        """
        true -> (ta | fa)
        true -> (tb | fb)
        ta, fb -> s
        fa, tb -> s
        ta, tb -> s
        s -> ta
        s -> fa
        s -> tb
        s -> fb
        """,
        """
        e(1, 2)
        e(2, 3)
        e(3, 1)
        true -> {on(1..3)}
        e(X, Y), on(X), not cut(X, Y) -> on(Y)
        true -> {cut(X, Y): e(X, Y)} 1
        minimize{1@2, X: on(X); 1@1, X, Y: cut(X, Y)}
        """,
        """
        n(1..3)
        true -> {e(1..3, 1..2)}
        true -> 1 {f(X): n(X), not e(X, _)} 2
        n(Y), count{X: n(X), not not e(X, Y)} >= 2 -> g(Y)
        minimize{1, X: n(X), not e(X, _); 1, X: not not f(X), n(X); 1, Y: g(Y)}
        """,
    ],
)
def test_problems_of_many_sets_are_answered_alike(text: str) -> None:
    theory = program(text)
    expected, _ = answer_sets(theory)
    assert sets(derived(theory, ir.AnswerSets(MOST))) == expected
