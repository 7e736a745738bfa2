"""Statements about the same things that one sentence says together."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rspc.compiler.notation import show
from rspc.compiler.text.clashes import find_clashes
from rspc.dsl.edits import apply_edits

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
gather ?a {
  good(?a, ?b) as "{{ b }}"
} say
  "{{ a | capital }} is good at {{ parts | all }}."
  "Among the skills of {{ a | capital }} are {{ parts | all }}." split test
  when together
"""
MIXED = """
gather ?a {
  good(?a, ?b) as "is good at {{ b }}"
  age(?a, 30) as "is thirty years old"
  age(?a, ?n) as "is {{ n }} years old"
} say "{{ a | capital }} {{ parts | all }}."
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


def test_statements_of_several_patterns_are_said_together(specs: Any) -> None:
    made = specs.load(BASE + MIXED, "asp")
    for index in range(10):
        said = made.instance(index=index)
        wanted: dict[str, set[str]] = {}
        for each in said.theory.statements:
            found = re.fullmatch(r"(good|age)\((\w+), (\w+)\)", show(each.statement))
            if found is not None:
                number = "thirty" if found[3] == "30" else found[3]
                is_good = found[1] == "good"
                part = f"is good at {found[3]}" if is_good else f"is {number} years old"
                wanted.setdefault(found[2].capitalize(), set()).add(part)
        for name, parts in wanted.items():
            (sentence,) = re.findall(rf"{name} (is [^.]+)\.", said.context)
            assert set(re.split(r", and |, | and ", sentence)) == parts


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


PART = 'good(?a, ?b) as "{{ b }}"'


@pytest.mark.parametrize(
    ("item", "help"),
    [
        (
            f'gather ?c {{ {PART} }} say "{{{{ c }}}}: {{{{ parts | all }}}}."',
            "write `?c` in this pattern, or remove it after `gather`",
        ),
        (
            'gather ?p { ?p(?a, ?b) as "{{ a }}" } say "{{ p }} {{ parts | all }}."',
            "write `?p` in the place of one argument, as in `likes(?p, ?b)`",
        ),
        (
            'gather ?a { good(?a, ?parts) as "{{ parts }}" } say "{{ a }} {{ parts | all }}."',
            "rename `?parts`: in the sentence, `parts` are the texts of the patterns",
        ),
    ],
)
def test_the_help_says_how_to_gather(specs: Any, item: str, help: str) -> None:
    (found,) = specs.refused(BASE + item, "asp")
    assert found.help == help


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ('"{{ b }}."', '"{{ b }}"'),
        ('"{{ b }}. "', '"{{ b }} "'),
        ('"""{{ b }}."""', '"""{{ b }}"""'),
        ('"{{ b }}?"', ""),
    ],
)
def test_a_full_stop_in_a_pattern_is_removed(specs: Any, text: str, fixed: str) -> None:
    part = f"gather ?a {{ good(?a, ?b) as {text} }} "
    item = part + 'say "{{ a }} {{ parts | all }}."'
    (found,) = specs.refused(BASE + item, "asp")
    assert found.help.startswith("remove the mark at its end")
    changed = apply_edits(found.span.source.text, found.edits)
    assert item.replace(text, fixed or text) in changed
    assert bool(found.edits) == bool(fixed)


@pytest.mark.parametrize(
    ("item", "part"),
    [
        (
            f'gather ?a, ?a {{ {PART} }} say "{{{{ a }}}}: {{{{ parts | all }}}}."',
            "two holes have one name",
        ),
        (f'gather ?c {{ {PART} }} say "{{{{ c }}}}: {{{{ parts | all }}}}."', "lacks `?c`"),
        ('gather ?p { ?p(?a, ?b) as "{{ a }}" } say "{{ p }} {{ parts | all }}."', "one thing"),
        (
            'gather ?a { good(?a, ?parts) as "{{ parts }}" } say "{{ a }} {{ parts | all }}."',
            "cannot be called `parts`",
        ),
        ('gather ?a { good(?a, ?b) as "{{ b }}." } say "{{ a }} {{ parts | all }}."', "a sentence"),
    ],
)
def test_what_cannot_be_gathered_is_reported(specs: Any, item: str, part: str) -> None:
    (found,) = specs.refused(BASE + item, "asp")
    assert found.code == "E0538"
    assert part in found.message


@pytest.mark.parametrize(
    ("item", "code"),
    [
        (f'gather ?a {{ {PART} }} say "{{{{ a }}}} and {{{{ parts | all }}}}"', "E0463"),
        (f'gather ?a {{ {PART} }} say "{{{{ a }}}} is skilled."', "E0509"),
        (f'gather ?a {{ {PART} }} say "{{{{ a }}}} is good at {{{{ parts }}}}."', "E0507"),
        (f'gather ?a {{ {PART} }} say "{{{{ a }}}} can {{{{ parts | negated | all }}}}."', "E0507"),
        ('gather ?a { bad(?a, ?b) as "{{ b }}" } say "{{ a }}: {{ parts | all }}."', "E0205"),
        ('gather ?a { good(?a, ?b) as "it" } say "{{ a }} {{ parts | all }}."', "E0509"),
        ('gather ?a { } say "{{ a }} {{ parts | all }}."', "E0101"),
        (f'gather {{ {PART} }} say "{{{{ parts | all }}}}."', "E0509"),
        (f"gather ?a {{ {PART} }}", "E0101"),
    ],
)
def test_other_errors_are_reported_as_in_phrases(specs: Any, item: str, code: str) -> None:
    assert specs.codes(BASE + item, "asp") == [code]


def test_an_order_that_counts_forbids_gathering(
    specs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(specs.load(BASE, "asp").logic), "ordered", True, raising=False)
    (found,) = specs.refused(BASE + GATHER, "asp")
    assert found.code == "E0538"
    assert "order counts" in found.message


def test_parts_may_have_the_words_of_conditions_and_of_other_groups(specs: Any) -> None:
    text = """
pool names = {anna, ben, cleo, dan}
sort person = names
pred tall(person)
pred kind(person)
pred shy(person)
pred calm(person)
fact known = tall(?a) | -kind(?a) | shy(?a) | -shy(?a)
theory {
  9 of known.
  tall(X), -kind(X) -> calm(X).
}
say ?p(?a) as "{{ a | capital }} is {{ p }}."
say -?p(?a) as "{{ a | capital }} is not {{ p }}."
say ?p(X) as "{{ be }} {{ p }}"
say -?p(X) as "{{ be_not }} {{ p }}"
say ?g, ?h -> ?k as "Whoever {{ g | given }} and {{ h | given }} {{ k | given }}."
gather ?a { ?p(?a) as "is {{ p }}" } say "Surely {{ a | capital }} {{ parts | all }}."
gather ?a { -?p(?a) as "is {{ p }}" } say "Never say that {{ a | capital }} {{ parts | either }}."
ask value X: calm(X) { least 1 } "Who is calm?"
"""
    made = specs.load(text, "asp")
    assert not list(find_clashes(made.words.phrasebook))
    said = [made.instance(index=index).context for index in range(20)]
    assert sum("Surely" in each for each in said) > 5
    assert sum("Never say" in each for each in said) > 5


def test_words_that_two_groups_share_are_reported(specs: Any) -> None:
    other = GATHER.replace("good(?a, ?b)", "better(?a, ?b)")
    text = BASE.replace("pred useful", "pred better(person, skill)\npred useful")
    book = specs.load(text + GATHER + other, "asp").words.phrasebook
    assert "E0510" in [found.code for found in find_clashes(book)]


def test_what_would_not_read_back_is_said_statement_by_statement(specs: Any) -> None:
    text = BASE.replace("welding", '"diving and climbing"').replace("9 of able", "6 of able")
    made = specs.load(text + GATHER, "asp")
    seen = 0
    for index in range(40):
        said = made.instance(index=index)
        skills: dict[str, list[str]] = {}
        for each in said.theory.statements:
            found = re.fullmatch(r"good\((\w+), `?([\w ]+)`?\)", show(each.statement))
            if found is not None:
                skills.setdefault(found[1].capitalize(), []).append(found[2])
        for name, own in skills.items():
            if own == ["diving", "climbing"]:  # together they read as one skill
                seen += 1
                assert all(f"{name} is good at {skill}." in said.context for skill in own)
            elif len(own) > 1:
                assert said.context.count(f"{name} is good at") == 1
    assert seen


@pytest.mark.parametrize("filters", ["given | all", "capital | all", "given | capital | either"])
def test_parts_take_the_filters_of_formulas(specs: Any, filters: str) -> None:
    item = f"""
gather ?a {{
  good(?a, ?b) as "{{{{ be }}}} good at {{{{ b }}}}"
}} say "{{{{ a | capital }}}}: {{{{ parts | {filters} }}}}."
"""
    made = specs.load(BASE + item, "asp")
    part = "Is good at" if "capital" in filters else "is good at"
    assert any(f": {part} " in made.instance(index=index).context for index in range(3))


def test_gatherings_of_the_same_statements_keep_their_words_apart(specs: Any) -> None:
    other = """
gather ?a { good(?a, ?b) as "the art of {{ b }}" } say
  "It is said that {{ a | capital }} masters {{ parts | all }}." when not together
"""
    made = specs.load(BASE + GATHER + other, "asp")
    for index in range(5):
        one, two = (made.instance(index=index, together=each).context for each in (True, False))
        assert "is good at" in one
        assert "art" not in one
        assert "masters the art of" in two
        assert not re.search(r"good at [^.]*,", two)
        assert (
            made.instance(index=index).theory == made.instance(index=index, together=False).theory
        )


def test_rules_with_names_are_not_gathered(specs: Any) -> None:
    text = """
pool names = {anna, ben}
sort person = names
pred tall(person)
pred kind(person)
pred likes(person, person)
fact known = tall(?a)
rule liking = tall(?a) => likes(?a, ?b)
theory { 2 of known.  2 of liking. }
ask entailment likes(anna, ben) { labels {true: yes, false: no, unknown: open} }
gather ?a { tall(?a) => likes(?a, ?b) as "{{ b }}" } say "{{ a }} likes {{ parts | all }}."
"""
    (found,) = specs.refused(text, "defeasible")
    assert found.code == "E0538"
    assert "rules have names" in found.message
