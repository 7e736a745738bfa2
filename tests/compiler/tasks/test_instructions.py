"""Answer instructions fit the possible answers, and the word for none is that of the language."""

from __future__ import annotations

import pytest

import rspc
from rspc.compiler.ir import nodes as ir
from rspc.compiler.language import english
from rspc.compiler.tasks.instructions import describe_answer

LEFT, UPPER = ir.Const("left"), ir.Const("upper_left")
SEVEN = ir.Quantity("integer", 7)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({LEFT: "left"}, "one word."),
        ({LEFT: "left", UPPER: "upper left"}, "the word or phrase alone."),
        ({LEFT: "left", SEVEN: "7"}, "the word or number alone."),
        ({UPPER: "upper left", SEVEN: "7"}, "the word, phrase, or number alone."),
        ({SEVEN: "7"}, "the number alone, in digits."),
    ],
)
def test_one_answer_is_described_by_the_possible_ones(
    answers: dict[ir.Term, str], says: str
) -> None:
    assert describe_answer(1, 1, answers, english()) == f"Answer with {says}"


def test_none_is_an_answer_if_there_may_be_none() -> None:
    assert describe_answer(1, 0, {}, english(), proper=True) == (
        "Answer with the name and nothing else, or with none if there is none."
    )
    assert describe_answer(3, 0, {LEFT: "left"}, english()).endswith(
        "separated by commas, or with none if there are none."
    )


@pytest.mark.parametrize(
    ("answer", "reply", "value"),
    [
        ("keine", "keine", 1),
        ("keine", "hund", 0),
        ("hund", "hund", 1),
        ("none", "none", 1),
    ],
)
def test_the_word_for_none_of_another_language_is_found(
    answer: str, reply: str, value: int
) -> None:
    record = {
        "id": "a",
        "task": "value",
        "answer": answer,
        "choices": ["hund", "katze"],
        "question": "Wer hilft?",
    }
    assert rspc.score(record, reply).value == value
