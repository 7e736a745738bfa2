"""A world for indexed lines, and the statements that they give in it."""

from __future__ import annotations

from typing import Any

from rspc.compiler.family import chosen_values
from rspc.compiler.instances import grow, open_scene
from rspc.compiler.notation import show
from rspc.compiler.random.stream import Stream

WORLD = """
param rounds: int in 0..9 = 3
pool names = {ann, bob, cal, dee, eve, fay, gus, hal} split { train 0.5  test 0.5 }
pool things = {ball, book, hat}
table people(name, sex) = {(ann, female), (bob, male), (cal, male), (dee, female)}
  split { train 0.5  test 0.5 }
table steps(here, move, there) = {(a, left, b), (a, right, c), (b, left, c), (c, left, a)}
choose chain = 4 of names
sort person = names
sort item = things
sort time = 0..9
sort word = {female, male, left, right, a, b, c}
pred likes(person, person)
pred tall(person)
pred big(item)
pred at(time, time)
pred now(time)
pred has(person, item)
pred swap(time, person, person)
pred is(person, word)
pred goes(word, word, word)
"""
ASK = "\nask entailment tall(ann)\n"


def drawn(
    specs: Any, body: str, count: int = 1, items: str = "", split: str = "", **given: Any
) -> list[list[str]]:
    """Return the statements of theories, as text."""
    family = specs.load(f"{WORLD}{items}theory {{ {body} }}{ASK}", "asp")
    found = []
    for number in range(count):
        key = ("test", number)
        values = chosen_values(family, given, key, number, split)
        scene = open_scene(family, values, Stream(*key), split)
        draft = grow(scene, Stream(*key).fork("grow"))
        found.append([show(each.statement) for each in draft.theory.statements])
    return found


def pairs_of(statements: list[str]) -> list[tuple[str, ...]]:
    return [tuple(each[each.index("(") + 1 : -1].split(", ")) for each in statements]


def is_connected(nodes: set[Any], edges: set[frozenset[Any]]) -> bool:
    reached = {min(nodes)}
    while more := {node for edge in edges if edge & reached for node in edge} - reached:
        reached |= more
    return reached == nodes


LOGICS = {
    "defeasible": (
        "sort person = {ann, bob}\nsort job = {cook, smith}\npred does(person, job)\npred calm(person)\n"
        "table people(name, job) = {(ann, cook), (bob, smith)}\n",
        "each (?p, ?j) in people: does(?p, ?j).  each ?j in job: does(X, ?j) => calm(X).",
        "ask entailment calm(ann)",
        [
            "does(ann, cook)",
            "does(bob, smith)",
            "does(X, cook) => calm(X)",
            "does(X, smith) => calm(X)",
        ],
    ),
    "alcq": (
        "pool kinds = {cat, dog}\nconcept from kinds\nrole knows\nsort person = {ann, bob}\n",
        "each (?c, ?d) in pairs(kinds): ?c isa ?d.  each (?x, ?c) in zip(person, kinds): ?x : ?c.",
        "ask entailment ann : dog",
        ["cat isa dog", "ann : cat", "bob : dog"],
    ),
    "constraint": (
        "table limits(low, high) = {(100, 200), (300, 400)}\n"
        "record book {\n  pages: integer = 80..900\n  cover: one of {hard: 0.5, soft: 0.5}\n}\n",
        "each (?low, ?high) in limits: pages < ?low or pages > ?high.  each ?c in {hard}: cover == ?c.",
        "ask choice { options 4  correct 1  from 60 of book }",
        ["pages < 100 or pages > 200", "pages < 300 or pages > 400", "cover == hard"],
    ),
}
