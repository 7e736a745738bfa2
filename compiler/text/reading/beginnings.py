"""How a clause can begin: an expression that rules out most texts that no phrase words, before any phrase is tried."""

import re
from collections.abc import Iterable, Iterator

from ...kinds import Kind
from ..phrases import FORMULA, TERM
from .frames import Frame


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
