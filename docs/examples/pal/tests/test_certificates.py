"""Evidence: what the engine gives is accepted, whatever is changed in it is not, and budgets are kept."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rspc_pal import views
from rspc_pal.engine import Worlds
from rspc_pal.views import Views

from rspc.compiler.contract import LIMITS, EngineError, Limits, Verdict
from rspc.compiler.ir import nodes as ir

from .oracle import drawn, query, theory

KNOWN = theory("sees(anne, p(a))", "said(p(a) or q(a))", "said(not knows(anne, q(a)))")
OPEN, CERTAIN, DENIED = query("q(a)"), query("p(a)"), query("knows(anne, not p(a))")


def test_both_give_evidence_that_the_checker_accepts() -> None:
    for known, asked in drawn(7, 60):
        for verdict in (
            Worlds().decide(known, asked, {}, LIMITS),
            Views().derive(known, asked, {}),
        ):
            assert Views().check(known, asked, verdict, {}).accepted


def test_the_checker_uses_neither_the_engine_nor_the_compiler() -> None:
    tree = ast.parse(Path(views.__file__).read_text())
    imported = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    modules = {each.module for each in imported if each.level or "rspc" in (each.module or "")}
    assert modules == {"logic", "rspc.plugin"}
    shared = {name.name for each in imported if each.module == "logic" for name in each.names}
    assert shared == {"FEATURES", "atoms", "formula", "operator"}  # what decides nothing


def test_a_certificate_has_the_first_cases() -> None:
    found = Views().derive(KNOWN, OPEN, {})
    assert found.certificate == {"kind": "cases", "holds": ["p(a)", "q(a)"], "fails": ["p(a)"]}


@pytest.mark.parametrize(
    ("asked", "label", "changes", "reason"),
    [
        (OPEN, "unknown", {"fails": None}, "for the label true"),
        (OPEN, "true", {"fails": None}, "there is such a case"),
        (OPEN, "false", {"holds": None}, "there is such a case"),
        (OPEN, "unknown", {"holds": ["q(a)"]}, "no such case"),
        (OPEN, "unknown", {"holds": ["q(a)", "p(a)"]}, "no such case"),
        (OPEN, "unknown", {"fails": ["r(a)"]}, "no such case"),
        (OPEN, "unknown", {"holds": 3}, "no certificate"),
        (OPEN, "unknown", {"kind": "proof"}, "no certificate"),
        (OPEN, "unknown", {"more": []}, "no certificate"),
        (CERTAIN, "unknown", {"fails": []}, "no such case"),
        (CERTAIN, "inconsistent", {"holds": None}, "there is such a case"),
        (DENIED, "unknown", {"holds": ["p(a)"]}, "no such case"),
    ],
)
def test_what_is_changed_is_refused(
    asked: Any, label: str, changes: dict[str, Any], reason: str
) -> None:
    good = Views().derive(KNOWN, asked, {})
    bad = Verdict(label, "", {**good.certificate, **changes})
    result = Views().check(KNOWN, asked, bad, {})
    assert not result.accepted
    assert reason in result.reason


def test_who_runs_out_of_budget_says_so() -> None:
    known = theory(*[f"said(p{n}(a) or q{n}(a))" for n in range(6)])
    few = Limits(steps=500)
    assert Worlds().decide(known, OPEN, {}, few).label == "undecided"
    assert Views().derive(known, OPEN, {}, few).label == "undecided"
    sound = Views().derive(known, OPEN, {})
    assert "more than 500 cases" in Views().check(known, OPEN, sound, {}, few).reason


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("sees(anne, not p(a))", "is not about an atom"),
        ("p(a) or said(q(a))", "no formula about what is known"),
        ("said(sees(anne, p(a)))", "no formula about what is known"),
    ],
)
def test_the_engine_refuses_what_has_no_meaning(statement: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        Worlds().decide(theory(statement), OPEN, {}, LIMITS)
    with pytest.raises(EngineError, match="whether a formula follows"):
        Worlds().decide(KNOWN, ir.Query(ir.Consistent()), {}, LIMITS)


def test_the_stock_engine_answers_from_the_file(tmp_path: Path) -> None:
    for asked, shown in ((CERTAIN, {"holds"}), (DENIED, {"fails"}), (OPEN, {"holds", "fails"})):
        file = tmp_path / "problem.lp"
        file.write_text(Worlds().encode(KNOWN, asked, {}).text)
        command = [sys.executable, "-m", "clingo", "--verbose=0", str(file)]
        out = subprocess.run(command, capture_output=True, timeout=60, text=True).stdout
        assert set(out.splitlines()[0].split()) == shown


def test_proofs_count_what_is_left() -> None:
    asked = query("knows(bob, p(a))")
    verdict = Views().derive(KNOWN, asked, {})
    steps = Views().explain(KNOWN, asked, verdict)
    assert [each.tag for each in steps] == ["leaves 3 of 4", "leaves 2 of 3", "in 2 of 2"]
    assert steps[-1].premises == (1, 2)
