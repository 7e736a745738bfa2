"""Finding the smallest sets of statements to remove, by trying all sets of each size."""

from dataclasses import dataclass
from itertools import combinations
from math import comb

from ...certify.exploration import answer
from ...contract import UNDECIDED
from ...contract.engine_set import Engines
from ...family import Rejected
from ...ir import nodes as ir, without
from ..drawn_answers import OUT_OF_BUDGET

MOST_SETS = 400
"""How many sets of statements may be tried: the record has evidence for each."""


@dataclass(frozen=True)
class Found:
    """The question about the smallest sets, and these sets."""

    goal: ir.Repairs
    sets: tuple[tuple[str, ...], ...]


def find_repairs(
    engines: Engines,
    theory: ir.Theory,
    goal: ir.Entailed | ir.Consistent,
    wanted: str,
    kept: tuple[str, ...],
    most: int,
) -> Found | Rejected | None:
    """Return the smallest sets without which a question has the wanted label; None if none has `most` statements.

    The empty set is not tried.
    """
    ids = ir.Repairs(goal, wanted, 0, kept).removable(theory)
    for size in range(1, most + 1):
        if sum(comb(len(ids), each) for each in range(size + 1)) > MOST_SETS:
            return Rejected(f"there are more than {MOST_SETS} sets of statements to try")
        found: list[tuple[str, ...]] = []
        for removed in combinations(ids, size):
            label = answer(engines, without(theory, removed), ir.Query(goal))
            if label == UNDECIDED:
                return Rejected(OUT_OF_BUDGET, spent=True)
            if label == wanted:
                found.append(removed)
        if found:
            return Found(ir.Repairs(goal, wanted, size, kept), tuple(found))
    return None
