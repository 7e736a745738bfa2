"""Which of several choices an answer names."""

from __future__ import annotations

import re
from collections.abc import Iterable

DENIAL = r"(?:not|never|neither|\w+n['’]t)\s+(?:be\s+|an?\s+)*"


def last_named(answer: str, choices: Iterable[str]) -> str | None:
    """Give the last of the choices that an answer names, in small letters; None where it names none.

    A choice under `not` is not named: of "true, not unknown" the last is "true", and "not true" names none.
    """
    known = sorted((each.casefold() for each in choices), key=len, reverse=True)
    words = "|".join(map(re.escape, known))
    pattern = rf"(?<![\w-])(?:({words})|{DENIAL}(?:{words}))(?![\w-])"
    named = [each for each in re.findall(pattern, answer.casefold()) if each]
    return named[-1] if named else None
