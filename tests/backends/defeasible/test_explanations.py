"""What is told of certificates: every step is of the theory, rests on earlier ones, and can be said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from rspc.backends.checkers.defeasible.derivation import Derivation
from rspc.backends.checkers.defeasible.explanation import FAILED
from rspc.compiler.contract import Explainer, Said, Step
from rspc.compiler.ir import nodes as ir
from rspc.compiler.language import english
from rspc.compiler.notation.to_syntax import show

from .theories import VARIANTS, asks, random_theory, retold, theory

BATCH = 40


def explained(base: ir.Theory, query: ir.Query) -> tuple[str, tuple[Step, ...]]:
    checker = Derivation()
    assert isinstance(checker, Explainer)
    verdict = checker.derive(base, query, {})
    return verdict.label, tuple(checker.explain(base, query, verdict))


def literal(query: ir.Query) -> ir.Literal:
    assert isinstance(query.goal, ir.Entailed)
    assert isinstance(query.goal.statement, ir.Fact)
    assert isinstance(query.goal.statement.literal, ir.Literal)
    return query.goal.statement.literal


def opposite(one: ir.Literal) -> ir.Literal:
    return ir.Literal(one.atom, not one.negative)


def check_step(number: int, step: Step, base: ir.Theory) -> None:
    """Hold one step against the theory."""
    statements = {each.id: each.statement for each in base.statements}
    assert all(1 <= each < number for each in step.premises)
    assert set(step.uses) <= statements.keys()
    for loser in step.beats:
        assert ir.Preference(step.uses[-1], loser) in statements.values()
    if step.uses and step.tag not in FAILED:
        last = statements[step.uses[-1]]
        head = last.literal if isinstance(last, ir.Fact) else last.head  # type: ignore[union-attr]
        assert isinstance(head, ir.Literal)
        assert (head.atom.predicate, head.negative) == (
            step.gives.atom.predicate,
            step.gives.negative,
        )
    assert step.said
    for said in step.said:
        assert set(english().holes(said.frame)) == set(said.parts)
        assert re.fullmatch(r"(\{\{|[A-Z]).*\.", english().texts[said.frame])


def named(said: Said) -> Mapping[str, Any]:
    """Return the parts of a sentence by the names of their holes."""
    assert isinstance(said.parts, Mapping)
    return said.parts


@pytest.mark.parametrize("start", range(0, 240, BATCH))
def test_steps_are_of_the_theory_and_reach_what_is_claimed(start: int) -> None:
    for seed in range(start, start + BATCH):
        base, query = random_theory(seed)
        for variant in VARIANTS:
            shown = retold(base, variant)
            label, steps = explained(shown, query)
            for number, step in enumerate(steps, 1):
                check_step(number, step, shown)
            asked = literal(query)
            proved = [each.gives for each in steps if each.tag not in FAILED]
            failed = [each.gives for each in steps if each.tag in FAILED]
            match label:
                case "true":
                    assert steps[-1].gives == asked == proved[-1]
                case "false":
                    assert steps[-1].gives == opposite(asked) == proved[-1]
                case "unknown":
                    assert {asked, opposite(asked)} <= set(failed)
                case _:
                    assert any(opposite(each) in proved for each in proved)


def test_a_beaten_attack_names_its_preference() -> None:
    base = theory("f1: p. r1: p => q. r2: p => -q. r1 > r2.")
    label, (step,) = explained(base, asks("q"))
    assert (label, step.uses, step.beats) == ("true", ("f1", "r1"), ("r2",))
    assert [show(each) for each in named(step.said[1]).values()] == ["r2: p => -q", "s4: r1 > r2"]


def test_an_attack_that_does_not_apply_names_what_is_missing() -> None:
    base = theory("r1: true => q. r2: p, r => -q. r3: s => r. f1: p.")
    _, steps = explained(base, asks("q"))
    assert [(show(each.gives), each.tag) for each in steps] == [
        ("r", "not defeasibly"),
        ("q", "defeasibly"),
    ]
    assert steps[1].said[1].frame == "against but"
    reason = named(steps[1].said[1])["reason"]
    assert reason.frame == "not shown"
    assert show(named(reason)["claim"]) == "r"


def test_what_stands_outside_the_closure_is_told() -> None:
    base = theory("r1: true => q. r2: p => -q. r3: p => p.", "parallel")
    _, (step,) = explained(base, asks("q"))
    assert named(step.said[1])["reason"].frame == "nothing would give"


def test_a_team_has_a_step_for_each_that_wins() -> None:
    text = "r1: true => q. r2: true => q. r3: true => -q. r4: true => -q. r1 > r3. r2 > r4."
    _, steps = explained(theory(text), asks("q"))
    assert [(each.uses, each.beats, each.premises) for each in steps] == [
        (("r2",), ("r4",), ()),
        (("r1",), ("r3",), (1,)),
    ]


def test_a_fact_that_is_asked_for_is_told() -> None:
    _, (step,) = explained(theory("f1: p."), asks("p"))
    assert step.uses == ("f1",)


def test_a_circle_is_walked_once() -> None:
    _, steps = explained(theory("r1: p => q. r2: q => p."), asks("q"))
    told = [(show(each.gives), each.tag) for each in steps]
    assert told == [
        ("-q", "not defeasibly"),
        ("q", "does not follow"),
        ("p", "does not follow"),
    ]


def test_a_rule_that_applies_to_nothing_is_told() -> None:
    base = theory("f1: at(i, h). r1: at(X, W), sunny(W) => dry(X). r2: old(X) => dry(X).")
    _, (step, _) = explained(base, asks("dry(i)"))
    assert [said.frame for said in step.said[1:]] == ["would give but", "would give but unmet"]
    assert show(named(step.said[2])["rule"]).startswith("r1: ")


def fits(pattern: ir.Literal, ground: ir.Literal) -> bool:
    """Return whether a head can be a ground literal."""
    if (pattern.negative, pattern.atom.predicate) != (ground.negative, ground.atom.predicate):
        return False
    if len(pattern.atom.arguments) != len(ground.atom.arguments):
        return False
    values: dict[ir.Term, ir.Term] = {}
    return all(
        values.setdefault(mine, theirs) == theirs if isinstance(mine, ir.Var) else mine == theirs
        for mine, theirs in zip(pattern.atom.arguments, ground.atom.arguments, strict=True)
    )


@pytest.mark.parametrize("start", range(0, 400, BATCH))
def test_what_fails_names_each_rule_for_it(start: int) -> None:
    for seed in range(start, start + BATCH):
        base, query = random_theory(seed)
        _, steps = explained(base, query)
        for step in steps:
            frames = {said.frame for said in step.said}
            if step.tag not in FAILED or frames & {"opposite certain", "rule would give"}:
                continue
            arrows = {"->"} if step.tag == "not definitely" else {"->", "=>"}
            rules = {
                each.id
                for each in base.statements
                if isinstance(each.statement, ir.Rule)
                and each.statement.arrow in arrows
                and isinstance(each.statement.head, ir.Literal)
                and fits(each.statement.head, step.gives)
            }
            parts = [named(said) for said in step.said if said.frame.startswith("would")]
            assert {str(show(each["rule"])).partition(":")[0] for each in parts} == rules, seed
