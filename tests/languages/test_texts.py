"""The fixed texts of languages: all are there, with their holes, and what they say of amounts reads back."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from rspc.compiler.api import check, load
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.kinds import SCALARS, Date, Duration, List, Money, OneOf, Set
from rspc.compiler.language import Language, english, holes_of, written_texts
from rspc.dsl.diagnostics import SpecError, page
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source

FILES = sorted((Path(__file__).parents[2] / "stdlib" / "languages").glob("*.rspec"))


def read(path: Path) -> Language:
    spec, found = parse(Source(path.name, path.read_text("utf-8")))
    assert not found
    return Language({key: item.phrases[0].text for key, item in written_texts(spec.items)})


LANGUAGES = [read(path) for path in FILES]
EACH = pytest.mark.parametrize("language", LANGUAGES, ids=[path.stem for path in FILES])


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_a_module_is_complete(path: Path) -> None:
    assert not check(path)


@EACH
def test_texts_have_the_holes_of_the_english_ones(language: Language) -> None:
    assert language.texts.keys() == english().texts.keys()
    for key, text in language.texts.items():
        assert holes_of(text) == holes_of(english().texts[key])


@EACH
def test_amounts_read_back(language: Language) -> None:
    for scalar in SCALARS:
        kind = scalar(spoken_in=language)
        example = kind.read(kind.example)
        amounts = {example, example + 1, kind.low or 0, 0, 1, 59, 60, 61, 119, 1234, 123456}
        for amount in filter(kind.holds, amounts):
            if scalar is Date and amount == 0:
                continue
            said = kind.words(amount)
            assert kind.unwords(said) == amount
            assert language.say("value") not in ("", said)


@EACH
def test_numbers_read_back(language: Language) -> None:
    for name in ("number", "ordinal", "digits"):
        for amount in (0, 1, 2, 3, 7, 11, 12, 13, 20, 21, 30, 99, 100, 101, 112, 1234, -3):
            assert language.respell(language.spell(amount, name), name) == amount


@EACH
def test_lists_read_back(language: Language) -> None:
    element = OneOf("colour", ("rot", "blau", "grün", "gelb"))
    some, row = Set(element, spoken_in=language), List(element, spoken_in=language)
    for count in range(4):
        values = element.values[:count]
        assert some.unwords(some.words(frozenset(values))) == frozenset(values)
        assert row.unwords(row.words(values)) == values


def test_german_amounts() -> None:
    german = next(each for each in LANGUAGES if each.code == "de")
    assert Money(spoken_in=german).words(123450) == "1.234,50 Dollar"
    assert Duration(spoken_in=german).words(150) == "2 Stunden und 30 Minuten"
    assert Date(spoken_in=german).words(Date().read("2026-04-17")) == "17. April 2026"
    assert german.number(21) == "einundzwanzig"
    assert german.ordinal(112) == "112."
    assert german.join("abc", "and") == "a, b und c"
    assert german.join("ab", "and", "dass") == "a und dass b"


# -------------------------------------------------------------------------------------------------- families

HEAD = """
family swans
"birds"
logic defeasible
sort bird = {cob, pen}
pred white(bird)
theory { f1: white(cob). }
ask entailment white(cob)
"""


def made(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "swans.rspec"
    path.write_text(dedent(text), "utf-8")
    return path


def test_a_family_can_say_a_single_text_itself(tmp_path: Path) -> None:
    path = made(tmp_path, HEAD + 'say "answer word" as "One word, please: {{ labels }}."\n')
    family = load(path)
    assert family.words.language.code == "en"
    text = family.instance().text
    assert "One word, please: true if it follows" in text
    assert "Is the following statement true, false, or unknown?" in text


def test_in_another_language_no_english_phrase_is_used(tmp_path: Path) -> None:
    family = load(made(tmp_path, HEAD.replace("sort", "use std.languages.de\nsort", 1)))
    assert not family.words.phrasebook.entries
    with pytest.raises(Exhausted, match="a statement has no wording"):
        family.instance()


def test_sentences_end_in_any_script(tmp_path: Path) -> None:
    """A Chinese sentence ends in `。`, and nothing of the language module has to be changed for that."""
    spec = HEAD + 'say ?p(?a) as "{{ a }} {{ p }}。"\n'
    family = load(made(tmp_path, spec))
    assert "Cob white。" in family.instance().text


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ('say "anser name" as "X"', "E0543", "there is no text `anser name`"),
        ('say "language" as "nl"', "E0544", "language `nl` lacks"),
        ('say "rule" as "Rule: {{ text }}"', "E0545", "lacks the hole `id`"),
        ('say "none" as "no {{ x }}"', "E0545", "has no hole `x`"),
        ('say "none" as "no" "none"', "E0545", "more than one wording"),
        ('say "none" as "no" split test', "E0545", "more than one wording"),
        ('say "list and" as "{{ a }} and {{ b }}."', "E0545", "before or after them"),
        ('say "list and" as "{{ b }} and {{ a }}"', "E0545", "before or after them"),
        ('say "list comma" as "{{ a }}{{ b }}"', "E0545", "no text between two members"),
        ('say "number example" as "1,234,50"', "E0545", "is not the number 1234.50"),
        ('say "number example" as "12234550"', "E0545", "is not the number 1234.50"),
        ('say "number example" as "1-234.50"', "E0545", "is not the number 1234.50"),
        ('say "date months" as "a b c d e f g h i j k a"', "E0545", "has `a` twice"),
        ('say "ordinal endings" as "th"', "E0545", "has 1 of 20 words"),
        ('say "number example" as "1234"', "E0545", "is not the number 1234.50"),
        ('say "language" as "German"', "E0545", "is not the code of a language"),
        (
            'use std.languages.de\nsay ?p(?a) as "{{ a | the }} {{ p }}."',
            "E0546",
            "`the` says English words, and this family speaks `de`",
        ),
        (
            'use std.languages.de\nsay ?p(?a) as "{{ a }} {{ be }} {{ p }}."',
            "E0546",
            "`be` says English words",
        ),
        (
            """say ?p(?a) as "{{ a | form('dem') }} {{ p }}." """,
            "E0507",
            "there is no form `dem` of words",
        ),
        ('say ?p(?a) as "{{ a | form }} {{ p }}."', "E0507", "`form` takes the name of a form"),
        ("table forms(name, dem) = {(ann, a), (bob, b), (ann, c)}", "E0605", "`ann` 2 times"),
        (
            """
            table forms(name, dem) = "forms.csv"
            say ?p(?a) as "{{ a | form('dem') }} {{ p }}."
            """,
            "E0507",
            "the table `forms` has no form `dem` of `cob`",
        ),
    ],
)
def test_what_is_wrong_is_reported(text: str, code: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "forms.csv").write_text("name,dem\npen,der Schwan\n", "utf-8")
    with pytest.raises(SpecError) as caught:
        load(made(tmp_path, HEAD + dedent(text) + "\n")).instance()
    found = [each for each in caught.value.diagnostics if each.code == code]
    assert [each for each in found if says in each.message]
    assert page(code)


def test_a_language_is_not_used_under_a_condition(tmp_path: Path) -> None:
    spec = HEAD + "param german: bool = off\nuse std.languages.de when german\n"
    with pytest.raises(SpecError, match="is used under a condition"):
        load(made(tmp_path, spec))
