"""The exception by which a signal ends the process."""

from __future__ import annotations


class Stopped(BaseException):
    """A signal asks the process to end. Whoever catches all that a stranger's code may raise lets it pass."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)
