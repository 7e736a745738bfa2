"""Starts the command line: preparations before anything heavy is imported."""

import contextlib
import os
import signal
import sys
import threading

from ..compiler.stopping import Stopped
from .memory import run_guarded
from .signals import WATCHER, listen, watch


def main() -> None:
    """Run the command line and exit with its code; with 128 and the signal's number when one ends it."""
    try:
        try:
            _open_closed()
            run_guarded(_run)
        except (Stopped, KeyboardInterrupt) as stop:
            print("interrupted", file=sys.stderr, flush=True)
            number = stop.number if isinstance(stop, Stopped) else signal.SIGINT
            sys.exit(128 + number)
    except SystemExit as end:
        left = [
            thread for thread in threading.enumerate() if thread.daemon and thread.name != WATCHER
        ]
        if isinstance(end.code, int) and left:
            # An abandoned engine still runs, and would crash when the interpreter shuts down.
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError):
                    stream.flush()
            os._exit(end.code)
        raise


def _run() -> None:
    listen()
    watch()
    from .app import main as run

    run()


def _open_closed() -> None:
    """Replace each closed standard stream by a file, so that no other file gets its number.

    Messages for a closed stderr are dropped. Data for a closed stdout cannot be written, which must be an
    error as for any file: so a file opened for reading replaces it.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
