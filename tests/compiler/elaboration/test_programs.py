"""Answer set programs that are written out: what is solved, and what is wrong with them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rspc
from rspc.compiler.notation.literal_sets import plain
from rspc.dsl.diagnostics import Diagnostic, Report, SpecError

CASES = Path(__file__).parents[2] / "cases" / "programs"
COLOURING = """family colours
logic asp
theory {
  node(1..3). edge(1, 2). edge(2, 3). shade(red). shade(blue).
  node(X) -> 1 { colour(X, C) : shade(C) } 1.
  clash: edge(X, Y), colour(X, C), colour(Y, C) -> false.
}
"""


def problem(theory: str, ask: str = "", options: str = "") -> str:
    return f"family t\nlogic asp{options}\ntheory {{ {theory} }}\n{ask}\n"


def faults(source: str | Path, **more: object) -> list[Diagnostic]:
    with pytest.raises(SpecError) as caught:
        rspc.solve(source, **more)  # type: ignore[arg-type]
    return [each for each in caught.value.diagnostics if each.code.startswith("E")]


# -------------------------------------------------------------------------------------------- published programs


def test_the_published_entailment() -> None:
    answer = rspc.solve(CASES / "entailment.rspec")
    assert (answer.query, answer.label) == ('coptic_church("Savannah", "Matthew")', "false")
    assert set(answer.engines.values()) == {"false"}


def test_the_published_verification() -> None:
    answer = rspc.solve(CASES / "verification.rspec")
    assert answer.label == "true"


def test_the_published_computation() -> None:
    answer = rspc.solve(CASES / "computation.rspec")
    assert (answer.label, answer.complete, answer.cost) == ("1", True, None)
    assert answer.answer_sets is not None
    (only,) = answer.answer_sets
    assert len(only) == 31
    published = (CASES / "computation.txt").read_text("utf-8").splitlines()
    assert sorted(map(plain, only)) == sorted(map(plain, published[1:]))


# -------------------------------------------------------------------------------------------------- what is given


def test_without_a_question_the_answer_sets_are_given() -> None:
    answer = rspc.solve(COLOURING)
    assert answer.label is None
    assert answer.answer_sets is not None
    coloured = [[each for each in one if each.startswith("colour")] for one in answer.answer_sets]
    assert coloured == [
        ["colour(1, blue)", "colour(2, red)", "colour(3, blue)"],
        ["colour(1, red)", "colour(2, blue)", "colour(3, red)"],
    ]
    assert "colour(X,Y1)" not in answer.encodings["clingo"]
    assert "% clash: edge(X, Y), colour(X, C), colour(Y, C) -> false" in answer.encodings["clingo"]


def test_more_answer_sets_than_are_given_are_said() -> None:
    answer = rspc.solve(COLOURING, options={"most": 1})
    assert (answer.complete, answer.label, len(answer.answer_sets or ())) == (False, None, 1)
    asked = rspc.solve(f"{COLOURING}ask computation {{ most 1 }}\n")
    assert (asked.complete, asked.label) == (False, "more")
    assert rspc.solve(f"{COLOURING}ask computation\n").label == "2"


def test_a_projection_keeps_what_it_names() -> None:
    answer = rspc.solve(problem("`P8`(1..2). -q. r(a, b).", options=' { show "P8/1, -q/0" }'))
    assert answer.answer_sets == (("-q", "`P8`(1)", "`P8`(2)"),)
    assert answer.certificate["sets"] == [["-q", "`P8`(1)", "`P8`(2)", "r(a, b)"]]


@pytest.mark.parametrize(
    ("ask", "label"),
    [
        ("a cautious", "unknown"),
        ("a brave", "true"),
        ("c cautious", "true"),
        ("-c cautious", "false"),
        ("(-d) brave", "true"),
        ("d cautious", "false"),
        ("e(1) brave", "unknown"),
    ],
)
def test_what_is_in_some_and_in_all_answer_sets(ask: str, label: str) -> None:
    theory = "-> (a | b). c. -d. e(2). e(1), not e(1) -> a."
    assert rspc.solve(problem(theory, f"ask entailment {ask}")).label == label


def test_a_program_without_answer_sets_is_inconsistent() -> None:
    assert rspc.solve(problem("p. p -> false.", "ask entailment p")).label == "inconsistent"
    assert rspc.solve(problem("p. p -> false.")).answer_sets == ()


@pytest.mark.parametrize(
    ("candidate", "label"),
    [
        ("{ a, c }", "true"),
        ("{ a, b, c }", "false"),
        ("{ a }", "false"),
        ("{ a, c, x(1) }", "false"),
        ("{ }", "false"),
    ],
)
def test_a_set_is_verified(candidate: str, label: str) -> None:
    asked = rspc.solve(problem("-> (a | b). c.", f"ask verification {candidate}"))
    assert asked.label == label
    assert asked.certificate["accepted"] is (label == "true")


def test_a_set_that_is_not_optimal_is_none() -> None:
    theory = "-> (a | b). minimize { 2 : a; 1 : b }."
    assert rspc.solve(problem(theory, "ask verification { a }")).label == "false"
    assert rspc.solve(problem(theory, "ask verification { b }")).label == "true"
    optimal = rspc.solve(problem(theory))
    assert (optimal.answer_sets, optimal.cost) == ((("b",),), (1,))


def test_forms_of_the_language() -> None:
    theory = (
        "p(1..4). q(3). q(X), X == Y * 2 + 1 -> half(Y). p(X), not X < 3, X mod 2 == 0 -> even(X)."
        " N == count { X : p(X), not q(X) } -> others(N). 5 < sum { X : p(X) } -> much."
        " not max { X : p(X) } > 4 -> low. p(X), X ** 2 == 9 -> root(X, f(X), (X, a))."
    )
    (only,) = rspc.solve(problem(theory)).answer_sets or ()
    assert [each for each in only if each[:2] not in ("p(", "q(")] == [
        "even(4)", "half(1)", "low", "much", "others(3)", "root(3, f(3), (3, a))"
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------- what is wrong


BAD = [
    ("p(X).", "E0426", "`X` is unbound in this fact"),
    ("p(1). p(X) -> q(X, Y).", "E0426", "`Y` is unbound in this head"),
    ("p(1). p(X), not q(Y) -> r.", "E0426", "`Y` is unbound in this rule"),
    ("p(1). p(X), Y < X -> r.", "E0426", "`Y` is unbound in this rule"),
    ("p(1). p(X * X) -> r.", "E0426", "`X` is unbound in this rule"),
    ("p(1). p(X + Y) -> r.", "E0426", "`X`, `Y` are unbound in this rule"),
    ("p(1). p(X), Y == Z + 1 -> r.", "E0426", "`Y`, `Z` are unbound in this rule"),
    ("p(1). p(X) -> q(_).", "E0426", "`_` is unbound in this head"),
    ("p(1). count { X, Y : p(X) } > 1 -> r.", "E0426", "`Y` is unbound in this part `{ X, Y : p(X) }`"),
    ("p(1). N < count { X : p(X) } -> r(N).", "E0426", "`N` is unbound in this rule"),
    ("p(1). X == count { X : p(X) } -> r(X).", "E0426", "`X` is unbound in this rule"),
    ("p(1). Y == count { X : p(X) }, X == Y -> r(Y).", "E0426", "`Y`, `X` are unbound in this rule"),
    ("p(1). p(X) -> { q(X, Y) : p(X) }.", "E0426", "`Y` is unbound in this part `{ q(X, Y) : p(X) }`"),
    ("p(1). p(X) -> N { q(X) }.", "E0426", "`N` is unbound in this head"),
    ("p(1). minimize { X : p(1) }.", "E0426", "`X` is unbound in this part `{ X : p(1) }`"),
    ("not p(1).", "E0431", "`not` stands in a head"),
    ("p. p -> (q | not r).", "E0431", "`not` stands in a head"),
    ("p. p -> { not q }.", "E0431", "`not` stands in a head"),
    ("p($5).", "E0431", "`$5` is not a whole number"),
    ("p(3000000000).", "E0431", "`3000000000` is too great"),
    ("p(1). count { X : p(X) } > count { X : p(X) } -> q.", "E0431", "two aggregates are compared"),
    ("p(1). -> { q : count { X : p(X) } > 1 }.", "E0431", "an aggregate stands within braces"),
    ("p(1). minimize { 1 : not count { X : p(X) } > 1 }.", "E0431", "an aggregate stands within braces"),
    ("p. q. (p | q) -> r.", "E0431", "`p or q` is not a condition of a rule"),
    ("p({a, b}).", "E0431", "`{a, b}` is not a term of a program"),
    ("p(1). -> { p(2), p(X) : p(X) }.", "E0311", "a condition belongs to one atom"),
    ("p(1). -p(1).", "E0427", "the fact `-p(1)` contradicts another fact"),
    ("p(1). p(X) => q(X).", "E0312", "this statement cannot be expressed in logic `asp`"),
    ("p(1). count { X : p(X) } -> q.", "E0311", "this aggregate is not compared with anything"),
]  # fmt: skip


@pytest.mark.parametrize(("theory", "code", "message"), BAD, ids=[each for each, *_ in BAD])
def test_bad_programs_are_told_at_their_statement(theory: str, code: str, message: str) -> None:
    (found,) = faults(problem(theory))
    assert (found.code, found.message) == (code, message)
    assert found.span is not None
    assert found.span.text.removesuffix(".").strip() in theory
    assert found.help


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ("ask entailment p(X)", "E0426"),
        ("ask entailment p(1 + 2)", "E0421"),
        ("ask entailment p(1..2) cautious", "E0421"),
        ("ask entailment p(abs(1)) brave", "E0421"),
        ("ask entailment (not p(1)) brave", "E0421"),
        ("ask entailment p(1), q", "E0101"),
        ("ask entailment p(1) boldly", "E0421"),
        ("ask entailment x(1) cautious", "E0205"),
        ("ask entailment p(1, 2) brave", "E0306"),
        ("ask verification { p(X) }", "E0421"),
        ("ask verification { not p(1) }", "E0421"),
        ("ask verification p(1)", "E0421"),
        ("ask computation p(1)", "E0421"),
        ("ask computation { most 0 }", "E0411"),
        ("ask verification { corrupt {maim} }", "E0411"),
        ("ask verification", "E0425"),
    ],
)
def test_bad_questions_are_told(ask: str, code: str) -> None:
    assert code in [each.code for each in faults(problem("p(1). q.", ask))]


@pytest.mark.parametrize(
    ("options", "help"),
    [
        ({"most": 0}, "it takes a whole number from 1 to 100000"),
        ({"most": "many"}, "it takes a whole number from 1 to 100000"),
        ({"show": "p"}, "expected signatures such as p/1, -q/2, not p"),
    ],
)
def test_bad_options_are_told(options: dict[str, object], help: str) -> None:
    (found,) = faults(COLOURING, options=options)
    assert (found.code, found.help) == ("E0411", help)


def test_several_answer_sets_where_one_is_asked_for() -> None:
    (found,) = faults(problem("-> (a | b).", "ask entailment a"))
    assert found.code == "E0433"
    assert found.span is not None
    assert found.span.text == "ask entailment a"
    assert "cautious" in found.help


def warnings(source: str) -> list[tuple[str, str, str]]:
    report = Report()
    rspc.solve(source, report=report)
    return [
        (each.code, each.message, each.span.text if each.span else "") for each in report.warnings
    ]


def test_what_nothing_gives_is_warned_of() -> None:
    assert warnings(problem("p. p, not q(a), -r -> s. q(a, b).")) == [
        ("W0432", "no fact or rule has `q/1`, `-r/0` as a conclusion", "p, not q(a), -r -> s")
    ]
    assert warnings(problem("p. p -> q.")) == []


def test_endless_programs_are_told() -> None:
    answer_report = Report()
    answer = rspc.solve(problem("p(0). p(X) -> p(X + 1)."), report=answer_report)
    assert answer.label == "undecided"
    (found,) = answer_report.warnings
    assert found.code == "W0434"
    assert "ground rules" in found.message


def test_arithmetic_on_what_is_no_number_is_told_at_its_statement() -> None:
    assert warnings(problem("p(a). p(1). p(X) -> q(X + 1).")) == [
        ("W0435", "operation undefined: (X+1)", "p(X) -> q(X + 1)")
    ]


def test_arithmetic_beyond_what_engines_count_with_is_told_at_its_statement() -> None:
    (found,) = faults(problem("p(100000). p(X) -> q(X * X)."))
    assert (found.code, found.message) == ("E0436", "the number 10000000000 is beyond 32 bits")
    assert found.span is not None
    assert found.span.text == "p(X) -> q(X * X)"


def test_a_literal_beside_its_opposite_is_the_reason() -> None:
    answer = rspc.solve(problem("p(a).", "ask verification { p(a), -p(a) }"))
    assert answer.certificate["reason"] == {"complementary": "p(a)"}


@pytest.mark.parametrize(
    ("theory", "number"),
    [
        ("0 <= X, X < 3 -> q(X).", 3),
        ("not X < 0, 3 > X -> q(X).", 3),
        ("-> { q(X) : 1 <= X, X <= 2 }.", 2),
        ("count { X : 0 < X, X < 4 } == N -> q(N).", 1),
        ("p(a). p(1). p(X), 0 <= X, X < 3 -> q(X).", 3),
    ],
)
def test_two_bounds_bind_a_variable(theory: str, number: int) -> None:
    answer = rspc.solve(problem(theory))
    assert answer.answer_sets is not None
    assert max(map(len, answer.answer_sets)) == number


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("q.\n:~ . [2147483647@1,1]\n:~ . [2147483647@1,2]", (2, 1)),
        ("{ q(1..3) }.\n#maximize { 2147483647,X : q(X) }.", (2, 13)),
        ("{ q(1..3) }.\np :- #sum { 2147483647,X : q(X) } > 5.", (2, 1)),
        (
            "{ q(1..3) }. r :- #sum { X : q(X) } > 2.\np :- #sum { 2147483647,X : q(X) } > 5.\n"
            "s :- #sum+ { X : q(X) } > 2.",
            (2, 1),
        ),
        ("{ q(1..3) }.\np(S) :- S = #sum { 2147483647,X : q(X) }.", (2, 1)),
    ],
)
def test_weights_that_are_together_beyond_32_bits(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(SpecError) as caught:
        rspc.solve(text, syntax="lp")
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.source.place(found.span.start)) == ("E0436", place)


@pytest.mark.parametrize("text", ["p(1..1000, 1..1000, 1..1000).", "{ p(1..1000, 1..1000) }."])
def test_intervals_that_multiply(text: str) -> None:
    assert rspc.solve(text, syntax="lp").label == "undecided"


def test_what_fills_the_memory_before_there_is_a_rule() -> None:
    """Grounding cannot be stopped, and goes on behind the test in a process of its own alone."""
    program = (
        "from rspc.backends.asp import budget as fence\n"
        "from rspc.compiler.solve import solve\n"
        "fence.MEMORY = 32 << 20\n"
        "from rspc.dsl.diagnostics import Report\n"
        "report = Report()\n"
        "text = '{ q }. #minimize { X : X = 1..100000000, q }.'\n"
        "print(solve(text, syntax='lp', report=report).label, report.warnings[0].message)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "undecided clingo reached the memory limit of 32 MiB" in done.stdout, done.stderr


def test_a_body_that_no_engine_should_join() -> None:
    (found,) = faults(problem(f"{', '.join('q' * 501)} -> p."))
    assert (found.code, found.message) == (
        "E0318",
        "501 conditions in a row are more than the limit of 500",
    )
