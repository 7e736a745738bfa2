"""The files that `rspc score` and `rspc stats` write: what they replace, what they write into, what they refuse."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rspc.cli.app import app

LOGIC = "constraint"

WRITERS = ["score --out", "score --html", "stats --html"]


def rspc(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("outputs")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert rspc("new", "shop", "--logic", LOGIC).exit_code == 0
        assert rspc("compile", "shop.rspec", "-n", "4", "-o", "out").exit_code == 0
    return folder / "out"


@pytest.fixture
def place(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder with a dataset `out` and replies `p.jsonl`, in which commands run."""
    shutil.copytree(made, tmp_path / "out")
    lines = (made / "records.jsonl").read_text().splitlines()
    replies = [{"id": json.loads(each)["id"], "text": "A"} for each in lines]
    (tmp_path / "p.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in replies))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(writer: str, path: str, *more: str) -> Result:
    command, option = writer.split()
    given = ["p.jsonl"] if command == "score" else []
    return rspc(command, "out", *given, option, path, *more)


@contextmanager
def reader(path: Path) -> Iterator[list[bytes]]:
    """Read a pipe meanwhile; at the end the list has its content."""
    found: list[bytes] = []
    thread = threading.Thread(target=lambda: found.append(path.read_bytes()), daemon=True)
    thread.start()
    yield found
    thread.join(20)


@pytest.mark.parametrize("writer", WRITERS)
def test_a_link_is_followed(place: Path, writer: str) -> None:
    (place / "link").symlink_to("target")
    for _ in range(2):  # first there is no target
        assert write(writer, "link").exit_code == 0
        assert (place / "link").is_symlink()
        assert (place / "target").stat().st_size > 100
        (place / "target").chmod(0o600)
    assert (place / "target").stat().st_mode & 0o777 == 0o600
    (place / "self").symlink_to("self")
    assert "error[E0801]: `self` cannot be written" in write(writer, "self").stderr
    assert (place / "self").is_symlink()
    assert not [*place.glob(".rspc-*")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("writer", WRITERS)
def test_a_pipe_is_written_to(place: Path, writer: str) -> None:
    os.mkfifo(place / "pipe")
    with reader(place / "pipe") as found:
        assert write(writer, "pipe").exit_code == 0
    assert (place / "pipe").is_fifo()
    assert write(writer, "file").exit_code == 0
    assert found == [(place / "file").read_bytes()]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_table_in_parquet_goes_through_a_pipe(place: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    os.mkfifo(place / "pipe.parquet")
    with reader(place / "pipe.parquet") as found:
        assert write("score --out", "pipe.parquet").exit_code == 0
    (place / "file.parquet").write_bytes(found[0])
    assert parquet.read_table(place / "file.parquet").num_rows == 4


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such device")
def test_the_null_device_may_be_named_twice(place: Path) -> None:
    (place / "null").symlink_to(os.devnull)  # a fault would replace the link, and not the device
    assert write("score --out", "null", "--html", "null").exit_code == 0
    assert (place / "null").is_symlink()


def test_the_standard_output_may_be_named(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    if not Path("/dev/stdout").exists():
        pytest.skip("the system has no such file")
    (place / "stdout").symlink_to("/dev/stdout")
    assert write("score --out", "stdout").exit_code == 0
    assert capfd.readouterr().out.startswith('{"id":')


@pytest.mark.parametrize("writer", WRITERS)
def test_inputs_are_not_replaced(place: Path, writer: str) -> None:
    option = writer.split()[1]
    inputs = ["out/records.jsonl", "out/family.json", "out/manifest.json", "link"]
    inputs += ["p.jsonl"] if writer.startswith("score") else ["reference.csv", "public.jsonl"]
    (place / "link").symlink_to("out/records.jsonl")
    (place / "reference.csv").write_text("statistic,value,tolerance\nmean(words),40,50%\n")
    shutil.copy("p.jsonl", "public.jsonl")
    more = () if writer.startswith("score") else ("--reference", "reference.csv")
    more += () if writer.startswith("score") else ("--against", "public.jsonl")
    for name in inputs:
        before = (place / name).read_bytes()
        refused = write(writer, name, *more)
        assert (refused.exit_code, (place / name).read_bytes()) == (1, before), name
        assert f"error[E0801]: `{name}` belongs to the input of this command" in refused.stderr
        assert f"use `{option}` to name another file" in refused.stderr
    for _ in range(2):  # a file beside the dataset's own may be replaced
        assert write(writer, "out/page.html").exit_code == 0


def test_files_of_other_datasets_are_not_replaced(place: Path) -> None:
    shutil.copytree("out", "other")
    refused = write("stats --html", "other/records.jsonl", "--beside", "other")
    assert "error[E0801]" in refused.stderr
    alone = rspc("stats", "out/records.jsonl", "--html", "out/family.json")
    assert "error[E0801]" in alone.stderr


@pytest.mark.parametrize("other", ["X", "./X", "link"])
def test_two_outputs_are_two_files(place: Path, other: str) -> None:
    (place / "link").symlink_to("X")
    refused = write("score --out", "X", "--html", other)
    assert refused.exit_code == 1
    assert "error[E0801]: `--out` and `--html` name the same file" in refused.stderr
    assert not (place / "X").exists()


@pytest.mark.parametrize("writer", WRITERS)
def test_a_refusal_names_the_file_and_the_option(place: Path, writer: str) -> None:
    for path in ("no/x", "out"):
        refused = write(writer, path)
        assert refused.exit_code == 1
        assert f"error[E0801]: `{path}` cannot be written: " in refused.stderr
        assert f"use `{writer.split()[1]}` to name a file" in refused.stderr
        assert ".new" not in refused.stderr
