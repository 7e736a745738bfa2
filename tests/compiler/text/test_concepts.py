"""Words of concepts: exact sentences, and every statement reads back as itself alone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as some

from rspc.compiler.api import load
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.text.clashes import find_clashes
from rspc.compiler.text.phrasebook import Phrasebook
from rspc.compiler.text.reading.unreadable import why_unreadable
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source

FAMILY = """family tried
logic alcq
{uses}
theory {{
  anne : kind and red and round.
  bob : not big.
  likes(anne, bob).  chases(anne, anne_bell).
}}
ask entailment anne : kind
"""


@cache
def book(module: str) -> Phrasebook:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tried.rspec"
        path.write_text(FAMILY.format(uses=f"use std.{module}" if module == "things" else ""))
        return load(path).words.phrasebook


def statement(text: str) -> ir.Statement:
    report = Report()
    found = lower_statement(
        parse_statement(Source("s", text)), StatementScope(report, concepts=True)
    )
    assert not report.errors, text
    return found[1]


class Nth:
    """Chooses the phrase of this number wherever there are as many."""

    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, n: int) -> int:
        return self.number % n


ATOMIC = some.sampled_from(("kind", "red", "round", "big")).map(ir.Named)
ROLES = some.sampled_from(("likes", "chases"))
LEAVES = some.one_of(ATOMIC, ATOMIC, some.booleans().map(ir.Truth))
BOUNDED = ("min", "max", "exactly", "more than", "fewer than")


def concepts(depth: int) -> some.SearchStrategy[ir.Formula]:
    if not depth:
        return LEAVES
    inner = concepts(depth - 1)
    parts = some.lists(inner, min_size=2, max_size=4).map(tuple)
    return some.one_of(
        LEAVES,
        parts.map(ir.And),
        parts.map(ir.Or),
        inner.map(ir.Not),
        some.builds(ir.Restriction, some.sampled_from(("some", "only")), some.none(), ROLES, inner),
        some.builds(
            ir.Restriction,
            some.sampled_from(BOUNDED),
            some.integers(0, 3).map(lambda n: ir.Quantity("integer", n)),
            ROLES,
            inner,
        ),
    )


STATEMENTS = some.one_of(
    some.builds(ir.Inclusion, concepts(3), concepts(3)),
    some.builds(ir.ConceptAssertion, some.just(ir.Const("anne")), concepts(3)),
)


@pytest.mark.parametrize("module", ["concepts", "things"])
@settings(max_examples=400, deadline=None)
@given(said=STATEMENTS, number=some.integers(0, 11))
def test_every_statement_reads_back_as_itself_alone(
    module: str, said: ir.Statement, number: int
) -> None:
    sentence = book(module).say(said, Nth(number))
    assert sentence is not None, show(said)
    assert book(module).read(sentence) == (said,), sentence


SAID = [
    ("likes(anne, bob)", "Anne likes Bob."),
    ("anne : kind", "Anne is kind."),
    ("anne : not kind", "Anne is not kind."),
    ("anne : kind and not red", "Anne is kind but not red."),
    ("anne : some likes kind", "Anne likes someone kind."),
    (
        "anne : some likes (kind and not round)",
        "Anne likes someone kind who is not round.",
    ),
    ("anne : not kind and not red", "Anne is neither kind nor red."),
    (
        "anne : not kind and not red and only likes round",
        "Anne is neither kind nor red, and likes only round people.",
    ),
    (
        "anne : min 2 likes (kind and min 2 chases big)",
        "Anne likes at least two kind people who chase at least two big people.",
    ),
    ("anne : only likes kind", "Anne likes only kind people."),
    ("anne : only likes some likes thing", "Anne likes only people who like someone."),
    ("anne : not some likes kind", "Anne likes nobody kind."),
    ("anne : min 1 likes kind", "Anne likes at least one kind person."),
    ("anne : max 0 likes kind", "Anne likes no kind people."),
    ("anne : max 0 likes not kind", "Anne likes no people who are not kind."),
    ("anne : max 2 likes not kind", "Anne likes at most two people who are not kind."),
    ("anne : not only likes kind", "Anne is not among those who like only kind people."),
    (
        "anne : red and some likes (kind or some chases thing)",
        "Anne is red, and also likes someone who either is kind or chases someone.",
    ),
    (
        "anne : red or round or only chases nothing",
        "Anne either is red, is round, or chases nobody at all.",
    ),
    ("only likes kind isa round", "Anyone who likes only kind people is round."),
    ("thing isa only likes kind", "Each person likes only kind people."),
    ("thing isa not red", "No one is red."),
    ("kind and red isa nothing", "There is no one who is both kind and red."),
]


@pytest.mark.parametrize(("text", "sentence"), SAID)
def test_words(text: str, sentence: str) -> None:
    assert book("concepts").say(statement(text)) == sentence


def test_inclusions_have_six_forms() -> None:
    said = statement("kind isa only chases round")
    assert [book("concepts").say(said, Nth(number)) for number in range(7)] == [
        "If someone is kind, then they chase only round people.",
        "Anyone who is kind chases only round people.",
        "Someone is kind only if they chase only round people.",
        "A kind person chases only round people.",
        "Kind people chase only round people.",
        "Whoever is kind chases only round people.",
        "Only someone who chases only round people is kind.",
    ]


def test_no_pronoun_stands_where_it_could_mean_two() -> None:
    said = statement("some likes kind isa only chases round")
    assert {book("concepts").say(said, Nth(number)) for number in range(6)} == {
        "Anyone who likes someone kind chases only round people.",
        "Whoever likes someone kind chases only round people.",
        "People who like someone kind chase only round people.",
        "Any people who like someone kind chase only round people.",
        "Everyone who likes someone kind chases only round people.",
        "A person who likes someone kind chases only round people.",
    }


def test_things_are_said_otherwise() -> None:
    said = statement("kind isa max 1 chases round")
    assert [book("things").say(said, Nth(number)) for number in range(6)] == [
        "If something is kind, then it chases at most one round thing.",
        "Anything that is kind chases at most one round thing.",
        "Something is kind only if it chases at most one round thing.",
        "A kind thing chases at most one round thing.",
        "Kind things chase at most one round thing.",
        "Whatever is kind chases at most one round thing.",
    ]


@pytest.mark.parametrize("module", ["concepts", "things"])
def test_every_phrase_can_be_read_back_and_no_two_clash(module: str) -> None:
    found = book(module)
    assert [why_unreadable(entry) for entry in found.entries if why_unreadable(entry)] == []
    assert find_clashes(found, range(2)) == ()


def test_commas_only_stand_in_lists_and_after_conditions() -> None:
    said = statement("kind and red and round isa some likes (red or round)")
    sentence = book("concepts").say(said)
    assert sentence is not None
    assert re.findall(r", \w+", sentence) == [", they", ", and"]
