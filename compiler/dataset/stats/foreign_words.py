"""Words of other splits in a dataset, by label: a share that depends on the label gives it away."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....dsl.diagnostics import SpecError
from ...api import load
from ...family import Family, Strays
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


class ForeignWords:
    """Counts the records of a dataset that hold words of other splits. The family is read with the first of a split."""

    def __init__(self, dataset: Path) -> None:
        self._path = folder.family_of(dataset)
        self._strays: Strays | None = None
        self._problems: ProblemReader | None = None
        self._family: Family | None = None
        self._records = Counter[str]()
        self._counts = Counter[str]()
        self._words = Counter[str]()
        self._unread = 0
        self._reason = ""

    def add(self, record: Mapping[str, Any]) -> None:
        if not record["split"]:
            return
        family = self._read()
        if family is None or self._strays is None or self._problems is None:
            self._unread += 1
            return
        if record["family_hash"] != family.hash:
            self._pass(f"`{record['id']}` is of another family than `{folder.FAMILY}`")
            return
        try:
            problems = self._problems
            found = self._strays.find(record, lambda: problems.read(record, family.signature))
        except Unreadable as error:
            self._pass(f"`{record['id']}`: {error}")
            return
        self._records[record["label"]] += 1
        self._counts[record["label"]] += bool(found)
        self._words.update({stray.word for stray in found})

    def _pass(self, reason: str) -> None:
        self._unread += 1
        self._reason = self._reason or reason

    def _read(self) -> Family | None:
        """Read the family, once; return None, with the reason, if it is missing or refused."""
        if self._family is None and not self._reason:
            if self._path is None:
                self._reason = f"no `{folder.FAMILY}` stands beside the records"
                return None
            try:
                self._family = load(self._path)
                self._strays = Strays(self._family)
                self._problems = ProblemReader(self._family)
            except SpecError as error:
                self._reason = f"`{folder.FAMILY}` is refused: {error.diagnostics[0].message}"
        return self._family

    def result(self) -> Foreign | None:
        """Return the counts; None if no record is of a split, or no split has words of its own."""
        divided = self._strays is not None and self._strays.divided
        if not divided and not (self._strays is None and self._unread):
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
