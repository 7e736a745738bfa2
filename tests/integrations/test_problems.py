"""What the integrations share, and `rspc.dataset`; the other packages are tried in `tests/outside`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.integrations.problems import Problems


def test_problems_are_instances_of_the_family_in_a_form() -> None:
    family = rspc.load("flat")
    problems = Problems("flat", seed=3, level=2, params={"pool": 40}, answer_format="boxed")
    for index in (0, 4):
        made = problems.problem(index)
        own = family.instance(3, index, preset="2", pool=40).record()
        assert made.record == own
        assert made.prompt.startswith(own["prompt"])
        assert made.reply == rf"\boxed{{{own['answer']}}}"
        assert rspc.score(made.key, made.reply).value == 1
        assert rspc.score(made.key, "no idea").value == 0


def test_choices_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="choose one"):
        Problems("flat", preset="a", level=1).problem(0)
    with pytest.raises(rspc.SpecError, match="boxd"):
        Problems("flat", answer_format="boxd").problem(0)
    with pytest.raises(rspc.SpecError, match="fla"):
        Problems("fla").problem(0)


def test_a_dataset_has_the_rows_of_a_folder(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    line = ["compile", "flat", "-n", "4", "--seed", "2", "--set", "options=3"]
    assert CliRunner().invoke(app, [*line, "-o", str(tmp_path / "flat")]).exit_code == 0
    rows = rspc.dataset("flat", 4, seed=2, options=3)
    folder = datasets.load_dataset(
        str(tmp_path / "flat"), split="train", cache_dir=str(tmp_path / "cache")
    )
    assert [*rows] == [*folder]
    assert rows.features == folder.features
    for row, record in zip(rows, rspc.records(tmp_path / "flat"), strict=True):
        assert rspc.record(row) == record
    with pytest.raises(ValueError, match="choose one"):
        rspc.dataset("flat", 1, preset="1", level=1)
