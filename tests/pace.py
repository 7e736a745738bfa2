"""Bounds on CPU time that hold on slow machines too: they grow by what a fixed loop takes next to the test."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

_SECONDS = 0.05
"""What the loop takes on a machine that is not slow."""


def in_time(seconds: float, run: Callable[[], Found]) -> Found:
    """Return what a function returns. AssertionError if it takes more CPU time than so many seconds.

    The time is that of this process, with its threads, and of the processes that ended meanwhile.
    """
    begun = sum(os.times()[:4])
    found = run()
    assert_in_time(sum(os.times()[:4]) - begun, seconds)
    return found


def assert_in_time(spent: float, seconds: float) -> None:
    """Raise AssertionError if more CPU time was spent than so many seconds of a machine that is not slow."""
    if spent >= seconds:
        slowness = max(_loop() for _ in range(5)) / _SECONDS
        assert spent < seconds * slowness, f"slowness {slowness:.1f}"


def _loop() -> float:
    begun = time.process_time()
    sum(number * number for number in range(1_000_000))
    return time.process_time() - begun
