"""Registers, frames and the arrangement of the text change how a founding family reads, and nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import Family, load
from rspc.compiler.instances.instance import Instance

SPECS = Path(__file__).parents[2] / "specs"
FRAMES = {
    "flight": ("email",),
    "boardgame": ("game_report",),
    "boardgame_binary": ("game_report",),
    "aspbench": ("minutes", "statute"),
    "aspbench_computation": ("minutes", "statute"),
    "aspbench_verification": ("minutes", "statute"),
    "delta": ("minutes", "email"),
}
WORDS = {
    "aspbench": {"form": "lexical"},
    "aspbench_computation": {"form": "lexical"},
    "aspbench_verification": {"form": "lexical"},
}
"""What makes a family say its statements in words, as frames do."""
REGISTERS = ("formal", "colloquial", "notes")
NUMBERS = (30, pytest.param(1000, marks=pytest.mark.long))
LONG = 4000
"""The most words that a text can be asked to have."""


@cache
def family(name: str) -> Family:
    return load(SPECS / f"{name}.rspec")


@cache
def plain(name: str, index: int) -> Instance:
    return family(name).instance(9, index)


def problem(instance: Instance) -> list[Any]:
    """Return what of a record does not depend on words."""
    record = instance.record()
    return [record[each] for each in ("theory_hash", "attempt", "theory", "label", "certificate")]


def assert_same(mine: Instance, its: Instance) -> None:
    assert problem(mine) == problem(its)
    assert mine.params_hash != its.params_hash


@pytest.mark.parametrize("n", NUMBERS)
@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("name", FRAMES)
def test_registers_have_other_words_for_the_same_problem(name: str, register: str, n: int) -> None:
    for index in range(n):
        mine, its = plain(name, index), family(name).instance(9, index, register=register)
        assert_same(mine, its)
        shared = {id for id, text in its.sentences.items() if mine.sentences[id] == text}
        assert all(id.startswith("f") for id in shared), shared


@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("name", FRAMES)
def test_registers_serve_every_split(name: str, register: str) -> None:
    for split in ("train", "test"):
        mine = family(name).instance(9, 0, split)
        its = family(name).instance(9, 0, split, register=register)
        assert_same(mine, its)
        assert mine.context != its.context


@pytest.mark.parametrize("n", [4, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("name", "frame"), [(name, frame) for name, frames in FRAMES.items() for frame in frames]
)
def test_frames_lay_out_the_same_sentences(name: str, frame: str, n: int) -> None:
    for index in range(n):
        words = WORDS.get(name, {})
        mine = family(name).instance(9, index, **words)
        for place in ("last", "first"):
            its = family(name).instance(9, index, frame=frame, question=place, **words)
            assert_same(mine, its)
            assert its.statements == mine.statements
            assert mine.text.strip().split("\n")[-1] in its.text
            first = its.text.index(its.question) < its.text.index(its.statements[0])
            assert first == (place == "first")
            head = mine.text.partition("\n\n")[0]
            reading = head.partition(". ")[2]  # a frame has an opening of its own
            assert head in its.text or reading in its.text


@pytest.mark.parametrize("n", [4, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", FRAMES)
def test_the_arrangement_keeps_the_problem(name: str, n: int) -> None:
    for index in range(n):
        mine = plain(name, index)
        mixed = family(name).instance(9, index, order="mixed")
        assert_same(mine, mixed)
        assert sorted(mixed.statements) == sorted(mine.statements)
        its = family(name).instance(9, index, order="mixed", asides=9, corrections=2)
        assert_same(mine, its)
        assert its.record()["metrics"]["asides"] == 9
        assert its.plain == mine.plain
        assert all(any(text in each for each in its.statements) for text in mine.plain)


@pytest.mark.parametrize("split", ["", "train", "test"])
@pytest.mark.parametrize("name", FRAMES)
def test_texts_can_be_long(name: str, split: str) -> None:
    mine = family(name).instance(9, 1, split)
    its = family(name).instance(9, 1, split, length=LONG, corrections=10)
    assert_same(mine, its)
    assert len(its.context.split()) >= LONG
    assert family(name).instance(9, 1, split, asides=400).record()["metrics"]["asides"] == 400


@pytest.mark.parametrize("name", FRAMES)
def test_no_remark_or_retraction_reads_as_a_statement(name: str) -> None:
    (discourse,) = family(name).words.discourses
    texts = [text for pool in discourse.pools.values() for text in pool.of("")]
    for book in family(name).words.each_book():
        assert [text for text in texts if book.read(str(text))] == []


def test_the_defaults_change_no_prompt() -> None:
    for name in FRAMES:
        its = family(name).instance(
            9, 0, register="plain", frame="plain", order="stated", length=0, question="last"
        )
        assert its.record() == plain(name, 0).record()
