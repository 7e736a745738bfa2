"""Which answer a reply commits itself to: the one answer finder, for every task.

What counts, in this order: the last answer that the reply sets off (in a box, in tags, behind words such as `the answer
is`, or on a line of its own); the answer that it opens with, as in `Yes, because …`; the last sentence that names one.
Nothing is found where answers contradict each other, stand in doubt, or are denied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from ..contract import Score
from . import cues
from .markup import Piece, pieces
from .naming import Answers, Mention

NEAR = 120
"""How many characters before an answer are searched for what denies it."""

FAR = 300
"""How many are searched for what it hangs on."""


@dataclass(frozen=True)
class Found:
    """What a reply answers: values, in one spelling each; where there are none, the reason why."""

    values: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class _Said:
    """What a piece of a reply says.

    Attributes:
        values: the answers that it names and does not deny.
        committed: whether it is marked, announces its answer, or is nothing but one.
        bare: whether it is nothing but answers.
        announced: whether it is marked or announces its answer.
        opens: whether the answer stands first in it, and then its reason.
        entry: whether it is a name, a colon or the edge of a cell, and then the answer.
        ends: whether the answer stands last in it.
        doubtful: whether it leaves its answers in doubt.
        readable: whether what else it says can be no answer.
    """

    text: str
    values: tuple[str, ...] = ()
    committed: bool = False
    bare: bool = False
    announced: bool = False
    opens: bool = False
    entry: bool = False
    ends: bool = False
    doubtful: bool = False
    readable: bool = True


def find(text: str, answers: Answers, record: Mapping[str, Any]) -> Found:
    """Give what a reply to a record's prompt answers."""
    question = str(record.get("question", ""))
    whole = pieces(text, str(record.get("prompt", "")), question)
    split = _announcing(
        [replace(each, text=_asserted(_answering(each.text, question))) for each in whole]
    )
    said = _joined([_said(each, answers) for each in split], split, answers)
    place = _chosen(said)
    if isinstance(place, Found):
        return place
    chosen = said[place]
    if not chosen.readable:
        return Found(reason="the answer holds other words than names")
    if chosen.doubtful or _taken_back(said[place + 1 :], chosen.values):
        return Found(reason="the answer is in doubt")
    if len(chosen.values) > 1 and not answers.several:
        return Found(reason=f"several answers are named: {', '.join(chosen.values)}")
    return Found(chosen.values)


def graded(found: Found, right: Iterable[str], shown: str) -> Score:
    """Give 1 for exactly the right values, in any order, and else 0 with the reason."""
    if not found.values:
        return Score(0.0, found.reason or "no answer is named")
    given = ", ".join(sorted(found.values)) if len(found.values) > 1 else found.values[0]
    if set(found.values) == set(right):
        return Score(1.0, answer=given)
    return Score(0.0, f"the right answer is {shown}", given)


def announced(text: str) -> str | None:
    """Give what stands behind the last announcement of an answer, to the end; None where none is announced."""
    places = [each.end() for each in cues.ANNOUNCED.finditer(text)]
    return text[places[-1] :] if places else None


# ----------------------------------------------------------------------------------------------------- one piece


def _answering(text: str, question: str) -> str:
    """Give a piece in the words of any question: with `option A` for `seat A`, `the answer` for `the cheapest`."""
    called = cues.NOUN.search(question)
    if called is not None:
        text = re.sub(rf"\b(?i:{re.escape(called['noun'])}) (?=\(?[A-Z]\b)", "option ", text)
    asked = cues.SUPERLATIVE.search(question)
    if asked is None:
        return text
    most = re.escape(asked["most"])
    text = re.sub(rf"\b(?:is|has)(?: the)? {most}\b", "is the answer", text, flags=re.I)
    return re.sub(
        rf"\b(?:the )?(?<!second )(?<!third )(?<!next ){most}(?: [\w']+){{0,9}}?(?: is\b|:)",
        "the answer is",
        text,
        flags=re.I,
    )


def _asserted(text: str) -> str:
    """Give a piece without announcements that it does not make, and what they announce: `the wrong answer is A`."""
    starts = [each.start() for each in cues.ANNOUNCED.finditer(text)]
    parts = [text[start:end] for start, end in pairwise([*starts, len(text)])]
    before = (text[max(0, start - NEAR) : start] for start in starts)
    said = (part for part, near in zip(parts, before, strict=True) if not cues.UNSAID.search(near))
    return text[: starts[0]] + "".join(said) if starts else text


def _announcing(split: Sequence[Piece]) -> list[Piece]:
    """Mark what follows a piece that ends in an announcement, as `Answer:` on a line of its own: a piece, or a list."""
    found: list[Piece] = []
    waiting = False
    for each in split:
        found.append(replace(each, marked=each.marked or waiting))
        behind = announced(each.text)
        ends = behind is not None and not re.search(r"\w", behind)
        waiting = ends or (waiting and each.listed)
    return found


def _said(piece: Piece, answers: Answers) -> _Said:
    behind = announced(piece.text)
    if behind and not answers.mentions(behind) and _opens(piece.text, answers.mentions(piece.text)):
        behind = None
    before = "" if behind is None else piece.text.removesuffix(behind)
    told = _corrected(piece.text if behind is None else behind, answers)
    text, mentions = _kept(told, answers)
    naught = cues.NAUGHT.match(told) if piece.marked or behind is not None else None
    if naught and not any(each.start < naught.end() for each in mentions):
        return _Said(piece.text, committed=True)
    if not mentions:
        return _Said(piece.text, readable=answers.readable(text, mentions))
    values = tuple(dict.fromkeys(each.value for each in mentions))
    end = mentions[-1].end
    bare = (
        behind is None
        and not text.endswith("?")
        and _nothing_else(told[:end] + _unaccompanied(told[end:]), mentions)
    )
    committed = (
        piece.marked or behind is not None or bare or cues.BEHIND.match(text, end) is not None
    )
    clause = re.split(r"[,;]|\b(?:but|so)\b", before)[-1]
    opens = _opens(told, mentions)
    last = re.search(r"\w", text[end:]) is None
    ahead = (before + text[: mentions[0].start])[-FAR:]
    conditional = (
        cues.CONDITIONAL.search(ahead)
        or cues.COUNTERFACTUAL.match(told, end)
        or any(cues.CONDITION.match(told, each.end) for each in mentions)
    )
    if conditional and (not (committed or opens) or re.search(r"\bwould\b", piece.text)):
        return _Said(piece.text, readable=False)
    doubts = [
        cues.DOUBT.search(
            re.split(r"[,;…] but\b", text[: mentions[0].start])[-1] + text[mentions[0].start :]
        ),
        cues.DOUBT.search(clause),
        conditional,
        not (committed or opens) and cues.NOTHING.search(text, end),
        not committed and cues.CONCEDED.search(ahead),
        len(values) > 1 and answers.several and re.search(r"\bor\b", text[mentions[0].start : end]),
    ]
    return _Said(
        text=piece.text,
        values=values,
        committed=committed,
        bare=bare,
        announced=piece.marked or behind is not None,
        opens=opens,
        entry=last and cues.ENTRY.search(ahead) is not None,
        ends=last,
        doubtful=any(doubts),
        readable=answers.readable(text, mentions),
    )


def _corrected(text: str, answers: Answers) -> str:
    """Give what follows the last word of correction, where an answer does."""
    named = {each.start for each in answers.mentions(text)}
    for each in reversed(list(cues.CORRECTED.finditer(text))):
        if each.start() not in named and max(named, default=0) > each.start():
            return text[each.end() :]
    return text


def _kept(text: str, answers: Answers) -> tuple[str, list[Mention]]:
    """Give a text up to its reasons, and the answers that it names there and does not deny."""
    found = _undenied(text, answers)
    if not found or _nothing_else(text, found):
        return text, found
    if not answers.several and _opens(text, found[:1]) and text[found[0].end] == ":":
        return text[: found[0].end], found[:1]
    end = _runs(text, found)[0][-1].end if answers.several else found[0].end
    whole = text[:end] + _unaccompanied(text[end:])
    reason = cues.REASON.search(whole, end)
    cut = whole[: reason.start()] if reason else whole
    return cut, _undenied(cut, answers)


def _undenied(text: str, answers: Answers) -> list[Mention]:
    """Give the answers that a text names and does not deny; `not A or B` and `A and B fail` deny both."""
    found: list[Mention] = []
    runs = _runs(text, answers.mentions(text))
    for run in runs:
        first, last = run[0], run[-1]
        near = text[max(0, first.start - NEAR) : first.start]
        menu = len(run) > 1 and run is not runs[-1] and cues.MENU.match(text, last.end)
        if menu or cues.WEIGHED.search(near):
            continue
        refused = cues.REFUSED.match(text, last.end)
        denied = cues.DENIED.search(near)
        together = cues.TOGETHER.search(text[first.end : last.start]) is not None
        if refused:
            run = [] if together or cues.PLURAL.match(refused[0]) else run[:-1]
        if denied:
            run = [] if together or answers.several else run[1:]
        found += run
    return found


def _runs(text: str, mentions: Sequence[Mention]) -> list[list[Mention]]:
    """Part answers where anything but commas and such as `and` stands between them."""
    runs: list[list[Mention]] = []
    for each in mentions:
        last = runs[-1] if runs else []
        again = each.value in [other.value for other in last]
        if last and not again and not cues.JOINING.sub("", text[last[-1].end : each.start]):
            runs[-1].append(each)
        else:
            runs.append([each])
    return runs


def _unaccompanied(text: str) -> str:
    """Give a text with blanks in place of what stands in parentheses."""
    return cues.ASIDE.sub(lambda each: " " * len(each[0]), text)


def _nothing_else(text: str, mentions: Sequence[Mention]) -> bool:
    rest = list(text)
    for each in mentions:
        rest[each.start : each.end] = " " * (each.end - each.start)
    return not cues.SEPARATORS.sub("", "".join(rest))


def _opens(text: str, mentions: Sequence[Mention]) -> bool:
    """Tell whether a text begins with an answer that a mark parts from the rest: `Yes, …`, `B. …`, `True: …`."""
    if not mentions:
        return False
    begin = cues.SEPARATORS.sub("", text[: mentions[0].start])
    return (
        not begin and re.match(r"[\"')\]]*\s*(?:[,.:!;)—–-])", text[mentions[0].end :]) is not None
    )


# ------------------------------------------------------------------------------------------------------ the whole


def _joined(said: list[_Said], split: Sequence[Piece], answers: Answers) -> list[_Said]:
    """Join items of a list that are nothing but names into the one answer that they are together.

    Items that name no answer, such as those crossed out, stand between them.
    """
    if not answers.several:
        return said
    found: list[_Said] = []
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


def _chosen(said: Sequence[_Said]) -> int | Found:
    """Give the place of the piece that holds the answer, or why there is none."""
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
        if opening[0] and _broken(said):
            return Found(reason="the reply breaks off")
        return last if cues.CONCLUDED.match(said[last].text) else opening[0]
    if len(opening) > 1:
        # A list that goes through the answers one by one commits itself to none of them.
        others = [place for place in naming if place not in opening]
        if not others:
            return Found(reason="answers contradict each other")
        last = others[-1]
    if any(cues.NOTHING.search(each.text) for each in said[last + 1 :]):
        return Found(reason="no answer is named")
    if said[last].entry and len({said[place].values for place in naming if said[place].entry}) > 1:
        return Found(reason="answers contradict each other")
    if _broken(said):
        return Found(reason="the reply breaks off")
    return last


def _broken(said: Sequence[_Said]) -> bool:
    """Tell whether the last of several sentences is unfinished, and does not end in its answer."""
    *before, last = said
    finished = any(re.search(r"[.!?]\W{0,4}$", each.text) for each in before)
    ends = last.values and (last.entry or last.ends or cues.CONCLUDED.match(last.text))
    return finished and not ends and cues.BROKEN.search(last.text) is not None


def _last_commitment(said: Sequence[_Said], last: int) -> int | Found:
    """Give the last commitment; others right before it must not say another thing, unless it corrects them."""
    first = last
    while first and said[first - 1].committed and not _replaces(said[first], said[first - 1]):
        if first > 1 and said[first - 2].text.endswith("?"):
            break  # What it says there replies to a question of its own.
        first -= 1
    if len({frozenset(each.values) for each in said[first : last + 1]}) > 1:
        return Found(reason="answers contradict each other")
    return last


def _replaces(each: _Said, before: _Said) -> bool:
    """Tell whether an answer takes the place of the one before it: corrects it, or is announced behind more."""
    narrows = each.announced and not before.announced and len(each.values) < len(before.values)
    return narrows or cues.CORRECTED.search(each.text) is not None


def _why_none(said: Sequence[_Said]) -> str:
    unread = any(not each.readable for each in said)
    return "the answer holds other words than names" if unread else "no answer is named"


def _taken_back(after: Sequence[_Said], values: tuple[str, ...]) -> bool:
    """Tell whether what follows an answer leaves it open after all: `Or perhaps C.`, `But that is wrong.`"""
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
