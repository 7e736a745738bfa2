from __future__ import annotations

from collections import Counter
from math import gcd

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.random.balance import balanced_choice, place

modest = settings(max_examples=60, deadline=None, derandomize=True)
names = st.text(max_size=4)


def test_frozen_orders() -> None:
    key = ("golden",)
    assert [place(key, 5, i) for i in range(15)] == [4, 0, 3, 2, 1, 1, 3, 2, 4, 0, 3, 0, 4, 1, 2]
    assert [balanced_choice([1, 2, 3], key, i) for i in range(12)] == [
        0,
        2,
        1,
        2,
        1,
        2,
        2,
        2,
        1,
        0,
        1,
        2,
    ]


@modest
@given(names, st.integers(1, 40), st.integers(0, 1000))
def test_each_value_once_in_every_block(name: str, size: int, block: int) -> None:
    start = block * size
    values = [place((name,), size, index) for index in range(start, start + size)]
    assert sorted(values) == list(range(size))


@modest
@given(names, st.integers(1, 12), st.integers(0, 1000), st.integers(1, 4))
def test_any_run_as_long_as_blocks_is_nearly_even(
    name: str, size: int, start: int, blocks: int
) -> None:
    run = range(start, start + size * blocks)
    counts = Counter(place((name,), size, index) for index in run)
    assert all(abs(counts[value] - blocks) <= 1 for value in range(size))


@modest
@given(names, st.lists(st.integers(0, 6), min_size=1, max_size=5), st.integers(0, 50))
def test_each_alternative_as_often_as_it_weighs(name: str, weights: list[int], block: int) -> None:
    if not any(weights):
        return
    common = gcd(*weights)
    length = sum(weights) // common
    run = range(block * length, (block + 1) * length)
    counts = Counter(balanced_choice(weights, (name,), index) for index in run)
    assert [counts[i] for i in range(len(weights))] == [weight // common for weight in weights]


def test_common_factors_do_not_matter() -> None:
    indices = range(40)
    plain = [balanced_choice([1, 3], ("k",), i) for i in indices]
    assert [balanced_choice([25, 75], ("k",), i) for i in indices] == plain


def test_blocks_and_keys_have_orders_of_their_own() -> None:
    def order(key: tuple[str | int, ...], block: int) -> tuple[int, ...]:
        return tuple(place(key, 20, 20 * block + i) for i in range(20))

    orders = [order(("a",), block) for block in range(10)]
    orders += [order(("b",), 0), order(("a", ""), 0), order(("a", 0), 0), order((), 0)]
    assert len(set(orders)) == len(orders)
    assert tuple(range(20)) not in orders


def test_the_index_does_not_tell_the_value() -> None:
    pairs = Counter((i % 3, place(("tell",), 3, i)) for i in range(9000))
    assert len(pairs) == 9
    assert sum((count - 1000) ** 2 / 1000 for count in pairs.values()) < 18.5


def test_two_keys_are_independent() -> None:
    pairs = Counter((place(("one",), 3, i), place(("two",), 3, i)) for i in range(9000))
    assert len(pairs) == 9
    assert sum((count - 1000) ** 2 / 1000 for count in pairs.values()) < 18.5


def test_two_sizes_under_one_key_are_independent() -> None:
    pairs = Counter((place(("k",), 2, i), place(("k",), 4, i)) for i in range(8000))
    assert len(pairs) == 8
    assert sum((count - 1000) ** 2 / 1000 for count in pairs.values()) < 18.5


def test_indices_in_any_order() -> None:
    forwards = {i: place(("any",), 7, i) for i in range(500)}
    backwards = {i: place(("any",), 7, i) for i in reversed(range(500))}
    assert forwards == backwards


def test_large_blocks() -> None:
    size = 5000
    assert sorted(place(("large",), size, size * 3 + i) for i in range(size)) == list(range(size))


@pytest.mark.parametrize(("size", "index"), [(0, 0), (-1, 0), (3, -1)])
def test_places_that_do_not_exist(size: int, index: int) -> None:
    with pytest.raises(ValueError, match=r"at least one place|must be 0 or more"):
        place(("k",), size, index)


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1]])
def test_weights_that_balance_nothing(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weight"):
        balanced_choice(weights, ("k",), 0)
