"""What each construct means, against the stock clingo and by hand."""

from __future__ import annotations

import pytest

from rspc.backends.checkers.asp.stability import Stability
from rspc.compiler.contract import EngineError, Limits
from rspc.compiler.ir import nodes as ir

from .printing import printed
from .reading import literals, program
from .stock import answer_sets


def found(theory: ir.Theory) -> list[list[str]]:
    verdict = Stability().derive(theory, ir.Query(ir.AnswerSets(50)), {})
    sets: list[list[str]] = verdict.certificate["sets"]
    return sets


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p(7 / 2, -7 / 2, 7 / -2, -7 / -2)", [["p(3, -3, -3, 3)"]]),
        ("p(7 mod 2, -7 mod 2, 7 mod -2)", [["p(1, -1, 1)"]]),
        ("p(2 ** 3, 2 ** -1, 0 ** 0)", [["p(8, 0, 1)"]]),
        ("p(0 ** -1)", [[]]),
        ("p(1 / 0)", [[]]),
        ("p(a + 1)", [[]]),
        ("q(1..3)\nq(X), X / (2 - X) == 1 -> p(X)", [["p(1)", "q(1)", "q(2)", "q(3)"]]),
        ("b\nc\ntrue -> 1 {a: b; a: c} 1", [["a", "b", "c"]]),
        ("b\nc\ntrue -> 2 {a: b; a: c}", []),
        ("p(1)\np(2)\nnot p(1..3) -> a", [["a", "p(1)", "p(2)"]]),
        ("X == 1..3, X != 2..3 -> q(X)", [["q(1)", "q(2)", "q(3)"]]),
        ("true -> (p(1..2) | q)", [["p(1)", "p(2)"], ["q"]]),
        ("r(1..3)\nr(X), X + Y == 4, r(Y) -> q(X, Y)", None),
        ("a(5)\na(2 * X - 1) -> c(X)", [["a(5)", "c(3)"]]),
        ("a((1, 2))\na((X, _)) -> b(X)", [["a((1, 2))", "b(1)"]]),
        ("a(f(1, g(b)))\na(f(X, g(Y))) -> b(Y, X)", [["a(f(1, g(b)))", "b(b, 1)"]]),
        ("p(1)\nnot q(1, _), p(1) -> a", [["a", "p(1)"]]),
        ("q(1, 2)\np(1..2)\np(X), not q(X, _) -> a(X)", [["a(2)", "p(1)", "p(2)", "q(1, 2)"]]),
        ("c\nsum{x: c; 2: c} == 2 -> a", [["a", "c"]]),
        ("c\nmin{1: c} < a -> b", [["b", "c"]]),
        ("c\nmin{1: d} > a -> b", [["b", "c"]]),
        ("X == sum{1: p(0)} -> p(X)", []),
        ("sum{1: a} != 1 -> a", []),
        ("sum{1, x: a; -1, y: b} != 1 -> a\na -> b\nb -> a", [["a", "b"]]),
        ("p\n-p", []),
        ("not -p -> p", [["p"]]),
        ('p(a)\np("a")\np(X), X < "a" -> q(X)', [['p("a")', "p(a)", "q(a)"]]),
        ('q(3)\nq(b)\nq("a")\nq(f(1))\nX == max{Y: q(Y)} -> m(X)', None),
        ("p(1)\np(1, 2)\np(X), not p(X, 3) -> q", [["p(1)", "p(1, 2)", "q"]]),
        ("true -> {a}\nminimize{foo: a}", [[], ["a"]]),
        ("true -> {a; b}\nminimize{1, x: a; 1, x: b}\nmaximize{1, x: a}\nmaximize{2@3: a}", None),
        ("true -> {a}\na, false -> b\nb -> false", [[], ["a"]]),
    ],
)
def test_a_program_has_these_answer_sets(text: str, expected: list[list[str]] | None) -> None:
    theory = program(text)
    own = found(theory)
    stock, _ = answer_sets(theory)
    assert {frozenset(e.replace(", ", ",") for e in each) for each in own} == stock, printed(theory)
    if expected is not None:
        assert own == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 / 0 == 1 -> a", [[]]),
        ("b\nsum{1 / 0: b} > 0 -> a", [["a", "b"]]),
        ("count{x: a} < 1 -> a", [[], ["a"]]),
        ("sum{1: a} != 1 -> a", [[], ["a"]]),
        ("p(1..3)\np(X), X < 2..3 -> q(X)", [["p(1)", "p(2)", "p(3)", "q(2)", "q(3)"]]),
    ],
)
def test_not_before_a_comparison_is_decided_by_the_set(
    text: str, expected: list[list[str]]
) -> None:
    theory = _under_not(program(text))
    own = found(theory)
    stock, _ = answer_sets(theory)
    assert {frozenset(each) for each in own} == stock
    assert own == expected


def _under_not(theory: ir.Theory) -> ir.Theory:
    """Put every comparison in the bodies under `not`."""

    def changed(statement: ir.Statement) -> ir.Statement:
        if not isinstance(statement, ir.Rule):
            return statement
        body = (
            ir.Not(each) if isinstance(each, ir.Comparison) else each for each in statement.body
        )
        return ir.Rule(tuple(body), "->", statement.head)

    return ir.Theory(
        theory.logic,
        tuple(ir.Labelled(each.id, changed(each.statement)) for each in theory.statements),
    )


def test_not_not_is_decided_by_the_set() -> None:
    a = literals("a")[0]
    twice = ir.Not(ir.Literal(a.atom, False, True))
    theory = ir.Theory("programs", (ir.Labelled("s1", ir.Rule((twice,), "->", a)),))
    assert found(theory) == [[], ["a"]]


def test_an_amount_without_its_sign_is_defined_for_integers_alone() -> None:
    theory = program("p(-3..1)\np(a)\np(X), X != 1 -> q(X + 0)\np(X), Y == X -> r(Y)")
    absolute = ir.Operation("abs", (ir.Var("X"),))
    head = ir.Literal(ir.Atom("s", (absolute,)))
    body = (ir.Literal(ir.Atom("p", (ir.Var("X"),))),)
    rule = ir.Labelled("s5", ir.Rule(body, "->", head))
    (own,) = found(ir.Theory("programs", (*theory.statements, rule)))
    assert [each for each in own if each.startswith("s")] == ["s(0)", "s(1)", "s(2)", "s(3)"]


def test_symbols_and_texts_of_any_spelling_are_told_apart() -> None:
    facts = [ir.Const("P 8"), ir.String("P 8"), ir.Const("not"), ir.Tuple(())]
    theory = ir.Theory(
        "programs",
        tuple(
            ir.Labelled(f"s{place}", ir.Fact(ir.Literal(ir.Atom("cow juice", (each,)))))
            for place, each in enumerate(facts)
        ),
    )
    assert len(found(theory)[0]) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p(X) -> q(Y)", "binds"),
        ("not p(X) -> q", "binds"),
        ("p(X)", "binds"),
        ("p(X), sum{Y: q(X)} > 1 -> q", "aggregate"),
        ("X > 1 -> q(X)", "binds"),
        ("p(2147483647 + 1)", "32 bits"),
        ("p(3 ** 900)", "32 bits"),
        ("a => b", "not a statement of a program"),
        ("true -> not p", "not an atom"),
        ("p($3)", "is not a term"),
        ("r1 > r2", "not a statement of a program"),
    ],
)
def test_what_is_no_program_is_told(text: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        found(program(text))


@pytest.mark.parametrize("text", ["p(0)\np(X) -> p(X + 1)", "p(0)\np(X) -> p(f(X))"])
def test_grounding_without_an_end_is_given_up(text: str) -> None:
    theory, query = program(text), ir.Query(ir.AnswerSets(1))
    verdict = Stability().derive(theory, query, {}, Limits(steps=20_000))
    assert (verdict.label, verdict.certificate) == ("undecided", {})
    result = Stability().check(theory, query, verdict, {}, Limits(steps=20_000))
    assert result.reason == "the check takes more than 20,000 steps"


def test_a_set_of_a_program_without_an_end_is_decided() -> None:
    theory = program("p(0)\np(X), X < 3 -> p(X + 1)\nq(Y) -> q(Y + 1)")
    query = ir.Query(ir.Stable(literals("p(0)", "p(1)", "p(2)", "p(3)")))
    assert Stability().derive(theory, query, {}).label == "true"


def test_steps_are_counted_alike_every_time() -> None:
    theory, query = program("n(1..5)\nn(X) -> (a(X) | b(X))"), ir.Query(ir.AnswerSets(50))
    labels = [
        Stability().derive(theory, query, {}, Limits(steps=steps)).label
        for steps in range(100, 3000, 100)
    ]
    assert labels == sorted(labels, reverse=True)
    assert {"undecided", "32"} == set(labels)
    again = Stability().derive(theory, query, {}, Limits(steps=100 * (labels.index("32") + 1)))
    assert again.label == "32"
