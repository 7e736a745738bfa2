"""Ray: which cluster is used, what its processes keep, and that they do what processes of this machine do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rspc
from rspc.compiler.contract import EngineError
from rspc.compiler.dataset.runs import executors, ray_pool
from rspc.compiler.dataset.runs.batch import Fault, Tally
from rspc.compiler.dataset.runs.plan import Order
from rspc.compiler.dataset.runs.run import run
from rspc.dsl.diagnostics import SpecError

from ..conftest import Ray, codes, plan

ORDERS = tuple(Order(position, "", 0, position, position + 1, 0) for position in range(9))

starts: list[str] = []


def start(kit: str) -> Callable[[Order, Callable[[Tally], None]], str]:
    """Prepare a process that fails for some kits."""
    if kit == "unknown":
        raise LookupError("no such family")
    starts.append(kit)

    def work(order: Order, told: Callable[[Tally], None]) -> str:
        if kit == "broken" and order.position == 3:
            raise Fault(order, order.start, "it is broken", lasting=True)
        return f"{kit} {order.position}"

    return work


def done(kit: str) -> dict[int, str]:
    tasks = executors.run_tasks("ray", start, kit, ORDERS, 2, lambda order, tally: None)
    return {order.position: content for order, content in filter(None, tasks)}


def test_each_task_is_done_once_and_a_process_is_prepared_once(ray: Ray) -> None:
    starts.clear()
    assert done("kit") == {order.position: f"kit {order.position}" for order in ORDERS}
    assert ray.calls == [*ORDERS]
    assert starts == ["kit"]
    assert done("other")[0] == "other 0"
    assert starts == ["kit", "other"]
    assert ray.begun == 0


@pytest.mark.parametrize(
    ("kit", "error", "told"),
    [
        ("broken", Fault, "it is broken"),
        ("unknown", EngineError, "a worker cannot start: LookupError: no such family"),
    ],
)
def test_what_fails_in_a_process_is_told(
    ray: Ray, kit: str, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        done(kit)
    assert ray.begun == 0


def test_a_task_that_ray_gives_up_is_told_of(ray: Ray) -> None:
    ray.lost = True
    with pytest.raises(EngineError, match="Ray failed on the instances 3 to 3: a node is gone"):
        done("kit")


def test_nothing_is_yielded_where_nobody_waits(ray: Ray) -> None:
    waiting = iter([False, False, True])
    tasks = ray_pool.run_tasks(start, "kit", ORDERS[:1], 2, lambda: next(waiting))
    assert [*tasks] == [None, None, (ORDERS[0], "kit 0")]


def test_ray_makes_the_bytes_of_one_process(ray: Ray, tmp_path: Path) -> None:
    family = rspc.load("flat")
    more = {"n": 30, "shard": 10, "keep": 3}
    alone = run(plan(family, tmp_path / "alone", **more))
    found = run(plan(family, tmp_path / "ray", executor="ray", workers=2, **more))
    assert len(ray.calls) == 3
    assert (found.digest, found.rejections) == (alone.digest, alone.rejections)
    for path in alone.files:
        assert (found.out / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("executor", "code", "repair"),
    [("roy", "E0810", "did you mean `ray`?"), ("ray", "E0816", "pip install 'rspc")],
)
def test_an_executor_that_cannot_be_used_is_a_diagnostic(
    numbers: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    executor: str,
    code: str,
    repair: str,
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SpecError, match=repair.replace("?", r"\?")) as error:
        run(plan(numbers, tmp_path / "out", executor=executor))
    assert codes(error) == [code]
    with pytest.raises(SpecError) as error:
        rspc.verify(tmp_path / "out", executor=executor)
    assert codes(error) == [code]
    assert not (tmp_path / "out").exists()


def started(named: str, **given: Any) -> None:
    """Refuse as `ray.init` does, on a machine where another cluster runs."""
    if given.get("address", named) != "local" and "num_cpus" in given:
        raise ValueError("When connecting to an existing cluster, num_cpus must not be provided.")
    if named == "gone":
        raise Exception("the node timed out")


@pytest.mark.parametrize("named", ["", "here:6379"])
def test_another_cluster_of_the_machine_is_left_alone(
    named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(named, monkeypatch)
    ray_pool._join(2)


def test_a_cluster_that_is_gone_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    _install("gone", monkeypatch)
    with pytest.raises(EngineError, match="timed out"):
        ray_pool._join(2)


def _install(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", named)

    def init(**given: Any) -> None:
        started(named, **given)

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))
