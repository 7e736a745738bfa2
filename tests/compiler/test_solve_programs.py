"""Programs that are written out, solved: indexed lines in them, and questions for solutions."""

from __future__ import annotations

import pytest

import rspc
from rspc.compiler.family import Rejected
from rspc.dsl.diagnostics import Report

from .solved import faults

STREETS = """family streets
logic asp
param size: int in 2..9 = 3
pool names = {ann, bob, cal}
table streets(here, there) = {(1, 2), (2, 3)}
sort node = 1..size
sort person = names
sort some_person = 2 of names
pred street(node, node)
pred node(node)
pred here(person)
pred guest(some_person)
pred reach(node)
choose line = 2 of names
fact one = here(?p)
fact one_guest = guest(?p)
fact numbered = node(?n)
background { node(1..?size). } known
theory { reach(1).  reach(X), street(X, Y) -> reach(Y).  %s }
ask entailment reach(3)
"""


@pytest.mark.parametrize(
    ("line", "statements"),
    [
        ("each ?n in 2..size: street(1, ?n).", ["street(1, 2)", "street(1, 3)"]),
        ("each (?a, ?b) in streets: street(?a, ?b).", ["street(1, 2)", "street(2, 3)"]),
        ("each (?a, ?b) in {(2, 3), (1, 2)}: street(?a, ?b).", ["street(2, 3)", "street(1, 2)"]),
        (
            "each (?a, ?b) in pairs(node): street(?a, ?b) when b == a + 1.",
            ["street(1, 2)", "street(2, 3)"],
        ),
        (
            "each (?a, ?b) in zip({1, 2}, 2..3): street(?a, ?b).",
            ["street(1, 2)", "street(2, 3)"],
        ),
        ("each of one.  street(1, ?size).", ["here(ann)", "here(bob)", "here(cal)", "street(1, 3)"]),
        (
            "each ?p in person: here(?p).  street(1, 3).",
            ["here(ann)", "here(bob)", "here(cal)", "street(1, 3)"],
        ),
    ],
)  # fmt: skip
def test_indexed_lines_are_expanded(line: str, statements: list[str]) -> None:
    text = (STREETS % line).replace("choose line = 2 of names\n", "")
    found = rspc.solve(text)
    assert found.label == "true"
    assert [each.partition(": ")[2] for each in found.theory if each[0] == "f"][1:] == statements


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("each (?a, ?b) in path(node): street(?a, ?b).", "elements of this line are random"),
        ("each (?a, ?b) in graph(node, 3): street(?a, ?b).", "elements of this line are random"),
        ("each ?n in 2 of node: street(1, ?n).", "elements of this line are random"),
        ("each ?p in line: here(?p).", "elements of this line are random"),
        ("each ?p in some_person: guest(?p).", "elements of this line are random"),
        ("each of one_guest.", "part of this one is random"),
        ("each of numbered.", "part of this one is random"),
        ("each ?n in node: street(?n, ?m).", "part of this one is random"),
        ("2 of one.", "part of this one is random"),
    ],
)
def test_what_is_drawn_is_not_solved(line: str, message: str) -> None:
    found = [each for each in faults(STREETS % line) if each.severity == "error"]
    assert [each.code for each in found] == ["E0425"]
    assert message in found[0].message


def test_an_error_of_a_repeated_line_is_at_the_line() -> None:
    theory = "each ?n in 1..2: street(?n, 3).\n  each ?n in 2..3: reach(X), Y == X * 2000000000 + ?n -> reach(Y)."
    text = (STREETS % theory).replace("choose line = 2 of names\n", "")
    (found,) = (each for each in faults(text) if each.severity == "error")
    assert found.code == "E0436"
    assert found.span.text.startswith("each ?n in 2..3: reach(X)")


SEATS = """family seats
logic asp %s
sort guest = {ann, bob, cal}
sort seat = 1..3
pred guest(guest)
pred seat(seat)
pred sits(guest, seat)
theory {
  each ?g in guest: guest(?g).
  seat(1..3).
  seat(S) -> 1 { sits(G, S) : guest(G) } 1.
  sits(G, S), sits(G, T), S != T -> false.
  %s
}
ask solution { sits(G, S) } %s
"""


def test_solutions_have_the_form_of_the_question() -> None:
    found = rspc.solve(
        SEATS % ("", "not sits(ann, 1) -> false.", '{ order S } "Who?" as "{{ G }}"')
    )
    assert found.solutions is not None
    assert sorted(found.solutions) == ["ann\nbob\ncal", "ann\ncal\nbob"]
    assert found.complete
    assert found.answer_sets is not None
    assert {len(each) for each in found.answer_sets} == {3}
    found = rspc.solve(SEATS % ("", "not sits(ann, 1), 1 < 2 -> false.", "{ form pairs }"))
    assert found.solutions is not None
    assert sorted(found.solutions[0].splitlines())[0] == "ann = 1"


def test_some_of_many_solutions_and_none_of_no_solutions() -> None:
    found = rspc.solve(SEATS % ("{ most 4 }", "", "{ form pairs }"))
    assert found.solutions is not None
    assert len(found.solutions) == 4
    assert not found.complete
    none = rspc.solve(
        SEATS % ("", "sits(ann, 1) -> false.  not sits(ann, 1) -> false.", "{ form pairs }")
    )
    assert none.solutions == none.answer_sets == ()
    assert none.label == "inconsistent"


OUTSIDE = """family outside
logic asp
sort n = 1..3
pred e(n, n)
theory { e(1, 1).  e(X, Y), X < 5 -> e(X + 1, Y). }
ask solution { e(X, Y) } %s
"""


@pytest.mark.parametrize(
    "form", ["{ form pairs }", "{ form json }", '{ form lines } "Who?" as "{{ X }} to {{ Y }}"']
)
def test_a_value_outside_its_sort_is_an_error_of_the_question(form: str) -> None:
    (found,) = faults(OUTSIDE % form)
    assert (found.code, found.message) == (
        "E0453",
        "the answer has a value that is not in its sort",
    )
    assert found.span.text.startswith("ask solution")
    within = rspc.solve((OUTSIDE % form).replace("X < 5", "X < 3"))
    assert within.solutions is not None
    assert len(within.solutions) == 1


def test_solutions_that_are_too_many_for_the_budget_are_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent = Rejected("the engine's budget ran out", spent=True)
    monkeypatch.setattr("rspc.compiler.solve.list_solutions", lambda *_: spent)
    report = Report()
    found = rspc.solve(SEATS % ("", "", "{ form pairs }"), report=report)
    assert [each.code for each in report] == ["W0434"]
    assert found.solutions is None


MIXED = """family mixed
logic asp
param noise: int in 0..2 = 1
theory {
  a(x).
  b(x).
  a(X) -> c(X).
  a(X) -> d(%s).
  b(X) -> e(X).
  b(X) -> f(X).
  b(X) -> g(X).
} %s
ask entailment c(x)
"""


@pytest.mark.parametrize("order", ["shuffled", "shuffled when noise > 0"])
def test_a_shuffled_theory_is_solved_as_it_is_written(order: str) -> None:
    report = Report()
    found = rspc.solve(MIXED % ("X + 1", order), report=report)
    assert found.theory == rspc.solve(MIXED % ("X + 1", "")).theory
    (warning,) = report
    assert (warning.code, warning.span.text) == ("W0435", "a(X) -> d(X + 1)")
    (error,) = faults(MIXED % ("2000000000 * 2", order))
    assert (error.code, error.span.text) == ("E0436", "a(X) -> d(2000000000 * 2)")
