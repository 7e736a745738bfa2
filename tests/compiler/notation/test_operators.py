"""Operators of a logic's own: what they may be applied to, how they are written, and a logic that has one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.contract import Operator, plugins
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.compiler.notation.to_syntax import show
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source

OPERATORS = {
    f"o{terms}{formulas}": Operator(formulas, ("agent",) * terms)
    for terms in range(3)
    for formulas in range(3)
}

ENTRY_POINTS = """
[rspc.logics]
knowing = knowing:Knowing
[rspc.backends]
worlds = knowing:Worlds
[rspc.checkers]
announcements = knowing:Announcements
[rspc.libraries]
knowing = knowing.words
"""

CHILDREN = """family children
"children with muddy faces, each of whom sees those of the others"
logic knowing
sort agent = {anne, bob, cid}
pred muddy(agent)
say muddy(?x) as "{{ x | capital }} is muddy"
say not muddy(?x) as "{{ x | capital }} is not muddy"
axiom heard =
  not knows(?x, muddy(?x))
  | knows(?x, muddy(?y) or muddy(?z))
  | knows(?x, not knows(?y, muddy(?y)))
  | not muddy(?x)
"""


def read(text: str, **scope: Any) -> tuple[ir.Statement, list[tuple[str, str, str]]]:
    """Read a statement, with the codes, messages and repairs of what is wrong."""
    report = Report()
    own = StatementScope(report, facts=True, **scope)
    statement = lower_statement(parse_statement(Source("test", text)), own)[1]
    return statement, [(each.code, each.message, each.help) for each in report]


def terms() -> st.SearchStrategy[Any]:
    plain = st.sampled_from([ir.Const("anne"), ir.Const("two words"), ir.Var("X"), ir.Hole("x")])
    return plain | st.integers(0, 9).map(lambda n: ir.Quantity("integer", n))


def conditions() -> st.SearchStrategy[Any]:
    literals = st.builds(
        ir.Literal,
        st.builds(ir.Atom, st.sampled_from(["p", "q"]), st.lists(terms(), max_size=2).map(tuple)),
        st.booleans(),
        st.booleans(),
    )

    def larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        def applied(name: str) -> st.SearchStrategy[Any]:
            own = OPERATORS[name]
            parts = st.tuples(*(inner for _ in range(own.formulas)))
            return st.builds(
                ir.Modal, st.just(name), parts, st.tuples(*(terms() for _ in own.terms))
            )

        several = st.lists(inner, min_size=2, max_size=3).map(tuple)
        modals = st.sampled_from(sorted(OPERATORS)).flatmap(applied)
        plain = inner.filter(lambda each: not isinstance(each, ir.Literal) or each.default)
        return st.one_of(
            modals, st.builds(ir.And, several), st.builds(ir.Or, several), st.builds(ir.Not, plain)
        )

    return st.recursive(literals, larger, max_leaves=6)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(conditions())
def test_what_is_shown_is_read_back_as_itself(formula: Any) -> None:
    wanted = ir.Fact(formula) if isinstance(formula, ir.Literal) else ir.Requirement(formula)
    assert read(show(wanted), operators=OPERATORS) == (wanted, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "o11(p).",
            ("E0306", "`o11` takes one `agent` and one formula, not 1", "write `o11(agent, p)`"),
        ),
        ("o02(p).", ("E0306", "`o02` takes 2 formulas, not 1", "write `o02(p, q)`")),
        ("o11(bbo, p).", ("E0313", "`bbo` is not in the sort `agent`", "did you mean `bob`?")),
    ],
)
def test_what_an_operator_cannot_be_applied_to_is_refused(
    text: str, said: tuple[str, str, str]
) -> None:
    sorts = {"agent": frozenset({"anne", "bob"})}
    (found,) = read(text, operators=OPERATORS, sorts=sorts)[1]
    assert found == said


# ------------------------------------------------------------------------------------------------ a logic from outside


@pytest.fixture
def knowing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install the tiny logic for the length of a test, in an empty folder."""
    info = tmp_path / "knowing-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: knowing\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as within:
        within.syspath_prepend(Path(__file__).parent)
        within.syspath_prepend(tmp_path)
        plugins.forget()
        yield tmp_path
    plugins.forget()


def written(folder: Path, rest: str) -> Path:
    path = folder / "children.rspec"
    path.write_text(f"{CHILDREN}{rest}", "utf-8")
    return path


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("", "unknown"),
        ("not muddy(anne).  not muddy(bob).", "true"),
        ("not knows(anne, muddy(anne)).  not knows(bob, muddy(bob)).", "true"),
        ("not knows(anne, muddy(anne)).", "unknown"),
        ("not muddy(cid).", "false"),
    ],
)
def test_children_reason_about_what_others_know(knowing: Path, said: str, label: str) -> None:
    theory = f"theory {{ muddy(anne) or muddy(bob) or muddy(cid).  {said} }}\n"
    path = written(knowing, f"{theory}ask entailment knows(cid, muddy(cid))\n")
    assert rspc.load(path).instance().label == label


def test_a_family_is_made_and_verified(knowing: Path) -> None:
    theory = "theory { muddy(anne) or muddy(bob) or muddy(cid).  2 of heard. }\n"
    path = written(knowing, f"{theory}ask entailment knows(bob, muddy(bob))\n")
    instances = list(rspc.load(path).generate(15))
    assert {each.label for each in instances} == {"true", "false", "unknown"}
    for each in instances:
        for heard in each.theory.statements[1:]:
            for modal in (node for node in walk(heard) if isinstance(node, ir.Modal)):
                assert set(modal.terms) <= set(map(ir.Const, ("anne", "bob", "cid")))
    assert any("Anne does not know that Anne is muddy." in each.text for each in instances)
    assert any(
        "Cid knows that (either Bob is muddy or Anne is muddy)." in e.text for e in instances
    )
    out = str(knowing / "out")
    assert CliRunner().invoke(app, ["compile", str(path), "-n", "4", "-o", out]).exit_code == 0
    result = CliRunner().invoke(app, ["verify", out])
    assert (result.exit_code, result.output[:34]) == (0, "4 records: 4 certificates checked,")


def test_a_statement_for_each_who_can_fill_a_hole(knowing: Path) -> None:
    text = "axiom unaware = not knows(?x, muddy(?x))\ntheory { each of unaware. }\n"
    path = written(knowing, f"{text}ask entailment knows(bob, muddy(bob))\n")
    said = [show(each) for each in rspc.load(path).instance().theory.statements]
    assert said == [
        f"s{n}: not knows({who}, muddy({who}))" for n, who in enumerate(("anne", "bob", "cid"), 1)
    ]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("pred muddy(agent)", "pred muddy(agent)\npred knows(agent, agent)"), "E0202"),
        (("sort agent =", "sort child ="), "E0410"),
        (("knows(?x, muddy(?y) or", "knows(muddy(?y) or"), "E0306"),
        (("knows(?x, muddy(?y) or", "knows(muddy(?x), muddy(?y) or"), "E0312"),
        (("knows(?x, muddy(?y) or", "knows(not muddy(?x), muddy(?y) or"), "E0314"),
    ],
)
def test_what_is_wrong_is_told(knowing: Path, change: tuple[str, str], code: str) -> None:
    path = written(knowing, "theory { 3 of heard. }\nask entailment knows(bob, muddy(bob))\n")
    assert check(path) == ()
    path.write_text(path.read_text("utf-8").replace(*change), "utf-8")
    assert code in {each.code for each in check(path)}
