"""The edits of diagnostics: what they change, and that they repair what they belong to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rspc.dsl.diagnostics import Diagnostic, as_dict, codes, did_you_mean, page
from rspc.dsl.edits import Edit, Help, apply_edits, remove, remove_entry, span_of_word
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source, Span

from ..edits import faults_of_edits

TESTS = Path(__file__).parents[1]


def bad_texts() -> Iterator[str]:
    """Yield the bad files, the examples of the pages, and every text that these tests of the syntax contain."""
    for path in sorted((TESTS / "cases" / "bad").glob("*.rspec")):
        yield path.read_text("utf-8")
    for code in codes():
        yield from re.findall(r"^```rspec\n((?s:.*?))^```$", page(code) or "", re.MULTILINE)
    for path in sorted((TESTS / "dsl").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def diagnose(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source("a.rspec", text))[1]


def test_edits_repair_what_they_belong_to() -> None:
    edited = 0
    faults: list[str] = []
    for text in dict.fromkeys(bad_texts()):
        found = diagnose(text)
        edited += sum(bool(each.edits) for each in found)
        faults += faults_of_edits(found, {"a.rspec": ""}, lambda _, text: diagnose(text))
    assert edited > 100
    assert faults == []


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("theory {\n  p(a)\n  q(b).\n}", "theory {\n  p(a).\n  q(b).\n}"),
        ("theory { p(a) }", "theory { p(a). }"),
        ("theory { p(a) q(b). }", "theory { p(a). q(b). }"),
        ("theory { p(a, b. }", "theory { p(a, b). }"),
        ("theory { p(a)). }", "theory { p(a). }"),
        ("theory {\n  p(a).\n}\nask computation\n}", "theory {\n  p(a).\n}\nask computation\n"),
        ("theory { p (a). }", "theory { p(a). }"),
        ("theory { p(a).. }", "theory { p(a). }"),
        ("theory {\n  p(a).\n\nask best\n", "theory {\n  p(a).\n}\n\nask best\n"),
        (
            "record room\n  floor: integer = 1..9\n}\n",
            "record room {\n  floor: integer = 1..9\n}\n",
        ),
        ("theory clues {\n  p(a).\n}", "theory clues with {\n  p(a).\n}"),
        ("parm x: int = 3", "param x: int = 3"),
        ("use a\n  pred p(a)", "use a\npred p(a)"),
        ("test t on x: x = 3", "test t on x: x == 3"),
        ("test t on x: x =< 3", "test t on x: x <= 3"),
        ("test t on x: x ≤ 3", "test t on x: x <= 3"),
        ("test t on x: x <> 3", "test t on x: x != 3"),
        ("param a: duration = 2min", "param a: duration = 2m"),
        ("pool p == {a}", "pool p = {a}"),
        ("pool a = {New York, Rome}", 'pool a = {"New York", Rome}'),
        ("pred p(a) say “b”", 'pred p(a) say "b"'),
        ("pred p(a) say ‘b’", 'pred p(a) say "b"'),
        ("pred p(a) say 'b c'", 'pred p(a) say "b c"'),
        ('pred p(a) say "is big', 'pred p(a) say "is big"'),
        ('say p(?a) "the {{ a }}"', 'say p(?a) as "the {{ a }}"'),
        ("pred p（a）", "pred p(a)"),
        ("pred p(ｃａｔ)", "pred p(cat)"),
        ("pred p(é)", "pred p(`é`)"),
        ("pred p(a)\n\tsay “b”\n", 'pred p(a)\n  say "b"\n'),
        ("rule r = p(?X) -> q(?X)", "rule r = p(?x) -> q(?x)"),
        ("ask choice { options=4  correct: 1 }", "ask choice { options 4  correct 1 }"),
        ("theory forward { depth: 2 }", "theory forward { depth 2 }"),
        ("theory { each X in s: p(X). }", "theory { each ?x in s: p(?x). }"),
        ("theory { a: r some c. }", "theory { a: some r c. }"),
        ("pred some(a)\ntheory { some(b). }", "pred `some`(a)\ntheory { `some`(b). }"),
        ("% a note\nuse a", "# a note\nuse a"),
        ("theory { p(a). // a note\n}", "theory { p(a). # a note\n}"),
        ("theory { p(a).q(b). }", "theory { p(a). q(b). }"),
        ("param a: float = .5", "param a: float = 0.5"),
        ("param a: time = 7:30", "param a: time = 07:30"),
        ('say p(?a) as "\\d"', 'say p(?a) as "\\\\d"'),
    ],
)
def test_a_repair(text: str, fixed: str) -> None:
    for _ in range(3):
        found = diagnose(text)
        if not found:
            break
        text = apply_edits(text, [edit for each in found for edit in each.edits])
    assert text == fixed
    assert not diagnose(text)


@pytest.mark.parametrize(
    "text",
    [
        "theory { p(q(a, b). }",
        "theory { p(X, q(X) -> r(X). }",
        "theory { p(a), q % 2 -> r. }",
        "theory { a | b. }",
        "theory with { p(a). }",
        'say p(X) as "a" "b" esle "c"',
        'pool a = {"red, blue}',
        "pred p(animal say",
        "verify a b",
    ],
)
def test_a_choice_has_no_edit(text: str) -> None:
    found = diagnose(text)
    assert found
    assert [each.edits for each in found if each.edits] == []


@pytest.mark.parametrize(
    ("word", "known", "fixed"),
    [
        ("choise", ["choice", "order"], "choice"),
        ("colour_nmae", ["colour_name"], "colour_name"),
        ("Dog", ["dog"], "dog"),
        ("new_yorc", ["New York", "new_york"], "new_york"),
        ("Anm", ["Ann"], "`Ann`"),
        ("unfriendly", ["friendly"], None),
        ("row_3", ["row_2"], None),
        ("cat", ["car", "hat"], None),
        ("hello", ["help"], None),
        ("b", ["a"], None),
    ],
)
def test_only_a_misspelling_is_corrected(word: str, known: list[str], fixed: str | None) -> None:
    text = f"use x\nask {word} # {word}\n"
    source = Source("a.rspec", text)
    help = did_you_mean(word, known)
    found = Diagnostic("E0201", "unknown", Span(source, 6, len(text)), help=help)
    if fixed is None:
        assert found.edits == ()
    else:
        assert apply_edits(text, found.edits) == f"use x\nask {fixed} # {word}\n"


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        ("a b c", "b", "b c"),
        ("`b` b", "b", None),
        ('"b" # b\nb', "b", "b"),
        ("use std.lexcon", "std.lexcon", "std.lexcon"),
        ("of animals.tran", "tran", "tran"),
        ("p(?b)", "b", "b)"),
        ('"tables/a.csv"', "a.csv", 'a.csv"'),
        ('"the b {{ b | c }}"', "b", 'b | c }}"'),
        ('"the {{ a.b | c }}"', "b", None),
        ("bb", "b", None),
        ("", "b", None),
    ],
)
def test_the_place_of_a_word(text: str, word: str, rest: str | None) -> None:
    place = span_of_word(Span(Source("", text), 0, len(text)), word)
    assert (place and text[place.start :]) == rest


def test_parts_are_removed_with_what_separates_them() -> None:
    def without(text: str, part: str, how: object = remove_entry) -> str:
        start = text.index(part)
        assert callable(how)
        return apply_edits(text, [how(Span(Source("", text), start, start + len(part)))])

    assert without("{a, b, c}", "a") == "{b, c}"
    assert without("{a, b, c}", "b") == "{a, c}"
    assert without("{a,\n b}", "b") == "{a}"
    assert without("{a}", "a") == "{}"
    assert without("a\n  b  \nc", "b", remove) == "a\nc"
    assert without("a b c", "b", remove) == "a c"


def test_a_help_that_is_part_of_another_text_has_no_edits() -> None:
    help = Help("write `a`", Edit(Span(Source("", "b"), 0, 1), "a"))
    assert Diagnostic("E0101", "", help=help).edits == help.edits
    assert type(Diagnostic("E0101", "", help=help).help) is str
    assert Diagnostic("E0101", "", help=f"{help} or nothing").edits == ()


def test_edits_are_in_the_json() -> None:
    (found,) = diagnose("family x\nask choice { options=4  correct 1 }\n")
    assert as_dict(found)["edits"] == [
        {"file": "a.rspec", "line": 2, "column": 21, "end_line": 2, "end_column": 22, "text": " "}
    ]
