"""Text that is wrapped for a terminal."""

from __future__ import annotations

import pytest

from rspc.dsl.wrapping import measure, wrap_line, wrap_prose


def wrapped(text: str, width: int = 30) -> list[str]:
    return list(wrap_prose(text, width))


def test_long_lines_are_wrapped_and_others_stay() -> None:
    text = "One two three four five six seven eight nine.\n\nShort.\nAlso short.\n"
    assert wrapped(text) == [
        "One two three four five six",
        "seven eight nine.",
        "",
        "Short.",
        "Also short.",
        "",
    ]


@pytest.mark.parametrize("head", ["A. ", "A) ", "(A) ", "1. ", "(12) ", "- ", "* ", "   b) "])
def test_an_entry_of_a_list_gets_a_hanging_indentation(head: str) -> None:
    first, *others = wrapped(f"{head}one two three four five six seven eight nine ten")
    assert first.startswith(f"{head}one")
    assert others
    assert all(line.startswith(" " * len(head)) and line[len(head)] != " " for line in others)
    assert max(map(len, (first, *others))) <= 30


def test_an_indented_line_stays_indented() -> None:
    assert wrapped("  one two three four five six seven") == [
        "  one two three four five six",
        "  seven",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| house | name | colour | drink | animal | car |",
        ". 3 2 | . . 5 | . . . | 4 5 6 | 7 . . | . . 1",
        "------+------+-------",
        "name        age       a column and another one",
        "    indented code: a line that must not be broken at all",
        "name\tage\tanother column and one more",
        "\ta line of code behind a tab, which must not be broken",
        "```\na long line of code that must not be wrapped at all\n```",
        "~~~ python\nx = [value for value in range(100) if value]\n~~~",
    ],
)
def test_what_has_a_layout_is_not_wrapped(text: str) -> None:
    assert wrapped(text) == text.split("\n")


def test_after_a_block_of_code_lines_are_wrapped_again() -> None:
    text = "```\ncode\n```\none two three four five six seven eight"
    assert wrapped(text)[-2:] == ["one two three four five six", "seven eight"]


def test_two_blanks_behind_a_sentence_are_no_columns() -> None:
    assert wrapped("One two three four five.  Six seven eight.") == [
        "One two three four five.  Six",
        "seven eight.",
    ]


def test_bars_in_the_code_of_a_sentence_draw_no_table() -> None:
    assert wrapped("In `p(X) -> (q(X) | r(X) | s(X))`, one of these follows.") == [
        "In `p(X) -> (q(X) | r(X) |",
        "s(X))`, one of these follows.",
    ]
    row = "`house` | `name` | `colour` | `drink` | `animal`"
    assert wrapped(row) == [row]


def test_a_word_is_never_broken() -> None:
    word = "x" * 50
    assert wrap_line(f"a {word} b", 20) == ["a", word, "b"]
    assert wrap_line("well-known well-known well-known", 20) == [
        "well-known",
        "well-known",
        "well-known",
    ]


def test_wide_letters_take_two_places() -> None:
    assert measure("日本") == 4
    assert measure("e\u0301") == 1
    lines = wrap_line("日本 語の 文章 です から 長い もの です ね とても 長い", 20)
    assert len(lines) > 1
    assert max(map(measure, lines)) <= 20


def test_nothing_is_lost() -> None:
    text = "a b  c\n\n" + " ".join(f"word{number}" for number in range(200)) + "\n- " + "x " * 90
    for width in (1, 20, 33, 80, 1000):
        assert " ".join(" ".join(wrapped(text, width)).split()) == " ".join(text.split())
