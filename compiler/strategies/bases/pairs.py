"""Pairs of facts: one says of somebody what another denies of somebody else, each in words of its own.

What one sentence entails is then so of one and not of another, for questions that look the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ...ir import nodes as ir
from . import looks
from .concepts import implied, negated, opposites
from .growth import Growth


def pair(growth: Growth, drawn: Sequence[ir.Node], number: int) -> bool | None:
    """Add facts, of those drawn and up to a number, of which one affirms what another denies; tell whether so.

    None where no fact that is drawn affirms or denies anything but literally, so that the grammar may have none.

    Each says it in other words: what stands literally in the text is no question for one who reasons.
    """
    stream = growth.env.stream
    assertions = [each for each in (*growth.facts, *drawn) if isinstance(each, ir.ConceptAssertion)]
    affirming, denying = _by_pattern(assertions, True), _by_pattern(assertions, False)
    if not affirming or not denying:
        return None
    for pattern in stream.shuffled(sorted(affirming.keys() & denying.keys())):
        both = stream.pick(affirming[pattern]), stream.pick(denying[pattern])
        lacking = [each for each in dict.fromkeys(both) if each not in growth.facts]
        if len(growth.facts) + len(lacking) <= number and not any(map(growth.take, lacking)):
            return True
    return False


def _by_pattern(
    facts: Iterable[ir.ConceptAssertion], affirmed: bool
) -> dict[str, list[ir.ConceptAssertion]]:
    found: dict[str, list[ir.ConceptAssertion]] = {}
    for each in facts:
        for pattern in _patterns(each.concept, affirmed):
            found.setdefault(pattern, []).append(each)
    return found


@lru_cache(maxsize=4096)
def _patterns(concept: ir.Formula, affirmed: bool) -> tuple[str, ...]:
    """Give the patterns of what follows from a concept at once, or is excluded, without what says or denies it."""
    weaker = (concept, *implied(concept))
    said = weaker if affirmed else [each for own in weaker for each in opposites(own, 3)]
    return tuple(
        dict.fromkeys(
            looks.pattern(each) for each in said if each not in (concept, negated(concept))
        )
    )
