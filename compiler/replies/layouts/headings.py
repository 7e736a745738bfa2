"""Lines next to values alone that are none of them: headings, rules, and words that begin or end an answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .cells import read_value, simplify
from .layout import Field, Layout
from .tables import is_rule

_HEADINGS = frozenset(
    {
        "answer",
        "final answer",
        "solution",
        "final solution",
        "result",
        "order",
        "final order",
        "either",
        "check",
        "done",
        "explanation",
        "justification",
        "note",
        "notes",
        "proof",
        "qed",
        "reasoning",
        "verification",
    }
)
"""Lines before or after an answer that are no part of it."""
_JOINING = re.compile(r"or|and|then|alternatively|also|next|finally|thus|so|hence", re.I)
"""Words between answers or their parts."""
_ENDED = re.compile(r"[.:;,!?…]$")
_WORD = re.compile(r"\w")
_SIGNS = re.compile(r"[^\w.…?]+")
"""Signs that do not stand for an entry that is left out."""
_NUMBER = re.compile(r"\d{1,3}[.)]\s+")
_MARKED = re.compile(r"^[ \t]*#{1,6}[ \t]+(?P<words>\S.*)$", re.MULTILINE)
_STRESSED = re.compile(r"^[ \t]*([*_]{1,3})(?=[^\s*_])(?P<words>[^\n*]+)\1:?[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Headings:
    """The headings of a text, simplified.

    Attributes:
        marked: those that Markdown marks.
        stressed: lines in bold or italic type. After an entry, such a line may be an unknown value.
    """

    marked: frozenset[str] = frozenset()
    stressed: frozenset[str] = frozenset()

    def at(self, begun: bool) -> frozenset[str]:
        """Return those that are certain, before the first entry or after it."""
        return self.marked if begun else self.marked | self.stressed


def bare_fields(layout: Layout) -> list[Field]:
    """Return the fields whose value alone is an entry."""
    return [
        part.fields[part.places[0]]
        for part in layout.parts
        if len(part.places) == 1 and not any(map(simplify, part.pieces))
    ]


def find_headings(text: str, layout: Layout) -> Headings:
    """Return the headings of a text with markup, where a value alone is an entry.

    Those of one style are none if a value has this style as well: then another one may be an unknown value.
    """
    fields = bare_fields(layout)
    if not fields:
        return Headings()
    return Headings(_find(text, _MARKED, fields), _find(text, _STRESSED, fields))


def _find(text: str, style: re.Pattern[str], fields: Sequence[Field]) -> frozenset[str]:
    lines = {_NUMBER.sub("", hit["words"], count=1) for hit in style.finditer(text)}
    if any(read_value(field, line) is not None for line in lines for field in fields):
        return frozenset()
    return frozenset(map(simplify, lines))


def can_be_value(text: str, field: Field, headings: frozenset[str]) -> bool:
    """Return whether a line that is not a value may be meant as one: it is not longer than the values."""
    longest = max((len(word.split()) for word in field.words), default=1)
    if len(text.split()) > longest or _ENDED.search(text) or is_rule(text):
        return False
    word = simplify(text)
    if word in headings or word in _HEADINGS or word == simplify(field.name):
        return False
    return _JOINING.fullmatch(word) is None


def is_ornament(text: str, fields: Sequence[Field]) -> bool:
    """Return whether a line consists of signs, such as an arrow between values, where values have words."""
    return (
        _SIGNS.fullmatch(text) is not None
        and bool(fields)
        and all(_WORD.search(word) for field in fields for word in field.words)
    )
