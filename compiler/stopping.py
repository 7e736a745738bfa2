"""The exception by which a signal ends the process, and the signals that came."""

from __future__ import annotations


class Stopped(BaseException):
    """A signal asks the process to end. Code that catches everything that plug-ins raise must let it pass.

    clingo re-raises an exception of a callback as its class applied to the exception, so `number` may be one.
    """

    def __init__(self, number: int | Stopped) -> None:
        self.number: int = number.number if isinstance(number, Stopped) else number
        super().__init__(self.number)


_received: list[int] = []


def receive(number: int) -> None:
    """Note a signal and raise `Stopped` for it."""
    _received.append(number)
    raise Stopped(number)


def heed() -> None:
    """Raise `Stopped` once more where a signal came and its exception was lost.

    Python drops or replaces an exception that is raised in a destructor, in a callback of a weak reference and in
    parts of an import.
    """
    if _received:
        raise Stopped(_received[0])
