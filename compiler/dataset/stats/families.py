"""The families that a dataset is of, from the bundle beside its records."""

from pathlib import Path

from ....dsl.diagnostics import SpecError
from ...api import load_families
from ...family import Family
from ..formats import folder


class Families:
    """The families of a dataset, read when one is wanted first.

    Attributes:
        reason: why there are none; empty before they are read, and if they could be.
    """

    def __init__(self, dataset: Path) -> None:
        self.reason = ""
        self._path = folder.family_of(dataset)
        self._by_hash: dict[str, Family] = {}

    def of(self, hash: str) -> Family | None:
        """Return the family of a record by its hash; None for another than the dataset's."""
        return self._by_hash.get(hash) if self.read() else None

    @property
    def known(self) -> tuple[Family, ...]:
        """The families, if they were read."""
        return tuple(self._by_hash.values())

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
