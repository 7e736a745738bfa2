"""Runs tasks in other processes, of this machine or of a cluster: whichever it is, the results are the same."""

from collections.abc import Callable, Generator, Iterable, Iterator

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
    is_patient: Callable[[], bool] = local_pool.always,
) -> Generator[tuple[TaskT, DoneT] | None, None, None]:
    """Yield each task with its result, in the order in which they finish; None instead of waiting while not patient.

    Arguments and errors are those of `local_pool.run_tasks`. Ray reports no progress of a task.
    """
    if executor == RAY:
        return ray_pool.run_tasks(start, kit, tasks, workers, is_patient)
    return local_pool.run_tasks(start, kit, tasks, workers, report, is_patient)


def in_order(finished: Iterable[tuple[TaskT, DoneT]]) -> Iterator[tuple[TaskT, DoneT]]:
    """Yield tasks with their results by their positions, from 0, each as soon as those before it are there."""
    early: dict[int, tuple[TaskT, DoneT]] = {}
    position = 0
    for task, done in finished:
        early[task.position] = task, done
        while position in early:
            yield early.pop(position)
            position += 1
