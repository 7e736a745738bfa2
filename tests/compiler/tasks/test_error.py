"""Proofs with one wrong line: the line is wrong, all others are right, and neither place nor kind gives it away."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check

SPECS = Path(rspc.__file__).parent / "specs" / "errors"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))


@cache
def made(name: str, number: int) -> tuple[rspc.Instance, ...]:
    return tuple(rspc.load(SPECS / f"{name}.rspec").generate(number, seed=3))


@pytest.mark.parametrize("name", FAMILIES)
def test_a_dataset_is_verified_and_gold_scores_one(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = CliRunner().invoke(
        app, ["compile", str(SPECS / f"{name}.rspec"), "-n", "6", "-o", str(out)]
    )
    assert run.exit_code == 0, run.output
    assert CliRunner().invoke(app, ["verify", str(out)]).exit_code == 0
    for record in rspc.records(out):
        assert rspc.score(record, record["answer"]).value == 1
        wrong = record["metrics"]["line"] % record["reply"]["lines"] + 1
        assert rspc.score(record, f"Line {wrong} is wrong.").value == 0
        assert (
            rspc.score(record, f"The line that does not follow is line {record['answer']}.").value
            == 1
        )
        assert rspc.score(record, record["prompt"]).value == 0
        assert rspc.score(record, "1, 2").value == 0


@pytest.mark.parametrize("name", ["aspbench_error", "boardgame_error"])
def test_every_line_is_wrong_equally_often(name: str) -> None:
    lines = Counter(each.answer for each in made(name, 16))
    assert lines == dict.fromkeys("1234", 4)


WRONG = {
    "ask error { lines 1 }": "E0411",
    "ask error { kinds {} }": "E0411",
    "ask error { kinds {typo} }": "E0411",
    "ask error { line 3 }": "E0412",
}


@pytest.mark.parametrize("ask", WRONG)
def test_wrong_questions_are_reported(ask: str, tmp_path: Path) -> None:
    text = f"family f\nlogic asp\nsort x = {{a, b}}\npred p(x)\ntheory {{ p(a). }}\n{ask}\n"
    (tmp_path / "f.rspec").write_text(text, "utf-8")
    assert WRONG[ask] in {each.code for each in check(tmp_path / "f.rspec")}
