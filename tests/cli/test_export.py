"""`rspc export`: a finished dataset for another program, or a diagnostic and nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rspc.cli.app import app


def rspc(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("export") / "flat"
    done = rspc("compile", "flat", "--split", "train=3,test=2", "-o", out)
    assert done.exit_code == 0, done.output
    return out


def test_a_dataset_is_exported_with_a_page_that_says_how_to_run_it(
    dataset: Path, tmp_path: Path
) -> None:
    done = rspc("export", dataset, "trl", "-o", tmp_path / "out", "--answer-format", "boxed")
    assert (done.exit_code, done.stdout) == (0, f"{tmp_path / 'out'}\n")
    assert "3 of `train`" in done.stderr
    assert "README.md" in done.stderr
    rows = [json.loads(line) for line in (tmp_path / "out/train.jsonl").read_text().splitlines()]
    assert [rows[0].keys(), len(rows)] == [{"prompt", "key"}, 3]
    assert "GRPOTrainer" in (tmp_path / "out/README.md").read_text("utf-8")
    again = rspc("export", dataset, "trl", "-o", tmp_path / "out", "--force", "--json")
    assert json.loads(again.stdout)["counts"] == {"test": 2, "train": 3}


def test_worked_problems_come_before_each_prompt(dataset: Path, tmp_path: Path) -> None:
    done = rspc(
        *("export", dataset, "chat", "-o", tmp_path / "out", "--shots", 2, "--shots-from", "train")
    )
    assert done.exit_code == 0, done.output
    assert not (tmp_path / "out/train.jsonl").exists()
    (row, _) = (tmp_path / "out/test.jsonl").read_text().splitlines()
    assert [turn["role"] for turn in json.loads(row)["messages"]] == [
        *("user", "assistant", "user", "assistant", "user")
    ]


def test_what_cannot_be_exported_leaves_nothing(dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for code, arguments in (
        ("E0810", (dataset, "trll")),
        ("E0804", (tmp_path / "none", "trl")),
        ("E0856", (dataset, "trl", "--answer-format", "box")),
        ("E0857", (dataset, "sft")),
        ("E0858", (dataset, "trl", "--shots", 9)),
    ):
        done = rspc("export", *arguments, "-o", out)
        assert (done.exit_code, code in done.stderr) == (1, True), done.output
        assert not out.exists()
    assert [*tmp_path.iterdir()] == []
