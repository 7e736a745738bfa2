"""Problems of concepts that are written out and wrong, or odd: each is told with its place and a repair."""

from __future__ import annotations

import pytest

import rspc
from rspc.dsl.diagnostics import Report, SpecError


def problem(theory: str, ask: str = "a : red", logic: str = "alcq") -> str:
    return f"family x\nlogic {logic}\ntheory {{ {theory} }}\nask entailment {ask}\n"


@pytest.mark.parametrize(
    ("theory", "ask", "code", "at", "help"),
    [
        ("a : red.", "b : red", "E0321", "b : red", ""),
        ("a : red.", "a : rad", "E0321", "a : rad", "did you mean `red`?"),
        ("a : red.", "lykes(a, a)", "E0321", "lykes(a, a)", ""),
        ("likes(a, b).", "a : likes", "E0322", "likes", "rename one of them"),
        ("likes(a, b). a : likes.", "likes(a, b)", "E0322", "likes", "rename one of them"),
        ("a : some red red.", "a : red", "E0322", "red", "rename one of them"),
        ("a : a.", "a : a", "E0322", "a", "rename one of them"),
        ("a : red.", "a : min -2 red thing", "E0320", "-", "a number from 0 on"),
        ("a : min -1 likes red.", "a : red", "E0320", "-", "a number from 0 on"),
        ("a : min 1.5 likes red.", "a : red", "E0320", "1.5", "a number from 0 on"),
        ("a : max $1 likes red.", "a : red", "E0320", "$1", "a number from 0 on"),
        ("a : some likes.", "a : red", "E0101", "s", "`likes thing` for anyone at all"),
        ("a : max 2 likes.", "a : red", "E0101", "s", "`likes thing` for anyone at all"),
        ("a : (red and blue.", "a : red", "E0105", "(", "write `)`"),
        ("a : and red.", "a : red", "E0111", "and", "in backquotes"),
        ("X : red. a : red.", "a : red", "E0426", "X : red", "write a constant"),
        ("a : red.", "X : red", "E0426", "X : red", "an individual, by its name"),
        ("likes(a).", "a : likes", "E0306", "likes(a)", "`a : likes` for a concept"),
        ("likes(a, b, c).", "a : red", "E0306", "likes(a, b, c)", "`likes(a, b)` for a role"),
        ("-likes(a, b).", "a : red", "E0312", "-likes(a, b)", "use `logic"),
        ("red(X) -> blue(X).", "a : red", "E0312", "red(X)", "use `logic"),
        ("s: a : red. s: b : red.", "a : red", "E0202", "s: b : red", ""),
        ("a : ?c.", "a : red", "E0410", "a : ?c", "declare"),
        ("3 : red.", "a : red", "E0315", "3", "a name in lower case"),
    ],
)
def test_what_is_wrong_is_told(theory: str, ask: str, code: str, at: str, help: str) -> None:
    with pytest.raises(SpecError) as caught:
        rspc.solve(problem(theory, ask))
    found = [each for each in caught.value.diagnostics if each.code == code]
    assert found, [each.code for each in caught.value.diagnostics]
    assert any(each.span is not None and at in each.span.text for each in found)
    assert any(help in each.help for each in found)


def test_an_option_with_another_value_is_told() -> None:
    with pytest.raises(SpecError) as caught:
        rspc.solve(problem("a : red.", logic="alcq { unique_names maybe }"))
    assert [each.code for each in caught.value.diagnostics] == ["E0415"]


def test_concepts_that_nothing_can_be_are_remarked_on() -> None:
    report = Report()
    text = problem("s1: a : red. s2: blue isa some r green. s3: green isa not green.")
    assert rspc.solve(text, report=report).label == "true"
    assert [(each.code, each.message) for each in report] == [
        ("W0435", "nothing can be `blue`, by s2, s3"),
        ("W0435", "nothing can be `green`, by s3"),
    ]
    assert [each.span and each.span.text for each in report] == [
        "s2: blue isa some r green",
        "s3: green isa not green",
    ]


def test_an_inconsistent_theory_is_told_with_its_core() -> None:
    answer = rspc.solve(problem("s1: a : red. s2: b : red. s3: red isa blue. s4: a : not blue."))
    assert answer.label == "inconsistent"
    assert answer.certificate["justification"] == ["s1", "s3", "s4"]
    assert [each["gives"] for each in answer.proof or ()] == ["a : blue", "thing isa nothing"]
    assert (answer.proof or [{}])[-1]["text"].endswith("These cannot all be true.")


@pytest.mark.parametrize(
    "theory",
    [
        "a : min 99999999 likes red. thing isa max 3 likes thing. a : red.",
        " ".join(f"a : min {n + 3} r c{n}. a : max {n + 4} r (c{n} or c{n + 1})." for n in range(8))
        + " a : max 12 r thing. a : red.",
    ],
)
def test_out_of_steps_nothing_is_decided_and_it_is_told(theory: str) -> None:
    report = Report()
    answer = rspc.solve(problem(theory, "a : not red"), report=report)
    assert (answer.label, answer.proof) == ("undecided", None)
    (found,) = report
    assert (found.code, found.span and found.span.text) == ("W0434", "ask entailment a : not red")
    assert "a step for each individual" in found.help
