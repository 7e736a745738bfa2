"""Words that are divided among splits: the words of a list for each of them, and the words that belong only to
others.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Division:
    """A list of words, and what of it belongs to which split.

    Attributes:
        words: the whole list.
        parts: the words of each split. A split without a part of its own has the whole list.
        kept: the one split that has the list at all; empty if all have it.
    """

    words: tuple[str, ...]
    parts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    kept: str = ""

    @property
    def divides(self) -> bool:
        """Whether some split has other words than another one."""
        return bool(self.parts or self.kept)

    def of(self, split: str) -> tuple[str, ...]:
        """Return the words that a split has, in the order of the list."""
        if self.kept not in ("", split):
            return ()
        if split not in self.parts:
            return self.words
        return tuple(word for word in self.words if word in self.parts[split])


def foreign_words(divisions: Iterable[Division], split: str) -> frozenset[str]:
    """Return the words that lists have for other splits alone: in none of the lists do they belong to this one."""
    every, own = set[str](), set[str]()
    for division in divisions:
        every.update(division.words)
        own.update(division.of(split))
    return frozenset(every - own)
