"""Explanations of sums for questions about programs that optimise."""

from ..ir import LOWEST, directions, nodes as ir, optimised_elements
from ..language import Language


def optimises(theory: ir.Theory) -> bool:
    return any(isinstance(statement.statement, ir.Optimise) for statement in theory.statements)


def explain_priorities(theory: ir.Theory, language: Language) -> str:
    """Return how sums are combined, to begin a question with; empty if there is only one sum."""
    priorities = {priority for _, priority in optimised_elements(theory)}
    several = (
        sum(isinstance(statement.statement, ir.Optimise) for statement in theory.statements) > 1
    )
    if not several and priorities <= {LOWEST}:
        return ""
    mixed = any(len(direction) > 1 for direction in directions(theory, 1))
    keys = ("one sum", "negative sum") if mixed else ("one sum",)
    return "".join(f"{language.text(key)} " for key in keys)
