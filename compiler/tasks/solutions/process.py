"""Judging a reply within hard limits of time and memory.

Most replies take an engine a few milliseconds. What takes more is judged in another process, which the system ends
at a limit of CPU time, and which gets no more memory at another. It stays for the replies after that.
"""

import atexit
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import msgspec

from ...contract import Deadline, EngineError, Score, Undecided
from .judged import SECONDS, SPENT, WHOLE, Budget

MEMORY = 256 << 20
"""The bytes that judging a reply may add to a process."""

LEAST_SECONDS = 0.5
"""The CPU time that the other process has at least."""

PATIENCE = 60.0
"""Seconds of wall time after which the other process is ended, however little it worked."""

MOST = 200
"""How many replies a process judges: then another one begins, with new memory."""

READY = b"ready\n"
_FIELDS = ("logic", "label", "theory", "certificate", "reply")

Judging: TypeAlias = Callable[[Mapping[str, Any], Any, str, Budget], Score]
"""Returns the score of what was read from a reply, with its text.

It is a function of a module, and what was read can be written as JSON. Raises Undecided or EngineError if the budget is
too small.
"""


class _Request(msgspec.Struct):
    record: dict[str, Any]
    judging: str
    read: Any
    text: str
    seconds: float


def judge(
    judging: Judging, record: Mapping[str, Any], read: Any, text: str, budget: Budget
) -> Score:
    """Return the score of an answer: 0 if it takes too much time or memory to judge.

    Args:
        record: its fields `logic`, `label`, `theory`, `certificate` and `reply`.
        read: what was read from the reply.
        text: the answer as its layout writes it.
        budget: what judging it in this process may take.

    Raises:
        EngineError: no other process can be started.
    """
    begun = time.process_time()
    found = _judge_here(judging, record, read, text, budget)
    if found is not None:
        return found
    left = max(LEAST_SECONDS, SECONDS - (time.process_time() - begun))
    own = {name: record[name] for name in _FIELDS}
    name = f"{judging.__module__}:{judging.__qualname__}"
    return _JUDGE.ask(_Request(own, name, read, text, left))


def _judge_here(
    judging: Judging, record: Mapping[str, Any], read: Any, text: str, budget: Budget
) -> Score | None:
    try:
        return judging(record, read, text, budget)
    except (Undecided, EngineError, MemoryError):
        return None


# ------------------------------------------------------------------------------------------- the process that asks


class _Judge:
    """The other process, started when it is first needed."""

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        """Forget the process: it is that of a parent process, if this one was forked."""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._judged = 0

    def ask(self, request: _Request) -> Score:
        """Return the score of an answer. If judging it takes too much, the process ends, whatever it still does."""
        with self._lock:
            if self._judged >= MOST or (self._process and self._process.poll() is not None):
                self.close()
            process = self._process or self._start()
            self._judged += 1
            found = Score(0.0, SPENT, request.text)
            watch = threading.Timer(PATIENCE, process.kill)
            watch.start()
            try:
                line = _exchange(process, msgspec.json.encode(request) + b"\n")
                if line.endswith(b"\n"):
                    found = msgspec.json.decode(line, type=Score)
            finally:
                watch.cancel()
                if found.reason == SPENT:
                    self.close()
            return found

    def _start(self) -> subprocess.Popen[bytes]:
        command = f"from {__name__} import serve; serve()"
        path = os.pathsep.join(each or str(Path.cwd()) for each in sys.path)
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._process, self._judged = process, 0
        assert process.stdout is not None
        if process.stdout.readline() != READY:
            self.close()
            raise EngineError("the process that judges replies cannot be started")
        return process

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(BrokenPipeError):
                process.communicate()


def _exchange(process: subprocess.Popen[bytes], line: bytes) -> bytes:
    """Return the line that a process answers, or what there is of it when the process ends."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(line)
        process.stdin.flush()
    except BrokenPipeError:
        return b""
    return process.stdout.readline()


_JUDGE = _Judge()
atexit.register(_JUDGE.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_JUDGE._reset)


# ------------------------------------------------------------------------------------------- the process that judges


def serve() -> None:
    """Judge the replies that are read from standard input, a line of JSON each, and write a line for each."""
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # engines print what they please
        _write(out, READY)
        for line in sys.stdin.buffer:
            request = msgspec.json.decode(line, type=_Request)
            _limit(request.seconds)
            try:
                found = _judge(request)
            finally:
                _limit(None)
            _write(out, msgspec.json.encode(found) + b"\n")


def _judge(request: _Request) -> Score:
    budget = Budget(WHOLE, Deadline(request.seconds))
    module, _, name = request.judging.partition(":")
    judging: Judging = getattr(import_module(module), name)
    try:
        return judging(request.record, request.read, request.text, budget)
    except (Undecided, EngineError, MemoryError):
        return Score(0.0, SPENT, request.text)


def _write(out: BinaryIO, line: bytes) -> None:
    out.write(line)
    out.flush()


def _limit(seconds: float | None) -> None:
    """Have the system end this process after so much CPU time, and refuse it more memory; None for no limits.

    Systems without such limits have those of the engines.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource
        import signal

        signal.setitimer(signal.ITIMER_PROF, seconds or 0)
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        data = int(Path("/proc/self/statm").read_text("ascii").split()[5])
        most = hard if seconds is None else data * os.sysconf("SC_PAGESIZE") + MEMORY
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
