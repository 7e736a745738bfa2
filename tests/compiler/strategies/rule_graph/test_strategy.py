"""Programs grown over a rule graph: what holds of each by construction, and the figures of many."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

import rspc
from rspc.compiler.analysis.program_classes import Classes, figures
from rspc.compiler.api import check
from rspc.compiler.contract import Limits, plugins
from rspc.compiler.family.draft import Draft, Outcome, Rejected
from rspc.compiler.family.family import Scene
from rspc.compiler.instances.growth import open_scene
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.rule_graph import core as core_module
from rspc.compiler.strategies.rule_graph.strategy import (
    Disjunction,
    Edges,
    FurtherKnobs,
    Graph,
    GraphKnobs,
    Negation,
    Nodes,
    NoiseKnobs,
    Predicates,
)

SPEC = """family grown
logic asp
theory graph { }
ask entailment
"""


@cache
def family() -> rspc.Family:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "grown.rspec"
        path.write_text(SPEC, "utf-8")
        return rspc.load(path)


def scene() -> Scene:
    return open_scene(family(), {}, Stream("words"))


def grown(seed: int, **knobs: Any) -> Draft:
    draft = Graph().grow(scene(), GraphKnobs(**knobs), Stream("tests", seed))
    assert isinstance(draft, Draft)
    return draft


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


def rules(theory: ir.Theory) -> list[ir.Rule]:
    return [each.statement for each in theory.statements if isinstance(each.statement, ir.Rule)]


def heads(rule: ir.Rule) -> tuple[ir.Literal, ...]:
    return rule.head.parts if isinstance(rule.head, ir.Or) else (rule.head,)  # type: ignore[return-value]


def variables(node: ir.Node) -> set[str]:
    return {each.name for each in walk(node) if isinstance(each, ir.Var)}


def under(draft: Draft, outcome: Outcome) -> ir.Theory:
    statements = tuple(
        ir.Labelled(each.id, outcome.changes.get(each.id, each.statement))
        for each in draft.theory.statements
    )
    return ir.Theory("asp", statements)


def answer_sets(theory: ir.Theory) -> list[set[str]]:
    engine = plugins.make(plugins.BACKENDS, "clingo")
    found = engine.decide(theory, ir.Query(ir.AnswerSets(500)), {}, Limits())
    assert found.certificate["complete"]
    return [set(each) for each in found.certificate["sets"]]


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


def facts(theory: ir.Theory) -> list[Any]:
    return [each for each in theory.statements if isinstance(each.statement, ir.Fact)]


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


def name(literal: str) -> str:
    return literal.lstrip("-").partition("(")[0]


def predicates(node: ir.Node) -> set[str]:
    return {str(each.predicate) for each in walk(node) if isinstance(each, ir.Atom)}


def core(draft: Draft) -> set[str]:
    """Return the predicates that lead to the goal by rules that are not noise: those that an answer set can need."""
    theory = draft.theory
    goal = str(draft.goals[0].atom.predicate)
    found, before = {goal}, 0
    while len(found) > before:
        before = len(found)
        for rule in rules(theory):
            if any(str(head.atom.predicate) in found for head in heads(rule)):
                found |= predicates(rule)
    return found


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


def test_variants_change_one_rule_each_and_keep_what_one_look_sees() -> None:
    asking = replace(scene(), asked=ir.Stable(()))
    seen = 0
    for seed in range(40):
        draft = Graph().grow(asking, GraphKnobs(), Stream("variants", seed))
        if not isinstance(draft, Draft):
            continue
        own = {each.id: each.statement for each in draft.theory.statements}
        assert len(draft.variants) > 1
        for variant in draft.variants:
            changed = {id: each for id, each in variant.items() if each != own[id]}
            (id,) = changed
            assert signed(changed[id]) == signed(own[id])
            assert variables(changed[id]) <= variables(own[id])
            seen += 1
    assert seen > 60


def test_variants_of_programs_with_one_argument_have_the_same_signs() -> None:
    asking = replace(scene(), asked=ir.Stable(()))
    knobs = GraphKnobs(arity=1, arities={"0": 1, "1": 4})
    grown = [Graph().grow(asking, knobs, Stream("unary", seed)) for seed in range(40)]
    drafts = [each for each in grown if isinstance(each, Draft)]
    assert len(drafts) > 25
    for draft in drafts:
        own = {each.id: each.statement for each in draft.theory.statements}
        for variant in draft.variants:
            assert all(signed(each) == signed(own[id]) for id, each in variant.items())


def test_variants_of_programs_without_arguments_change_a_sign() -> None:
    asking = replace(scene(), asked=ir.Stable(()))
    draft = Graph().grow(asking, GraphKnobs(arity=0, decoys=0.0), Stream("bare", 1))
    assert isinstance(draft, Draft)
    own = {each.id: each.statement for each in draft.theory.statements}
    assert len(draft.variants) > 1
    for variant in draft.variants:
        assert any(signed(each) != signed(own[id]) for id, each in variant.items())


def signed(node: ir.Node) -> list[tuple[str, bool, bool]]:
    found = (each for each in walk(node) if isinstance(each, ir.Literal))
    return [(str(each.atom.predicate), bool(each.negative), bool(each.default)) for each in found]


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
