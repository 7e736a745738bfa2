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


class ForeignWords:
    """Counts the records of a dataset that hold words of other splits. The family is read with the first of a split."""

    def __init__(self, families: Families) -> None:
        self._families = families
        self._words_of: dict[str, _Words] = {}
        self._records = Counter[str]()
        self._counts = Counter[str]()
        self._words = Counter[str]()
        self._unread = 0
        self._reason = ""

    def add(self, record: Mapping[str, Any]) -> None:
        if not record["split"]:
            return
        if not self._families.read():
            self._pass(self._families.reason)
            return
        own = self._own(record["family_hash"])
        if own is None:
            self._pass(f"`{record['id']}` is of another family than `{folder.FAMILY}`")
            return
        try:
            found = own.find(record)
        except Unreadable as error:
            self._pass(f"`{record['id']}`: {error}")
            return
        self._records[record["label"]] += 1
        self._counts[record["label"]] += bool(found)
        self._words.update({stray.word for stray in found})

    def _own(self, hash: str) -> _Words | None:
        if hash not in self._words_of:
            family = self._families.of(hash)
            if family is None:
                return None
            self._words_of[hash] = _Words(family)
        return self._words_of[hash]

    def _pass(self, reason: str) -> None:
        self._unread += 1
        self._reason = self._reason or reason

    def result(self) -> Foreign | None:
        """Return the counts; None if no record is of a split, or no split has words of its own."""
        looked = bool(self._records or self._unread)
        divided = any(family.lists for family in self._families.known)
        if not looked or not (divided or self._families.reason):
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
