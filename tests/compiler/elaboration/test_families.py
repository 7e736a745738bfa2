"""Whole families: questions, items and theories that are wrong, each told by its code."""

from __future__ import annotations

from typing import Any

import pytest

from ..conftest import CHOICE, PLAIN, RECORD


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ("ask chioce", "E0213"),
        ("ask choice pages", "E0421"),
        ("ask exists", "E0421"),
        ("ask exists boko: pages > 3", "E0421"),
        ("ask exists book: pgaes > 3", "E0201"),
        ("ask best pages", "E0421"),
        ("ask best pgaes min", "E0201"),
        ("ask total pages", "E0421"),
        ("ask total pages sum: pages > 3", "E0421"),
        ("ask count book", "E0421"),
        ("", "E0211"),
    ],
)
def test_a_bad_question_is_told(specs: Any, ask: str, code: str) -> None:
    assert code in specs.codes(f"{RECORD}theory {{ pages > 200. }}\n{ask}\n")


def test_a_symbol_cannot_be_the_best(specs: Any) -> None:
    record = "record book { cover: one of {hard, soft} }\n"
    assert "E0309" in specs.codes(f"{record}theory {{ cover == hard. }}\nask best cover min\n")


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ("require stratified", "E0201"),
        ("require distinct shape", "E0204"),
        ("require smus > 3", "E0201"),
        ("require statements", "E0301"),
        ("measure m = smus + 1", "E0201"),
        ("verify z3", "E0701"),
        ("verify z3, z4", "E0213"),
        ("verify z3, evaluation\nverify z3, sat", "E0212"),
        ("record other { a: integer = 1 }", "E0214"),
        ("theory { pages > 3. }", "E0212"),
        ("pred big(book)", "E0312"),
        ("fact a = big(dog)", "E0308"),
    ],
)
def test_a_bad_item_is_told(specs: Any, item: str, code: str) -> None:
    assert code in specs.codes(f"{item}\n{PLAIN}")


UNUSUAL = """
record book { pages: integer = 80..900  cover: one of {hard, soft} }
test few(?v) on pages: pages < ?v where ?v = round(1 of pages, 10) atypical when ?v < 300
  say "it is below {{ v }}" else "it is not below {{ v }}"
test kept(?c) on cover: cover == ?c where ?c = 1 of cover
theory product_of_sums { slots 2  minterms 2  sums 1 }
"""


@pytest.mark.parametrize("wanted", [True, False])
def test_theories_may_be_required_to_be_usual_or_not(specs: Any, wanted: bool) -> None:
    condition = "atypical" if wanted else "not atypical"
    found = specs.load(f"{UNUSUAL}require {condition}\nmeasure odd = atypical\n{CHOICE}")
    made = [found.instance(0, index) for index in range(12)]
    assert {(each.metrics["atypical"], each.metrics["odd"]) for each in made} == {(wanted, wanted)}
    told = {reason for each in made for reason in each.rejections}
    assert f"require {condition}" in told


def test_a_written_out_theory_is_neither_usual_nor_not(specs: Any) -> None:
    assert specs.codes(f"require not atypical\n{PLAIN}") == ["E0201"]


@pytest.mark.parametrize(
    ("theory", "code"),
    [
        ('theory from "zebra.lp"', "E0217"),
        ("theory product_of_smus {}", "E0213"),
        ("theory product_of_sums { slot 3 }", "E0412"),
        ("theory { a: pages > 3.  a: pages < 9. }", "E0202"),
        ("theory { 3 of clue. }", "E0410"),
        ("theory { pages > ?n. }", "E0410"),
        ("theory { pgaes > 3. }", "E0201"),
        ("clue c(n) = pages > 3\ntheory { 1 of clue. }", "E0306"),
        ("", "E0211"),
    ],
)
def test_a_bad_theory_is_told(specs: Any, theory: str, code: str) -> None:
    assert code in specs.codes(f"{RECORD}{theory}\n{CHOICE}")


def test_all_faults_of_a_stage_are_told_at_once(specs: Any) -> None:
    text = (
        "param a: itn = 1\nparam b: int in 1..2 = 3\npool p = nosuch\nrecord r { x: monye = 3 }\n"
    )
    assert specs.codes(text + "theory {}\nask choice\n") == ["E0316", "E0416", "E0201", "E0316"]


def test_a_phrase_that_cannot_be_read_back_is_warned_of(specs: Any) -> None:
    said = 'say "{% if true %}over {{ v }}{% endif %}" else "at most {{ v }}"'
    found = specs.load(f"test t(?v) on pages: pages > ?v where ?v = 1 of pages {said}\n{PLAIN}")
    assert "W0502" in {each.code for each in found.warnings}
