"""Which records are kept for the readers, and that they come back as they were."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.dataset.stats.guessing import gathering
from rspc.compiler.dataset.stats.guessing.cases import Cases
from rspc.compiler.dataset.stats.guessing.gathering import Gathering, SelectionSampling
from rspc.compiler.dataset.stats.guessing.kept import Sample
from rspc.compiler.dataset.stats.guessing.masks import masks
from rspc.compiler.dataset.stats.guessing.readers import SMALL, guesses
from rspc.compiler.dataset.stats.guessing.reading import read_record

from . import planted
from .records import record


def kept(records: list[dict[str, Any]], most: int) -> list[str]:
    sample = Sample(most)
    for each in records:
        sample.add(each)
    assert len(sample) == min(most, len(records))
    return [each.id for each in sample]


@settings(deadline=None)
@given(st.integers(0, 40), st.integers(1, 40), st.randoms())
def test_what_is_kept_does_not_depend_on_the_order(
    count: int, most: int, draw: random.Random
) -> None:
    records = [record(index) for index in range(count)]
    shuffled = draw.sample(records, count)
    found = kept(shuffled, most)
    assert set(found) == set(kept(records, most))
    places = [each["id"] for each in shuffled]
    assert found == [id for id in places if id in found], "in the order of the stream"


def test_each_record_is_as_likely() -> None:
    hits = [0] * 20
    for each in range(400):
        records = [record(place, prompt=f"prompt {each}") for place in range(20)]
        for id in kept(records, 5):
            hits[int(id.removeprefix("f-"))] += 1
    assert all(60 <= each <= 140 for each in hits)


@settings(deadline=None)
@given(st.text(), st.integers(-(10**30), 10**30), st.booleans())
def test_records_come_back_as_they_were(text: str, number: int, is_open: bool) -> None:
    own = record(
        3, prompt=text, context=f"{text} it is", choices=["true", "é"], metrics={"n": number}
    )
    if is_open:
        own["reply"] = {"form": "lines"}
    sample = Sample(1)
    sample.add(own)
    (found,) = sample
    assert found.id == own["id"]
    assert found.reading == read_record(own)
    assert found.record == (own if is_open else None)


def test_the_figures_are_those_of_all_records_in_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "MOST_READ", 50)
    records = planted.planted(130, planted.by_support)
    taken = SelectionSampling(130, 50, "words")
    readings = [read_record(each) for each in records]
    answers = Counter(each.answer for each in readings)
    labels = sorted(answers, key=lambda each: (-answers[each], each))
    cases = Cases("f", masks([each for each in readings if taken.takes()], tuple(labels)))
    for reading in readings:
        cases.add(reading)
    one = Gathering()
    for each in records:
        one.add(each)
    found = one.gathered()
    assert found.cases == (cases,)
    result = found.result(SMALL)
    assert result is not None
    assert result.readers == tuple(guesses(cases, SMALL))
