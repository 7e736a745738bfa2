"""How amounts of each kind are written: the number terminal of the grammar is made of these."""

import re
from collections.abc import Mapping
from functools import cache

QUANTITIES: Mapping[str, str] = {
    "money": r"\$\d+(?:\.\d+)?",
    "date": r"\d{4}-\d\d-\d\d",
    "time": r"\d\d:\d\d",
    "duration": r"\d+h(?:\d+m)?|\d+m",
    "percent": r"\d+(?:\.\d+)?%",
    "integer": r"\d+(?:\.\d+)?",
}
"""The regular expression of each kind's unsigned amounts, in the order in which they are tried."""

TERMINAL = rf"(?:{'|'.join(QUANTITIES.values())})(?![A-Za-z0-9_])"


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    return {kind: re.compile(pattern, re.ASCII) for kind, pattern in QUANTITIES.items()}


def kind_of(text: str) -> str:
    """Return the kind of an amount as it is written; `integer` for everything that is written like no other kind."""
    kinds = (kind for kind, pattern in _patterns().items() if pattern.fullmatch(text))
    return next(kinds, "integer")
