"""The exception by which a signal ends the process."""

from __future__ import annotations


class Stopped(BaseException):
    """A signal asks the process to end. Code that catches everything that plug-ins raise must let it pass.

    clingo re-raises an exception of a callback as its class applied to the exception, so `number` may be one.
    """

    def __init__(self, number: int | Stopped) -> None:
        self.number: int = number.number if isinstance(number, Stopped) else number
        super().__init__(self.number)
