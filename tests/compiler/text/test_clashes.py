"""Phrases that can be taken for one another are found before anything is generated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Date, Duration, Integer, Kind, Money, OneOf, Time
from rspc.compiler.text.clashes import Samples, find_clashes
from rspc.compiler.text.phrasebook import Phrasebook
from rspc.compiler.text.templates.phrase import GIVEN, WISH, Phrase
from rspc.dsl.diagnostics import Diagnostic, page
from rspc.dsl.source import Source, Span

CLASSES = OneOf("class", ("economy", "first"))
KINDS: dict[str, Kind] = {
    "price": Money(),
    "stops": Integer(),
    "day": Date(),
    "wait": Duration(),
    "leave": Time(),
    "class": CLASSES,
    "back": CLASSES,
}


def of(slot: str, operator: str, text: str, mood: str = "") -> Phrase:
    source = Source("a.rspec", text)
    pattern = ir.Comparison(operator, ir.Slot(slot), ir.Hole("v"))
    return Phrase(pattern, text, mood, kinds={"v": KINDS[slot]}, span=Span(source, 0, len(text)))


def found(*phrases: Phrase) -> tuple[Diagnostic, ...]:
    book = Phrasebook([phrases], kinds=KINDS)
    assert book.diagnostics == ()
    return find_clashes(book)


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        ("price", "$"),
        ("stops", "0"),
        ("day", "2026"),
        ("wait", "minute"),
        ("leave", ":"),
        ("class", "economy"),
    ],
)
def test_the_same_text(slot: str, text: str) -> None:
    one = of(slot, "<" if slot != "class" else "==", "it {{ be }} near {{ v }}")
    other = of(slot, "<=" if slot != "class" else "!=", "it {{ be }} near {{ v }}")
    (clash,) = found(one, other)[:1]
    assert clash.code == "E0510"
    assert text in clash.message or slot in ("wait", "stops")
    assert clash.span is other.span
    assert [note.span for note in clash.notes] == [one.span]
    assert page("E0510") is not None


def test_the_message_shows_text_and_meanings() -> None:
    clash = found(
        of("class", "==", "it {{ be }} {{ v }}"), of("back", "==", "it {{ be }} {{ v }}")
    )[0]
    assert clash.message == (
        "two phrases have the same text `it should be economy`, for `class == economy` and for `back == economy`"
    )


def test_values_that_run_into_words() -> None:
    special = Phrase(
        ir.Comparison("<", ir.Slot("stops"), ir.Quantity("integer", 7)), "at {{ 'most' }} 12 of 13"
    )
    general = of("stops", "<=", "at most {{ v }} of 13")
    assert [each.code for each in found(special, general)] == ["E0510"]
    harmless = of("stops", "<=", "at most {{ v }} of 14")
    assert found(special, harmless) == ()


def test_different_texts() -> None:
    assert (
        found(
            of("price", "<", "it {{ be }} less than {{ v }}"),
            of("price", ">", "it {{ be }} more than {{ v }}"),
            of("leave", "<", "it {{ be }} less than {{ v }}"),
            of("wait", "<", "it {{ be }} less than {{ v }}"),
            of("stops", "<", "it {{ be }} less than {{ v }}"),
        )
        == ()
    )


def test_one_meaning_is_no_clash() -> None:
    one = of("price", "<", "it {{ be }} less than {{ v }}")
    assert found(one, one) == ()
    wish = of("price", "<", "below {{ v }}", WISH)
    given = of("price", "<", "below {{ v }}", GIVEN)
    assert found(wish, given) == ()
    assert found(wish, of("price", "<=", "below {{ v }}", GIVEN)) == ()


def test_sentences_clash_too() -> None:
    leaves = [
        of("price", "<", "the price {{ be }} under {{ v }}"),
        of("stops", "<", "the stops {{ are }} under {{ v }}"),
        Phrase(ir.Not(ir.Hole("x")), "not so that {{ x | given }}"),
    ]
    parts = ir.Or((ir.Hole("a"), ir.Hole("b")))
    one = Phrase(parts, "If {{ a | negated | given }}, then {{ b }}.")
    turned = Phrase(parts, "If {{ b | given }}, then {{ a }}.")
    assert [each.code for each in found(*leaves, one, turned)] == ["E0510"]
    other = Phrase(parts, "Unless {{ a | given }}, {{ b }}.")
    assert found(*leaves, one, other) == ()


def test_only_the_authors_phrases_are_compared() -> None:
    one = of("price", "<", "it {{ be }} near {{ v }}")
    other = of("price", "<=", "it {{ be }} near {{ v }}")
    assert find_clashes(Phrasebook([[one], [other]], kinds=KINDS)) == ()
    assert find_clashes(Phrasebook([[], [one, other]], kinds=KINDS)) == ()
    assert find_clashes(Phrasebook([[], [one, other]], kinds=KINDS), layers=[1]) != ()


def test_two_phrases_are_compared_once() -> None:
    one, other, third = (of("price", sign, "it {{ be }} near {{ v }}") for sign in ("<", "<=", ">"))
    first = Phrasebook([[one, other]], kinds=KINDS)
    assert len(find_clashes(first)) == 2  # a wish and a condition
    assert find_clashes(first, compared=first) == ()
    wider = Phrasebook([[one, other, third]], kinds=KINDS)
    clashes = find_clashes(wider, compared=first)
    assert [each.span for each in clashes] == [third.span] * 4


def test_a_phrase_that_is_never_said_has_no_samples() -> None:
    one = of("price", "<", "it {{ be }} under {{ v }}")
    favoured = replace(of("price", "<", "it {{ be }} below {{ v }}"), origin="formal")
    book = Phrasebook([[one, favoured]], kinds=KINDS, favoured={"formal": 1})
    assert [book.overtaken(entry) for entry in book.entries] == [True, False]
    assert [bool(Samples(book).texts(entry, WISH)) for entry in book.entries] == [False, True]
    plain = Phrasebook([[one, favoured]], kinds=KINDS)
    assert not any(map(plain.overtaken, plain.entries))


def test_two_slots_of_one_label() -> None:
    book = Phrasebook([[]], labels={"price": "cost", "stops": "cost"}, kinds=KINDS)
    (clash,) = find_clashes(book)
    assert (clash.code, clash.message) == (
        "E0511",
        "the slots `price` and `stops` have the same wording `cost`",
    )
    assert page("E0511") is not None


def test_the_standard_phrases_do_not_clash(book: Phrasebook) -> None:
    assert find_clashes(book) == ()
