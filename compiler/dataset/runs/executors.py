"""Runs tasks in other processes, of this machine or of a cluster: whichever it is, the results are the same."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing

from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from . import local_pool, ray_pool
from .batch import Tally
from .local_pool import DoneT, KitT, TaskT, Work

LOCAL = "local"
RAY = "ray"
EXECUTORS = (LOCAL, RAY)
"""Who can run the processes."""


def check(executor: str) -> None:
    """Refuse an executor that cannot be used, before any work is done.

    Raises:
        SpecError: E0810 if there is none of that name, E0816 if something for it is not installed.
    """
    if executor not in EXECUTORS:
        raise SpecError(
            [
                Diagnostic(
                    "E0810",
                    f"there is no executor `{executor}`",
                    help=did_you_mean(executor, EXECUTORS) or f"there are: {', '.join(EXECUTORS)}",
                )
            ]
        )
    if executor == RAY:
        ray_pool.check()


def run_tasks(
    executor: str,
    start: Callable[[KitT], Work[TaskT, DoneT]],
    kit: KitT,
    tasks: Iterable[TaskT],
    workers: int,
    report: Callable[[TaskT, Tally], None],
) -> Generator[tuple[TaskT, DoneT], None, None]:
    """Yield each task with its result, in the order in which they finish.

    Arguments and errors are those of `local_pool.run_tasks`. Ray reports no progress of a task.
    """
    finished = poll_tasks(executor, start, kit, tasks, workers, report, local_pool.always)
    with closing(finished):
        for each in finished:
            if each is not None:
                yield each


def poll_tasks(
    executor: str,
    start: Callable[[KitT], Work[TaskT, DoneT]],
    kit: KitT,
    tasks: Iterable[TaskT],
    workers: int,
    report: Callable[[TaskT, Tally], None],
    is_patient: Callable[[], bool],
) -> Generator[tuple[TaskT, DoneT] | None, None, None]:
    """Do as `run_tasks`, but yield None instead of waiting for a task while `is_patient` says no."""
    if executor == RAY:
        return ray_pool.run_tasks(start, kit, tasks, workers, is_patient)
    return local_pool.run_tasks(start, kit, tasks, workers, report, is_patient)
