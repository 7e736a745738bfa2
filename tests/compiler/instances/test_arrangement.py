"""How a `discourse` arranges the sentences of a theory: nothing that counts changes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import Family
from rspc.dsl.diagnostics import SpecError

REMARKS = """
pool remarks = {"The bus was late.", "Lunch was soup.", "The lift is out of order.", "Rain fell."}
pool retractions = {"Scrap that.", "No, that was wrong."}
"""
WORLD = """
param way: name in {plain, other} = other
param early: name in {first, last} = last
sort person = {anna, ben, cleo, dora, emil}
sort ware = {apples, bread, cheese, dates}
pred sells(person, ware)
pred likes(person, ware)
pred visits(person, person)
fact offer = sells(?p, ?w)
fact wish = likes(?p, ?w)
theory {
  3 of offer.
  3 of wish.
  likes(P, W), sells(Q, W) -> visits(P, Q).
}
say sells(?p, ?w) as "{{ p | capital }} sells {{ w }}."
say likes(?p, ?w) as "{{ p | capital }} likes {{ w }}."
say likes(P, W), sells(Q, W) -> visits(P, Q) as "People visit those who sell what they like."
ask value Q : visits(?p, Q) { least 1  most 1 } "Whom does {{ p | capital }} visit?"
document "std/lines.md.jinja"
"""


def family(specs: Any, discourse: str, more: str = REMARKS) -> Family:
    made: Family = specs.load(f"{more}{WORLD}{discourse}\n", "asp")
    return made


def same(one: Any, other: Any) -> bool:
    """Whether two instances are the same problem."""
    return (one.theory, one.query, one.label, one.certificate, one.sentences) == (
        other.theory,
        other.query,
        other.label,
        other.certificate,
        other.sentences,
    )


ALL = """discourse {
  order mixed  question early  asides 2 of remarks  corrections 1 of retractions
} when way == other"""


def test_the_problem_is_the_same_and_only_its_text_differs(specs: Any) -> None:
    made = family(specs, ALL)
    for index in range(20):
        plain = made.instance(index=index, way="plain")
        other = made.instance(index=index, way="other")
        assert same(plain, other)
        assert plain.record()["theory_hash"] == other.record()["theory_hash"]
        assert plain.arrangement is None
        assert "discourse" not in plain.record()
        assert plain.text != other.text


def test_a_reader_who_leaves_out_asides_and_undoes_corrections_has_the_sentences(
    specs: Any,
) -> None:
    made = family(specs, ALL)
    retractions = ("Scrap that.", "No, that was wrong.")
    asides = {"The bus was late.", "Lunch was soup.", "The lift is out of order.", "Rain fell."}
    for index in range(20):
        instance = made.instance(index=index)
        found: list[str] = []
        seen: list[str] = []
        for sentence in re.findall(r"[^.]+\.", instance.context):
            sentence = sentence.strip()
            if sentence in asides:
                seen.append(sentence)
            elif sentence in retractions:
                found.pop()
            else:
                found.append(sentence)
        assert Counter(found) == Counter(instance.sentences.values())
        record = instance.record()
        assert record["discourse"]["asides"] == seen
        assert record["metrics"]["asides"] == len(seen) == 2
        assert record["metrics"]["corrections"] == len(record["discourse"]["corrections"]) == 1
        for id, wrong in record["discourse"]["corrections"].items():
            assert wrong not in instance.sentences.values()
            assert made.words.phrasebook.read(wrong) != made.words.phrasebook.read(
                instance.sentences[id]
            )


def test_every_order_of_sentences_occurs_equally_often(specs: Any) -> None:
    theory = re.sub(
        r"theory \{.*?\n\}",
        "theory { likes(anna, bread).  sells(ben, bread).\n"
        "  likes(P, W), sells(Q, W) -> visits(P, Q).\n}",
        WORLD,
        flags=re.DOTALL,
    )
    theory = theory.replace("visits(?p, Q) {", "visits(anna, Q) {").replace(
        "{{ p | capital }} visit?", "Anna visit?"
    )
    made = specs.load(f"{theory}discourse {{ order mixed }}\n", "asp")
    counts = Counter(made.instance(index=index).statements for index in range(600))
    assert len(counts) == 6
    # Six cells of 100 each: chi-squared with five degrees of freedom is above 20.5 in one of a thousand cases.
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 20.5


def test_the_question_can_be_first(specs: Any) -> None:
    made = family(specs, ALL)
    for early in (True, False):
        instance = made.instance(early="first" if early else "last")
        first = instance.statements[0]
        assert (instance.text.index(instance.question) < instance.text.index(first)) is early


def test_a_document_that_ignores_an_early_question_is_refused(specs: Any, tmp_path: Path) -> None:
    (tmp_path / "own.jinja").write_text("{{ context }} {{ question }}")
    made = family(
        specs, "discourse { question first }", REMARKS + 'document "own.jinja" when early == last\n'
    )
    with pytest.raises(SpecError) as raised:
        made.instance()
    assert [each.code for each in raised.value.diagnostics] == ["E0535"]


def test_asides_fill_a_text(specs: Any) -> None:
    many = " ".join(
        f'"It was the morning number {number} of that long summer.",' for number in range(300)
    )
    made = family(
        specs,
        "discourse { asides 0 of remarks  words 500 }",
        f"pool remarks = {{{many.rstrip(',')}}}\n",
    )
    instance = made.instance()
    assert 500 <= len(instance.context.split()) < 510
    assert set(instance.sentences.values()) < set(instance.statements)


def test_members_of_a_group_have_one_text(specs: Any) -> None:
    made = family(specs, ALL)
    shared = specs.load(
        f"{REMARKS}{WORLD}{ALL}\n".replace("least 1  most 1", "least 1  most 1  questions 3"), "asp"
    )
    assert made.instance().context
    texts = [shared.instance(index=index).context for index in range(6)]
    assert texts[:3] == texts[:1] * 3
    assert texts[3:] == texts[3:4] * 3
    assert texts[0] != texts[3]


@pytest.mark.parametrize(
    ("discourse", "code", "message"),
    [
        ("discourse { asides 9 of remarks }", "E0536", "has only 4 texts"),
        ("discourse { asides 1 of remarks  words 300 }", "E0536", "too few for `words`"),
        ("discourse { corrections 3 of retractions }", "E0536", "has only 2 texts"),
        ("discourse { asides 2 of readable }", "E0536", "can be read as a statement"),
        ("discourse { corrections 1 of readable }", "E0536", "can be read as a statement"),
        ("discourse { asides 1 of longer }", "E0536", "can be read as a statement"),
        ("discourse { corrections 2 of longer }", "E0536", "has only 1 text for"),
    ],
)
def test_pools_that_do_not_suffice(specs: Any, discourse: str, code: str, message: str) -> None:
    readable = 'pool readable = {"Anna sells cheese.", "Ben likes bread."}\n'
    readable += 'pool longer = {"It rained. Emil likes dates."}\n'
    made = family(specs, discourse, REMARKS + readable)
    with pytest.raises(SpecError) as raised:
        [made.instance(index=index) for index in range(5)]
    (found, *_) = raised.value.diagnostics
    assert found.code == code
    assert message in found.message


@pytest.mark.parametrize(
    ("discourse", "code"),
    [
        ("discourse { words 300 }", "E0535"),
        ("discourse { asides 3 of nothing_such }", "E0201"),
        ("discourse { asides 3 }", "E0415"),
        ("discourse { order sorted }", "E0411"),
        ("discourse { asides (0 - 2) of remarks }", "E0411"),
        ("discourse { order mixed  order stated }", "E0413"),
        ("discourse { shuffle on }", "E0412"),
    ],
)
def test_misuse(specs: Any, discourse: str, code: str) -> None:
    with pytest.raises(SpecError) as raised:
        family(specs, discourse)
    assert code in {each.code for each in raised.value.diagnostics}


def test_a_module_that_is_used_under_a_condition_has_precedence(specs: Any, tmp_path: Path) -> None:
    (tmp_path / "calm.rspec").write_text(
        'module calm\nsay likes(?p, ?w) as "{{ p | capital }} is fond of {{ w }}."\n'
    )
    made = specs.load(f"use calm when way == other\n{WORLD}", "asp")
    for index in range(10):
        plain, calm = (made.instance(index=index, way=way) for way in ("plain", "other"))
        assert same_problem(plain, calm)
        assert "likes" not in calm.context.replace("what they like", "")
        assert "is fond of" not in plain.context


def same_problem(one: Any, other: Any) -> bool:
    return (one.theory, one.query, one.label, one.certificate) == (
        other.theory,
        other.query,
        other.label,
        other.certificate,
    )


def test_a_number_of_asides_without_a_pool_is_told_its_form(specs: Any) -> None:
    (found,) = specs.refused(WORLD + "discourse { asides 3 }\n", "asp")
    assert found.message == "knob `asides` takes a number and a name, such as `60 of NAME`"
    assert found.help == "write `asides 60 of NAME`"
