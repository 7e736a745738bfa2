"""Whether the right option is in each place equally often."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...view import right_options
from .significance import Independence, goodness


@dataclass(frozen=True)
class Places:
    """How often the right option, or each of several, is at each place among the options.

    `test` is Pearson's, of whether all places are equally likely; None if there is one place.
    """

    options: int
    counts: Mapping[str, int]
    test: Independence | None


def right(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the options that a record's label names; none if it names no options."""
    letters = [option["label"] for option in record["options"] or ()]
    return right_options(letters, str(record["label"]))


class Standing:
    """Counts the places of right options, for each number of options."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, ...], Counter[str]] = {}

    def add(self, record: Mapping[str, Any]) -> None:
        named = right(record)
        if named:
            letters = tuple(option["label"] for option in record["options"])
            self._counts.setdefault(letters, Counter()).update(named)

    def merge(self, other: "Standing") -> None:
        """Count what another one counted."""
        for letters, counts in other._counts.items():
            self._counts.setdefault(letters, Counter()).update(counts)

    def result(self) -> tuple[Places, ...]:
        return tuple(
            Places(
                len(letters),
                {letter: counts[letter] for letter in letters},
                goodness([counts[letter] for letter in letters]),
            )
            for letters, counts in sorted(self._counts.items())
        )
