"""The checker derives a canonical certificate and refuses every other one."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from rspc.backends.checkers.records.evaluation import Evaluation
from rspc.backends.checkers.records.semantics import literals
from rspc.compiler.contract import Verdict
from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Integer, Kind, OneOf

from ..strategies import KINDS, queries, theories

KIND: dict[str, Kind] = {"n": Integer(), "paint": OneOf("colour", ("red", "blue"))}
SIGNATURE = ir.Signature(slots=(("n", "integer"), ("paint", "colour")))
RED = ir.Comparison("==", ir.Slot("paint"), ir.Const("red"))
MANY = ir.Comparison(">", ir.Slot("n"), ir.Quantity("integer", 5))


def number(amount: int) -> ir.Quantity:
    return ir.Quantity("integer", amount)


THEORY = ir.Theory(
    "records",
    (
        ir.Labelled("s1", ir.Requirement(ir.Or((RED, MANY)))),
        ir.Labelled("s2", ir.Requirement(ir.Not(MANY))),
    ),
    SIGNATURE,
)
ROWS = (
    ir.Row("A", (number(7), ir.Const("red"))),
    ir.Row("B", (number(3), ir.Const("red"))),
    ir.Row("C", (number(2), ir.Const("blue"))),
)


def test_the_certificate_tells_every_literal_in_text_order() -> None:
    verdict = Evaluation().derive(THEORY, ir.Query(ir.Satisfying(), ROWS), KIND)
    assert verdict.label == "B"
    assert verdict.certificate == {
        "kind": "evaluation",
        "rows": {
            "A": {
                "satisfied": False,
                "tests": {"s1": [True, True], "s2": [False]},
                "violated": "s2",
            },
            "B": {
                "satisfied": True,
                "tests": {"s1": [True, False], "s2": [True]},
                "violated": None,
            },
            "C": {
                "satisfied": False,
                "tests": {"s1": [False, False], "s2": [True]},
                "violated": "s1",
            },
        },
    }


def test_goals_add_their_own_evidence() -> None:
    query = ir.Query(ir.Total("sum", ir.Slot("n"), ir.Not(ir.And((RED, MANY)))), ROWS)
    verdict = Evaluation().derive(THEORY, query, KIND)
    assert verdict.label == "3"
    row = verdict.certificate["rows"]["A"]
    assert (row["goal"], row["meets"], row["value"]) == ([True, True], False, 7)


def test_literals_keep_the_negation_right_before_a_comparison() -> None:
    formula = ir.Or((ir.Not(RED), ir.And((MANY, ir.Truth(True))), ir.Not(ir.Or((RED, MANY)))))
    assert list(literals(formula)) == [ir.Not(RED), MANY, ir.Truth(True), RED, MANY]


def corruptions(value: Any) -> Iterator[Any]:
    """Yield copies of a plain value with one thing changed, taken away or added."""
    match value:
        case dict():
            for key in value:
                yield {other: value[other] for other in value if other != key}
                for changed in corruptions(value[key]):
                    yield {**value, key: changed}
            yield {**value, "more": True}
        case list():
            yield [*value, True]
            for place, each in enumerate(value):
                yield value[:place] + value[place + 1 :]
                for changed in corruptions(each):
                    yield [*value[:place], changed, *value[place + 1 :]]
        case bool():
            yield not value
            yield int(value)
            yield None
        case str():
            yield value + "x"
            yield None
        case int():
            yield value + 1
            yield str(value)
        case None:
            yield "s1"
            yield False


@pytest.mark.parametrize(
    "goal",
    [
        ir.Satisfying(),
        ir.Exists(RED),
        ir.Best(ir.Slot("n"), "max"),
        ir.Total("min", ir.Slot("n"), RED),
    ],
)
def test_every_corruption_is_refused(goal: ir.Goal) -> None:
    query = ir.Query(goal, ROWS)
    verdict = Evaluation().derive(THEORY, query, KIND)
    found = json.loads(json.dumps(dict(verdict.certificate)))
    accepted = Verdict(verdict.label, "evaluation", found)
    assert Evaluation().check(THEORY, query, accepted, KIND).accepted
    tried = 0
    for corrupted in corruptions(copy.deepcopy(found)):
        result = Evaluation().check(
            THEORY, query, Verdict(verdict.label, "evaluation", corrupted), KIND
        )
        assert not result.accepted, corrupted
        assert result.reason.startswith("certificate")
        tried += 1
    assert tried > 40
    for label in ("", "A", "none", "true", "false", "12", "A,B", "undecided"):
        if label != verdict.label:
            result = Evaluation().check(THEORY, query, Verdict(label, "evaluation", found), KIND)
            assert not result.accepted
            assert "label" in result.reason


def test_a_problem_that_has_no_evaluation_is_refused_with_the_reason() -> None:
    wrong = ir.Theory("records", (ir.Labelled("s1", ir.Fact(ir.Literal(ir.Atom("p")))),), SIGNATURE)
    query = ir.Query(ir.Satisfying(), ROWS)
    result = Evaluation().check(wrong, query, Verdict("A", "evaluation"), KIND)
    assert not result.accepted
    assert "`s1` is not a requirement" in result.reason


def test_rows_of_the_wrong_length_are_refused() -> None:
    query = ir.Query(ir.Satisfying(), (ir.Row("A", (number(1),)),))
    result = Evaluation().check(THEORY, query, Verdict("A", "evaluation"), KIND)
    assert "row A has 1 values for 2 slots" in result.reason


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(theories(), queries())
def test_a_certificate_of_another_problem_is_refused(theory: ir.Theory, query: ir.Query) -> None:
    verdict = Evaluation().derive(theory, query, KINDS)
    again = Evaluation().derive(theory, query, KINDS)
    assert json.dumps(verdict.certificate) == json.dumps(again.certificate)
    if query.rows:
        fewer = ir.Query(query.goal, query.rows[1:])
        assert not Evaluation().check(theory, fewer, verdict, KINDS).accepted


def test_the_first_violated_requirement_is_named() -> None:
    formulas = (ir.Truth(True), MANY, ir.Not(RED), MANY)
    statements = [ir.Labelled(f"s{n}", ir.Requirement(f)) for n, f in enumerate(formulas, 1)]
    theory = ir.Theory("records", tuple(statements), SIGNATURE)
    rows = Evaluation().derive(theory, ir.Query(ir.Satisfying(), ROWS), KIND).certificate["rows"]
    assert [rows[id]["violated"] for id in "ABC"] == ["s3", "s2", "s2"]
