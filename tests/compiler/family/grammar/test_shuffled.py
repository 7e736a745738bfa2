"""Theories whose statements are in random order: `theory { … } shuffled`."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from rspc.compiler.api import load
from rspc.compiler.family import Draft, chosen_values
from rspc.compiler.instances import grow, open_scene
from rspc.compiler.notation import show
from rspc.compiler.random.stream import Stream

WORLD = """
param mixed: bool = true
pool names = {ann, bob, cal, dee, eve}
choose chain = 3 of names
sort person = names
pred likes(person, person)
pred tall(person)
fact any = tall(?a)
"""
ASK = "\nask entailment tall(ann)\n"
THREE = "tall(ann).  tall(bob).  tall(cal)."


def drafts(specs: Any, theory: str, count: int, items: str = "", **given: Any) -> list[Draft]:
    """Return theories of a family, each with draws of its own."""
    family = specs.load(f"{WORLD}{items}{theory}{ASK}", "asp")
    found = []
    for number in range(count):
        key = ("test", number)
        values = chosen_values(family, given, key, number, "")
        draft = grow(open_scene(family, values, Stream(*key), ""), Stream(*key).fork("grow"))
        assert isinstance(draft, Draft)
        found.append(draft)
    return found


def spell(draft: Draft) -> tuple[str, ...]:
    return tuple(show(each.statement) for each in draft.theory.statements)


def test_every_order_is_equally_likely(specs: Any) -> None:
    made = drafts(specs, f"theory {{ {THREE} }} shuffled", 1200)
    counts = Counter(map(spell, made))
    assert len(counts) == 6
    # Six cells of 200 each: chi-squared with five degrees of freedom is above 20.5 in one of a thousand cases.
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 20.5
    for draft in made:
        assert [each.id for each in draft.theory.statements] == ["f1", "f2", "f3"]


def test_statements_of_one_line_are_shuffled_too(specs: Any) -> None:
    theory = "theory { each ?x in names: tall(?x).  likes(ann, bob). } shuffled"
    made = {spell(draft) for draft in drafts(specs, theory, 200)}
    assert len(made) > 150
    assert len({frozenset(each) for each in made}) == 1
    assert {each.index("likes(ann, bob)") for each in made} == set(range(6))


def test_the_condition_decides_for_each_instance(specs: Any) -> None:
    theory = f"theory {{ {THREE} }} shuffled when mixed"
    written = ("tall(ann)", "tall(bob)", "tall(cal)")
    assert {spell(draft) for draft in drafts(specs, theory, 20, mixed=False)} == {written}
    assert len({spell(draft) for draft in drafts(specs, theory, 20, mixed=True)}) > 3
    drawn = drafts(
        specs,
        f"theory {{ {THREE} }} shuffled when mine",
        200,
        "choose mine = {true: 1, false: 1}\n",
    )
    assert 80 < sum(spell(draft) == written for draft in drawn) < 150


def test_what_is_drawn_does_not_depend_on_it(specs: Any) -> None:
    body = "theory { 2 of any.  each (?a, ?b) in path(chain): likes(?a, ?b).  1 of any. }"
    plain = drafts(specs, body, 50)
    mixed = drafts(specs, f"{body} shuffled", 50)
    assert [sorted(spell(draft)) for draft in plain] == [sorted(spell(draft)) for draft in mixed]
    assert plain != mixed


def test_the_background_stays_before_all_statements(specs: Any) -> None:
    group = 'background { likes(X, Y) -> tall(X). } say "Whoever likes somebody is tall."\n'
    for draft in drafts(specs, f"theory {{ {THREE} }} shuffled", 20, group):
        first, *_ = draft.theory.statements
        assert (first.id, draft.hidden) == ("k1", {"k1"})


def test_labels_of_the_author_stay_with_their_statements(specs: Any) -> None:
    theory = "theory { one: tall(ann).  tall(bob).  two: tall(cal). } shuffled"
    for draft in drafts(specs, theory, 20):
        named = {each.id: show(each.statement) for each in draft.theory.statements}
        assert named == {"one": "tall(ann)", "two": "tall(cal)", "f1": "tall(bob)"}


def test_statements_that_are_drawn_again_keep_the_order_of_the_others(specs: Any) -> None:
    theory = "theory { 3 of any.  each (?x, ?y) in pairs(names): likes(?x, ?y). } shuffled"
    for draft in drafts(specs, theory, 20):
        assert draft.again is not None
        kept = [show(each.statement) for each in draft.again({"any"}, None).statements]
        placed = {text: place for place, text in enumerate(spell(draft))}
        assert len(kept) == 10
        assert [placed[text] for text in kept] == sorted(placed[text] for text in kept)


def test_the_prompt_has_the_order_of_the_theory(specs: Any) -> None:
    wording = '\nsay tall(?a) as "{{ a | capital }} is tall."'
    family = specs.load(f"{WORLD}theory {{ {THREE} }} shuffled{ASK}{wording}", "asp")
    orders = set()
    for index in range(12):
        record = family.instance(index).record()
        names = [re.findall(r"tall\((\w+)\)", each)[0] for each in record["theory"]]
        places = [record["prompt"].index(f"{name.capitalize()} is tall.") for name in names]
        assert places == sorted(places)
        orders.add(tuple(names))
    assert len(orders) > 3


@pytest.mark.parametrize(
    ("theory", "codes"),
    [
        ("theory cascade { facts 3..5  rules 3 } shuffled", {"E0493"}),
        (f"theory {{ {THREE} }} shuffled when tall", {"E0201"}),
        (f"theory {{ {THREE} }} shuffled when 3", {"E0301"}),
        (f"theory {{ {THREE} }} shuffled when", {"E0101"}),
        (f"theory {{ {THREE} }} shuffled shuffled", {"E0101"}),
        (f"theory {{ {THREE} }} mixed", {"E0101"}),
    ],
)
def test_wrong_uses(specs: Any, theory: str, codes: set[str]) -> None:
    assert codes <= set(specs.codes(f"{WORLD}{theory}{ASK}", "asp"))


def test_it_is_a_name_elsewhere(specs: Any) -> None:
    path = specs.write(
        "named.rspec",
        "family named\nlogic asp\nparam shuffled: bool = true\npool names = {ann, bob}\n"
        "sort person = names\npred tall(person)\n"
        "theory { tall(ann).  tall(bob) when shuffled. } shuffled when shuffled\n"
        "ask entailment tall(ann)\n",
    )
    assert len(load(path).instance(0).record()["theory"]) == 2
