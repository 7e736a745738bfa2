"""The files of single records, verified where they are, and by processes that cannot read them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.dataset.runs.run import run
from rspc.compiler.dataset.verify import parts
from rspc.compiler.dataset.verify.dataset import verify
from rspc.compiler.dataset.verify.parts import Own

from ..conftest import Ray, plan

N = 6


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    run(plan(rspc.load("flat"), tmp_path / "set", n=N))
    return tmp_path / "set"


def test_ray_reports_what_one_process_reports(
    dataset: Path, ray: Ray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rspc.compiler.dataset.verify.dataset.PART", 2)
    seen: list[int] = []
    assert verify(dataset, executor="ray", progress=seen.append).ok
    assert seen == [2, 4, 6]
    assert len(ray.calls) == 3
    for executor, code in (("ray", 0), ("roy", 1)):
        words = ["verify", str(dataset), "--executor", executor]
        assert CliRunner().invoke(app, words).exit_code == code
    assert len(ray.calls) == 6
    first, second, *_ = sorted((dataset / "text").iterdir())
    first.write_text("another")
    second.unlink()
    third, fourth, *_ = sorted((dataset / "encodings").iterdir())
    third.unlink()
    third.symlink_to(fourth)
    lines = [json.loads(line) for line in (dataset / "records.jsonl").read_text().splitlines()]
    lines[4]["label"] += "s"
    (dataset / "records.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    alone = verify(dataset)
    assert alone.counts["E0840"] >= 3
    assert verify(dataset, executor="ray", workers=2) == alone
    # Nothing but what it was given: the folder may be on another machine.
    monkeypatch.setattr(parts, "_content", lambda path, size: pytest.fail("read"))
    assert verify(dataset, executor="ray", workers=2) == alone


def whole(path: Path) -> Own:
    return Own(path)


@pytest.mark.parametrize("seen", [whole, lambda path: Own(path).read()], ids=["here", "elsewhere"])
@pytest.mark.parametrize(
    ("content", "same"),
    [
        ("a\nb", True),
        ("a\nb\n", True),
        ("a\nb\n\n", False),
        ("a\nb ", False),
        ("a\n", False),
        ("", False),
        (None, False),
    ],
)
def test_a_file_holds_a_text_but_for_one_line_end(
    tmp_path: Path, seen: Callable[[Path], Own], content: str | None, same: bool
) -> None:
    path = tmp_path / "x.txt"
    if content is not None:
        path.write_text(content)
    assert seen(path).holds("a\nb") is same


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.txt")
    own = Own(tmp_path / "x.txt")
    assert not own.read().holds("")
    assert not own.holds("")
