"""Whatever an unknown author gives ends in words, within 20 seconds of CPU and a gigabyte of memory."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from . import datasets, programs, replies, specs
from .running import Case, faults, run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")

CASES = [*datasets.CASES, *specs.CASES, *programs.CASES, *replies.CASES]

OFTEN = 40
"""So many inputs are tried whenever all tests are run, spread over all kinds; `-m long` tries them all."""

FIRST = 7
"""The first of them: with it and those that follow, none of the inputs that take longest is one of the few."""


def spread(cases: list[Case]) -> list[object]:
    step = len(cases) / OFTEN
    often = {FIRST + int(step * each) for each in range(OFTEN)}
    return [
        pytest.param(
            each, id=each.id, marks=[pytest.mark.long, *[pytest.mark.often] * (place in often)]
        )
        for place, each in enumerate(cases)
    ]


def test_there_are_many() -> None:
    assert len(CASES) >= 150
    assert len({each.id for each in CASES}) == len(CASES)


@pytest.mark.parametrize("case", spread(CASES))
def test_it_ends_in_words(
    case: Case, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Properties in the report of `--junitxml` tell what each input took."""
    before = sorted(tmp_path.parent.iterdir())
    ended = run(case.make(tmp_path), tmp_path)
    record_property("kind", case.kind)
    record_property("code", ended.code)
    record_property("cpu", round(ended.cpu, 2))
    record_property("mebibytes", ended.memory >> 20)
    assert not faults(ended), (ended.code, ended.stderr[-2000:], ended.stdout[-500:])
    assert b"root:" not in ended.stdout + ended.stderr
    assert sorted(tmp_path.parent.iterdir()) == before
