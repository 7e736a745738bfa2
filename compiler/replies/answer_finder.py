"""Finds the answer that a reply commits to, for every task.

What counts, in this order: the last answer that the reply marks (in a box, in tags, after words such as
`the answer is`, or on its own line); the answer at the beginning, as in `Yes, because …`; the last sentence
that names one. Nothing is found if answers contradict each other, are in doubt, or are denied.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..contract import Score
from ..text import Piece, pieces
from . import cues
from .names import Answers, Words
from .statements import Said, drop_denied_announcements, last_announcement, reword, spoken_text


@dataclass(frozen=True)
class Found:
    """What a reply answers: values, in one spelling each; if there are none, the reason."""

    values: tuple[str, ...] = ()
    reason: str = ""


def find(text: str, answers: Answers, record: Mapping[str, Any]) -> Found:
    """Return the answer in a reply to a record's prompt."""
    question = str(record.get("question", ""))
    whole = pieces(text, str(record.get("prompt", "")), question)
    split = _mark_announced(
        [
            replace(piece, text=drop_denied_announcements(reword(piece.text, question)))
            for piece in whole
        ]
    )
    told = _join_lists([spoken_text(piece, answers) for piece in split], split, answers)
    place = _choose_piece(told)
    if isinstance(place, Found):
        return place
    chosen = told[place]
    if not chosen.readable:
        return Found(reason="the answer holds other words than names")
    if chosen.doubtful or _taken_back(told[place + 1 :], chosen.values):
        return Found(reason="the answer is in doubt")
    if len(chosen.values) > 1 and not answers.several:
        return Found(reason=f"several answers are named: {', '.join(chosen.values)}")
    return Found(chosen.values)


def grade(found: Found, right: Iterable[str], shown: str) -> Score:
    """Return 1 for exactly the right values, in any order, and else 0 with the reason."""
    if not found.values:
        return Score(0.0, found.reason or "no answer is named")
    given = ", ".join(sorted(found.values)) if len(found.values) > 1 else found.values[0]
    if set(found.values) == set(right):
        return Score(1.0, answer=given)
    return Score(0.0, f"the right answer is {shown}", given)


def grade_choice(record: Mapping[str, Any], text: str) -> Score:
    """Return 1 for a reply that names the right one of the choices that its record lists."""
    found = find(text, Words(tuple(record["choices"])), record)
    return grade(found, [record["answer"]], record["answer"])


def _mark_announced(split: Sequence[Piece]) -> list[Piece]:
    """Mark what follows a piece that ends in an announcement, as `Answer:` on a line of its own: a piece, or a list."""
    found: list[Piece] = []
    waiting = False
    for piece in split:
        found.append(replace(piece, marked=piece.marked or waiting))
        behind = last_announcement(piece.text)
        ends = behind is not None and not re.search(r"\w", behind)
        waiting = ends or (waiting and piece.listed)
    return found


def _join_lists(said: list[Said], split: Sequence[Piece], answers: Answers) -> list[Said]:
    """Join items of a list that are nothing but names into the one answer that they are together.

    Items that name no answer, such as crossed-out ones, can be between them.
    """
    if not answers.several:
        return said
    found: list[Said] = []
    head: int | None = None
    for each, piece in zip(said, split, strict=True):
        item = piece.listed and (each.bare or (piece.marked and each.committed))
        if item and head is not None:
            values = tuple(dict.fromkeys((*found[head].values, *each.values)))
            readable = found[head].readable and each.readable
            found[head] = replace(found[head], values=values, readable=readable)
            continue
        if head is not None and piece.listed and not each.readable and piece.short:
            found[head] = replace(found[head], readable=False)
        if not item and not (piece.listed and not each.values):
            head = None
        elif item:
            head = len(found)
        found.append(each)
    return found


def _choose_piece(said: Sequence[Said]) -> int | Found:
    """Return the place of the piece with the answer, or why there is none."""
    naming = [place for place, each in enumerate(said) if each.values]
    committed = [place for place in naming if said[place].committed]
    if any(
        each.committed and not each.values for each in said[committed[-1] if committed else 0 :]
    ):
        return Found(reason="no answer is named")
    if committed:
        return _last_commitment(said, committed[-1])
    if not naming:
        return Found(reason=_why_none(said))
    last = naming[-1]
    opening = [place for place in naming if said[place].opens and not said[place].doubtful]
    if len({frozenset(said[place].values) for place in opening}) == 1 and opening[0] in (0, last):
        if opening[0] and _is_broken_off(said):
            return Found(reason="the reply breaks off")
        return last if cues.CONCLUDED.match(said[last].text) else opening[0]
    if len(opening) > 1:
        # A list that goes through the answers one by one commits itself to none of them.
        others = sorted({*naming}.difference(opening))
        if not others:
            return Found(reason="answers contradict each other")
        last = others[-1]
    if any(cues.NOTHING.search(each.text) for each in said[last + 1 :]):
        return Found(reason="no answer is named")
    if said[last].entry and len({said[place].values for place in naming if said[place].entry}) > 1:
        return Found(reason="answers contradict each other")
    if _is_broken_off(said):
        return Found(reason="the reply breaks off")
    return last


def _is_broken_off(said: Sequence[Said]) -> bool:
    """Return whether the last of several sentences is unfinished, and does not end in its answer."""
    *before, last = said
    finished = any(re.search(r"[.!?]\W{0,4}$", each.text) for each in before)
    ends = last.values and (last.entry or last.ends or cues.CONCLUDED.match(last.text))
    return finished and not ends and cues.BROKEN.search(last.text) is not None


def _last_commitment(said: Sequence[Said], last: int) -> int | Found:
    """Return the last commitment; others right before it must not say another thing, unless it corrects them."""
    first = last
    while first and said[first - 1].committed and not _replaces(said[first], said[first - 1]):
        if first > 1 and said[first - 2].text.endswith("?"):
            break  # That passage replies to a question of its own.
        first -= 1
    if len({frozenset(each.values) for each in said[first : last + 1]}) > 1:
        return Found(reason="answers contradict each other")
    return last


def _replaces(each: Said, before: Said) -> bool:
    """Return whether an answer takes the place of the one before it: corrects it, or is announced after more text."""
    narrows = each.announced and not before.announced and len(each.values) < len(before.values)
    return narrows or cues.CORRECTED.search(each.text) is not None


def _why_none(said: Sequence[Said]) -> str:
    if any(each.doubtful for each in said):
        return "the answer is in doubt"
    unread = any(not each.readable for each in said)
    return "the answer holds other words than names" if unread else "no answer is named"


def _taken_back(after: Sequence[Said], values: tuple[str, ...]) -> bool:
    """Return whether what follows an answer leaves it open after all: `Or perhaps C.`, `But that is wrong.`"""
    if after and cues.RETRACTED.fullmatch(after[0].text):
        return True
    return any(
        each.values
        and set(each.values) != set(values)
        and (
            each.doubtful
            or re.match(r"\W*(?:or|but also)\b", each.text, re.I)
            or cues.CORRECTED.search(each.text)
        )
        for each in after
    )
