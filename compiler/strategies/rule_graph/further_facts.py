"""Facts about more individuals than those that the core mentions.

With them an answer set has several literals of a predicate, some with one sign and some with the
other. Rules whose conditions they satisfy apply once more; rules outside the core stay idle.
"""

from dataclasses import dataclass

from ...random.stream import Stream
from .program import Program


@dataclass(frozen=True, slots=True)
class Further:
    """A fact: the number of its predicate, its sign, and the numbers of its individuals."""

    number: int
    negative: bool
    arguments: tuple[int, ...]


def further(
    program: Program, number: int, opposite: float, individuals: int, stream: Stream
) -> tuple[Further, ...]:
    """Draw facts of predicates that have arguments, without duplicates, so perhaps fewer.

    Every second one is of the next predicate of a body, and all these are instances under one
    substitution, so that rules apply once more. The others are about any individuals, every second
    one of a predicate that rules derive.

    Args:
        number: how many are wanted.
        opposite: the probability that one of the others has the sign that the core does not derive,
            unless a rule outside it would then apply.
        individuals: how many there are.
    """
    predicates = program.core.predicates
    known = [place for place, each in enumerate(predicates) if each.variables]
    if not known:
        return ()
    derived = [place for place in known if predicates[place].maker >= 0] or known
    nodes = stream.shuffled(program.core.nodes)
    bodies = [place for node in nodes for place in node.body if place in node.positive]
    met = [place for place in dict.fromkeys(bodies) if predicates[place].variables][: number // 2]
    other = [stream.below(individuals) for _ in range(individuals)]
    found: dict[tuple[int, tuple[int, ...]], Further] = {}
    for place in met:
        predicate = predicates[place]
        arguments = tuple(other[variable] for variable in predicate.variables)
        found[place, arguments] = Further(place, predicate.negative, arguments)
    for turn in range(number - len(met)):
        place = stream.pick(known if turn % 2 else derived)
        predicate = predicates[place]
        arguments = tuple(stream.below(individuals) for _ in predicate.variables)
        turned = stream.chance(opposite) and place not in program.fixed
        each = Further(place, predicate.negative is not turned, arguments)
        found.setdefault((place, arguments), each)
    return tuple(
        each for each in found.values() if each.arguments != predicates[each.number].variables
    )
