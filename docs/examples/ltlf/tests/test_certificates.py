"""Evidence: what the engine gives is accepted, whatever is changed in it is not, and budgets are kept."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rspc_ltlf import progression
from rspc_ltlf.engine import Traces
from rspc_ltlf.progression import Progression

from rspc.compiler.contract import LIMITS, Limits, Verdict

from .oracle import drawn, query, theory

KNOWN = theory("until(p(a), q(a))", "not q(a)")
OPEN, CERTAIN, DENIED = query("next(q(a))"), query("p(a)"), query("always(not p(a))")


def test_both_give_evidence_that_the_checker_accepts() -> None:
    for one, other in zip(drawn(7, 40, 3), drawn(8, 40, 3), strict=True):
        known, asked = theory(one), query(other)
        for verdict in (
            Traces().decide(known, asked, {}, LIMITS),
            Progression().derive(known, asked, {}),
        ):
            assert Progression().check(known, asked, verdict, {}).accepted


def test_the_checker_uses_neither_the_engine_nor_the_compiler() -> None:
    tree = ast.parse(Path(progression.__file__).read_text())
    imported = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    modules = {each.module for each in imported if each.level or "rspc" in (each.module or "")}
    assert modules == {"logic", "rspc.plugin"}
    names = {name.name for each in imported if each.module == "rspc.plugin" for name in each.names}
    contract = {"LIMITS", "UNDECIDED", "CheckResult", "Feature", "Limits", "Verdict"}
    assert names == contract | {"Kind", "ir", "show", "walk"}


def test_a_certificate_is_the_first_of_all() -> None:
    found = Progression().derive(KNOWN, OPEN, {})
    assert found.certificate == {
        "kind": "traces",
        "holds": [["p(a)"], ["q(a)"], []],
        "fails": [["p(a)"], ["p(a)"], ["q(a)"]],
    }


@pytest.mark.parametrize(
    ("asked", "label", "changes", "reason"),
    [
        (OPEN, "unknown", {"fails": None}, "for the label true"),
        (OPEN, "true", {"fails": None}, "there is a trace"),
        (OPEN, "false", {"holds": None}, "there is a trace"),
        (OPEN, "unknown", {"holds": [["p(a)"], ["p(a)"], ["q(a)"]]}, "does not satisfy"),
        (OPEN, "unknown", {"holds": [["p(a)"], ["q(a)"]]}, "2 steps, and not 3"),
        (OPEN, "unknown", {"holds": [["q(a)"], ["q(a)"], []]}, "does not satisfy"),
        (OPEN, "unknown", {"holds": 3}, "no certificate"),
        (OPEN, "unknown", {"kind": "proof"}, "no certificate"),
        (OPEN, "unknown", {"more": []}, "no certificate"),
        (CERTAIN, "unknown", {"fails": [["p(a)"], ["q(a)"], []]}, "does not satisfy"),
        (CERTAIN, "inconsistent", {"holds": None}, "there is a trace"),
    ],
)
def test_what_is_changed_is_refused(
    asked: Any, label: str, changes: dict[str, Any], reason: str
) -> None:
    good = Progression().derive(KNOWN, asked, {})
    bad = Verdict(label, "", {**good.certificate, **changes})
    result = Progression().check(KNOWN, asked, bad, {})
    assert not result.accepted
    assert reason in result.reason


def test_who_runs_out_of_budget_says_so() -> None:
    many = [f"eventually(p{n}(a) and not q{n}(a))" for n in range(8)]
    known = theory(*many, "always(not p0(a) or next(p0(a)))", steps=6)
    few = Limits(steps=500)
    assert Progression().derive(known, OPEN, {}, few).label == "undecided"
    sound = Traces().decide(known, OPEN, {}, LIMITS)
    assert "more than 10 states" in Progression().check(known, OPEN, sound, {}, few).reason
    holes = [f"always({' or '.join(f'p{n}(h{m})' for m in range(7))})" for n in range(8)]
    pairs = [(n, m) for n in range(8) for m in range(n)]
    apart = [f"not p{n}(h{k}) or not p{m}(h{k})" for n, m in pairs for k in range(7)]
    pigeons = theory(*holes, *apart, steps=1)
    assert Traces().decide(pigeons, OPEN, {}, Limits(steps=10)).label == "undecided"


def test_the_stock_engine_answers_from_the_file(tmp_path: Path) -> None:
    for asked, shown in ((CERTAIN, ["asked"]), (DENIED, ["denied"]), (OPEN, [])):
        file = tmp_path / "problem.lp"
        file.write_text(Traces().encode(KNOWN, asked, {}).text)
        command = [sys.executable, "-m", "clingo", "--enum-mode=cautious", "--outf=2", str(file)]
        out = json.loads(subprocess.run(command, capture_output=True, timeout=60).stdout)
        assert out["Result"] == "SATISFIABLE"
        assert out["Call"][0]["Witnesses"][-1]["Value"] == shown
