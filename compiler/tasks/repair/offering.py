"""Which statements may be removed: a few that look alike, of which the removal of some is right."""

from collections.abc import Sequence

from msgspec.structs import replace

from ...contract.engine_set import Engines
from ...family import Rejected
from ...ir import nodes as ir
from ...random.stream import Stream
from .knobs import RepairKnobs
from .resemblance import Limits, alike, common_names, traits_of
from .search import Found, find_among, labels_without


def offer(
    engines: Engines,
    theory: ir.Theory,
    goal: ir.Repairs,
    size: int,
    knobs: RepairKnobs,
    stream: Stream,
) -> Found | Rejected | None:
    """Return a question about a few statements that look alike.

    It holds the first group of which some sets of the wanted size are right, but not too many. The engine is asked only
    about what can be removed from such a group.

    Args:
        goal: the question about all statements.
    """
    kept = set(goal.kept)
    pool = [each for each in theory.statements if each.id not in kept]
    label_of = labels_without(engines, theory, goal.goal)
    for group in _groups(theory, pool, goal, knobs, stream):
        offered = {pool[place].id for place in group}
        own = tuple(each.id for each in theory.statements if each.id not in offered)
        found = find_among(label_of, theory, replace(goal, kept=own), size)
        if isinstance(found, Rejected):
            return found
        if found is None or found.goal.size < size or len(found.sets) > knobs.repairs:
            continue
        inside = {id for each in found.sets for id in each}
        if inside < offered:
            return found
    return None


def _groups(
    theory: ir.Theory,
    pool: Sequence[ir.Labelled],
    goal: ir.Repairs,
    knobs: RepairKnobs,
    stream: Stream,
) -> list[tuple[int, ...]]:
    """Return the groups of statements that look alike, by their places in the pool."""
    statements = [each.statement for each in pool]
    rest = [each.statement for each in theory.statements]
    asked = goal.goal.statement if isinstance(goal.goal, ir.Entailed) else None
    traits = traits_of(statements, rest, asked, common_names(statements))
    limits = Limits(knobs.apart, knobs.uneven)
    return alike(traits, knobs.offered, limits, stream.fork("offered"))
