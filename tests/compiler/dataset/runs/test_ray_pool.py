"""Ray: a cluster is joined where one is named, and begun where none is, whatever else runs on the machine."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from rspc.compiler.contract import EngineError
from rspc.compiler.dataset.runs import ray_pool


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
