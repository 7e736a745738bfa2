"""What a reader is given of a record: its text and its answer, and for grouping alone its theory and depth."""

from dataclasses import dataclass
from hashlib import blake2b

from ..account import Record

DEPTHS = ("among", "justification", "depth")
"""The figures that say how deep a problem is; the first one that a record has is taken."""

NONE = ("", "none")


@dataclass(frozen=True)
class Reading:
    """The text of a record and its answer.

    Attributes:
        context: the text before the question, and the options if none of them is the answer.
        options: the texts of its options; empty if none of them is the answer.
        choices: the answers to choose from, or the letters of its options.
        right: the places of right ones among the choices.
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
    theory = "\n".join(record["theory"]) or str(record["id"])
    return Reading(
        family=record["family"],
        prompt=record["prompt"],
        context=context,
        question=record["question"],
        options=tuple(str(option["text"]) for option in options),
        choices=choices,
        answer=answer,
        right=frozenset(place for place, each in enumerate(choices) if each in named),
        theory=blake2b(theory.encode(), digest_size=8).digest(),
        depth=_depth(record),
    )


def _answer_names(answer: str) -> set[str]:
    return {part.strip() for part in answer.split(",")}


def _depth(record: Record) -> str:
    for figures in (record["metrics"], record["params"]):
        for name in DEPTHS:
            if type(value := figures.get(name)) is int:
                return str(value)
    return ""
