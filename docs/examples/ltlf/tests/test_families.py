"""Families: the one that ships, the one to start from, and what is wrong with others."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.contract import plugins
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.canonical import reformat
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.sources.starter import start

from .oracle import read

HERE = Path(__file__).parent
SHIPPED = HERE.parent / "specs" / "smart_home.rspec"


def test_the_shipped_family_is_fine() -> None:
    assert not reformat(SHIPPED, write=False)
    family = rspc.load(SHIPPED)
    family.prove()
    assert family.warnings == ()
    made = list(family.generate(12))
    assert sorted(each.label for each in made) == sorted(["true", "false", "unknown"] * 4)
    assert len({each.text for each in made}) == 12
    assert {tuple(each.engines) for each in made} == {("ltlf", "progression")}


def test_the_records_are_those_of_before() -> None:
    golden = [json.loads(line) for line in (HERE / "golden.jsonl").read_text().splitlines()]
    made = json.loads(json.dumps([each.record() for each in rspc.load(SHIPPED).generate(3)]))
    for old, new in zip(golden, made, strict=True):
        assert {**new, "rspc": ""} == {**old, "rspc": ""}


def test_a_harder_family_says_more() -> None:
    for each in rspc.load(SHIPPED).generate(4, statements=6):
        assert each.metrics["statements"] == 6
        assert each.metrics["operators"] >= 3


def test_a_family_starts_from_the_template(tmp_path: Path) -> None:
    path = start("lock", "ltlf", tmp_path)
    assert not reformat(path, write=False)
    family = rspc.load(path)
    family.prove()
    assert family.warnings == ()
    assert {each.label for each in family.generate(6)} == {"true", "false", "unknown"}


def test_a_problem_written_out_is_solved() -> None:
    answer = rspc.solve(
        "family lift\nlogic ltlf { steps 3 }\n"
        "theory { always(not call(a) or next(door(a))).  eventually(call(a)). }\n"
        "ask entailment eventually(door(a))\n"
    )
    assert (answer.label, answer.engines) == ("true", {"ltlf": "true", "progression": "true"})
    assert answer.certificate["fails"] is None


def test_a_spec_can_use_the_library(tmp_path: Path) -> None:
    path = tmp_path / "used.rspec"
    path.write_text(
        "family used\nlogic ltlf\nuse ltlf.phrases\ntheory { p. }\nask entailment always(p)\n"
    )
    assert [each.code for each in check(path) if each.code.startswith("E")] == []
    (tmp_path / "ltlf").mkdir()
    (tmp_path / "ltlf" / "phrases.rspec").write_text('module phrases\nsay p as "it rains"\n')
    assert "it rains" in next(iter(rspc.load(path).generate(1))).text


def test_productions_may_be_formulas_and_parts_of_them(tmp_path: Path) -> None:
    path = tmp_path / "parts.rspec"
    path.write_text(
        "family parts\nlogic ltlf { steps 2 }\npool things = {a, b}\nsort item = things\n"
        "pred p(item)\npred q(item)\n"
        "syntax part = ?p(?x) | not ?p(?x) | always(?p(?x)) | not (p(a) and q(b))\n"
        "axiom whole = <part> | not <part> | not not <part>\n"
        "theory { 4 of whole.  not <part>. }\nask entailment p(a)\n"
    )
    shown = [each for one in rspc.load(path).generate(12) for each in one.record()["theory"]]
    spelled = [each.partition(": ")[2] for each in shown]
    assert {each[0] for each in shown} == {"f", "s"}
    for id, text in zip(shown, spelled, strict=True):
        assert show(read(text)) == text
        assert isinstance(read(text), ir.Fact) == id.startswith("f")


DECLARED = "pool things = {a, b}\nsort item = things\npred p(item)\n"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("theory { always(p(a), p(b)). }", "E0306", "`always` takes one formula, not 2"),
        ("theory { until(p(a)). }", "E0306", "`until` takes 2 formulas, not 1"),
        ("theory { next. }", "E0306", "`next` takes one formula, not 0"),
        ("theory { always(p(X)). }", "E0426", "`X` is unbound in this formula"),
        ("theory { eventually(r(a)). }", "E0205", "there is no predicate `r`"),
        ("theory { eventually(p(c)). }", "E0313", "`c` is not in the sort `item`"),
        ("theory { p(a) -> p(b). }", "E0312", "this statement cannot be expressed"),
        ("theory { 1 < 2 or p(a). }", "E0312", "this statement cannot be expressed"),
        ("theory { 1 < 2. }", "E0312", "this statement cannot be expressed"),
        ("theory { always(-p(a)). }", "E0312", "this statement cannot be expressed"),
        ("theory { p(a). }\npred next(item)", "E0202", "`next` is an operator of logic `ltlf`"),
        ("theory { p(a). }\nrecord r { n: integer = 1..3 }", "E0312", "this record cannot be"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(
    text: str, code: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.rspec"
    path.write_text(f"family wrong\nlogic ltlf\n{DECLARED}{text}\nask entailment p(a)\n")
    found = [(each.code, each.message) for each in check(path) if each.code.startswith("E")]
    assert any(each[0] == code and message in each[1] for each in found), found


def test_what_is_installed_is_listed() -> None:
    listed = json.loads(CliRunner().invoke(app, ["list", "--json"]).output)
    ours = "`rspc-ltlf 0.1.0`"
    assert listed["logics"]["ltlf"]["from"] == ours
    assert listed["strategies"]["independent"]["knobs"].keys() == {"statements", "questions"}
    assert listed["checkers"]["progression"]["from"] == ours
    assert listed["libraries"]["ltlf"]["from"] == ours
    assert "ltlf" in plugins.names(plugins.LIBRARIES)
