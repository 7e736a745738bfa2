"""Readers that do not reason: they find what is in the words, and nothing where nothing is."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rspc.compiler.statistics.chi_squared import goodness
from rspc.compiler.statistics.logit import Example, chances, chosen, fit
from rspc.compiler.statistics.stats import Statistics, stats

from .records import record, write

WORDS = [f"w{place}" for place in range(30)]


def telling(count: int, leak: bool) -> list[dict[str, Any]]:
    """Make records whose label is which of two words stands more often among three of them, or nothing's."""
    draw = Random(5)
    made = []
    for index in range(count):
        signs = [draw.choice([-1, 1]) for _ in range(3)]
        words = [f"{'abc'[place]}{'yes' if sign > 0 else 'no'}" for place, sign in enumerate(signs)]
        label = sum(signs) > 0 if leak else draw.random() < 0.5
        noise = " ".join(draw.sample(WORDS, 8))
        made.append(record(index, str(label).lower(), prompt=f"{noise} {' '.join(words)}"))
    return made


def optional(count: int, leak: bool) -> list[dict[str, Any]]:
    """Make records with options of which the cheapest is right, or any."""
    draw = Random(5)
    made = []
    for index in range(count):
        prices = draw.sample(range(100, 1000), 4)
        right = min(range(4), key=prices.__getitem__) if leak else draw.randrange(4)
        options = [
            {"label": "ABCD"[place], "text": f"it costs ${price}", "values": {"price": f"${price}"}}
            for place, price in enumerate(prices)
        ]
        made.append(record(index, "ABCD"[right], options=options))
    return made


def found(tmp_path: Path, made: list[dict[str, Any]]) -> Statistics:
    return stats(write(tmp_path / "records.jsonl", made))


@pytest.mark.parametrize("make", [telling, optional])
def test_what_leaks_is_found_and_nothing_else(make: Any, tmp_path: Path) -> None:
    leaking = found(tmp_path, make(600, True)).surface
    sound = found(tmp_path, make(600, False)).surface
    assert leaking is not None
    assert sound is not None
    ((reader,), (idle,)) = leaking.readers, sound.readers
    assert reader.tested == idle.tested == 300
    assert (reader.leaks, reader.accuracy > 0.9) == (True, True)
    assert (idle.leaks, abs(idle.accuracy - idle.chance) < 0.1) == (False, True)


def test_the_reader_is_the_better_the_more_it_is_fitted() -> None:
    draw = Random(2)
    examples = []
    for _ in range(400):
        own = [(draw.randrange(5), 5 + draw.randrange(5)) for _ in range(3)]
        right = max(range(3), key=lambda place: own[place][0] - own[place][1] / 100)
        examples.append(Example(tuple(own), right))
    weights = fit(examples, 10)
    assert sum(chosen(weights, each.alternatives) == each.right for each in examples) > 360
    given = chances(weights, examples[0].alternatives)
    assert math.fsum(given) == pytest.approx(1)
    assert sorted(weights[:5]) == weights[:5], "more is better"


def test_places(tmp_path: Path) -> None:
    made = optional(400, False)
    (places,) = found(tmp_path, made).places
    assert (places.options, sum(places.counts.values())) == (4, 400)
    assert places.test is not None
    (always,) = found(tmp_path, [each for each in made if each["label"] == "A"]).places
    assert always.counts["B"] == 0
    assert always.test is not None
    assert always.test.beyond
    fit = goodness([44, 56])
    assert fit is not None
    assert (fit.statistic, fit.freedom, fit.p) == (1.44, 1, pytest.approx(0.2301, abs=1e-4))
    assert goodness([3]) is None
