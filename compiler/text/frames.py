"""Phrases as reading needs them: literal text between fields, and quick tests that rule most phrases out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter

from .entry import Entry
from .notation import APPLICATION, CALLED
from .patterns import SYMBOL
from .template import APPLIED, Field, Plan

_APPLIED = Plan(join=APPLIED)
_WRITTEN = Plan(forms=("written",))


def _joins(field: Field) -> bool:
    """Tell whether a field always has the word that joins its list: it has two members or more."""
    return len(field.holes) > 1 and field.plan.join.isalpha()


class Frame:
    """A phrase in one mood as reading needs it: its fields, and the literal text before, between and after them."""

    __slots__ = ("after", "before", "end", "entry", "fields", "least", "longest", "middle", "regex")

    def __init__(self, entry: Entry, mood: str) -> None:
        pieces = entry.pieces(mood) or ()
        self.entry = entry
        self.before = pieces[0] if pieces and isinstance(pieces[0], str) else ""
        self.fields = tuple(each for each in pieces if isinstance(each, Field))
        following = (*pieces[1:], "") if isinstance(pieces[0], Field) else (*pieces[2:], "")
        texts = [each for each in following if isinstance(each, str)]
        self.after = tuple(texts[: len(self.fields)])
        self.end = self.after[-1] if self.fields else ""
        self.middle = self.after[:-1]
        joined = [f" {each.plan.conjunction} " for each in self.fields if _joins(each)]
        self.longest = max((*self.middle, *joined), key=len, default="")
        self.least = len(self.before) + sum(map(len, self.after)) + len(self.fields)
        self.regex = self._regex()

    def _regex(self) -> re.Pattern[str] | None:
        """Give an expression for the texts of the phrase where the form of every field is known."""
        text = re.escape(self.before)
        for field, after in zip(self.fields, self.after, strict=True):
            known = self.entry.phrase.kinds.get(field.holes[0])
            if field.plan == _APPLIED:
                text += APPLICATION
            elif field.plan == _WRITTEN and self.entry.standings[field.holes[0]].sort == SYMBOL:
                text += CALLED
            elif known is not None and field.plan == Plan():
                text += known.pattern
            else:
                return None
            text += re.escape(after)
        return re.compile(text) if self.fields else None

    def fits(self, text: str) -> bool:
        """Tell at small cost whether a text may be the phrase's."""
        return text.startswith(self.before) and self.fits_after(text)

    def fits_after(self, text: str) -> bool:
        """Tell the same of a text that begins as the phrase does."""
        if not self.fields:
            return len(text) == len(self.before)
        if len(text) < self.least or not text.endswith(self.end):
            return False
        if self.regex is not None:
            return self.regex.fullmatch(text) is not None
        return len(self.middle) < 2 or all(middle in text for middle in self.middle)


class Frames:
    """The phrases of one layer, found by how a text begins."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        self.all = tuple(frames)
        self._beginning: dict[str, list[tuple[str, str, int, Frame]]] = {}
        for number, frame in enumerate(self.all):
            quick = (frame.end, frame.longest, number, frame)
            self._beginning.setdefault(frame.before, []).append(quick)
        self._lengths = sorted({len(before) for before in self._beginning})

    def near(self, text: str) -> list[Frame]:
        """Give the phrases whose literal text does not rule out this one, in their order."""
        beginning = self._beginning
        found = []
        for length in self._lengths:
            for end, longest, number, frame in beginning.get(text[:length], ()):
                if text.endswith(end) and longest in text and frame.fits_after(text):
                    found.append((number, frame))
        if len(found) > 1:
            found.sort(key=itemgetter(0))
        return [frame for _, frame in found]


def ends(text: str, start: int, after: str, last: bool) -> Iterator[int]:
    """Yield the places where a field may end that begins at `start`; `after` follows it."""
    if last:
        end = len(text) - len(after)
        if end > start:
            yield end
        return
    end = text.find(after, start + 1)
    while end >= 0:
        yield end
        end = text.find(after, end + 1)
