"""A private test reveals neither answers nor seed, and the dataset that it comes from scores replies to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app

SEED = 7_212_901_881_233


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("private") / "flat"
    line = ["compile", "flat", "-n", "5", "--seed", str(SEED), "-o", str(out)]
    assert CliRunner().invoke(app, line).exit_code == 0
    return out


def test_prompts_are_written_without_answers_or_seed(dataset: Path, tmp_path: Path) -> None:
    rspc.export(dataset, "private-test", tmp_path / "out")
    rows = [json.loads(line) for line in (tmp_path / "out/train.jsonl").read_text().splitlines()]
    records = [*rspc.records(dataset)]
    assert [row["prompt"] for row in rows] == [record["prompt"] for record in records]
    assert all(row.keys() == {"id", "prompt"} for row in rows)
    for path in (tmp_path / "out").iterdir():
        text = path.read_text("utf-8")
        assert str(SEED) not in text
        assert not any(record["id"] in text or record["canary"] in text for record in records)


def test_replies_with_its_ids_are_scored(dataset: Path, tmp_path: Path) -> None:
    rspc.export(dataset, "private-test", tmp_path / "out")
    rows = [json.loads(line) for line in (tmp_path / "out/train.jsonl").read_text().splitlines()]
    answers = [record["answer"] for record in rspc.records(dataset)]
    replies = [
        {"id": row["id"], "text": answer if at else "no idea"}
        for at, (row, answer) in enumerate(zip(rows, answers, strict=True))
    ]
    (tmp_path / "replies.jsonl").write_text("\n".join(map(json.dumps, replies)))
    line = ["score", str(dataset), str(tmp_path / "replies.jsonl"), "--json"]
    found = json.loads(CliRunner().invoke(app, line).stdout)
    assert (found["accuracy"]["right"], found["accuracy"]["count"]) == (4, 5)
    assert (found["unknown"], found["missing"]) == (0, 0)


def test_a_seed_that_can_be_guessed_is_refused(tmp_path: Path) -> None:
    line = ["compile", "flat", "-n", "2", "-o", str(tmp_path / "flat")]
    assert CliRunner().invoke(app, line).exit_code == 0
    with pytest.raises(rspc.SpecError) as caught:
        rspc.export(tmp_path / "flat", "private-test", tmp_path / "out")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "E0857"
    assert "can be guessed" in diagnostic.message
    assert not (tmp_path / "out").exists()
