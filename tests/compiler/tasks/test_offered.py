"""Statements on offer look alike, and which of them is right has no part in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import rspc
from rspc.compiler.certify.exploration import answer
from rspc.compiler.dataset.stats.guessing.reading import read_record
from rspc.compiler.ir import nodes as ir, read_sets, walk, without
from rspc.compiler.random.stream import Stream
from rspc.compiler.tasks.repair.resemblance import Limits, Traits, alike

SPECS = Path(rspc.__file__).parent / "specs" / "repairs"


def looks(kind: str, figures: tuple[int, ...], names: str = "", holders: str = "") -> Traits:
    """Return what a statement with some names looks like; each name is in one statement of the theory at most."""
    own = frozenset(("name", each, 0) for each in names.split())
    held = dict.fromkeys(own, frozenset[int]())
    held |= {("name", each[0], 0): frozenset({int(each[1:])}) for each in holders.split()}
    return Traits(kind, figures, Counter(), own, frozenset(), held)


traits = st.lists(
    st.builds(
        lambda kind, size, links: looks(kind, (size, links)),
        st.sampled_from(["Fact", "Rule"]),
        st.integers(0, 4),
        st.integers(0, 4),
    ),
    min_size=1,
    max_size=12,
)


@given(traits, st.integers(2, 5), st.integers(0, 6))
def test_members_of_a_group_differ_little(own: list[Traits], size: int, apart: int) -> None:
    for group in alike(own, size, Limits(apart, apart), Stream("offered", 0)):
        assert len(set(group)) == size
        for a, b in combinations(group, 2):
            one, other = own[a], own[b]
            assert one.kind == other.kind
            assert sum(abs(x - y) for x, y in zip(one.figures, other.figures, strict=True)) <= apart


def test_a_right_one_is_the_longest_of_its_group_no_more_often_than_another() -> None:
    own = [looks("Fact", (place,)) for place in range(30)]
    ranks = [0, 0, 0]
    for place in range(5, 25):
        for seed in range(30):
            groups = alike(own, 3, Limits(2, 0), Stream("offered", place, seed))
            group = next(each for each in groups if place in each)
            ranks[group.index(place)] += 1
    assert min(ranks) > sum(ranks) / 4


def test_names_are_shared_evenly() -> None:
    def groups(uneven: int, *rows: str) -> list[tuple[int, ...]]:
        own = [looks("Fact", (), row) for row in rows]
        return alike(own, len(rows), Limits(9, uneven), Stream("offered", 0))

    assert groups(0, "a b", "b c", "c a")
    # The first one shares a name with each of the others, which share none.
    assert not groups(0, "a b", "a c", "b d")
    assert groups(1, "a b", "a c", "b d")


def test_no_two_are_in_a_statement_where_a_third_is_not() -> None:
    def groups(*holders: str) -> list[tuple[int, ...]]:
        own = [looks("Fact", (), each[0], each) for each in holders]
        return alike(own, len(own), Limits(0, 0), Stream("offered", 0))

    assert groups("a1", "b2", "c3")
    assert groups("a1", "b1", "c1")
    # Two conditions of one rule, which are as right as each other, beside one of another rule.
    assert not groups("a1", "b1", "c2")


def test_statements_of_other_parts_differ() -> None:
    plain = looks("Requirement", ())
    both = [replace(plain, parts=Counter(each)) for each in (["==", "place"], ["<", "nights"])]
    assert not alike(both, 2, Limits(7, 0), Stream("offered", 0))
    assert alike(both, 2, Limits(8, 0), Stream("offered", 0))


def test_the_most_alike_come_first() -> None:
    own = [looks("Fact", (figure,)) for figure in (0, 4, 9, 10, 12)]
    groups = alike(own, 2, Limits(5, 0), Stream("offered", 0))
    spreads = [own[b].figures[0] - own[a].figures[0] for a, b in groups]
    assert spreads == sorted(spreads)
    assert spreads[0] == 1


@pytest.mark.parametrize("name", ["groups_repair", "guest_list_repair", "outing_repair"])
def test_only_offered_statements_have_numbers(name: str) -> None:
    for instance in rspc.load(SPECS / f"{name}.rspec").generate(4, seed=1):
        goal = instance.query.goal
        assert isinstance(goal, ir.Repairs)
        offered = goal.removable(instance.theory)
        assert 2 < len(offered) < 6 < len(instance.theory.statements)
        assert all(each <= {*offered} for each in read_sets(instance.label))


def test_offered_facts_close_as_many_triangles() -> None:
    for instance in rspc.load(SPECS / "groups_repair.rspec").generate(6, seed=1):
        theory = {each.id: each.statement for each in instance.theory.statements}
        pairs = {
            id: frozenset(each.literal.atom.arguments)
            for id, each in theory.items()
            if isinstance(each, ir.Fact) and len(each.literal.atom.arguments) == 2
        }
        assert isinstance(instance.query.goal, ir.Repairs)
        closed = [
            sum(
                {one, third} in pairs.values() and {other, third} in pairs.values()
                for third in frozenset().union(*pairs.values()) - {one, other}
            )
            for one, other in (pairs[id] for id in instance.query.goal.removable(instance.theory))
        ]
        assert len(closed) == 3
        assert len({*closed}) == 1


def test_each_exchanged_sentence_is_right_for_a_question_of_its_own() -> None:
    """Deciding every assertion of a name again finds, for each offered sentence, one that it alone decides."""
    family = rspc.load(SPECS / "delta_repair.rspec")
    for instance in family.generate(3, seed=1):
        theory = instance.theory
        goal = instance.query.goal
        assert isinstance(goal, ir.Repairs)
        offered = goal.removable(theory)
        nodes = [node for each in theory.statements for node in walk(each.statement)]
        people = dict.fromkeys(node for node in nodes if isinstance(node, ir.Const))
        concepts = dict.fromkeys(node for node in nodes if isinstance(node, ir.Named))
        right: dict[ir.Statement, set[str]] = {}
        for one, concept in product(people, concepts):
            asked = ir.Entailed(ir.ConceptAssertion(one, concept))
            if answer(family.engines, theory, ir.Query(asked)) == "unknown":
                continue
            right[asked.statement] = {
                id
                for id in offered
                if answer(family.engines, without(theory, (id,)), ir.Query(asked)) == "unknown"
            }
        assert isinstance(goal.goal, ir.Entailed)
        assert [{*each} for each in read_sets(instance.label)] == [right[goal.goal.statement]]
        alone = {min(each) for each in right.values() if len(each) == 1}
        assert alone == {*offered}


def test_numbered_sentences_are_read_as_alternatives() -> None:
    for instance in rspc.load(SPECS / "outing_repair.rspec").generate(3, seed=1):
        record = instance.record()
        reading = read_record(record)
        assert reading.choices == ("1", "2", "3")
        ids = record["reply"]["numbered"]
        for text, id in zip(reading.options, ids, strict=True):
            assert text.rstrip(".") == record["reply"]["sentences"][id].rstrip(".")
        right = {id for each in read_sets(record["label"]) for id in each}
        assert {ids[place] for place in reading.right} == right


def test_records_of_other_tasks_have_no_numbered_sentences() -> None:
    record = rspc.load(SPECS.parent / "proofs" / "boardgame_proof.rspec").instance().record()
    assert read_record(record).options == ()
