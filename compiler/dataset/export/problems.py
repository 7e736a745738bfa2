"""Problems as models get them: worked problems before the prompt, and a form for the answer after it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from ...contract import Message, Problem
from ...replies import FORMS, PLAIN
from ..formats import UNNAMED
from ..score.key import key

BETWEEN = "\n\n---\n\n"
"""What separates worked problems in a prompt."""

LOOKED = 1_000
"""Among how many records worked problems are chosen."""


def posed(
    record: Mapping[str, Any], form: str = PLAIN, shots: Sequence[Problem] = (), proof: bool = False
) -> Problem:
    """Return the problem of a record, with an answer in a form, after worked problems.

    Args:
        shots: problems with the same form of answers. Their prompts and replies precede the prompt.
        proof: whether the key has what comparing proofs needs.
    """
    asked = "\n\n".join(part for part in (record["prompt"], FORMS[form].instruction) if part)
    turns = [
        turn for shot in shots for turn in (shot.messages[-1], _message("assistant", shot.reply))
    ]
    told = [f"{shot.prompt}\n\n{shot.reply}" for shot in shots]
    reply = FORMS[form].write(str(record["answer"]))
    return Problem(
        record=record,
        split=record["split"] or UNNAMED,
        prompt=BETWEEN.join([*told, asked]),
        messages=(*turns, _message("user", asked)),
        key=key(record, proof=proof, form=form),
        reply=reply,
        solution=_solution(record, reply if form != PLAIN else f"Answer: {reply}"),
    )


def choose_shots(
    records: Iterable[Mapping[str, Any]], count: int, form: str = PLAIN
) -> tuple[Problem, ...]:
    """Return worked problems: the first of each label, then the second of each, among the first `LOOKED` records.

    They are fewer than `count` if there are no more.
    """
    held: dict[str, list[Mapping[str, Any]]] = {}
    for record in islice(records, LOOKED):
        held.setdefault(str(record["label"]), []).append(record)
    in_turn = [own[turn] for turn in range(count) for own in held.values() if turn < len(own)]
    return tuple(posed(record, form) for record in in_turn[:count])


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}


def _solution(record: Mapping[str, Any], ending: str) -> str:
    """Return the steps of a record's proof in words, each on its own line, and the answer."""
    steps = [step["text"] for step in record["proof"] or () if step.get("text")]
    return "\n".join([*steps, "", ending]) if steps else ""
