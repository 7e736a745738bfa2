"""Offering statements each of which is right for one of several questions, so that only the question tells which is.

A theory, and what is offered from it, are chosen before the question is: the places of right statements take turns.
Nothing that is seen in the theory alone, such as lengths or names that statements share, makes one of the statements
more likely to be right.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import combinations, islice

from ...certify.exploration import answer
from ...contract import UNDECIDED
from ...contract.engine_set import Engines
from ...family import Rejected
from ...ir import Symbol, nodes as ir, symbols, without
from ...random.stream import Stream
from ..drawn_answers import OUT_OF_BUDGET
from ..instructions import LABELS
from .knobs import RepairKnobs
from .search import Found

QUESTIONS = 24
"""How many questions about a theory are tried: each is decided without every statement."""

GROUPS = 2_000
"""How many groups of statements are tried for a theory."""


def offer_exchanged(
    engines: Engines,
    theory: ir.Theory,
    asked: Sequence[ir.Entailed],
    wanted: str,
    kept: Set[str],
    knobs: RepairKnobs,
    place: int,
    stream: Stream,
) -> Found | Rejected | None:
    """Return a question about a few statements of which one is right, while each other is right for another question.

    Args:
        asked: what may be asked about the theory.
        wanted: the label that the question is to get.
        kept: the statements that are never offered.
        place: the place of the right one among those offered.
    """
    pool = [each for each in theory.statements if each.id not in kept]
    deciding = _find_deciding(engines, theory, pool, asked, wanted, knobs)
    if isinstance(deciding, Rejected):
        return deciding
    held = {id for ids in deciding.values() for id in ids}
    used = [each for each in pool if each.id in held]
    for group in _groups(used, knobs.offered, stream.fork("offered")):
        choices = _choose_questions(group, deciding)
        if choices is not None:
            right = [each.id for each in used if each.id in choices][place]
            goal = stream.pick(choices[right])
            own = tuple(each.id for each in theory.statements if each.id not in choices)
            return Found(ir.Repairs(goal, wanted, 1, own), ((right,),))
    return None


def _find_deciding(
    engines: Engines,
    theory: ir.Theory,
    pool: Sequence[ir.Labelled],
    asked: Sequence[ir.Entailed],
    wanted: str,
    knobs: RepairKnobs,
) -> dict[ir.Entailed, frozenset[str]] | Rejected:
    """Return for each question the statements without any one of which it has the wanted label."""
    told = {goal: answer(engines, theory, ir.Query(goal)) for goal in asked}
    known = [goal for goal, label in told.items() if label in LABELS and label != wanted]
    found: dict[ir.Entailed, set[str]] = {goal: set() for goal in known[:QUESTIONS]}
    for each in pool:  # one theory after the other: an engine keeps what it knows of a theory
        rest = without(theory, (each.id,))
        for goal, ids in found.items():
            label = answer(engines, rest, ir.Query(goal))
            if label == UNDECIDED:
                return Rejected(OUT_OF_BUDGET, spent=True)
            if label == wanted:
                ids.add(each.id)
    return {goal: frozenset(ids) for goal, ids in found.items() if len(ids) >= max(knobs.needed, 1)}


def _groups(
    statements: Sequence[ir.Labelled], size: int, stream: Stream
) -> Iterator[tuple[ir.Labelled, ...]]:
    """Yield groups of statements in random order, up to a number."""
    return islice(combinations(stream.shuffled(list(statements)), size), GROUPS)


def _choose_questions(
    group: tuple[ir.Labelled, ...], deciding: Mapping[ir.Entailed, frozenset[str]]
) -> dict[str, list[ir.Entailed]] | None:
    """Return for each statement of a group the questions for which it alone is right; None if one has none.

    All statements of a group have as many individuals, concepts and roles of each of these questions.
    """
    found: dict[str, list[ir.Entailed]] = {each.id: [] for each in group}
    for goal, ids in deciding.items():
        right = ids.intersection(found)
        if len(right) == 1:
            asked = _names(goal.statement)
            shared = [_names(each.statement) & asked for each in group]
            if len({tuple(sorted(kind for kind, *_ in each)) for each in shared}) == 1:
                found[min(right)].append(goal)
    return found if all(found.values()) else None


@lru_cache(maxsize=4096)
def _names(statement: ir.Statement) -> frozenset[Symbol]:
    return frozenset(symbols([statement]))
