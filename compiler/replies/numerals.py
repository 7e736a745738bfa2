"""Numbers on their own, in digits or as words."""

import re

NUMERALS = tuple(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty""".split()  # noqa: SIM905
)
_NO_UNIT = r"[^\w£€¥%<>≤≥≈~+-]{0,9}"
ALONE = re.compile(
    rf"{_NO_UNIT}(?:(?:exactly|only|just|there (?:is|are)|usd?)\b)?{_NO_UNIT}"
    rf"(?P<number>\d{{1,3}}(?:[ ,]\d{{3}})+(?:\.\d\d)?|\d+(?:\.\d\d)?|(?:{'|'.join(NUMERALS)})(?: [a-z]+)?)"
    rf"{_NO_UNIT}(?:usd|dollars)?{_NO_UNIT}",
    re.I,
)
"""A number on its own."""


def digits(number: str) -> str:
    """Return a number in digits, that is said in digits or as a word."""
    word = number.split()[0].casefold()
    return str(NUMERALS.index(word)) if word in NUMERALS else re.sub("[ ,]", "", number)
