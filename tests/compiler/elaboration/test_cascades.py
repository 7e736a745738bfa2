"""One fault is told once: what follows from it, and from it alone, is not told as a fault of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import check

REST = "theory { pages > 2. }\nask choice { options 3  from 20 of book }\n"


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ("a: integer = 1..nine", ["E0201"]),
        ("a: money = $4 + 3", ["E0304"]),
        ("a: moneyy", ["E0316"]),
        ("a: moneyy = 3", ["E0316"]),
        ("a: moneyy  b: money = a * 2", ["E0316"]),
        ("a: set of money", ["E0316"]),
        ("a: set of nosuch", ["E0316"]),
        ("a: list of nosuch = 2 of nosuch", ["E0316"]),
        ("a: one of nosuch = nosuch", ["E0316"]),
        ("a: one of {}", ["E0316"]),
        ("a: one of {3 + 4}", ["E0316"]),
        ("a: money = {1: 1, $2: 2}", ["E0301"]),
        ("a: integer = b  b: integer = a", ["E0409"]),
        ("a: integer  b: integer = 1..nine", ["E0420", "E0201"]),
    ],
)
def test_a_slot_is_complained_about_once(specs: Any, fields: str, codes: list[str]) -> None:
    assert specs.codes(f"record book {{ pages: integer = 1..9  {fields} }}\n{REST}") == codes


@pytest.mark.parametrize(
    "fields",
    [
        "a: one of gone",
        "a: gone",
        "a: list of gone = 2 of gone",
        "a: set of gone = {oslo}",
        "a: list of integer = list(1)  b: integer = wide[a]",
        "a: integer = wide[oslo]",
        "a: one of {x, y} = (1 of wide)",
        "a: one of {x, y} = 1 of gone.train",
        "a: narrow",
        "a: integer = sized[3]",
    ],
)
def test_what_a_missing_file_would_have_held_is_not_asked_for(specs: Any, fields: str) -> None:
    head = (
        'pool gone = "gone.txt"\nsort narrow = gone\n'
        'table wide(a, b) = "wide.csv"\ntable sized(n, m) = "sized.csv"\n'
    )
    found = specs.refused(f"{head}record book {{ pages: integer = 1..9  {fields} }}\n{REST}")
    assert [(each.code, each.span.text) for each in found] == [
        ("E0601", '"gone.txt"'),
        ("E0601", '"wide.csv"'),
        ("E0601", '"sized.csv"'),
    ]


def test_cells_of_a_slot_without_a_type_are_not_complained_about(specs: Any) -> None:
    specs.write("rows.csv", "pages,price\n3,$4\n4,$5\n")
    record = 'record book from "rows.csv" { pages: integer  price: monye }\n'
    assert specs.codes(f"{record}{REST}") == ["E0316"]


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("pgaes < ?v", "E0201"),
        ("nosuch(pages, 3) < ?v", "E0204"),
        ("first(pages) == ?v", "E0304"),
        ("pages > 3 and <foo>", "E0308"),
    ],
)
def test_the_holes_of_a_wrong_formula_are_not_missed(specs: Any, formula: str, code: str) -> None:
    test = f"test t(?v) on pages: {formula} where ?v = 1 of pages\n"
    assert specs.codes(f"record book {{ pages: integer = 1..9 }}\n{test}{REST}") == [code]


def test_a_part_of_a_split_that_is_empty_is_told_where_it_is_shared_out(specs: Any) -> None:
    words = "module words\npool towns = {oslo, rome} split { train 0.9  test 0.1 }\n"
    head = "use words: towns.test\nrecord book { pages: integer = 1..9  a: towns }\n"
    assert specs.codes(f"{head}{REST}", words=words) == ["E0604"]
    sort = "sort late = towns.test\nrecord book { pages: integer = 1..9  a: late }\n"
    assert specs.codes(f"use words\n{sort}{REST}", words=words) == ["E0604"]


@pytest.mark.parametrize(
    ("theory", "ask", "code"),
    [
        ("theory product_of_smus {}", "ask choice { from 20 of book }", "E0213"),
        ("theory product_of_sums {}", "ask chioce", "E0213"),
        ("theory product_of_sums {}", "ask best pgaes min { from 20 of book }", "E0201"),
    ],
)
def test_figures_of_what_is_unknown_are_not_missed(
    specs: Any, theory: str, ask: str, code: str
) -> None:
    text = (
        "record book { pages: integer = 1..9 }\n"
        f"{theory}\nrequire sums >= 2\nmeasure share = sums / options\n{ask}\n"
    )
    assert specs.codes(text) == [code]


def test_a_measure_that_is_wrong_does_not_draw_by_chance(specs: Any) -> None:
    text = f"record book {{ pages: integer = 1..9 }}\nmeasure m = statements + nosuch\n{REST}"
    assert specs.codes(text) == ["E0201"]


def test_tests_of_a_module_are_checked_on_a_sound_record_only(specs: Any) -> None:
    text = "module m\nrecord book { price: monye }\ntest t on price: price < $3\n"
    assert [each.code for each in check(specs.write("m.rspec", text))] == ["E0316"]
    sound = text.replace("monye", "money = $1..$9").replace("< $3", "< 3")
    assert [each.code for each in check(specs.write("m.rspec", sound))] == ["E0305"]


def test_a_knob_whose_value_is_wrong_counts_as_set(tmp_path: Path) -> None:
    flight = Path(__file__).parents[3] / "specs" / "flight.rspec"
    text = flight.read_text("utf-8").replace("param length: int", "param length int")
    (tmp_path / "flight.rspec").write_text(text)
    (tmp_path / "flight.md.jinja").write_text(flight.with_suffix(".md.jinja").read_text("utf-8"))
    assert [each.code for each in check(tmp_path / "flight.rspec")] == ["E0101"]
