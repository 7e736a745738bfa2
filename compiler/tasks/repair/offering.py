"""Which statements may be removed: a few that look alike, of which the removal of some is right."""

from msgspec.structs import replace

from ...ir import nodes as ir
from ...random.stream import Stream
from .knobs import RepairKnobs
from .resemblance import alike, common_names, traits_of
from .search import Found


def offer(theory: ir.Theory, found: Found, knobs: RepairKnobs, stream: Stream) -> Found | None:
    """Return a question about a few statements, which holds the first group that has few enough of the sets found."""
    goal = found.goal
    kept = set(goal.kept)
    pool = [each for each in theory.statements if each.id not in kept]
    statements = [each.statement for each in pool]
    asked = goal.goal.statement if isinstance(goal.goal, ir.Entailed) else None
    rest = [each.statement for each in theory.statements]
    right = {place for place, each in enumerate(pool) if any(each.id in own for own in found.sets)}
    stream = stream.fork("offered")
    traits = traits_of(statements, rest, asked, common_names(statements))
    for group in alike(traits, right, knobs.offered, knobs.apart, stream):
        offered = {pool[place].id for place in group}
        sets = tuple(each for each in found.sets if offered.issuperset(each))
        inside = {id for each in sets for id in each}
        if 0 < len(sets) <= knobs.repairs and inside < offered:
            own = tuple(each.id for each in theory.statements if each.id not in offered)
            return Found(replace(goal, kept=own), sets)
    return None
