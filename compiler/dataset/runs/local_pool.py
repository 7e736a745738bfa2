"""Runs tasks in processes of this machine, and survives the death of a process.

Each process is started with `spawn` and prepares what it needs. It is replaced after a number of instances,
or when it has grown too much, because engines may keep their input: clingo never frees a symbol. A process
that dies is replaced as well, and another one repeats its task.

Each process has its own pipe and shares no lock with others, so that a dying process blocks nobody.
Large messages are sent only after the process has announced that it is reading. (`multiprocessing` starts
a process through a pipe whose reading end is also open here, so that writing to a process that died
would block.) A thread of this process reads and writes each pipe: if a process stops in the middle
of a message, only its thread waits.
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
"""The number of instances after which a process is replaced."""

GROWN = 200
"""Megabytes of a process. One that uses more is replaced when it also uses twice what its first task took."""

DEATHS = 3
"""The number of deaths over one batch that stops a run."""

SILENCE = 900.0
"""The seconds that a process may spend on one instance. The time limits of engines are far lower."""

NO_MEMORY = 71
"""The exit code of a worker that ran out of memory."""

ENDING = 10.0
"""The seconds to wait for the exit code of a process whose pipe is closed."""

EVERY = 0.5
"""Seconds between two progress messages of a process."""


class Task(Protocol):
    """A range of instances, records or the like, for one process. Its position is unique."""

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
"""Does a task and reports progress after each instance. Raises Fault if an instance cannot be generated."""


@dataclass(frozen=True)
class _Ready:
    """The first message of a worker: it now reads its pipe."""


@dataclass(frozen=True)
class _Done:
    """The result of a task, and the megabytes that the worker uses. It now reads its next task."""

    content: Any
    megabytes: int


@dataclass(eq=False)
class _Worker(Generic[TaskT]):
    """A process, the messages to send to it next, and its current task.

    `first` is how many megabytes it used after its first task, `silent` the seconds without progress, and `index` the
    instance that it is working on.
    """

    process: BaseProcess
    thread: threading.Thread
    inbox: SimpleQueue[tuple[Any, ...]]
    task: TaskT
    made: int = 0
    first: int = 0
    silent: float = 0.0
    index: int = 0

    def give(self, task: TaskT, *before: Any) -> None:
        """Assign the next task. If the process has died, this is noticed when its next message is read."""
        self.task, self.index, self.silent = task, task.start, 0.0
        self.inbox.put((*before, task))


_Messages = SimpleQueue[tuple[_Worker[TaskT], Any]]


def always() -> bool:
    """Wait for the next task to finish, however long that takes."""
    return True


def run_tasks(
    start: Callable[[KitT], Work[TaskT, DoneT]],
    kit: KitT,
    tasks: Iterable[TaskT],
    workers: int,
    report: Callable[[TaskT, Tally], None],
    is_patient: Callable[[], bool] = always,
) -> Generator[tuple[TaskT, DoneT] | None, None, None]:
    """Yield each task with its result, in the order in which they finish.

    Args:
        start: a function of a module. Each process calls it once, with the kit; the result does the tasks.
        kit: what `start` needs; it must be picklable.
        tasks: read one at a time, when a process is free.
        workers: the number of processes.
        report: called from time to time with the progress of a task.
        is_patient: whether to wait for the next message of a process. If not, and there is none, None is yielded.

    Raises:
        Fault: an instance could not be generated.
        EngineError: processes died repeatedly over one task, or one made no progress.
    """
    waiting = _Waiting(tasks)
    pool: list[_Worker[TaskT]] = []
    messages: _Messages[TaskT] = SimpleQueue()
    deaths: Counter[int] = Counter()
    checked = time.monotonic()
    try:
        while True:
            while len(pool) < workers and (task := waiting.next()) is not None:
                _spawn(pool, messages, task, (start, kit))
            if not pool:
                return
            patient, heard = is_patient(), False
            for worker, message in _next_messages(messages, EVERY if patient else 0):
                heard = True
                if worker not in pool:
                    continue  # it has been stopped meanwhile
                worker.silent = 0.0
                task = worker.task
                match message:
                    case Tally():
                        worker.index = task.start + message.done
                        report(task, message)
                    case _Done():
                        following = None if _is_worn_out(worker, message) else waiting.next()
                        if following is None:
                            _remove(pool, worker)
                        else:
                            worker.give(following)
                        yield task, message.content  # after its worker has started the next one
                    case Fault():
                        raise message
                    case str():
                        raise EngineError(f"a worker cannot start: {message}")
                    case None:
                        deaths[task.position] += 1
                        if deaths[task.position] >= DEATHS:
                            raise EngineError(_describe_death(worker))
                        waiting.back(task)
                        _remove(pool, worker)
            # Do not count the time in which this process itself was stopped, as by Ctrl-Z.
            passed = min(time.monotonic() - checked, 2 * EVERY)
            checked = time.monotonic()
            for each in pool:
                each.silent += passed
                if each.silent > SILENCE:
                    raise EngineError(_describe_silence(each))
            if not (patient or heard):
                yield None
    finally:
        for each in pool:
            _stop(each)


class _Waiting(Generic[TaskT]):
    """Tasks that no process works on. Returned ones come first."""

    def __init__(self, tasks: Iterable[TaskT]) -> None:
        self._tasks = iter(tasks)
        self._returned: list[TaskT] = []

    def next(self) -> TaskT | None:
        return self._returned.pop() if self._returned else next(self._tasks, None)

    def back(self, task: TaskT) -> None:
        self._returned.append(task)


def _spawn(
    pool: list[_Worker[TaskT]], messages: _Messages[TaskT], task: TaskT, opening: tuple[Any, Any]
) -> None:
    """Start a worker for a task. It is in the pool before any signal is handled."""
    spawn = get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_run_worker, args=(theirs,), daemon=True, name="rspc worker")
    inbox: SimpleQueue[tuple[Any, ...]] = SimpleQueue()

    def report(message: Any) -> None:
        messages.put((worker, message))

    thread = threading.Thread(target=_exchange, args=(ours, inbox, report), daemon=True)
    worker = _Worker(process, thread, inbox, task)
    worker.give(task, opening)
    with _signals_blocked():
        process.start()
        pool.append(worker)
        theirs.close()
        thread.start()  # with signals blocked: the main thread handles them


def _exchange(
    channel: Connection, inbox: SimpleQueue[tuple[Any, ...]], report: Callable[[Any], None]
) -> None:
    """Report each message of a worker, and None when it is dead; send it the next task when it is ready."""
    try:
        with channel, contextlib.suppress(EOFError, OSError):
            while True:
                message = channel.recv()
                report(message)
                if isinstance(message, _Ready | _Done):
                    for value in inbox.get():
                        channel.send(value)
    finally:
        report(None)


_ENDING = {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}


@contextlib.contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block signals while a process is started, so that none interrupts what the process has to read.

    The process inherits the block. It keeps it for Ctrl-C: this process handles that, and stops the others.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # otherwise the first process starts it, and it unblocks signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _next_messages(
    messages: _Messages[TaskT], seconds: float
) -> Iterator[tuple[_Worker[TaskT], Any]]:
    """Yield the next message of any worker, with the worker; nothing if none arrives in time."""
    with contextlib.suppress(Empty):
        yield messages.get(timeout=seconds)


def _is_worn_out(worker: _Worker[Any], finished: _Done) -> bool:
    """Return whether a worker should be replaced after a finished task."""
    worker.made += worker.task.size
    worker.first = worker.first or finished.megabytes
    return worker.made >= LIFE or finished.megabytes > max(GROWN, 2 * worker.first)


def _remove(pool: list[_Worker[TaskT]], worker: _Worker[TaskT]) -> None:
    pool.remove(worker)
    _stop(worker)


def _stop(worker: _Worker[Any]) -> None:
    """Kill a worker. All of its results have been received."""
    worker.inbox.put(())
    worker.process.kill()
    worker.process.join()
    worker.thread.join()


def _describe_death(worker: _Worker[Any]) -> str:
    worker.process.join(ENDING)
    code = worker.process.exitcode or 0
    if code == NO_MEMORY:
        how = "ran out of memory"
    else:
        how = (
            f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        )
    task = worker.task
    return (
        f"a worker {how} {DEATHS} times over the {task.noun}s {task.start} to {task.stop - 1}; if memory was "
        "short, use fewer `--workers`"
    )


def _describe_silence(worker: _Worker[Any]) -> str:
    minutes = int(SILENCE // 60)
    return (
        f"a worker made no progress for {minutes} minutes: an engine hangs at {worker.task.noun} "
        f"{worker.index} or later"
    )


def _run_worker(channel: Connection) -> None:
    """Run a worker; the main function of its process."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    try:
        _do_tasks(channel)
    except MemoryError:
        os._exit(NO_MEMORY)  # too little is left for a message


def _do_tasks(channel: Connection) -> None:
    """Do tasks until the pipe is closed."""
    reported = time.monotonic()

    def report(tally: Tally) -> None:
        nonlocal reported
        if time.monotonic() - reported >= EVERY:
            reported = time.monotonic()
            channel.send(Tally(tally.done, rejections=tally.rejections))

    with contextlib.suppress(EOFError, OSError):
        channel.send(_Ready())
        start, kit = channel.recv()
        try:
            work = start(kit)
        except MemoryError:
            raise
        except Exception as error:
            channel.send(f"{type(error).__name__}: {error}")
            return
        while True:
            task = channel.recv()
            try:
                result = work(task, report)
            except Fault as fault:
                channel.send(fault)
                return
            channel.send(_Done(result, process_memory() >> 20))


def _exit_with_parent() -> None:
    """Exit as soon as the parent process has ended, even while an engine runs."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
