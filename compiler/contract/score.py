"""What scoring a reply gives."""

from msgspec import Struct


class Score(Struct, frozen=True):
    """How good a reply is, from 0 to 1, and why; `answer` is what it was found to answer, as a record would say it."""

    value: float
    reason: str = ""
    answer: str = ""
