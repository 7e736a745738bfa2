"""Tails and quantiles against published tables, closed forms and exact sums; the test against a worked table."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, strategies as some

from rspc.compiler.dataset.stats.significance import binomial_tail, independence, quantile, tail

PUBLISHED = {
    (1, 0.95): 3.841,
    (2, 0.95): 5.991,
    (3, 0.95): 7.815,
    (4, 0.95): 9.488,
    (5, 0.95): 11.070,
    (8, 0.95): 15.507,
    (10, 0.95): 18.307,
    (16, 0.95): 26.296,
    (30, 0.95): 43.773,
    (100, 0.95): 124.342,
    (1, 0.99): 6.635,
    (10, 0.99): 23.209,
    (10, 0.90): 15.987,
}
"""Upper critical values of the NIST/SEMATECH e-Handbook, 1.3.6.7.4, by degrees of freedom and share below."""


@pytest.mark.parametrize(("freedom", "share"), PUBLISHED)
def test_the_published_points(freedom: int, share: float) -> None:
    assert quantile(share, freedom) == pytest.approx(PUBLISHED[freedom, share], abs=5e-4)


@given(some.floats(0.001, 600), some.integers(1, 60))
def test_even_degrees_have_a_closed_form(x: float, half: int) -> None:
    terms = (-x / 2 + i * math.log(x / 2) - math.lgamma(i + 1) for i in range(half))
    assert tail(x, 2 * half) == pytest.approx(sum(map(math.exp, terms)), rel=1e-9, abs=1e-14)


def test_nothing_exceeds_less_than_nothing() -> None:
    assert tail(0, 3) == tail(5e-324, 3) == 1


@given(some.floats(0, 200))
def test_one_degree_is_the_square_of_a_normal(x: float) -> None:
    assert tail(x, 1) == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=1e-9, abs=1e-14)


@given(some.floats(0.001, 0.999), some.integers(1, 3000))
def test_a_quantile_is_where_its_tail_begins(share: float, freedom: int) -> None:
    assert tail(quantile(share, freedom), freedom) == pytest.approx(1 - share, abs=1e-8)


@given(some.integers(0, 60), some.integers(1, 60), some.fractions(0, 1, max_denominator=50))
def test_the_binomial_tail_is_the_sum(hits: int, tries: int, chance: Fraction) -> None:
    terms = (
        math.comb(tries, k) * chance**k * (1 - chance) ** (tries - k)
        for k in range(hits, tries + 1)
    )
    if hits <= tries:
        assert binomial_tail(hits, tries, float(chance)) == pytest.approx(
            float(sum(terms)), abs=1e-9
        )


def test_the_binomial_tail_of_many_tries() -> None:
    assert binomial_tail(500_000, 1_000_000, 0.5) == pytest.approx(0.5, abs=1e-3)
    assert binomial_tail(502_000, 1_000_000, 0.5) == pytest.approx(3.2e-5, rel=0.02)


def test_a_table_worked_by_hand() -> None:
    """Expected 20 and 30 in each row, so 4 * 25 / 20 of one column and 4 * 25 / 30 of the other, halved."""
    found = independence([[25, 25], [15, 35]])
    assert found is not None
    assert found.statistic == pytest.approx(2 * 25 / 20 + 2 * 25 / 30)
    assert (found.freedom, found.beyond, found.least) == (1, True, 20)
    assert found.p == pytest.approx(math.erfc(math.sqrt(found.statistic / 2)))


def test_proportional_rows_are_independent() -> None:
    found = independence([[10, 20, 30], [20, 40, 60], [0, 0, 0]])
    assert found is not None
    assert found.statistic == pytest.approx(0)
    assert (found.freedom, found.p, found.beyond) == (2, pytest.approx(1), False)


@pytest.mark.parametrize("table", [[], [[1, 2]], [[3], [4]], [[0, 3], [0, 4]], [[0, 0], [1, 2]]])
def test_one_row_or_column_has_nothing_to_hang_on(table: list[list[int]]) -> None:
    assert independence(table) is None
