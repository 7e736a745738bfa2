"""Rules that are put before others, so that no place that settles which of two rules applies is too near to them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection

from ...random.stream import Stream
from .core import STATED, Core, Node, Predicate
from .matching import Broken, too_near
from .sign_changes import Turn


def deepen(core: Core, broken: Broken, limit: int, stream: Stream) -> tuple[Broken, frozenset[int]]:
    """Put a rule before each place that is too near, and give the changes at its condition instead.

    It derives a new predicate from what the place asked for, and the place asks for that one now. It has up to
    `limit` conditions. Also give the nodes that such a rule was put before, by the numbers that they had.
    """
    near = too_near(core)
    turns = {turn for turns in broken.values() for turn in turns}
    asked = {number for _, number in turns}
    chosen = sorted(turns & near)
    moved: dict[Turn, Turn] = {}
    for turn in chosen:
        place = turn[0] + len(moved)  # as many nodes came before it
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
    """Put a node before another one: from a condition of the latter, it derives a new one, with either sign.

    It has so many facts more as conditions, but none that is asked for at the places.
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
