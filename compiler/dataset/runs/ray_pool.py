"""Makes batches as tasks of Ray, by the package `ray` of the extra `rspc[ray]`.

`RAY_ADDRESS` names a cluster; without it one is started on this machine, and ends with the run. A task that dies with
its worker is run again by Ray. Batches come back as bytes, so that no folder is shared with the cluster.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Generator, Iterable
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError
from ...contract import EngineError
from .batch import Fault, Kit, Maker, pack_batch, recompile_family
from .local_pool import DEATHS, LIFE
from .plan import LARGEST, Order

AHEAD = 2
"""How many batches are asked for at once, for each worker."""


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


def make_batches(
    kit: Kit, orders: Iterable[Order], workers: int
) -> Generator[tuple[Order, bytes], None, None]:
    """Yield each order with its packed batch, as they are finished, in any order.

    Raises:
        Fault: an instance could not be made.
        EngineError: Ray gave up a task.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    ended = signal.getsignal(signal.SIGTERM)
    with contextlib.redirect_stdout(sys.stderr):  # Ray reports dead workers on stdout
        _join(workers)
        signal.signal(signal.SIGTERM, ended)  # Ray has a way of its own to end
        try:
            yield from _run_on_cluster(kit, orders, workers)
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
    kit: Kit, orders: Iterable[Order], workers: int
) -> Generator[tuple[Order, bytes], None, None]:
    """Yield each order with its packed batch, some asked for ahead, from the cluster that was begun."""
    import ray

    task = ray.remote(num_cpus=1, max_retries=DEATHS, max_calls=LIFE // LARGEST)(_made)
    shared = ray.put(kit)
    waiting = iter(orders)
    flying: dict[Any, Order] = {}
    while True:
        for order in islice(waiting, workers * AHEAD - len(flying)):
            flying[task.remote(shared, order)] = order
        if not flying:
            return
        (first,), _ = ray.wait(list(flying), num_returns=1)
        order = flying.pop(first)
        try:
            found = ray.get(first)
        except ray.exceptions.RayError as error:
            raise EngineError(f"Ray failed on a batch: {error}") from None
        if isinstance(found, Fault):
            raise found
        yield order, found


def _made(kit: Kit, order: Order) -> bytes | Fault:
    """Make a batch in a process of Ray, or report at which index that failed and why."""
    try:
        return pack_batch(_maker(_Known(kit)).batch(order, lambda _: None))
    except Fault as fault:
        return fault


class _Known:
    """A kit that is known by its family, settings and seed."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._key = (kit.hash, repr(kit.settings), kit.seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=1)
def _maker(known: _Known) -> Maker:
    return recompile_family(known.kit)
