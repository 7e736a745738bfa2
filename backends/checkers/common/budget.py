"""What a check may cost: counted steps, and a time limit behind them."""

from ....compiler.contract import Deadline, LimitReached, Limits

WATCH = 4096
"""The number of steps between two checks of the clock."""


class Spent(Exception):
    """A check took more steps than it may."""


class Budget:
    """Counts down steps: rows met in joins, bindings tried, literals of instances made, instances looked at.

    Without limits it counts nothing, for what was already paid for.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._left: float = float("inf") if limits is None else limits.steps
        self._deadline = Deadline(float("inf") if limits is None else limits.seconds)
        self._watch: float = max(0, self._left - WATCH)

    def renew(self, limits: Limits) -> None:
        """Count again, from these limits."""
        Budget.__init__(self, limits)

    def lift(self) -> None:
        """Count no more: what comes was already paid for."""
        self._left = self._watch = float("inf")

    def spend(self, steps: int) -> None:
        """Count steps. Raises Spent if none are left, LimitReached at the deadline."""
        self._left -= steps
        if self._left < self._watch:
            if self._left < 0:
                raise Spent
            self._watch = max(0, self._left - WATCH)
            if self._deadline.passed:
                raise LimitReached(
                    f"the check reached the time limit of {self._deadline.seconds:g} seconds"
                )
