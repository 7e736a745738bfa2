"""What can be written at a place that is marked with `|`, without a process."""

from __future__ import annotations

from functools import cache

import pytest

from rspc.compiler.text.templates.template import FORMS, JOINS, SHAPES, VERBS
from rspc.integrations.language_server.completion import complete
from rspc.integrations.language_server.documents import Document
from rspc.integrations.language_server.hover import hover
from rspc.integrations.language_server.installed import installed
from rspc.integrations.language_server.messages import Installed
from rspc.integrations.language_server.phrase_words import FILTERS
from rspc.integrations.language_server.signatures import signature

HEAD = (
    'family shop "a shop"\nparam depth: int in 1..5 = 2\nparam mood: name in {glad, sad} = glad\n'
)


@cache
def known() -> Installed:
    return Installed(installed(), {"std.air": "flights", "std.creatures": "animals"})


def marked(text: str, mark: str = "|") -> tuple[Document, int]:
    place = text.index(mark)
    return Document("file:///x.rspec", 1, text[:place] + text[place + 1 :], False, "utf-16"), place


def labels(text: str, mark: str = "|") -> list[str]:
    document, place = marked(HEAD + text, mark)
    return [item.label for item in complete(document, place, [], known())]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("|", "family"),
        ("the|", "family"),
        ("theory |", "backward"),
        ("theory back|", "backward"),
        ("ask |", "best"),
        ("use |", "std.air"),
        ("use std.|", "std.air"),
        ("verify |", "alcq"),
        ("theory backward { |", "depth"),
        ("theory backward { depth 3  |", "negation"),
        ("theory backward {\n  depth 3\n  |\n}", "negation"),
        ("theory backward { negation { |", "head"),
        ("theory backward { negation { head 0.5  | } }", "body"),
        ("theory backward { conflict 0.5 { |", "first"),
        ("theory backward { matched |", "on"),
        ("theory backward { depth |", "depth"),
        ("ask entailment { |", "labels"),
        ("ask entailment { unknown_by {|", "fact"),
        ("discourse { |", "order"),
        ("discourse { order |", "mixed"),
        ("level 1 { |", "depth"),
        ("level 1 { depth 1  |", "mood"),
        ('document "x" when |', "depth"),
        ("param x: |", "int"),
        ("world |", "closed"),
    ],
)
def test_the_first_of_what_can_be_written(text: str, first: str) -> None:
    assert labels(text)[0] == first


@pytest.mark.parametrize("text", ['family x "say |', "# a comment |", 'say p as "the |"'])
def test_nothing_is_offered_in_texts_and_comments(text: str) -> None:
    assert labels(text) == []


def test_knobs_that_are_set_are_not_offered_again() -> None:
    assert "depth" not in labels("theory backward { depth 3  | }")


def test_values_of_a_parameter_are_offered_where_it_is_compared() -> None:
    assert labels("use std.air when mood == |")[:2] == ["glad", "sad"]


def test_productions_are_offered_in_expansions_alone() -> None:
    text = "pool words = {a, b}\nsyntax part = ?p\nfact whole = <|"
    assert set(labels(text)) == {"part", "whole"}
    assert "part" not in labels("pool words = {a, b}\nsyntax part = ?p\nsort s = |")


def test_fields_are_offered_after_on() -> None:
    text = "record book {\n  pages: integer = 1..9\n}\ntest long(?v) on |"
    assert "pages" in labels(text)


def test_declarations_after_an_error_are_still_offered() -> None:
    assert "words" in labels("theory backward { depth {{\npool words = {a, b}\nsort s = |")


def shown(text: str) -> str:
    document, place = marked(HEAD + text)
    from rspc.integrations.language_server.own_names import own_names

    found = hover(document, place, list(own_names(document)), known(), [], [])
    return found.contents.value if found is not None else ""  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("theory back|ward { depth 2 }", "strategy **backward**"),
        ("theory backward { dep|th 2 }", "knob **depth**: `integer 1..8 = 2`"),
        (
            "theory backward { negation { he|ad 0.5 } }",
            "knob **negation head**: `number 0..1 = 0.5`",
        ),
        ("theory backward { depth dep|th }", "param depth: int in 1..5 = 2"),
        ("ask entail|ment", "task **entailment**"),
        ("use std.a|ir", "module `std.air` — flights"),
        ("the|ory backward", "**theory**"),
        ("# see E02|01", "# E0201"),
        ("theory {\n  p(X), q(X) => r(|X).\n}", "with 2 conditions"),
    ],
)
def test_what_is_shown_about_a_word(text: str, told: str) -> None:
    assert told in shown(text)


def test_nothing_is_shown_about_a_text() -> None:
    assert shown('family x "dep|th"') == ""


def test_the_arguments_of_a_call() -> None:
    document, place = marked(HEAD + "syntax pair(n, d) = ?p\nfact whole = <pair(1, |")
    from rspc.integrations.language_server.own_names import own_names

    found = signature(document, place, list(own_names(document)))
    assert found is not None
    assert found.signatures[0].label == "pair(n, d)"
    assert found.active_parameter == 1


@pytest.mark.parametrize(
    ("logic", "offered", "missing"),
    [
        ("constraint", "product_of_sums", "backward"),
        ("defeasible", "backward", "product_of_sums"),
        ("asp", "cascade", "forward"),
        ("alcq", "forward", "graph"),
    ],
)
def test_strategies_are_those_of_the_logic(logic: str, offered: str, missing: str) -> None:
    found = labels(f"logic {logic}\ntheory |")
    assert offered in found
    assert missing not in found


@pytest.mark.parametrize(
    ("logic", "offered", "missing"),
    [
        ("constraint", {"choice", "count", "solution"}, {"computation", "optimum"}),
        ("defeasible", {"entailment", "proof"}, {"choice", "count", "verification"}),
        ("asp", {"verification", "count", "solution"}, {"choice", "total"}),
        ("alcq", {"entailment", "repair"}, {"exists", "best", "misjudged"}),
        ("unknown", {"choice", "verification"}, set[str]()),
    ],
)
def test_tasks_are_those_of_the_logic(logic: str, offered: set[str], missing: set[str]) -> None:
    found = labels(f"logic {logic}\nask |")
    assert offered <= set(found)
    assert missing.isdisjoint(found)


def test_the_type_of_a_slot() -> None:
    assert labels("record book {\n  pages: |\n}")[:2] == ["integer", "money"]
    assert "money" not in labels("record book {\n  subject: one of {art: |}\n}")
    assert "money" not in labels("record book {\n  pages: integer = |\n}")


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ('say ?p(?a) as "{{ @', ["a", "p", "be", "be_not"]),
        ('say ?p(?a) as "The {{ a }} is {{ p | @ }}"', ["a", "all"]),
        ('say ?p(?a) as "The {{ a | th@ }}."', ["a", "all"]),
        ('say ?p(?a) as "The {{ a }} @"', []),
        ('say ?p(?a) as "The {{ a }} is"  # {{ p | @', []),
        ('family x "{{ @ }}"', ["be"]),
    ],
)
def test_words_of_a_phrase(text: str, offered: list[str]) -> None:
    found = labels(text, "@")
    assert found[: len(offered)] == offered
    assert offered or not found


def test_every_filter_of_phrases_is_described() -> None:
    assert {*FILTERS} == {*FORMS, *JOINS, *SHAPES, *VERBS, "with", "form"}
