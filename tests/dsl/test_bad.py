"""Broken files: every error is reported in one run, once, on its line, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rspc.dsl import syntax
from rspc.dsl.diagnostics import Diagnostic, codes, page, render
from rspc.dsl.edits import apply_edits
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source

CASES = Path(__file__).parents[1] / "cases" / "bad"
MARK = re.compile(r"#~((?: [EW]\d{4})+)")


def syntax_cases() -> list[Path]:
    """The cases whose every mark is of the syntax."""
    return [
        path
        for path in sorted(CASES.glob("*.rspec"))
        if all(" E01" in each or " W01" in each for each in MARK.findall(path.read_text("utf-8")))
    ]


def expected(text: str) -> list[tuple[int, str]]:
    return sorted(
        (number, code)
        for number, line in enumerate(text.split("\n"), 1)
        for found in MARK.findall(line)
        for code in found.split()
    )


def complaints(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source("bad.rspec", text))[1]


def placed(found: tuple[Diagnostic, ...]) -> list[tuple[int, str]]:
    return sorted((each.span.source.place(each.span.start)[0], each.code) for each in found)


@pytest.mark.parametrize("path", syntax_cases(), ids=lambda path: path.stem)
def test_every_error_is_reported_once(path: Path) -> None:
    text = path.read_text("utf-8")
    assert expected(text)
    found = complaints(text)
    assert placed(found) == expected(text), "\n".join(map(render, found))


@pytest.mark.parametrize("path", syntax_cases(), ids=lambda path: path.stem)
def test_messages_use_the_words_of_an_author(path: Path) -> None:
    for each in complaints(path.read_text("utf-8")):
        said = " ".join([each.message, each.label, each.help])
        assert not re.search(r"\b[A-Z]{3,}\b|\$END|Token|__", said.replace("UTF", "")), said
        assert each.message
        assert page(each.code)


def test_each_code_of_the_syntax_has_a_page_and_a_test() -> None:
    marked = {
        code for path in CASES.glob("*.rspec") for _, code in expected(path.read_text("utf-8"))
    }
    tested = marked | {"E0109", "E0112", "E0120", "E0121", "E0122"}  # these in test_robust.py
    assert {code for code in codes() if code[1:3] == "01"} <= tested


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("theory {\n p(X) :- q(X). }", "unknown symbol `:-`", "write `body -> head`"),
        ("parm x: int = 3", "`parm` does not begin an item", "did you mean `param`?"),
        ('phrase p(?x) as "x"', "`phrase` does not begin an item", "did you mean `say`?"),
        ("import std.naming", "`import` does not begin an item", "did you mean `use`?"),
        ("test t on x: x = 3", "`=` stands where a comparison is meant", "write `==` to compare"),
        ("pool = 3", "expected a name, found `=`", ""),
        ("param x: int 3", "expected `=` or `in`, found `3`", ""),
        ("use", "expected a dotted name or a name after `use`, found the end of the item", ""),
        ("verify a b", "expected `,` or the end of the item, found `b`", "is a `,` missing?"),
        ("theory { p(a) }", "a full stop is missing", "end every statement with `.`"),
        ("theory { p(not). }", "expected an expression, found `)`", ""),
        (
            "theory { p(from). }",
            "`from` is a reserved word",
            "write it in backquotes to use it as a name: `` `from` ``",
        ),
        ("theory { a | b. }", "`|` stands outside parentheses", "write a disjunction as `(a | b)`"),
        ("p(a).", "this statement is outside a theory", None),
        ("pred p(a) say “b”", "`“` is not a quotation mark here", None),
        ("theory { p(a). q([b). }", "`[` is never closed", "write `]` before `)`"),
        ("theory forward { a n + 1 }", None, None),
        ("test t on x: x =< 3", "unknown symbol `=<`", "write `<=`"),
        (
            "ask choice {options: 4, from: 60 of room}",
            "`:` comes after the name of a knob",
            "write the value of a knob behind its name: `{ options 4, from 60 of room }`",
        ),
        ("ask choice { options=4  correct 1 }", "`=` comes after the name of a knob", None),
        ("theory forward { depth: 2 }", "`:` comes after the name of a knob", None),
        (
            "ask choice { options 4, from: 60 of room }",
            "`:` comes after the name of a knob",
            None,
        ),
        (
            "theory clues {\n each of a.\n p(X), q(X) -> r(X).\n}",
            "the statements of a theory with a strategy must come after `with`",
            "write `theory clues with { … }`, with any knobs in braces before `with`",
        ),
        (
            "theory with { p(a). }",
            "this theory has no strategy before `with`",
            "write `theory { … }`, or `theory STRATEGY with { … }`",
        ),
        (
            "clue a = p(?a, X), X > Y",
            None,
            "conditions that cannot hold together end in `-> false`",
        ),
        ("theory { :- p(X), q(X) -> false. }", None, "write `body -> false`"),
        ('say p(?a) "the {{ a }}"', None, "write `as` before the text"),
        (
            "pool a = €5",
            None,
            "write an amount of money as `$1200`; the wording can name another currency",
        ),
        ("param a: duration = 2min", "`2min` is not a number", "write `2m`"),
        ("param a: duration = 3hours", None, "write `3h`"),
        (
            "record room\n  floor: integer = 1..9\n}\nask computation",
            "there is no opening bracket for `}`",
            "remove `}`, or add the opening bracket: `record room {`",
        ),
        ("theory {\n p(a).\n} }", None, "remove `}`, or add the opening bracket: `{`"),
        ("% a note { p(\nuse a", "unknown symbol `%`", "a comment starts with `#`"),
        ("theory {\n p(a). // a note\n}", None, "a comment starts with `#`"),
        ("theory { p(a), q % 2 -> r. }", "unknown symbol `%`", None),
    ],
)
def test_a_message(text: str, message: str | None, help: str | None) -> None:
    (found,) = complaints(text)
    if message is not None:
        assert found.message == message
    if help is not None:
        assert found.help == help


QUOTED = 'a quotation mark within a text is written `\\"`'


@pytest.mark.parametrize(
    "text",
    [
        'test t on x: x > 3 say "the "big" one" else "not"',
        'test t on x: x > 3 say "a" else "not "big" at all"',
        'say p(X) as "the "not" one"',
        'say p(X) as "{{ X | replace("a", "b") }}"',
        'param q: int = 3 "what "they" say"',
        'ask choice { options 2 } "Which "book" is it?"',
        'pool a = {"x"y", b}',
        'theory { p("a"b"). }',
    ],
)
def test_a_quotation_mark_within_a_text_is_guessed(text: str) -> None:
    (found,) = complaints(text)
    assert QUOTED in found.help, found


@pytest.mark.parametrize(
    "text", ['say p(X) as "a" "b" esle "c"', 'pred p(a) say "b" c', 'say p(X) as "a']
)
def test_a_text_beside_a_blank_is_not_taken_for_a_torn_one(text: str) -> None:
    (found,) = complaints(text)
    assert QUOTED not in found.help


def test_an_escaped_quotation_mark_is_read() -> None:
    (found,) = parse(Source("", 'say p(X) as "the \\"big\\" one"\n'))[0].items
    assert isinstance(found, syntax.Say)
    assert found.phrases[0].text == 'the "big" one'


def test_what_is_whole_is_read_around_what_is_broken() -> None:
    text = "family x\npred p(a\nrule r = p(X) -> q(X)\ntheory { p(a). q(. r(b). }\nask best\n"
    spec, found = parse(Source("", text))
    assert [type(each).__name__ for each in spec.items] == ["Header", "Production", "Theory", "Ask"]
    assert len(found) == 2


def test_an_embedded_theory_without_end_leaves_the_next_item() -> None:
    spec, found = parse(Source("", 'asp """\np(a).\nask best\n'))
    assert [each.code for each in found] == ["E0103"]
    assert [type(each).__name__ for each in spec.items] == ["Theory", "Ask"]


HEAD = "family f\nlogic asp\n"


def repaired(text: str, code: str) -> str:
    """Return a text with the edits of all diagnostics with a code, of which there is one or more."""
    found = [each for each in complaints(HEAD + text) if each.code == code]
    assert found
    edits = [edit for each in found for edit in each.edits]
    return apply_edits(HEAD + text, edits).removeprefix(HEAD)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("theory { a(b).\nask x\n", "theory { a(b). }\nask x\n"),
        ("theory { a(b).\n  c(d).  # e\n\nask x\n", "theory { a(b).\n  c(d). }  # e\n\nask x\n"),
        ("theory { a(b).", "theory { a(b). }"),
        ("sort a = {x, y\npred p(a)\n", "sort a = {x, y}\npred p(a)\n"),
        ("theory w { d {a: 1, b: 2 }\nask x\n", "theory w { d {a: 1, b: 2 } }\nask x\n"),
        ("theory { {a; b. }\nask x\n", "theory { {a; b}. }\nask x\n"),
        ('gather ?a { p(?a) as "x" say "y."\n', 'gather ?a { p(?a) as "x" } say "y."\n'),
        ('background { a(X) -> b(X). say "Y."\n', 'background { a(X) -> b(X). } say "Y."\n'),
    ],
)
def test_a_brace_is_closed_where_only_one_place_is_possible(wrong: str, right: str) -> None:
    assert repaired(wrong, "E0105") == right
    assert complaints(HEAD + right) == ()


@pytest.mark.parametrize(
    "wrong",
    [
        "choose k = {a: 1, b: 2 when y\nask x\n",
        'ask computation { most 3 "What?"\n',
        "require count { a, b > 2\nask x\n",
        "theory w { d {a: 1, b: 2\nask x\n",
        "theory w { d 2 with { a(b). }\nask x\n",
    ],
)
def test_a_brace_with_several_possible_ends_is_not_closed(wrong: str) -> None:
    assert repaired(wrong, "E0105") == wrong


def test_each_missing_full_stop_is_reported() -> None:
    wrong = "theory {\n  a(b)\n  c(d) ->\n    e(f)\n  `when`(a)\n  i: g(h), not a(h) -> k(h)\n}\n"
    found = [(each.code, each.span.text) for each in complaints(HEAD + wrong)]
    assert found == [("E0108", ")")] * 4
    right = re.sub(r"\)(?=\n)", ").", wrong)
    assert repaired(wrong, "E0108") == right
    assert complaints(HEAD + right) == ()
