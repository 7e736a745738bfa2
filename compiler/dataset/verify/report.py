"""What verification finds: the faults of records, each with its code, its record and its field."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ....dsl.diagnostics import Diagnostic

ONCE = frozenset({"E0846"})
"""What is wrong with all records alike is kept once, and counted."""

MOST = 1_000
"""How many faults are kept; further ones are counted by their codes."""


@dataclass(frozen=True)
class Fault:
    """One error. `record` is an id, or empty for the whole dataset; `field` is a path in the record."""

    code: str
    record: str
    field: str
    message: str

    def diagnostic(self) -> Diagnostic:
        place = f"record `{self.record}`: " if self.record else ""
        return Diagnostic(self.code, f"{place}{self.message}")


@dataclass(frozen=True)
class Report:
    """What was verified, and the errors found.

    Attributes:
        records: how many records were read.
        checked: how many certificates were checked.
        remade: how many were generated again and compared byte for byte.
        decided: how many problems each engine beside the family's own decided.
        faults: the first errors, in the order of the records.
        counts: the number of errors by code.
        warnings: what could not be checked, and why.
    """

    records: int
    checked: int
    remade: int
    decided: Mapping[str, int]
    faults: tuple[Fault, ...]
    counts: Mapping[str, int]
    warnings: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        return not self.counts

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {
            "ok": self.ok,
            "records": self.records,
            "checked": self.checked,
            "remade": self.remade,
            "decided": dict(self.decided),
            "counts": dict(self.counts),
            "faults": [
                {"code": e.code, "record": e.record, "field": e.field, "message": e.message}
                for e in self.faults
            ],
            "warnings": [
                {"code": warning.code, "message": warning.message} for warning in self.warnings
            ],
        }


class Findings:
    """Gathers a report."""

    def __init__(self) -> None:
        self.records = 0
        self.checked = 0
        self.remade = 0
        self.decided: Counter[str] = Counter()
        self._faults: list[Fault] = []
        self._counts: Counter[str] = Counter()
        self._warnings: dict[str, Diagnostic] = {}

    @property
    def counts(self) -> Mapping[str, int]:
        """How many faults there are of each code so far."""
        return self._counts

    def add(self, faults: Iterable[Fault]) -> None:
        for fault in faults:
            self._counts[fault.code] += 1
            self._keep(fault)

    def _keep(self, fault: Fault) -> None:
        if len(self._faults) < MOST and not (fault.code in ONCE and fault in self._faults):
            self._faults.append(fault)

    def warn(self, warning: Diagnostic) -> None:
        """Keep a warning, the first of its code."""
        self._warnings.setdefault(warning.code, warning)

    def merge(self, found: Report) -> None:
        """Add what was found in the records that follow, but for how many they are."""
        self.checked += found.checked
        self.remade += found.remade
        self.decided.update(found.decided)
        for fault in found.faults:
            self._keep(fault)
        self._counts.update(found.counts)
        for warning in found.warnings:
            self.warn(warning)

    def report(self) -> Report:
        return Report(
            self.records,
            self.checked,
            self.remade,
            dict(sorted(self.decided.items())),
            tuple(self._faults),
            dict(sorted(self._counts.items())),
            tuple(self._warnings.values()),
        )
