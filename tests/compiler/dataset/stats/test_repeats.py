"""Problems that repeat others, within a dataset and between datasets."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from rspc.compiler.dataset.repeats import Overlap, Repeats
from rspc.compiler.dataset.stats import repeats
from rspc.compiler.dataset.stats.repeats import Sightings

from .records import record

SHAPES = st.lists(st.sampled_from(["", "a", "b", "c", "d"]), max_size=12)


def shaped(shape: str, **more: Any) -> dict[str, Any]:
    return record(0, **({"shape": shape} if shape else {}), **more)


def of_shapes(found: Sightings) -> list[Repeats]:
    return [each for each in found.repeats() if each.form == "shape"]


@given(SHAPES)
def test_each_shape_counts_once(shapes: list[str]) -> None:
    found = Sightings()
    for each in shapes:
        found.add(shaped(each))
    known = [each for each in shapes if each]
    different = len(set(known))
    expected = Repeats("shape", len(known), different, len(known) - different, True)
    assert of_shapes(found) == ([expected] if known else [])


@given(SHAPES, SHAPES)
def test_what_two_datasets_share(here: list[str], there: list[str]) -> None:
    found = Sightings()
    for each in here:
        found.add(shaped(each))
    for each in there:
        found.add(shaped(each), "other")
    shared = [each for each in found.overlaps() if each.form == "shape"]
    one, two = set(here) - {""}, set(there) - {""}
    if here and there and one:
        counts = (len(one & two), len(one), len(two))
        assert shared == [Overlap("shape", "this dataset", "other", *counts, True)]


def test_splits_are_told_apart() -> None:
    found = Sightings()
    for place, split in enumerate(["train", "train", "test", "test"]):
        found.add(record(place, prompt="abca"[place], split=split))
    (prompts,) = [each for each in found.overlaps() if each.form == "prompt"]
    assert prompts == Overlap("prompt", "train", "test", 1, 2, 2, True)


def test_too_many_forms_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "MOST_FORMS", 1_000)
    found = Sightings()
    for place in range(8_000):
        found.add(shaped(str(place % 6_000)))
    (told,) = of_shapes(found)
    assert (told.problems, told.exact) == (8_000, False)
    assert told.different == pytest.approx(6_000, rel=0.1)
    assert told.repeats == pytest.approx(2_000, rel=0.2)
