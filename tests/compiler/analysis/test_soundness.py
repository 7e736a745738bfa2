"""What is reported about rules that are written out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.analysis.soundness import check_rules
from rspc.compiler.api import check
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import StatementScope, lower_statement
from rspc.dsl.diagnostics import Diagnostic, Report
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source, Span
from rspc.dsl.syntax import Theory


def complaints(text: str, *functional: str) -> list[Diagnostic]:
    spec, faults = parse(Source("t.rspec", f"family t\nlogic constraint\ntheory {{\n{text}\n}}\n"))
    assert faults == ()
    report = Report()
    statements: list[ir.Labelled] = []
    spans: dict[str, Span] = {}
    for item in spec.items:
        if isinstance(item, Theory):
            for place, each in enumerate(item.statements or (), 1):
                label, node = lower_statement(each, StatementScope(report))
                statements.append(ir.Labelled(label or f"s{place}", node))
                spans[statements[-1].id] = each.span
    check_rules(statements, spans, report, functional=functional)
    return list(report)


@pytest.mark.parametrize(
    ("text", "code", "place", "word"),
    [
        ("r1: p => q.\nr2: p => -q.\nr1 > r2.\nr2 > r1.", "E0428", "r2 > r1", "r2 > r1 > r2"),
        ("r1: p => q.\nr1 > r1.", "E0428", "r1 > r1", "`r1` is preferred to itself"),
        ("r1: p => q.\nr2: p => -q.\nr1 > r3.", "E0429", "r1 > r3", "no rule `r3`"),
        ("f1: p.\nr1: p => q.\nf1 > r1.", "E0429", "f1 > r1", "`f1` is not a rule"),
        ("r1: p(X) => q(X, Y).", "E0426", "r1: p(X) => q(X, Y)", "`Y` is unbound in this head"),
        ("r1: p(_) => q(_).", "E0426", "r1: p(_) => q(_)", "`_` is unbound in this head"),
        ("p(X).", "E0426", "p(X)", "`X` is unbound in this fact"),
        (
            "p -> 1 { q(X, Y) : r(Y) } 1.",
            "E0426",
            "p -> 1 { q(X, Y) : r(Y) } 1",
            "`X` is unbound in this",
        ),
        ("r1: p => q.\nr2: p => q.\nr1 > r2.", "W0430", "r1 > r2", "never conflict"),
        ("r1: p(X) => q(X, a).\nr2: p(X) => -q(X, b).\nr1 > r2.", "W0430", "r1 > r2", "never"),
        ("p(a).\nq(a).\n-p(a).", "E0427", "-p(a)", "`-p(a)`"),
    ],
)
def test_a_fault_is_reported_where_it_stands(text: str, code: str, place: str, word: str) -> None:
    (found,) = complaints(text)
    assert found.code == code
    assert found.span.text == place
    assert word in found.message


def test_a_circle_shows_all_its_preferences() -> None:
    rules = "r1: p => q. r2: p => -q. r3: p => q. r4: p => -q."
    told = complaints(f"{rules}\nr1 > r2.\nr2 > r3.\nr2 > r4.\nr3 > r1.")
    (found,) = (each for each in told if each.code == "E0428")
    assert "r3 > r1 > r2 > r3" in found.message
    assert [note.span.text for note in found.notes] == ["r1 > r2", "r2 > r3"]


def test_all_faults_are_reported_in_one_run() -> None:
    found = complaints("p.\n-p.\nr1: p => q(X).\nr1 > r2.\nr1 > r1.\nq(Y).")
    assert [each.code for each in found] == ["E0427", "E0426", "E0429", "E0428", "E0426"]


def test_sound_rules_pass() -> None:
    text = """
    p(a).  -q(a).  q(b).
    r1: p(X), q(_) => r(X).
    r2: p(X) ~> -r(X).
    r3: p(X) -> s.
    p(X) -> 1 { q(X, Y) : r(Y) } 1.
    r4: p(X) => -s.
    r1 > r2.  r3 > r4.
    """
    assert complaints(text) == []


def test_two_values_of_a_functional_predicate_conflict() -> None:
    rules = "r1: p(X) => at(X, a).  r2: p(X) => at(X, b).  r3: p(X) => at(y, a).  r1 > r2."
    assert [each.code for each in complaints(rules)] == ["W0430"]
    assert complaints(rules, "at") == []
    assert [each.code for each in complaints(f"{rules}  r1 > r3.", "at")] == ["W0430"]
    facts = "at(x, a).  at(y, b).  at(x, a).  at(x, b)."
    assert complaints(facts) == []
    (found,) = complaints(facts, "at")
    assert (found.code, found.span.text) == ("E0427", "at(x, b)")


@pytest.mark.parametrize(
    ("rule", "loose"),
    [
        ("host(X) -> guest(Y)", "`Y` is unbound in this head"),
        ("~?p(X), not guest(Z) -> ~?q(X)", "`Z` is unbound in this rule"),
        ("host(X), X < Z -> false", "`Z` is unbound in this rule"),
        ("host(X) -> { guest(Y) }", "`Y` is unbound in this part `{ guest(Y) }`"),
        ("host(?a), X == 1 -> ?p(X)", ""),
    ],
)
def test_a_rule_to_be_drawn_binds_its_variables(rule: str, loose: str, tmp_path: Path) -> None:
    path = tmp_path / "drawn.rspec"
    path.write_text(
        "family drawn\nlogic asp\npool people = {ann, bob}\nsort person = people\npred host(person)\n"
        f"pred guest(person)\nrule r = {rule}\ntheory {{ host(ann). }}\nask computation\n",
        "utf-8",
    )
    found = [each for each in check(path) if each.code == "E0426"]
    assert [each.message for each in found] == ([loose] if loose else [])
    assert all(each.span.text == rule for each in found if each.span)
