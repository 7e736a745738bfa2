"""Variants of a grown program."""

from __future__ import annotations

from dataclasses import replace

from rspc.compiler.family.draft import Draft
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.rule_graph.knobs import GraphKnobs
from rspc.compiler.strategies.rule_graph.strategy import Graph

from .programs import scene, variables


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
