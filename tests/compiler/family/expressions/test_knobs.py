"""Knobs: their names, values and ranges, told where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from rspc.dsl.diagnostics import Diagnostic, SpecError

from ...conftest import RECORD


def codes(found: list[Diagnostic]) -> set[str]:
    return {each.code for each in found}


@pytest.mark.parametrize(
    ("knobs", "code", "help"),
    [
        ("optoins 5", "E0412", "did you mean `options`?"),
        ("options 1", "E0411", ""),
        ("options (2 - 1)", "E0411", ""),
        ("options 5  options 6", "E0413", "remove one of them"),
        ("options many", "E0201", "write a number, such as `5`"),
        ("options $5", "E0301", None),
        ("options 2.5", "E0411", None),
        ("options 50%", "E0301", "write a whole number from 2 to 60"),
        ("options { a 1 }", "E0415", ""),
        ("witness maybe", "E0415", ""),
        ("witness 3", "E0301", None),
        ("spread entropi", "E0411", "did you mean `entropy`?"),
        ("same 3", "E0415", ""),
        ("same {pgaes}", "E0201", "did you mean `pages`?"),
        ("from 40", "E0415", "write `from 60 of NAME`"),
        ("from 40 of boko", "E0201", "did you mean `book`?"),
        ("from 5000 of book", "E0411", ""),
        ("from 40 of book  correct 5..4", "E0404", "write `4..5`"),
    ],
)
def test_a_bad_knob_is_told_where_it_stands(
    specs: Any, knobs: str, code: str, help: str | None
) -> None:
    found = specs.refused(f"{RECORD}theory {{ pages > 200. }}\nask choice {{ {knobs} }}\n")
    assert codes(found) == {code}
    assert help is None or found[0].help == help
    assert found[0].span.text in knobs


def test_a_percent_for_a_share_is_told_as_a_number(specs: Any) -> None:
    theory = "theory product_of_sums { slots 2  minterms 2  least 2.5% }"
    found = specs.refused(f"{TRIED}\n{theory}\nask choice {{ options 4  from 40 of book }}\n")
    assert [(each.code, each.span.text, each.help) for each in found] == [
        ("E0301", "2.5%", "write `0.025`")
    ]


def test_a_drawn_knob_out_of_range_is_told_when_it_is_drawn(specs: Any) -> None:
    options = "options {5: 9, 1: 1}"
    found = specs.load(
        f"{RECORD}theory {{ pages > 200. }}\nask choice {{ {options}  from 40 of book }}\n"
    )
    with pytest.raises(SpecError) as caught:
        list(found.generate(100))
    assert [each.code for each in caught.value.diagnostics] == ["E0411"]


TRIED = """record book { pages: integer = 80..900  cover: one of {hard, soft} }
test few(?v) on pages: pages < ?v where ?v = 1 of pages
test kept(?v) on cover: cover == ?v where ?v = 1 of cover
"""


@pytest.mark.parametrize(
    ("head", "theory", "options", "at", "told"),
    [
        (
            "choose (a, b) = {(2, 2): 1, (14, 3): 1, (2, 99): 2}",
            "slots a  minterms b",
            "3",
            ["(14, 3)", "(2, 99)"],
            ["`a` is 14, `b` is 3", "`a` is 2, `b` is 99"],
        ),
        ("choose a = {0, 2, 9}", "slots a", "3", ["0", "9"], ["`a` is 0", "`a` is 9"]),
        ("choose a = {2: 1, 9: 0}", "slots a", "3", [], []),
        ("choose a = {2: 1, 1: 2}", "slots 2", "a", ["1"], ["`a` is 1"]),
        (
            "choose a = {2, 5}\nchoose b = {1, 4}",
            "slots (a + b)",
            "3",
            ["5"],
            ["`a` is 5, `b` is 4"],
        ),
        ("choose a = {x: 1, y: 2}", "slots {x: 2, y: 9}[a]", "3", ["y"], ["`a` is y"]),
        (
            "param n: int in 1..20 = 2\npreset hard { n 14 }\npreset easy { n 1 }",
            "slots n",
            "3",
            ["n 14"],
            ["`n` is 14"],
        ),
        (
            "param n: int in 1..20 = 2\npreset hard { n 8 }\nchoose a = {0: 1, 1: 1}",
            "slots (n + a)",
            "3",
            ["n 8"],
            ["`n` is 8, `a` is 1"],
        ),
    ],
)
def test_each_value_that_makes_a_knob_fail_is_told_at_its_place(
    specs: Any, head: str, theory: str, options: str, at: list[str], told: list[str]
) -> None:
    grown = f"theory product_of_sums {{ {theory} }}\n"
    text = f"{head}\n{TRIED}{grown}ask choice {{ options {options}  from 40 of book }}\n"
    if not at:
        specs.load(text)
        return
    found = specs.refused(text)
    assert [(each.code, each.span.text) for each in found] == [("E0411", each) for each in at]
    for each, values in zip(found, told, strict=True):
        assert values in each.message
        assert each.notes[0].span.text in f"{theory} options {options}"


def test_a_knob_may_be_a_parameter_of_its_kind(specs: Any) -> None:
    text = f"param how: name in {{entropy, none}} = none\nparam w: bool = off\n{RECORD}"
    ask = "ask choice { options 3  spread how  witness w  from 40 of book }\n"
    found = specs.load(f"{text}theory {{ pages > 200. }}\n{ask}")
    assert found.instance(0, 0).label in ("A", "B", "C")
