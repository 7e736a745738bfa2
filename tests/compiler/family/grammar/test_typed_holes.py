"""Holes that `where` keeps to some words: what fills them, and which clauses are refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rspc.compiler.family import chosen_values
from rspc.compiler.instances import grow, open_scene
from rspc.compiler.ir import walk
from rspc.compiler.ir.nodes import Atom, Const, Named, Restriction
from rspc.compiler.notation import show
from rspc.compiler.random.stream import Stream

ASP = """
pool girls = {ann, eve}
pool names = girls | {bob, cal}
pool sizes = {big, small} split { train 0.5  test 0.5 }
pool tones = {red, green}
sort person = names
sort mark = 1..9
pred from sizes(person)
pred from tones(person)
pred likes(person, person)
pred score(person, mark)
"""
ALCQ = """
pool animals = {cat, dog}
pool traits = {kind, round, cold}
pool verbs = {eats, sees, owns}
sort person = {ann, bob}
concept from animals
concept from traits
role from verbs
"""
ASK = {"asp": "ask entailment big(ann)", "alcq": "ask entailment ann : cat"}


def drawn(
    specs: Any, items: str, body: str, count: int = 40, logic: str = "asp", split: str = ""
) -> list[list[Any]]:
    """Return the statements of theories."""
    world = ASP if logic == "asp" else ALCQ
    family = specs.load(f"{world}{items}\ntheory {{ {body} }}\n{ASK[logic]}\n", logic)
    found = []
    for number in range(count):
        key = ("test", number)
        scene = open_scene(family, chosen_values(family, {}, key, number), Stream(*key), split)
        theory = grow(scene, Stream(*key).fork("grow")).theory
        found.append([each.statement for each in theory.statements])
    return found


def predicates(statements: list[Any]) -> Counter[str]:
    return Counter(
        each.predicate for one in statements for each in walk(one) if isinstance(each, Atom)
    )


def test_predicates_are_those_of_the_pool(specs: Any) -> None:
    items = "fact look = ?p(?a) where ?p in tones"
    for statements in drawn(specs, items, "3 of look."):
        assert set(predicates(statements)) <= {"red", "green"}
    items = "rule both = ?p(X), ?q(X) -> ?r(X) where ?p in tones, ?q in {big, small}, ?r in tones"
    for (rule,) in drawn(specs, items, "1 of both."):
        (first, second), head = rule.body, rule.head
        assert {first.atom.predicate, head.atom.predicate} == {"red", "green"}
        assert second.atom.predicate in {"big", "small"}


def test_overlapping_pools_leave_no_dead_end(specs: Any) -> None:
    items = "rule turn = ?p(X) -> ?q(X) where ?p in {red, big}, ?q in {red}"
    for (rule,) in drawn(specs, items, "1 of turn."):
        assert show(rule) == "big(X) -> red(X)"


def test_individuals_and_numbers_are_those_of_the_pool(specs: Any) -> None:
    items = (
        "fact like = likes(?a, ?b) where ?a in girls\nfact good = score(?a, ?n) where ?n in {7, 8}"
    )
    for like, good in drawn(specs, items, "1 of like.  1 of good."):
        assert like.literal.atom.arguments[0] in (Const("ann"), Const("eve"))
        assert good.literal.atom.arguments[1].amount in (7, 8)


def test_every_way_to_fill_a_production_is_kept_too(specs: Any) -> None:
    items = "fact look = ?p(?a) where ?p in tones, ?a in girls"
    (statements,) = drawn(specs, items, "each of look.", 1)
    assert sorted(map(show, statements)) == ["green(ann)", "green(eve)", "red(ann)", "red(eve)"]


def test_words_of_other_splits_are_not_drawn(specs: Any) -> None:
    items = "fact size = ?p(?a) where ?p in sizes"
    found = {
        split: {
            name
            for statements in drawn(specs, items, "1 of size.", 20, split=split)
            for name in predicates(statements)
        }
        for split in ("train", "test")
    }
    assert sorted(map(len, found.values())) == [1, 1]
    assert found["train"] | found["test"] == {"big", "small"}


def test_holes_of_an_expanded_production_are_kept(specs: Any) -> None:
    items = (
        "syntax part = ?p(X) where ?p in tones\n"
        "rule whole = <part>, ?p(X) -> likes(X, ?a) where ?p in {big, small}, ?a in girls"
    )
    for (rule,) in drawn(specs, items, "1 of whole."):
        first, second = rule.body
        assert first.atom.predicate in {"red", "green"}
        assert second.atom.predicate in {"big", "small"}
        assert rule.head.atom.arguments[1].name in {"ann", "eve"}


def test_concepts_and_roles_are_those_of_the_pool(specs: Any) -> None:
    items = (
        "axiom a = ?c isa ?d and some ?r ?d where ?c in animals, ?d in traits, ?r in {eats, sees}\n"
        "fact f = ?x : ?c where ?c in traits, ?x in {bob}"
    )
    for axiom, fact in drawn(specs, items, "1 of a.  1 of f.", logic="alcq"):
        assert axiom.left.name in {"cat", "dog"}
        names = {node.name for node in walk(axiom.right) if isinstance(node, Named)}
        assert names <= {"kind", "round", "cold"}
        roles = {node.role for node in walk(axiom) if isinstance(node, Restriction)}
        assert roles <= {"eats", "sees"}
        assert fact.individual == Const("bob")
        assert fact.concept.name in {"kind", "round", "cold"}


def test_a_question_is_filled_with_words_of_the_pool(specs: Any) -> None:
    family = specs.load(
        f"{ASP}rule turn = ?p(X) -> ?q(X)\nfact look = ?p(?a)\n"
        "theory { 3 of look.  2 of turn.  red(X) -> green(X).  green(X) -> small(X). }\n"
        "ask entailment ?p(?a) where ?p in sizes, ?a in girls { labels {true: yes, unknown: no} }\n",
        "asp",
    )
    for index in range(8):
        goal = family.instance(seed=1, index=index).query.goal.statement.literal.atom
        assert goal.predicate in {"big", "small"}
        assert goal.arguments[0].name in {"ann", "eve"}


def test_a_strategy_keeps_holes_of_its_rules(specs: Any) -> None:
    family = specs.load(
        f"sort animal = {{owl, cow, {', '.join(f'a{n}' for n in range(30))}}}\n"
        "pool doing = {eats, sees}\npool being = {red, big, cold, kind, round, rough}\n"
        "pred from doing(animal, animal)\npred from being(animal)\n"
        "rule up = ~?p(X) => ~?q(X) where ?p in being, ?q in being\n"
        "rule over = ?p(X, ?a) => ~?q(X) where ?p in {sees}, ?q in being, ?a in {owl, cow}\n"
        "rule act = ?p(X, Y) => ~?q(X, Y)\n"
        "theory backward { depth 1 }\nask entailment\n",
        "defeasible",
    )
    rules = 0
    for index in range(6):
        for each in family.instance(seed=1, index=index).theory.statements:
            text = show(each.statement)
            if "sees" in text.partition("=>")[0] and text.endswith("(X)"):
                rules += 1
                assert "owl" in text or "cow" in text
            assert not ("eats" in text.partition("=>")[0] and text.endswith("(X)"))
    assert rules


@pytest.mark.parametrize(
    ("items", "code"),
    [
        ("fact f = ?p(?a) where ?q in tones", "E0486"),
        ("fact f = ?p(?a) where ?p in tones, ?p in sizes", "E0486"),
        ("param who: name in {ann, bob} = ann\nfact f = ?p(?who) where ?who in girls", "E0486"),
        ("fact f = ?p(?a) where ?p in {likes}", "E0488"),
        ("fact f = ?p(?a) where ?p in {red, likes}", "E0488"),
        ("fact f = ?p(?a) where ?p in girls", "E0488"),
        ("fact f = ?p(?a, ?b) where ?p in tones", "E0488"),
        ("fact f = likes(?a, ?b) where ?a in tones", "E0488"),
        ("fact f = score(?a, ?n) where ?n in girls", "E0488"),
        ("fact f = ?p(?a) where ?p in {red: 1}", "E0488"),
        ("fact f = ?p(?a) where ?p in tone", "E0201"),
        ("fact f = ?p(?a) where ?p in sizes.dev", "E0203"),
    ],
)
def test_what_is_refused(specs: Any, items: str, code: str) -> None:
    text = f"{ASP}{items}\ntheory {{ 1 of f. }}\n{ASK['asp']}\n"
    assert specs.codes(text, "asp") == [code]


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ("ask entailment ?p(?a) where ?q in sizes", "E0486"),
        ("ask entailment ?p(?a) where ?p in girls", "E0488"),
        ("ask entailment ?p(?a) where ?p in size", "E0201"),
        ("ask computation where ?p in sizes", "E0489"),
    ],
)
def test_what_is_refused_of_questions(specs: Any, ask: str, code: str) -> None:
    assert specs.codes(f"{ASP}theory {{ big(ann). }}\n{ask}\n", "asp") == [code]


def test_a_sort_is_a_list_that_each_instance_chooses(specs: Any) -> None:
    family = specs.load(
        "param n: int in 2..6 = 4\npool names = {ann, bob, cal, dee, eve, fay}\n"
        "choose chain = n of names\nchoose end = last(chain)\nsort person = chain\n"
        "pred says(person, person)\npred honest(person)\npred tall(person)\n"
        "fact some_tall = tall(?a)\n"
        "theory { honest(?begin).  each (?a, ?b) in path(chain): says(?a, ?b).\n"
        "  each of some_tall.  says(X, Y), honest(X) -> honest(Y). }\n"
        "choose begin = first(chain)\nask entailment honest(?end)\n",
        "asp",
    )
    for index in range(5):
        instance = family.instance(seed=1, index=index, n=3)
        names = [
            each.statement.literal.atom.arguments[0].name
            for each in instance.theory.statements
            if show(each.statement).startswith("tall")
        ]
        goal = instance.query.goal.statement.literal.atom.arguments[0].name
        assert len(names) == 3
        assert names[-1] == goal
        assert instance.label == "true"
        path = [show(each.statement) for each in instance.theory.statements][1:3]
        assert path == [f"says({a}, {b})" for a, b in zip(names, names[1:], strict=False)]


@pytest.mark.parametrize("value", ["start", "size", "chains"])
def test_a_sort_is_no_other_chosen_value(specs: Any, value: str) -> None:
    text = (
        "pool names = {ann, bob}\nchoose chain = 2 of names\nchoose start = first(chain)\n"
        f"choose size = 1..3\nsort person = {value}\npred tall(person)\n"
        "theory { tall(ann). }\nask entailment tall(ann)\n"
    )
    assert "E0201" in specs.codes(text, "asp")
