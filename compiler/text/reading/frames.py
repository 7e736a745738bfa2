"""Phrases as reading needs them: literal text between fields, and quick tests that rule most phrases out."""

import re
from collections.abc import Iterable
from functools import cached_property
from operator import itemgetter

from ...kinds import one_of
from ...language import Language
from ...notation import APPLICATION, CALLED
from ..phrases import SYMBOL, Entry
from ..templates.template import APPLIED, Field, Plan

_APPLIED = Plan(join=APPLIED)
_WRITTEN = Plan(forms=("written",))


def _joins(field: Field) -> bool:
    """Return whether a field always has the word that joins its list: it has two members or more."""
    return len(field.holes) > 1 and field.plan.join.isalpha()


def _joint(field: Field, language: Language) -> str:
    """Return a text that a list of two members or more always has between two of them; empty if there is none."""
    two, last = (language.between(f"{field.plan.join}{more}") for more in ("", " last"))
    again = f"{field.plan.again} " if field.plan.again else ""
    return two + again if (last + again).endswith(two + again) else ""


class Frame:
    """A phrase in one mood as reading needs it: its fields, and the literal text before, between and after them.

    It `repeats` if two of its fields say the same hole.
    """

    def __init__(self, entry: Entry, mood: str) -> None:
        pieces = entry.pieces(mood) or ()
        self.entry = entry
        self.before = pieces[0] if pieces and isinstance(pieces[0], str) else ""
        self.fields = tuple(piece for piece in pieces if isinstance(piece, Field))
        following = (*pieces[1:], "")
        self.after = tuple(
            after if isinstance(after, str) else ""
            for each, after in zip(pieces, following, strict=True)
            if isinstance(each, Field)
        )
        self.end = self.after[-1] if self.fields else ""
        self.middle = self.after[:-1]
        joined = [_joint(field, entry.language) for field in self.fields if _joins(field)]
        self.longest = max((*self.middle, *joined), key=len, default="")
        holes = [hole for field in self.fields for hole in dict.fromkeys(field.holes)]
        self.repeats = len(set(holes)) < len(holes)
        self.least = len(self.before) + sum(map(len, self.after)) + len(self.fields)

    @cached_property
    def regex(self) -> re.Pattern[str] | None:
        """An expression that all texts of the phrase match, None if the form of no field is known."""
        forms = [self._form(field) for field in self.fields]
        if not any(forms):
            return None
        text = re.escape(self.before)
        for form, after in zip(forms, self.after, strict=True):
            text += (form or ".+?") + re.escape(after)
        return re.compile(text, re.DOTALL)

    def _form(self, field: Field) -> str:
        """Return an expression for the texts of a field; "" if every text is possible."""
        hole, plan = field.holes[0], field.plan
        kind = self.entry.phrase.kinds.get(hole)
        if plan == _APPLIED:
            return APPLICATION
        if plan == _WRITTEN and self.entry.standings[hole].sort == SYMBOL:
            return CALLED
        if kind is None or plan.join or plan.after:
            return ""
        article = {(): "", ("the",): "", ("a",): "an? "}.get(plan.forms)
        return "" if article is None else article + kind.pattern

    def fits(self, text: str) -> bool:
        """Tell at small cost whether a text may be the phrase's."""
        return text.startswith(self.before) and text.endswith(self.end) and self.fits_between(text)

    def fits_between(self, text: str) -> bool:
        """Tell the same of a text that begins and ends as the phrase does."""
        if not self.fields:
            return len(text) == len(self.before)
        if len(text) < self.least:
            return False
        if len(self.middle) > 1 and not all(middle in text for middle in self.middle):
            return False
        return self.regex is None or self.regex.fullmatch(text) is not None


class Frames:
    """The phrases of one layer, found by how a text begins."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        self.all = tuple(frames)
        begins = dict.fromkeys(frame.before for frame in self.all)
        self._begins = re.compile(one_of(begins)) if begins else None
        self._beginning = {begin: self._by_end(begin) for begin in begins}

    def _by_end(self, begin: str) -> list[tuple[str, list[tuple[int, str, Frame]]]]:
        """Return the phrases that may begin so, with their places, by the literal text that they end in."""
        found: dict[str, list[tuple[int, str, Frame]]] = {}
        for place, frame in enumerate(self.all):
            if begin.startswith(frame.before):
                found.setdefault(frame.end, []).append((place, frame.longest, frame))
        return list(found.items())

    def near(self, text: str) -> list[Frame]:
        """Return the phrases whose literal text does not rule out this one, in their order."""
        begins = self._begins and self._begins.match(text)
        if begins is None:
            return []
        found: list[tuple[int, Frame]] = []
        for end, frames in self._beginning[begins.group()]:
            if text.endswith(end):
                for place, longest, frame in frames:
                    if longest in text and frame.fits_between(text):
                        found.append((place, frame))
        if len(found) > 1:
            found.sort(key=itemgetter(0))
        return [frame for _, frame in found]
