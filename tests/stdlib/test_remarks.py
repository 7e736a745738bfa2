"""The sentences of `std.remarks`: enough for long texts in every split, plain English, and no statements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from rspc.compiler.family.expressions.scope import Vocabularies
from rspc.compiler.family.expressions.vocabulary import PoolValues
from rspc.compiler.sources.library import Library
from rspc.compiler.sources.modules import read_program
from rspc.dsl.diagnostics import Report

MOST_ASKED = 400
"""The most asides that the families ask for."""
LONGEST = 4000
"""The most words that they ask for."""
MOST_CORRECTIONS = 10
BARRED = (
    "if unless every all no not nobody only whoever whatever rule preferred must should price prices time times"
    " when whenever where everybody everyone nothing none never always anyone anybody someone person people"
)


@cache
def pool(module: str, name: str) -> PoolValues:
    """Read a pool of the standard library through the language."""
    report = Report()
    library = Library(Path(__file__).parents[2] / "stdlib")
    program = read_program(library, f"{module}.rspec", report)
    found = Vocabularies(program, report).pool(program.main, name)
    report.raise_errors()
    assert found is not None
    return found


def remarks(split: str = "") -> list[str]:
    return [str(each) for each in pool("remarks", "remarks").of(split)]


def words(text: str) -> list[str]:
    return re.findall(r"[a-z]+(?:'[a-z]+)?", text.lower())


def lower(texts: Iterable[object]) -> list[str]:
    return [str(each).lower() for each in texts]


def test_remarks_are_short_and_mutually_different() -> None:
    texts = remarks()
    assert [each for each in texts if not 8 <= len(each.split()) <= 16] == []
    assert all(each[0].isupper() and each[-1] in ".!" for each in texts)
    openings = [" ".join(words(each)[:5]) for each in texts]
    assert len(set(openings)) == len(openings)


def test_remarks_have_no_words_of_statements_and_no_names() -> None:
    animals = lower(pool("creatures", "animals").values)
    names = (Path(__file__).parents[2] / "stdlib/words/first_names.txt").read_text().split("\n")
    barred = {*BARRED.split(), *animals, *(f"{each}s" for each in animals), *lower(names)}
    barred |= {
        *lower(pool("neighbours", "people").values),
        *lower(pool("machines", "robots").values),
    }
    assert {each for remark in remarks() for each in words(remark) if each in barred} == set()


@pytest.mark.parametrize("split", ["", "train", "test"])
def test_every_split_has_enough_texts(split: str) -> None:
    texts = remarks(split)
    assert len(texts) >= MOST_ASKED
    assert sum(len(each.split()) for each in texts) >= LONGEST
    assert len(pool("remarks", "retractions").of(split)) >= MOST_CORRECTIONS


def test_the_remarks_of_train_and_test_differ() -> None:
    assert not set(remarks("train")) & set(remarks("test"))


def test_each_retraction_is_of_the_sentence_before() -> None:
    near = re.compile(r"\b(?:last|preceding|previous|before this one)\b")
    texts = [str(each) for each in pool("remarks", "retractions").values]
    assert [each for each in texts if not near.search(each)] == []
