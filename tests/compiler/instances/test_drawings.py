"""Statements that a prompt draws in a grid."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.dsl.diagnostics import SpecError

CLASSIC = Path(__file__).parents[3] / "specs" / "classic"
BASE = """
param drawn: bool = true
param size: int in 2..4 = 3
sort row = 1..3
sort column = 1..3
sort digit = 1..3
pred cell(row, column, digit)
pred odd(row)
fact given = cell(?r, ?c, ?d)
theory {
  each ?r in 1..3: 1 of given.
  cell(R, C, 1) -> odd(R).
}
say cell(?r, ?c, ?d) as "Row {{ r }}, column {{ c }} is {{ d }}."
say cell(R, C, 1) -> odd(R) as "A row with a 1 is odd."
ask value R : odd(R) { least 1 } "Which rows are odd?"
"""
GRID = 'grid { rows 3  columns size } cell(?r, ?c, ?d) as "{{ d }}" when drawn\n'


def lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if re.fullmatch(r"[\d?x.Q| ]+", line)]


def test_a_grid_changes_words_alone(specs: Any) -> None:
    made = specs.load(BASE + GRID, "asp")
    for index in range(10):
        plain, drawn = (made.instance(index=index, drawn=each) for each in (False, True))
        assert drawn.theory == plain.theory
        assert (drawn.label, drawn.certificate) == (plain.label, plain.certificate)
        assert drawn.record()["theory_hash"] == plain.record()["theory_hash"]
        cells = {
            (row, column): digit
            for row, line in enumerate(lines(drawn.text), 1)
            for column, digit in enumerate(line.split(), 1)
            if digit != "."
        }
        said = re.findall(r"Row (\d), column (\d) is (\d)", plain.context)
        assert cells == {(int(row), int(column)): digit for row, column, digit in said}
        assert len(cells) == 3
        assert "Row" not in drawn.context


def test_a_square_that_would_show_two_texts_is_reported(specs: Any) -> None:
    made = specs.load(BASE.replace("each ?r in 1..3: 1 of", "20 of") + GRID, "asp")
    with pytest.raises(SpecError) as raised:
        made.instance()
    (found,) = raised.value.diagnostics
    assert found.code == "E0537"
    assert "would show two texts" in found.message


def test_a_proof_and_a_score_say_a_drawn_statement_in_words() -> None:
    family = rspc.load(CLASSIC / "sudoku.rspec")
    record = family.instance(size=4, task="solution").record()
    (row, column, digit) = next(
        (row, column, digit)
        for row, line in enumerate(lines(record["context"]), 1)
        for column, digit in enumerate(line.replace("|", "").split(), 1)
        if digit.isdigit()
    )
    table = [
        re.split(r"\s*\|\s*", line.strip("| ")) for line in record["answer"].strip().split("\n")
    ]
    cells = [each[1:] for each in table if each[0].isdigit()]
    assert cells[row - 1][column - 1] == digit
    assert rspc.score(record, record["answer"]).value == 1
    other = {"1": "2", "2": "3", "3": "4", "4": "1"}
    wrong = "\n".join(
        f"| {number} | " + " | ".join(other[each] for each in line) + " |"
        for number, line in enumerate(cells, 1)
    )
    score = rspc.score(record, f"| row | 1 | 2 | 3 | 4 |\n| --- | --- | --- | --- | --- |\n{wrong}")
    assert score.value == 0
    assert re.search(r"violated: .*row \d, column \d", score.reason, re.IGNORECASE)


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ('grid { rows 3  columns 3 } odd(?r) as "x"', "no holes for a row and a column"),
        ('grid { rows 3  columns 3 } cell(?r, ?c, ?d) as "a b"', "without blanks"),
        ('grid { rows 3  columns 3 } cell(?r, ?c, ?d) as "is {{ d }}"', "without blanks"),
        ('grid { rows 3  columns 3 } cell(?r, ?c, ?d) as "{{ c }}"', "not the third hole"),
        ('grid { rows 3  columns 3 } cell(?r, ?c, ?d) as "x"', "the value of each hole"),
    ],
)
def test_a_pattern_that_cannot_be_drawn(specs: Any, grid: str, message: str) -> None:
    with pytest.raises(SpecError) as raised:
        specs.load(f"{BASE}{grid}\n", "asp")
    (found, *_) = [each for each in raised.value.diagnostics if each.code == "E0537"]
    assert message in found.message


@pytest.mark.parametrize(
    ("knobs", "code"),
    [("rows 3", "E0414"), ("rows 0  columns 3", "E0411"), ("rows 3  columns 3  sides 2", "E0412")],
)
def test_knobs_of_a_grid(specs: Any, knobs: str, code: str) -> None:
    with pytest.raises(SpecError) as raised:
        specs.load(f'{BASE}grid {{ {knobs} }} cell(?r, ?c, ?d) as "{{{{ d }}}}"\n', "asp")
    assert code in {each.code for each in raised.value.diagnostics}


def test_a_statement_without_a_place_is_reported(specs: Any) -> None:
    made = specs.load(BASE + GRID, "asp")
    with pytest.raises(SpecError) as raised:
        [made.instance(index=index, size=2) for index in range(20)]
    (found,) = raised.value.diagnostics
    assert found.code == "E0537"
    assert "column" in found.message


@pytest.mark.parametrize("empty", ["", "a b", "|", "-"])
def test_an_empty_square_that_cannot_be_told_is_reported(specs: Any, empty: str) -> None:
    made = specs.load(BASE + GRID.replace("size }", f'size  empty "{empty}" }}'), "asp")
    with pytest.raises(SpecError) as raised:
        made.instance()
    (found,) = raised.value.diagnostics
    assert found.code == "E0537"
    assert f"an empty square cannot show `{empty}`" in found.message


def test_a_repeated_statement_drops_a_draft_whether_it_is_drawn_or_said(specs: Any) -> None:
    text = BASE.replace("theory {", "theory {\n  cell(1, 1, 1).").replace(
        "each ?r in 1..3: 1 of given.", "1 of corner."
    )
    text = text.replace("fact given = cell(?r, ?c, ?d)", "fact corner = cell(?e, ?e, 1)")
    made = specs.load(text.replace("sort row = 1..3", "sort row = 1..2") + GRID, "asp")
    dropped = 0
    for index in range(10):
        plain, drawn = (made.instance(index=index, drawn=each) for each in (False, True))
        assert drawn.theory == plain.theory
        assert drawn.rejections == plain.rejections
        dropped += drawn.rejections.get("two statements have the same words", 0)
    assert dropped


def test_a_logic_in_which_order_counts_draws_nothing(
    specs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(specs.load(BASE, "asp").logic), "ordered", True, raising=False)
    (found,) = specs.refused(BASE + GRID, "asp")
    assert found.code == "E0537"
    assert "order of statements counts" in found.message
