"""Starts the command line: what must stand before anything heavy is imported."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from types import FrameType

from ..compiler.stopping import Stopped
from .memory import guarded

PATIENCE = 0.7
"""Seconds that what runs has to hear a signal, before the process ends without it."""

WATCHER = "signals"

_received: list[int] = []
_heard = threading.Event()


def heed() -> None:
    """Raise `Stopped` once more where a signal came and its exception was lost, as in an object's destructor."""
    if _received:
        raise Stopped(_received[0])


def main() -> None:
    """Run the command line and exit with its code; with 128 and the signal's number when one ends it."""
    try:
        try:
            _open_closed()
            guarded(_run)
        except (Stopped, KeyboardInterrupt) as stop:
            print("interrupted", file=sys.stderr, flush=True)
            number = stop.number if isinstance(stop, Stopped) else signal.SIGINT
            sys.exit(128 + number)
    except SystemExit as end:
        left = [each for each in threading.enumerate() if each.daemon and each.name != WATCHER]
        if isinstance(end.code, int) and left:
            # An engine that was left to itself still runs, and would fall over what the end takes from under it.
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError):
                    stream.flush()
            os._exit(end.code)
        raise


def _run() -> None:
    _listen()
    _watch()
    from .app import main as run

    run()


def _watch() -> None:
    """End the process where a signal is not heard in time, for an engine is at work in the main thread.

    Python runs its handlers between two of its own instructions, which an engine's search may keep apart for long. The
    system tells of each signal at once, by a byte in a pipe.
    """
    if os.name != "posix":
        return
    told, telling = os.pipe()
    os.set_blocking(telling, False)
    signal.set_wakeup_fd(telling, warn_on_full_buffer=False)
    os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))

    def watch() -> None:
        # The first thread is to get each signal, and may be deaf to it for a while.
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while byte := os.read(told, 1):
            handler = signal.getsignal(byte[0])
            if handler is _stop and not _heard.wait(PATIENCE):
                with contextlib.suppress(OSError):
                    os.write(2, b"interrupted\n")
                os._exit(128 + byte[0])

    threading.Thread(target=watch, name=WATCHER, daemon=True).start()


def _listen() -> None:
    """Let Ctrl-C, a plain `kill` and a closed terminal all end the process in the same orderly way."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # What the caller has us ignore, as `nohup` does, stays ignored.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    _heard.set()
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
