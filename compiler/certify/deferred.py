"""Labels that some engines confirm later: they are quicker at the problems of many instances together."""

from collections.abc import Mapping

from ..contract import LIMITS, Bulk, EngineError
from ..contract.engine_set import Engines
from ..ir import nodes as ir


class DeferredChecks:
    """Problems that engines decide later, each with the label that the others gave."""

    def __init__(self, engines: Engines) -> None:
        self._kinds = engines.kinds
        self.engines: Mapping[str, Bulk] = engines.bulk
        self._problems: list[tuple[ir.Theory, ir.Query]] = []
        self._labels: list[str] = []

    def add(self, theory: ir.Theory, query: ir.Query, label: str) -> None:
        """Note a problem, and the label that every engine should give it."""
        self._problems.append((theory, query))
        self._labels.append(label)

    def confirm_all(self) -> bool:
        """Ask every engine; return whether each gave every label that it should."""
        try:
            return all(
                list(engine.labels(self._problems, self._kinds, LIMITS)) == self._labels
                for engine in self.engines.values()
            )
        except EngineError:
            return False
