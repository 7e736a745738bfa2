"""The families that a dataset is of, from the bundle beside its records."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ....dsl.diagnostics import SpecError
from ...api import load_bundle, load_families
from ...family import Family
from ..formats import folder


class Families:
    """The families of a dataset, read when one is wanted first.

    Attributes:
        reason: why there are none; empty before they are read, and if they could be.
    """

    def __init__(self, dataset: Path | None = None) -> None:
        self.reason = ""
        self._path = None if dataset is None else folder.family_of(dataset)
        self._by_hash: dict[str, Family] = {}

    @classmethod
    def of_bundles(cls, bundles: Iterable[Mapping[str, Any]], reason: str) -> "Families":
        """Return the families of another process, from their bundles, or the reason why it has none."""
        families = cls()
        families.reason = reason
        families._by_hash = {family.hash: family for family in map(load_bundle, bundles)}
        return families

    def of(self, hash: str) -> Family | None:
        """Return the family of a record by its hash; None for another than the dataset's."""
        return self._by_hash.get(hash) if self.read() else None

    @property
    def known(self) -> tuple[Family, ...]:
        """The families, if they were read."""
        return tuple(self._by_hash.values())

    def bundles(self) -> tuple[Mapping[str, Any], ...]:
        """Return the bundles of the families, for another process."""
        return tuple(family.bundle() for family in self.known)

    def read(self) -> bool:
        """Return whether there are families. They are read once."""
        if not self._by_hash and not self.reason:
            if self._path is None:
                self.reason = f"no `{folder.FAMILY}` stands beside the records"
                return False
            try:
                self._by_hash = {family.hash: family for family in load_families(self._path)}
            except SpecError as error:
                self.reason = f"`{folder.FAMILY}` is refused: {error.diagnostics[0].message}"
        return bool(self._by_hash)
