"""Makes the missing batches of a run, gives each of its batches once it is there, and reports progress."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NoReturn

from ...contract import EngineError
from ..formats import disk, folder
from . import executors, local_pool
from .batch import (
    Batch,
    Fault,
    Kit,
    Maker,
    Packed,
    Tally,
    freeze_gc,
    pack,
    recompile_family,
    unpack_batch,
)
from .plan import Order, Plan

MOST_HERE = 2_000
"""With more instances than this, even a single worker is a process of its own, which can be replaced when it grows."""


@dataclass(frozen=True)
class Progress:
    """The progress of a run: `done` of `total` instances, `made` of them in this process; the current ones are of
    a setting.
    """

    done: int
    total: int
    setting: str
    rejections: Mapping[str, int]
    made: int = 0


class Making:
    """The batches of a run: those that are missing in its stage are made, and each can be read as soon as it is there.

    Close it, so that no process goes on. Memory does not grow with the number of batches: finished ones are in the
    stage.
    """

    def __init__(self, plan: Plan, stage: Path, progress: Callable[[Progress], None]) -> None:
        self._stage = stage
        self._maker = Maker(plan.family, plan.settings, plan.seed)
        self._seen = _Seen(plan, progress)
        self._sought = -1  # the last batch that was looked for in the stage
        self._is_waiting = True
        missing = self._missing_batches(plan)
        self._finished = _batches(plan, self._maker, missing, self._seen.now, self._waits)

    def close(self) -> None:
        """End the processes."""
        self._finished.close()

    @property
    def made(self) -> int:
        """How many instances have been made now, without those of an earlier run."""
        return self._seen.made

    def finish(self) -> None:
        """Put every missing batch into the stage. Raises what `batch` raises."""
        while self._take(wait=True):
            pass

    def batch(self, order: Order) -> Batch:
        """Return a batch once it is there. Whatever was finished meanwhile is taken first, so that no process waits.

        Raises:
            SpecError: E0801 if the stage cannot be read or written.
            Exhausted, Disagreement, EngineError: as `Family.instance` does.
            EngineError: processes died over a batch again and again, or one made no instance for very long.
        """
        while self._take(wait=False):
            pass
        path = folder.batch(self._stage, order.position)
        while not self._is_there(order, path) and self._take(wait=True):
            pass
        with disk.report_os_errors(path):
            return unpack_batch(path.read_bytes())

    def _is_there(self, order: Order, path: Path) -> bool:
        """Return whether the stage has a batch. One that has not been looked for may be damaged."""
        return order.position <= self._sought and path.exists()

    def _take(self, *, wait: bool) -> bool:
        """Put the next finished batch into the stage; return whether there was one, perhaps after a wait."""
        self._is_waiting = wait
        try:
            finished = next(self._finished, None)
        except Fault as fault:
            self._explain(fault)
        if finished is None:
            return False
        order, packed = finished
        disk.place(folder.batch(self._stage, order.position), packed.content)
        self._seen.end(order, packed.tally)
        return True

    def _waits(self) -> bool:
        return self._is_waiting

    def _explain(self, fault: Fault) -> NoReturn:
        """Raise what kept an instance from being made, with all that belongs to it."""
        if fault.__cause__ is not None:
            raise fault.__cause__ from None
        if fault.lasting:
            self._maker.instance(fault.order, fault.index)
        raise EngineError(fault.reason) from None

    def _missing_batches(self, plan: Plan) -> Iterator[Order]:
        """Yield the batches that are still to be made; count those that are not, and drop what is damaged."""
        for shard in plan.shards():
            for order in plan.orders(shard):
                path = folder.batch(self._stage, order.position)
                if path.exists():
                    try:
                        tally = unpack_batch(path.read_bytes()).tally
                    except ValueError:
                        tally = Tally()
                    if tally.done == order.size:
                        self._seen.before(tally)
                        self._sought = order.position
                        continue
                    path.unlink()
                self._sought = order.position
                yield order


def _batches(
    plan: Plan,
    maker: Maker,
    orders: Iterator[Order],
    told: Callable[[Order, Tally], None],
    is_patient: Callable[[], bool],
) -> Generator[tuple[Order, Packed] | None, None, None]:
    """Yield each order with its packed batch, as they are finished by the plan's executor; None instead of waiting."""
    alone = plan.executor == executors.LOCAL and plan.workers == 1
    if alone and plan.total <= MOST_HERE:
        return _here(maker, orders, told, is_patient)
    kit = Kit(plan.family.bundle(), plan.family.hash, plan.settings, plan.seed)
    return executors.run_tasks(
        plan.executor, _start_worker, kit, orders, plan.workers, told, is_patient
    )


def _start_worker(kit: Kit) -> local_pool.Work[Order, Packed]:
    """Compile the family in another process, and return the function that makes its batches."""
    maker = recompile_family(kit)
    return lambda order, told: pack(maker.batch(order, told))


def _here(
    maker: Maker,
    orders: Iterator[Order],
    told: Callable[[Order, Tally], None],
    is_patient: Callable[[], bool],
) -> Generator[tuple[Order, Packed] | None, None, None]:
    freeze_gc()
    while True:
        while not is_patient():
            yield None
        order = next(orders, None)
        if order is None:
            return
        yield order, pack(maker.batch(order, partial(told, order)))


class _Seen:
    """The progress of a run: what is finished, and what the workers have reported."""

    def __init__(self, plan: Plan, progress: Callable[[Progress], None]) -> None:
        self.made = 0
        self._plan = plan
        self._progress = progress
        self._finished = Tally()
        self._open: dict[int, Tally] = {}

    def before(self, tally: Tally) -> None:
        """Count a batch that an earlier run finished."""
        self._finished.merge(tally)
        self._tell("")

    def now(self, order: Order, tally: Tally) -> None:
        """Process a report of a running batch."""
        self._open[order.position] = tally
        self._tell(self._plan.settings[order.setting].label)

    def end(self, order: Order, tally: Tally) -> None:
        """Count a batch that is finished."""
        told = self._open.pop(order.position, Tally()).done
        self.made += tally.done
        self._finished.merge(tally)
        if told < tally.done:
            self._tell(self._plan.settings[order.setting].label)

    def _tell(self, setting: str) -> None:
        rejections = dict(self._finished.rejections)
        for tally in self._open.values():
            for cause, number in tally.rejections.items():
                rejections[cause] = rejections.get(cause, 0) + number
        working = sum(each.done for each in self._open.values())
        done = self._finished.done + working
        made = self.made + working
        self._progress(Progress(done, self._plan.total, setting, rejections, made))
