"""What a run says of its first records: that they can be guessed, in a small share of its time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rspc.cli.app import app
from rspc.compiler.dataset import glance as module
from rspc.compiler.dataset.glance import FEWEST, TIMED, TIMES, glance

from .stats import planted

LONG = 1e6


def ticking(step: float) -> Any:
    """Return a clock on which every look takes so many seconds."""
    ticks = count()
    return lambda: step * next(ticks)


def counted(records: list[dict[str, Any]], seen: list[int]) -> Iterator[dict[str, Any]]:
    for each in records:
        seen.append(each["index"])
        yield each


def test_a_family_that_leaks_is_named_with_reader_chance_and_tell() -> None:
    (found,) = glance(planted.planted(200, planted.by_support), LONG)
    assert found.code == "W0852"
    assert "answers of `f` can be guessed" in found.message
    assert "a small tree of counts is right in 100.0% of 200 records, chance 5" in found.message
    assert found.help is not None
    assert "conditions" in found.help


def test_nothing_is_said_where_nothing_is_significant() -> None:
    assert glance(planted.planted(200, planted.by_support, told=False), LONG) == []
    assert glance(planted.planted(FEWEST - 1, planted.by_support), LONG) == []
    assert glance([], LONG) == []


def test_as_many_records_are_read_as_there_is_time_for() -> None:
    made = planted.planted(300, planted.by_support)
    seen: list[int] = []
    assert glance(counted(made, seen), 1.0, ticking(1.0)) == []
    assert len(seen) == TIMED, "a second for the first ones is too long"
    # The first records take 0.02 s, 0.001 s each; two ticks have passed before the rest are chosen.
    seconds = (0.001 * TIMES * 100 + 0.04) / module.PART
    seen.clear()
    assert glance(counted(made, seen), seconds + 0.001, ticking(0.02)) != []
    assert len(seen) == 100


def test_no_more_than_the_first_thousand_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_RECORDS", 150)
    seen: list[int] = []
    assert glance(counted(planted.planted(300, planted.by_form), seen), LONG) != []
    assert seen == list(range(150))


def test_compile_warns_and_writes_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    assert runner.invoke(app, ["new", "shop", "--logic", "constraint"]).exit_code == 0
    quiet = runner.invoke(app, ["compile", "shop.rspec", "-n", "5", "-o", "quiet"])
    assert quiet.exit_code == 0
    assert "W0852" not in quiet.stderr
    monkeypatch.setattr(module, "PART", LONG)
    leaking = planted.planted(100, planted.by_support)
    monkeypatch.setattr(
        "rspc.compiler.dataset.formats.read.problems", lambda dataset: iter(leaking)
    )
    warned = runner.invoke(app, ["compile", "shop.rspec", "-n", "5", "-o", "warned"])
    assert warned.exit_code == 0
    assert "warning[W0852]" in warned.stderr
    assert warned.stdout.strip() == "warned"
    first, second = (Path(name, "records.jsonl").read_bytes() for name in ("quiet", "warned"))
    assert first == second
    again = runner.invoke(app, ["compile", "shop.rspec", "-n", "5", "-o", "warned"])
    assert "W0852" not in again.stderr, "nothing was made"


def test_records_with_open_answers_are_not_read_longer_than_others() -> None:
    made = [{**each, "reply": {"layout": {}}} for each in planted.planted(300, planted.by_support)]
    seen: list[int] = []
    assert glance(counted(made, seen), 100 / module.PART, ticking(1.0)) == []
    assert 90 < len(seen) < 110
    closed = planted.planted(300, planted.by_support)
    mixed = [each for pair in zip(made, closed, strict=True) for each in pair]
    assert glance(mixed, LONG) != []
