"""The random stream: a keyed blake2b counter and draw functions of our own, the same on every machine for ever.

Block i of a stream is the keyed hash of i as eight little-endian bytes; its 64 bytes are eight little-endian words,
used in order. Every draw function is frozen by tests: a change to any of them changes every record.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain, count, islice
from struct import Struct
from typing import TypeAlias, TypeVar

Key: TypeAlias = tuple[str | int | bytes, ...]
"""What names a stream. Different keys give independent streams; the type of a part counts."""

T = TypeVar("T")

_WORDS = Struct("<8Q")
_WORD = 1 << 64
_SMALL = 1 << 32
_SURE = _WORD - _SMALL
_STEP = 2.0**-53


def encode(key: Key) -> bytes:
    """Spell a key as bytes, no two keys alike: each part is its type's letter, its length and its bytes.

    Raises TypeError for a part that is not a string, a whole number or bytes.
    """
    spelled = bytearray()
    for part in key:
        match part:
            case str():
                letter, body = b"s", part.encode("utf-8", "surrogatepass")
            case int():
                size = part.bit_length() // 8 + 1
                letter, body = b"i", part.to_bytes(size, "little", signed=True)
            case bytes():
                letter, body = b"b", part
            case _:
                raise TypeError(f"a key must contain strings, integers and bytes, not {part!r}")
        spelled += letter + len(body).to_bytes(8, "little") + body
    return bytes(spelled)


class Stream:
    """Random draws that depend on a key and on how many were made before, on nothing else."""

    __slots__ = ("_key", "_word", "_words")

    def __init__(self, *key: str | int | bytes) -> None:
        self._start(blake2b(encode(key), person=b"rspc key").digest())

    def _start(self, key: bytes) -> None:
        self._key = key
        self._words = _words(key)
        self._word = self._words.__next__

    def fork(self, *key: str | int | bytes) -> Stream:
        """Return an independent stream that depends on this one's key and the parts given, not on what was drawn."""
        child = Stream.__new__(Stream)
        child._start(blake2b(encode(key), key=self._key, person=b"rspc fork").digest())
        return child

    def below(self, n: int) -> int:
        """Return one of 0 … n - 1, each as likely as any other. Raises ValueError if n is below 1."""
        if not 0 < n <= _WORD:
            return self._below_many(n)
        word = self._word()
        if word < _SURE and n <= _SMALL:  # below the limit, whatever n is
            return word % n
        limit = _WORD - _WORD % n
        while word >= limit:
            word = self._word()
        return word % n

    def _below_many(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"there is no integer from 0 to {n} - 1")
        size = -(-n.bit_length() // 64)
        space = 1 << 64 * size
        limit = space - space % n
        while True:
            number = 0
            for place in range(size):
                number |= self._word() << 64 * place
            if number < limit:
                return number % n

    def several(self, n: int, k: int) -> list[int]:
        """Return the results of `count` draws from 0 … n - 1, in order. Raises ValueError if n is below 1."""
        if not 0 < n <= _SMALL:
            return [self.below(n) for _ in range(k)]
        limit = _WORD - _WORD % n
        found = [word % n for word in islice(self._words, k) if word < limit]
        while len(found) < k:
            found.append(self.below(n))
        return found

    def between(self, low: int, high: int) -> int:
        """Return one of low … high, both included. Raises ValueError if high is below low."""
        if high < low:
            raise ValueError(f"there is no whole number from {low} to {high}")
        return low + self.below(high - low + 1)

    def unit(self) -> float:
        """Return a number from 0 up to but not including 1: a multiple of 2 ** -53, each as likely as any other."""
        return (self._word() >> 11) * _STEP

    def hump(self) -> float:
        """Return the mean of three such numbers: most often near a half."""
        word = self._word
        return ((word() >> 11) * _STEP + (word() >> 11) * _STEP + (word() >> 11) * _STEP) / 3

    def chance(self, p: float) -> bool:
        """Return true with probability p. Raises ValueError if p is not from 0 to 1."""
        if not 0 <= p <= 1:
            raise ValueError(f"a probability must be between 0 and 1, not {p}")
        return (self._word() >> 11) * _STEP < p

    def pick(self, sequence: Sequence[T]) -> T:
        """Return a member, each place as likely as any other. Raises ValueError if there is none."""
        return sequence[self.below(len(sequence))]

    def sample(self, sequence: Sequence[T], k: int) -> list[T]:
        """Return the members of k different places in random order. Raises ValueError if there are fewer.

        The first k steps of the shuffle of Fisher and Yates; only the places that it moved are kept, so
        that the cost does not grow with the sequence.
        """
        size = len(sequence)
        if not 0 <= k <= size:
            raise ValueError(f"cannot draw {k} of {size}")
        moved: dict[int, int] = {}
        drawn = []
        for i in range(k):
            j = i + self.below(size - i)
            drawn.append(sequence[moved.get(j, j)])
            moved[j] = moved.get(i, i)
        return drawn

    def shuffled(self, sequence: Sequence[T]) -> list[T]:
        """Return all members in random order."""
        return self.sample(sequence, len(sequence))

    def weighted(self, weights: Sequence[float]) -> int:
        """Return an index, with a probability proportional to its weight: exactly, if all weights are whole numbers.

        Raises ValueError if a weight is negative or not finite, or if they add up to zero.
        """
        return weighted_draw(weights)(self)


def weighted_draw(weights: Sequence[float]) -> Callable[[Stream], int]:
    """Return the function that draws an index by these weights, as `Stream.weighted` does; raises what that raises."""
    exact = True
    total: float = 0
    for weight in weights:
        if not 0 <= weight < math.inf:
            raise ValueError(f"a weight must be finite and at least 0, not {weight}")
        total += weight
        exact = exact and isinstance(weight, int)
    if not 0 < total < math.inf:
        raise ValueError(f"the weights add up to {total}")
    shares = [(index, weight) for index, weight in enumerate(weights) if weight]

    def choose(stream: Stream) -> int:
        point = stream.below(int(total)) if exact else (stream._word() >> 11) * _STEP * total
        for index, weight in shares:
            if point < weight:
                return index
            point -= weight
        # Rounding can leave a point at or past the end: it belongs to the last index that has a weight.
        return index

    return choose


def _words(key: bytes) -> Iterator[int]:
    keyed = blake2b(
        key=key, person=b"rspc draw"
    )  # a copy of it is ready in half the time of a new one

    def block(number: int) -> tuple[int, ...]:
        hashed = keyed.copy()
        hashed.update(number.to_bytes(8, "little"))
        return _WORDS.unpack(hashed.digest())

    return chain.from_iterable(map(block, count()))
