"""The verdict on one answer: whether it is a solution, and otherwise which requirement it violates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...contract import Deadline, Limits, Score, Undecided

SPENT = "too hard to judge"

SECONDS = 2.0
"""The CPU time in which a reply is judged."""

WHOLE = Limits(steps=1_000_000, seconds=SECONDS)
"""The limits of a question in a process of its own, which ends if all of them take too much time or memory."""


@dataclass(frozen=True)
class Budget:
    """What judging one reply may take: limits for each question to an engine, and a deadline for all of them."""

    limits: Limits
    deadline: Deadline

    def next(self) -> Limits:
        """Return the limits of the next question. Raises Undecided after the deadline."""
        if self.deadline.passed:
            raise Undecided(SPENT)
        return self.limits


def first_violated(ids: Sequence[str], possible: Callable[[int], bool]) -> str | None:
    """Return the first requirement that makes an answer impossible together with those before it.

    Args:
        ids: the requirements in order.
        possible: whether the answer is possible under so many of them. It is not under all.

    Returns:
        None if it is impossible without any of them.
    """
    if not possible(0):
        return None
    few, many = 0, len(ids)
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (middle, many) if possible(middle) else (few, middle)
    return ids[many - 1]


def violation(record: Mapping[str, Any], id: str | None, shown: str) -> Score:
    """Return the score of an answer that violates a requirement, in the words of its sentence."""
    if id is None:
        return Score(0.0, "the answer is impossible whatever else holds", shown)
    return Score(0.0, f"violated: {_sentence(record, id)}", shown)


def _sentence(record: Mapping[str, Any], id: str) -> str:
    """Return the sentence that says a statement, alone or with others; or the statement, if none does."""
    sentences: Mapping[str, str] = record["reply"]["sentences"]
    if id in sentences:
        return sentences[id]
    statements: dict[str, str] = dict(text.split(": ", 1) for text in record["theory"])
    places = {own: place for place, own in enumerate(statements)}
    for name, sentence in sentences.items():
        first, dots, last = name.partition("..")
        if dots and places.get(first, 0) <= places.get(id, -1) <= places.get(last, -1):
            return sentence
    return statements.get(id, id)
