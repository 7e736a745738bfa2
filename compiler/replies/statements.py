"""What a piece of a reply says: the answers that it names and does not deny, and how far it commits itself to them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ..text import Piece
from . import cues
from .names import Answers, Mention

NEAR = 120
"""How many characters before an answer are searched for what denies it."""

FAR = 300
"""How many are searched for what it depends on."""


@dataclass(frozen=True)
class Said:
    """The content of a piece of a reply.

    Attributes:
        values: the answers that it names and does not deny.
        committed: whether it is marked, announces its answer, or consists of one.
        bare: whether it consists of answers.
        announced: whether it is marked or announces its answer.
        opens: whether it begins with the answer, followed by a reason.
        entry: whether it is a name, a colon or the edge of a cell, followed by the answer.
        ends: whether it ends with the answer.
        doubtful: whether it leaves its answers in doubt.
        readable: whether nothing else in it can be an answer.
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


def last_announcement(text: str) -> str | None:
    """Return the text after the last announcement of an answer; None if no answer is announced."""
    places = [hit.end() for hit in cues.ANNOUNCED.finditer(text)]
    return text[places[-1] :] if places else None


def reword(text: str, question: str) -> str:
    """Return a piece in the words of any question: with `option A` for `seat A`, `the answer` for `the cheapest`."""
    text = cues.CHINESE.sub("the answer is ", text)
    for pattern, words in _rewordings(question):
        text = pattern.sub(words, text)
    return text


@lru_cache(maxsize=64)
def _rewordings(question: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    if called := cues.NOUN.search(question):
        noun = re.escape(called["noun"])
        found += [
            (rf"\b(?i:{noun}) (?=\(?[A-Z]\b)", "option "),
            (rf"\b(?i:(best|right|correct|ideal|only|chosen|winning) {noun})\b", r"\1 option"),
        ]
    if asked := cues.SUPERLATIVE.search(question):
        most = rf"(?i:{re.escape(asked['most'])})"
        found += [
            (rf"\b(?i:is|has)(?i: the)? {most}\b", "is the answer"),
            (
                rf"\b(?i:the )?(?<!second )(?<!third )(?<!next ){most}(?: [\w']+){{0,9}}?(?i: is\b|:)",
                "the answer is",
            ),
        ]
    return tuple((re.compile(pattern), words) for pattern, words in found)


def drop_denied_announcements(text: str) -> str:
    """Return a piece without announcements that it does not make, and what they announce: `the wrong answer is A`."""
    starts = [hit.start() for hit in cues.ANNOUNCED.finditer(text)]
    if not starts:
        return text
    kept = [text[: starts[0]]]
    for before, (start, end) in zip([0, *starts], pairwise([*starts, len(text)]), strict=False):
        if not cues.UNSAID.search(text[max(before, start - NEAR) : start]):
            kept.append(text[start:end])
    return "".join(kept)


def spoken_text(piece: Piece, answers: Answers) -> Said:
    behind = last_announcement(piece.text)
    if behind and not answers.mentions(behind) and _opens(piece.text, answers.mentions(piece.text)):
        behind = None
    before = "" if behind is None else piece.text.removesuffix(behind)
    told = _after_correction(piece.text if behind is None else behind, answers)
    text, mentions = _cut_reasons(told, answers)
    naught = cues.NAUGHT.match(told) if piece.marked or behind is not None else None
    if naught and not any(mention.start < naught.end() for mention in mentions):
        return Said(piece.text, committed=True)
    if not mentions:
        return Said(piece.text, readable=answers.readable(text, mentions))
    values = tuple(dict.fromkeys(mention.value for mention in mentions))
    end = mentions[-1].end
    bare = (
        behind is None
        and not text.endswith("?")
        and _nothing_else(told[:end] + _blank_parentheses(told[end:]), mentions)
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
        or any(cues.CONDITION.match(told, mention.end) for mention in mentions)
    )
    if conditional and (not (committed or opens) or re.search(r"\bwould\b", piece.text)):
        return Said(piece.text, doubtful=True)
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
    return Said(
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


def _after_correction(text: str, answers: Answers) -> str:
    """Return what follows the last word of correction, where an answer does."""
    words = list(cues.CORRECTED.finditer(text))
    if not words:
        return text
    named = {mention.start for mention in answers.mentions(text)}
    last = max(named, default=0)
    for hit in reversed(words):
        if hit.start() not in named and last > hit.start():
            return text[hit.end() :]
    return text


def _cut_reasons(text: str, answers: Answers) -> tuple[str, list[Mention]]:
    """Return a text up to its reasons, and the answers that it names there and does not deny."""
    found = _undenied_answers(text, answers)
    if not found or _nothing_else(text, found):
        return text, found
    if not answers.several and _opens(text, found[:1]) and text[found[0].end] == ":":
        return text[: found[0].end], found[:1]
    end = _runs(text, found)[0][-1].end if answers.several else found[0].end
    whole = text[:end] + _blank_parentheses(text[end:])
    reason = cues.REASON.search(whole, end)
    cut = whole[: reason.start()] if reason else whole
    return cut, found if cut == text else _undenied_answers(cut, answers)


def _undenied_answers(text: str, answers: Answers) -> list[Mention]:
    """Return the answers that a text names and does not deny; `not A or B` and `A and B fail` deny both."""
    found: list[Mention] = []
    runs = _runs(text, answers.mentions(text))
    # No cue reaches over the second run before; so a text with many answers is searched but twice.
    bounds = [0, 0, *(run[-1].end for run in runs)]
    for run, bound in zip(runs, bounds, strict=False):
        first, last = run[0], run[-1]
        near = text[max(bound, first.start - NEAR) : first.start]
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
    """Separate answers that have something other than commas and words such as `and` between them."""
    runs: list[list[Mention]] = []
    values: set[str] = set()
    for mention in mentions:
        beside = runs and not cues.JOINING.sub("", text[runs[-1][-1].end : mention.start])
        if beside and mention.value not in values:
            runs[-1].append(mention)
        else:
            runs.append([mention])
            values = set()
        values.add(mention.value)
    return runs


def _blank_parentheses(text: str) -> str:
    """Return a text with blanks instead of the parts in parentheses."""
    return cues.ASIDE.sub(lambda each: " " * len(each[0]), text)


def _nothing_else(text: str, mentions: Sequence[Mention]) -> bool:
    rest = list(text)
    for mention in mentions:
        rest[mention.start : mention.end] = " " * (mention.end - mention.start)
    return not cues.SEPARATORS.sub("", "".join(rest))


def _opens(text: str, mentions: Sequence[Mention]) -> bool:
    """Return whether a text begins with an answer that a mark parts from the rest: `Yes, …`, `B. …`, `True: …`."""
    if not mentions:
        return False
    begin = cues.SEPARATORS.sub("", text[: mentions[0].start])
    return (
        not begin and re.match(r"[\"')\]]*\s*(?:[,.:!;)—–-])", text[mentions[0].end :]) is not None
    )
