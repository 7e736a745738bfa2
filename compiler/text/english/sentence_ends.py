"""How sentences end: with a full stop, a question mark or an exclamation mark, in several scripts."""

import re

STOPS = ".。．｡।॥։۔።"
QUESTION_MARKS = "?？؟፧"
EXCLAMATION_MARKS = "!！"
MARKS = STOPS + QUESTION_MARKS + EXCLAMATION_MARKS

_QUOTES = "\"'”’»›」』`"
"""What may follow the last mark: the end of a quotation."""

NEXT = re.compile(
    rf"(?<=[.!?])[{_QUOTES}]*\s+|(?<=[{MARKS.translate({ord(c): None for c in '.!?'})}])[{_QUOTES}]*\s*"
)
"""Matches between two sentences: after a mark of the Latin script a blank is needed."""


def is_sentence(text: str) -> bool:
    """Return whether a text ends as a sentence does."""
    return text.rstrip().rstrip(_QUOTES).endswith(tuple(MARKS))


def is_question(text: str) -> bool:
    """Return whether a text ends as a question does."""
    return text.rstrip().rstrip(_QUOTES).endswith(tuple(QUESTION_MARKS))


def without_stop(text: str) -> str:
    """Return a text without the full stop at its end."""
    return text[:-1] if text.endswith(tuple(STOPS)) else text
