"""Makes batches in processes of this machine, and outlives their deaths.

Each process is started afresh (`spawn`), compiles the family for itself, and is replaced after so many instances,
since an engine may keep what it was given: clingo never frees a symbol. A process that dies is replaced too, and its
batch is made again.

Each process has a pipe of its own, and shares no lock with another, so that one that dies leaves nobody waiting. What
is large goes through that pipe only when the process has said that it reads: the pipe that `multiprocessing` starts a
process by has its reading end open here, too, and would wait for ever to be emptied by a process that died.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from ..contract import EngineError
from .batch import Fault, Kit, Tally, opened, packed
from .plan import Order

LIFE = 10_000
"""After so many instances a process is replaced."""

DEATHS = 3
"""How often processes may die over one batch before the run stops."""

SILENCE = 900.0
"""For so many seconds a process may make no instance; an engine's own fence of wall time is far below that."""

NO_MEMORY = 71
"""With this code a worker ends that ran out of memory."""

EVERY = 0.5
"""Seconds between two words of a process on how far it is."""


@dataclass(frozen=True)
class _Begun:
    """The first word of a worker: it reads what it is given."""


@dataclass
class _Worker:
    process: BaseProcess
    channel: Connection
    order: Order
    made: int = 0
    silent: float = 0.0
    index: int = 0


def made(
    kit: Kit, orders: Iterable[Order], workers: int, told: Callable[[Order, Tally], None]
) -> Generator[tuple[Order, bytes], None, None]:
    """Yield each order with its packed batch, as they are finished, in any order.

    Raises:
        Fault: an instance could not be made.
        EngineError: processes died over one batch again and again, or one fell silent.
    """
    waiting = _Waiting(orders)
    crew: list[_Worker] = []
    deaths: Counter[int] = Counter()
    looked = time.monotonic()
    try:
        while True:
            while len(crew) < workers and (order := waiting.next()) is not None:
                _hire(crew, order)
            if not crew:
                return
            ready = wait([each.channel for each in crew], timeout=EVERY)
            for worker in [each for each in crew if each.channel in ready]:
                word = _heard(worker)
                if isinstance(word, _Begun):
                    _given(worker, kit, worker.order)
                    continue
                if isinstance(word, Tally):
                    told(worker.order, word)
                    continue
                finished = worker.order
                if word is None:
                    deaths[finished.position] += 1
                    if deaths[finished.position] >= DEATHS:
                        raise EngineError(_died(worker))
                    waiting.back(finished)
                following = waiting.next() if word is not None and worker.made < LIFE else None
                if following is not None:
                    worker.order, worker.index = following, following.start
                if following is None or not _given(worker, following):
                    if following is not None:
                        waiting.back(following)
                    crew.remove(worker)
                    _dismiss(worker)
                if word is not None:
                    yield finished, word  # after its worker has the next, which is then at work
            # Time in which this process stood still itself, as after Ctrl-Z, is no silence of theirs.
            passed = min(time.monotonic() - looked, 2 * EVERY)
            looked = time.monotonic()
            for worker in crew:
                worker.silent += passed
                if worker.silent > SILENCE:
                    raise EngineError(_silent(worker))
    finally:
        for worker in crew:
            _dismiss(worker)


class _Waiting:
    """Orders that nobody works on; those that came back come first."""

    def __init__(self, orders: Iterable[Order]) -> None:
        self._orders = iter(orders)
        self._returned: list[Order] = []

    def next(self) -> Order | None:
        return self._returned.pop() if self._returned else next(self._orders, None)

    def back(self, order: Order) -> None:
        self._returned.append(order)


def _hire(crew: list[_Worker], order: Order) -> None:
    """Start a worker that is to make an order, and have it in the crew before any signal is heard."""
    spawn = get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_work, args=(theirs,), daemon=True, name="rspc worker")
    with _deaf():
        process.start()
        crew.append(_Worker(process, ours, order, index=order.start))
        theirs.close()


_ENDING = {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Hear of no signal while a process is started, which would read half of what it needs.

    The process begins as deaf. It stays so to Ctrl-C: this one hears it, and ends the others.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # by the first process otherwise, and it opens the ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _given(worker: _Worker, *things: Kit | Order) -> bool:
    """Give a worker what it waits for; whether it was there to take it. If not, it is found dead at its next word."""
    worker.silent = 0.0
    try:
        for each in things:
            worker.channel.send(each)
    except OSError:
        return False
    return True


def _heard(worker: _Worker) -> bytes | Tally | _Begun | None:
    """Take one word of a worker: a finished batch, how far it is, that it begins, or None when it is dead."""
    try:
        word: Any = worker.channel.recv()
    except (EOFError, OSError):
        return None
    worker.silent = 0.0
    match word:
        case bytes():
            worker.made += worker.order.stop - worker.order.start
            return word
        case Tally(done=done):
            worker.index = worker.order.start + done
            return word
        case _Begun():
            return word
        case Fault():
            raise word
        case _:
            raise EngineError(f"a worker cannot begin: {word}")


def _dismiss(worker: _Worker) -> None:
    """End a worker, whatever it is at: all that it finished is here."""
    worker.channel.close()
    worker.process.kill()
    worker.process.join()


def _died(worker: _Worker) -> str:
    worker.process.join(EVERY)
    code = worker.process.exitcode or 0
    if code == NO_MEMORY:
        how = "ran out of memory"
    else:
        how = (
            f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        )
    order = worker.order
    return (
        f"a worker {how} {DEATHS} times over the instances {order.start} to {order.stop - 1}; where memory was short, "
        "fewer `--workers` need less"
    )


def _silent(worker: _Worker) -> str:
    minutes = int(SILENCE // 60)
    return f"a worker made no instance for {minutes} minutes: an engine hangs at instance {worker.index} or after it"


def _work(channel: Connection) -> None:
    """Be a worker, in a process of its own."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_follow, daemon=True).start()
    try:
        _serve(channel)
    except MemoryError:
        os._exit(NO_MEMORY)  # there is none left to say so at length


def _serve(channel: Connection) -> None:
    """Make batches until there is nobody left to make them for."""
    spoken = time.monotonic()

    def told(tally: Tally) -> None:
        nonlocal spoken
        if time.monotonic() - spoken >= EVERY:
            spoken = time.monotonic()
            channel.send(Tally(tally.done, rejections=tally.rejections))

    with contextlib.suppress(EOFError, OSError):
        channel.send(_Begun())
        kit = channel.recv()
        try:
            maker = opened(kit)
        except MemoryError:
            raise
        except Exception as error:
            channel.send(f"{type(error).__name__}: {error}")
            return
        while True:
            order = channel.recv()
            try:
                content = packed(maker.batch(order, told))
            except Fault as fault:
                channel.send(fault)
                return
            channel.send(content)


def _follow() -> None:
    """End this process as soon as the one that started it has ended, whatever an engine is at."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
