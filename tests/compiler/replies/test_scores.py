"""What an answer in free text is worth."""

from __future__ import annotations

import pytest

from rspc.compiler.tasks.count import Count
from rspc.compiler.tasks.records.choice import Choice
from rspc.compiler.tasks.records.rows import Best, Exists, Total

OPTIONS = [{"label": letter} for letter in "ABCDE"]


def choice(label: str) -> dict[str, object]:
    return {"label": label, "answer": label, "options": OPTIONS}


@pytest.mark.parametrize(
    ("label", "answer", "value"),
    [
        ("B", "B", 1),
        ("B", "I choose B.", 1),
        ("B", "A careful look gives B", 1),
        ("B", "The answer is (B).", 1),
        ("A", "A", 1),
        ("A", "The answer is A.", 1),
        ("A", "Option A meets every requirement.", 1),
        ("A", "A flight in the morning would do", 0),
        ("B", "A or B", 0),
        ("B", "C", 0),
        ("B", "", 0),
        ("B", "none of them", 0),
        ("B,D", "D, B", 1),
        ("B,D", "B and D", 1),
        ("B,D", "B", 0),
        ("B,D", "A, B, C, D, E", 0),
    ],
)
def test_letters(label: str, answer: str, value: float) -> None:
    assert Choice().score(choice(label), answer).value == value
    if "," not in label:
        assert Best().score(choice(label), answer).value == value


@pytest.mark.parametrize(
    ("answer", "said", "value"),
    [
        ("yes", "Yes, there is.", 1),
        ("yes", "no", 0),
        ("no", "No.", 1),
        ("no", "yes and no", 0),
        ("no", "perhaps", 0),
    ],
)
def test_yes_and_no(answer: str, said: str, value: float) -> None:
    record = {"label": "true" if answer == "yes" else "false", "answer": answer}
    assert Exists().score(record, said).value == value


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        ("3", "3", 1),
        ("3", "There are 3 of them.", 1),
        ("3", "3 or 4", 0),
        ("3", "13", 0),
        ("1,200", "1200", 1),
        ("$1,200", "$1200", 1),
        ("$12.50", "It is $12.5.", 1),
        ("$1,200", "$12", 0),
        ("1 hour", "1 minute", 0),
        ("1 hour", "60 minutes", 1),
        ("1 hour and 30 minutes", "90 minutes", 1),
        ("1 hour and 30 minutes", "1h30m", 1),
        ("1 hour and 30 minutes", "30 hours and 1 minute", 0),
        ("1 hour and 30 minutes", "1 hour, 30 minutes", 1),
        ("07:30", "at 7:30", 1),
        ("07:30", "30:07", 0),
        ("12.5%", "12.50 percent", 1),
        ("12.5%", "12%", 0),
        ("April 17, 2026", "2026-04-17", 1),
        ("April 17, 2026", "April 18, 2026", 0),
        ("-$3", "-$3", 1),
        ("-$3", "$3", 0),
    ],
)
def test_amounts(right: str, said: str, value: float) -> None:
    assert Total().score({"answer": right, "label": ""}, said).value == value
    if right == "3":
        assert Count().score({"answer": right, "label": ""}, said).value == value
