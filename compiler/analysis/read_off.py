"""Questions whose answers stand in answer sets: the values of a literal in the only one, and the cost of the best.

They are decided by asking every engine for the answer sets, and reading the answer off what it gives as evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ..ir import nodes as ir
from ..ir.fill import fill
from ..ir.match import match
from ..ir.optimisation import sums
from ..notation.literals import read_literal
from ..notation.to_syntax import show
from .subquestions import NOBODY

Asked = TypeVar("Asked", ir.Answers, ir.Number)

SEVERAL = "several"
"""The label where a program that is asked for what is in its only answer set has several."""

ANSWER_SETS = "answer_sets"
"""The feature of logics whose theories have answer sets."""


def behind(goal: ir.Goal, accepts: frozenset[str]) -> ir.AnswerSets | None:
    """Give the question for answer sets that a question is answered by; None for one that engines decide themselves."""
    if ANSWER_SETS in accepts and isinstance(goal, ir.Answers | ir.Number | ir.Optimum):
        return ir.AnswerSets(1)
    return None


def read_off(goal: ir.Goal, theory: ir.Theory, label: str, certificate: Mapping[str, Any]) -> str:
    """Give the label of a question from those of the answer sets and their certificate."""
    if label == "0":
        return "inconsistent"
    if isinstance(goal, ir.Optimum):
        return ",".join(map(str, sums(theory, certificate["cost"])))
    if label != "1":
        return SEVERAL
    assert isinstance(goal, ir.Answers | ir.Number)
    (literals,) = certificate["sets"]
    found = values(goal, [read_literal(each) for each in literals])
    return str(len(found)) if isinstance(goal, ir.Number) else listed(found)


def values(goal: ir.Answers | ir.Number, literals: Sequence[ir.Literal]) -> tuple[ir.Term, ...]:
    """Give the values of the variable for which a set holds the literal, in alphabetical order."""
    atom, variable = goal.literal.atom, ir.Var(goal.variable)
    hole = ir.Hole("value")
    terms = tuple(hole if each == variable else each for each in atom.arguments)
    pattern = ir.Literal(ir.Atom(atom.predicate, terms), goal.literal.negative)
    bound = (match(pattern, each) for each in literals)
    found = {each["value"] for each in bound if each is not None}
    return tuple(sorted(found, key=show))  # type: ignore[arg-type]


def questions(goal: Asked, literals: Sequence[ir.Literal]) -> list[Asked]:
    """Give every way to fill the holes of a question so that a set holds its literal for some value."""
    atom, variable = goal.literal.atom, ir.Var(goal.variable)
    hole = ir.Hole("a value")
    terms = tuple(hole if each == variable else each for each in atom.arguments)
    pattern = ir.Literal(ir.Atom(atom.predicate, terms), goal.literal.negative)
    found: dict[Asked, None] = {}
    for each in literals:
        bound = match(pattern, each)
        if bound is not None:
            own = {name: value for name, value in bound.items() if name != hole.name}
            found[fill(goal, own)] = None  # type: ignore[index]
    return list(found)


def listed(found: Sequence[ir.Term]) -> str:
    """Give the label that names values."""
    names = [show(each) for each in found]
    return ",".join(f"`{each}`" if each == NOBODY else each for each in names) or NOBODY


def listed_sets(goal: ir.Goal, certificate: Mapping[str, Any]) -> str:
    """Give all answer sets and their cost as text, in order; nothing of another question, or where they are not all."""
    if not isinstance(goal, ir.AnswerSets) or not certificate["complete"]:
        return ""
    sets = sorted(f"{{{', '.join(sorted(each))}}}" for each in certificate["sets"])
    return " ".join([*sets, *map(str, certificate["cost"] or ())])
