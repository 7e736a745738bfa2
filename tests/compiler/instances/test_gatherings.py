"""Statements about the same things that one sentence says together."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rspc.compiler.notation import show
from rspc.compiler.text.clashes import find_clashes

BASE = """
pool names = {anna, ben, cleo, dan}
pool skills = {climbing, singing, weaving, welding, diving}
param together: bool = true
sort person = names
sort skill = skills
sort age = 20..60
pred good(person, skill)
pred age(person, age)
pred useful(skill)
fact able = good(?a, ?b)
fact born = age(?a, ?n)
theory {
  9 of able.
  each ?a in person: age(?a, ?n).
  good(A, S), age(A, N), N > 30 -> useful(S).
}
say good(?a, ?b) as "{{ a | capital }} is good at {{ b }}."
say age(?a, ?n) as "{{ a | capital }} is {{ n }} years old."
say good(A, S), age(A, N), N > 30 -> useful(S) as
  "All that people over 30 do well is useful."
ask value S: useful(S) { least 1 } "Which skills are useful?"
"""
GATHER = """
gather { good(?a, ?b). } of ?a say
  "{{ a | capital }} is good at {{ b | all }}."
  "Among the skills of {{ a | capital }} are {{ b | all }}." split test
  when together
"""
BOTH = """
gather { good(?a, ?b). age(?a, ?n). } of ?a say
  "{{ a | capital }}, who is {{ n }}, is good at {{ b }}." when together
"""
LISTED = re.compile(r"(?:(\w+) is good at|Among the skills of (\w+) are) ([^.]+)\.")


def pairs(text: str) -> list[tuple[str, str]]:
    """Return who is good at what, as a reader of the text sees it."""
    return [
        ((found[1] or found[2]).lower(), skill)
        for found in LISTED.finditer(text)
        for skill in re.split(r", and |, | and ", found[3])
    ]


@pytest.mark.parametrize("split", ["train", "test"])
def test_a_gathering_changes_words_alone(specs: Any, split: str) -> None:
    made = specs.load(BASE + GATHER, "asp")
    for index in range(10):
        plain, said = (
            made.instance(index=index, split=split, together=each) for each in (False, True)
        )
        assert said.theory == plain.theory
        assert (said.label, said.certificate) == (plain.label, plain.certificate)
        assert said.record()["theory_hash"] == plain.record()["theory_hash"]
        found = pairs(said.context)
        assert sorted(found) == sorted(pairs(plain.context))
        assert len(found) == 9
        names = [found[1] or found[2] for found in LISTED.finditer(said.context)]
        assert len(names) == len(set(names)) < 9
        assert ("Among" in said.context) == (split == "test")


def test_several_patterns_are_one_sentence_where_each_has_one_statement(specs: Any) -> None:
    made = specs.load(BASE + BOTH, "asp")
    seen = set()
    for index in range(20):
        said = made.instance(index=index)
        skills: dict[str, list[str]] = {}
        for each in said.theory.statements:
            found = re.fullmatch(r"good\((\w+), (\w+)\)", show(each.statement))
            if found is not None:
                skills.setdefault(found[1], []).append(found[2])
        for name in ("anna", "ben", "cleo", "dan"):
            joined = f"{name.capitalize()}, who is" in said.context
            assert joined == (len(skills.get(name, ())) == 1)
            seen.add(joined)
    assert seen == {True, False}


def test_a_gathering_is_mixed_with_other_sentences(specs: Any) -> None:
    backs = 'pool backs = {"Sorry, no.", "That was wrong."}\n'
    made = specs.load(
        BASE + GATHER + backs + "discourse { order mixed  corrections (1 of backs) }", "asp"
    )
    places = set()
    for index in range(10):
        said = made.instance(index=index)
        places.update(n for n, text in enumerate(said.statements) if LISTED.fullmatch(text))
        wrong = said.record()["discourse"]["corrections"]
        assert len(wrong) == 1
        assert all(text in said.context for text in wrong.values())
    assert len(places) > 4


def test_proofs_say_gathered_statements_one_by_one(specs: Any) -> None:
    made = specs.load(BASE + GATHER, "asp")
    said = made.instance()
    assert {said.sentences[each.id] for each in said.theory.statements} >= {
        f"{name.capitalize()} is good at {skill}." for name, skill in pairs(said.context)
    }


@pytest.mark.parametrize(
    ("item", "part"),
    [
        ('gather {} of ?a say "{{ a }}."', "there is no pattern"),
        (
            'gather { good(?a, ?b) when together. } of ?a say "{{ a }} {{ b | all }}."',
            "a condition",
        ),
        ('gather { ?p(?a, ?b). } of ?a say "{{ p }} {{ a }} {{ b | all }}."', "`?p` does not"),
        ('gather { good(?a, ?b). } of ?c say "{{ a }} {{ b | all }}."', "lacks `?c`"),
        ('gather { good(?a, ?b). } of ?a, ?b say "{{ a }} {{ b }}."', "nothing to list"),
        (
            'gather { good(?a, ?b). age(?c, ?b). } of ?a say "{{ a }} {{ b }} {{ c }}."',
            "lacks `?a`",
        ),
        (
            'gather { good(?a, ?b). useful(?b), age(?a, ?b) -> false. } of ?a say "{{ a }} {{ b }}."',
            "two patterns have `?b`",
        ),
    ],
)
def test_what_cannot_be_gathered_is_reported(specs: Any, item: str, part: str) -> None:
    (found,) = specs.refused(BASE + item, "asp")
    assert found.code == "E0538"
    assert part in found.message


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ('gather { good(?a, ?b). } of ?a say "{{ a }} and {{ b | all }}"', "E0463"),
        ('gather { good(?a, ?b). } of ?a say "{{ a }} is skilled."', "E0509"),
        ('gather { good(?a, ?b). } of ?a say "{{ a }} is good at {{ b }}."', "E0507"),
        ('gather { bad(?a, ?b). } of ?a say "{{ a }} is bad at {{ b | all }}."', "E0205"),
        (
            'gather { good(?a, ?b). } of ?a say "{% if a %}{{ a }}{% endif %}{{ b | all }}."',
            "E0534",
        ),
    ],
)
def test_other_errors_are_reported_as_in_phrases(specs: Any, item: str, code: str) -> None:
    assert specs.codes(BASE + item, "asp") == [code]


def test_words_that_two_statements_share_are_reported(specs: Any) -> None:
    clash = 'gather { age(?a, ?n). good(?a, ?b). } of ?a say "{{ a | capital }} is {{ n }} and {{ b }}."\n'
    other = 'gather { good(?a, ?b). age(?a, ?n). } of ?a say "{{ a | capital }} is {{ n }} and {{ b }}."'
    book = specs.load(BASE + clash + other, "asp").words.phrasebook
    assert [found.code for found in find_clashes(book)] == ["E0510"]
