"""Generates the missing batches of a run with the executor of its plan, and reports progress."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ...contract import EngineError
from ..formats import disk, folder
from . import local_pool
from .batch import Fault, Kit, Maker, Tally, freeze_gc, pack_batch, recompile_family, unpack_batch
from .plan import Order, Plan


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


def make(plan: Plan, stage: Path, progress: Callable[[Progress], None]) -> int:
    """Put every missing batch of a plan into the stage; return how many instances were made."""
    seen = _Seen(plan, progress)
    maker = Maker(plan.family, plan.settings, plan.seed)
    try:
        with closing(
            _batches(plan, maker, _missing_batches(plan, stage, seen), seen.now)
        ) as batches:
            for order, content in batches:
                disk.place(folder.batch(stage, order.position), content)
                seen.end(order, unpack_batch(content).tally)
    except Fault as fault:
        if fault.__cause__ is not None:
            raise fault.__cause__ from None
        if fault.lasting:
            maker.instance(fault.order, fault.index)  # raises it with all that belongs to it
        raise EngineError(fault.reason) from None
    return seen.made


def _missing_batches(plan: Plan, stage: Path, seen: _Seen) -> Iterator[Order]:
    """Yield the batches that are still to be made; count those that are not, and drop what is damaged."""
    for shard in plan.shards():
        for order in plan.orders(shard):
            path = folder.batch(stage, order.position)
            if path.exists():
                try:
                    tally = unpack_batch(path.read_bytes()).tally
                except ValueError:
                    tally = Tally()
                if tally.done == order.size:
                    seen.before(tally)
                    continue
                path.unlink()
            yield order


def _batches(
    plan: Plan, maker: Maker, orders: Iterator[Order], told: Callable[[Order, Tally], None]
) -> Generator[tuple[Order, bytes], None, None]:
    """Yield each order with its packed batch, as they are finished by the plan's executor."""
    if plan.executor == "local" and plan.workers == 1 and plan.total <= local_pool.LIFE:
        return _here(maker, orders, told)
    kit = Kit(plan.family.bundle(), plan.family.hash, plan.settings, plan.seed)
    if plan.executor == "ray":
        from . import ray_pool

        return ray_pool.make_batches(kit, orders, plan.workers)
    return local_pool.run_tasks(_start_worker, kit, orders, plan.workers, told)


def _start_worker(kit: Kit) -> local_pool.Work[Order, bytes]:
    """Compile the family in a process of the pool, and return the function that makes its batches."""
    maker = recompile_family(kit)
    return lambda order, told: pack_batch(maker.batch(order, told))


def _here(
    maker: Maker, orders: Iterable[Order], told: Callable[[Order, Tally], None]
) -> Generator[tuple[Order, bytes], None, None]:
    freeze_gc()
    for order in orders:

        def tell(tally: Tally, order: Order = order) -> None:
            told(order, tally)

        yield order, pack_batch(maker.batch(order, tell))


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
