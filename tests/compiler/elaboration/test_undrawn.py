"""Productions that nothing draws are reported, and productions that a strategy draws and that do not exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import check
from rspc.compiler.contract import plugins
from rspc.compiler.family import Drawer

SPEC = """family f
logic defeasible
use std.dealings
{productions}
{theory}
ask entailment
"""
RULE = "rule own = ~?p(X, ?a) => ~?q(X, ?b)"
FACT = "fact own = ?p(?a, ?b)"


def messages(folder: Path, productions: str, theory: str) -> list[str]:
    path = folder / "f.rspec"
    path.write_text(SPEC.format(productions=productions, theory=theory), encoding="utf-8")
    found = check(path)
    assert [each.message for each in found if each.code.startswith("E")] == []
    return [each.message for each in found if each.code == "W0475"]


@pytest.mark.parametrize(
    ("productions", "theory"),
    [
        (FACT, "theory backward { depth 2 }"),
        ("query own = ?p(?a, ?b)", "theory backward { depth 2 }"),
        (FACT, "theory { 3 of rule. }"),
        (f"{RULE}\nfact other = ?p(?a, ?b)", "theory { 3 of other. }"),
        (FACT, "theory { respect(aardvark, albatross). }"),
    ],
)
def test_a_production_that_nothing_draws_is_reported(
    tmp_path: Path, productions: str, theory: str
) -> None:
    (message,) = messages(tmp_path, productions, theory)
    assert message.startswith("nothing draws `own`")


def test_a_production_that_nothing_draws_is_used_as_the_help_says(tmp_path: Path) -> None:
    theory = "theory backward { depth 2 }"
    (tmp_path / "f.rspec").write_text(SPEC.format(productions=FACT, theory=theory), "utf-8")
    (found,) = check(tmp_path / "f.rspec")
    *_, said, _ = found.help.split("`")
    assert said == "theory backward { … } with { 1 of own. }"
    assert messages(tmp_path, FACT, said.replace("…", "depth 2")) == []


@pytest.mark.parametrize(
    ("alternative", "why"),
    [
        ("~?p(X, ?a) ~> ~?q(X, ?b)", "a defeater derives nothing"),
        (
            "<own_part> => ~?q(X, ?b)",
            "strategy `backward` does not expand `<own_part>` in a rule",
        ),
    ],
)
def test_an_alternative_that_the_strategy_never_uses_is_reported(
    tmp_path: Path, alternative: str, why: str
) -> None:
    theory = "theory backward { depth 2 }"
    part = "syntax own_part = ~?p(X, ?a)\n" if "<" in alternative else ""
    both = f"{part}{RULE}\n  | {alternative}"
    assert messages(tmp_path, both, theory) == [f"nothing draws this alternative of `own`: {why}"]
    assert messages(tmp_path, both, "theory { 3 of own. }") == []
    drawn = f"{theory[:-1]}}} with {{ 1 of own. }}"
    assert messages(tmp_path, both, drawn) == []


def test_a_query_is_asked_not_drawn(tmp_path: Path) -> None:
    text = SPEC.format(productions="query own = ?p(?a, ?b)", theory="theory { 3 of rule. }")
    (tmp_path / "f.rspec").write_text(text, "utf-8")
    (found,) = check(tmp_path / "f.rspec")
    assert found.help == "remove it, and write what is asked after the task: `ask TASK STATEMENT`"


@pytest.mark.parametrize(
    "theory", ["theory { 3 of own  3 of rule. }", "theory { 3 of ownn. }", "theory clues {}"]
)
def test_errors_of_the_theory_come_first(tmp_path: Path, theory: str) -> None:
    (tmp_path / "f.rspec").write_text(SPEC.format(productions=FACT, theory=theory), "utf-8")
    codes = {each.code for each in check(tmp_path / "f.rspec")}
    assert "W0475" not in codes
    assert any(code.startswith("E") for code in codes)


def test_a_part_of_a_production_of_a_module_is_used(tmp_path: Path) -> None:
    (tmp_path / "m.rspec").write_text("module m\nrule outer = <own> => ~?q(X, ?b)\n", "utf-8")
    productions = "use m\nfact own = ~?p(X, ?a)"
    assert messages(tmp_path, productions, "theory backward { depth 2 }") == []


@pytest.mark.parametrize(
    ("productions", "theory"),
    [
        (RULE, "theory backward { depth 2 }"),
        (FACT, "theory backward { depth 2 } with { 3 of fact. }"),
        (FACT, "theory backward { depth 2 } with { 3 of own. }"),
        ("fact own = ?p(?a, ?b)\nrule other = ~?p(X, ?a) => ~?q(X, ?b)", "theory cascade {}"),
        ("syntax own = ~?p(X, ?a)", "theory backward { depth 2 }"),
    ],
)
def test_what_is_drawn_is_not_reported(tmp_path: Path, productions: str, theory: str) -> None:
    assert messages(tmp_path, productions, theory) == []


def test_a_part_of_another_production_is_used(tmp_path: Path) -> None:
    parts = "fact own = ~?p(X, ?a)\nrule whole = <own> => ~?q(X, ?b)"
    (message,) = messages(tmp_path, parts, "theory backward { depth 2 }")
    assert message.startswith("nothing draws this alternative of `whole`")


@pytest.mark.parametrize(
    ("module", "theory", "kinds"),
    [
        ("std.creatures", "theory backward { depth 2 }", ["rule"]),
        ("std.creatures", "theory cascade {}", ["fact", "rule"]),
        ("std.dealings", "theory cascade {}", ["fact"]),
        ("std.dealings", "theory backward { depth 2 }", []),
        ("std.creatures", "theory {}", []),
    ],
)
def test_a_strategy_without_what_it_draws_is_reported(
    tmp_path: Path, module: str, theory: str, kinds: list[str]
) -> None:
    path = tmp_path / "f.rspec"
    spec = f"family f\nlogic defeasible\nuse {module}\n{theory}\nask entailment\n"
    path.write_text(spec, encoding="utf-8")
    found = [each for each in check(path) if each.code == "W0476"]
    assert [each.help.split("`")[1].split()[0] for each in found] == kinds
    assert all(each.span.text == theory.split()[1] for each in found)


def test_every_strategy_says_what_it_draws() -> None:
    for name in plugins.names("rspc.strategies"):
        strategy = plugins.make("rspc.strategies", name)
        assert isinstance(strategy, Drawer)
