"""Tests that rule out texts before any phrase is tried: how clauses begin, if brackets are closed, and commas."""

import re
from collections.abc import Iterable, Iterator

from ...kinds import Kind, OneOf
from ..phrases import FORMULA, TERM, Entry
from ..templates.template import APPLIED, Field
from .frames import Frame

MOST_TESTED = 50
"""How many literal texts are looked for in a list; trying its commas takes less time than to look for more."""


class _Anything(Exception):
    """A phrase has an unforeseen beginning, so every text is possible."""


def beginnings(
    formulas: Iterable[Frame], terms: Iterable[Frame], labels: Iterable[str], kinds: Iterable[Kind]
) -> re.Pattern[str] | None:
    """Return an expression that matches the beginnings of clauses of these phrases; None if every text is possible.

    Args:
        formulas, terms: the phrases of formulas and of operations in one mood.
        labels: the labels of slots.
        kinds: the possible kinds of a value whose kind is not known.
    """
    of_terms = list(terms)
    try:
        found = {start for frame in formulas for start in _starts(frame, of_terms, labels, kinds)}
    except _Anything:
        return None
    return re.compile("|".join(sorted(found)) or "(?!)")


def _starts(
    frame: Frame, terms: list[Frame], labels: Iterable[str], kinds: Iterable[Kind]
) -> Iterator[str]:
    """Yield expressions for what a clause of one phrase can begin with."""
    if frame.before or not frame.fields:
        yield re.escape(frame.before)
        return
    field = frame.fields[0]
    if field.plan.after or field.plan.mood or set(field.plan.forms) - {"the"}:
        raise _Anything
    sort = frame.entry.standings[field.holes[0]].sort
    kind = frame.entry.phrase.kinds.get(field.holes[0])
    if sort == FORMULA:  # a clause in its turn
        yield r"\("
    elif sort != TERM:
        raise _Anything
    elif kind is not None:
        yield f"(?:the )?(?:{kind.pattern})"
    else:
        yield r"[A-Z]\w*"  # a variable
        yield "the "
        yield from map(re.escape, labels)
        yield from (f"(?:{each.pattern})" for each in kinds)
        for term in terms:
            if not term.before and term.fields[0].plan.forms not in ((), ("the",)):
                raise _Anything
            yield re.escape(term.before) if term.before else "the "


def literal_texts(entries: Iterable[Entry], kinds: Iterable[Kind]) -> Iterator[str]:
    """Yield the literal text of every phrase, and the words of every value of a finite kind."""
    for entry in entries:
        for mood in entry.moods:
            yield "".join(piece for piece in entry.pieces(mood) or () if isinstance(piece, str))
    for kind in kinds:
        if isinstance(kind, OneOf):
            yield from map(kind.words, kind.values)


def own_commas(frames: Iterable[Frame], names: Iterable[str], comma: str) -> re.Pattern[str] | None:
    """Return what every clause with a comma outside brackets and quotes has somewhere.

    None if it can be any text, or if there are very many.

    In a list of clauses without this, each such comma is between two members.

    Args:
        frames: the phrases of formulas and of operations in every mood.
        names: the words of names.
        comma: the comma of the language, with the space after it.
    """
    if any(comma in name for name in names):
        return None
    found = dict.fromkeys(
        max(frame.before, frame.end, frame.longest, key=len)
        for frame in frames
        if comma in "".join((frame.before, *frame.after))
        or any(_may_have_comma(frame.entry, field, comma) for field in frame.fields)
    )
    if len(found) > MOST_TESTED or not all(found):
        return None
    return re.compile("|".join(map(re.escape, found)) or "(?!)")


def _may_have_comma(entry: Entry, field: Field, comma: str) -> bool:
    """Return whether the text of a field, if it is no clause, may have a comma outside brackets and quotes."""
    if field.plan.join:
        return field.plan.join != APPLIED
    if entry.standings[field.holes[0]].sort != TERM or field.plan.forms == ("written",):
        return False
    match entry.phrase.kinds.get(field.holes[0]):
        case None:
            return True
        case OneOf() as kind:
            return any(comma in kind.words(value) for value in kind.values)
        case kind:
            return "," in kind.pattern


def balanced(text: str) -> bool:
    """Return whether a text closes as many brackets as it opens, or has quotes, which may hold any."""
    return text.count("(") == text.count(")") or '"' in text or "`" in text
