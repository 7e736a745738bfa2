"""Entailment: labels in equal shares that no figure of the theory gives away, and problems written out."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import rspc
from rspc.compiler.certify import certify
from rspc.compiler.contract import Limits
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.ir import nodes as ir
from rspc.compiler.language import english
from rspc.compiler.tasks.entailment.task import Entailment
from rspc.compiler.tasks.question_words import Wording, question_about_each

from ..strategies.backward.test_strategy import SPEC

DRAWN = """family guests
"who stays away"
logic defeasible
pool people = {ann, bob, cid, dan}
sort person = people
pred host(person)
pred guest(person)
pred away(person)
fact known = ~host(?a) | ~guest(?a)
rule usual = ~host(X) => ~away(X) | ~guest(X) => ~away(X)
theory { 4 of known.  2 of usual. }
ask entailment ~?p(?a)
"""

STYLED = """family rooms
"who is in which room"
logic asp
sort person = {anna, ben, carla}
sort room = {kitchen, hall, attic}
pred room(room)
pred stays(person, room)
pred near(person, person)
style naming = {STYLE: 1}
background {
  room(kitchen). room(hall). room(attic).
  near(X, Y), stays(X, R) -> stays(Y, R).
  stays(X, kitchen) -> -stays(X, hall).
} say "Who is near another is in the same room."
theory { stays(anna, kitchen). near(anna, ben). near(ben, carla). }
ask entailment stays(?a, ?b)
"""

WORDS = '{ labels {true: "proved", false: "disproved", unknown: "unknown"} }'


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> rspc.Family:
    path = tmp_path_factory.mktemp("entailment") / "creatures.rspec"
    path.write_text(SPEC.replace("ask entailment", f"ask entailment {WORDS}"), "utf-8")
    return rspc.load(path)


def test_labels_stand_in_equal_shares_and_every_engine_confirms_them(family: rspc.Family) -> None:
    instances = list(family.generate(60, seed=3))
    assert Counter(each.label for each in instances) == {"true": 20, "false": 20, "unknown": 20}
    words = {"true": "proved", "false": "disproved", "unknown": "unknown"}
    for each in instances:
        assert each.answer == words[each.label]
        assert set(each.engines.values()) == {each.label}
        assert len(each.engines) == 3
        assert each.choices == ("proved", "disproved", "unknown")
        assert "unknown_by" not in each.metrics


def test_theories_grown_for_one_label_are_changed_for_the_others(tmp_path: Path) -> None:
    path = tmp_path / "creatures.rspec"
    path.write_text(SPEC.replace("distractors distractors", "distractors 0  matched off"), "utf-8")
    instances = list(rspc.load(path).generate(30, seed=3))
    assert Counter(each.label for each in instances) == {"true": 10, "false": 10, "unknown": 10}
    for each in instances:
        assert set(each.engines.values()) == {each.label}
        assert ("unknown_by" in each.metrics) == (each.label == "unknown")


def test_holes_of_what_is_asked_are_filled_so_that_labels_stand_in_equal_shares(
    tmp_path: Path,
) -> None:
    path = tmp_path / "guests.rspec"
    path.write_text(DRAWN, "utf-8")
    instances = list(rspc.load(path).generate(30))
    assert Counter(each.label for each in instances) == {"true": 10, "false": 10, "unknown": 10}
    signs = set()
    for each in instances:
        assert isinstance(each.query.goal, ir.Entailed)
        asked = each.query.goal.statement
        assert isinstance(asked, ir.Fact)
        assert isinstance(asked.literal, ir.Literal)
        signs.add(asked.literal.negative)
        atoms = {
            fact.literal.atom
            for fact in (one.statement for one in each.theory.statements)
            if isinstance(fact, ir.Fact) and isinstance(fact.literal, ir.Literal)
        }
        assert asked.literal.atom not in atoms, "no fact answers alone"
        named = {str(term) for atom in atoms for term in atom.arguments}
        assert {str(term) for term in asked.literal.atom.arguments} <= named
    assert signs == {False, True}


def test_no_figure_of_a_theory_tells_its_label(family: rspc.Family) -> None:
    """The same draft is grown for an index whatever label is asked of it."""
    figures: dict[str, Counter[str]] = {}
    for each in family.generate(240, seed=5, depth=1):
        for name in ("conflicts", "type1", "facts", "statements"):
            figures.setdefault(f"{name} {each.metrics[name]}", Counter())[each.label] += 1
        goal = each.query.goal
        assert isinstance(goal, ir.Entailed)
        assert isinstance(goal.statement, ir.Fact)
        assert isinstance(goal.statement.literal, ir.Literal)
        figures.setdefault(f"negative {goal.statement.literal.negative}", Counter())[
            each.label
        ] += 1
    for name, labels in figures.items():
        total = sum(labels.values())
        if total > 40:
            spread = sum((labels[each] - total / 3) ** 2 / (total / 3) for each in labels)
            assert spread < 11, (name, labels)  # two degrees of freedom: less than 0.5% lie beyond


def test_two_labels(tmp_path: Path) -> None:
    path = tmp_path / "two.rspec"
    asked = "ask entailment { labels {true: yes, false: no} }"
    path.write_text(SPEC.replace("ask entailment", asked), "utf-8")
    instances = list(rspc.load(path).generate(20))
    assert Counter(each.answer for each in instances) == {"yes": 10, "no": 10}


@pytest.mark.parametrize(
    ("labels", "question"),
    [
        ("{true: yes, false: no}", "Is the following statement true? "),
        ('{true: "Yes", unknown: open}', "Is the following statement true? "),
        ("{true: proved, false: disproved}", "Is the following statement proved or disproved? "),
        ("{true, false, unknown}", "Is the following statement true, false, or unknown? "),
    ],
)
def test_a_statement_is_not_said_to_be_yes(labels: str, question: str, tmp_path: Path) -> None:
    path = tmp_path / "asked.rspec"
    labels = "" if ":" not in labels else f" {{ labels {labels} }}"
    path.write_text(SPEC.replace("ask entailment", f"ask entailment{labels}"), "utf-8")
    assert rspc.load(path).instance().question.startswith(question)


def test_what_several_statements_are_asked_with_has_the_same_question() -> None:
    goal = ir.Entailed(ir.Fact(ir.Literal(ir.Atom("p", ()))))
    said = [Wording("P.", False), Wording("Q.", False)]

    def asked(labels: dict[str, str], goal: ir.Entailed) -> str:
        return question_about_each(said, labels, goal, english()).partition("\n")[0]

    assert asked({"true": "yes"}, goal) == "Is each of these statements true?"
    labels = {"true": "true", "false": "false"}
    assert asked(labels, goal) == "Is each of these statements true or false?"
    brave = ir.Entailed(goal.statement, "brave")
    assert asked({"true": "yes"}, brave) == "Does each of these statements hold?"


PENGUIN = """family tweety
logic defeasible
theory {
  f1: penguin(tweety).
  r1: penguin(X) => bird(X).
  r2: bird(X) => flies(X).
  r3: penguin(X) => -flies(X).
  r3 > r2.
}
ask entailment flies(tweety)
"""


def test_a_problem_written_out_has_the_label_that_it_has(tmp_path: Path) -> None:
    path = tmp_path / "tweety.rspec"
    path.write_text(PENGUIN, "utf-8")
    made = rspc.load(path).instance()
    assert (made.label, made.answer) == ("false", "false")
    assert made.engines == dict.fromkeys(("metaprogram", "fixpoint", "derivation"), "false")
    assert rspc.solve(path).label == "false"
    assert rspc.solve(path, query="bird(tweety)").label == "true"
    assert rspc.solve(path, query="-flies(tweety)").label == "true"


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("proved", 1.0),
        ("It is not disproved: it is proved.", 1.0),
        ("Proved", 1.0),
        ("unknown", 0.0),
        ("It is disproved.", 0.0),
        ("no idea", 0.0),
        ("not proved", 0.0),
        ("It isn't proved.", 0.0),
        ("proved, not unknown", 1.0),
    ],
)
def test_the_last_choice_that_an_answer_names_counts(said: str, value: float) -> None:
    record = {"answer": "proved", "choices": ["proved", "disproved", "unknown"]}
    assert Entailment().score(record, said).value == value


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ask entailment flies(tweety) bird(tweety)", "E0421"),
        ("ask entailment { unknown_by {magic} }", "E0411"),
        ("ask entailment { label {true: yes} }", "E0412"),
        ("ask entailment { labels {} }", "E0411"),
        ("ask entailment { labels {true, false} }", "E0411"),
        ("ask entailment { labels {true: yes, false: yes} }", "E0411"),
        ('ask entailment { labels {true: yes, false: ""} }', "E0411"),
        ("ask entailment { labels {true: yes, inconsistent: no} }", "E0411"),
        ("ask entailment ?p(tweety)", "E0410"),
    ],
)
def test_questions_that_cannot_be_asked(tmp_path: Path, line: str, code: str) -> None:
    path = tmp_path / "asked.rspec"
    path.write_text(PENGUIN.replace("ask entailment flies(tweety)", line), "utf-8")
    with pytest.raises(rspc.SpecError) as error:
        rspc.load(path)
    assert [each.code for each in error.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("before", "after", "code", "told"),
    [
        (
            "ask",
            "verify z3, sat\nask",
            "E0701",
            "engine `z3` cannot decide logic `defeasible`: it lacks defeasible rules",
        ),
        (
            "ask",
            "verify clingo, stability\nask",
            "E0701",
            "engine `clingo` cannot decide logic `defeasible`: it lacks defeasible rules",
        ),
        (
            PENGUIN[PENGUIN.index("theory") : PENGUIN.index("ask")],
            "theory product_of_sums { slots 2 }\n",
            "E0312",
            "what strategy `product_of_sums` grows cannot be expressed in logic `defeasible`",
        ),
    ],
)
def test_engines_and_strategies_of_another_logic_are_refused(
    tmp_path: Path, before: str, after: str, code: str, told: str
) -> None:
    path = tmp_path / "other.rspec"
    path.write_text(PENGUIN.replace(before, after), "utf-8")
    with pytest.raises(rspc.SpecError) as error:
        rspc.load(path)
    first = error.value.diagnostics[0]
    assert (first.code, first.message) == (code, told)


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("type1 type1  type2 (1 - type1)", "type1 0  type2 0", "E0411"),
        ("<knowledge(?a)>", "<knowledge>", "E0306"),
        ("<knowledge(?a)>", "<knowledge(?a, ?b)>", "E0306"),
    ],
)
def test_conflicts_without_weight_and_knowledge_of_nobody_are_refused(
    tmp_path: Path, before: str, after: str, code: str
) -> None:
    path = tmp_path / "creatures.rspec"
    path.write_text(SPEC.replace(before, after), "utf-8")
    with pytest.raises(rspc.SpecError) as error:
        rspc.load(path)
    assert code in [each.code for each in error.value.diagnostics]


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("ask entailment", "ask entailment { unknown_by {preference} }", "no small change"),
        (
            SPEC[SPEC.index("rule universal") : SPEC.index("knowledge age")],
            "rule mixed = ~?p(?p, ?a) => ~?q(?a, ?b)\n",
            "a hole of a rule",
        ),
    ],
)
def test_drafts_that_cannot_be_asked_about_are_dropped(
    tmp_path: Path, before: str, after: str, reason: str
) -> None:
    path = tmp_path / "creatures.rspec"
    changed = SPEC.replace("knowledge knowledge", "knowledge knowledge  matched off")
    path.write_text(changed.replace(before, after), "utf-8")
    with pytest.raises(Exhausted, match=reason):
        rspc.load(path).instance(conflict=0)


def test_a_theory_beyond_the_budget_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify, "LIMITS", Limits(steps=50))
    facts = " ".join(f"d(c{number})." for number in range(9))
    text = f"family wide\nlogic defeasible\ntheory {{ {facts} d(X), d(Y) => q(X, Y). }}\n"
    answer = rspc.solve(f"{text}ask entailment q(c1, c2)\n")
    assert (answer.label, answer.proof, answer.engines) == ("undecided", None, {})


@pytest.mark.parametrize("style", ["p_style", "descriptive"])
def test_holes_have_the_sorts_of_a_predicate_that_has_another_name(
    style: str, tmp_path: Path
) -> None:
    path = tmp_path / "rooms.rspec"
    path.write_text(STYLED.replace("STYLE", style))
    asked = {}
    for each in rspc.load(path).generate(9, seed=2):
        query = each.record()["query"]
        found = re.fullmatch(r"entailed: -?\w+\((\w+), (\w+)\)", query)
        assert found, query
        assert ("stays" in query) == (style == "descriptive")
        asked[found[1], found[2]] = each.label
    assert {place: label for (_, place), label in asked.items()}.items() <= {
        ("kitchen", "true"),
        ("hall", "false"),
        ("attic", "unknown"),
    }
    assert len(set(asked.values())) == 3
