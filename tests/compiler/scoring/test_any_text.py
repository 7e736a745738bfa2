"""Any text is read, of any length, and in time that grows with it; intervals of shares."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import rspc
from rspc.compiler.scoring.wilson import interval

from .asked import MODEL, ONE, PAIR, SOUND, SUMS, TOTAL, TRUE, TWO

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


@pytest.mark.parametrize(
    "thought",
    [
        "Option A is fine, but B is not. ",
        "A B not true or ",
        "<answer>",
        "<!--",
        "<s>",
        "$x $y {",
        "not ",
        "wrong ",
        "if so, B ",
        "? ",
        "1 = ",
        "A/B ",
        "\n",
    ],
)
def test_long_replies_are_read_in_linear_time(thought: str) -> None:
    text = f"{thought * (30_000 // len(thought))}\n\nThe answer is B."
    begun = time.process_time()
    assert rspc.score(ONE, text).value == 1
    assert rspc.score(MODEL, text).value == 0
    assert time.process_time() - begun < 3


def test_of_a_reply_without_end_the_end_is_read() -> None:
    text = "The answer is A, or B. " * 400_000
    begun = time.process_time()
    assert rspc.score(ONE, f"{text}\n\nThe answer is B.").value == 0
    assert rspc.score(ONE, f"The answer is C.\n{'So. ' * 30_000}\nThe answer is B.").value == 1
    assert rspc.score(ONE, f"<think>{text}</think>The answer is B.").value == 1
    assert time.process_time() - begun < 3
