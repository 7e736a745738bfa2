"""Phrases by which models close: which answer they name, and which they do not."""

from __future__ import annotations

from typing import Any

import pytest

import rspc

from .asked import BEST, CHEAPEST, ONE, PROVED, SOUND, THREE, TRUE, UNKNOWN, record

FLIGHTS = record("choice", "E", question="Which of these flights fit?")
BOOKING = record("best", "A", question="Which flight should they book?")
LETTERS = (ONE, BEST, CHEAPEST, FLIGHTS, BOOKING)

RIGHT = """\
The best flight would be {}
The best flight would be {}.
The best flight would be option {}.
The best option would be {}.
The best choice here is {}.
The right choice would be {}.
The ideal flight would be {}.
Option X is too late. The best flight would be {}.
Everything considered, {} it is!
All in all, {} it is.
So {} it is!
{} it is, then.
Okay, {} it is 🎉
I'd go with {}.
I would recommend {}.
I'd recommend flight {}.
My pick is {}.
My pick: {}
My vote goes to {}.
The winner is {}.
{} is the winner.
{} is the best flight.
{} would be the best flight.
That leaves {}.
Which leaves us with {}.
It has to be {}.
It's {}!
Take flight {}.
答案是{}。
正确答案是 {}。
因此，答案是{}。
最终答案：{}
答案为{}
**答案：{}**""".splitlines()

WRONG = """\
The best flight would be {} if it were cheaper.
The best flight would have been {}, but it is full.
The best flight would not be {}.
The best flight wouldn't be {}.
Would the best flight be {}?
The second-best flight would be {}.
The second best option is {}.
The worst flight would be {}.
Everything considered, {} it is not!
Everything considered, {} it might be.
Perhaps {} it is.
{} it isn't.
{} it was at first.
Is {} it?
It would be {}, were it not for the price.
I would not go with {}.
I'd advise against {}.
I was about to pick {}.
I almost chose {}.
Let's see whether the best flight would be {}.
Wrong: {}
Incorrect option: {}
Die Antwort ist nicht {}.
{} ist falsch.
La respuesta no es {}.
La réponse n'est pas {}.
{} は間違いです。
答案不是{}。
不能说答案是{}。
我不认为答案是{}。
答案是{}吗？
答案可能是{}。
答案是{}或X。
答案是{}。这是错的。""".splitlines()


@pytest.mark.parametrize("asked", LETTERS, ids=lambda each: each["question"])
def test_a_phrase_names_an_option(asked: dict[str, Any]) -> None:
    phrases = dict.fromkeys(RIGHT, 1) | dict.fromkeys(WRONG, 0)
    found = {each: rspc.score(asked, each.format(asked["answer"])).value for each in phrases}
    assert found == phrases


CHINESE = record("entailment", "未定", choices=("已证", "已否", "未定"))


@pytest.mark.parametrize(
    ("asked", "text", "value"),
    [
        (UNKNOWN, "答案是未知。", 1),
        (UNKNOWN, "因此答案是未知。", 1),
        (UNKNOWN, "结论：未知", 1),
        (UNKNOWN, "未知", 1),
        (UNKNOWN, "**未知**", 1),
        (UNKNOWN, "答案是 unknown。", 1),
        (UNKNOWN, "答案不是未知。", 0),
        (UNKNOWN, "答案是未知吗？", 0),
        (UNKNOWN, "未知还是已证明？", 0),
        (UNKNOWN, "答案是已证明。", 0),
        (PROVED, "答案是已证明。", 1),
        (PROVED, "答案是未知。", 0),
        (TRUE, "答案：真", 1),
        (TRUE, "答案：假", 0),
        (SOUND, "是。", 1),
        (SOUND, "不是。", 0),
        (CHINESE, "答案是未定。", 1),
        (CHINESE, "答案是已证。", 0),
        (CHINESE, "答案不是未定。", 0),
    ],
)
def test_a_reply_in_chinese(asked: dict[str, Any], text: str, value: float) -> None:
    assert rspc.score(asked, text).value == value


def test_a_word_in_chinese_is_one_of_the_choices() -> None:
    """Where the record has no such choice, it names none."""
    assert rspc.score(record("entailment", "proved", choices=THREE), "答案是真。").value == 0
