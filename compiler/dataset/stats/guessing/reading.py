"""What a reader is given of a record: its text and its answer, and for grouping alone its theory and depth."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from ....ir import read_sets
from ..account import Record

DEPTHS = ("among", "justification", "depth")
"""The figures that say how deep a problem is; the first one that a record has is taken."""

NONE = ("", "none")

_NUMBERED = re.compile(r"\(\d+\)\s+(.*\S)")


@dataclass(frozen=True)
class Reading:
    """The text of a record and its answer.

    Attributes:
        context: the text before the question, and the options if none of them is the answer.
        options: the texts of its options, or of its numbered sentences; empty if none of them is the answer.
        choices: the answers to choose from, the letters of its options, or the numbers of its sentences.
        right: the places of right ones among the choices, or of sentences that are in a right answer.
        theory: a digest of its theory: all records of a theory are used for training, or all for testing.
        depth: the group for which accuracy is reported; no reader sees it.
    """

    family: str
    prompt: str
    context: str
    question: str
    options: tuple[str, ...]
    choices: tuple[str, ...]
    answer: str
    right: frozenset[int]
    theory: bytes
    depth: str


def read_record(record: Record) -> Reading:
    """Return what readers are given of a record."""
    options = record["options"] or ()
    letters = tuple(str(option["label"]) for option in options)
    label = str(record["label"])
    context = record["context"]
    if not _answer_names(label) <= set(letters):
        context = " ".join((context, *(str(option["text"]) for option in options)))
        options = letters = ()
    choices = letters or tuple(map(str, record.get("choices") or ()))
    answer = label if letters else str(record["answer"])
    named = _answer_names(answer)
    right = frozenset(place for place, each in enumerate(choices) if each in named)
    texts = tuple(str(option["text"]) for option in options)
    if sentences := _numbered_sentences(record):
        texts, right = sentences, _removable(record)
        choices = tuple(str(number) for number in range(1, len(texts) + 1))
    theory = "\n".join(record["theory"]) or str(record["id"])
    return Reading(
        family=record["family"],
        prompt=record["prompt"],
        context=context,
        question=record["question"],
        options=texts,
        choices=choices,
        answer=answer,
        right=right,
        theory=blake2b(theory.encode(), digest_size=8).digest(),
        depth=_depth(record),
    )


def _numbered_sentences(record: Record) -> tuple[str, ...]:
    """Return the numbered sentences of a record whose answer is some of their numbers; nothing for another record."""
    numbered: Sequence[str] = (record.get("reply") or {}).get("numbered", ())
    if not numbered or not _removable(record):
        return ()
    sentences = record["reply"].get("sentences", {})
    if all(id in sentences for id in numbered):
        return tuple(sentences[id] for id in numbered)
    lines = [hit for line in record["question"].splitlines() if (hit := _NUMBERED.match(line))]
    return tuple(hit[1] for hit in lines) if len(lines) == len(numbered) else ()


def _removable(record: Record) -> frozenset[int]:
    """Return the places of the numbered sentences that are in a right answer."""
    numbered = {id: place for place, id in enumerate(record["reply"]["numbered"])}
    try:
        sets = read_sets(str(record["label"]))
    except ValueError:
        return frozenset()
    return frozenset(numbered[id] for each in sets for id in each if id in numbered)


def _answer_names(answer: str) -> set[str]:
    return {part.strip() for part in answer.split(",")}


def _depth(record: Record) -> str:
    for figures in (record["metrics"], record["params"]):
        for name in DEPTHS:
            if type(value := figures.get(name)) is int:
                return str(value)
    return ""
