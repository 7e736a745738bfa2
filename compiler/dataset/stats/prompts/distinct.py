"""How many different texts there are, in bounded memory."""

from collections.abc import Iterable

from ...repeats import digest

MOST_RECENT = 4_000
"""How many texts are remembered as they are, to save the time for their digests if they come again."""

MOST_FORMS = 100_000
"""How many different texts are remembered; of more, a share that is halved as often as needed."""


class Distinct:
    """Counts different texts by their digests.

    When there are too many, those whose digest is even are kept, then every fourth …, as in P. B. Gibbons, Distinct
    sampling, VLDB 2001, 541-550. What is kept depends on the texts alone, not on their order or on parts.
    """

    def __init__(self) -> None:
        self._level = 0
        self._digests: set[int] = set()
        self._recent: set[str] = set()

    def add(self, texts: Iterable[str]) -> None:
        new = set(texts) - self._recent
        if new:
            self._digests.update(
                each for each in map(digest, new) if not each & ((1 << self._level) - 1)
            )
            self._settle()
            if len(self._recent) + len(new) > MOST_RECENT:
                self._recent.clear()
            self._recent |= new

    def merge(self, other: "Distinct") -> None:
        """Add what another one counted."""
        self._level = max(self._level, other._level)
        self._digests |= other._digests
        self._keep()
        self._settle()

    def _settle(self) -> None:
        while len(self._digests) > MOST_FORMS:
            self._level += 1
            self._keep()

    def _keep(self) -> None:
        mask = (1 << self._level) - 1
        self._digests = {each for each in self._digests if not each & mask}

    @property
    def count(self) -> int:
        """How many different texts there are; estimated unless `exact`."""
        return len(self._digests) << self._level

    @property
    def exact(self) -> bool:
        return not self._level
