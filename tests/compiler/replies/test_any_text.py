"""Any text is read, of any length, and in time that grows with it; intervals of shares."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import given, settings, strategies as some

import rspc
from rspc.compiler.dataset.score.clusters import interval
from rspc.compiler.text import markup

from .asked import (
    CELL,
    CHEAPEST,
    LASTS,
    MODEL,
    ONE,
    OPTIMUM,
    PAIR,
    SOUND,
    SUMS,
    THERE,
    TOTAL,
    TRUE,
    TWO,
)

WORDS = ["A", "B", "true", "not", "no", "yes", "dog", "3", "{", "}", "\\boxed{", "answer is", "or"]
BITS = some.sampled_from([*WORDS, "<think>", "</think>", "**", "`", "$", "\n", ". ", ", ", "? "])


@settings(max_examples=25, deadline=None)
@given(some.lists(BITS, max_size=12).map(" ".join) | some.text(max_size=40))
def test_no_reply_breaks_the_scorer(text: str) -> None:
    for asked in (TWO, TRUE, SOUND, TOTAL, PAIR, MODEL, SUMS):
        assert rspc.score(asked, text).value in (0.0, 1.0)


def test_intervals() -> None:
    assert interval(0, 0) == (0, 1)
    low, high = interval(0, 10)
    assert (low, round(high, 4)) == (0, 0.2775)
    assert interval(10, 10) == pytest.approx((1 - high, 1))
    assert interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)


GROWING = [
    (ONE, "the answer to x "),
    (ONE, "final best the my "),
    (ONE, "A would "),
    (ONE, "A wait "),
    (ONE, "A B not true or "),
    (ONE, "A"),
    (ONE, "? "),
    (ONE, "_ "),
    (ONE, "}"),
    (ONE, "\n"),
    (ONE, "A.\n"),
    (ONE, "$x $y {"),
    (ONE, "<answer>"),
    (ONE, "<!--"),
    (ONE, "<s>"),
    (ONE, "e\u0301\u0316"),
    (ONE, "Option A is fine, but B is not. "),
    (TWO, "A/B "),
    (TWO, "- A\n"),
    (TWO, "\\boxed{A} "),
    (CHEAPEST, "the cheapest "),
    (CHEAPEST, "A\n"),
    (TRUE, "if so, true "),
    (THERE, "no "),
    (LASTS, "1,1"),
    (OPTIMUM, "⅓"),
    (OPTIMUM, "1 "),
    (OPTIMUM, " "),
    (SUMS, "1 = "),
    (PAIR, "dog "),
    (PAIR, "dog or "),
    (CELL, "1,1"),
    (CELL, "1.1 "),
    (MODEL, "{p} "),
    (MODEL, '\\"'),
    (MODEL, "\\`"),
    (MODEL, "\\boxed{"),
]
"""What long replies are made of: each is a place where some part of a reader begins to look ahead."""


def replies(thought: str, length: int) -> list[str]:
    text = thought * (length // len(thought))
    return [text, f"The answer is B.\nIt is 3.{text} at last"]


@pytest.fixture
def unbounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markup, "LONGEST", 10**9)
    monkeypatch.setattr(markup, "MOST", 10**9)


@pytest.mark.usefixtures("unbounded")
@pytest.mark.parametrize(("asked", "thought"), GROWING)
def test_calls_grow_with_a_reply(asked: dict[str, Any], thought: str) -> None:
    for short, long in zip(replies(thought, 500), replies(thought, 2_000), strict=True):
        assert calls(asked, long) < 4.4 * calls(asked, short) + 400


def calls(asked: dict[str, Any], text: str) -> int:
    """Count the calls, of Python's own functions too, by which a reply is scored."""
    rspc.score(asked, text)
    count = 0

    def note(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        rspc.score(asked, text)
    finally:
        sys.setprofile(None)
    return count


FOLLOWED = [
    (ONE, "", "the answer to x ", ""),
    (ONE, "", "final best the my ", ""),
    (ONE, "A ", "would ", ""),
    (ONE, "The answer is B.\n", "} ", "at last"),
    (LASTS, "", "1,1", " minutes"),
    (OPTIMUM, "3", " ", "at last"),
    (CELL, "", "1,1", ""),
    (CELL, "", "1.", ""),
    (MODEL, "{", '\\"', ""),
    (MODEL, "{", "\\`", ""),
    (ONE, "e", "\u0301\u0316", ""),
]
"""What an expression may follow to its end from each of its places: that takes minutes, and else a second at most."""


@pytest.mark.usefixtures("unbounded")
@pytest.mark.timeout(40)
@pytest.mark.parametrize(("asked", "begin", "thought", "end"), FOLLOWED)
def test_no_expression_follows_a_reply_from_each_place(
    asked: dict[str, Any], begin: str, thought: str, end: str
) -> None:
    text = f"{begin}{thought * (300_000 // len(thought))}{end}"
    assert rspc.score(asked, text).value in (0.0, 1.0)


def test_of_a_reply_without_end_the_end_is_read() -> None:
    text = "The answer is A, or B. " * 400_000
    assert rspc.score(ONE, f"{text}\n\nThe answer is B.").value == 0
    assert rspc.score(ONE, f"The answer is C.\n{'So. ' * 30_000}\nThe answer is B.").value == 1
    assert rspc.score(ONE, f"<think>{text}</think>The answer is B.").value == 1
    assert rspc.score(ONE, f"The answer is B.\n{'so ' * 10_000}").value == 1
    assert rspc.score(ONE, f"The answer is B.\n{'so ' * 20_000}").value == 0


def test_of_very_many_sentences_the_last_are_read() -> None:
    assert rspc.score(ONE, f"The answer is B.\n{'Well. ' * (markup.MOST - 1)}").value == 1
    assert rspc.score(ONE, f"The answer is B.\n{'Well. ' * markup.MOST}").value == 0


def test_a_number_too_long_to_read_is_no_answer() -> None:
    for asked in (SUMS, OPTIMUM, TOTAL, LASTS, CELL):
        assert rspc.score(asked, "1" * 10_000).value == 0
