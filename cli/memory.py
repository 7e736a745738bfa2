"""Tells of memory that ran out, where an engine can only end the process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

ENOUGH = 2 << 30
"""With this many bytes, no command of rspc runs out of memory, whatever its input."""

LEAST = 256 << 20
"""With fewer no command of rspc is begun: Python itself may neither go on nor end."""

PATIENCE = 1.0
"""Seconds that a process has to end after a signal was handed on to it."""

FAULT = 4
OUT_OF_MEMORY = 101
"""The exit code of Z3 if it gets no memory."""

NO_THREAD = 127
"""The exit code of the GNU C library where a new thread gets no memory."""

_ENDED = (
    {signal.SIGABRT, signal.SIGSEGV, signal.SIGKILL, signal.SIGBUS} if os.name == "posix" else ()
)
_FILES = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def memory_limit() -> int | None:
    """Return how many bytes of memory this process may use, by the limits of its own and of its group; None for any."""
    found: list[int] = []
    with suppress(ImportError):
        import resource

        limits = (
            resource.getrlimit(each)[0] for each in (resource.RLIMIT_AS, resource.RLIMIT_DATA)
        )
        found += [limit for limit in limits if limit != resource.RLIM_INFINITY]
    for each in _FILES:
        with suppress(OSError, ValueError):
            found.append(int(Path(each).read_text("ascii")))
    return min(found, default=None)


def run_guarded(run: Callable[[], None]) -> None:
    """Run a command; if memory is short, in a child process, so that running out of memory is reported.

    Engines that run out of memory end their process without a message: by a signal, or with an exit code of
    theirs.
    """
    most = memory_limit()
    if most is None or most >= ENOUGH or not hasattr(os, "fork"):
        run()
        return
    if most < LEAST:
        _tell("there is too little memory", most)
        sys.exit(FAULT)
    process = os.fork()
    if not process:
        os.setpgid(0, 0)  # a terminal's signals come to the other process, which hands them on
        with _little():
            run()
        return
    sys.exit(_outcome(process, most))


def _outcome(process: int, most: int) -> int:
    """Wait for a process and return its exit code, with a message on stderr if it ran out of memory."""

    received: list[int] = []

    def hand_on(number: int, frame: FrameType | None) -> None:
        received.append(number)
        os.kill(process, number)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, hand_on)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(process, signal.SIGKILL))
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if received and -code in _ENDED:
        print("interrupted", file=sys.stderr)
        return 128 + received[0]
    if code not in (OUT_OF_MEMORY, NO_THREAD, FAULT) and -code not in _ENDED:
        return code if code >= 0 else 128 - code
    _tell("it may be that memory ran out" if code == FAULT else "memory ran out", most)
    return FAULT


def _tell(what: str, most: int) -> None:
    print(
        f"error[E0813]: {what}: this process may use {most >> 20} MiB\n"
        "  = help: allow it more, 512 MiB at least, by `ulimit -v` or the settings of its container",
        file=sys.stderr,
    )


@contextmanager
def _little() -> Iterator[None]:
    """Exit silently if Python itself gets no memory, before the commands that report it are loaded."""
    try:
        yield
    except (MemoryError, ImportError):
        os._exit(OUT_OF_MEMORY)
