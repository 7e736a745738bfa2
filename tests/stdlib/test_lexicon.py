"""The words and relations of `std.lexicon`: consistent with each other, clean, and enough to name theories by."""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rspc.compiler.family.expressions.scope import Vocabularies
from rspc.compiler.sources.library import Library
from rspc.compiler.sources.modules import read_program
from rspc.dsl.diagnostics import Report

STANDARD = Path(__file__).parents[2] / "stdlib"
PARTS = ("noun", "verb", "adjective")
LEAST = {
    "act_of": 150,
    "antonym": 150,
    "capable_of": 300,
    "causes": 15,
    "entails": 80,
    "has_attribute": 150,
    "is_a": 2000,
    "made_of": 25,
    "manner_of": 1500,
    "member_of": 20,
    "part_of": 200,
    "similar_to": 400,
    "used_for": 50,
}
ENDS = {
    "act_of": ({"noun"}, {"verb"}),
    "capable_of": ({"noun"}, {"verb"}),
    "causes": ({"verb"}, {"verb"}),
    "entails": ({"verb"}, {"verb"}),
    "has_attribute": ({"adjective"}, {"noun"}),
    "is_a": ({"noun"}, {"noun"}),
    "made_of": ({"noun"}, {"noun"}),
    "manner_of": ({"verb"}, {"verb"}),
    "member_of": ({"noun"}, {"noun"}),
    "part_of": ({"noun"}, {"noun"}),
    "similar_to": ({"adjective"}, {"adjective"}),
    "used_for": ({"noun"}, {"verb"}),
}


@cache
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table without its header."""
    with (STANDARD / "tables" / f"{name}.csv").open(encoding="ascii", newline="") as file:
        return tuple(tuple(row) for row in csv.reader(file))[1:]


@cache
def words() -> dict[str, tuple[str, ...]]:
    return {row[0]: row for row in rows("words")}


def blocked() -> set[str]:
    lines = (STANDARD / "words" / "blocked.txt").read_text("utf-8").splitlines()
    return {line for line in lines if not line.startswith("#")}


@pytest.mark.parametrize("name", ["words", "relations"])
def test_tables_are_sorted_small_and_hold_nothing_twice(name: str) -> None:
    assert list(rows(name)) == sorted(set(rows(name)))
    content = (STANDARD / "tables" / f"{name}.csv").read_bytes()
    assert b"\r" not in content
    assert content.endswith(b"\n")
    assert len(content) < 500_000


def test_a_word_is_one_or_two_plain_words_and_stands_once() -> None:
    assert len(words()) == len(rows("words")) > 5000
    assert [word for word in words() if not re.fullmatch(r"[a-z]{2,14}(_[a-z]{3,8})?", word)] == []
    assert 5 < sum("_" in word for word in words()) < 100


def test_words_have_a_part_of_speech_arities_and_a_mass() -> None:
    assert {row[1] for row in rows("words")} == set(PARTS)
    for _, part, arity, mass in rows("words"):
        numbers = [int(each) for each in arity.split(";")]
        assert numbers == sorted(set(numbers))
        assert set(numbers) <= ({1, 2, 3} if part == "verb" else {1})
        assert mass in (("yes", "no") if part == "noun" else ("no",))
    for word, arity in (("give", "3"), ("eat", "2"), ("sleep", "1"), ("dog", "1")):
        assert arity in words()[word][2].split(";"), word
    assert "2" not in words()["sleep"][2]
    assert [words()[word][3] for word in ("water", "happiness", "dog", "table")] == [
        "yes",
        "yes",
        "no",
        "no",
    ]


def test_arities_suffice_for_theories() -> None:
    found = Counter(arity for row in rows("words") for arity in row[2].split(";"))
    assert min(found["1"], found["2"]) > 500
    assert found["3"] > 200


def test_relations_join_words_of_the_table_that_differ() -> None:
    strange = [row for row in rows("relations") if not {row[0], row[2]} <= set(words())]
    assert strange == []
    assert [row for row in rows("relations") if row[0] == row[2]] == []


def test_every_word_is_related() -> None:
    assert set(words()) == {word for start, _, end in rows("relations") for word in (start, end)}


def test_there_are_enough_relations_of_every_kind() -> None:
    found = Counter(relation for _, relation, _ in rows("relations"))
    assert set(found) == set(LEAST)
    assert {name: found[name] for name, least in LEAST.items() if found[name] < least} == {}


def test_relations_join_the_parts_of_speech_that_they_are_of() -> None:
    for start, relation, end in rows("relations"):
        if relation == "antonym":
            assert words()[start][1] == words()[end][1], (start, end)
            assert start < end
        else:
            of, to = ENDS[relation]
            assert words()[start][1] in of, (start, relation, end)
            assert words()[end][1] in to, (start, relation, end)


@pytest.mark.parametrize(
    "row",
    [
        ("bird", "capable_of", "fly"),
        ("teacher", "capable_of", "teach"),
        ("grocer", "is_a", "merchant"),
        ("finger", "part_of", "hand"),
        ("cold", "antonym", "hot"),
        ("heavy", "has_attribute", "weight"),
        ("teach", "causes", "learn"),
        ("snore", "entails", "sleep"),
        ("knife", "used_for", "cut"),
    ],
)
def test_what_everybody_knows_is_told(row: tuple[str, ...]) -> None:
    assert row in rows("relations")


def test_no_blocked_word_is_in_the_table() -> None:
    parts = {part for word in words() for part in (word, *word.split("_"))}
    assert parts & blocked() == set()


def test_the_list_of_blocked_words_is_plain() -> None:
    lines = (STANDARD / "words" / "blocked.txt").read_text("utf-8").splitlines()
    found = [line for line in lines if not line.startswith("#")]
    assert found == sorted(set(found))
    assert len(found) > 300
    assert [word for word in found if not re.fullmatch(r"[a-z]+(_[a-z]+)*", word)] == []


def test_the_module_reads_in_the_language() -> None:
    report = Report()
    program = read_program(Library(STANDARD), "lexicon.rspec", report)
    found = Vocabularies(program, report)
    found.read_all()
    assert not list(report)
    table = found.table(program.main, "relations")
    assert table is not None
    assert len(table.rows) == len(rows("relations"))
    assert set(program.main.names) == {"words", "relations", "people", "blocked"}


def test_the_licence_of_the_words_is_shipped_and_named() -> None:
    notice = "Copyright 2006 by Princeton University"
    licence = (STANDARD / "tables" / "WORDNET-LICENSE.txt").read_text("utf-8")
    assert f"WordNet 3.0 {notice}.  All rights reserved." in licence
    assert "Permission to use, copy, modify and distribute" in licence
    assert notice in (STANDARD / "lexicon.rspec").read_text("utf-8")
