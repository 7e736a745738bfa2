"""Runs: what they write, what they refuse, and what they leave behind when they are stopped."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.emit.jsonl import Jsonl
from rspc.compiler.emit.run import MOST_COUNTED, OTHERS, Plan, Progress, Tally, check, run
from rspc.compiler.emit.sweep import Setting, UsageError, pairs, points, settings
from rspc.compiler.plugins import PluginError
from rspc.dsl.diagnostics import SpecError

ONE = (Setting("", {}),)


def plan(family: Any, out: Path, n: int = 5, **more: Any) -> Plan:
    return Plan(**{"family": family, "n": n, "out": out, "settings": ONE, **more})


def codes(error: pytest.ExceptionInfo[SpecError]) -> list[str]:
    return [each.code for each in error.value.diagnostics]


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]


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
    assert "lark" in manifest["machine"]["packages"]
    assert json.loads((out / "family.json").read_text()) == {"name": "numbers", "hash": "abc123"}
    assert [each.name for each in sorted((out / "text").iterdir())] == [
        "numbers-s0--0-000000.txt",
        "numbers-s0--0-000001.txt",
    ]
    kept = sorted((out / "encodings").iterdir())
    assert [each.suffix for each in kept] == [".smt2", ".smt2"]
    assert {each.name for each in out.iterdir()} == {
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


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 1},
        {"split": "test"},
        {"settings": (Setting("", {"depth": 2}),)},
        {"n": 6},
        {"keep": 1, "seed": 1},
    ],
)
def test_another_run_in_the_folder_is_refused_unless_forced(
    numbers: Any, tmp_path: Path, change: dict[str, Any]
) -> None:
    out = tmp_path / "out"
    run(plan(numbers, out))
    before = (out / "records.jsonl").read_bytes()
    with pytest.raises(SpecError) as error:
        run(plan(numbers, out, **change))
    assert codes(error) == ["E0803"]
    assert f"`{next(iter(change))}`" in str(error.value)
    assert (out / "records.jsonl").read_bytes() == before
    run(plan(numbers, out, force=True, **change))
    assert (out / "records.jsonl").read_bytes() != before


def test_records_without_a_manifest_are_refused(numbers: Any, tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_text("mine\n")
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path))
    assert codes(error) == ["E0803"]
    assert (tmp_path / "records.jsonl").read_text() == "mine\n"


def test_a_users_own_records_are_refused(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Jsonl, "suffix", ".csv")
    (tmp_path / "records.csv").write_text("mine\n")
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path))
    assert codes(error) == ["E0803"]
    assert (tmp_path / "records.csv").read_text() == "mine\n"


def test_other_files_in_the_folder_are_left_alone(numbers: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine\n")
    run(plan(numbers, tmp_path))
    assert (tmp_path / "notes.txt").read_text() == "mine\n"


def test_a_file_as_the_output_is_refused(numbers: Any, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path / "out"))
    assert codes(error) == ["E0802"]


def test_a_folder_that_cannot_be_made_is_a_diagnostic(numbers: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path / "file" / "out"))
    assert codes(error) == ["E0801"]
    assert str(tmp_path / "file") in str(error.value)


class Full(io.RawIOBase):
    """A file on a disk that has no room left."""

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("buffer", [1, 1 << 20], ids=["at once", "at the end"])
def test_a_full_disk_is_a_diagnostic_and_leaves_nothing(
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
    assert list((tmp_path / "out").iterdir()) == []


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


def test_what_a_killed_run_left_is_cleared(numbers: Any, tmp_path: Path) -> None:
    (tmp_path / ".partial" / "text").mkdir(parents=True)
    (tmp_path / ".partial" / "records.jsonl").write_text("half")
    (tmp_path / ".partial" / "rspc.lock").write_bytes(b"")
    old = "numbers-s0--0-000007.txt"
    (tmp_path / ".partial" / "text" / old).write_text("half")
    run(plan(numbers, tmp_path, n=2))
    assert len(lines(tmp_path)) == 2
    assert not (tmp_path / ".partial").exists()
    assert not (tmp_path / "text" / old).exists()


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("names", [["thesis.txt"], ["rspc.lock", "thesis.txt"], ["records.jsonl"]])
def test_a_strangers_folder_in_the_place_of_the_stage_is_refused(
    numbers: Any, tmp_path: Path, names: list[str], force: bool
) -> None:
    stage = tmp_path / ".partial"
    stage.mkdir()
    for name in names:
        (stage / name).write_text("mine")
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path, force=force))
    assert codes(error) == ["E0801"]
    assert sorted(each.name for each in stage.iterdir()) == sorted(names)
    assert {each.read_text() for each in stage.iterdir()} == {"mine"}


def test_a_link_in_the_place_of_the_stage_is_not_followed(numbers: Any, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "thesis.txt").write_text("mine")
    out = tmp_path / "out"
    out.mkdir()
    (out / ".partial").symlink_to(home)
    for _ in range(2):
        with pytest.raises(SpecError) as error:
            run(plan(numbers, out, force=True))
        assert codes(error) == ["E0801"]
        assert (out / ".partial").is_symlink()
        (home / "thesis.txt").replace(tmp_path / "thesis.txt")
        assert list(home.iterdir()) == []
        (tmp_path / "thesis.txt").replace(home / "thesis.txt")


def test_a_link_in_the_place_of_the_lock_is_not_followed(numbers: Any, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    (tmp_path / "out" / ".partial").mkdir(parents=True)
    (tmp_path / "out" / ".partial" / "rspc.lock").symlink_to(tmp_path / "thesis.txt")
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path / "out"))
    assert codes(error) == ["E0801"]
    assert (tmp_path / "thesis.txt").read_text() == "mine"


@pytest.mark.parametrize("name", ["text", "encodings"])
def test_a_link_in_the_place_of_a_folder_is_refused(
    numbers: Any, tmp_path: Path, name: str
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).symlink_to(tmp_path / "home")
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path / "out", force=True))
    assert codes(error) == ["E0801"]
    assert list((tmp_path / "home").iterdir()) == []


def test_force_leaves_a_users_own_files_alone(numbers: Any, tmp_path: Path) -> None:
    run(plan(numbers, tmp_path, n=3))
    own = [
        tmp_path / "text" / "notes-2024.txt",
        tmp_path / "encodings" / "mine.smt2",
        tmp_path / "records-2019.csv",
        tmp_path / "records.xlsx",
    ]
    for each in own:
        each.write_text("mine")
    run(plan(numbers, tmp_path, n=1, seed=1, force=True))
    assert {each.read_text() for each in own} == {"mine"}
    assert sorted(each.name for each in (tmp_path / "text").iterdir()) == [
        "notes-2024.txt",
        "numbers-s1--0-000000.txt",
    ]


def test_a_check_makes_nothing(numbers: Any, tmp_path: Path) -> None:
    check(plan(numbers, tmp_path / "deep" / "out"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("encode", "reason"),
    [("raise ValueError('no')", "ValueError: no"), ("return 'text'", "no bytes, but `str`")],
)
def test_a_writer_that_fails_is_named(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encode: str, reason: str
) -> None:
    space: dict[str, Any] = {}
    exec(f"def encode(self, record):\n    {encode}\n", space)
    monkeypatch.setattr(Jsonl, "encode", space["encode"])
    with pytest.raises(
        PluginError, match=r"writer `jsonl` of `rspc .*` failed at numbers"
    ) as error:
        run(plan(numbers, tmp_path / "out"))
    assert reason in str(error.value)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_crash_while_publishing_is_known_and_made_good(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rspc.compiler.emit import folder

    def crash(path: Path) -> None:
        raise RuntimeError("the power went")

    with monkeypatch.context() as patched:
        patched.setattr(folder, "_settle", crash)
        with pytest.raises(RuntimeError):
            run(plan(numbers, tmp_path, n=2))
    assert json.loads((tmp_path / "manifest.json").read_text())["complete"] is False
    run(plan(numbers, tmp_path, n=2))
    assert json.loads((tmp_path / "manifest.json").read_text())["complete"] is True


def test_two_runs_into_one_folder_at_once_are_refused(numbers: Any, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import fcntl, sys\n"
            "file = open(sys.argv[1], 'wb')\n"
            "fcntl.flock(file, fcntl.LOCK_EX)\n"
            "print('held', flush=True)\n"
            "sys.stdin.read()\n",
            str(tmp_path / "lock"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        holder.stdout.readline()
        (tmp_path / "out" / ".partial").mkdir(parents=True)
        (tmp_path / "lock").rename(tmp_path / "out" / ".partial" / "rspc.lock")
        with pytest.raises(SpecError) as error:
            run(plan(numbers, tmp_path / "out"))
        holder.stdin.close()
    assert codes(error) == ["E0815"]
    assert (tmp_path / "out" / ".partial" / "rspc.lock").exists()
    run(plan(numbers, tmp_path / "out", n=1))


def test_a_split_cannot_lead_files_out_of_the_folder(numbers: Any, tmp_path: Path) -> None:
    run(plan(numbers, tmp_path / "out", n=1, split="../../x"))
    assert [each.name for each in tmp_path.iterdir()] == ["out"]
    assert [each.name for each in (tmp_path / "out" / "text").iterdir()] == [
        "numbers-s0-.._.._x-0-000000.txt"
    ]


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


def test_nothing_is_held_per_instance(numbers: Any, tmp_path: Path) -> None:
    peaks = []
    for n in (500, 4000):
        tracemalloc.start()
        run(plan(numbers, tmp_path / str(n), n=n, keep=0))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 100_000


def test_labels_without_end_are_counted_together(numbers: Any) -> None:
    tally = Tally()
    drawn = numbers.instance()
    for number in range(MOST_COUNTED + 5):
        tally.add(type(drawn)(**{**drawn.__dict__, "label": str(number)}))
    assert len(tally.labels) == MOST_COUNTED + 1
    assert tally.labels[OTHERS] == 5


def test_sweeps_are_crossed_in_order(numbers: Any) -> None:
    found = settings(numbers, swept=["depth=1..3"])
    assert [(each.label, each.params) for each in found] == [
        (f"depth={depth}", {"depth": depth}) for depth in (1, 2, 3)
    ]
    assert points("-1..1") == ("-1", "0", "1")
    assert points("a, b,c") == ("a", "b", "c")
    assert settings(numbers, fixed=["depth=4"])[0].label == ""


@pytest.mark.parametrize(
    "text", ["3..1", "1,,2", "", "1..99999999"], ids=["backwards", "gap", "nothing", "endless"]
)
def test_a_malformed_sweep_says_so(text: str) -> None:
    with pytest.raises(UsageError):
        points(text)


@pytest.mark.parametrize("texts", [["depth"], ["=3"], ["depth="], ["depth=1", "depth=2"]])
def test_a_malformed_pair_says_so(texts: list[str]) -> None:
    with pytest.raises(UsageError):
        pairs(texts)


def test_a_parameter_is_set_or_swept(numbers: Any) -> None:
    with pytest.raises(UsageError, match="both set and swept"):
        settings(numbers, fixed=["depth=1"], swept=["depth=1..2"])


def test_an_endless_product_of_sweeps_is_refused(numbers: Any) -> None:
    numbers.settings = lambda pairs, preset: dict(pairs)
    with pytest.raises(UsageError, match="more than"):
        settings(numbers, swept=["a=1..500", "b=1..500"])
