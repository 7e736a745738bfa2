"""Starts the command line: what must stand before anything heavy is imported."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from types import FrameType

from ..compiler.stopping import Stopped

_received: list[int] = []


def heed() -> None:
    """Raise `Stopped` once more where a signal came and its exception was lost, as in an object's destructor."""
    if _received:
        raise Stopped(_received[0])


def main() -> None:
    """Run the command line and exit with its code; with 128 and the signal's number when one ends it."""
    try:
        try:
            _listen()
            _open_closed()
            from .app import main as run

            run()
        except (Stopped, KeyboardInterrupt) as stop:
            print("interrupted", file=sys.stderr, flush=True)
            number = stop.number if isinstance(stop, Stopped) else signal.SIGINT
            sys.exit(128 + number)
    except SystemExit as end:
        if isinstance(end.code, int) and any(each.daemon for each in threading.enumerate()):
            # An engine that was left to itself still runs, and would fall over what the end takes from under it.
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError):
                    stream.flush()
            os._exit(end.code)
        raise


def _listen() -> None:
    """Let Ctrl-C, a plain `kill` and a closed terminal all end the process in the same orderly way."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # What the caller has us ignore, as `nohup` does, stays ignored.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    for name in ("SIGTERM", "SIGHUP"):
        # These often come together; the second must not cut short what the first has us clear away.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    _received.append(number)
    raise Stopped(number)


def _open_closed() -> None:
    """Put a file in the place of each standard stream that was closed, lest the next opened file take its number.

    Words for a closed stderr go nowhere. Data for a closed stdout cannot be written, which is an error as on any
    file: a file opened for reading stands in its place.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
