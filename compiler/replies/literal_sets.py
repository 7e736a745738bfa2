"""Which set of literals a reply answers with."""

import re

from ..contract import Score
from ..notation import NONE, parse_answer_set
from ..text import boxed_answers, json_answers, strip_reasoning, strip_strikethrough
from . import cues
from .answer_finder import Found, find
from .names import Words
from .statements import NEAR, last_announcement

_STYLE = re.compile(r"\\(?:text|textbf|texttt|mathrm|mathit|mathtt|operatorname)\s*\{([^{}]*)\}")
_NOT = re.compile(r"\\(?:neg|lnot)\s*|¬\s*")
_ITEM = re.compile(r"(?:[-*•]|\d+[.)])\s+")
_NO_SET = re.compile(r"(?<=has )no answer sets?\b|(?<=is )no answer sets?\b(?=\W*$)", re.I)
_NONE = re.compile(
    rf"(?:\A|[.:,]|\b(?:so|is))\W{{0,9}}{NONE}\W{{0,9}}\Z|\A\W{{0,9}}{NONE}\b(?! of|,| or)", re.I
)
_FIRST = re.compile(r"[^\w{]{0,9}(?:[a-z]{0,9}\n[^\w{]{0,9})?\{[^{}]*\}(?!\W{0,9}or\b)", re.I)


def literals(text: str) -> frozenset[str] | Found:
    """Return the literals that a reply names in a plain form; another answer, such as `none`; or why it names none.

    What counts is the last set in a box or in a JSON object, else the announced set, else the last one in
    braces, else the text after the last announcement, else the whole reply.
    """
    spoken = strip_strikethrough(strip_reasoning(text))
    spoken = _NOT.sub("-", _STYLE.sub(r"\1", spoken))
    boxes = boxed_answers(spoken)
    spoken = (boxes or json_answers(spoken) or [spoken])[-1]
    spoken = _NO_SET.sub(NONE, re.sub(r"\\([{}_$%&])", r"\1", spoken))
    behind = last_announcement(spoken) or spoken
    if _NONE.search(behind) and not cues.CORRECTED.search(behind):
        return find(behind.split("{")[0] if _NONE.match(behind) else behind, Words((NONE,)), {})
    if "{" in spoken:
        start, end = _place(spoken, behind)
        before, after = spoken[max(0, start - NEAR) : start].rstrip(" $\\"), spoken[end:]
        if _is_denied(before, after):
            return Found(reason="the answer is denied")
        if _open(before, after):
            return Found(reason="the answer is in doubt")
        return parse_answer_set(spoken[:end]) or frozenset()
    none = find(spoken, Words((NONE,)), {})
    if none.values:
        return none
    found = parse_answer_set(_strip_list_marks(behind))
    return Found(reason="no set of literals is given") if found is None else found


def _place(text: str, behind: str) -> tuple[int, int]:
    """Return where the counted set begins and ends: the announced or leading one, else the last."""
    begin = len(text) - len(behind) if "{" in behind else 0
    first = _FIRST.match(text, begin)
    if first is not None and not cues.CORRECTED.search(text, first.end()):
        return text.index("{", begin), first.end()
    start, end = text.rfind("{"), text.rfind("}") + 1
    return start, end if end > start else len(text)


def _is_denied(before: str, after: str) -> bool:
    """Return whether a set is denied: `not {p}`, `the wrong answer is {p}`, `{p} is no answer set`."""
    said = [hit for hit in cues.ANNOUNCED.finditer(before) if hit.end() == len(before)]
    near = before[: said[-1].start()] if said else before
    return any(
        (
            cues.UNSAID.search(near),
            cues.DENIED.search(near),
            cues.REFUSED.match(after),
            re.match(r"\W*is no\b", after, re.I),
        )
    )


def _open(before: str, after: str) -> bool:
    """Return whether a set is in doubt, or depends on something: `{p} or {q}`, `perhaps {p}`, `{p}, if so`."""
    near = re.split(r"[.!?}]\s|\n", before)[-1]
    if cues.ANNOUNCED.search(near):
        near = re.split(r";|\b(?:but|so)\b", near)[-1]
    return any(
        (
            re.search(cues.UNSURE, near, re.I),
            cues.WEIGHED.search(f"{near} "),
            cues.CONDITIONAL.search(near),
            cues.CONDITION.match(after),
            cues.COUNTERFACTUAL.match(after),
            re.search(r"\}\W*\b(?:or|nor)\b\W*$", before),
            re.match(r"[\s`$*\\)]*(?:\?|/|or\b)", after, re.I),
        )
    )


def _strip_list_marks(text: str) -> str:
    """Return a text without item marks if each line has one; otherwise a dash is a sign."""
    lines = [each.strip() for each in text.splitlines() if each.strip()]
    if len(lines) > 1 and all(_ITEM.match(line) for line in lines):
        return "\n".join(_ITEM.sub("", line) for line in lines)
    return text


def without(found: frozenset[str] | Found) -> Score:
    """Score a reply to a program that has no answer set."""
    if isinstance(found, Found) and found.values == (NONE,):
        return Score(1.0, answer=NONE)
    return Score(0.0, "there is no answer set")
