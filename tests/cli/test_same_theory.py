"""`rspc compile --same-theory`: the same problems in several wordings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rspc.compiler.api import load
from rspc.compiler.dataset.pairs import check_problems
from rspc.compiler.dataset.runs import Plan
from rspc.compiler.dataset.runs.sweep import settings
from rspc.dsl.diagnostics import SpecError

from .test_commands import rspc

SPEC = """family towns
"who lives where"
logic asp
param register: name in {plain, formal} = plain
param people: int in 3..5 = 4
use formal when register == formal
sort person = {anna, ben, cleo, dora, emil}
sort town = {rome, oslo, lima}
pred lives(person, town)
pred votes(person, town)
fact home = lives(?p, ?t)
theory {
  people of home.
  lives(P, T) -> votes(P, T).
}
say lives(P, T) -> votes(P, T) as "People vote where they live."
say lives(?p, ?t) as "{{ p | capital }} lives in {{ t | capital }}."
ask value P : votes(P, ?t) { least 1  most 2 } "Who votes in {{ t | capital }}?"
"""


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("formal.rspec").write_text(
        'module formal\nsay lives(?p, ?t) as "{{ p | capital }} resides in {{ t | capital }}."\n'
    )
    path = Path("towns.rspec")
    path.write_text(SPEC)
    return path


def test_each_problem_is_written_in_each_register(spec: Path) -> None:
    made = rspc(
        "compile", spec, "-n", 8, "--same-theory", "--register", "plain,formal", "-o", "out"
    )
    assert made.exit_code == 0, made.output
    assert "8 problems, each the same in 2 settings" in made.stderr
    assert "repeat an earlier problem" not in made.stderr
    plain, formal = (
        [json.loads(line) for line in path.read_text().splitlines()]
        for path in sorted(Path("out").glob("records*.jsonl"))
    )
    assert [each["params"]["register"] for each in (plain[0], formal[0])] == ["plain", "formal"]
    for one, other in zip(plain, formal, strict=True):
        for name in ("theory_hash", "theory", "query", "label", "answer", "certificate", "index"):
            assert one[name] == other[name]
        assert one["context"].replace(" lives", " resides") == other["context"]
        assert one["context"] != other["context"]
    assert rspc("verify", "out").exit_code == 0
    nothing = rspc("verify", "out", "--sample", "0")
    assert nothing.exit_code == 2
    assert "nothing would be verified" in nothing.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--sweep", "people=3..4"], "theories depend on `people`"),
        (["--register", "plain"], "there is only one setting to compare"),
        ([], "there is only one setting to compare"),
    ],
)
def test_settings_that_differ_in_more_than_words_are_refused(
    spec: Path, options: list[str], message: str
) -> None:
    made = rspc("compile", spec, "-n", 2, "--same-theory", *options, "-o", "out")
    assert made.exit_code == 1
    assert "error[E0432]" in made.stderr
    assert message in made.stderr
    assert not Path("out").exists()


def test_a_problem_that_is_another_one_in_some_setting_is_reported(spec: Path) -> None:
    command = ["compile", spec, "-n", 3, "--register", "plain,formal", "-o", "out"]
    assert rspc(*command).exit_code == 0
    plan = Plan(
        load(spec),
        {"": 3},
        Path("out"),
        settings(load(spec), swept=["register=plain,formal"]),
    )
    assert check_problems(plan) == 3
    path = sorted(Path("out").glob("records*.jsonl"))[1]
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[1].replace('"attempt":', '"attempt":1'), lines[2]]))
    with pytest.raises(SpecError) as raised:
        check_problems(plan)
    (found,) = raised.value.diagnostics
    assert found.code == "E0432"
    assert found.message == "problem 1 is another one with `register=formal`"
    for kept in (lines[:2], []):
        path.write_text("".join(kept))
        with pytest.raises(SpecError) as raised:
            check_problems(plan)
        (found,) = raised.value.diagnostics
        assert found.code == "E0432"
        assert found.message == "`out` has fewer problems than the 6 that the run made"
