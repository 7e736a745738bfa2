"""How amounts are named in a text: in any spelling, and as nothing but the answer."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ..kinds import SCALARS, KindError, Scalar
from . import cues
from .names import NEAR, Mention
from .numerals import ALONE, digits

_INEXACT = re.compile(
    r"(?:\b(?:at least|at most|(?:more|less|fewer|greater|larger|smaller) than|about|around|approximately|roughly"
    r"|nearly|almost|over|under|above|below|up to|(?:minimum|maximum|half|multiple) of)|(?<![-=])[<>]=?|[≤≥≈~])\s*$",
    re.I,
)
"""Words before an amount that is not exact."""
_BOUND = re.compile(
    r"\s*+(?:\+(?!\s*[\d$])|plus\b|,?\s*(?:or|and) (?:more|less|fewer|above|below|so)\b|at (?:least|most)\b|[<>≤≥])",
    re.I,
)
"""The words after an amount."""
_LABELLED = re.compile(
    r"\b(?:step|case|option|rule|point|item|requirement|condition|constraint|part|line)\s+$",
    re.I,
)
"""Words before a number that is the name of something."""
_WORD = re.compile(r"\b(\w+)\s+$")
_OPERATED = re.compile(r"[\d%]\s*[-+*×^]\s*$")
_OPERATING = re.compile(r"\s*[-+*×^]\s*[\d$]")
"""The signs before and after a part of a sum or of a range, which is not an answer."""
_OF = re.compile(
    r"(?<!total )(?<!sum )(?<!price )(?<!worth )(?<!value )\b(?:of|out of|among)(?: the| these| those| all)*\s*$",
    re.I,
)


_UNIT = re.compile(r"\s*([^\W\d]{3,})")
_EQUAL = re.compile(r"(?<![<>=!])=(?!=)")
_EXTREMES = {
    "at most|maximum of|up to|no more than": re.compile(
        r"\b(?:(?<!at )most|largest|highest|greatest|biggest|maximum|latest|longest)\b", re.I
    ),
    "at least|minimum of|no fewer than|no less than": re.compile(
        r"\b(?:(?<!at )least|smallest|lowest|fewest|minimum|soonest|shortest)\b", re.I
    ),
}
"""Signs that a question asks for a bound, which the answer can then state."""


@dataclass(frozen=True)
class Amounts:
    """Amounts of one kind, in any spelling. Amounts in phrases such as `of 5`, and those before `=`, are not the
    answer.

    The answer may repeat words of the question, such as `at the most` or `dollars`.
    """

    kind: Scalar
    question: str = ""
    several: ClassVar[bool] = False

    def mentions(self, text: str) -> list[Mention]:
        if "dollars" in self.question:
            text = text.replace("$", " ")
        starts = [0, *(hit.end() for hit in _EQUAL.finditer(text))][-3:]
        ends = [*(each - 1 for each in starts[1:]), len(text)]
        sides = ((text[:end], start) for start, end in zip(starts, ends, strict=True))
        found = [self._spelled_numbers(*side) or self._alone(*side) for side in sides]
        return next(filter(None, reversed(found)), [])

    def _spelled_numbers(self, text: str, start: int) -> list[Mention]:
        found = [
            Mention(self.kind.words(amount), start + place, self._unit(text, start + end))
            for amount, place, end in self.kind.mentioned(text[start:])
        ]
        # No cue reaches over the second amount before; so a text with many is searched but twice.
        bounds = [0, 0, *(mention.end for mention in found)]
        before = {
            each: text[max(bound, each.start - NEAR) : each.start]
            for each, bound in zip(found, bounds, strict=False)
        }
        found = [
            mention
            for mention in found
            if not (_OPERATED.search(before[mention]) or self._is_label(before[mention]))
            and not _OPERATING.match(text, mention.end)
        ]
        kept = [mention for mention in found if not _OF.search(before[mention])] or found
        exact = [
            mention for mention in kept if not self._is_bound(before[mention], text, mention.end)
        ]
        return exact if exact == kept or not cues.TOGETHER.search(text) else []

    def _is_label(self, before: str) -> bool:
        """Return whether a number after a word is a name, such as a step, or a thing of the question like `seat 3`."""
        word = _WORD.search(before.casefold())
        one = word is not None and word[1] not in self._asked and f"{word[1]}s" in self._asked
        return one or _LABELLED.search(before) is not None

    @cached_property
    def _asked(self) -> frozenset[str]:
        return frozenset(re.findall(r"\w+", self.question.casefold()))

    def _unit(self, text: str, end: int) -> int:
        """Return where a number ends with its unit, a word of the question: `81 dollars`."""
        unit = _UNIT.match(text, end)
        return unit.end() if unit and unit[1].casefold() in self._asked else end

    def _is_bound(self, before: str, text: str, end: int) -> bool:
        """Return whether an amount is a bound, and none that the question asks for."""
        found = _INEXACT.search(before) or _BOUND.match(text, end)
        asked = (word for word, each in _EXTREMES.items() if each.search(self.question))
        return found is not None and not any(
            re.fullmatch(rf"\W*(?:{word})\s*", found[0], re.I) for word in asked
        )

    def _alone(self, text: str, start: int) -> list[Mention]:
        """Return a number on its own, in digits or as a word, as an amount whose unit is understood."""
        alone = ALONE.fullmatch(text, start)
        if alone is None:
            return []
        number = digits(alone["number"])
        amounts = (self.kind.mentioned(unit.format(number)) for unit in ("{}", "${}", "{}%"))
        return [
            Mention(self.kind.words(amount[0][0]), alone.start("number"), alone.end("number"))
            for amount in amounts
            if amount
        ][:1]

    def readable(self, text: str, found: Sequence[Mention]) -> bool:
        return True


_NUMBER = r"-?\d{1,18}(?!\w|\.\d)"
_ROW = re.compile(rf"(?<![\w.]){_NUMBER}(?:(?:[\s,;()]|and)+{_NUMBER})*")


@dataclass(frozen=True)
class Row:
    """Several whole numbers in their order; the whole row is one answer."""

    several: ClassVar[bool] = False

    def mentions(self, text: str) -> list[Mention]:
        rows = _ROW.finditer(text)
        return [Mention(_row(row[0]), row.start(), row.end()) for row in rows]

    def readable(self, text: str, found: Sequence[Mention]) -> bool:
        return True


def _row(text: str) -> str:
    return ", ".join(str(int(value)) for value in re.findall(r"-?\d+", text))


def amounts_like(right: str) -> Amounts:
    """Return the amounts of the kind that the right answer is of: the last of those that can say it."""
    for each in reversed(SCALARS):
        with suppress(KindError):
            each().unwords(right)
            return Amounts(each())
    raise ValueError(f"`{right}` is not an amount")
