"""What the words after `ask TASK` are read against."""

from dataclasses import dataclass

from ...dsl.diagnostics import Report
from ..contract import Feature
from ..notation import StatementScope
from .grammar import Grammar
from .records.types import RecordType


@dataclass(frozen=True)
class AskScope:
    """What the words after `ask TASK` are read against."""

    record: RecordType | None
    report: Report
    statements: StatementScope | None = None
    accepts: frozenset[Feature] = frozenset()
    """What the family's logic accepts."""
    grammar: Grammar | None = None
    """What fills the holes of a statement that is asked about."""
    predicates: frozenset[str] = frozenset()
    """The predicates of the family's declarations and statements; empty if they are not all known."""
