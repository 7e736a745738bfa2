"""Questions answered from answer sets: the values of a literal in the only one, and the cost of the best.

Every engine computes answer sets, and the answer is read off its evidence.
"""

from collections.abc import Mapping
from typing import Any

from ..ir import nodes as ir
from ..notation import read_literal, show

SEVERAL = "several"
"""The label if a program has several answer sets and the question is about its only one."""


def read_off(goal: ir.Goal, theory: ir.Theory, label: str, certificate: Mapping[str, Any]) -> str:
    """Return the label of a question from that of the answer sets and their certificate."""
    if label == "0":
        return "inconsistent"
    if label != "1" and goal.of_only_set:
        return SEVERAL
    sets = certificate["sets"] if goal.of_only_set else ()
    literals = [read_literal(value) for one in sets for value in one]
    return goal.read_off(theory, literals, certificate["cost"], show)


def format_sets(goal: ir.Goal, certificate: Mapping[str, Any]) -> str:
    """Return all answer sets and their cost as text, in order; empty for another question, or if some are missing."""
    if not isinstance(goal, ir.AnswerSets) or not certificate["complete"]:
        return ""
    sets = sorted(f"{{{', '.join(sorted(value))}}}" for value in certificate["sets"])
    return " ".join([*sets, *map(str, certificate["cost"] or ())])
