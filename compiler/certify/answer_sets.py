"""The answer sets of a theory, by the engine that its logic explores with."""

from __future__ import annotations

from ..contract import UNDECIDED
from ..family.family import Family
from ..ir import nodes as ir
from ..notation.literals import read_literal
from .certify import explored


def answer_sets(
    family: Family, theory: ir.Theory, most: int
) -> tuple[tuple[tuple[ir.Literal, ...], ...], bool] | None:
    """Give up to `most` answer sets and whether these are all, by the engine that the logic explores with.

    None where the engine ran out of its budget.
    """
    verdict = explored(family, theory, ir.Query(ir.AnswerSets(most)))
    if verdict.label == UNDECIDED:
        return None
    sets = tuple(tuple(map(read_literal, each)) for each in verdict.certificate["sets"])
    return sets[:most], bool(verdict.certificate["complete"])
