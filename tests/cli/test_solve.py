"""`rspc solve` from end to end, on problems of the textbooks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from rspc.cli.app import app

CASES = Path(__file__).parents[1] / "cases" / "solved"


def solve(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["solve", *(str(each) for each in arguments)])


def solved(*arguments: object) -> list[dict[str, Any]]:
    result = solve("--json", *arguments)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, list)
    return found


@pytest.fixture(autouse=True)
def _there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)


def test_a_proof_is_laid_out() -> None:
    result = solve("tweety.rspec")
    assert result.exit_code == 0
    assert result.stdout == (
        "tweety.rspec: -flies(tweety)\n"
        "true (metaprogram, fixpoint, derivation)\n"
        "1. -flies(tweety): defeasibly  [f1, r3; beats r2]\n"
        "   By rule r3 (penguin(X) => -flies(X)), -flies(tweety), since penguin(tweety). Against it\n"
        "   speaks rule r2 (bird(X) => flies(X)). r3 > r2.\n"
        "\n"
    )


def test_several_files_are_solved_in_turn() -> None:
    result = solve("tweety.rspec", "nixon.rspec")
    assert [line for line in result.stdout.splitlines() if ".rspec: " in line] == [
        "tweety.rspec: -flies(tweety)",
        "nixon.rspec: pacifist(nixon)",
    ]


def test_a_bad_file_keeps_no_other_from_being_solved(tmp_path: Path) -> None:
    bad = tmp_path / "bad.rspec"
    bad.write_text("family bad\nlogic defeasible\ntheory { p. -p. }\nask entailment p\n")
    result = solve(bad, "tweety.rspec", tmp_path / "none.rspec")
    assert result.exit_code == 1
    assert result.stdout.startswith("tweety.rspec: ")
    assert "error[E0427]" in result.stderr
    assert "error[E0120]" in result.stderr


def test_as_json() -> None:
    (found,) = solved("platypus.rspec")
    assert list(found) == [
        "file",
        "label",
        "query",
        "theory",
        "proof",
        "certificate",
        "engines",
        "encodings",
    ]
    assert (found["file"], found["label"]) == ("platypus.rspec", "true")
    assert [(each["uses"], each["beats"]) for each in found["proof"]] == [
        (["f2", "r2"], ["r4"]),
        (["f1", "r1"], ["r3"]),
    ]


def test_every_question_of_a_file_is_answered_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "t.rspec"
    asks = 'ask entailment q(a)\nask value X : p(X) "Who is p?"\nask entailment -q(a)\n'
    path.write_text(f"family t\nlogic defeasible\ntheory {{ p(a).  r1: p(X) => q(X). }}\n{asks}")
    found = solved(path, "tweety.rspec")
    assert [(each["query"], each["label"]) for each in found] == [
        ("q(a)", "true"),
        ("answers X: p(X)", "a"),
        ("-q(a)", "false"),
        ("-flies(tweety)", "true"),
    ]
    assert [each["proof"][0]["gives"] for each in found[:3]] == ["q(a)", "p(a)", "q(a)"]
    pages = [line for line in solve(path).stdout.splitlines() if ".rspec: " in line]
    assert [page.partition(": ")[2] for page in pages] == ["q(a)", "answers X: p(X)", "-q(a)"]


def test_a_query_and_options_are_given() -> None:
    (found,) = solved("--query", "responsible", "innocence.rspec")
    assert (found["query"], found["label"]) == ("responsible", "unknown")
    (found,) = solved("--set", "variant=parallel", "innocence.rspec")
    assert found["label"] == "unknown"


def test_another_format() -> None:
    (found,) = solved("--query=-flies(tweety)", "tweety.dfl")
    assert (found["label"], found["file"]) == ("true", "tweety.dfl")


def test_a_program_is_asked_and_answered_in_its_own_notation(tmp_path: Path) -> None:
    path = tmp_path / "t.lp"
    path.write_text('P0("Ann").\nP1(X) | -P1(X) :- P0(X).\n:- P1("Ann").\n', "utf-8")
    (found,) = solved(path)
    assert found["answer_sets"] == [['-P1("Ann")', 'P0("Ann")']]
    assert found["theory"][1] == "P1(X) | -P1(X) :- P0(X). % r1"
    assert solve(path).stdout.splitlines()[2] == '1. {-P1("Ann"), P0("Ann")}'
    (found,) = solved("--query", 'P1("Ann").', path)
    assert (found["query"], found["label"]) == ('P1("Ann")', "false")
    assert found["certificate"]["asked"] == '`P1`("Ann")'
    wrong = solve("--query", "P1(Ann)", path)
    assert wrong.exit_code == 1
    assert "query:1:1" in wrong.stderr
    assert "if you mean a name, put it in quotes" in wrong.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--set", "variant", "tweety.rspec"], "E0418"),
        (["--set", "variant=odd", "tweety.rspec"], "E0411"),
        (["--set", "odd=1", "tweety.rspec"], "E0412"),
        (["--query", "flies(X)", "tweety.rspec"], "E0426"),
        (["tweety.dfl"], "E0425"),
        (["tweety"], "E0120"),
        (["../../../README.md"], "E0217"),
    ],
)
def test_what_is_wrong_is_told(arguments: list[str], code: str) -> None:
    result = solve(*arguments)
    assert result.exit_code == 1
    assert f"error[{code}]" in result.stderr
    assert result.stdout == ""


def test_a_warning_is_told_beside_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "t.rspec"
    rules = "r1: p => q.  r2: p => s.  r1 > r2."
    path.write_text(f"family t\nlogic defeasible\ntheory {{ p.  {rules} }}\nask entailment q\n")
    result = solve(path)
    assert result.exit_code == 0
    assert "warning[W0430]" in result.stderr
    assert "true (" in result.stdout


PROGRAM = """family t
logic asp
theory { -> (a | b). c. minimize { 1 : a; 1 : b }. }
"""


def test_answer_sets_are_laid_out(tmp_path: Path) -> None:
    path = tmp_path / "t.rspec"
    path.write_text(PROGRAM, "utf-8")
    told = solve(path).stdout.splitlines()
    assert told[1].startswith("2 optimal answer sets (clingo")
    assert told[2:] == ["cost: 1", "1. {a, c}", "2. {b, c}", ""]
    fewer = solve(path, "--set", "most=1", "--set", "show=a/0, b/0").stdout.splitlines()
    assert fewer[1].startswith("more than 1 optimal answer set; of them these (clingo")
    assert fewer[3] in ("1. {a}", "1. {b}")
    (found,) = solved(path)
    assert (found["label"], found["answer_sets"]) == (None, [["a", "c"], ["b", "c"]])
    assert (found["complete"], found["cost"]) == (True, [1])


def test_what_goes_wrong_while_a_program_is_solved_is_told(tmp_path: Path) -> None:
    path = tmp_path / "t.rspec"
    path.write_text(f"{PROGRAM}ask entailment a\n", "utf-8")
    result = solve(path)
    assert result.exit_code == 1
    assert "error[E0433]" in result.stderr
    path.write_text("family t\nlogic asp\ntheory { p(0). p(X) -> p(X + 1). }\n", "utf-8")
    result = solve(path)
    assert result.exit_code == 0
    assert "undecided" in result.stdout
    assert "warning[W0434]" in result.stderr
