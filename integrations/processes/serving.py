"""The side of a process: it answers one request after another, within limits.

The system ends it at a limit of CPU time, and refuses it memory at another; then the server starts a new one. It ends
by itself as soon as the server has gone, whatever it still does.
"""

import gc
import itertools
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any, BinaryIO

import msgspec

from .exchange import Answered, Asked

READY = b"ready\n"


class Superseded(BaseException):
    """The server no longer wants the answer. Code that catches everything that engines raise must let it pass."""


def answer_all(questions: Any, answer: Callable[[Any], Any]) -> None:
    """Answer the requests that are read from standard input, a line of JSON each, and write a line for each.

    Args:
        questions: the type of all questions, a union of tagged structs.
        answer: returns the answer to a question, and never raises.
    """
    _die_with_parent()
    attention = _Attention()
    attention.listen()
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # engines print what they please
        _write(out, READY)
        for number in itertools.count():
            request = msgspec.json.decode(requests.get(), type=Asked)
            question = msgspec.json.decode(request.body, type=questions)
            _limit(request.seconds, request.memory)
            begun = time.process_time()
            found, stopped = attention.pay(answer, question)
            took = time.process_time() - begun
            _limit(None, 0)
            answered = Answered(took, found, stopped)
            _write(out, msgspec.json.encode(answered, enc_hook=str) + b"\n")
            if not number:  # what was imported and read stays: searching it for garbage takes long
                gc.collect()
                gc.freeze()


class _Attention:
    """Gives up an answer when a signal comes while it is looked for; at other times the signal means nothing."""

    def __init__(self) -> None:
        self._is_paid = False

    def listen(self) -> None:
        with suppress(ImportError, AttributeError, ValueError):
            import signal

            signal.signal(signal.SIGUSR1, self._heed)

    def pay(self, answer: Callable[[Any], Any], question: Any) -> tuple[Any, bool]:
        """Return the answer, and whether it was given up."""
        try:
            self._is_paid = True
            found = answer(question)
            self._is_paid = False
            return found, False
        except Superseded:
            return None, True
        finally:
            self._is_paid = False

    def _heed(self, number: int, frame: FrameType | None) -> None:
        if self._is_paid:
            self._is_paid = False
            raise Superseded


def _read(requests: SimpleQueue[bytes]) -> None:
    """Read requests; when there are no more, the server is gone, and this process ends at once."""
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)


def describe(fault: Exception) -> str:
    """Return a failure as a line: of a spec, its first error; of drafts that were all rejected, the causes."""
    from ...compiler.instances import Exhausted
    from ...dsl.diagnostics import SpecError

    match fault:
        case SpecError(diagnostics=(first, *_)):
            return f"{first.code}: {first.message}"
        case Exhausted():
            causes = sorted(fault.rejections.items(), key=lambda item: (-item[1], item[0]))[:3]
            told = ", ".join(f"{cause} ({count})" for cause, count in causes)
            return f"E0401: every attempt was rejected: {told}"
        case _:
            return f"{type(fault).__name__}: {fault}"


def _write(out: BinaryIO, line: bytes) -> None:
    out.write(line)
    out.flush()


def _limit(seconds: float | None, memory: int) -> None:
    """Have the system end this process after so much CPU time, and refuse it more memory; None for no limits.

    Systems without such limits have the patience of the server.
    """
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource
        import signal

        signal.setitimer(signal.ITIMER_PROF, seconds or 0)
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        data = int(Path("/proc/self/statm").read_text("ascii").split()[5])
        most = hard if seconds is None else data * os.sysconf("SC_PAGESIZE") + memory
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _die_with_parent() -> None:
    """Have Linux end this process with the server, even if an engine never lets another thread run."""
    if sys.platform != "linux":
        return
    with suppress(ImportError, OSError, AttributeError):
        import ctypes
        import signal

        libc: Any = ctypes.CDLL(None)
        libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
