"""Batches and shards: what a run is cut into changes no byte, and what was finished is not made again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as some

from rspc.compiler.dataset.formats import folder, read
from rspc.compiler.dataset.runs.batch import Batch, Tally, pack_batch, unpack_batch
from rspc.compiler.dataset.runs.plan import LARGEST, Plan
from rspc.compiler.dataset.runs.run import Summary, run
from rspc.compiler.dataset.runs.sweep import Setting
from rspc.dsl.diagnostics import SpecError

from ..conftest import ONE, Numbers, codes, plan

SWEEP = (Setting("depth=1", {"depth": 1}), Setting("depth=2", {"depth": 2}))


def content(out: Path) -> bytes:
    return b"".join(path.read_bytes() for path in read.files(out))


@given(
    counts=some.dictionaries(some.sampled_from("abc"), some.integers(1, 400), min_size=1),
    times=some.integers(1, 3),
    shard=some.none() | some.integers(1, 500),
    keep=some.none() | some.integers(0, 900),
    together=some.integers(1, 150),
)
@settings(max_examples=60, deadline=None)
def test_batches_hold_every_position_once_and_in_order(
    counts: dict[str, int], times: int, shard: int | None, keep: int | None, together: int
) -> None:
    made = Plan(
        family=Numbers(shared=together),  # type: ignore[arg-type]
        counts=counts,
        out=Path(),
        settings=(Setting("", {}),) * times,
        shard=shard,
        keep=keep,
    )
    cut = [(each, order) for each in made.shards() for order in made.orders(each)]
    places = [
        (shard.split, order.setting, index)
        for shard, order in cut
        for index in range(order.start, order.stop)
    ]
    wanted = [
        (split, number, index)
        for split, n in counts.items()
        for number in range(times)
        for index in range(n)
    ]
    assert places == wanted
    positions = [order.position for _, order in cut]
    assert positions == sorted(set(positions))
    kept = len(wanted) if keep is None else min(keep, len(wanted))
    assert sum(order.keep for _, order in cut) == kept
    assert all(each.stop - each.start <= (shard or made.total) for each in made.shards())
    for of, order in cut:
        ends = order.stop == counts[of.split] or order.position + order.size == of.stop
        assert ends or order.stop % together == 0, "a theory is made in two batches"
        assert order.size <= max(LARGEST, together)


@pytest.mark.parametrize("settings", [ONE, SWEEP], ids=["one", "sweep"])
@pytest.mark.parametrize("size", [7, 1000])
def test_shards_hold_the_same_records_as_one_file(
    numbers: Any, tmp_path: Path, settings: tuple[Setting, ...], size: int
) -> None:
    whole = run(plan(numbers, tmp_path / "whole", n=25, settings=settings))
    cut = run(plan(numbers, tmp_path / "cut", n=25, settings=settings, shard=size))
    assert content(tmp_path / "cut") == content(tmp_path / "whole")
    assert cut.digest == whole.digest
    assert len(cut.files) == len(settings) * -(-25 // size)
    told = json.loads((tmp_path / "cut" / "manifest.json").read_text())
    for path, each in zip(cut.files, told["files"], strict=True):
        assert each["digest"] == f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
        assert each["count"] == path.read_bytes().count(b"\n")


def test_splits_have_files_of_their_own(numbers: Any, tmp_path: Path) -> None:
    made = plan(numbers, tmp_path, shard=10, keep=27)
    run(Plan(**{**made.__dict__, "counts": {"train": 25, "test": 3}}))
    assert [each.name for each in read.files(tmp_path)] == [
        "records-train-00000.jsonl",
        "records-train-00001.jsonl",
        "records-train-00002.jsonl",
        "records-test-00000.jsonl",
    ]
    kept = [each.name for each in (tmp_path / "text").iterdir()]
    assert len(kept) == 27
    assert sum("-test-" in name for name in kept) == 2
    told = json.loads((tmp_path / "manifest.json").read_text())
    assert {split: each["count"] for split, each in told["splits"].items()} == {
        "train": 25,
        "test": 3,
    }


def broken_off(numbers: Any, out: Path, **more: Any) -> Summary:
    """Run a plan that ends before its time, and again; the digest must be that of an undisturbed run."""
    numbers.fail[34] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        run(plan(numbers, out, n=50, **more))
    assert not (out / "manifest.json").exists()
    numbers.fail.clear()
    return run(plan(numbers, out.parent / "whole", n=50))


def test_a_run_that_was_broken_off_goes_on(numbers: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    whole = broken_off(numbers, out)
    seen = []
    again = run(plan(numbers, out, n=50), seen.append)
    assert (again.count, again.made, again.digest) == (50, 20, whole.digest)
    assert again.rejections == whole.rejections
    assert content(out) == content(tmp_path / "whole")
    assert (seen[0].done, seen[-1].done, seen[-1].made) == (10, 50, 20)
    assert not (out / ".partial").exists()


def test_a_damaged_batch_is_made_again(numbers: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    whole = broken_off(numbers, out)
    first, second, third = sorted((out / ".partial" / "batches").iterdir())
    first.write_bytes(first.read_bytes()[:-5])
    second.write_bytes(b"")
    third.rename(third.with_suffix(".new"))
    again = run(plan(numbers, out, n=50))
    assert (again.made, again.digest) == (50, whole.digest)


@pytest.mark.parametrize("change", [{"seed": 1}, {"shard": 10}, {"n": 60}])
def test_a_broken_off_run_of_other_parameters_is_refused_unless_forced(
    numbers: Any, tmp_path: Path, change: dict[str, Any]
) -> None:
    out = tmp_path / "out"
    broken_off(numbers, out)
    with pytest.raises(SpecError) as error:
        run(plan(numbers, out, **{"n": 50, **change}))
    assert codes(error) == ["E0803"]
    assert "unfinished" in str(error.value)
    assert run(plan(numbers, out, force=True, **{"n": 50, **change})).made >= 50


def test_a_finished_run_is_left_as_it_is(numbers: Any, tmp_path: Path) -> None:
    first = run(plan(numbers, tmp_path, n=30, shard=10))
    before = {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*")}
    again = run(plan(numbers, tmp_path, n=30, shard=10, workers=2))
    assert (again.made, again.count, again.digest) == (0, 30, first.digest)
    assert {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*")} == before
    first.files[1].unlink()
    assert run(plan(numbers, tmp_path, n=30, shard=10)).made == 30
    assert first.files[1].exists()


def test_a_finished_run_that_lost_a_part_is_made_anew(numbers: Any, tmp_path: Path) -> None:
    first = run(plan(numbers, tmp_path, n=30))
    (tmp_path / folder.FAMILY).unlink()
    assert run(plan(numbers, tmp_path, n=30)).made == 30
    told = folder.manifest(tmp_path)
    (tmp_path / folder.MANIFEST).write_text(
        json.dumps({key: value for key, value in told.items() if key != "count"})
    )
    again = run(plan(numbers, tmp_path, n=30))
    assert (again.made, again.count, again.digest) == (30, 30, first.digest)


def test_a_kill_between_publishing_and_clearing_is_made_good(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(folder, "_end", lambda stage: None)
        patched.setattr(folder.shutil, "rmtree", lambda *given, **more: None)
        run(plan(numbers, tmp_path, n=30))
    assert (tmp_path / ".partial").exists()
    assert run(plan(numbers, tmp_path, n=30)).made == 0
    assert not (tmp_path / ".partial").exists()


def test_a_finished_run_leaves_the_batches_of_another_alone(numbers: Any, tmp_path: Path) -> None:
    run(plan(numbers, tmp_path, n=30))
    numbers.fail[44] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        run(plan(numbers, tmp_path, n=60, force=True))
    numbers.fail.clear()
    with pytest.raises(SpecError, match="unfinished"):
        run(plan(numbers, tmp_path, n=30))
    assert run(plan(numbers, tmp_path, n=60, force=True)).made == 20


def test_a_batch_is_packed_with_a_checksum() -> None:
    batch = Batch(Tally(1, {"a": 1}), b'{"id":"x"}\n', [("text/x.txt", "X")])
    content = pack_batch(batch)
    assert unpack_batch(content) == batch
    for place in range(2, len(content)):
        changed = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        with pytest.raises(ValueError, match=r"\w"):
            unpack_batch(changed)
