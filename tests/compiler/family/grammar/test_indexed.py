"""Indexed lines: what they run over, what their names stand for, and what they give in each logic."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rspc.compiler.family.foreign_words import Strays
from rspc.compiler.ir import walk
from rspc.compiler.ir.nodes import Atom, Const
from rspc.compiler.notation import show

from .indexed import ASK, LOGICS, WORLD, drawn, pairs_of

# ------------------------------------------------------------------------------------------------------ sources


def test_a_range_gives_whole_numbers_in_order(specs: Any) -> None:
    assert drawn(specs, "each ?t in 1..rounds: now(?t).") == [["now(1)", "now(2)", "now(3)"]]
    assert drawn(specs, "each ?t in 1..rounds: now(?t).", rounds=0) == [[]]
    assert drawn(specs, "each ?t in 1..2: at(?t, ?t + 1).") == [["at(1, 2)", "at(2, 3)"]]


def test_lists_sorts_and_tables(specs: Any) -> None:
    assert drawn(specs, "each ?x in {bob, ann}: tall(?x).") == [["tall(bob)", "tall(ann)"]]
    assert drawn(specs, "each ?i in item: big(?i).") == [["big(ball)", "big(book)", "big(hat)"]]
    assert drawn(specs, "each (?n, ?s) in people: is(?n, ?s).") == [
        ["is(ann, female)", "is(bob, male)", "is(cal, male)", "is(dee, female)"]
    ]
    assert drawn(specs, "each (?n, ?s) in {(ann, male), (bob, male)}: is(?n, ?s).") == [
        ["is(ann, male)", "is(bob, male)"]
    ]


def test_some_elements_are_drawn_without_repeats(specs: Any) -> None:
    for statements in drawn(specs, "each (?n, ?s) in 2 of people: is(?n, ?s).", 20):
        assert len(set(statements)) == 2


def test_rows_and_words_of_other_splits_are_left_out(specs: Any) -> None:
    rows, words = [], []
    for split in ("train", "test"):
        ((*table,),) = drawn(specs, "each (?n, ?s) in people: is(?n, ?s).", split=split)
        ((*sort,),) = drawn(specs, "each ?x in person: tall(?x).", split=split)
        rows += table
        words += sort
    assert sorted(rows) == ["is(ann, female)", "is(bob, male)", "is(cal, male)", "is(dee, female)"]
    assert len(words) == len(set(words)) == 8


def test_nested_lines_are_nested_loops(specs: Any) -> None:
    body = "each ?i in 1..rounds: each ?j in i..rounds: at(?i, ?j) when i != j."
    expected = [f"at({i}, {j})" for i in range(1, 4) for j in range(i, 4) if i != j]
    assert drawn(specs, body) == [expected]
    body = "each ?x in {ann, bob}: each ?i in item: has(?x, ?i)."
    expected = [f"has({x}, {i})" for x, i in product(("ann", "bob"), ("ball", "book", "hat"))]
    assert drawn(specs, body) == [expected]


def test_other_holes_are_drawn_for_each_element(specs: Any) -> None:
    for statements in drawn(specs, "each ?x in person: likes(?x, ?y).", 10):
        found = pairs_of(statements)
        assert len(found) == 8
        assert all(x != y for x, y in found)
        assert len({y for _, y in found}) > 1


# --------------------------------------------------------------------------------------------------- productions


def test_names_are_passed_to_productions_and_their_guards(specs: Any) -> None:
    items = "fact early = swap(?t, ?a, ?b) when t <= 2\nfact late = at(?t, ?t) when t > 2\n"
    for statements in drawn(specs, "each ?t in 1..4: 1 of early when t < 3.", 10, items):
        assert [each.partition(",")[0] for each in statements] == ["swap(1", "swap(2"]
    for statements in drawn(specs, "each ?t in 3..4: 1 of late.", 3, items):
        assert statements == ["at(3, 3)", "at(4, 4)"]
    items = "fact other = likes(?a, ?b)\n"
    for statements in drawn(specs, "each ?a in {ann, bob}: 2 of other.", 10, items):
        found = pairs_of(statements)
        assert [pair[0] for pair in found] == ["ann", "ann", "bob", "bob"]
        assert len(set(found)) == 4
    for statements in drawn(specs, "each ?a in {ann, bob}: each of other.", 1, items):
        assert len(statements) == 14


def test_names_reach_productions_that_are_expanded(specs: Any) -> None:
    items = "syntax inner = likes(?a, ?b)\nrule outer = <inner> -> tall(?a)\n"
    for statements in drawn(specs, "each ?a in {ann, bob}: 1 of outer.", 5, items):
        for statement, name in zip(statements, ("ann", "bob"), strict=True):
            assert statement.startswith(f"likes({name}, ")
            assert statement.endswith(f"-> tall({name})")


def test_the_same_seed_gives_the_same_statements(specs: Any) -> None:
    body = "each (?a, ?b) in tree(person): likes(?a, ?b).  each ?x in 2 of person: likes(?x, ?y)."
    assert drawn(specs, body, 3) == drawn(specs, body, 3)


@pytest.mark.parametrize("logic", LOGICS)
def test_every_logic_has_indexed_lines(specs: Any, logic: str) -> None:
    items, body, ask, expected = LOGICS[logic]
    family = specs.load(f"{items}theory {{ {body} }}\n{ask}\n", logic)
    statements = family.instance(seed=1).theory.statements
    assert [show(each.statement) for each in statements] == expected


def test_wording_alone_does_not_change_the_hash_of_theories(specs: Any) -> None:
    def hashed(body: str, extra: str = "") -> str:
        return str(specs.load(f"{WORLD}theory {{ {body} }}{ASK}{extra}", "asp").theory_hash)

    body = "each ?t in 1..rounds: swap(?t, ?a, ?b)."
    said = 'say swap(?t, ?a, ?b) as "{{ a }} and {{ b }} swap in round {{ t }}."\n'
    assert hashed(body) == hashed(body, said)
    assert hashed(body) != hashed("each ?t in 2..rounds: swap(?t, ?a, ?b).")
    assert hashed(body) == hashed("each   ?t in 1 .. rounds:\n  swap(?t, ?a, ?b).")


SPLIT = """
pool names = {ann, bob, cal, dee, eve, fay, gus, hal} split { train 0.5  test 0.5 }
pool deeds = {runs, sings, jumps, reads, cooks, plays}
choose chain = 3 of names
sort person = names
sort deed = deeds
pred likes(person, person)
pred does(person, deed)
pred fun(deed)
pred glad(person, deed)
"""


@pytest.mark.parametrize(
    ("body", "others"),
    [
        ("each ?x in {ann, bob, eve, hal}: does(?x, ?d).", True),
        ("each (?a, ?b) in path(chain): likes(?a, ?b).  each ?x in person: does(?x, ?d).", False),
        ("each (?a, ?b) in tree(person): likes(?a, ?b).  each ?x in person: does(?x, ?d).", False),
    ],
)
def test_verified_records_have_the_words_of_their_split(
    specs: Any, body: str, others: bool
) -> None:
    family = specs.load(
        f"{SPLIT}theory {{ {body}  each ?d in deed: fun(?d).  does(X, D), fun(D) -> glad(X, D). }}\n"
        "ask value X: glad(X, ?d) { most 4 }\n",
        "asp",
    )

    strays = Strays(family)
    met = {}
    names = family.undivided.sorts["person"]
    for split in ("train", "test"):
        instances = [family.instance(seed=1, index=index, split=split) for index in range(3)]
        met[split] = {
            term.name
            for made in instances
            for node in walk(made.theory)
            if isinstance(node, Atom)
            for term in node.arguments[:1]
            if isinstance(term, Const) and term.name in names
        }
        for made in instances:
            assert not strays.find(made.record(), lambda made=made: (made.theory, made.query))
    assert bool(met["train"] & met["test"]) == others
