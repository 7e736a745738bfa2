"""The notation in which a problem that is written out is asked and answered: that of its source."""

from dataclasses import dataclass

from ...dsl import syntax
from ...dsl.parsing.parser import parse_statement
from ...dsl.source import NOWHERE, Source
from ..contract import Notation
from ..ir import nodes as ir
from . import to_syntax
from .literals import read_literal


@dataclass(frozen=True)
class SourceNotation:
    """Reads queries and shows nodes.

    Attributes:
        format: that of the source; None if it is ours, or has no notation for queries and answers.
        problem: the source.
    """

    format: Notation | None = None
    problem: Source = NOWHERE.source

    def read(self, query: Source) -> syntax.Statement:
        """Return the statement of a query. Raises SpecError with places in the query."""
        if self.format is None:
            return parse_statement(query)
        return self.format.read_query(query, self.problem)

    def show(self, node: ir.Node) -> str:
        """Return a node as text: in our notation where the source's cannot say it."""
        told = None if self.format is None else self.format.show(node)
        return to_syntax.show(node) if told is None else told

    def literal(self, text: str) -> str:
        """Return the literal of a certificate, which is in our notation."""
        return text if self.format is None else self.show(read_literal(text))


OURS = SourceNotation()
