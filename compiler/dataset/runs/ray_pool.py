"""Runs tasks on Ray, by the package `ray` of the extra `rspc[ray]`.

`RAY_ADDRESS` names a cluster; without it one is started on this machine, and ends with the tasks. A task that dies
with its worker is run again by Ray. Tasks and results travel as values, so that no folder is shared with the cluster.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError
from ...contract import EngineError
from .batch import Fault, Tally
from .local_pool import DEATHS, LIFE, DoneT, KitT, TaskT, Work, always
from .plan import LARGEST

AHEAD = 2
"""How many tasks are asked for at once, for each worker."""

CALLS = LIFE // LARGEST
"""After how many tasks Ray replaces a process."""


def check() -> None:
    """Refuse what cannot be run: SpecError (E0816) where Ray is not installed."""
    if not find_spec("ray"):
        raise SpecError(
            [
                Diagnostic(
                    "E0816",
                    "`--executor ray` needs Ray",
                    help="install it with `pip install 'rspc[ray]'`, or leave `--executor` out",
                )
            ]
        )


def run_tasks(
    start: Callable[[KitT], Work[TaskT, DoneT]],
    kit: KitT,
    tasks: Iterable[TaskT],
    workers: int,
    is_patient: Callable[[], bool] = always,
) -> Generator[tuple[TaskT, DoneT] | None, None, None]:
    """Yield each task with its result, in the order in which they finish; arguments as `local_pool.run_tasks` has them.

    Ray's processes report no progress. Each keeps what `start` returned for its further tasks.

    Raises:
        Fault: an instance could not be generated.
        EngineError: a process could not start, or Ray gave up a task.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    ended = signal.getsignal(signal.SIGTERM)
    with contextlib.redirect_stdout(sys.stderr):  # Ray reports dead workers on stdout
        _join(workers)
        signal.signal(signal.SIGTERM, ended)  # Ray has a way of its own to end
        try:
            yield from _run_on_cluster(start, kit, tasks, workers * AHEAD, is_patient)
        finally:
            ray.shutdown()


def _join(workers: int) -> None:
    """Join the cluster that `RAY_ADDRESS` names, or start one with this many workers, regardless of other programs
    on this machine.
    """
    import ray

    named = os.environ.get("RAY_ADDRESS")
    own = {} if named else {"address": "local", "num_cpus": workers}
    try:
        ray.init(**own, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # Ray has no class of its own for a cluster that does not begin
        raise EngineError(f"Ray cannot be used: {error}") from None


def _run_on_cluster(
    start: Callable[[KitT], Work[TaskT, DoneT]],
    kit: KitT,
    tasks: Iterable[TaskT],
    most: int,
    is_patient: Callable[[], bool],
) -> Generator[tuple[TaskT, DoneT] | None, None, None]:
    """Yield each task with its result from the cluster that was begun; at most `most` are asked for at once."""
    import ray

    remote = ray.remote(num_cpus=1, max_retries=DEATHS, max_calls=CALLS)(_do_task)
    shared = [ray.put((start, kit))]  # Ray would unpack what is not in a list for each task
    waiting = iter(tasks)
    flying: dict[Any, TaskT] = {}
    while True:
        for task in islice(waiting, most - len(flying)):
            flying[remote.remote(shared, task)] = task
        if not flying:
            return
        patience = None if is_patient() else 0
        finished, _ = ray.wait(list(flying), num_returns=1, timeout=patience)
        if not finished:
            yield None
            continue
        task = flying.pop(finished[0])
        try:
            found = ray.get(finished[0])
        except ray.exceptions.RayError as error:
            of = f"{task.noun}s {task.start} to {task.stop - 1}"
            raise EngineError(f"Ray failed on the {of}: {error}") from None
        match found:
            case Fault():
                raise found
            case _Unready():
                raise EngineError(f"a worker cannot start: {found.reason}")
            case _Done():
                yield task, found.content


@dataclass(frozen=True)
class _Done:
    """The result of a task."""

    content: Any


@dataclass(frozen=True)
class _Unready:
    """Why a process of Ray could not prepare itself, in a few words."""

    reason: str


def _do_task(shared: list[Any], task: TaskT) -> _Done | _Unready | Fault:
    """Do a task in a process of Ray."""
    try:
        work = _work(shared[0])
    except MemoryError:
        raise
    except Exception as error:
        return _Unready(f"{type(error).__name__}: {error}")
    try:
        return _Done(work(task, _report_nothing))
    except Fault as fault:
        return fault


def _report_nothing(tally: Tally) -> None:
    """Take the progress of a task, which Ray has no way to tell."""


@lru_cache(maxsize=1)
def _work(shared: Any) -> Work[Any, Any]:
    """Return what does the tasks, from a reference to `start` and its kit; a process prepares it once."""
    import ray

    start, kit = ray.get(shared)
    work: Work[Any, Any] = start(kit)
    return work
