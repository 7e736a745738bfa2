"""Programs grown over a rule graph: what holds of each by construction, and the figures of many."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

import rspc
from rspc.compiler.analysis.program_classes import Classes, figures
from rspc.compiler.api import check
from rspc.compiler.family.draft import Draft, Rejected
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.rule_graph import core as core_module
from rspc.compiler.strategies.rule_graph.knobs import (
    Disjunction,
    Edges,
    FurtherKnobs,
    GraphKnobs,
    Negation,
    Nodes,
    NoiseKnobs,
    Predicates,
)
from rspc.compiler.strategies.rule_graph.strategy import Graph

from .programs import (
    SPEC,
    answer_sets,
    core,
    facts,
    grown,
    heads,
    name,
    predicates,
    rules,
    scene,
    under,
    variables,
)


def _by_number(weights: tuple[float, ...]) -> dict[str, float]:
    return {str(number): weight for number, weight in enumerate(weights)}


@pytest.mark.parametrize("before", [(0, 1, 4, 4), (0.0, 1.0, 4.0, 4.0)])
def test_weights_draw_alike_whatever_was_drawn_before(before: tuple[float, ...]) -> None:
    """Whole weights draw in another way than others, though they are equal."""
    forget = [each for each in vars(core_module).values() if hasattr(each, "cache_clear")]
    for weights in (0, 1, 4, 4), (0.0, 1.0, 4.0, 4.0):
        knobs = {"arity": 3, "arities": _by_number(weights)}
        for each in forget:
            each.cache_clear()
        alone = grown(1, **knobs)
        for each in forget:
            each.cache_clear()
        grown(1, arity=3, arities=_by_number(before))
        assert grown(1, **knobs) == alone


def test_joined_heads_and_entailment_do_not_go_together() -> None:
    asking = replace(scene(), asked=ir.Entailed(ir.Fact(ir.Hole("goal"))))
    knobs = GraphKnobs(disjunction=Disjunction(1.0))
    with pytest.raises(rspc.SpecError, match="E0421"):
        Graph().grow(asking, knobs, Stream("tests", 0))


KNOBS = st.fixed_dictionaries(
    {
        "limit": st.integers(2, 5),
        "arity": st.integers(0, 4),
        "negation": st.builds(
            Negation,
            strong=st.sampled_from([0.0, 0.5, 1.0]),
            default=st.sampled_from([0.0, 0.6, 1.0]),
            least=st.just(0.0),
            positive=st.sampled_from([0.0, 1.0]),
        ),
        "noise": st.builds(NoiseKnobs, share=st.sampled_from([0.0, 1.0])),
        "decoys": st.sampled_from([0.0, 1.0]),
        "nodes": st.sampled_from([Nodes(), Nodes(2, 2), Nodes(2, 4)]),
        "edges": st.just(Edges(1, 15)),
        "added": st.sampled_from([Predicates(), Predicates(0, 0)]),
    }
)
SEEDS = st.integers(0, 1 << 40)


@settings(max_examples=75, deadline=None)
@given(SEEDS, KNOBS, st.sampled_from([0.0, 1.0]))
def test_every_rule_is_safe_and_every_predicate_has_one_arity(
    seed: int, knobs: dict[str, Any], joined: float
) -> None:
    knobs["negation"] = Negation(
        knobs["negation"].strong, knobs["negation"].default or 0.5, 0.0, knobs["negation"].positive
    )
    theory = grown(seed, **knobs, disjunction=Disjunction(joined)).theory
    arities: dict[str, int] = {}
    for node in (each for labelled in theory.statements for each in walk(labelled)):
        if isinstance(node, ir.Atom):
            assert arities.setdefault(str(node.predicate), len(node.arguments)) == len(
                node.arguments
            )
    for rule in rules(theory):
        bound = {name for part in rule.body if not part.default for name in variables(part)}  # type: ignore[union-attr]
        assert variables(rule) <= bound
        assert 1 <= len(rule.body) <= knobs["limit"]
        names = [part.atom.predicate for part in rule.body]  # type: ignore[union-attr]
        assert len(set(names)) == len(names)
    assert len({show(each.statement) for each in theory.statements}) == len(theory.statements)


@settings(max_examples=75, deadline=None)
@given(SEEDS, KNOBS)
def test_conditions_of_the_core_share_their_variables(seed: int, knobs: dict[str, Any]) -> None:
    """Each literal with arguments has a variable of another one with arguments, where there is one."""
    knobs["noise"] = NoiseKnobs(0.0)
    for rule in rules(grown(seed, **knobs).theory):
        sets = [variables(part) for part in rule.body if variables(part)]
        for place, own in enumerate(sets):
            others = set[str]().union(*sets[:place], *sets[place + 1 :])
            assert own & others or not others


@settings(max_examples=75, deadline=None)
@given(SEEDS, KNOBS)
def test_the_core_has_no_circle_and_one_sink(seed: int, knobs: dict[str, Any]) -> None:
    knobs["noise"] = NoiseKnobs(0.0)
    draft = grown(seed, **knobs)
    assert Classes(draft.theory).tight
    assert Classes(draft.theory).stratified
    used = {part.atom.predicate for rule in rules(draft.theory) for part in rule.body}  # type: ignore[union-attr]
    derived = {head.atom.predicate for rule in rules(draft.theory) for head in heads(rule)}
    assert derived - used == {draft.goals[0].atom.predicate}
    stated = {each.statement.literal.atom.predicate for each in facts(draft.theory)}
    assert stated == used - derived


@settings(max_examples=60, deadline=None)
@given(SEEDS, KNOBS)
def test_each_outcome_has_its_label_and_one_answer_set(seed: int, knobs: dict[str, Any]) -> None:
    draft = grown(seed, **knobs)
    assert set(draft.outcomes) == {"true", "false", "unknown"}
    for label, outcome in draft.outcomes.items():
        (found,) = answer_sets(under(draft, outcome))
        goal = show(outcome.goal)
        assert (goal in found, f"-{goal}" in found) == (label == "true", label == "false")


@settings(max_examples=60, deadline=None)
@given(SEEDS, KNOBS, st.sampled_from([0.0, 1.0]))
def test_rules_beside_the_core_derive_nothing_of_its_predicates(
    seed: int, knobs: dict[str, Any], joined: float
) -> None:
    """With them or without, the answer sets have the same literals of the core's predicates."""
    knobs["noise"] = NoiseKnobs(1.0)
    knobs["negation"] = Negation(least=0.0)
    draft = grown(seed, **knobs, disjunction=Disjunction(joined))
    own = core(draft)
    alone = ir.Theory("asp", tuple(e for e in draft.theory.statements if predicates(e) <= own))
    whole = [{e for e in each if name(e) in own} for each in answer_sets(draft.theory)]
    assert sorted(map(sorted, whole)) == sorted(map(sorted, answer_sets(alone)))


@settings(max_examples=50, deadline=None)
@given(SEEDS, KNOBS)
def test_the_same_stream_gives_the_same_draft(seed: int, knobs: dict[str, Any]) -> None:
    assert grown(seed, **knobs) == grown(seed, **knobs)


def test_marks_stand_where_they_are_set() -> None:
    positive = figures(grown(1, negation=Negation(0.5, 0.6, 0.0, 1.0)).theory)
    assert positive["positive"]
    plain = grown(2, negation=Negation(0.0, 1.0, 0.0, 0.0), noise=NoiseKnobs(0.0), decoys=0.0)
    counted = figures(plain.theory)
    assert counted["heads_strong"] == counted["facts_strong"] == counted["literals_strong"] == 0
    assert (
        counted["literals_default"] == 0 < counted["literals_both"]
    )  # `not -p`, where p is derived


def test_rules_beside_the_core_are_as_many_as_asked_for() -> None:
    asked = NoiseKnobs(1.0, goal_in_head=3, goal_in_body=2, others=0, partly_new=1, new=4)
    for seed in range(30):
        draft = grown(seed, noise=asked)
        goal = draft.goals[0].atom.predicate
        assert draft.metrics["noise"] == 10
        ahead = [r for r in rules(draft.theory) if heads(r)[0].atom.predicate == goal]
        behind = [r for r in rules(draft.theory) if goal in predicates(ir.And(r.body))]
        assert (len(ahead), len(behind)) == (4, 2)
        signs = Counter(bool(heads(rule)[0].negative) for rule in ahead)
        assert min(signs.values()) >= 1
        assert len(signs) == 2


def test_the_label_changes_signs_and_nothing_else() -> None:
    """Each outcome has the same statements but for signs: no size, style or order tells the label."""

    def unsigned(node: Any) -> Any:
        return show(node).replace("-", "").replace(" >", "->")

    for seed in range(50):
        draft = grown(seed)
        texts = {
            label: [unsigned(each.statement) for each in under(draft, outcome).statements]
            for label, outcome in draft.outcomes.items()
        }
        assert texts["true"] == texts["false"] == texts["unknown"]


def test_a_program_without_noise_can_have_a_rival_rule() -> None:
    """Its head is for the complement of the goal, whichever label is wanted: neither sign rules one out."""
    for seed in range(30):
        draft = grown(seed, noise=NoiseKnobs(0.0), rival=1.0)
        assert (draft.metrics["noise"], draft.metrics["rivals"]) == (0, 1)
        goal = draft.goals[0].atom.predicate
        for label, outcome in draft.outcomes.items():
            theory = under(draft, outcome)
            ahead = [head for rule in rules(theory) for head in heads(rule)]
            signs = [bool(each.negative) for each in ahead if each.atom.predicate == goal]
            assert sorted(signs) == [False, True], label


@settings(max_examples=40, deadline=None)
@given(SEEDS, KNOBS)
@example(
    754164,
    {"limit": 2, "arity": 2, "decoys": 0.0, "edges": Edges(1, 15), "added": Predicates(0, 0)},
)
def test_further_facts_leave_rules_beside_the_core_idle(seed: int, knobs: dict[str, Any]) -> None:
    """With them or without, the answer sets have the same literals of the core's predicates."""
    knobs["noise"] = NoiseKnobs(1.0)
    knobs["negation"] = Negation(least=0.0)
    draft = grown(seed, **knobs, further=FurtherKnobs(6, 6), underived=1.0)
    own = core(draft)
    alone = ir.Theory("asp", tuple(e for e in draft.theory.statements if predicates(e) <= own))
    whole = [{e for e in each if name(e) in own} for each in answer_sets(draft.theory)]
    assert sorted(map(sorted, whole)) == sorted(map(sorted, answer_sets(alone)))
    assert draft.outcomes == {}


def test_a_renamed_program_has_the_same_shape_and_another_has_another() -> None:
    drafts = [grown(seed) for seed in range(200)]
    assert len({each.shape for each in drafts}) > 195
    again = Graph().grow(scene(), GraphKnobs(), Stream("tests", 0))
    assert isinstance(again, Draft)
    assert again.shape == drafts[0].shape


def test_joined_heads_are_disjunctions() -> None:
    drafts = [
        grown(seed, disjunction=Disjunction(1.0), noise=NoiseKnobs(0.0)) for seed in range(40)
    ]
    split = [grown(seed, disjunction=Disjunction(0.0), noise=NoiseKnobs(0.0)) for seed in range(40)]
    assert sum(figures(each.theory)["disjunctive"] for each in drafts) > 40
    assert not any(figures(each.theory)["disjunctive"] for each in split)
    assert all(each.outcomes for each in split)
    assert not any(e.outcomes for e in drafts if figures(e.theory)["disjunctive"])
    assert max(len(answer_sets(each.theory)) for each in drafts) > 4


def test_what_cannot_be_grown_is_said() -> None:
    knobs = GraphKnobs(nodes=Nodes(8, 8), edges=Edges(2, 3))
    draft = Graph().grow(scene(), knobs, Stream("tests"))
    assert draft == Rejected("no rule graph has that many nodes and edges")


@pytest.mark.parametrize(
    ("knobs", "code"),
    [
        ("nodes { least 9  most 4 }", "E0411"),
        ("arities {0: 0, 1: 0}", "E0411"),
        ("arities {a: 1}", "E0411"),
        ("arity 0  arities {1: 1}", "E0411"),
        ("sizes {7: 1}", "E0411"),
        ("limit 1", "E0411"),
        ("noise { goals 1 }", "E0412"),
    ],
)
def test_bad_knobs_are_told(knobs: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "grown.rspec"
    path.write_text(SPEC.replace("graph { }", f"graph {{ {knobs} }}"), "utf-8")
    assert [each.code for each in check(path)] == [code]
