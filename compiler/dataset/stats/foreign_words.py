"""Words of other splits in a dataset, by label: a share that depends on the label gives it away."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...family import Family, Stray, Strays
from ..formats import folder
from ..verify.problem import ProblemReader, Unreadable
from .families import Families


@dataclass(frozen=True)
class Foreign:
    """How many records of splits hold a word that belongs to other splits alone.

    Attributes:
        counts: for each label how many records hold one.
        shares: for each label the share of its records that do.
        records: how many records of each label were looked at.
        words: how many records hold each of those words, the commonest first.
        unread: how many records of splits were not looked at, and `reason` why not.
    """

    counts: Mapping[str, int]
    shares: Mapping[str, float]
    records: Mapping[str, int]
    words: Mapping[str, int]
    unread: int = 0
    reason: str = ""


class _Words:
    """The words of a family's splits."""

    def __init__(self, family: Family) -> None:
        self.strays = Strays(family)
        self._problems = ProblemReader(family)
        self._signature = family.signature

    def find(self, record: Mapping[str, Any]) -> list[Stray]:
        """Return the words in a record that belong to other splits alone. Raises Unreadable."""
        return [*self.strays.find(record, lambda: self._problems.read(record, self._signature))]


class Unsearched(Exception):
    """A record cannot be searched for words of other splits; the text says why."""


class WordFinder:
    """Finds in records the words of other splits. A family is made ready with the first record of a split."""

    def __init__(self, families: Families) -> None:
        self._families = families
        self._words_of: dict[str, _Words] = {}

    def find(self, record: Mapping[str, Any]) -> list[Stray]:
        """Return the words in a record that belong to other splits alone. Raises Unsearched."""
        if not self._families.read():
            raise Unsearched(self._families.reason)
        hash = record["family_hash"]
        if hash not in self._words_of:
            family = self._families.of(hash)
            if family is None:
                raise Unsearched(f"`{record['id']}` is of another family than `{folder.FAMILY}`")
            self._words_of[hash] = _Words(family)
        try:
            return self._words_of[hash].find(record)
        except Unreadable as error:
            raise Unsearched(f"`{record['id']}`: {error}") from error


class ForeignWords:
    """Counts the records of a dataset that hold words of other splits."""

    def __init__(self) -> None:
        self._records = Counter[str]()
        self._counts = Counter[str]()
        self._words = Counter[str]()
        self._unread = 0
        self._reason = ""

    def add(self, record: Mapping[str, Any], finder: WordFinder) -> None:
        if not record["split"]:
            return
        try:
            found = finder.find(record)
        except Unsearched as error:
            self._unread += 1
            self._reason = self._reason or str(error)
            return
        self._records[record["label"]] += 1
        self._counts[record["label"]] += bool(found)
        self._words.update({stray.word for stray in found})

    def merge(self, other: "ForeignWords") -> None:
        """Count the records that another one counted after this."""
        self._records.update(other._records)
        self._counts.update(other._counts)
        self._words.update(other._words)
        self._unread += other._unread
        self._reason = self._reason or other._reason

    def result(self, families: Families) -> Foreign | None:
        """Return the counts; None if no record is of a split, or no split has words of its own."""
        looked = bool(self._records or self._unread)
        divided = any(family.lists for family in families.known)
        if not looked or not (divided or families.reason):
            return None
        words = sorted(self._words.items(), key=lambda each: (-each[1], each[0]))
        return Foreign(
            counts={label: self._counts[label] for label in sorted(self._records)},
            shares={
                label: self._counts[label] / number
                for label, number in sorted(self._records.items())
            },
            records=dict(sorted(self._records.items())),
            words=dict(words),
            unread=self._unread,
            reason=self._reason,
        )
