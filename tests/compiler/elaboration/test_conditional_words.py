"""Which words count where a module is used under a condition: before those always there, and by default."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import Family, load

SPEC = """family calls
logic asp
use formal when register == formal or both
use spoken when register == spoken or both
param register: name in {plain, formal, spoken} = plain
param both: bool = off
sort caller = {ann, bob, cid}
pred calls(caller, caller)
fact call = calls(?a, ?b)
theory { 2 of call. }
say calls(?a, ?b) as "{{ a | capital }} calls {{ b | capital }}."
ask computation
"""
SAYS = {
    "formal": "It is stated that {{ a | capital }} calls {{ b | capital }}.",
    "spoken": "So {{ a | capital }} calls {{ b | capital }}.",
}


@pytest.fixture
def family(tmp_path: Path) -> Family:
    for name, text in SAYS.items():
        (tmp_path / f"{name}.rspec").write_text(f'module {name}\nsay calls(?a, ?b) as "{text}"\n')
    (tmp_path / "calls.rspec").write_text(SPEC)
    return load(tmp_path / "calls.rspec")


def beginnings(family: Family, **values: object) -> set[str]:
    """Return the first words of sentences in another manner than the plain one."""
    made = [family.instance(2, index, **values) for index in range(8)]
    sentences = [each for one in made for each in one.statements]
    return {sentence.split()[0] for sentence in sentences} & {"It", "So"}


def test_words_under_a_condition_come_first_where_it_holds(family: Family) -> None:
    assert beginnings(family) == set()
    assert beginnings(family, register="formal") == {"It"}
    assert beginnings(family, register="spoken") == {"So"}


def test_of_two_such_modules_the_last_one_counts(family: Family) -> None:
    assert beginnings(family, both=True) == {"So"}


def test_without_values_a_family_has_the_words_of_its_defaults(family: Family) -> None:
    book = family.words.phrasebook
    assert book.read("Ann calls Bob.")
    assert not book.read("So Ann calls Bob.")
    assert family.words.under({"register": "spoken", "both": False}).phrasebook.read(
        "So Ann calls Bob."
    )
