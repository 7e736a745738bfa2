"""Programs grown over a rule graph, and what they consist of."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rspc
from rspc.compiler.contract import Limits, plugins
from rspc.compiler.family.draft import Draft, Outcome
from rspc.compiler.family.family import Scene
from rspc.compiler.instances.growth import open_scene
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.rule_graph.knobs import GraphKnobs
from rspc.compiler.strategies.rule_graph.strategy import Graph

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


def facts(theory: ir.Theory) -> list[Any]:
    return [each for each in theory.statements if isinstance(each.statement, ir.Fact)]


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
