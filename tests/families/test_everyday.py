"""The families of everyday reasoning: certified, read back, balanced, some of them solved anew."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.api import Family
from rspc.compiler.certify.exploration import answer
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk

from .said import said

SPECS = Path(__file__).parents[2] / "specs" / "everyday"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))
PRESETS = [
    (name, each)
    for name in FAMILIES
    for each in re.findall(r"^preset (\w+)", (SPECS / f"{name}.rspec").read_text("utf-8"), re.M)
]
ENGINES = {
    "alcq": {"alcq", "justification"},
    "asp": {"clingo", "stability"},
    "constraint": {"z3", "evaluation"},
    "defeasible": {"metaprogram", "fixpoint", "derivation"},
}
LABELLED = {"access": 2, "club": 3, "syllogisms": 3, "taxonomy": 3, "trains": 2}
"""How many labels there are to balance, where the question is an entailment."""


@cache
def family(name: str) -> Family:
    return rspc.load(SPECS / f"{name}.rspec")


@cache
def made(name: str) -> tuple[Instance, ...]:
    """Return a block in which each label comes equally often, and a few of a family without labels."""
    return tuple(family(name).generate(12 if name in LABELLED else 4, seed=3))


def confirmed(instance: Instance) -> None:
    """Assert that two engines agree, and that every sentence reads back to its own statement in the family's words."""
    assert set(instance.engines) == ENGINES[instance.family.logic.name]
    assert set(instance.engines.values()) == {instance.label}
    book = instance.family.words.phrasebook
    for sentence, node in said(instance):
        assert book.read(sentence) == (node,)
        assert not any(sign in sentence for sign in "`“|=(_"), "a statement is told in words"


def test_no_preset_is_left_out() -> None:
    found = [(name, each) for name in FAMILIES for each in family(name).presets]
    assert [preset for preset in found if not preset[1].isdigit()] == PRESETS


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_preset_is_certified_and_reads_back(name: str, preset: str) -> None:
    confirmed(family(name).instance(seed=3, preset=preset))


@pytest.mark.parametrize("name", FAMILIES)
def test_instances_are_certified_read_back_and_say_nothing_twice(name: str) -> None:
    for instance in made(name):
        confirmed(instance)
        told = list(said(instance))
        assert (
            len({sentence for sentence, _ in told}) == len({node for _, node in told}) == len(told)
        )
        task = next(each.task for each in family(name).asks if each.task.name == instance.task)
        assert task.score(instance.record(), instance.answer).value == 1


@pytest.mark.parametrize("name", LABELLED)
def test_labels_come_equally_often(name: str) -> None:
    assert set(Counter(each.label for each in made(name)).values()) == {12 // LABELLED[name]}


# ------------------------------------------------------------------------------------------------ solved anew


def facts(instance: Instance) -> dict[str, list[tuple[Any, ...]]]:
    """Return the arguments of a program's facts, by their predicates."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for each in instance.theory.statements:
        match each.statement:
            case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=name, arguments=terms))):
                values = (t.amount if isinstance(t, ir.Quantity) else t.name for t in terms)  # type: ignore[union-attr]
                found.setdefault(str(name), []).append(tuple(values))
    return found


def asked(instance: Instance) -> tuple[str, ...]:
    """Return the individuals of the literal that is asked about."""
    goal = instance.query.goal
    assert isinstance(goal, ir.Entailed)
    assert isinstance(goal.statement, ir.Fact)
    assert isinstance(goal.statement.literal, ir.Literal)
    return tuple(str(each.name) for each in goal.statement.literal.atom.arguments)  # type: ignore[union-attr]


def test_trains_lead_where_a_search_gets_to() -> None:
    for instance in made("trains"):
        known = facts(instance)
        closed = {name for (name,) in known["closed"]}
        start, end = asked(instance)
        assert not closed & {start, end}
        found, front = {start}, [start]
        while front:
            here = front.pop()
            ahead = {b for a, b in known["runs"] if a == here} - found - closed
            found |= ahead
            front += ahead
        assert instance.answer == ("yes" if end in found else "no")


@pytest.mark.parametrize("name", ["day", "town"])
def test_answers_and_numbers_of_clues_are_drawn_apart(name: str) -> None:
    for instance in made(name):
        assert instance.metrics["clues"] == instance.params["told"]
        goal = instance.query.goal
        assert isinstance(goal, ir.Answers)
        told = {each for each in walk(instance.theory) if isinstance(each, ir.Atom)}
        value = (
            ir.Quantity("integer", int(instance.answer))
            if name == "day"
            else ir.Const(instance.answer)
        )
        terms = (
            value if isinstance(each, ir.Var) else each for each in goal.literal.atom.arguments
        )
        assert ir.Atom(goal.literal.atom.predicate, tuple(terms)) not in told


def test_nobody_in_a_family_has_a_child_with_a_relative() -> None:
    for instance in made("kinship"):
        known = facts(instance)
        parents = [*known.get("mother", ()), *known.get("father", ())]
        parents += [(b, a) for a, b in (*known.get("daughter", ()), *known.get("son", ()))]
        siblings = {frozenset(each) for n in ("sister", "brother") for each in known.get(n, ())}
        couples = {frozenset((a, b)) for a, c in parents for b, d in parents if c == d and a != b}
        assert not couples & siblings


def region(concept: ir.Node, inside: frozenset[str]) -> bool:
    """Return whether people who belong to exactly these groups are among a concept."""
    match concept:
        case ir.Truth(value=value):
            return value
        case ir.Named(name=name):
            return name in inside
        case ir.Not(part=part):
            return not region(part, inside)
        case ir.And(parts=parts):
            return all(region(each, inside) for each in parts)
    raise AssertionError(concept)


def consistent(statements: list[ir.Statement], groups: list[str]) -> bool:
    """Return whether sentences can all be true: each with `some` has a kind of people that no other one excludes."""
    kinds = [
        frozenset(name for name, holds in zip(groups, each, strict=True) if holds)
        for each in product((False, True), repeat=len(groups))
    ]
    some: list[ir.Node] = []
    for each in statements:
        assert isinstance(each, ir.Inclusion)
        if isinstance(each.right, ir.Restriction):
            some.append(each.right.filler)
        else:
            kinds = [k for k in kinds if not region(each.left, k) or region(each.right, k)]
    return all(any(region(each, kind) for kind in kinds) for each in some)


def denied(statement: ir.Statement) -> ir.Statement:
    """Return the contradictory sentence in the square of opposition."""
    assert isinstance(statement, ir.Inclusion)
    match statement.right:
        case ir.Restriction(filler=ir.And(parts=(left, ir.Not(part=right)))):
            return ir.Inclusion(left, right)
        case ir.Restriction(filler=ir.And(parts=(left, right))):
            return ir.Inclusion(left, ir.Not(right))
        case ir.Not(part=right):
            found = ir.And((statement.left, right))
        case right:
            found = ir.And((statement.left, ir.Not(right)))
    return ir.Inclusion(ir.Truth(True), ir.Restriction("some", None, "among", found))


def test_syllogisms_follow_where_venn_says_so() -> None:
    for instance in made("syllogisms"):
        premises = [each.statement for each in instance.theory.statements]
        groups = sorted(
            str(each.right.filler.name)
            for each in premises
            if isinstance(each, ir.Inclusion)
            and isinstance(each.right, ir.Restriction)
            and isinstance(each.right.filler, ir.Named)
        )
        goal = instance.query.goal
        assert isinstance(goal, ir.Entailed)
        follows = not consistent([*premises, denied(goal.statement)], groups)
        excluded = not consistent([*premises, goal.statement], groups)
        label = "true" if follows else "false" if excluded else "unknown"
        assert consistent(premises, groups)
        assert instance.label == label


def test_no_sentence_joins_the_terms_of_a_syllogism() -> None:
    for instance in made("syllogisms"):
        goal = instance.query.goal
        assert isinstance(goal, ir.Entailed)
        terms = {each.name for each in walk(goal.statement) if isinstance(each, ir.Named)}
        for each in instance.theory.statements:
            spoken = {one.name for one in walk(each.statement) if isinstance(one, ir.Named)}
            assert not terms <= spoken


@pytest.mark.parametrize("setting", [{}, {"animals": 5, "steps": 2, "links": 8, "sayings": 11}])
def test_paths_to_each_answer_look_alike_in_a_taxonomy(setting: dict[str, int]) -> None:
    """Each animal has a kind of its own, and one path of one length leads from it to where something is said."""
    steps = setting.get("steps", 1)
    for instance in family("taxonomy").generate(9, seed=5, **setting):
        known = facts(instance)
        of = dict(known["member"])
        assert len(set(of.values())) == len(of) == setting.get("animals", 3)
        front = sorted(of.values())
        for _ in range(steps + 1):
            assert not {kind for kind, _, _ in known["said"]} & set(front)
            assert not {wide for _, wide in known["included"]} & set(of.values())
            reached = [
                wide for kind in front for narrow, wide in known["included"] if narrow == kind
            ]
            assert len(set(reached)) == len(reached) == len(front)
            front = reached
        assert len({(kind, trait) for kind, trait, _ in known["said"]}) == len(known["said"])


def test_an_answer_in_a_taxonomy_is_as_common_for_each_count_of_what_is_said() -> None:
    """Of each theory every answer could be asked for, so how often its property is affirmed tells nothing."""
    for instance in made("taxonomy"):
        _, trait = asked(instance)
        found = set()
        for animal, _ in facts(instance)["member"]:
            goal = ir.Entailed(
                ir.Fact(ir.Literal(ir.Atom("has", (ir.Const(animal), ir.Const(trait)))))
            )
            found.add(answer(instance.family.engines, instance.theory, ir.Query(goal)))
        assert found == {"true", "false", "unknown"}


@pytest.mark.parametrize("name", ["trains", "menu"])
def test_both_questions_are_about_one_text(name: str) -> None:
    records = [each.record() for each in family(name).generate(8, task="both")]
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first["context"] == second["context"]
        assert first["context_hash"] == second["context_hash"]
        assert first["task"] != second["task"]
    assert len({record["context_hash"] for record in records}) == 4


# ------------------------------------------------------------------------------------------------ connected graphs


def joined(sentences: str, form: str) -> list[frozenset[str]]:
    """Return the pairs that sentences of a form name."""
    return [frozenset(pair) for pair in re.findall(form, sentences)]


def named_together(sentences: str, forms: Sequence[str]) -> list[frozenset[str]]:
    """Return the pairs of one name and each of those that sentences of some forms list after it."""
    return [
        frozenset((one, other))
        for form in forms
        for one, others in re.findall(form, sentences)
        for other in re.findall(r"[A-Z]\w+", others)
    ]


def is_connected(pairs: list[frozenset[str]]) -> bool:
    reached = set(min(pairs, key=sorted))
    while more := {name for pair in pairs if pair & reached for name in pair} - reached:
        reached |= more
    return reached == {name for pair in pairs for name in pair}


ROADS = r"(?:A road joins|A road runs between|There is a road between) (\w+) and (\w+)\."
ROADS_OF_ONE = (
    r"From (\w+), there are roads to ([^.]+)\.",
    r"(\w+) has roads to ([^.]+)\.",
    r"There are roads between (\w+) and each of these: ([^.]+)\.",
)
QUARRELS_OF_ONE = (
    r"(?<=\. )(\w+) quarrels with (\w+,? (?:\w+, )*and \w+)\.",
    r"Those with whom (\w+) quarrels include ([^.]+)\.",
)
QUARRELS = r"(?<=\. )(\w+) (?:and|quarrels with) (\w+)(?: quarrel)?\."


@pytest.mark.parametrize("split", ["train", "test"])
@pytest.mark.parametrize("level", ["1", "4"])
def test_orders_of_villages_follow_the_roads_that_the_text_names(level: str, split: str) -> None:
    for instance in family("delivery").generate(3, seed=5, preset=level, split=split):
        text = instance.context
        (listed,) = re.findall(r"\w+ villages[^:.]*: (.*?)\.", text)
        villages = re.findall(r"[A-Z]\w+", listed)
        roads = [*joined(text, ROADS), *named_together(text, ROADS_OF_ONE)]
        assert len(set(roads)) == len(roads) == instance.params["roads"]
        assert is_connected(roads)
        assert {name for road in roads for name in road} == {*villages}
        right = {
            order
            for order in permutations(villages)
            if all(frozenset(pair) in roads for pair in pairwise(order))
        }
        answer = tuple(name.capitalize() for name in instance.answer.splitlines())
        assert answer in right
        record = instance.record()
        for order in [*sorted(right)[:2], answer[::-1]]:
            assert rspc.score(record, "\n".join(order)).value == 1
        wrong = next((each for each in permutations(villages) if each not in right), None)
        if wrong is not None:
            assert rspc.score(record, "\n".join(wrong)).value == 0


@pytest.mark.parametrize("split", ["train", "test"])
@pytest.mark.parametrize("level", ["1", "3"])
def test_groups_keep_apart_those_who_quarrel(level: str, split: str) -> None:
    for instance in family("groups").generate(3, seed=5, preset=level, split=split):
        text = instance.context
        quarrels = [*joined(text, QUARRELS), *named_together(text, QUARRELS_OF_ONE)]
        pupils = {name for pair in quarrels for name in pair}
        assert len(set(quarrels)) == len(quarrels) == instance.params["quarrels"]
        assert len(pupils) == instance.params["pupils"]
        assert is_connected(quarrels)
        groups = dict(line.split(" = ") for line in instance.answer.splitlines())
        assert groups.keys() == pupils
        assert all(len({groups[name] for name in pair}) == 2 for pair in quarrels)
        record = instance.record()
        turned = {"1": "2", "2": "1"}
        other = {name: turned.get(group, group) for name, group in groups.items()}
        assert rspc.score(record, "\n".join(map(" = ".join, other.items()))).value == 1
        one, two = min(quarrels, key=sorted)
        spoilt = groups | {one: groups[two]}
        assert rspc.score(record, "\n".join(map(" = ".join, spoilt.items()))).value == 0
