"""Files are written while later records are made: the same bytes, whatever comes first, and whatever ends the run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.contract import EngineError
from rspc.compiler.dataset.formats.jsonl import Jsonl
from rspc.compiler.dataset.runs import executors, progress
from rspc.compiler.dataset.runs.batch import Maker, Packed, Tally, pack
from rspc.compiler.dataset.runs.plan import Order
from rspc.compiler.dataset.runs.progress import Progress
from rspc.compiler.dataset.runs.run import run

from ..conftest import Numbers, plan

N = 50
ROOT = Path(__file__).parents[4]


def contents(out: Path) -> dict[str, bytes]:
    """Return what a run wrote, but for what tells of the machine."""
    files = (each for each in out.rglob("*") if each.is_file() and each.name != "manifest.json")
    return {str(each.relative_to(out)): each.read_bytes() for each in files}


def staged(out: Path) -> dict[str, bytes]:
    """Return the files of records that an unfinished run has so far."""
    return {each.name: each.read_bytes() for each in (out / ".partial").glob("records*")}


def test_the_file_of_a_shard_is_there_before_the_last_batch(numbers: Any, tmp_path: Path) -> None:
    seen: dict[int, dict[str, bytes]] = {}

    def look(told: Progress) -> None:
        seen[told.done] = staged(tmp_path)

    summary = run(plan(numbers, tmp_path, n=N, shard=20), look)
    first, second, last = (path.read_bytes() for path in summary.files)
    assert seen[21]["records-00000.jsonl"] == first
    assert seen[41]["records-00001.jsonl"] == second
    assert last not in seen[N].values()


def test_one_file_grows_while_it_is_made(numbers: Any, tmp_path: Path) -> None:
    seen: dict[int, bytes] = {}

    def look(told: Progress) -> None:
        seen[told.done] = staged(tmp_path).get("records.jsonl", b"")

    summary = run(plan(numbers, tmp_path, n=N), look)
    whole = summary.files[0].read_bytes()
    assert whole.startswith(seen[N])
    assert 0 < len(seen[N]) < len(whole)


def test_a_table_is_written_when_the_columns_of_all_records_are_known(
    numbers: Any, tmp_path: Path
) -> None:
    seen: list[list[str]] = []

    def look(told: Progress) -> None:
        seen.append([each.name for each in (tmp_path / ".partial").glob("*.parquet")])

    run(plan(numbers, tmp_path, n=N, shard=20, format="parquet"), look)
    assert not any(seen)
    assert len([*tmp_path.glob("*.parquet")]) == 3


@pytest.mark.parametrize("format", ["jsonl", "jsonl.zst", "parquet"])
def test_a_run_that_ends_between_two_shards_goes_on_to_the_same_bytes(
    numbers: Any, tmp_path: Path, format: str
) -> None:
    more = {"n": N, "shard": 20, "keep": 30, "format": format}
    run(plan(numbers, tmp_path / "whole", **more))
    for stop in (20, 34, 40):
        out = tmp_path / str(stop)
        numbers.fail[stop] = KeyboardInterrupt()
        with pytest.raises(KeyboardInterrupt):
            run(plan(numbers, out, **more))
        numbers.fail.clear()
        assert [each.name for each in out.iterdir()] == [".partial"]
        assert run(plan(numbers, out, **more)).made == N - stop // 10 * 10
        assert contents(out) == contents(tmp_path / "whole")


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.compiler.dataset.conftest import Numbers, plan
from rspc.compiler.dataset.runs.run import run

def kill(told):
    if told.done == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

run(plan(Numbers(), Path(sys.argv[1]), n=50, shard=20, keep=30), kill)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("done", [21, 45])
def test_a_run_that_is_killed_between_two_shards_goes_on_to_the_same_bytes(
    numbers: Any, tmp_path: Path, done: int
) -> None:
    out = tmp_path / "out"
    code = subprocess.run([sys.executable, "-c", KILLED, out, str(done)], cwd=ROOT).returncode
    assert code == -signal.SIGKILL
    assert "records-00000.jsonl" in staged(out)
    run(plan(numbers, tmp_path / "whole", n=N, shard=20, keep=30))
    assert run(plan(numbers, out, n=N, shard=20, keep=30)).made == N - done // 10 * 10
    assert contents(out) == contents(tmp_path / "whole")


def late(numbers: Numbers) -> Callable[..., Iterator[tuple[Order, Packed] | None]]:
    """Return an executor that finishes each three batches in reverse, and none where nobody waits."""

    def poll(
        executor: str,
        start: Any,
        kit: Any,
        tasks: Iterator[Order],
        workers: int,
        report: Callable[[Order, Tally], None],
        is_patient: Callable[[], bool],
    ) -> Iterator[tuple[Order, Packed] | None]:
        maker = Maker(numbers, kit.settings, kit.seed)  # type: ignore[arg-type]
        while three := [order for _, order in zip(range(3), tasks, strict=False)]:
            for order in reversed(three):
                while not is_patient():
                    yield None
                yield order, pack(maker.batch(order, lambda tally: None))

    return poll


@pytest.mark.parametrize(("format", "times"), [("jsonl", 1), ("parquet", 2)])
def test_each_batch_is_unpacked_once_in_whatever_order_they_come(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str, times: int
) -> None:
    whole = run(plan(numbers, tmp_path / "whole", n=N, shard=20, format=format))
    unpacked: list[bytes] = []
    unpack = progress.unpack_batch
    monkeypatch.setattr(executors, "run_tasks", late(numbers))
    monkeypatch.setattr(
        progress, "unpack_batch", lambda content: unpack(unpacked.append(content) or content)
    )
    seen: list[Progress] = []
    out = tmp_path / "out"
    found = run(plan(numbers, out, n=N, shard=20, format=format, workers=2), seen.append)
    assert (found.digest, found.made, found.repeats) == (whole.digest, N, whole.repeats)
    assert contents(out) == contents(tmp_path / "whole")
    assert [each.done for each in seen] == [10, 20, 30, 40, 50]
    assert len(unpacked) == len(set(unpacked)) * times == 5 * times


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_writer_is_not_blamed_for_an_instance_that_cannot_be_made(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrapped: bool
) -> None:
    def write(self: Jsonl, lines: Iterable[bytes], columns: Any, file: Any) -> None:
        try:
            file.writelines(lines)
        except Exception as error:
            if wrapped:
                raise ValueError("mine") from error

    monkeypatch.setattr(Jsonl, "write", write)
    numbers.fail[34] = EngineError("it hangs")
    with pytest.raises(EngineError, match="it hangs"):
        run(plan(numbers, tmp_path, n=N))
    assert not (tmp_path / "manifest.json").exists()


def test_an_error_of_the_system_in_an_instance_is_not_one_of_its_file(
    numbers: Any, tmp_path: Path
) -> None:
    numbers.fail[34] = OSError("no more processes")
    with pytest.raises(OSError, match="no more processes"):
        run(plan(numbers, tmp_path, n=N))
