"""What a certificate of a program says, and that nothing of it can be changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from msgspec.structs import replace

from rspc.backends.checkers.asp.stability import Stability
from rspc.compiler.contract import Verdict
from rspc.compiler.ir import nodes as ir

from .reading import literal, literals, program
from .theories import CONSTANT, atoms, theories

CHECKER = Stability()


def derived(text: str, goal: ir.Goal) -> Verdict:
    return CHECKER.derive(program(text), ir.Query(goal), {})


def entailed(text: str, asked: str, mode: str = "") -> Verdict:
    return derived(text, ir.Entailed(ir.Fact(literal(asked)), mode))


def reason(text: str, *chosen: str) -> Any:
    return derived(text, ir.Stable(literals(*chosen))).certificate["reason"]


# ---------------------------------------------------------------------------------------------------- reasons


@pytest.mark.parametrize(
    ("text", "chosen", "expected"),
    [
        ("a\na -> b", ["a", "b"], None),
        ("a\na -> b", ["b"], {"violated": "s1", "instance": "a"}),
        (
            "p(2)\np(1)\np(X) -> q(X)",
            ["p(1)", "p(2)"],
            {"violated": "s3", "instance": "p(1) -> q(1)"},
        ),
        ("a\na, not b -> false", ["a"], {"violated": "s2", "instance": "a, not b -> false"}),
        (
            "p(1)\np(X), Y == X + 1 -> (q(Y) | r)",
            ["p(1)"],
            {"violated": "s2", "instance": "p(1), 2 == 2 -> (q(2) | r)"},
        ),
        (
            "p(1)\np(X) -> 1 {q(X, Y): p(Y)}",
            ["p(1)"],
            {"violated": "s2", "instance": "p(1) -> 1 { q(1, Y) : p(Y) }"},
        ),
        ("a -> b\nb -> a\nc", ["a", "b", "c"], {"unfounded": ["a", "b"]}),
        ("c", ["c", "d"], {"unfounded": ["d"]}),
        ("true -> (a | b)", ["a", "b"], {"smaller": ["b"]}),
        ("true -> (a | b)\na -> c", ["a", "b", "c"], {"smaller": ["b"]}),
        ("a\ncount{1: b; 2: c} > 1 -> b\nb -> c", ["a", "b", "c"], {"unfounded": ["b", "c"]}),
        ("p\n-p -> q", ["-p", "p", "q"], {"complementary": "p"}),
        ("true -> {a; b}\nminimize{1: a}", ["a", "b"], {"better": []}),
        ("true -> 1 {a; b} 1\nminimize{2: a; 1: b}", ["a"], {"better": ["b"]}),
        ("true -> 1 {a; b} 1\nminimize{2: a; 1: b}", ["b"], None),
    ],
)
def test_a_set_is_refused_for_this_reason(text: str, chosen: list[str], expected: Any) -> None:
    verdict = derived(text, ir.Stable(literals(*chosen)))
    assert verdict.certificate == {
        "kind": "stability",
        "set": sorted(chosen),
        "accepted": expected is None,
        "reason": expected,
    }
    assert verdict.label == ("true" if expected is None else "false")


def test_the_order_of_a_set_does_not_matter() -> None:
    assert reason("true -> (a | b)\na -> c", "c", "b", "a") == {"smaller": ["b"]}
    given = derived("a\na -> b", ir.Stable(literals("b", "a", "b")))
    assert given.certificate["set"] == ["a", "b"]


# ------------------------------------------------------------------------------------------------- entailment


def test_a_derivation_names_facts_and_rules_premises_first() -> None:
    text = "p(1)\nq(2)\np(X), not r(X) -> s(X)\ns(1), count{Y: q(Y)} == 1 -> -t\nq(X) -> u(X)"
    verdict = entailed(text, "t")
    assert verdict.label == "false"
    assert verdict.certificate["derivation"] == [
        ["p(1)", "s1"],
        ["q(2)", "s2"],
        ["s(1)", "s3"],
        ["-t", "s4"],
    ]


def test_of_two_rules_the_first_one_that_is_soonest_founds() -> None:
    text = "c -> a\nb -> a\nb -> a\nb\nb -> c"
    assert entailed(text, "a").certificate["derivation"] == [["b", "s4"], ["a", "s2"]]


def test_what_no_rule_founds_alone_has_no_derivation() -> None:
    text = "true -> (a | b)\na -> b\nb -> a"
    verdict = entailed(text, "a")
    assert verdict.label == "true"
    assert verdict.certificate["derivation"] is None


@pytest.mark.parametrize(
    ("mode", "asked", "label", "sets", "excluded"),
    [
        ("", "a", "several", [["a", "c"], ["b", "c"]], []),
        ("cautious", "c", "true", [["b", "c"]], [{"has": False, "literal": "c"}]),
        ("cautious", "-c", "false", [["b", "c"]], [{"has": False, "literal": "c"}]),
        ("cautious", "a", "unknown", [["b", "c"]], []),
        ("brave", "a", "true", [["a", "c"]], []),
        ("brave", "-a", "false", [["a", "c"]], [{"has": True, "literal": "-a"}]),
        (
            "brave",
            "d",
            "unknown",
            [["b", "c"]],
            [{"has": True, "literal": "d"}, {"has": True, "literal": "-d"}],
        ),
    ],
)
def test_a_reading_is_shown_by_sets_and_by_what_none_does(
    mode: str, asked: str, label: str, sets: Any, excluded: Any
) -> None:
    verdict = entailed("c\nnot b -> a\nnot a -> b", asked, mode)
    found = verdict.certificate
    assert (verdict.label, found["sets"], found["excluded"]) == (label, sets, excluded)
    assert found["complete"] is False


@pytest.mark.parametrize("mode", ["", "cautious", "brave"])
def test_without_an_answer_set_nothing_is_asked(mode: str) -> None:
    verdict = entailed("a\na -> false", "a", mode)
    assert verdict.label == "inconsistent"
    assert (verdict.certificate["sets"], verdict.certificate["complete"]) == ([], True)


def test_more_sets_than_asked_for_are_shown_by_the_first_ones() -> None:
    verdict = derived("true -> {a; b; c}", ir.AnswerSets(2))
    assert verdict.label == "more"
    assert verdict.certificate == {
        "kind": "answer sets",
        "sets": [[], ["c"]],
        "complete": False,
        "beyond": ["b"],
        "cost": None,
    }


# ------------------------------------------------------------------------------------------------ corruptions


def corruptions(value: Any) -> Iterator[Any]:
    """Yield a plain value with one thing changed, in every place."""
    match value:
        case dict():
            yield {**value, "more": None}
            for key, inner in value.items():
                yield {other: each for other, each in value.items() if other != key}
                for changed in corruptions(inner):
                    yield {**value, key: changed}
        case list():
            yield [*value, "more"]
            yield None
            if value != value[::-1]:
                yield value[::-1]
            for place, inner in enumerate(value):
                yield value[:place] + value[place + 1 :]
                yield [*value[: place + 1], *value[place:]]
                for changed in corruptions(inner):
                    yield [*value[:place], changed, *value[place + 1 :]]
        case bool():
            yield not value
            yield int(value)
        case int():
            yield value + 1
            yield bool(value) if value in (0, 1) else str(value)
        case str():
            yield value + "x"
            yield f"-{value}"
            yield None
        case None:
            yield []
            yield {}
            yield False


LABELS = ["true", "false", "unknown", "inconsistent", "several", "more", "0", "1", "2", "undecided"]


def assert_nothing_else_is_accepted(theory: ir.Theory, goal: ir.Goal) -> None:
    query = ir.Query(goal)
    verdict = CHECKER.derive(theory, query, {})
    assert CHECKER.check(theory, query, verdict, {}).accepted
    for label in LABELS:
        if label != verdict.label:
            refused = CHECKER.check(theory, query, replace(verdict, label=label), {})
            assert not refused.accepted
            assert refused.reason
    for certificate in corruptions(verdict.certificate):
        changed = replace(verdict, certificate=certificate)
        refused = CHECKER.check(theory, query, changed, {})
        assert not refused.accepted, certificate
        assert refused.reason


@pytest.mark.parametrize(
    "goal",
    [
        ir.AnswerSets(0),
        ir.AnswerSets(1),
        ir.AnswerSets(9),
        ir.Stable(literals("c", "p(1)", "a")),
        ir.Stable(literals("c", "p(1)", "a", "b")),
        ir.Stable(literals("c", "p(1)")),
        *(
            ir.Entailed(ir.Fact(literal(asked)), mode)
            for asked in ("c", "-c", "a", "d")
            for mode in ("", "cautious", "brave")
        ),
    ],
)
@pytest.mark.parametrize("more", ["", "\nb -> false", "\nminimize{1: a}", "\nc -> false"])
def test_no_other_certificate_is_accepted(goal: ir.Goal, more: str) -> None:
    theory = program(f"p(1)\np(X), not q(X) -> c\ntrue -> (a | b)\ntrue -> {{e}} 0{more}")
    assert_nothing_else_is_accepted(theory, goal)


@given(theories(), st.lists(atoms(CONSTANT), min_size=1, max_size=3), st.integers(0, 4))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_no_other_certificate_of_a_random_program_is_accepted(
    theory: ir.Theory, drawn: list[ir.Literal], kind: int
) -> None:
    goals: list[ir.Goal] = [ir.AnswerSets(2), ir.Stable(tuple(drawn))]
    goals += [ir.Entailed(ir.Fact(drawn[0]), mode) for mode in ("", "cautious", "brave")]
    assert_nothing_else_is_accepted(theory, goals[kind])


def test_a_certificate_of_no_plain_values_is_refused() -> None:
    theory, query = program("a"), ir.Query(ir.AnswerSets(3))
    verdict = CHECKER.derive(theory, query, {})
    certificate = {**verdict.certificate, "sets": object()}
    assert not CHECKER.check(theory, query, replace(verdict, certificate=certificate), {}).accepted
    assert not CHECKER.check(theory, query, replace(verdict, certificate=None), {}).accepted


def test_what_cannot_be_read_is_refused() -> None:
    theory, query = program("p(X) -> q(Y)"), ir.Query(ir.AnswerSets(3))
    result = CHECKER.check(theory, query, Verdict("1", "somebody"), {})
    assert result.reason.startswith("the problem cannot be read: ")
