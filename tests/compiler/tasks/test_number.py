"""Questions for a number: in any logic, with balance, evidence, scores and records that verify."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.certify.exploration import answer
from rspc.compiler.contract import plugins
from rspc.compiler.ir import nodes as ir

SPEC = """family boxes
logic {logic}
param most: int in 1..50 = 6
sort box = {{red, green, blue, white}}
sort size = 1..most
pred size(box, size)
fact fits = size(?b, ?n)
theory {{ 2 of fits. }}
ask number N in 1..?most : size(?b, N) {knobs}{text}
say size(?b, ?n) as "The {{{{ b }}}} box has size {{{{ n }}}}." "the {{{{ b }}}} box has size {{{{ n }}}}"
"""


def family(folder: Path, logic: str = "asp", knobs: str = "", text: str = "") -> rspc.Family:
    path = folder / "boxes.rspec"
    path.write_text(SPEC.format(logic=logic, knobs=knobs, text=text))
    return rspc.load(path)


@pytest.mark.parametrize("logic", ["asp", "defeasible"])
def test_the_answer_is_the_only_number_that_follows(logic: str, tmp_path: Path) -> None:
    for made in family(tmp_path, logic).generate(12):
        goal = made.query.goal
        assert isinstance(goal, ir.Fitting)
        facts = {each.statement for each in made.theory.statements}
        right = [n for n in goal.numbers() if goal.instance(ir.Quantity("integer", n)) in facts]
        assert right == [int(made.label)]
        assert made.question.startswith("Which number can stand for [blank]? The ")
        assert "Answer with the number alone, in digits." in made.text


def test_answers_are_balanced(tmp_path: Path) -> None:
    made = family(tmp_path, knobs="{ least 1  most 3 }").generate(12)
    assert sorted(each.label for each in made) == [*"111122223333"]


def test_replies_are_scored_in_any_spelling(tmp_path: Path) -> None:
    text = '"What is the size of the {{ b }} box?"'
    made = next(iter(family(tmp_path, knobs="{ least 3  most 3 }", text=text).generate(1)))
    assert made.question.startswith("What is the size of the ")
    record = made.record()
    for reply, value in (("3", 1), ("It is 3.", 1), ("three", 1), ("4", 0), ("3 or 4", 0)):
        assert rspc.score(record, reply).value == value, reply
        assert rspc.score(rspc.key(record), reply).value == value, reply


def test_records_verify_and_say_what_is_asked(tmp_path: Path) -> None:
    family(tmp_path, knobs="{ least 1  most 4 }")
    run = CliRunner().invoke
    spec, out = str(tmp_path / "boxes.rspec"), str(tmp_path / "out")
    assert run(app, ["compile", spec, "-n", "8", "-o", out]).exit_code == 0
    result = run(app, ["verify", out])
    assert result.exit_code == 0, result.output
    assert "8 certificates checked, 8 made again" in result.output
    (data,) = (tmp_path / "out").rglob("*.jsonl")
    lines = data.read_text()
    assert '"query":"fitting N in 1..6: size(' in lines
    data.write_text(lines.replace('"label":"2"', '"label":"5"', 1))
    assert run(app, ["verify", out]).exit_code == 1


def test_the_answer_can_be_required(tmp_path: Path) -> None:
    asked = family(tmp_path)
    path = tmp_path / "boxes.rspec"
    path.write_text(path.read_text() + "require answer in 2..3\n")
    labels = {each.label for each in rspc.load(path).generate(8)}
    assert labels == {"2", "3"}
    assert asked.theory_hash != rspc.load(path).theory_hash


def test_none_and_several_are_no_answers(tmp_path: Path) -> None:
    made = next(iter(family(tmp_path).generate(1)))
    engines, box = made.family.engines, made.query.goal.statement
    goal = ir.Fitting("N", ir.Quantity("integer", 1), ir.Quantity("integer", 6), box)
    facts = [goal.instance(ir.Quantity("integer", n)) for n in (2, 4)]
    for statements, label in (([], "none"), (facts[:1], "2"), (facts, "2,4")):
        labelled = tuple(ir.Labelled(f"f{n}", each) for n, each in enumerate(statements))
        assert answer(engines, ir.Theory("asp", labelled), ir.Query(goal)) == label


def test_the_bounds_need_not_be_said(tmp_path: Path) -> None:
    asked = family(tmp_path, text='"How large is the {{ b }} box?"')
    assert asked.warnings == ()
    path = tmp_path / "boxes.rspec"
    path.write_text(path.read_text().replace("How large is the {{ b }} box?", "How large is it?"))
    assert {each.code for each in check(path)} == {"E0509"}


@pytest.mark.parametrize(
    ("ask", "code", "message"),
    [
        ("number", "E0540", "takes a variable with its range"),
        ("number N : size(red, N)", "E0540", "takes a variable with its range"),
        ("number N in 1..most : size(red, N)", "E0540", "takes a variable with its range"),
        ("number N in 1..3 : size(red, 2)", "E0540", "does not contain `N`"),
        ("number N in 3..1 : size(red, N)", "E0541", "has no number"),
        ("number N in 1..500 : size(red, N)", "E0541", "has 500 numbers"),
        ("number N in 1..3 : size(M, N)", "E0426", "`M` is unbound"),
        ("number N in 1..?box : size(red, N)", "E0540", "`?box` is not a whole number"),
        ("number N in 1..3 : size(N, red)", "E0313", "is not in `size`"),
        ("number N in 1..3 : size(red, N) { least 2 }", "E0411", "together"),
        ("number N in 1..3 : size(red, N) { least 3  most 2 }", "E0411", "at most"),
    ],
)
def test_misuse_is_reported(ask: str, code: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.rspec"
    text = SPEC.format(logic="asp", knobs="", text="")
    lines = [f"ask {ask}" if each.startswith("ask ") else each for each in text.splitlines()]
    path.write_text("\n".join(lines) + "\n")
    found = [(each.code, each.message) for each in check(path)]
    assert any(each[0] == code and message in each[1] for each in found), found


def test_the_task_reads_no_field_that_a_key_lacks() -> None:
    assert plugins.load(plugins.TASKS, "number").reads == ()


def test_a_problem_written_out_is_solved() -> None:
    found = rspc.solve(
        "family n\nlogic asp\nsort size = 1..9\npred size(size)\ntheory { size(4). }\n"
        "ask number N in 1..9 : size(N)\n"
    )
    assert found.label == "4"
    assert set(found.engines.values()) == {"4"}
