"""Products of sums say exactly their minterms, and SymPy is asked once an orbit."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.strategies import minimise
from rspc.compiler.strategies.minimise import Product, product_of_sums


def models(variables: int, product: Product) -> set[int]:
    return {
        assignment
        for assignment in range(2**variables)
        if all(any((assignment >> v & 1 == 1) is sign for v, sign in each) for each in product)
    }


@pytest.mark.parametrize("variables", [1, 2, 3, 4])
def test_all_small_sets_of_minterms(variables: int) -> None:
    asked = minimise._simplest.cache_info().misses
    tried = 0
    for size in (1, 2, 3):
        for minterms in combinations(range(2**variables), size):
            if len(minterms) < 2**variables:
                product = product_of_sums(variables, minterms)
                assert models(variables, product) == set(minterms)
                tried += 1
    orbits = {
        (size, min(_images(minterms, variables)))
        for size in (1, 2, 3)
        for minterms in combinations(range(2**variables), size)
        if len(minterms) < 2**variables
    }
    assert minimise._simplest.cache_info().misses - asked <= len(orbits)
    assert variables < 4 or len(orbits) < tried / 20


def _images(minterms: tuple[int, ...], variables: int) -> Iterator[tuple[int, ...]]:
    """Yield what exchange and negation of variables make of the minterms."""
    for order in permutations(range(variables)):
        for negated in range(2**variables):
            moved = (
                sum((term >> v & 1) << place for place, v in enumerate(order)) ^ negated
                for term in minterms
            )
            yield tuple(sorted(moved))


@settings(max_examples=25, deadline=None)
@given(st.sets(st.integers(0, 63), min_size=1, max_size=63))
def test_any_minterms_of_six_variables(minterms: set[int]) -> None:
    assert models(6, product_of_sums(6, minterms)) == minterms


@settings(max_examples=20, deadline=None)
@given(
    st.sets(st.integers(0, 31), min_size=1, max_size=5),
    st.permutations(range(5)),
    st.integers(0, 31),
)
def test_exchange_and_negation_of_variables_change_names_and_signs_only(
    minterms: set[int], order: list[int], negated: int
) -> None:
    moved = {sum((term >> v & 1) << order[v] for v in range(5)) ^ negated for term in minterms}
    found = product_of_sums(5, moved)
    assert models(5, found) == moved
    assert sorted(map(len, found)) == sorted(map(len, product_of_sums(5, minterms)))


def test_the_order_is_canonical() -> None:
    product = product_of_sums(3, [0b011, 0b101])
    assert product == (((0, True),), ((1, False), (2, False)), ((1, True), (2, True)))


def test_a_single_literal() -> None:
    assert product_of_sums(1, [0]) == (((0, False),),)
    assert product_of_sums(2, [1, 3]) == (((0, True),),)


def test_eight_variables() -> None:
    minterms = {0, 1, 2, 128, 255}
    assert models(8, product_of_sums(8, minterms)) == minterms


@pytest.mark.parametrize(
    ("variables", "minterms", "message"),
    [
        (2, [], "no minterm"),
        (2, [0, 1, 2, 3], "or with all"),
        (9, [0], "1 to 8 variables, not 9"),
        (0, [0], "1 to 8 variables, not 0"),
        (2, [4], "less than 4"),
        (2, [-1], "less than 4"),
    ],
)
def test_what_has_no_product(variables: int, minterms: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        product_of_sums(variables, minterms)


def test_the_process_hash_seed_changes_nothing() -> None:
    code = (
        "from rspc.compiler.strategies.minimise import product_of_sums as p;"
        "print([p(4, m) for m in ([1, 6, 9], [0, 7, 11, 13], [2, 3, 5, 8, 14])])"
    )
    printed = set()
    for seed in ("0", "77"):
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        printed.add(done.stdout)
    assert len(printed) == 1
