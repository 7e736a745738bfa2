"""The same replies for every task: a right and a wrong answer in the dresses that models give them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import rspc
from rspc.compiler import plugins

from .asked import (
    BEST,
    CELL,
    COUNT,
    DISPROVED,
    DOG,
    LASTS,
    MODEL,
    NOT_THERE,
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

ASKED: list[tuple[dict[str, Any], str]] = [
    (ONE, "C"),
    (TWO, "A, C"),
    (BEST, "D"),
    (DISPROVED, "proved"),
    (TRUE, "unknown"),
    (SOUND, "no"),
    (THERE, "no"),
    (NOT_THERE, "yes"),
    (COUNT, "4"),
    (TOTAL, "$900"),
    (LASTS, "2 hours"),
    (OPTIMUM, "11"),
    (SUMS, "12, 4"),
    (DOG, "lion"),
    (PAIR, "cat and lion"),
    (CELL, "7"),
    (MODEL, "{p(a), q}"),
]
"""Records, each with a wrong answer."""

RIGHT = (
    "{right}",
    "{right}.",
    "  {right}\n\n",
    "**{right}**",
    "*{right}*",
    "**{right}.**",
    "- {right}",
    "> {right}",
    "# {right}",
    "Answer: {right}",
    "ANSWER: {right}",
    "**Answer:** {right}",
    "**Answer**: {right}",
    "Final answer: {right}",
    "### Answer\n\n{right}",
    "## Final Answer\n**{right}**",
    "<answer>{right}</answer>",
    "<answer>\n{right}\n</answer>",
    "The answer is {right}.",
    "The answer is: {right}",
    "The correct answer is **{right}**.",
    "The final answer is {right}.",
    "So the answer is {right}.",
    "Therefore, the answer is {right}.",
    "Thus the answer must be {right}.",
    "I think the answer is {right}.",
    "I am sure that the answer is {right}.",
    "Let us think step by step. Nothing else is left. Hence, the answer is {right}.",
    "<think>{wrong}? Hmm.</think>{right}",
    "<think>The answer is {wrong}.</think>\n\nThe answer is {right}.",
    "Answer: {wrong}. Wait, the answer is {right}.",
    "I first thought that the answer is {wrong}, but the answer is {right}.",
    "The wrong answer is {wrong}. The correct answer is {right}.",
    "The answer is not {wrong}. The answer is {right}.",
    "~~{wrong}~~ {right}",
    "<!-- {wrong} -->{right}",
    "{prompt}\n\n{right}",
    "{prompt}\n\nThe answer is {right}.",
    "{question}\n{right}",
)
"""Replies that are right."""

NOTHING = (
    "",
    "?!",
    "...",
    "banana",
    "I do not know.",
    "I cannot answer this.",
    "The answer is",
    "{prompt}",
    "{question}",
    "{wrong}",
    "**{wrong}**",
    "Answer: {wrong}",
    "The answer is {wrong}.",
    "<think>{right}</think>{wrong}",
    "<think>{right}</think>",
    "<think>The answer is {right}.",
    "{right} or {wrong}",
    "Either {wrong} or {right}.",
    "It is {right}, or perhaps {wrong}.",
    "The answer is {right}. Or maybe {wrong}.",
    "The answer is {right}. The answer is {wrong}.",
    "Answer: {right}\nAnswer: {wrong}",
    "Maybe {right}.",
    "Perhaps {right}.",
    "Probably {right}.",
    "The answer is probably {right}.",
    "The answer might be {right}.",
    "My best guess is {right}.",
    "The answer is not {right}.",
    "It is wrong that the answer is {right}.",
    "I doubt that the answer is {right}.",
    "The wrong answer is {right}.",
    "The answer is anything but {right}.",
    "The answer is {right}, which is wrong.",
    "The answer is {right}. But that is wrong.",
    "I first thought that the answer is {right}.",
    "I first thought that the answer is {right}, but the answer is {wrong}.",
    "Answer: {right}. Wait, the answer is {wrong}.",
    "The answer is {right}. Just kidding, it is {wrong}.",
    "<!-- {right} -->",
    "<!-- The answer is {right}. --> The answer is {wrong}.",
    "~~{right}~~",
    "<s>The answer is {right}.</s> The answer is {wrong}.",
)
"""Replies that are worth nothing: empty, wrong, hedged, contradictory, taken back, not shown."""


def filled(form: str, asked: dict[str, Any], wrong: str) -> str:
    holes = {"{wrong}": wrong, "{prompt}": asked["prompt"], "{question}": asked["question"]}
    for hole, text in (*holes.items(), ("{right}", asked["answer"])):
        form = form.replace(hole, text)
    return form


@pytest.mark.parametrize(("asked", "wrong"), ASKED, ids=lambda each: str(each)[:40])
def test_a_reply_in_any_dress_has_its_score(asked: dict[str, Any], wrong: str) -> None:
    found = {
        text: (rspc.score(asked, text).value, value)
        for value, forms in ((1, RIGHT), (0, NOTHING))
        for text in (filled(form, asked, wrong) for form in forms)
    }
    assert {text: given for text, (given, value) in found.items() if given != value} == {}


def test_sixty_replies_of_every_task_are_scored() -> None:
    scored = Counter[str]()
    for asked, wrong in ASKED:
        scored[asked["task"]] += len({filled(form, asked, wrong) for form in (*RIGHT, *NOTHING)})
    assert set(scored) == set(plugins.names(plugins.TASKS))
    assert min(scored.values()) >= 60
