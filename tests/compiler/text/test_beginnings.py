"""The quick test of how a clause begins rules out no text that the phrases could have worded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rspc
from rspc.compiler.text.reading.reader import Reader
from rspc.compiler.text.templates.phrase import GIVEN, WISH

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
