"""Has orders done by processes of this machine, and outlives their deaths.

Each process is started afresh (`spawn`), makes ready what it needs for itself, and is replaced after so many
instances, or when it has grown too much, since an engine may keep what it was given: clingo never frees a symbol. A
process that dies is replaced too, and its order is given to another.

Each process has a pipe of its own, and shares no lock with another, so that one that dies leaves nobody waiting. What
is large goes through that pipe only when the process has said that it reads: the pipe that `multiprocessing` starts a
process by has its reading end open here, too, and would wait for ever to be emptied by a process that died. A thread
here reads and writes each pipe, so that a process that stands still in the middle of a word keeps that thread alone.
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
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from ...contract import EngineError
from ...contract.memory import process_memory
from .batch import Fault, Tally

LIFE = 10_000
"""After so many instances a process is replaced."""

GROWN = 200
"""A process may hold so many megabytes; with more, it is replaced once that is twice what its first order took."""

DEATHS = 3
"""How often processes may die over one batch before the run stops."""

SILENCE = 900.0
"""For so many seconds a process may make no instance; an engine's own limit of wall time is far below that."""

NO_MEMORY = 71
"""With this code a worker ends that ran out of memory."""

ENDING = 10.0
"""For so many seconds a process that says nothing more is waited for, to learn how it ended."""

EVERY = 0.5
"""Seconds between two words of a process on how far it is."""


class Task(Protocol):
    """What a process is to do at once: so many instances, or the like, between two; no other has its position."""

    @property
    def position(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def stop(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def noun(self) -> str: ...


KitT = TypeVar("KitT")
TaskT = TypeVar("TaskT", bound=Task)
DoneT = TypeVar("DoneT")

Work = Callable[[TaskT, Callable[[Tally], None]], DoneT]
"""Does a task, and tells how far it is after each instance. It raises Fault for an instance that cannot be made."""


@dataclass(frozen=True)
class _Begun:
    """The first word of a worker: it reads what it is given."""


@dataclass(frozen=True)
class _Done:
    """A finished task, and how many megabytes the worker holds; it reads what it is given next."""

    content: Any
    held: int


@dataclass(eq=False)
class _Worker(Generic[TaskT]):
    """A process, what the thread that talks to it is to give it next, and the order that it is at.

    `first` is how many megabytes it held after its first order.
    """

    process: BaseProcess
    talk: threading.Thread
    mail: SimpleQueue[tuple[Any, ...]]
    order: TaskT
    made: int = 0
    first: int = 0
    silent: float = 0.0
    index: int = 0

    def give(self, order: TaskT, *before: Any) -> None:
        """Return it what it waits for. If it is not there to take it, it is found dead at its next word."""
        self.order, self.index, self.silent = order, order.start, 0.0
        self.mail.put((*before, order))


_Words = SimpleQueue[tuple[_Worker[TaskT], Any]]


def done(
    start: Callable[[KitT], Work[TaskT, DoneT]],
    kit: KitT,
    orders: Iterable[TaskT],
    workers: int,
    told: Callable[[TaskT, Tally], None],
) -> Generator[tuple[TaskT, DoneT], None, None]:
    """Yield each order with what came of it, as they are finished, in any order.

    Args:
        start: called with the kit by each process, once; a function of a module. What it gives does the orders.
        kit: what `start` needs, such as can be pickled.
        orders: taken when a process is there for the next.
        workers: how many processes there are at once.
        told: called now and then with how far an order is.

    Raises:
        Fault: an instance could not be made.
        EngineError: processes died over one order again and again, or one fell silent.
    """
    waiting = _Waiting(orders)
    crew: list[_Worker[TaskT]] = []
    words: _Words[TaskT] = SimpleQueue()
    deaths: Counter[int] = Counter()
    looked = time.monotonic()
    try:
        while True:
            while len(crew) < workers and (order := waiting.next()) is not None:
                _hire(crew, words, order, (start, kit))
            if not crew:
                return
            for worker, word in _heard(words):
                if worker not in crew:
                    continue  # it was dismissed meanwhile
                worker.silent = 0.0
                order = worker.order
                match word:
                    case Tally():
                        worker.index = order.start + word.done
                        told(order, word)
                    case _Done():
                        following = None if _spent(worker, word) else waiting.next()
                        if following is None:
                            _retire(crew, worker)
                        else:
                            worker.give(following)
                        yield order, word.content  # after its worker has the next, and is at it
                    case Fault():
                        raise word
                    case str():
                        raise EngineError(f"a worker cannot start: {word}")
                    case None:
                        deaths[order.position] += 1
                        if deaths[order.position] >= DEATHS:
                            raise EngineError(_died(worker))
                        waiting.back(order)
                        _retire(crew, worker)
            # Time in which this process stood still itself, as after Ctrl-Z, is no silence of theirs.
            passed = min(time.monotonic() - looked, 2 * EVERY)
            looked = time.monotonic()
            for each in crew:
                each.silent += passed
                if each.silent > SILENCE:
                    raise EngineError(_silent(each))
    finally:
        for each in crew:
            _dismiss(each)


class _Waiting(Generic[TaskT]):
    """Orders that nobody works on; those that came back come first."""

    def __init__(self, orders: Iterable[TaskT]) -> None:
        self._orders = iter(orders)
        self._returned: list[TaskT] = []

    def next(self) -> TaskT | None:
        return self._returned.pop() if self._returned else next(self._orders, None)

    def back(self, order: TaskT) -> None:
        self._returned.append(order)


def _hire(
    crew: list[_Worker[TaskT]], words: _Words[TaskT], order: TaskT, opening: tuple[Any, Any]
) -> None:
    """Start a worker that is to do an order, and have it in the crew before any signal is heard."""
    spawn = get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_work, args=(theirs,), daemon=True, name="rspc worker")
    mail: SimpleQueue[tuple[Any, ...]] = SimpleQueue()

    def told(word: Any) -> None:
        words.put((worker, word))

    talk = threading.Thread(target=_talk, args=(ours, mail, told), daemon=True)
    worker = _Worker(process, talk, mail, order)
    worker.give(order, opening)
    with _deaf():
        process.start()
        crew.append(worker)
        theirs.close()
        talk.start()  # it stays deaf: signals are for the first thread


def _talk(
    channel: Connection, mail: SimpleQueue[tuple[Any, ...]], told: Callable[[Any], None]
) -> None:
    """Tell each word of a worker, and None when it is dead; give it what it waits for when that is there."""
    try:
        with channel, contextlib.suppress(EOFError, OSError):
            while True:
                word = channel.recv()
                told(word)
                if isinstance(word, _Begun | _Done):
                    for each in mail.get():
                        channel.send(each)
    finally:
        told(None)


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


def _heard(words: _Words[TaskT]) -> Iterator[tuple[_Worker[TaskT], Any]]:
    """Yield the next word of any worker, and whose it is; nothing where none comes for a while."""
    with contextlib.suppress(Empty):
        yield words.get(timeout=EVERY)


def _spent(worker: _Worker[Any], done: _Done) -> bool:
    """Return whether a worker that has done its order is to be replaced."""
    worker.made += worker.order.size
    worker.first = worker.first or done.held
    return worker.made >= LIFE or done.held > max(GROWN, 2 * worker.first)


def _retire(crew: list[_Worker[TaskT]], worker: _Worker[TaskT]) -> None:
    crew.remove(worker)
    _dismiss(worker)


def _dismiss(worker: _Worker[Any]) -> None:
    """End a worker, whatever it is at: all that it finished is here."""
    worker.mail.put(())
    worker.process.kill()
    worker.process.join()
    worker.talk.join()


def _died(worker: _Worker[Any]) -> str:
    worker.process.join(ENDING)
    code = worker.process.exitcode or 0
    if code == NO_MEMORY:
        how = "ran out of memory"
    else:
        how = (
            f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        )
    order = worker.order
    return (
        f"a worker {how} {DEATHS} times over the {order.noun}s {order.start} to {order.stop - 1}; where memory was "
        "short, fewer `--workers` need less"
    )


def _silent(worker: _Worker[Any]) -> str:
    minutes = int(SILENCE // 60)
    return (
        f"a worker was silent for {minutes} minutes: an engine hangs at {worker.order.noun} "
        f"{worker.index} or after it"
    )


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
    """Do orders until there is nobody left to do them for."""
    spoken = time.monotonic()

    def told(tally: Tally) -> None:
        nonlocal spoken
        if time.monotonic() - spoken >= EVERY:
            spoken = time.monotonic()
            channel.send(Tally(tally.done, rejections=tally.rejections))

    with contextlib.suppress(EOFError, OSError):
        channel.send(_Begun())
        start, kit = channel.recv()
        try:
            work = start(kit)
        except MemoryError:
            raise
        except Exception as error:
            channel.send(f"{type(error).__name__}: {error}")
            return
        while True:
            order = channel.recv()
            try:
                found = work(order, told)
            except Fault as fault:
                channel.send(fault)
                return
            channel.send(_Done(found, process_memory() >> 20))


def _follow() -> None:
    """End this process as soon as the one that started it has ended, whatever an engine is at."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
