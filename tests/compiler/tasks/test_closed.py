"""Closed questions with labels drawn first."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.instances import Exhausted
from rspc.compiler.ir import nodes as ir

from .guests import GUESTS, RULES, guests, load

THREE = "labels {true: yes, false: no, unknown: open}"


def one_host(folder: Path, ask: str) -> rspc.Family:
    """Return the family with one fact about a host, and one about somebody who was seen."""
    text = GUESTS.format(logic="asp", number=1, rules=f"2 of met. {RULES['asp']}", ask=ask)
    return load(folder, text)


def of_facts(instance: rspc.Instance, name: str) -> str:
    """Decide the question of `GUESTS` from its facts, without an engine."""
    said = {
        each.statement.literal.negative
        for each in instance.theory.statements
        if isinstance(each.statement, ir.Fact)
        and each.statement.literal.atom.arguments == (ir.Const(name),)
    }
    return {(): "unknown", (False,): "true", (True,): "false"}[tuple(said)]


@pytest.mark.parametrize("logic", ["asp", "defeasible"])
@pytest.mark.parametrize("mode", ["", "cautious", "brave"])
def test_each_label_of_a_written_statement_is_drawn_equally_often(
    tmp_path: Path, logic: str, mode: str
) -> None:
    if mode and logic != "asp":
        pytest.skip("no modes")
    ask = f"ask entailment away(?asked) {mode} {{ {THREE}  balanced on }}"
    instances = list(guests(tmp_path, ask, logic).generate(30))
    assert Counter(each.label for each in instances) == {"true": 10, "false": 10, "unknown": 10}
    for each in instances:
        assert isinstance(each.query.goal, ir.Entailed)
        (name,) = each.query.goal.statement.literal.atom.arguments
        assert each.label == of_facts(each, name.name)


def test_what_is_kept_with_a_label_is_what_falls_to_it_without_balance(tmp_path: Path) -> None:
    """Given its label, a theory is as likely as without balance: nothing else decides what is dropped."""
    number = 1200
    free = guests(tmp_path, f"ask entailment away(ann) {{ {THREE} }}", number=2)
    fair = guests(tmp_path, f"ask entailment away(ann) {{ {THREE}  balanced on }}", number=2)

    def about_bob(family: rspc.Family) -> dict[str, float]:
        kept = [(each.label, of_facts(each, "bob")) for each in family.generate(number)]
        rows = Counter(label for label, _ in kept)
        both = Counter(kept)
        return {label: both[label, "true"] / rows[label] for label in rows}

    found, expected = about_bob(fair), about_bob(free)
    assert found.keys() == expected.keys() == {"true", "false", "unknown"}
    assert all(abs(found[label] - expected[label]) < 0.1 for label in found), (found, expected)


def test_balance_with_holes_needs_a_statement_with_the_drawn_label_alone(tmp_path: Path) -> None:
    """A theory with one fact about a host has statements of two labels only."""
    asked = f"pred seen(person)\nfact met = seen(?a)\nask entailment away(?a) {{ {THREE}"
    with pytest.raises(Exhausted):
        list(one_host(tmp_path, f"{asked} }}").generate(3))
    fair = list(one_host(tmp_path, f"{asked}  balanced on }}").generate(30))
    assert Counter(each.label for each in fair) == {"true": 10, "false": 10, "unknown": 10}
    free = list(one_host(tmp_path, f"{asked}  balanced off }}").generate(60))
    assert Counter(each.label for each in free)["unknown"] > 30


def test_values_that_allow_one_label_are_redrawn(tmp_path: Path) -> None:
    text = GUESTS.format(logic="asp", number=0, rules=RULES["asp"], ask="").replace(
        "0 of known.", "host(?asked)."
    )
    ask = "ask entailment away(ann) { labels {true: yes, unknown: no}  balanced on }"
    family = load(tmp_path, text + ask)
    instances = list(family.generate(20))
    assert Counter(each.label for each in instances) == {"true": 10, "unknown": 10}
    assert all(
        (each.record()["params"]["asked"] == "ann") == (each.label == "true") for each in instances
    )
    again = family.instance(index=7)
    assert again.record() == instances[7].record()


@pytest.mark.parametrize(
    ("ask", "labels"),
    [
        ("ask entailment away(ann) { labels {true: yes, false: no}  balanced on }", "`true`"),
        ("ask consistent { balanced on }", "`true`"),
    ],
)
def test_a_label_that_never_comes_out_is_reported(tmp_path: Path, ask: str, labels: str) -> None:
    text = GUESTS.format(logic="asp", number=2, rules=f"host(ann). {RULES['asp']}", ask=ask)
    path = tmp_path / "family.rspec"
    path.write_text(text.replace("host(?a) | -host(?a)", "host(?a)"), "utf-8")
    result = CliRunner().invoke(app, ["compile", str(path), "-n", "4", "-o", str(tmp_path / "o")])
    assert result.exit_code == 1
    assert "E0470" in result.stderr
    assert f"drafts the label was always {labels}" in result.stderr


def test_the_same_theory_is_not_tried_to_the_end(tmp_path: Path) -> None:
    text = GUESTS.format(logic="asp", number=0, rules="host(ann). host(X) -> away(X).", ask="")
    ask = "ask entailment away(ann) { labels {true: yes, unknown: no}  balanced on }"
    family = load(tmp_path, text.replace("0 of known.", "") + ask)
    with pytest.raises(Exhausted) as caught:
        list(family.generate(2))
    assert sum(caught.value.rejections.values()) == 100
    assert set(caught.value.labels) == {"true"}


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ("ask entailment { balanced on }", "E0471"),
        ("ask entailment { balanced off }", "E0471"),
        ("ask entailment away(ann) { balanced maybe }", "E0415"),
        ("ask entailment away(ann) { balanced on  questions 3 }", "E0442"),
        ("ask consistent: away(ann)", "E0421"),
        ("ask consistent away(ann)", "E0421"),
        ("ask consistent { labels {true: yes} }", "E0411"),
        ("ask consistent { labels {true: yes, false: yes} }", "E0411"),
        ("ask consistent { labels {true: yes, unknown: no} }", "E0411"),
        ("ask consistent { balance on }", "E0412"),
    ],
)
def test_wrong_uses_have_their_codes(tmp_path: Path, ask: str, code: str) -> None:
    text = GUESTS.format(logic="asp", number=2, rules=RULES["asp"], ask=ask)
    path = tmp_path / "family.rspec"
    path.write_text(text, "utf-8")
    assert [each.code for each in check(path) if each.code[0] == "E"] == [code]


def test_a_theory_without_chance_cannot_be_balanced(tmp_path: Path) -> None:
    path = tmp_path / "family.rspec"
    for ask in (
        "entailment p(a) { labels {true: yes, unknown: no}  balanced on }",
        "consistent { balanced on }",
    ):
        text = f'family t\n"t"\nlogic asp\ntheory {{ p(a). p(X) -> q(X). }}\nask {ask}\n'
        path.write_text(text, "utf-8")
        assert [each.code for each in check(path)] == ["E0472"]
        path.write_text(text.replace("balanced on", "balanced off"), "utf-8")
        assert [each.code for each in check(path)] == []


@pytest.mark.parametrize(
    ("logic", "requirement", "kept"),
    [
        ("asp", "answers == 1", "true"),
        ("asp", "not holds", "unknown"),
        ("defeasible", "answers == 1", "true"),
    ],
)
def test_an_answer_can_be_required(tmp_path: Path, logic: str, requirement: str, kept: str) -> None:
    ask = "ask entailment away(?asked) { labels {true: yes, unknown: no} }\n"
    family = guests(tmp_path, f"{ask}require {requirement}\nmeasure right = answers\n", logic)
    instances = list(family.generate(10))
    assert {each.label for each in instances} == {kept}
    assert {each.metrics["right"] for each in instances} == {int(kept == "true")}


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("none", 0),
        ("ann", 1),
        ("ann,bob", 2),
        ("`a,b`", 1),
        ("f(a,b),c", 2),
        ('"x,(",`)`', 2),
        ("`none`", 1),
    ],
)
def test_the_individuals_of_a_label_are_counted(label: str, number: int) -> None:
    goal = ir.Answers("X", ir.Literal(ir.Atom("p", (ir.Var("X"),))))
    assert goal.figures(label)["answers"] == number


def test_the_requirement_that_removes_a_label_is_named(tmp_path: Path) -> None:
    path = tmp_path / "family.rspec"
    path.write_text(
        "family required\nlogic asp\nchoose k = 1..2\nsort n = 1..2\npred p(n)\ntheory { p(?k). }\n"
        "require k == 1\nworld closed\n"
        "ask entailment p(1) { labels {true: yes, false: no}  balanced on }\n",
        "utf-8",
    )
    result = CliRunner().invoke(app, ["compile", str(path), "-n", "4", "-o", str(tmp_path / "o")])
    assert "E0470" in result.stderr
    assert "that met `require k == 1`, the label was always `true`" in " ".join(
        result.stderr.split()
    )
