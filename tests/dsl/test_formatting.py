"""The formatter keeps meaning and comments, and changes nothing the second time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from rspc.dsl.diagnostics import Report, SpecError
from rspc.dsl.parsing.lexer import scan
from rspc.dsl.parsing.parser import parse
from rspc.dsl.printing.formatting import format_text
from rspc.dsl.source import Source

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "good"
FILES = sorted(CASES.glob("*.rspec"))
SHIPPED = sorted(
    path for folder in ("specs", "stdlib") for path in (ROOT / folder).rglob("*.rspec")
)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```rspec\n(.*?)^```", re.MULTILINE | re.DOTALL)

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


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_ships_is_canonical(path: Path) -> None:
    text = path.read_text("utf-8")
    assert check(text) == text


def test_whole_files_in_the_documents_are_canonical() -> None:
    blocks = [block for page in PAGES for block in BLOCK.findall(page.read_text("utf-8"))]
    files = [block for block in blocks if block.startswith(("family", "module"))]
    assert len(files) >= 3
    for block in files:
        assert check(block) == block


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


LAID_OUT = """\
record flight {
  destination: airport = 1 of {
    west: beyond_west, east: beyond_east, south: beyond_south, europe: beyond_europe,
    middle: beyond_middle
  }[zone[origin]]
  date: date = 2026-03-01..2026-11-30                        say "travel date"
  class: one of {economy: 0.4, premium: 0.2, business: 0.25} say "ticket class"
  layovers: integer = {
    true: {0: 0.4, 1: 0.4, 2: 0.15, 3: 0.05},
    false: {0: 0.2, 1: 0.4, 2: 0.3, 3: 0.1}
  }[distances[(origin, destination)] < 3500] say "number of layovers"
  emissions: percent = max(-60%, min(120%, round(
    1% * (
      {economy: -16, premium: 0, business: 22, first: 46}[class] + 10 * layovers - 20
      + fleet.carbon[airline] - 100
    ),
    1%
  ))) say "carbon emissions"
  travel_time: duration =
    round(30m * (layovers + 1) + 1h * distances[(origin, destination)] / uniform(790, 870), 30m)
    + total_layover
    say "total travel time"
  departure_between_two_times: time = departure_between_two_times_of_another_flight_of_the_day
    say "departure"
}
test leaves_between(?a, ?b) on departure_between:
  departure_between >= ?a and departure_between <= ?b
  else departure_between < ?a or departure_between > ?b
  where one = 1 of departure_between,
    ?a = floor(min(one, one), 00:30),
    ?b = max(?a + 1h, floor(max(one, one), 00:30))
  say "the flight should leave between {{ a }} and {{ b }} inclusive"
    else "the flight should not leave between {{ a }} and {{ b }} inclusive"
rule conjoined [2] =
  ~?p(X, ?a), ~?q(X, ?b), ~?q2(X, ?b, ?c_of_a_long_name), not ?quite_a_long_predicate(X, ?d)
  => ~?r(X, ?c)
require answer_sets in 1..6
  and facts > 5
  and (depth_of_the_theory == 3 or depth_of_the_theory == 4 or depth == 7)
pred attacks_on_the_open_field(animal_of_the_kingdom, animal_of_the_kingdom) functional
  say "attacks the fields of" split train
say flight as \"""
  A flight of {{ airline }}
  to {{ destination }}.
  \"""
ask best price min {
  options options
  from 40 of flight
  labels {true: "what is said to be so", false: "what is said not to be so", unknown: "neither"}
}
"""


def test_a_long_statement_is_broken_where_it_binds_most_loosely() -> None:
    assert check(LAID_OUT) == LAID_OUT
    assert max(map(len, LAID_OUT.splitlines())) <= 100
    source = Source("", LAID_OUT)
    starts = {item.span.start for item in parse(source)[0].items}
    flat = "".join(
        ("\n" if token.start in starts else " ") + token.written
        for token in scan(source, Report())[0]
    )
    assert check(flat) == LAID_OUT


def test_a_comment_that_does_not_fit_behind_its_part_goes_before_it() -> None:
    long = "# c1 " + "long " * 15 + "remark"
    text = f"theory {{ {long}\n  p(a).\n\n  q(a, b, c, d, e).  {long}\n}}\npred p(a)  # c2\n"
    assert check(text) == (
        f"theory {{  {long}\n  p(a).\n\n  {long}\n  q(a, b, c, d, e).\n}}\npred p(a)  # c2\n"
    )


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
