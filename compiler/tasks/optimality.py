"""Explanations of sums for questions about programs that optimise."""

from ..ir import LOWEST, directions, nodes as ir, optimised_elements

ONE_SUM = (
    "All that should be small or large at one priority, which is 0 where none is named, makes one sum, "
    "in which a tuple counts once; a higher priority comes first. "
)
NEGATIVE = "What should be large counts as negative beside what should be small. "


def optimises(theory: ir.Theory) -> bool:
    return any(isinstance(statement.statement, ir.Optimise) for statement in theory.statements)


def explain_priorities(theory: ir.Theory) -> str:
    """Return how sums are combined, to begin a question with; empty if there is only one sum."""
    priorities = {priority for _, priority in optimised_elements(theory)}
    several = (
        sum(isinstance(statement.statement, ir.Optimise) for statement in theory.statements) > 1
    )
    if not several and priorities <= {LOWEST}:
        return ""
    mixed = any(len(direction) > 1 for direction in directions(theory, 1))
    return ONE_SUM + (NEGATIVE if mixed else "")
