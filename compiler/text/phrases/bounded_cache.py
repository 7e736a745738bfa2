"""A bounded memory of answers, which keeps those that are asked for again."""

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MANY = 2_000
"""How many answers a memory takes before it forgets those that were not asked for since the last time."""


class Memory(Generic[K, V]):
    """Answers by question, at most twice `MANY` of them. None is no answer."""

    __slots__ = ("_new", "_old")

    def __init__(self) -> None:
        self._new: dict[K, V] = {}
        self._old: dict[K, V] = {}

    def get(self, asked: K) -> V | None:
        found = self._new.get(asked)
        if found is None:
            found = self._old.get(asked)
            if found is not None:
                self[asked] = found
        return found

    def __setitem__(self, asked: K, found: V) -> None:
        if len(self._new) >= MANY:
            self._old, self._new = self._new, {}
        self._new[asked] = found
