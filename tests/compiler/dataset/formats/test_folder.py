"""The folder of a run: what may stand in it before, and what is refused or left alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from rspc.compiler.dataset.formats import folder
from rspc.compiler.dataset.formats.jsonl import Jsonl
from rspc.compiler.dataset.runs.run import run
from rspc.compiler.dataset.runs.sweep import Setting
from rspc.dsl.diagnostics import SpecError

from ..conftest import codes, lines, plan


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
    differs = next(iter(change))
    assert f"`{'counts' if differs in ('split', 'n') else differs}`" in str(error.value)
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


def test_a_lock_that_is_removed_before_it_is_taken_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fcntl")
    lock = tmp_path / ".partial" / "rspc.lock"
    taken = folder._try_lock
    ends = iter([True])

    def late(file: IO[bytes]) -> bool:
        if next(ends, False):  # the run that had it is over between the file's opening and this
            lock.unlink()
            lock.parent.rmdir()
        return taken(file)

    monkeypatch.setattr(folder, "_try_lock", late)
    with folder.staging_dir(tmp_path, {}):
        with pytest.raises(SpecError) as error, folder.staging_dir(tmp_path, {}):
            pass
        assert codes(error) == ["E0815"]
        assert lock.is_file()
    assert list(tmp_path.iterdir()) == []


def test_a_split_cannot_lead_files_out_of_the_folder(numbers: Any, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path / "out", n=1, split="../../x"))
    assert codes(error) == ["E0423"]
    assert not list(tmp_path.iterdir())
