"""The processes that work for the server: started when needed, ended when they take too much, and replaced."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .exchange import Answered, Request

Answer = TypeVar("Answer")

LONGEST_LINE = 256 << 20
"""Bytes of the largest answer."""

STARTS = 2
"""How often a question is put to a new process when the process before it died of nothing that it did itself."""


class Lost(Exception):
    """A question was not answered: the process took too much time or memory, or cannot be started."""


class Interrupted(Exception):
    """The process gave an answer up, because it was asked to."""


class Worker:
    """A process that answers one question after another.

    Args:
        module: the module that the process runs: its function `serve` answers the questions.
        seconds: CPU time of a question.
        memory: bytes that a question may add to the process.
        patience: seconds of wall time of a question.
    """

    def __init__(self, module: str, seconds: float, memory: int, patience: float) -> None:
        self.module = module
        self.seconds = seconds
        self.memory = memory
        self.patience = patience
        self._lock = asyncio.Lock()
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        return self._process.pid if self._process is not None else None

    async def ask(self, body: Any, kind: type[Answer]) -> Answer:
        """Return the answer to a question. If this is cancelled, the process is ended.

        Raises:
            Lost: there is no answer.
            Interrupted: `interrupt` was called meanwhile.
        """
        line = msgspec.json.encode(Request(body, self.seconds, self.memory)) + b"\n"
        async with self._lock:
            for _ in range(STARTS):
                found = await self._exchange(line)
                if found.endswith(b"\n"):
                    answered = msgspec.json.decode(found, type=Answered)
                    if answered.stopped:
                        raise Interrupted
                    return msgspec.convert(answered.body, kind)
                if await self.end() == -getattr(signal, "SIGPROF", 0):
                    raise Lost(f"it takes more than {self.seconds:g} seconds")
            raise Lost("its process ended, perhaps because memory ran out")

    async def _exchange(self, line: bytes) -> bytes:
        """Return the line that the process answers, or what there is of it when it ends."""
        try:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(ConnectionError):
                process.stdin.write(line)
                await process.stdin.drain()
            return await asyncio.wait_for(process.stdout.readline(), self.patience)
        except TimeoutError:
            self.kill()
            raise Lost(f"it takes more than {self.patience:g} seconds") from None
        except asyncio.CancelledError:
            self.kill()
            raise

    async def start(self) -> None:
        """Start the process before the first question."""
        with suppress(Lost):
            async with self._lock:
                await self._running()

    async def _running(self) -> Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-c",
                f"from {self.module} import serve; serve()",
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=LONGEST_LINE,
                env={**os.environ, "PYTHONPATH": _path()},
            )
        except OSError as fault:
            raise Lost(f"its process cannot be started: {fault}") from None
        self._process = process
        assert process.stdout is not None
        if not (await process.stdout.readline()).endswith(b"\n"):
            await self.end()
            raise Lost("its process cannot be started")
        return process

    async def end(self) -> int:
        """End the process and return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with suppress(ProcessLookupError):
            if process.returncode is None and not await _has_ended(process):
                process.kill()
        return await process.wait()

    def interrupt(self) -> None:
        """Have the process give up its answer. It may be deaf to this for a while, as an engine works."""
        process, number = self._process, getattr(signal, "SIGUSR1", None)
        if number is None:
            self.kill()
        elif process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.send_signal(number)

    def kill(self) -> None:
        """End the process at once. The next question starts another one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()


async def _has_ended(process: Process) -> bool:
    """Return whether a process whose output has ended ends by itself, which it does at once if it was killed."""
    try:
        await asyncio.wait_for(process.wait(), 1.0)
    except TimeoutError:
        return False
    return True


def _path() -> str:
    return os.pathsep.join(each or str(Path.cwd()) for each in sys.path)
