"""The page on phrases: its filters, its reserved words and what a row's phrase may use are those of the compiler."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

import rspc
from rspc.compiler.elaboration.words import say_phrases
from rspc.compiler.ir import nodes as ir
from rspc.compiler.language import english
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.compiler.text.phrasebook import Phrasebook
from rspc.compiler.text.phrases.wording import phrase_filters
from rspc.compiler.text.templates.sandbox import environment
from rspc.compiler.text.templates.template import FORMS, JOINS, RESERVED, SHAPES, VERBS
from rspc.dsl import syntax
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse, parse_statement
from rspc.dsl.source import Source

from .pages import ROOT, blocks, codes, rows, section

STDLIB = ROOT / "stdlib"

PAGE = "phrases"
SHELF = """family shelf
logic constraint
pool stickers = {old, signed, worn}
record book {
  pages: integer = 80..900
  price: money = $4..$20
  subject: one of {poetry, pop_science}
  lent: date = 2026-01-01..2026-06-30
  due: date = lent + (7..28)
  leaves: time = 08:00..18:00
  waits: list of duration = repeat(1..3, 10m)
  marks: set of stickers = 1..3 of stickers
  items: integer = 1..3
}
test long(?n) on pages: pages > ?n where ?n = round(1 of pages, 10)
test cheap(?v) on price: price < ?v where ?v = 1 of price
theory product_of_sums { slots 2 }
ask choice { from 40 of book }
"""


def test_every_filter_of_phrases_is_on_the_page() -> None:
    table = section(PAGE, "Filters").split("\n\n")[1]
    shown = {code.partition("(")[0] for row in rows(table) for code in codes(row[0])}
    assert shown == {*SHAPES, *JOINS, *FORMS, "form", "with"}
    moods = set(re.findall(r"\| (verb\w*)", " ".join(codes(section(PAGE, "Moods")))))
    assert moods == set(VERBS)
    assert shown | moods == set(phrase_filters(english()))


def test_every_reserved_word_is_on_the_page() -> None:
    text = section(PAGE, "Moods")
    assert set(re.findall(r"`\{\{ (\w+) \}\}`", text)) | {"mood"} == set(RESERVED)
    assert "`mood`" in text


def test_the_filters_of_jinja_are_those_of_the_sandbox() -> None:
    text = section(PAGE, "Jinja's own filters")
    made = environment()
    listed = re.findall(r"^    (.*)$", text, re.MULTILINE)
    assert " ".join(listed).split() == sorted(made.filters)
    functions = codes(text.partition("with the functions")[2].partition(".")[0])
    assert sorted(functions) == sorted(made.globals)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [(codes(row[0])[0], row[1]) for row in rows(section(PAGE, "Facts and rules"))],
)
def test_the_standard_words_of_rules_are_as_the_page_says(
    statement: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "rules.rspec"
    rest = "r1: u => v. r2: w => -v." if ">" in statement else ""
    path.write_text(
        f"family rules\nlogic defeasible\ntheory {{ {rest} {statement}. }}\nask entailment s(a)\n",
        "utf-8",
    )
    assert sentence in rspc.load(path).instance().sentences.values()


def program_words(*texts: str) -> Phrasebook:
    """Return the phrasebook of programs, with phrases before it."""
    layers = []
    for text in (*texts, (STDLIB / "programs.rspec").read_text("utf-8")):
        spec, _ = parse(Source("words.rspec", text))
        scope = StatementScope(Report(), facts=True)
        says = [each for each in spec.items if isinstance(each, syntax.Say)]
        layers.append([each for item in says for each in say_phrases(item, scope, "words")])
    return Phrasebook(layers)


def program_statement(text: str) -> ir.Statement:
    statement = parse_statement(Source("x.rspec", text.replace("\\|", "|")))
    return lower_statement(statement, StatementScope(Report()))[1]


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (codes(row[0])[0], row[1])
        for row in rows(section(PAGE, "Words of programs").split("\n\n")[2])
    ],
)
def test_the_words_of_programs_are_as_the_page_says(statement: str, sentence: str) -> None:
    book, node = program_words(), program_statement(statement)
    assert book.say(node) == sentence
    assert book.read(sentence) == (node,)


def test_a_familys_own_words_stand_in_those_of_programs() -> None:
    (words,) = [each.text for each in blocks(PAGE) if each.file == "birds.rspec"]
    statement, sentence = re.search(
        r"`(bird\(X\), [^`]*)` then says \"([^\"]*)\"",
        " ".join(section(PAGE, "Words of programs").split()),
    ).groups()  # type: ignore[union-attr]  # the page has them
    assert program_words(f"module words\n{words}").say(program_statement(statement)) == sentence


def examples() -> list[str]:
    table = rows(section(PAGE, "Rows"))
    found = [code for row in table for code in codes(row[2])]
    assert len(found) == len(table) == 9
    return [*found, '{{ amount["items"] + 1 }}']


@pytest.mark.parametrize("example", examples())
def test_a_rows_phrase_may_use_what_the_page_says(example: str, tmp_path: Path) -> None:
    path = tmp_path / "shelf.rspec"
    path.write_text(f'{SHELF}say book as """of {example}"""\n', "utf-8")
    instances = list(rspc.load(path).generate(10))
    assert len({option.text for each in instances for option in each.options}) > 1


def test_a_rows_lists_and_sets_are_said_one_by_one(tmp_path: Path) -> None:
    text = "{{ each.waits | join('+') }} {{ each.marks | join('+') }}"
    path = tmp_path / "shelf.rspec"
    path.write_text(f'{SHELF}say book as "{text}"\n', "utf-8")
    options = [option for each in rspc.load(path).generate(10) for option in each.options]
    said = {option.text for option in options}
    assert len(said) > 10
    for option in options:
        waits, marks = option.text.split(" minutes ")
        assert set(waits.split(" minutes+")) == {"10"}
        assert "{" + marks.replace("+", ", ") + "}" == option.values["marks"]
        assert waits.count("10") == option.values["waits"].count("10")


def test_what_a_rows_amounts_are(tmp_path: Path) -> None:
    path = tmp_path / "shelf.rspec"
    parts = ["pages", "price", "lent", "due", "leaves", "subject"]
    said = " ".join(f"{{{{ amount.{name} }}}}" for name in parts)
    path.write_text(f'{SHELF}say book as "{said} {{{{ price }}}}"\n', "utf-8")
    for option in rspc.load(path).instance().options:
        pages, price, lent, due, leaves, subject, words = option.text.split()
        assert pages == option.values["pages"]
        assert words == option.values["price"] == f"${int(price) // 100}"
        for days, slot in ((lent, "lent"), (due, "due")):
            assert date.fromordinal(int(days)).isoformat() == option.values[slot]
        hours, minutes = option.values["leaves"].split(":")
        assert int(leaves) == 60 * int(hours) + int(minutes)
        assert subject == option.values["subject"]
