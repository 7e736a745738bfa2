"""Ends a run in order when a signal comes, and without order when nothing hears it."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from types import FrameType

from ..compiler.stopping import receive

PATIENCE = 0.7
"""Seconds that what runs has to hear a signal, before the process ends without it."""

WATCHER = "signals"

ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
"""Names of the signals that end the process: Ctrl-C, a plain `kill` and a closed terminal."""

_heard = threading.Event()


def watch() -> None:
    """End the process if a signal is not handled in time because an engine works in the main thread.

    Python runs its handlers between two of its own instructions, and an engine's search may delay the next
    one for long. The system reports each signal at once, as a byte in a pipe.
    """
    if os.name != "posix":
        return
    told, telling = os.pipe()
    os.set_blocking(telling, False)
    signal.set_wakeup_fd(telling, warn_on_full_buffer=False)
    os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))

    def wait() -> None:
        # The first thread is to get each signal, and may be deaf to it for a while.
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while byte := os.read(told, 1):
            if signal.getsignal(byte[0]) is _stop and not _heard.wait(PATIENCE):
                with contextlib.suppress(OSError):
                    os.write(2, b"interrupted\n")
                os._exit(128 + byte[0])

    threading.Thread(target=wait, name=WATCHER, daemon=True).start()


def listen() -> None:
    """Let each of these signals end the process in the same orderly way."""
    for name in ENDING:
        number = getattr(signal, name, None)
        # What the caller has us ignore, as `nohup` does, stays ignored.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def end_at_once() -> None:
    """Let the same signals end the process at once, with 128 and the signal's number.

    An event loop takes an exception that is raised in one of its callbacks for a fault of this callback, and goes on.
    """
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is _stop:
            signal.signal(number, lambda number, frame: os._exit(128 + number))


def _stop(number: int, frame: FrameType | None) -> None:
    _heard.set()
    for name in ("SIGTERM", "SIGHUP"):
        # These often come together; the second must not interrupt the clean-up after the first.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    receive(number)
