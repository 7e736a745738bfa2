"""One option is misjudged: of the sentences that options are said to violate, exactly one is not violated."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check

from .test_elimination import SEATS, violations

SPEC = Path(rspc.__file__).parent / "specs" / "errors" / "flight_error.rspec"


def seats(folder: Path, ask: str) -> rspc.Family:
    path = folder / "seats.rspec"
    path.write_text(SEATS.partition("ask ")[0] + ask, "utf-8")
    return rspc.load(path)


def value(record: dict[str, Any], reply: str) -> float:
    return float(rspc.score(record, reply).value)


def test_one_line_is_wrong_and_each_equally_often(tmp_path: Path) -> None:
    family = seats(tmp_path, "ask misjudged { options 4  from 60 of seat  matched off }")
    places = Counter[int]()
    for instance in family.generate(24, seed=1):
        record = instance.record()
        options = {each["label"]: violations(each) for each in record["options"]}
        shown = re.findall(r"Option (\w) violates sentence (\d)\.", record["prompt"])
        lines = {name: int(number) for name, number in shown}
        assert [*lines] == [name for name, own in options.items() if own]
        wrong = [name for name, number in lines.items() if number not in options[name]]
        assert wrong == [record["answer"]]
        places[[*lines].index(wrong[0])] += 1
        assert [name for name in options if value(record, name)] == wrong
    assert places == {0: 8, 1: 8, 2: 8}


def test_a_dataset_is_verified_and_other_ways_to_write_count(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = CliRunner().invoke(app, ["compile", str(SPEC), "-n", "6", "-o", str(out)])
    assert run.exit_code == 0, run.output
    assert CliRunner().invoke(app, ["verify", str(out)]).exit_code == 0
    for record in rspc.records(out):
        right = record["answer"]
        other = next(name for name in "ABC" if name != right)
        for reply in (
            right,
            f"The answer is ({right.lower()}).",
            f"Line {right} is wrong.",
            f"Option {right} does not violate sentence 2.",
            f"The line of option {right} is the wrong one.",
            f"<think>{other}</think>\\boxed{{{right}}}",
        ):
            assert value(record, reply) == 1, reply
        for reply in (other, f"Line {other} is wrong.", f"{right}, {other}", ""):
            assert value(record, reply) == 0, reply
        assert value(record, record["prompt"]) == 0


WRONG = {
    "ask misjudged p(a)": "E0421",
    "ask misjudged { options 2 }": "E0411",
    "ask misjudged { options 4  correct 3 }": "E0411",
    "ask misjudged { options 2  correct 3 }": "E0411",
    "ask misjudged { weight 1 }": "E0412",
    "ask misjudged { from 60 of chair }": "E0201",
}


@pytest.mark.parametrize("ask", WRONG)
def test_wrong_questions_are_reported(ask: str, tmp_path: Path) -> None:
    path = tmp_path / "seats.rspec"
    path.write_text(SEATS.partition("ask ")[0] + ask, "utf-8")
    assert WRONG[ask] in {each.code for each in check(path)}
