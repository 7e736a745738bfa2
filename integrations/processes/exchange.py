"""What a server and its processes say to each other: one line of JSON for each message."""

from typing import Any

from msgspec import Raw, Struct, field


class Request(Struct, frozen=True):
    """A question with its limits: seconds of CPU time, and bytes that may be added to the process."""

    body: Any
    seconds: float
    memory: int


class Asked(Struct, frozen=True):
    """A request whose question is not decoded."""

    body: Raw
    seconds: float
    memory: int


class Answered(Struct, frozen=True):
    """An answer, undecoded, and the CPU seconds that it took; or that the process was asked to stop."""

    seconds: float
    body: Any = field(default=None)
    stopped: bool = False
