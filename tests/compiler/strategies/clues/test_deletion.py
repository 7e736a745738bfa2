"""The deletion filter: beginnings of a line that are enough, and what can be left out of them."""

from __future__ import annotations

from collections.abc import Sequence

from rspc.compiler.strategies.clues.deletion import minimal_subset, shortest


def covers(numbers: Sequence[int]) -> bool:
    return {1, 2, 3} <= set(numbers)


def test_the_shortest_beginning_ends_where_it_is_enough() -> None:
    assert shortest([4, 1, 3, 3, 2, 5], covers) == [4, 1, 3, 3, 2]
    assert shortest([4, 1, 3], covers) is None
    assert shortest([], covers) is None


def test_what_can_be_left_out_is() -> None:
    assert minimal_subset([4, 1, 3, 2], [3, 4, 2, 1], covers) == [1, 3, 2]


def test_the_order_says_which_of_two_is_left_out() -> None:
    def any_of_two(numbers: Sequence[int]) -> bool:
        return 1 in numbers or 2 in numbers

    assert minimal_subset([1, 2], [1, 2], any_of_two) == [2]
    assert minimal_subset([1, 2], [2, 1], any_of_two) == [1]
