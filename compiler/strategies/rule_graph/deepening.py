"""Rules put before others, so that no place that settles which of two rules applies is too near."""

from bisect import bisect_right
from collections.abc import Collection

from ...random.stream import Stream
from .core import STATED, Core, Node, Predicate
from .matching import Broken, too_near
from .sign_changes import Turn


def deepen(core: Core, broken: Broken, limit: int, stream: Stream) -> tuple[Broken, frozenset[int]]:
    """Put a rule before each place that is too near, and move the changes to its condition.

    The rule derives a new predicate from the one at the place, which then requires the new one. The
    rule has up to `limit` conditions. Return the changes, and the nodes that such a rule was put
    before, by their old numbers.
    """
    turns = {turn for turns in broken.values() for turn in turns}
    asked = {number for _, number in turns}
    chosen = sorted(turns & too_near(core))
    moved: dict[Turn, Turn] = {}
    for turn in chosen:
        place = turn[0] + len(moved)  # as many nodes were put before it
        moved[turn] = (place, turn[1])
        _put_before(core, place, turn[1], stream.below(limit), asked, stream)
    places = [place for place, _ in chosen]
    changed = {
        key: tuple(
            moved.get(turn) or (turn[0] + bisect_right(places, turn[0]), turn[1]) for turn in turns
        )
        for key, turns in broken.items()
    }
    return changed, frozenset(places)


def _put_before(
    core: Core, place: int, number: int, more: int, asked: Collection[int], stream: Stream
) -> None:
    """Put a node before another: from one of its conditions, it derives a new one of either sign.

    It has up to `more` facts as further conditions, but none of a predicate in `asked`.
    """
    predicates = core.predicates
    made = len(predicates)
    for predicate in predicates:
        predicate.maker += predicate.maker >= place
    mask = predicates[number].mask
    body, positive = [number], {number}
    facts = [n for n, e in enumerate(predicates) if e.maker == STATED and n not in asked]
    for other in stream.sample(facts, min(more, len(facts))):
        fact = predicates[other]
        if fact.mask and mask and not fact.mask & mask:
            continue
        body.append(other)
        if not fact.default or fact.mask & ~mask:
            positive.add(other)
            mask |= fact.mask
    variables = predicates[number].variables
    predicates.append(Predicate(place, variables, stream.chance(0.5), default=False))
    later = core.nodes[place]
    later.body[later.body.index(number)] = made
    later.positive = (later.positive - {number}) | {made}
    core.nodes.insert(place, Node(body, mask, [made], frozenset(positive)))
