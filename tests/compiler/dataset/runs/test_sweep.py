"""Settings and sweeps of the command line."""

from __future__ import annotations

from typing import Any

import pytest

from rspc.compiler.dataset.runs.sweep import UsageError, pairs, points, settings


def test_sweeps_are_crossed_in_order(numbers: Any) -> None:
    found = settings(numbers, swept=["depth=1..3"])
    assert [(each.label, each.params) for each in found] == [
        (f"depth={depth}", {"depth": depth}) for depth in (1, 2, 3)
    ]
    assert points("-1..1") == ("-1", "0", "1")
    assert points("a, b,c") == ("a", "b", "c")
    assert settings(numbers, fixed=["depth=4"])[0].label == ""


@pytest.mark.parametrize(
    "text", ["3..1", "1,,2", "", "1..99999999"], ids=["backwards", "gap", "nothing", "endless"]
)
def test_a_malformed_sweep_says_so(text: str) -> None:
    with pytest.raises(UsageError):
        points(text)


@pytest.mark.parametrize("texts", [["depth"], ["=3"], ["depth="], ["depth=1", "depth=2"]])
def test_a_malformed_pair_says_so(texts: list[str]) -> None:
    with pytest.raises(UsageError):
        pairs(texts)


def test_a_parameter_is_set_or_swept(numbers: Any) -> None:
    with pytest.raises(UsageError, match="both set and swept"):
        settings(numbers, fixed=["depth=1"], swept=["depth=1..2"])


def test_a_setting_is_gone_through_once(numbers: Any) -> None:
    with pytest.raises(UsageError, match="`depth=01` is the setting `depth=1` again"):
        settings(numbers, swept=["depth=1,2,01"])


def test_an_endless_product_of_sweeps_is_refused(numbers: Any) -> None:
    numbers.settings = lambda pairs, preset: dict(pairs)
    with pytest.raises(UsageError, match="more than"):
        settings(numbers, swept=["a=1..500", "b=1..500"])
