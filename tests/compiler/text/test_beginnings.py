"""The quick tests of how a clause begins and of commas rule out no text that the phrases could have worded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import rspc
from rspc.compiler.language import english
from rspc.compiler.text.reading.reader import Reader
from rspc.compiler.text.reading.unwording import split_list
from rspc.compiler.text.templates.phrase import GIVEN, WISH
from rspc.compiler.text.templates.template import Plan

SPECS = Path(__file__).parents[3] / "specs"


@pytest.mark.parametrize("name", ["flight", "flat"])
def test_parts_of_sentences_read_alike_with_and_without_it(name: str) -> None:
    family = rspc.load(SPECS / f"{name}.rspec")
    book = family.words.phrasebook
    quick, slow = Reader(book), Reader(book)
    assert all(quick._beginnings.values())
    slow._beginnings = dict.fromkeys(slow._beginnings)
    read, ruled_out = 0, 0
    for index in range(15):
        for sentence in family.instance(3, index).sentences.values():
            cuts = [0, *(cut.end() for cut in re.finditer(r"[ ,.]+", sentence)), len(sentence)]
            parts = {sentence[a:b].strip(" .,") for a in cuts[::3] for b in cuts if a < b}
            parts |= {part[:1].lower() + part[1:] for part in parts}
            for part in sorted(parts):
                for mood in (WISH, GIVEN):
                    found = quick.clause(part, mood)
                    assert found == slow.clause(part, mood), part
                    read += bool(found)
                    ruled_out += quick._beginnings[mood].match(part) is None
    assert read > 20
    assert ruled_out > 1000


@pytest.mark.parametrize(("name", "least"), [("aspbench", 100), ("policies", 5), ("gatehouse", 0)])
def test_sentences_read_alike_wherever_commas_part_members(name: str, least: int) -> None:
    family = rspc.load(SPECS / f"{name}.rspec")
    book = family.words.phrasebook
    quick, slow = Reader(book), Reader(book)
    assert quick._own_commas is not None
    slow._own_commas = None
    listed = 0
    for index in range(20):
        instance = family.instance(4, index)
        for sentence in (*instance.sentences.values(), instance.question):
            for text in (sentence, sentence.replace("), ", ")), ", 1), sentence.replace(", ", ",")):
                assert quick.sentence(text) == slow.sentence(text), text
            listed += ", " in sentence and not quick._own_commas.search(sentence)
    assert listed >= least


@given(
    st.lists(
        st.sampled_from(["p", "q(a,·b)", "(a|b)", "r(", "s)", "a·b", "(", ")", ",", ",·"]),
        max_size=7,
    )
)
def test_a_list_is_parted_as_it_is_by_trying_each_comma(pieces: list[str]) -> None:
    text = ", ".join(pieces).replace("·", " ")

    def member(item: str) -> tuple[str, ...]:
        """Read what closes its brackets and has no comma outside them."""
        bare = re.sub(r"\([^()]*\)", "", item)
        closed = item.count("(") == item.count(")")
        return (item,) if item and closed and ", " not in bare else ()

    for plan in (Plan(join=","), Plan(join="and")):
        parted, tried = (
            list(split_list(text, plan, member, english(), each)) for each in (True, False)
        )
        assert parted == tried
