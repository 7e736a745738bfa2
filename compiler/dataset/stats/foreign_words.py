"""Words of other splits in a dataset, by label: a share that depends on the label gives it away."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....dsl.diagnostics import SpecError
from ...api import load_families
from ...family import Family, Stray, Strays
from ..formats import folder
from ..verify.problem import ProblemReader, Unreadable


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

    def __init__(self, dataset: Path) -> None:
        self._path = folder.family_of(dataset)
        self._words_of: dict[str, _Words] = {}
        self._records = Counter[str]()
        self._counts = Counter[str]()
        self._words = Counter[str]()
        self._unread = 0
        self._reason = ""

    def add(self, record: Mapping[str, Any]) -> None:
        if not record["split"]:
            return
        if not self._read():
            self._unread += 1
            return
        own = self._words_of.get(record["family_hash"])
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

    def _pass(self, reason: str) -> None:
        self._unread += 1
        self._reason = self._reason or reason

    def _read(self) -> bool:
        """Read the families, once; return whether there are any, and keep the reason if they are missing or refused."""
        if not self._words_of and not self._reason:
            if self._path is None:
                self._reason = f"no `{folder.FAMILY}` stands beside the records"
                return False
            try:
                families = load_families(self._path)
                self._words_of = {family.hash: _Words(family) for family in families}
            except SpecError as error:
                self._reason = f"`{folder.FAMILY}` is refused: {error.diagnostics[0].message}"
        return bool(self._words_of)

    def result(self) -> Foreign | None:
        """Return the counts; None if no record is of a split, or no split has words of its own."""
        divided = any(own.strays.divided for own in self._words_of.values())
        if not divided and not (not self._words_of and self._unread):
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
