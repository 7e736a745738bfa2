"""Theories that serve every label: the same rules, preferences and question, and as many broken leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import rspc
from rspc.compiler.certify.exploration import answer
from rspc.compiler.family.chosen import chosen_values
from rspc.compiler.family.draft import Draft, Sought
from rspc.compiler.instances.growth import grow, open_scene
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.backward.patterns import (
    Branch,
    Goal,
    Leaf,
    Part,
    Patterns,
    leaves,
)

from .test_strategy import SPEC

LABELS = ("true", "false", "unknown")


@cache
def family(options: str = "") -> rspc.Family:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "creatures.rspec"
        path.write_text(SPEC.replace("logic defeasible", f"logic defeasible{options}"), "utf-8")
        return rspc.load(path)


def drafts(count: int, **given: object) -> list[Draft]:
    made = family()
    found = []
    for number in range(count):
        values = chosen_values(made, given, ("test",), number)
        scene = replace(
            open_scene(made, values, Stream("words", number)),
            asked=ir.Entailed(ir.Fact(ir.Hole("goal"))),
            sought=tuple(Sought(label, None) for label in LABELS),
            lot=Stream("lot", number),
        )
        draft = grow(scene, Stream("matched", str(given), number))
        if isinstance(draft, Draft):
            found.append(draft)
    assert len(found) > 0.8 * count
    return found


def theories(draft: Draft) -> dict[str, ir.Theory]:
    return {label: each.of(draft.theory) for label, each in draft.outcomes.items()}


def facts(theory: ir.Theory) -> list[ir.Literal]:
    stated = (each.statement for each in theory.statements)
    return [
        each.literal
        for each in stated
        if isinstance(each, ir.Fact) and isinstance(each.literal, ir.Literal)
    ]


SETTINGS = [
    {"depth": 2, "knowledge": 0.5, "distractors": 1},
    {"depth": 3},
    {"depth": 1},
    {"depth": 3, "stated": 0.7},
]


@pytest.mark.parametrize("setting", SETTINGS)
def test_of_one_draft_every_label_has_the_same_rules_preferences_and_question(
    setting: dict[str, object],
) -> None:
    for draft in drafts(25, **setting):
        assert set(draft.outcomes) == set(LABELS)
        assert len({each.goal for each in draft.outcomes.values()}) == 1
        shown = {
            label: [
                each
                for each in theory.statements
                if not isinstance(each.statement, ir.Fact) and each.id not in draft.hidden
            ]
            for label, theory in theories(draft).items()
        }
        assert shown["true"] == shown["false"] == shown["unknown"]
        counted = [
            Counter(each.atom.predicate for each in facts(theory))
            for theory in theories(draft).values()
        ]
        assert counted[0] == counted[1] == counted[2]
        named = [
            Counter(term for each in facts(theory) for term in each.atom.arguments[:1])
            for theory in theories(draft).values()
        ]
        assert named[0] == named[1] == named[2]


@pytest.mark.parametrize("stated", [0, 0.7])
def test_every_label_comes_out(stated: float) -> None:
    given = {"conflict": 0.8, "knowledge": 0.3, "distractors": 1, "stated": stated}
    for draft in drafts(25, depth=2, **given):
        for label, theory in theories(draft).items():
            query = ir.Query(ir.Entailed(ir.Fact(draft.outcomes[label].goal)))
            assert answer(family().engines, theory, query) == label


def test_conditions_without_a_fact_of_their_sign_are_as_many_for_each_label() -> None:
    """Where leaves of no use suffice: with two distractors at every step they do in half of all theories."""
    even = 0
    found = drafts(100, depth=2, distractors=2)
    for draft in found:
        looks = {unsupported(theory) for theory in theories(draft).values()}
        even += len(looks) == 1
    assert even > 0.45 * len(found)


def test_side_facts_look_alike_whether_a_condition_is_met_or_not() -> None:
    """No fact names an individual twice, and individuals that rules name stand in both cases."""
    named: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    for draft in drafts(60, depth=2, conflict=0.8, distractors=1):
        for theory in theories(draft).values():
            rules = [e.statement for e in theory.statements if isinstance(e.statement, ir.Rule)]
            told = {each for rule in rules for each in walk(rule) if isinstance(each, ir.Const)}
            stated = [each for each in facts(theory) if len(each.atom.arguments) == 2]
            assert not any(each.atom.arguments[0] == each.atom.arguments[1] for each in stated)
            for rule in rules:
                for part in (part for part in rule.body if isinstance(part, ir.Literal)):
                    own = [each for each in stated if each.atom.predicate == part.atom.predicate]
                    strange = sum(not told & {*each.atom.arguments} for each in own)
                    named[any(fits(part, each) for each in own)][strange] += bool(own)
    for counted in named.values():
        assert counted[0] > 0.8 * counted.total()


def unsupported(theory: ir.Theory) -> int:
    stated = facts(theory)
    bodies = [e.statement.body for e in theory.statements if isinstance(e.statement, ir.Rule)]
    conditions = [part for body in bodies for part in body if isinstance(part, ir.Literal)]
    return sum(not any(fits(each, fact) for fact in stated) for each in conditions)


def fits(condition: ir.Literal, fact: ir.Literal) -> bool:
    pairs = zip(condition.atom.arguments, fact.atom.arguments, strict=False)
    return (
        condition.atom.predicate == fact.atom.predicate
        and condition.negative == fact.negative
        and all(isinstance(mine, ir.Var) or mine == its for mine, its in pairs)
    )


def test_whether_the_literal_asked_about_has_the_preferred_rule_is_as_a_coin_falls() -> None:
    told: Counter[bool] = Counter()
    for draft in drafts(80, depth=1, conflict=1, distractors=0):
        asked = draft.outcomes["true"].goal
        rules = {each.id: each.statement for each in draft.theory.statements}
        (preference,) = (each for each in rules.values() if isinstance(each, ir.Preference))
        rule = rules[str(preference.stronger)]
        assert isinstance(rule, ir.Rule)
        assert isinstance(rule.head, ir.Literal)
        assert rule.head.atom.predicate == asked.atom.predicate
        told[rule.head.negative == asked.negative] += 1
    assert min(told[True], told[False]) > 25


@pytest.mark.parametrize(
    "variant", ["blocking_individual", "propagating", "propagating_individual", "parallel"]
)
def test_every_variant_has_every_label(variant: str) -> None:
    made = list(family(f" {{ variant {variant} }}").generate(6, seed=2, conflict=0.8))
    assert Counter(each.label for each in made) == dict.fromkeys(LABELS, 2)
    assert all(set(each.engines.values()) == {each.label} for each in made)


# ------------------------------------------------------------------------------------------------- patterns


def rule(arrow: str = "=>") -> ir.Rule:
    return ir.Rule((), arrow, ir.Literal(ir.Atom("p")))  # type: ignore[arg-type]


def leaf(place: int) -> Leaf:
    return Leaf((place,), (ir.Fact(ir.Literal(ir.Atom(f"p{place}"))),))


def branch(*parts: Part, arrow: str = "=>") -> Branch:
    return Branch(rule(arrow), parts)


TREES = {
    "two rules": Goal((branch(leaf(0), leaf(1)),), (branch(leaf(2)),), True),
    "four rules": Goal(
        (branch(leaf(0)), branch(leaf(1))), (branch(leaf(2)), branch(leaf(3), leaf(4))), False
    ),
    "a conflict further down": Goal(
        (branch(Goal((branch(leaf(0)),), (branch(leaf(1)),), False), leaf(2)),),
        (branch(leaf(3), leaf(4)),),
    ),
    "strict rules": Goal(
        (branch(leaf(0), arrow="->"), branch(leaf(1))),
        (branch(Goal((branch(leaf(2), arrow="->"),)), arrow="->"),),
        True,
    ),
    "what cannot be broken": Goal((branch(Leaf((0,), ()), leaf(1)),), (branch(leaf(2)),)),
}


def standing(part: Part, broken: frozenset[Leaf]) -> int | None:
    """Return how a part stands with these leaves broken, without the counts."""
    if isinstance(part, Leaf):
        return 0 if part in broken else 2
    parts = [standing(each, broken) for each in part.parts]
    known = [each for each in parts if each is not None]
    return part.standing(known) if len(known) == len(parts) else None


def patterns(tree: Goal) -> Iterator[frozenset[Leaf]]:
    own = [each for each in leaves(tree) if each.broken]
    for number in range(len(own) + 1):
        yield from map(frozenset, combinations(own, number))


@pytest.mark.parametrize("name", TREES)
def test_patterns_are_counted_as_they_are_listed(name: str) -> None:
    tree = TREES[name]
    listed: Counter[tuple[int, int]] = Counter()
    for broken in patterns(tree):
        found = standing(tree, broken)
        if found is not None:
            listed[(found > 0) - (found < 0), len(broken)] += 1
    counted = Patterns(tree)
    for sign in (-1, 0, 1):
        expected = [listed[sign, number] for number in range(counted.size + 1)]
        assert counted.counts(sign) == expected


@pytest.mark.parametrize("name", TREES)
def test_each_pattern_is_as_likely_as_any_other(name: str) -> None:
    tree, stream = TREES[name], Stream("patterns")
    counted = Patterns(tree)
    for sign in (-1, 0, 1):
        for number, count in enumerate(counted.counts(sign)):
            if not count:
                continue
            drawn = Counter(
                frozenset(counted.draw(sign, number, stream)) for _ in range(60 * count)
            )
            for broken in drawn:
                found = standing(tree, broken)
                assert found is not None
                assert ((found > 0) - (found < 0), len(broken)) == (sign, number)
            assert len(drawn) == count
            assert all(30 < each < 100 for each in drawn.values())


def test_a_number_of_goals_is_made_to_follow_where_another_question_is_asked() -> None:
    values = chosen_values(family(), {"depth": 2}, ("test",), 0)
    scene = open_scene(family(), values, Stream("words"))
    aims = (ir.Literal(ir.Atom("deed_1", (ir.Var("X"), ir.Hole("a")))),) * 2
    scene = replace(scene, aims=aims, lot=Stream("lot"))
    draft = grow(scene, Stream("aims"))
    assert isinstance(draft, Draft)
    assert len(draft.goals) == 2
    assert not draft.outcomes
    for goal in draft.goals:
        assert (
            answer(family().engines, draft.theory, ir.Query(ir.Entailed(ir.Fact(goal)))) == "true"
        )


WRITTEN = """family f
logic defeasible
sort plant = {alder, basil, clover, daisy, elder, fennel, gorse, hazel, iris, kale, maple, oak}
pool states = {damp, dry, frail, green, pale, ripe, sturdy, wilted}
pool doings = {feeds, shades, crowds, shelters, climbs, hides}
pred from states(plant)
pred from doings(plant, plant)
rule state [2] = ~?p(X) => ~?q(X)
rule habit [2] = ~?p(X, ?a) => ~?q(X, ?b)
fact seen = ~?p(?a)
theory backward { depth 1  distractors 1 } with { 5 of seen. }
ask entailment
"""


def test_statements_that_are_written_out_keep_their_part_in_every_label(tmp_path: Path) -> None:
    """Facts that are drawn may contradict those that are grown, or make other rules apply: such drafts are dropped."""
    path = tmp_path / "f.rspec"
    path.write_text(WRITTEN, "utf-8")
    family = rspc.load(path)
    dropped: Counter[str] = Counter()
    for made in family.instances(range(60)):
        dropped.update(made.rejections)
        stated = set(facts(made.theory))
        assert not any(ir.Literal(each.atom, not each.negative) in stated for each in stated)
    assert dropped["branches share atoms, which changes the conclusions"]
