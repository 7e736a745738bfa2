"""Tests and intervals of paired differences, against figures of SciPy 1.x and their own definitions."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.dataset.score.comparing import paired
from rspc.compiler.dataset.score.comparing.paired import (
    Difference,
    all_signs,
    differ,
    drawn_signs,
    holm,
)


def differ_on(first_only: int, second_only: int, both: int = 4, neither: int = 3) -> Difference:
    first = [1.0] * first_only + [0.0] * second_only + [1.0] * both + [0.0] * neither
    second = [0.0] * first_only + [1.0] * second_only + [1.0] * both + [0.0] * neither
    return differ(first, second, range(len(first)))


@pytest.mark.parametrize(
    ("first_only", "second_only", "p"),
    [  # scipy.stats.binomtest(b, b + c, 0.5).pvalue
        (1, 9, 0.021484375),
        (3, 3, 1.0),
        (0, 5, 0.0625),
        (12, 30, 0.007915897334896727),
        (100, 140, 0.01166409231767769),
        (0, 0, 1.0),
    ],
)
def test_zeros_and_ones_are_compared_by_the_exact_test_of_mcnemar(
    first_only: int, second_only: int, p: float
) -> None:
    found = differ_on(first_only, second_only)
    assert found.p == pytest.approx(p, rel=1e-12)
    assert found.test == "McNemar, exact"
    assert (found.first_only, found.second_only) == (first_only, second_only)
    assert (found.both, found.neither) == (4, 3)
    assert found.difference == pytest.approx((first_only - second_only) / found.count)


FLIPPED = [  # scipy.stats.permutation_test(…, permutation_type="samples"), of all signs
    ([0.5, -0.25, 0.75, 1, 0.5, -0.5, 0.25, 1, 0, 0.25], 0.08203125),
    ([1 / 3, 1 / 3, 1 / 3, -1, 2 / 3, -1 / 3], 1.0),
]


@pytest.mark.parametrize(("gaps", "p"), FLIPPED)
def test_values_in_between_are_compared_by_flips_of_signs(gaps: list[float], p: float) -> None:
    first, second = [max(0.0, gap) for gap in gaps], [max(0.0, -gap) for gap in gaps]
    found = differ(first, second, range(len(gaps)))
    assert found.p == pytest.approx(p, rel=1e-12)
    assert found.test == "sign flips, exact"


def test_problems_of_a_theory_change_their_signs_together() -> None:
    sums = [1, 2, -1, 3, 2, -2, 1, 0, 4]
    first, second, theories = [], [], []
    for theory, total in enumerate(sums):
        for _ in range(abs(total) or 1):
            first.append(float(total > 0))
            second.append(float(total < 0))
            theories.append(theory)
    found = differ(first, second, theories)
    assert found.p == pytest.approx(0.1640625, rel=1e-12)  # SciPy's, of the sums
    assert found.test == "sign flips by theory, exact"
    alone = differ(first, second, range(len(first)))
    assert alone.p < found.p
    assert (alone.high - alone.low) < (found.high - found.low)


def test_drawn_signs_are_near_all_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    gaps, p = FLIPPED[0]
    sizes: dict[float, int] = {}
    for gap in filter(None, gaps):
        sizes[abs(gap)] = sizes.get(abs(gap), 0) + 1
    assert drawn_signs(sizes, abs(sum(gaps)), 9_999, 0) == pytest.approx(p, abs=0.01)
    assert drawn_signs(sizes, abs(sum(gaps)), 999, 1) == drawn_signs(sizes, abs(sum(gaps)), 999, 1)
    assert drawn_signs(sizes, abs(sum(gaps)), 999, 1) != drawn_signs(sizes, abs(sum(gaps)), 999, 2)
    monkeypatch.setattr(paired, "MOST_STEPS", 4)
    assert all_signs(sizes, 1.0) is None
    first, second = [max(0.0, gap) for gap in gaps], [max(0.0, -gap) for gap in gaps]
    assert differ(first, second, range(len(gaps))).test == "sign flips, 9,999 draws"


@pytest.mark.parametrize("chunk", [1, 5, 512])
def test_signs_are_drawn_in_chunks(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paired, "CHUNK", chunk)
    sizes = {0.1 * size: 1 + size % 3 for size in range(1, 9)}
    exact = all_signs(sizes, 2.0)
    assert exact is not None
    assert drawn_signs(sizes, 2.0, 9_999, 3) == pytest.approx(exact, abs=0.02)


VALUES = st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 1.0])
PROBLEMS = st.lists(st.tuples(VALUES, VALUES, st.integers(0, 4)), max_size=9)


@settings(deadline=None)
@given(PROBLEMS)
def test_models_that_change_places_negate_the_difference(
    problems: list[tuple[float, float, int]],
) -> None:
    first, second, theories = ([each[place] for each in problems] for place in range(3))
    found, other = differ(first, second, theories), differ(second, first, theories)
    assert other.difference == -found.difference
    assert (other.low, other.high) == pytest.approx((-found.high, -found.low))
    assert (other.p, other.test) == (found.p, found.test)
    assert (other.first_only, other.second_only) == (found.second_only, found.first_only)
    assert found.low <= found.difference <= found.high
    assert 0 < found.p <= 1
    parts = (found.first_only, found.second_only, found.both, found.neither)
    assert sum(parts) == found.count


@settings(deadline=None)
@given(PROBLEMS)
def test_p_is_the_share_of_signs_with_a_sum_as_far_from_zero(
    problems: list[tuple[float, float, int]],
) -> None:
    first, second, theories = ([each[place] for each in problems] for place in range(3))
    sums = [
        sum(a - b for a, b, theory in problems if theory == own) for own in dict.fromkeys(theories)
    ]
    every = [
        sum(s * each for s, each in zip(signs, sums, strict=True))
        for signs in product((1, -1), repeat=len(sums))
    ]
    share = sum(abs(each) >= abs(sum(sums)) - 1e-9 for each in every) / len(every)
    assert differ(first, second, theories).p == pytest.approx(share)


@pytest.mark.parametrize(("same", "size"), [(1, 60), (5, 40)])
def test_the_interval_contains_the_difference_as_often_as_it_says(same: int, size: int) -> None:
    draw = Random(5)
    held = 0
    for _ in range(400):
        first, second, theories = [], [], []
        for theory in range(size):
            hard = draw.random() < 0.5  # replies of a model to problems of one theory are alike
            ours, ours_too = draw.random() < 0.3 + 0.5 * hard, draw.random() < 0.2 + 0.5 * hard
            for _ in range(same):
                first.append(float(ours))
                second.append(float(ours_too))
                theories.append(theory)
        found = differ(first, second, theories)
        held += found.low <= 0.1 <= found.high
    assert 0.92 <= held / 400 <= 0.985


def test_several_tests_are_adjusted_as_holm_says() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
