"""The protocols of engines and of the checkers of their certificates, and their answers."""

import time
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from ..ir import Query, Theory
from ..kinds import Kind
from ..stopping import heed

Label: TypeAlias = str
"""`true`, `false`, `unknown`, `undecided`, `inconsistent`, the ids of rows, or an amount."""

UNDECIDED: Label = "undecided"
"""The verdict of an engine that ran out of its budget. Never a label of a record."""

Feature: TypeAlias = str
"""What a statement needs of a logic and an engine: `preferences`, `aggregates`, `order`, `sets` …"""


class Limits(Struct, frozen=True):
    """An engine's budget: `steps` in its own deterministic unit, and as a last resort a time limit in seconds.

    The limit is reached when so much wall time has passed and the process has worked for as long. So an engine that
    waits for its turn on a busy machine does not reach it.

    `threads` is whether an engine may start work that it cannot stop, in a thread that goes on after the limit. If not,
    what needs such a thread is undecided.
    """

    steps: int = 5_000_000
    seconds: float = 15.0
    threads: bool = True


class Deadline:
    """A number of seconds from now, of wall time and of the process's own time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._wall = time.monotonic() + seconds
        self._worked = time.process_time() + seconds

    @property
    def passed(self) -> bool:
        """Whether both times are over. Raises `Stopped` where a signal came and its exception was lost."""
        heed()
        return self.left <= 0

    @property
    def left(self) -> float:
        """The seconds that are left of the time with more left."""
        return max(self._wall - time.monotonic(), self._worked - time.process_time())


LIMITS = Limits()
"""The default budget of an engine."""


def remaining(deadline: Deadline, limits: Limits) -> Limits:
    """Return the budget of the next engine of a question: all of them share one deadline."""
    if deadline.left > limits.seconds - 1:
        return limits
    return replace(limits, seconds=max(1.0, float(int(deadline.left))))


class Encoding(Struct, frozen=True):
    """A problem in an engine's standard format, complete: the stock engine answers it. `suffix` has its dot."""

    suffix: str
    text: str


class Verdict(Struct, frozen=True):
    """An engine's answer, with the evidence for it as plain values (JSON).

    `remarks` are its warnings to the author about statements, by their ids.
    """

    label: Label
    engine: str
    certificate: Mapping[str, Any] = {}
    seconds: float = 0.0
    remarks: tuple[tuple[str, str], ...] = ()


class CheckResult(Struct, frozen=True):
    """Whether a certificate supports a label; `reason` says why not."""

    accepted: bool
    reason: str = ""


class Backend(Protocol):
    """Decides queries by an engine, on the encoding that it emits."""

    name: ClassVar[str]
    decides: ClassVar[frozenset[Feature]]

    def encode(self, theory: Theory, query: Query, kinds: Mapping[str, Kind]) -> Encoding: ...

    def decide(
        self, theory: Theory, query: Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict: ...


@runtime_checkable
class Demanding(Protocol):
    """A backend or writer that needs something that is not installed with rspc."""

    @staticmethod
    def lacks() -> str:
        """Return what this machine lacks for it; the empty text where it can be used."""


class Checker(Protocol):
    """Tests a label and its certificate without trusting the engine that gave them.

    `derive` builds the canonical certificate for a query from the IR alone; `check` accepts or refuses a verdict.
    Out of steps, the one gives the label `undecided`, and the other refuses.
    """

    name: ClassVar[str]
    decides: ClassVar[frozenset[Feature]]

    def derive(
        self, theory: Theory, query: Query, kinds: Mapping[str, Kind], limits: Limits = LIMITS
    ) -> Verdict: ...

    def check(
        self,
        theory: Theory,
        query: Query,
        verdict: Verdict,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> CheckResult: ...


class Undecided(Exception):
    """An engine ran out of its budget where an answer is needed."""


class EngineError(Exception):
    """An engine failed in a way that is neither an answer nor a spent budget.

    `statement` is the id of the statement at which it did; empty if it is none's.
    """

    statement: str = ""


class LimitReached(EngineError):
    """An engine reached its limit of time or memory before its budget was spent."""
