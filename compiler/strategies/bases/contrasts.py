"""Contrasts: a concept that is true of one individual, false of a second and open for a third.

The same kind of chain leads on from the facts about each of the three. One axiom concludes the concept from
a property of the first individual, another concludes its opposite from a property of the second, and a
third concludes something else from a property of the third. The individuals' parts are drawn after the
facts, so that no statement about an individual reveals its part. To find out, a reader has to go from the
individual to a fact, and from there to an axiom.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...contract import KnowledgeBase, Label
from ...family import NoValue, draw_statement
from ...ir import nodes as ir
from ...random.stream import Stream
from .concepts import complement, conjuncts, flatten, opposites
from .grounds import PARTS, Front, grounds
from .growth import Growth

TRIES = 60
"""The number of axioms tried to find one that starts a contrast or leads elsewhere."""

MOST = 3
"""The greatest bound in the opposite of a restriction."""


class Contrast(NamedTuple):
    """Questions of one depth, one for each label, that differ only in the individual."""

    depth: int
    asked: Mapping[Label, ir.ConceptAssertion]

    def holds(self, base: KnowledgeBase) -> bool:
        """Return whether each question has its label, and each settled one also the depth."""
        true, false, unknown = (self.asked[each] for each in ("true", "false", "unknown"))
        return (
            base.follows(true) is not None
            and base.excluded(false) is not None
            and base.follows(unknown) is None
            and base.excluded(unknown) is None
            and base.depth(true, True) == base.depth(false, False) == self.depth
        )


def room(depths: Sequence[int], number: int) -> int:
    """Return how many of `number` axioms the contrasts of these depths use.

    Raises NoValue if there are too few.
    """
    steps = max(depths, default=1) - 1
    least = 2 * steps + 1 if steps else 0
    if number < least:
        raise NoValue(f"questions of depth {steps + 1} that look alike need {least} axioms")
    return min(number, PARTS * steps)


def contrasts(growth: Growth, depths: Sequence[int], number: int) -> list[Contrast]:
    """Add axioms, up to `number` in all, for contrasts of depth 2 on; return those in `depths`.

    Each contrast continues from the one before. What is open for the third individual stays open.
    Otherwise its chain would settle the previous concept: if a concept is false of an individual,
    so is every concept that implies it.

    These are the last axioms of a base, which has `room` for them. Raises NoValue if there is no
    contrast.
    """
    deepest = max(depths)
    one, other, third = grounds(growth)
    found, pivots = [], list[ir.Formula]()
    for depth in range(2, deepest + 1):
        one, other = growth.env.stream.shuffled((one, other))
        left = number - len(growth.axioms) - 2 * (deepest - depth)
        made = _add(growth, (one, other, third), pivots, left >= PARTS)
        if made is None:
            raise NoValue(
                f"no statement holds of one individual and not of another at depth {depth}"
            )
        (one, other, third), concepts = made
        pivots.append(concepts[0])
        if depth in depths:
            names = one.name, other.name, third.name
            found.append(_ask_contrast(growth.env.stream, depth, names, concepts))
    return found


def _ask_contrast(
    stream: Stream, depth: int, names: Sequence[str], concepts: Sequence[ir.Formula]
) -> Contrast:
    """Return questions about a concept or, equally often, about its opposite."""
    concept, *against = concepts
    labels: tuple[Label, ...] = ("true", "false", "unknown")
    if stream.chance(0.5):
        concept, labels = stream.pick(against), ("false", "true", "unknown")
    questions = (ir.ConceptAssertion(ir.Const(name), concept) for name in names)
    return Contrast(depth, dict(zip(labels, questions, strict=True)))


# --------------------------------------------------------------------------------------- the axioms


def _add(
    growth: Growth, parts: Sequence[Front], pivots: Sequence[ir.Formula], led: bool
) -> tuple[tuple[Front, ...], tuple[ir.Formula, ...]] | None:
    """Add two axioms that settle a concept for the first two parts; if `led`, one for the third.

    The third axiom settles none of the pivots, the concepts of the contrasts so far. Return the new
    fronts, and the concept with its opposites; None if no axioms fit.
    """
    one, other, third = parts
    for right in _conclusions(growth):
        concepts = _pivot(growth.env.stream, right)
        if concepts is None or not _free(growth.base, parts, right, concepts):
            continue
        pivot, *against = concepts
        denied = growth.env.stream.pick(against)
        if growth.take(ir.Inclusion(one.concept, right)):
            continue
        if growth.take(ir.Inclusion(other.concept, denied)):
            return None
        last = _lead(growth, parts, (*pivots, pivot)) if led else third
        if last is None:
            return None
        fronts = Front(one.name, pivot), Front(other.name, denied), last
        return fronts, concepts
    return None


def _lead(growth: Growth, parts: Sequence[Front], pivots: Sequence[ir.Formula]) -> Front | None:
    """Add an axiom from the last part to something not known of any, without settling a pivot."""
    *_, front = parts
    for right in _conclusions(growth):
        concept = growth.env.stream.pick(conjuncts(right))
        known = any(growth.base.follows(part.said(concept)) is not None for part in parts)
        if known or any(_settles(growth.base, front, right, pivot) for pivot in pivots):
            continue
        if not growth.take(ir.Inclusion(front.concept, right)):
            return Front(front.name, concept)
    return None


def _settles(base: KnowledgeBase, front: Front, right: ir.Formula, pivot: ir.Formula) -> bool:
    """Return whether also belonging to a concept settles a pivot for an individual."""
    return any(
        base.follows(front.said(ir.Or((complement(right), part)))) is not None
        for part in (pivot, complement(pivot))
    )


def _conclusions(growth: Growth) -> Iterator[ir.Formula]:
    """Yield the right sides of randomly drawn axioms."""
    for _ in range(TRIES):
        drawn = flatten(draw_statement(growth.grammar, "axiom", growth.env))
        if isinstance(drawn, ir.Inclusion):
            yield drawn.right


def _free(
    base: KnowledgeBase,
    parts: Sequence[Front],
    right: ir.Formula,
    concepts: Sequence[ir.Formula],
) -> bool:
    """Return whether every individual could have each part.

    None is known to belong to one of the concepts, and the axioms are possible for all.
    """
    if any(base.follows(part.said(own)) is not None for part in parts for own in concepts):
        return False
    if any(base.excluded(part.said(right)) is not None for part in parts):
        return False
    axioms = (ir.Inclusion(part.concept, own) for part in parts for own in (right, *concepts[1:]))
    return all(base.excluded(axiom) is None for axiom in axioms)


def _opposites(concept: ir.Formula) -> list[ir.Formula]:
    """Return the short ways to say the opposite; for a junction, the dual one (De Morgan)."""
    match concept:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            denied = [_opposites(part)[:1] for part in inner]
            parts = tuple(part for own in denied for part in own)
            dual = ir.Or if isinstance(concept, ir.And) else ir.And
            return [dual(parts)] if len(parts) == len(inner) else []
        case _:
            return [part for part in opposites(concept, MOST) if not _clumsy(part)]


def _pivot(stream: Stream, right: ir.Formula) -> tuple[ir.Formula, ...] | None:
    """Return a right side, or a part of it, with its short opposites; None if none has any."""
    for concept in (right, *stream.shuffled(conjuncts(right)[1:])):
        against = _opposites(concept)
        if against:
            return concept, *against
    return None


def _clumsy(concept: ir.Formula) -> bool:
    """Return whether a concept is denied as a whole, which takes many words."""
    match concept:
        case ir.Not(part=ir.Named() | ir.Restriction(kind="some")):
            return False
        case ir.Not():
            return True
    return False
