"""Texts of regular languages: the shortest that two share, and how those of one begin."""

from __future__ import annotations

import re
from itertools import islice, takewhile

import pytest
from interegular import parse_pattern
from interegular.fsm import anything_else

from rspc.compiler.text.automata import common_texts, may_begin, shortest_texts

EXPRESSIONS = [
    "a",
    "",
    "(ab|c)*d",
    r"[0-9]{1,3} hours?",
    "(one|two)(, (one|two))*",
    "x[ab]*y|x",
    "[^a]b",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_texts_are_those_of_the_library(expression: str) -> None:
    machine = parse_pattern(expression).to_fsm()
    symbols = takewhile(lambda each: len(each) < 12, islice(machine.strings(), 5_000))
    listed = ["".join(each) for each in symbols if anything_else not in each]
    wanted = sorted(listed, key=lambda text: (len(text), text))[:60]
    assert list(islice(shortest_texts(machine), len(wanted))) == wanted


def test_there_is_no_end_of_numbers() -> None:
    """Among these there are more than 10^9 beginnings of the shortest texts of both."""
    found = common_texts(r"[0-9]*[1-9] apples and [0-9]{9} pears", "[0-9]{9} .+", 3)
    assert found == (
        "000000001 apples and 000000000 pears",
        "000000001 apples and 000000001 pears",
        "000000001 apples and 000000002 pears",
    )


def test_long_texts_are_listed() -> None:
    assert common_texts("a" * 3000, "a+", 5) == ("a" * 3000,)


def test_languages_without_a_common_text() -> None:
    assert common_texts("at [0-9]{2}:[0-9]{2}", r"at [0-9]{3}", 5) == ()


@pytest.mark.parametrize(
    ("expression", "text", "may"),
    [
        (r"[0-9]+ hours", "", True),
        (r"[0-9]+ hours", "12 ho", True),
        (r"[0-9]+ hours", "12 hours or more", True),
        (r"[0-9]+ hours", "more than", False),
        (r"[0-9]+ hours", "12 min", False),
        ("[^a]+", "a", False),
        ("[^a]+", "ba", True),
    ],
)
def test_what_a_text_may_begin_with(expression: str, text: str, may: bool) -> None:
    assert may_begin(expression, text) is may
    if re.match(f"(?:{expression})", text):
        assert may
