"""What the words after `ask TASK` are read against."""

from dataclasses import dataclass

from ...dsl.diagnostics import Report
from ..contract import Feature
from ..ir import nodes as ir, walk
from ..notation import StatementScope
from .grammar import Grammar, Written
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


def known_predicates(grammar: Grammar, core: Written) -> frozenset[str]:
    """Return the predicates of the declarations, the productions and the statements written out.

    Empty if there are others, which a hole stands for.
    """
    templates: list[ir.Node] = [
        option.template for each in grammar.productions.values() for option in each.options
    ]
    templates += [line.template for line in core.lines if line.template is not None]
    found = {
        node.predicate for each in templates for node in walk(each) if isinstance(node, ir.Atom)
    }
    if not grammar.declared and any(isinstance(name, ir.Hole) for name in found):
        return frozenset()
    names = {name for name in found if isinstance(name, str)}
    return frozenset({*names, *grammar.predicates, *grammar.declared})
