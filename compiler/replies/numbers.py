"""The numbers of a text's sentences, as a reply names them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .names import Mention

_NUMBER = re.compile(
    r"(?:\b(?:sentences?|statements?|numbers?|conditions?|requirements?|items?|lines?|steps?|no\.|nos\.|Sätze|Satz|Nummern?|Zeilen?)\s+|#\s?)?"
    r"(?<![\w.,/+*^=<>-])(?:\((\d{1,4})\)|\[(\d{1,4})\]|(\d{1,4}))(?![\w%/+*^=<>-]|[.,]\d)",
    re.I,
)
_DIGIT = re.compile(r"\d+")


@dataclass(frozen=True)
class Numbers:
    """The numbers from 1 to `most`, in digits: alone, in brackets, or after a word such as `sentence`."""

    most: int
    several: bool = True

    def mentions(self, text: str) -> list[Mention]:
        found = [
            (int(hit[1] or hit[2] or hit[3]), hit.start(), hit.end())
            for hit in _NUMBER.finditer(text)
        ]
        return [
            Mention(str(number), start, end)
            for number, start, end in found
            if 1 <= number <= self.most
        ]

    def readable(self, text: str, found: Sequence[Mention]) -> bool:
        """Return whether every number in the text is one of a sentence."""
        return len(self.mentions(text)) == len(_DIGIT.findall(text))
