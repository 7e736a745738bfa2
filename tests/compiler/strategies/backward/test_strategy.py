"""Theories grown from a goal: exact depth, separate branches, conflicts of the kinds and shares asked for."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import check
from rspc.compiler.certify.exploration import answer
from rspc.compiler.family.chosen import chosen_values
from rspc.compiler.family.draft import Draft
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.instances.growth import grow, open_scene
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.backward.levels import soon
from rspc.compiler.strategies.backward.strategy import Backward
from rspc.compiler.tasks.perturbations import KINDS, perturbations

SPEC = """family creatures
logic defeasible
param depth: int in 1..4 = 2
param conflict: float in 0..1 = 0.5
param type1: float in 0..1 = 0.5
param knowledge: float in 0..1 = 0
param distractors: int in 0..2 = 0
param stated: float in 0..1 = 0
pool beasts = {BEASTS}
pool deeds = {DEEDS}
sort beast = beasts
pred from deeds(beast, beast)
rule universal [2] = ~?p(X, ?a) => ~?q(X, ?b)
rule conjoined [2] = ~?p(X, ?a), ~?q(X, ?b) => ~?r(X, ?c)
rule chained = ~?p(?a, ?b) => ~?q(?b, ?c)
rule met = ~?p(?a, ?b), ~?q(?c, ?b) => ~?r(?b, ?d)
rule informed = <knowledge(?a)> => ~?q(?a, ?b)
rule existential = ~?p(X, ?a) => ~?q(?b, ?c)
knowledge age(?x) {
  let days = 30..900, bound = 30..900
  fact age(?x, days) say "The {{ x }} is {{ days }} days old."
  test "the {{ x }} is more than {{ bound }} days old" holds days > bound
}
theory backward {
  depth depth  stated stated  negation { body 0.3 }
  conflict conflict { type1 type1  type2 (1 - type1) }
  knowledge knowledge  distractors distractors
}
ask entailment
"""
SPEC = SPEC.replace("BEASTS", ", ".join(f"beast_{number}" for number in range(90)))
SPEC = SPEC.replace("DEEDS", ", ".join(f"deed_{number}" for number in range(60)))


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> rspc.Family:
    path = tmp_path_factory.mktemp("backward") / "creatures.rspec"
    path.write_text(SPEC, "utf-8")
    return rspc.load(path)


def drafts(family: rspc.Family, count: int, **given: object) -> list[Draft]:
    found = []
    for number in range(count):
        values = chosen_values(family, given, ("test",), number)
        draft = grow(
            open_scene(family, values, Stream("words", number)),
            Stream("backward", str(given), number),
        )
        if isinstance(draft, Draft):
            found.append(draft)
    return found


def height(theory: ir.Theory, goal: ir.Literal, hidden: frozenset[str]) -> int | None:
    """Return the least number of rules, one on another, by which a goal can be reached, conflicts left aside.

    Written out over all constants, without the code under test; rules that no reader sees count for nothing.
    """
    constants = sorted({each.name for each in walk(theory) if isinstance(each, ir.Const)})
    reached: dict[ir.Literal, int] = {}
    for each in theory.statements:
        if isinstance(each.statement, ir.Fact):
            assert isinstance(each.statement.literal, ir.Literal)
            reached[each.statement.literal] = 0
    changed = True
    while changed:
        changed = False
        for each in theory.statements:
            rule = each.statement
            if not isinstance(rule, ir.Rule):
                continue
            assert isinstance(rule.head, ir.Literal)
            names = {v.name for v in walk(rule) if isinstance(v, ir.Var)}
            assert len(names) < 2
            for constant in constants if names else constants[:1]:
                body = [_ground(part, constant) for part in rule.body]
                if all(part in reached for part in body):
                    steps = max(reached[part] for part in body) + (each.id not in hidden)
                    head = _ground(rule.head, constant)
                    if steps < reached.get(head, 99):
                        reached[head] = steps
                        changed = True
    return reached.get(goal)


def _ground(literal: ir.BodyPart, constant: str) -> ir.Literal:
    assert isinstance(literal, ir.Literal)
    terms = tuple(
        ir.Const(constant) if isinstance(term, ir.Var) else term for term in literal.atom.arguments
    )
    return ir.Literal(ir.Atom(literal.atom.predicate, terms), literal.negative)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_goal_follows_and_lies_exactly_as_deep_as_asked(
    family: rspc.Family, depth: int
) -> None:
    found = drafts(family, 40, depth=depth, knowledge=0.5, distractors=1)
    assert len(found) > 35
    for draft in found:
        assert draft.goals
        query = ir.Query(ir.Entailed(ir.Fact(draft.goals[0])))
        assert answer(family.engines, draft.theory, query) == "true"
        assert height(draft.theory, draft.goals[0], draft.hidden) == depth
        assert draft.metrics["depth"] == depth


def test_facts_state_all_conditions_of_a_rule_but_one(family: rspc.Family) -> None:
    found = {}
    for stated in (0, 1):
        found[stated] = drafts(family, 30, depth=3, stated=stated, conflict=0)
        for draft in found[stated]:
            query = ir.Query(ir.Entailed(ir.Fact(draft.goals[0])))
            assert answer(family.engines, draft.theory, query) == "true"
            assert height(draft.theory, draft.goals[0], draft.hidden) == 3
    assert {draft.metrics["steps"] for draft in found[1]} == {3}
    assert {draft.metrics["steps"] for draft in found[0]} >= {3, 4, 5}
    above = [draft for draft in found[1] if draft.metrics["facts"] > 2]
    assert above


FEW = """family people
logic defeasible
use std.rules
param depth: int in 1..4 = 2
pool names = {ann, bob, cid, dan, eve, fay}
sort person = names
pred kind(person)
pred calm(person)
pred wise(person)
rule one = ~?p(X) => ~?q(X)
theory backward { depth depth  distractors 0  matched off }
ask entailment
"""


def test_a_goal_does_not_follow_sooner_from_what_was_drawn_for_another(tmp_path: Path) -> None:
    """With three predicates of one place a branch soon comes back to where it began."""
    path = tmp_path / "people.rspec"
    path.write_text(FEW, "utf-8")
    people = rspc.load(path)
    rejections: Counter[str] = Counter()
    for made in people.generate(40):
        rejections.update(made.rejections)
        if made.label != "unknown":
            assert isinstance(made.query.goal, ir.Entailed)
            asked = made.query.goal.statement.literal
            assert isinstance(asked, ir.Literal)
            both = [ir.Literal(asked.atom, negative) for negative in (False, True)]
            heights = [height(made.theory, each, frozenset()) for each in both]
            assert min(each for each in heights if each is not None) == 2
    assert rejections["a goal follows in fewer steps than required"]


def test_what_follows_within_some_levels() -> None:
    def literal(name: str, *terms: str, negative: bool = False) -> ir.Literal:
        made = tuple(ir.Var(each) if each.isupper() else ir.Const(each) for each in terms)
        return ir.Literal(ir.Atom(name, made), negative)

    statements: list[ir.Statement] = [
        ir.Fact(literal("p", "a", "b")),
        ir.Rule((literal("p", "X", "Y"),), "=>", literal("q", "Y", "X")),
        ir.Rule((literal("q", "X", "Y"), literal("p", "Y", "X")), "=>", literal("r", "X")),
        ir.Rule((literal("r", "X"),), "=>", literal("s", "X", negative=True)),
        ir.Rule((literal("r", "X"),), "~>", literal("t", "X")),
        ir.Rule((literal("p", "X", "X"),), "=>", literal("u", "X")),
    ]
    for goal, levels in [
        (literal("p", "a", "b"), 0),
        (literal("p", "a", "b", negative=True), 0),
        (literal("q", "b", "a"), 1),
        (literal("r", "b"), 2),
        (literal("s", "b"), 3),
    ]:
        assert [soon(statements, goal, level) for level in range(5)] == [
            level >= levels for level in range(5)
        ]
    for never in (literal("t", "b"), literal("u", "a"), literal("q", "a", "b"), literal("r", "a")):
        assert not soon(statements, never, 4)


def test_conflicts_have_the_shares_asked_for(family: rspc.Family) -> None:
    for share, type1 in ((0.2, 0.8), (0.8, 0.2)):
        found = drafts(family, 150, depth=2, conflict=share, type1=type1)
        total: Counter[str] = Counter()
        for draft in found:
            total.update({name: draft.metrics[name] for name in ("steps", "conflicts", "type1")})
        assert abs(total["conflicts"] / total["steps"] - share) < 0.06
        assert abs(total["type1"] / total["conflicts"] - type1) < 0.09
    assert all(each.metrics["conflicts"] == 0 for each in drafts(family, 20, conflict=0.0))


def test_attempts_at_one_instance_have_the_same_conflicts(family: rspc.Family) -> None:
    values = chosen_values(family, {"depth": 1}, ("conflicts",), 0, "")
    seen = set()
    for number in range(20):
        kinds = set()
        for attempt in range(8):
            scene = replace(
                open_scene(family, values, Stream("words", number)), lot=Stream("lot", number)
            )
            draft = grow(scene, Stream("attempt", number, attempt))
            assert isinstance(draft, Draft)
            kinds.add((draft.metrics["type1"], draft.metrics["type2"]))
        assert len(kinds) == 1
        seen |= kinds
    assert seen == {(0, 0), (1, 0), (0, 1)}


def test_a_preference_stands_for_each_conflict_and_names_rules_with_opposite_heads(
    family: rspc.Family,
) -> None:
    for draft in drafts(family, 40, conflict=1.0):
        rules = {each.id: each.statement for each in draft.theory.statements}
        preferences = [each for each in rules.values() if isinstance(each, ir.Preference)]
        assert len(preferences) == draft.metrics["conflicts"]
        for each in preferences:
            heads = [rules[name].head for name in (each.stronger, each.weaker)]  # type: ignore[index, union-attr]
            assert heads[0].negative is not heads[1].negative
            assert heads[0].atom.predicate == heads[1].atom.predicate


def test_knowledge_is_asked_for_at_the_last_step_alone_and_borne_out_by_hidden_rules(
    family: rspc.Family,
) -> None:
    for draft in drafts(family, 40, knowledge=1.0, conflict=0.0):
        shown = [each for each in draft.theory.statements if each.id not in draft.hidden]
        hidden = [each for each in draft.theory.statements if each.id in draft.hidden]
        assert len(hidden) == draft.metrics["knowledge"] > 0
        for each in hidden:
            assert isinstance(each.statement, ir.Rule)
            assert each.statement.arrow == "->"
        told = [
            each.statement.literal.atom.arguments[0]  # type: ignore[union-attr]
            for each in shown
            if isinstance(each.statement, ir.Fact)
            and each.statement.literal.atom.predicate == "age"  # type: ignore[union-attr]
        ]
        assert len(told) == len(set(told))


def test_changes_are_of_one_statement_first_and_leave_hidden_ones_alone(
    family: rspc.Family,
) -> None:
    grammar = open_scene(family, {}, Stream("words")).grammar
    for draft in drafts(family, 10, knowledge=1.0, conflict=1.0):
        before = {each.id: each.statement for each in draft.theory.statements}
        kinds = set()
        for number, (kind, theory) in enumerate(
            perturbations(grammar, draft, KINDS, Stream("change"))
        ):
            after = {each.id: each.statement for each in theory.statements}
            assert after.keys() <= before.keys()
            differing = [name for name in before if before[name] != after.get(name)]
            swapped = {name for swap in draft.swaps for name in swap if name in differing}
            assert len(differing) >= 1
            if number < 5 and not swapped:
                assert len(differing) <= 2  # a rule and its rival at once
            # What a reader is to know changes with what is shown, or stays.
            assert set(differing) & draft.hidden <= swapped
            assert before.keys() - after.keys() <= swapped
            for each in after.values():
                if isinstance(each, ir.Preference):
                    heads = [after[name].head for name in (each.stronger, each.weaker)]  # type: ignore[index, union-attr]
                    assert heads[0].negative is not heads[1].negative
                    assert heads[0].atom.predicate == heads[1].atom.predicate
            kinds.add(kind)
        assert kinds == set(KINDS)


def test_a_pool_that_is_too_small_is_told_as_that(family: rspc.Family, tmp_path: Path) -> None:
    path = tmp_path / "few.rspec"
    few = SPEC.replace(", ".join(f"beast_{number}" for number in range(90)), "dog, cat, cow")
    path.write_text(few, "utf-8")
    with pytest.raises(Exception, match="all values of `beast` are used"):
        rspc.load(path).instance(depth=3)


SORTED = """
family offices
logic defeasible
pool people = {ann, bob, cid, dan, eva, fay, gil, hal}
pool papers = {plan, bill, memo, note, list, chart}
pool places = {mill, dock, yard, shed, barn, loft}
sort person = people
sort paper = papers
sort place = places
pred assigned_to(person, place)
pred reads(person, paper)
pred guards(person, place)
pred late(person)
rule own = assigned_to(X, D), ~?q(X) => ~?r(X, D)
rule plain = ~?q(X) => ~?p(X, ?a)
rule lone = ~?p(?b, ?a) => ~?q(?b)
theory backward { depth 2  matched off }
ask entailment
"""


def test_a_rule_stands_for_no_goal_whose_sorts_it_would_mix(tmp_path: Path) -> None:
    path = tmp_path / "offices.rspec"
    path.write_text(SORTED, "utf-8")
    made = rspc.load(path)
    seen = 0
    for index in range(120):
        for each in made.instance(index=index).theory.statements:
            match each.statement:
                case ir.Rule(body=(ir.Literal(atom=ir.Atom(predicate="assigned_to")), _)) as rule:
                    seen += 1
                    assert isinstance(rule.head, ir.Literal)
                    assert rule.head.atom.predicate in ("assigned_to", "guards")
    assert seen


def test_no_change_makes_a_rule_say_that_what_holds_holds(family: rspc.Family) -> None:
    grammar = open_scene(family, {}, Stream("words")).grammar
    for draft in drafts(family, 10):
        for kind, theory in perturbations(grammar, draft, ("predicate",), Stream("change")):
            for each in theory.statements:
                if isinstance(each.statement, ir.Rule):
                    literals = [p for p in each.statement.body if isinstance(p, ir.Literal)]
                    names = [p.atom.predicate for p in literals]
                    assert each.statement.head.atom.predicate not in names, kind  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ("conflict 2 { type1 0.3 }", "knob `conflict` takes a number"),
        ("conflict 1 { share 2 }", "is set twice"),
        ("conflict { first (0 - 1) }", "knob `first` takes a number"),
        ("conflict { first 2 }", "knob `first` takes a number"),
    ],
)
def test_a_knob_out_of_its_range_is_told_by_the_name_that_was_written(
    knobs: str, said: str, tmp_path: Path
) -> None:
    head, _, tail = SPEC.partition("  conflict conflict { type1 type1  type2 (1 - type1) }")
    path = tmp_path / "f.rspec"
    path.write_text(f"{head}  {knobs}{tail}", "utf-8")
    assert any(said in each.message for each in check(path))


def test_the_first_step_is_as_any_other_where_nothing_else_is_said() -> None:
    assert Backward.knobs().conflict.first is None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("pred from deeds(beast, beast)", "pred likes(beats, beast)", "E0201", "beats"),
        ("beasts = {beast_0,", "beasts = {Beast,", "E0605", "Beast"),
        ("ask entailment", "ask entailment { labels {true: Yes, false: no} }", "E0415", "Yes"),
    ],
)
def test_what_is_no_name_is_told_where_it_stands(
    old: str, new: str, code: str, place: str, tmp_path: Path
) -> None:
    path = tmp_path / "f.rspec"
    path.write_text(SPEC.replace(old, new), "utf-8")
    assert (code, place) in [(each.code, each.span.text) for each in check(path)]
    assert all(each.help for each in check(path) if each.code == code)


def test_a_theory_that_cannot_be_grown_is_told_where_it_is_described(tmp_path: Path) -> None:
    path = tmp_path / "f.rspec"
    pool = SPEC.partition("pool beasts = {")[2].partition("}")[0]
    path.write_text(SPEC.replace(pool, "cat, dog"), "utf-8")
    with pytest.raises(Exhausted) as caught:
        rspc.load(path).instance()
    assert caught.value.span.text.startswith("theory backward {")


def test_rules_without_conditions_serve_no_label_but_one(tmp_path: Path) -> None:
    path = tmp_path / "lone.rspec"
    heads = "".join(f"pred p{number}(person)\n" for number in range(8))
    text = (
        "family lone\nlogic defeasible\nsort person = {ann, bob, cid}\n"
        f"{heads}rule r = => ~?q(?x)\ntheory backward {{ depth 1 }}\nask entailment\n"
    )
    path.write_text(text, "utf-8")
    with pytest.raises(Exhausted) as raised:
        rspc.load(path).instance(0, 0)
    assert "as `matched` requires" in str(raised.value)


def test_a_goal_without_a_rule_is_named(tmp_path: Path) -> None:
    spec = tmp_path / "lending.rspec"
    spec.write_text(
        "family lending\n\nlogic defeasible\n\n"
        "pool names = {anna, ben, carla, dan}\nsort reader = names\n"
        "pred careful(reader)\npred late(reader)\n"
        "rule trust = careful(X) => -late(X)\nrule lapse = -careful(X) => late(X)\n"
        "theory backward { depth 2  matched off }\nask entailment\n"
    )
    drop = rspc.load(spec).explain(0, 0, 0)
    assert drop is not None
    assert drop.cause == "no rule has a head that fits the goal"
    assert len(drop.details) == 1
    assert re.fullmatch(r"goal: -?careful\(\w+\)", drop.details[0])
