"""Parts a dataset in two: records that guesses are learnt from, and records that they are tried on."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from .account import Record

FEWEST = 20
"""A setting of fewer records than this is not parted by itself, but with all others like it."""

Setting: TypeAlias = tuple[str, ...]


class Sizes:
    """How many records each setting has. A setting is a family, its parameters as given, a seed and a split."""

    def __init__(self) -> None:
        self._counts: Counter[Setting] = Counter()

    def add(self, record: Record) -> None:
        self._counts[_setting(record)] += 1

    def parted(self) -> Counter[Setting]:
        """Give the sizes of those that are parted by themselves, and of the others together, by the name `()`."""
        found: Counter[Setting] = Counter()
        for setting, count in self._counts.items():
            found[setting if count >= FEWEST else ()] += count
        return found


class Halves:
    """Tells of one record after another, in the order of the dataset, whether it is learnt from.

    Of each setting that is its first half. Problems that share a theory stay on one side, so that what is learnt of
    some is no help with the others; but a theory that most problems of a setting share is parted at three quarters.
    """

    def __init__(self, sizes: Counter[Setting]) -> None:
        self._sizes = sizes
        self._seen: Counter[Setting] = Counter()
        self._last: dict[Setting, int] = {}

    def learns(self, record: Record) -> bool:
        """Tell it of the next record."""
        setting = _setting(record)
        if setting not in self._sizes:
            setting = ()
        half, place = self._sizes[setting] // 2, self._seen[setting]
        self._seen[setting] += 1
        theory = hash(tuple(record["theory"]))
        if place < half:
            self._last[setting] = theory
            return True
        shared = bool(record["theory"]) and self._last.get(setting) == theory
        if not shared:
            self._last.pop(setting, None)
        return shared and place < half + half // 2


def _setting(record: Record) -> Setting:
    named = (record[name] for name in ("family", "params_hash", "split"))
    return (*named, str(record["seed"]))
