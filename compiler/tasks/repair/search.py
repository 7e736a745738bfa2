"""Finding the smallest sets of statements to remove, by trying all sets of each size."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

from msgspec.structs import replace

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
    label_of = labels_without(engines, theory, goal)
    return find_among(label_of, theory, ir.Repairs(goal, wanted, 0, kept), most)


def labels_without(
    engines: Engines, theory: ir.Theory, goal: ir.Entailed | ir.Consistent
) -> Callable[[tuple[str, ...]], str]:
    """Return what tells the label of a question without some statements. It asks once about each set of them."""

    @cache
    def label_of(removed: tuple[str, ...]) -> str:
        return answer(engines, without(theory, removed), ir.Query(goal))

    return label_of


def find_among(
    label_of: Callable[[tuple[str, ...]], str], theory: ir.Theory, goal: ir.Repairs, most: int
) -> Found | Rejected | None:
    """Return the smallest sets, as `find_repairs` does, of what a question allows to remove."""
    ids = goal.removable(theory)
    for size in range(1, most + 1):
        if sum(comb(len(ids), each) for each in range(size + 1)) > MOST_SETS:
            return Rejected(f"there are more than {MOST_SETS} sets of statements to try")
        found: list[tuple[str, ...]] = []
        for removed in combinations(ids, size):
            label = label_of(removed)
            if label == UNDECIDED:
                return Rejected(OUT_OF_BUDGET, spent=True)
            if label == goal.wanted:
                found.append(removed)
        if found:
            return Found(replace(goal, size=size), tuple(found))
    return None
