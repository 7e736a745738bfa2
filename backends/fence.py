"""Has clingo ground a program within a fence of wall time."""

from __future__ import annotations

from threading import Thread
from typing import Any


def ground(control: Any, seconds: float) -> None:
    """Ground the program of a clingo `Control`; the time is in seconds.

    Grounding neither stops nor hears signals while it only tries a long join, for then no observer is called. So it
    runs in a thread of its own, which is left to itself when its time is over or a signal comes.

    Raises:
        TimeoutError: when the time is over.
    """
    raised: list[BaseException] = []

    def run() -> None:
        try:
            control.ground([("base", [])])
        except BaseException as error:  # handed on to the caller's thread, whatever it is
            raised.append(error)

    grounding = Thread(target=run, name="grounding", daemon=True)
    grounding.start()
    grounding.join(max(0.0, seconds))
    if raised:
        raise raised[0]
    if grounding.is_alive():
        raise TimeoutError
