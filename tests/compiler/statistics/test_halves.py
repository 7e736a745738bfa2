"""Which records guesses are learnt from, and which they are tried on."""

from __future__ import annotations

from random import Random
from typing import Any

from rspc.compiler.statistics.halves import FEWEST, Halves, Sizes
from rspc.compiler.statistics.stats import stats

from .records import record, write


def learnt(made: list[dict[str, Any]]) -> list[bool]:
    sizes = Sizes()
    for each in made:
        sizes.add(each)
    halves = Halves(sizes.parted())
    return [halves.learns(each) for each in made]


def test_each_setting_and_split_is_parted_by_itself() -> None:
    made = [
        record(index, params_hash=setting, split=split)
        for setting in "ab"
        for split in ("train", "test")
        for index in range(FEWEST)
    ]
    assert learnt(made) == ([True] * (FEWEST // 2) + [False] * (FEWEST // 2)) * 4


def test_small_settings_are_parted_together() -> None:
    made = [record(index, params_hash=str(index)) for index in range(40)]
    assert learnt(made) == [True] * 20 + [False] * 20


def test_problems_that_share_a_theory_stay_together() -> None:
    for each in range(2, 13):
        made = [record(index, theory=[f"p{index // each}"]) for index in range(97)]
        known = learnt(made)
        assert 48 <= sum(known) < 48 + each
        assert {index // each for index in range(97) if known[index]}.isdisjoint(
            index // each for index in range(97) if not known[index]
        )
    assert sum(learnt([record(index, theory=["p"]) for index in range(100)])) == 75


def test_a_leak_within_each_setting_is_found(tmp_path: Any) -> None:
    draw = Random(1)
    made = []
    for setting in ("near", "far"):
        for index in range(200):
            label = draw.choice(["no", "yes"])
            told = f"{setting}{label}" if draw.random() < 0.7 else ""
            noise = " ".join(draw.choice("klmnopqrstuvwxyz") for _ in range(8))
            made.append(record(index, label, prompt=f"{noise} {told}", params_hash=setting))
    found = stats(write(tmp_path / "records.jsonl", made)).surface
    assert found is not None
    assert (found.trained, found.tested) == (200, 200)
    assert found.readers[0].leaks
    assert found.words[0].leaks
