"""Programs whose rules near the question tell nothing of its label."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import rspc
from rspc.compiler.family.draft import Draft, Rejected
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.rule_graph.knobs import GraphKnobs, Nodes, NoiseKnobs
from rspc.compiler.strategies.rule_graph.strategy import Graph

from .programs import answer_sets, facts, heads, predicates, rules, scene, under


def matched(seed: int, **knobs: Any) -> Draft | Rejected:
    asking = replace(scene(), asked=ir.Entailed(ir.Fact(ir.Hole("goal"))))
    return Graph().grow(asking, GraphKnobs(**knobs), Stream("matched", seed))


def matched_drafts(n: int, **knobs: Any) -> list[Draft]:
    return [each for seed in range(n) if isinstance(each := matched(seed, **knobs), Draft)]


def supported(part: Any, theory: ir.Theory) -> bool:
    """Return whether a condition holds at one look: by a fact or head of its predicate and sign."""
    given = [head for rule in rules(theory) for head in heads(rule)]
    given += [each.statement.literal for each in facts(theory)]
    found = any(
        each.atom.predicate == part.atom.predicate and each.negative == part.negative
        for each in given
    )
    return found is not part.default


def test_a_matched_draft_has_each_label_and_one_answer_set() -> None:
    drafts = matched_drafts(25)
    assert len(drafts) > 15
    for draft in drafts:
        goal = show(draft.goals[0])
        for label, outcome in draft.outcomes.items():
            (found,) = answer_sets(under(draft, outcome))
            assert (goal in found, f"-{goal}" in found) == (label == "true", label == "false")


def test_one_look_at_both_rules_tells_nothing_of_the_label() -> None:
    """A rule for each sign has conditions of which each is supported; what else is for the goal is the same."""
    for draft in matched_drafts(60, noise=NoiseKnobs(0.0), decoys=1.0):
        goal = draft.goals[0].atom.predicate
        seen = set()
        for outcome in draft.outcomes.values():
            theory = under(draft, outcome)
            both = [rule for rule in rules(theory) if heads(rule)[0].atom.predicate == goal]
            assert {bool(heads(rule)[0].negative) for rule in both} == {False, True}
            assert all(supported(part, theory) for rule in both for part in rule.body)
            seen.add(tuple(map(show, both)))
        assert len(seen) == 1


@pytest.mark.parametrize("limit", [2, 3, 5])
def test_rules_two_steps_from_the_question_tell_nothing_of_the_label(limit: int) -> None:
    """Rules for the goal, and for the conditions of those rules, are the same for all labels, and so are the facts."""
    drafts = matched_drafts(60, limit=limit, nodes=Nodes(4, 6), noise=NoiseKnobs(0.0), decoys=0.0)
    assert len(drafts) > 20
    for draft in drafts:
        seen = set()
        for outcome in draft.outcomes.values():
            theory = under(draft, outcome)
            found = {str(draft.goals[0].atom.predicate)}
            near: set[str] = set()
            for _ in range(2):
                leading = [
                    rule for rule in rules(theory) if str(heads(rule)[0].atom.predicate) in found
                ]
                near |= set(map(show, leading))
                found = {name for rule in leading for name in predicates(ir.And(rule.body))}
            seen.add((frozenset(near), frozenset(show(each.statement) for each in facts(theory))))
        assert len(seen) == 1


def test_a_condition_two_steps_away_is_supported_whatever_the_label() -> None:
    """None that is not under `not` lacks a fact or head of its sign, so that none shows which rule fails."""
    for draft in matched_drafts(60, noise=NoiseKnobs(0.0), decoys=0.0):
        goal = str(draft.goals[0].atom.predicate)
        for outcome in draft.outcomes.values():
            theory = under(draft, outcome)
            first = [rule for rule in rules(theory) if str(heads(rule)[0].atom.predicate) == goal]
            asked = {name for rule in first for name in predicates(ir.And(rule.body))}
            second = [rule for rule in rules(theory) if str(heads(rule)[0].atom.predicate) in asked]
            assert all(supported(part, theory) for rule in second for part in rule.body)


def test_as_many_rules_fail_at_one_look_whatever_the_label() -> None:
    for draft in matched_drafts(60, noise=NoiseKnobs(0.0), decoys=0.0):
        failing = []
        for outcome in draft.outcomes.values():
            theory = under(draft, outcome)
            bodies = {
                rule.body
                for rule in rules(theory)
                if not all(supported(part, theory) for part in rule.body)
            }
            failing.append(len(bodies))
        assert failing == [failing[0]] * 3


def test_either_sign_is_that_of_the_first_rule_as_often() -> None:
    signs = Counter(
        heads(rule)[0].negative
        for draft in matched_drafts(150, noise=NoiseKnobs(1.0, goal_in_head=2))
        for rule in rules(draft.theory)
        if heads(rule)[0].atom.predicate == draft.goals[0].atom.predicate
    )
    assert abs(signs[True] - signs[False]) < 3 * sum(signs.values()) ** 0.5


def test_a_rule_and_its_rival_need_four_nodes() -> None:
    with pytest.raises(rspc.SpecError, match="E0421"):
        matched(0, nodes=Nodes(2, 3))
