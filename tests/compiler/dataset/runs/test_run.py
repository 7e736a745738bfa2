"""Runs: what they write, what they count, and what they leave behind when they are stopped."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.dataset.runs import progress
from rspc.compiler.dataset.runs.batch import MOST_COUNTED, OTHERS, Tally
from rspc.compiler.dataset.runs.plan import Order
from rspc.compiler.dataset.runs.progress import Progress
from rspc.compiler.dataset.runs.run import check, find_finished_run, run
from rspc.compiler.dataset.runs.sweep import Setting
from rspc.dsl.diagnostics import SpecError

from ..conftest import codes, lines, plan


def test_a_run_writes_records_manifest_family_encodings_and_texts(
    numbers: Any, tmp_path: Path
) -> None:
    out = tmp_path / "deep" / "out"
    summary = run(plan(numbers, out, n=5, keep=2))
    assert [each["index"] for each in lines(out)] == [0, 1, 2, 3, 4]
    content = (out / "records.jsonl").read_bytes()
    assert summary.digest == f"sha256:{hashlib.sha256(content).hexdigest()}"
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["complete"] is True
    assert manifest["count"] == summary.count == 5
    assert manifest["digest"] == summary.digest
    assert sum(manifest["labels"].values()) == 5
    assert manifest["machine"]["python"] == ".".join(map(str, sys.version_info[:3]))
    packages = manifest["machine"]["packages"]
    assert {"lark", "clingo", "pyarrow", "zstandard"} <= packages.keys()
    assert not {"pytest", "scikit-learn"} & packages.keys()
    assert json.loads((out / "family.json").read_text()) == {"name": "numbers", "hash": "abc123"}
    assert [each.name for each in sorted((out / "text").iterdir())] == [
        "numbers-s0--0-000000.txt",
        "numbers-s0--0-000001.txt",
    ]
    kept = sorted((out / "encodings").iterdir())
    assert [each.suffix for each in kept] == [".smt2", ".smt2"]
    assert {each.name for each in out.iterdir()} == {
        "README.md",
        "croissant.json",
        "data",
        "records.jsonl",
        "manifest.json",
        "family.json",
        "encodings",
        "text",
    }


def test_a_prefix_of_a_longer_run_is_the_shorter_run(numbers: Any, tmp_path: Path) -> None:
    run(plan(numbers, tmp_path / "a", n=3))
    run(plan(numbers, tmp_path / "b", n=6))
    assert lines(tmp_path / "a") == lines(tmp_path / "b")[:3]


def test_keep_all_and_keep_none(numbers: Any, tmp_path: Path) -> None:
    run(plan(numbers, tmp_path / "all", n=120, keep=None))
    assert len(list((tmp_path / "all" / "text").iterdir())) == 120
    run(plan(numbers, tmp_path / "none", keep=0))
    assert not (tmp_path / "none" / "text").exists()


def test_the_same_run_replaces_itself_and_writes_the_same_bytes(
    numbers: Any, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    first = run(plan(numbers, out, n=4))
    assert run(plan(numbers, out, n=4)).digest == first.digest
    run(plan(numbers, out, n=2, keep=1, force=True))
    assert len(lines(out)) == 2
    assert len(list((out / "text").iterdir())) == 1
    assert not any("000003" in each.name for each in out.rglob("*"))
    assert run(plan(numbers, out, n=4, force=True)).digest == first.digest


@pytest.mark.parametrize("name", ["records.jsonl", "family.json"])
def test_a_finished_run_is_made_anew_where_one_byte_of_it_is_another(
    numbers: Any, tmp_path: Path, name: str
) -> None:
    run(plan(numbers, tmp_path))
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(whole.replace(b"numbers", b"Numbers", 1))
    altered: list[Path] = []
    assert find_finished_run(plan(numbers, tmp_path), altered.append) is None
    assert altered == [tmp_path / name]
    assert run(plan(numbers, tmp_path)).made == 5
    assert (tmp_path / name).read_bytes() == whole
    assert find_finished_run(plan(numbers, tmp_path), altered.append) is not None


class Full(io.RawIOBase):
    """A file on a disk that has no room left."""

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("buffer", [1, 1 << 20], ids=["at once", "at the end"])
def test_a_full_disk_is_a_diagnostic_and_what_is_finished_is_kept(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, buffer: int
) -> None:
    opened = Path.open

    def full(self: Path, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if self.name == "records.jsonl" and "w" in mode:
            return io.BufferedWriter(Full(), buffer)
        return opened(self, mode, *args, **kwargs)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path / "out"))
    assert codes(error) == ["E0801"]
    assert "records.jsonl` cannot be written: No space left" in str(error.value)
    assert "help: " in str(error.value)
    assert [each.name for each in (tmp_path / "out").iterdir()] == [".partial"]
    monkeypatch.undo()
    assert run(plan(numbers, tmp_path / "out")).made == 0


def test_an_unknown_format_is_a_diagnostic(numbers: Any, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path, format="jsonll"))
    assert codes(error) == ["E0810"]
    assert "did you mean `jsonl`?" in str(error.value)


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), RuntimeError("broken")])
def test_a_stopped_run_leaves_the_earlier_one_as_it_was(
    numbers: Any, tmp_path: Path, fault: BaseException
) -> None:
    out = tmp_path / "out"
    run(plan(numbers, out, n=3))
    before = {each: each.read_bytes() for each in out.rglob("*") if each.is_file()}
    numbers.fail[5] = fault
    with pytest.raises(type(fault)):
        run(plan(numbers, out, n=9, force=True))
    assert {each: each.read_bytes() for each in out.rglob("*") if each.is_file()} == before


def test_a_check_makes_nothing(numbers: Any, tmp_path: Path) -> None:
    check(plan(numbers, tmp_path / "deep" / "out"))
    assert list(tmp_path.iterdir()) == []


def test_a_crash_while_publishing_is_known_and_made_good(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rspc.compiler.dataset.formats import folder

    def crash(path: Path) -> None:
        raise RuntimeError("the power went")

    with monkeypatch.context() as patched:
        patched.setattr(folder, "settle", crash)
        with pytest.raises(RuntimeError):
            run(plan(numbers, tmp_path, n=2))
    assert json.loads((tmp_path / "manifest.json").read_text())["complete"] is False
    run(plan(numbers, tmp_path, n=2))
    assert json.loads((tmp_path / "manifest.json").read_text())["complete"] is True


def test_progress_and_rejections_are_told(numbers: Any, tmp_path: Path) -> None:
    seen: list[Progress] = []
    settings = (Setting("depth=1", {"depth": 1}), Setting("depth=2", {"depth": 2}))
    summary = run(plan(numbers, tmp_path, n=10, settings=settings), seen.append)
    assert [(each.done, each.total, each.setting) for each in (seen[0], seen[-1])] == [
        (1, 20, "depth=1"),
        (20, 20, "depth=2"),
    ]
    assert summary.rejections["too small"] > 0
    assert [each["params"]["depth"] for each in lines(tmp_path)] == [1] * 10 + [2] * 10


def test_nothing_is_held_per_instance(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "MOST_HERE", 10_000)
    run(plan(numbers, tmp_path / "first", n=10, keep=0))  # what is imported late counts for none
    peaks = []
    for n in (3_200, 6_400):  # batches are of the same size
        tracemalloc.start()
        run(plan(numbers, tmp_path / str(n), n=n, keep=0))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 50_000


def test_labels_without_end_are_counted_together(numbers: Any) -> None:
    tally, order = Tally(), Order(0, "", 0, 0, MOST_COUNTED + 5, 0)
    drawn = numbers.instance()
    for number in range(MOST_COUNTED + 5):
        tally.add(type(drawn)(**{**drawn.__dict__, "label": str(number)}), {}, order)
    assert len(tally.labels) == MOST_COUNTED + 1
    assert tally.labels[OTHERS] == 5
