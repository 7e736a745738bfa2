"""Streams of numbers and names against what Python's own `statistics` says of the whole list."""

from __future__ import annotations

import math
import random
import statistics as whole
from itertools import pairwise

import pytest
from hypothesis import given, strategies as some

from rspc.compiler.dataset.stats.counting import (
    COARSE,
    GREATEST,
    MOST_VALUES,
    OTHERS,
    Figure,
    Names,
    Numbers,
    cut,
    evenness,
)

numbers = some.lists(some.integers(-50, 50) | some.floats(-1e6, 1e6), min_size=1, max_size=80)


def streamed(values: list[float]) -> Numbers:
    found = Numbers()
    for each in values:
        found.add(each)
    return found


@given(numbers)
def test_moments_and_bounds(values: list[float]) -> None:
    found = streamed(values)
    assert (found.count, found.least, found.most) == (len(values), min(values), max(values))
    assert found.mean == pytest.approx(whole.fmean(values), rel=1e-9, abs=1e-6)
    if len(values) > 1:
        assert found.sd == pytest.approx(whole.stdev(values), rel=1e-6, abs=1e-6)


@given(numbers, some.sampled_from([0.1, 0.25, 0.5, 0.9]))
def test_quantiles_are_those_of_the_whole_list(values: list[float], share: float) -> None:
    found = streamed(values)
    assert found.exact
    assert found.quantile(0.5) == pytest.approx(whole.median(values))
    assert (found.quantile(0), found.quantile(1)) == (min(values), max(values))
    if len(values) > 1:
        hundredths = whole.quantiles(values, n=100, method="inclusive")
        assert found.quantile(share) == pytest.approx(hundredths[round(100 * share) - 1])


def test_many_different_numbers_take_little_room_in_any_order() -> None:
    draw = random.Random(7)
    values = [draw.lognormvariate(0, 4) * draw.choice((-1, 1)) for _ in range(40_000)]
    found, backwards = streamed(values), streamed(values[::-1])
    assert not found.exact
    assert len(found.counts) <= MOST_VALUES
    assert (found.bits, found.counts) == (backwards.bits, backwards.counts)
    for share in (0.01, 0.3, 0.5, 0.99):
        right = sorted(values)[round(share * (len(values) - 1))]
        assert found.quantile(share) == pytest.approx(right, rel=2.0 ** (2 - found.bits))


@given(some.floats(allow_nan=False, allow_infinity=False), some.integers(1, COARSE))
def test_a_cut_keeps_leading_bits(value: float, bits: int) -> None:
    assert abs(cut(value, bits)) <= abs(value)
    assert abs(value - cut(value, bits)) <= abs(value) * 2.0 ** (1 - bits) + 5e-324
    assert cut(cut(value, bits + 1), bits) == cut(value, bits)


def test_every_magnitude_at_once_still_fits() -> None:
    found = streamed([sign * 1.5 * 2.0**power for power in range(-1070, 1023) for sign in (-1, 1)])
    for power in range(-1000, 1000):
        found.add(1.25 * 2.0**power)
    assert len(found.counts) <= MOST_VALUES


def test_names_beyond_the_bound_are_counted_together() -> None:
    names = Names(3)
    assert [names.add(each) for each in "abcdea"] == ["a", "b", "c", OTHERS, OTHERS, "a"]
    assert names.ordered() == {OTHERS: 2, "a": 2, "b": 1, "c": 1}


def test_members_count_one_by_one_and_truth_is_a_name() -> None:
    figure = Figure()
    for value in ([1, 2.5, []], True, None, "x", 10**400):
        figure.add(value)
    assert figure.numbers.counts == {1: 1, 2.5: 1}
    assert set(figure.names.counts) == {"true", "null", "x", str(10**400)}


def test_evenness() -> None:
    assert evenness({"a": 5}) is None
    assert evenness({"a": 5, "b": 5, "c": 5}) == pytest.approx(1)
    assert evenness({"a": 1, "b": 3}) == pytest.approx(0.8113, abs=1e-4)


@given(
    some.lists(some.integers(-300, 300), min_size=1)
    | some.lists(some.integers(0, 40).map(lambda n: n / 10), min_size=1)
)
def test_a_bar_counts_the_numbers_between_its_bounds(values: list[float]) -> None:
    bars = streamed(values).histogram()
    assert bool(bars) == (len(set(values)) > 1)
    for place, (low, high, count) in enumerate(bars):
        last = place == len(bars) - 1
        assert count == sum(low <= each < high or (last and each == high) for each in values)
    assert all(one[1] == two[0] for one, two in pairwise(bars))
    if bars and all(isinstance(each, int) for each in values):
        assert {high - low for low, high, _ in bars} == {bars[0][1] - bars[0][0]}
        assert all(isinstance(low, int) for low, _, _ in bars)
        assert bars[-1][0] <= max(values) < bars[-1][1]


def test_numbers_of_any_size_leave_all_figures_finite() -> None:
    found = Figure()
    for each in (1e308, -1.7e308, GREATEST, -GREATEST, 5e-324, 0.0, 2**53 + 1):
        found.add(each)
    assert found.names.ordered() == {"-1.7e+308": 1, "1e+308": 1, str(2**53 + 1): 1}
    told = (found.numbers.mean, found.numbers.sd, *found.numbers.histogram()[-1])
    assert all(map(math.isfinite, told))
    assert found.numbers.mean == 0
    apart = streamed([0.0, 5e-324]).histogram()
    assert apart == ((0, 5e-324, 2),), "no number lies between them"
