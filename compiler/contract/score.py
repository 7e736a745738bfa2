"""What scoring a reply gives."""

from msgspec import Struct


class Score(Struct, frozen=True):
    """How good a reply is, from 0 to 1, and why; `answer` is the answer found in it, as a record would write it."""

    value: float
    reason: str = ""
    answer: str = ""
