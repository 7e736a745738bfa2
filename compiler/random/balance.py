"""Balanced draws by index: over whole blocks of indices each value occurs exactly as often as it should.

The value of an index depends on the key and the index alone, so that instances can be made in any order. Each block
has a random permutation of its own.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

from .stream import Key, Stream


def place(key: Key, size: int, index: int) -> int:
    """Return the value from 0 to size - 1 at an index: each occurs once among the indices of every block of `size`.

    Blocks begin at the multiples of the size. Raises ValueError if the size is below 1 or the index below 0.
    """
    if size < 1:
        raise ValueError(f"a block must have at least one place, not {size}")
    if index < 0:
        raise ValueError(f"the index must be 0 or more, not {index}")
    block, position = divmod(index, size)
    return _order(key, size, block)[position]


def balanced_choice(weights: Sequence[int], key: Key, index: int) -> int:
    """Return the alternative at an index: each occurs as often as its weight among the indices of every block.

    A block is as long as the sum of the weights after division by their greatest common divisor.
    Raises ValueError if a weight is negative or all are zero, or if the index is below 0.
    """
    if any(weight < 0 for weight in weights):
        raise ValueError("a weight is negative")
    common = gcd(*weights)
    if common == 0:
        raise ValueError("the weights add up to zero")
    point = place(key, sum(weights) // common, index)
    for alternative, weight in enumerate(weights):
        point -= weight // common
        if point < 0:
            return alternative
    raise AssertionError("a place lies within its block")


@lru_cache(maxsize=32)
def _order(key: Key, size: int, block: int) -> tuple[int, ...]:
    return tuple(Stream("balance", *key).fork(size, block).shuffled(range(size)))
