"""Labels that an engine has still to bear out: it is quicker at the problems of many instances together."""

from __future__ import annotations

from collections.abc import Mapping

from ..contract import LIMITS, Bulk, EngineError
from ..ir import nodes as ir
from ..kinds import Kind


class Pending:
    """Problems that engines are asked later, each with the label that the others gave."""

    def __init__(self, engines: Mapping[str, Bulk], kinds: Mapping[str, Kind]) -> None:
        self.engines = engines
        self._kinds = kinds
        self._problems: list[tuple[ir.Theory, ir.Query]] = []
        self._labels: list[str] = []

    def add(self, theory: ir.Theory, query: ir.Query, label: str) -> None:
        """Note what every engine is to be asked, and the label that it should give."""
        self._problems.append((theory, query))
        self._labels.append(label)

    def borne_out(self) -> bool:
        """Ask every engine, and tell whether each gave each label that it should."""
        try:
            return all(
                list(engine.labels(self._problems, self._kinds, LIMITS)) == self._labels
                for engine in self.engines.values()
            )
        except EngineError:
            return False
