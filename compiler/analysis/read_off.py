"""Questions that another question answers: about answer sets, or whether it follows that there is nothing.

Every engine decides the other question, and the answer is read off its evidence.
"""

from collections.abc import Mapping
from typing import Any

from ..ir import nodes as ir
from ..notation import read_literal, show

SEVERAL = "several"
"""The label if a program has several answer sets and the question is about its only one."""


def certified_label(asked: ir.Goal, certificate: Mapping[str, Any]) -> str:
    """Return the label of the other question that its certificate supports."""
    if isinstance(asked, ir.Entailed):
        return str(certificate.get("label"))
    listed = certificate.get("sets")
    number = len(listed) if isinstance(listed, list) else 0
    return str(number) if certificate.get("complete") is True else "more"


def read_off(goal: ir.Goal, theory: ir.Theory, label: str, certificate: Mapping[str, Any]) -> str:
    """Return the label of a question from that of the other question and its certificate."""
    if isinstance(goal, ir.Consistent):
        return goal.read_label(label)
    if label == "0":
        return "inconsistent"
    if label != "1" and goal.of_only_set:
        return SEVERAL
    sets = certificate["sets"] if goal.of_only_set else ()
    literals = [read_literal(value) for one in sets for value in one]
    return goal.read_off(theory, label, literals, certificate["cost"], show)


def format_sets(goal: ir.Goal, certificate: Mapping[str, Any]) -> str:
    """Return all answer sets and their cost as text, in order; empty for another question, or if some are missing."""
    if not isinstance(goal, ir.AnswerSets) or not certificate["complete"]:
        return ""
    sets = sorted(f"{{{', '.join(sorted(value))}}}" for value in certificate["sets"])
    return " ".join([*sets, *map(str, certificate["cost"] or ())])
