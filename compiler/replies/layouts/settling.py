"""Which of the answers in a reply it settles on: the last one, unless it gives another one as well, or is in doubt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .disowning import is_disowned, is_unsure, is_withdrawn, last_clause
from .layout import Entry

SEVERAL = "several answers are given"
DOUBTFUL = "the answer is in doubt"
WITHDRAWN = "the reply says that the answer is wrong"

FEW = 5
"""With fewer words between them, and no word of correction, two answers stand next to each other."""

OR_WORDS = re.compile(r"\W*(?:or|alternatively)\b", re.I)
_ANOTHER = re.compile(
    r"\b(?:another|alternatives?|also (?:valid|works?|possible|fits?|correct|holds?)"
    r"|(?:second|other) (?:solutions?|answers?|options?|possibilit(?:y|ies)|ones?)"
    r"|(?:solution|option|answer|possibility|version) (?:2|two|b))\b",
    re.I,
)
"""What announces one more answer."""
_CORRECTION = r"no|not|wait|actually|instead|rather|correct\w*|fix\w*|fail\w*|wrong|but|however|so|thus|hence|therefore"
_CORRECTS = re.compile(rf"\b(?:{_CORRECTION})\b|n't\b", re.I)
_REPLACES = re.compile(
    rf"\b(?:{_CORRECTION}|then|final\w*|try|tried|attempt|check\w*|verif\w*|revis\w*|updat\w*|complete\w*|result"
    r"|now|answer)\b|n't\b",
    re.I,
)
"""What shows that the next answer replaces the one before, or completes it."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Reading:
    """The entries of an answer; `problem` says what is wrong with its form, or that there is none."""

    entries: tuple[Entry, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class Candidate:
    """What could be the answer.

    Attributes:
        gap: the text between it and the one before it, or the beginning.
        announced: whether the text before it ends in an announcement.
        whole: whether it has an entry for each part that an answer must have.
    """

    reading: Reading
    gap: str = ""
    whole: bool = True
    announced: bool = False


def settle(candidates: Sequence[Candidate], place: int, rest: str = "") -> Reading:
    """Return the answer at a place, unless the reply leaves it open, or says that it is wrong.

    Args:
        rest: the text after the last candidate.
    """
    chosen = candidates[place]
    beside = [(candidates[place - 1], chosen.gap)] if place else []
    beside += [(other, other.gap) for other in candidates[place + 1 : place + 2]]
    for other, gap in beside:
        if OR_WORDS.match(last_line(gap)) or (
            other.whole and _is_another(other.reading, chosen.reading) and not _replaces(gap)
        ):
            return Reading(problem=SEVERAL)
    lead = last_line(chosen.gap)
    if is_unsure(last_clause(lead) if chosen.announced else lead):
        return Reading(problem=DOUBTFUL)
    after = candidates[place + 1].gap if place + 1 < len(candidates) else rest
    return (
        Reading(problem=WITHDRAWN) if is_disowned(lead) or is_withdrawn(after) else chosen.reading
    )


def _is_another(other: Reading, chosen: Reading) -> bool:
    """Return whether a reading is a whole answer that differs from the chosen one."""
    if other.problem or chosen.problem or len(other.entries) < len(chosen.entries):
        return False
    return set(other.entries) != set(chosen.entries)


def _replaces(gap: str) -> bool:
    if adds_another(last_line(gap)):
        return False
    return _REPLACES.search(gap) is not None or len(_WORD.findall(gap)) >= FEW


def adds_another(line: str) -> bool:
    """Return whether a line announces one more answer, and does not say that it replaces the one before."""
    return _ANOTHER.search(line) is not None and not _CORRECTS.search(line)


def last_line(text: str) -> str:
    """Return the last line of a text that has words."""
    return next((line for line in reversed(text.splitlines()) if _WORD.search(line)), "")
