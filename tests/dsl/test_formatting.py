"""The formatter keeps meaning and comments, and changes nothing the second time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rspc.dsl.diagnostics import Report, SpecError
from rspc.dsl.formatting import format_text
from rspc.dsl.lexer import scan
from rspc.dsl.parser import parse
from rspc.dsl.source import Source

CASES = Path(__file__).parents[1] / "cases" / "good"
FILES = sorted(CASES.glob("*.rspec"))

WRITTEN = """\
# about the file

# about the family
family   x   # the family


pool animals = {
  # mammals
  "dog",   "cat",   # pets
  "cow",

  # birds
  "eagle" # large
  # no more
} split { train 0.8 test 0.2 }  # the pool
rule a = # the rule
  p(X) -> q(X)   # one
  | [2] r(X) -> s(X) # two
  # before three
  | t when x == 1 # three
theory backward {   # the knobs
  # before depth
  depth   3  # depth
  negation { head 0.5   # inside
    body 0.3 } # negation

  conflict 0.5
  # no more knobs
} with { # the core
  p(a).   q(b). # both
  r(X),   # middle
    s(X) -> t(X).
  # no more statements
} # the theory
knowledge k(?x) {
  # before let
  let a = 1, b = 2  # let
  test "first" holds a > b # test
  # before fact
  fact p(?x) say "x" # fact
}
test below(?v) on price: price < ?v  # the test
  # before where
  where ?v = 1 # where
  say "a" else "b" # say
say p(X) as # the phrases
  "a" # a
  "b" split test # b
record r {
  a: int = 3, # a

  # before b
  b: money # b
}
theory { # empty
}
# the end
"""

FORMATTED = """\
# about the file

# about the family
family x  # the family

pool animals = {
  # mammals
  "dog", "cat",  # pets
  "cow",

  # birds
  "eagle"  # large
  # no more
} split { train 0.8  test 0.2 }  # the pool
rule a =  # the rule
  p(X) -> q(X)  # one
  | [2] r(X) -> s(X)  # two
  # before three
  | t when x == 1  # three
theory backward {  # the knobs
  # before depth
  depth 3  # depth
  # inside
  negation { head 0.5  body 0.3 }  # negation

  conflict 0.5
  # no more knobs
} with {  # the core
  p(a).
  q(b).  # both
  # middle
  r(X), s(X) -> t(X).
  # no more statements
}  # the theory
knowledge k(?x) {
  # before let
  let a = 1, b = 2  # let
  # before fact
  fact p(?x) say "x"  # fact
  test "first" holds a > b  # test
}
test below(?v) on price: price < ?v  # the test
  # before where
  where ?v = 1  # where
  say "a" else "b"  # say
say p(X) as  # the phrases
  "a"  # a
  "b" split test  # b
record r {
  a: int = 3  # a

  # before b
  b: money  # b
}
# empty
theory {}
# the end
"""


def formatted(text: str) -> str:
    return format_text(Source("formatted", text))


def comments(text: str) -> list[str]:
    return sorted(re.findall(r"#c\d+", text))


def check(text: str) -> str:
    """Format a text and hold the result to all that the formatter promises."""
    result = formatted(text)
    assert formatted(result) == result
    assert parse(Source("", result)) == (parse(Source("", text))[0], ())
    assert comments(result) == comments(text)
    assert not re.search(r"[ \t]\n|\n\n\n|\A\n|\n\n\Z", result)
    return result


def test_every_comment_stays_with_its_part() -> None:
    assert check(WRITTEN) == FORMATTED
    assert check(FORMATTED) == FORMATTED


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_formatted_once_and_for_all(path: Path) -> None:
    check(path.read_text("utf-8"))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FILES), st.data())
def test_comments_in_any_place_are_kept(path: Path, data: st.DataObject) -> None:
    text = path.read_text("utf-8")
    tokens, found = scan(Source("", text), Report())
    begun = {each.end for each in tokens}
    ends = sorted(begun - {each.start for each in found})
    chosen = data.draw(st.lists(st.sampled_from(ends), max_size=8, unique=True))
    for number, end in sorted(enumerate(chosen), key=lambda each: -each[1]):
        rest = text[end:]
        blanks = rest[: len(rest) - len(rest.lstrip())]
        if rest.lstrip().startswith("#"):
            continue
        gap = f"\n{' ' * data.draw(st.integers(1, 3))}" if data.draw(st.booleans()) else " "
        after = blanks if "\n" in blanks or not rest.strip() else "\n  "
        text = f"{text[:end]}{gap}#c{number}{after}{rest.lstrip() if after != blanks else rest[len(blanks) :]}"
    check(text)


def test_a_long_line_is_broken_at_its_separators() -> None:
    words = ", ".join(f'"word{number}"' for number in range(40))
    lines = check(f"pool p = {{{words}}}\n").splitlines()
    assert len(lines) > 3
    assert all(len(line) <= 100 for line in lines)
    long = "rule r = " + " | ".join(f"~?p{n}(X, ?a), ~?q(X, ?b) => ~?r(X, ?c)" for n in range(4))
    assert check(f"{long}\n").splitlines() == [
        "rule r =",
        "  ~?p0(X, ?a), ~?q(X, ?b) => ~?r(X, ?c)",
        "  | ~?p1(X, ?a), ~?q(X, ?b) => ~?r(X, ?c)",
        "  | ~?p2(X, ?a), ~?q(X, ?b) => ~?r(X, ?c)",
        "  | ~?p3(X, ?a), ~?q(X, ?b) => ~?r(X, ?c)",
    ]
    body = ", ".join(f"attacks(X{n}, Y{n})" for n in range(9))
    lines = check(f"theory {{\n  r1: {body} -> false.\n}}\n").splitlines()
    assert lines[1:4] == [
        f"  r1: {', '.join(f'attacks(X{n}, Y{n})' for n in range(5))},",
        f"    {', '.join(f'attacks(X{n}, Y{n})' for n in range(5, 9))}",
        "    -> false.",
    ]


def test_a_line_is_never_broken_where_an_item_would_begin() -> None:
    names = " and ".join(["rule", "fact", "test", "ask"] * 12)
    assert all(line.startswith(" ") for line in check(f"measure m = {names}\n").splitlines()[1:])


@pytest.mark.parametrize(
    "line",
    [
        "require not atypical",
        "require atypical or sums > 3",
        "require distinct atypical",
        "measure odd = atypical",
        "param p: int = `atypical`",
    ],
)
def test_a_figure_needs_no_backquotes_where_nothing_else_is_meant(line: str) -> None:
    assert check(f"family f\n{line}\n") == f"family f\n{line}\n"


def test_texts_are_kept_as_they_are() -> None:
    text = 'theory asp """\n  p(a).  # not ours\n\n\n  q(X) :- p(X). \n"""\n'
    assert formatted(text) == text
    assert formatted('say p as "a # b"   # c\n') == 'say p as "a # b"  # c\n'


def test_what_cannot_be_read_is_not_formatted() -> None:
    with pytest.raises(SpecError) as caught:
        formatted("pred p(a\npred q(a)\nparm x: int = 3\n")
    assert [each.code for each in caught.value.diagnostics] == ["E0105", "E0107"]
