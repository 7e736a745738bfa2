"""Contrasts: statements by which a base says of one what it denies of another, as deep.

A question about either then looks the same: the text concludes what is asked and its opposite, each from something
that is true of somebody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, product

from ...ir import nodes as ir
from ...ir.traversal import walk
from . import looks
from .concepts import implied, negated, opposites, spliced
from .growth import Growth
from .looks import Text, apart

TRIES = 60
"""How many statements are looked at for one contrast."""

DRAWN = 40
"""How many facts are drawn of which two are taken that affirm and deny the same, but for the words."""


def pair(growth: Growth, number: int) -> bool | None:
    """Add facts, up to a number, of which one alone affirms what another denies but for the words; tell whether so.

    None where no fact that is drawn affirms or denies anything but literally, so that the grammar may have none.

    Each says it in other words: what stands literally in the text is no question for one who reasons.
    """
    stream = growth.env.stream
    drawn = [spliced(growth.grammar.statement("fact", growth.env)) for _ in range(DRAWN)]
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


def contrast(growth: Growth, depth: int, number: int) -> bool:
    """Add an axiom that denies of somebody, as deep as that, what is so of somebody else; tell whether there is one.

    Where nothing is so of anybody as deep, an axiom is added before that makes it so.
    """
    while len(growth.axioms) < number:
        grounds = list(_known(growth, depth - 1))
        if len({name for name, _ in grounds}) < 2:
            return False
        if _denied(growth, list(_known(growth, depth)), grounds):
            return True
        if not _affirmed(growth, grounds):
            return False
    return False


def _denied(
    growth: Growth, pivots: list[tuple[str, ir.Formula]], grounds: list[tuple[str, ir.Formula]]
) -> bool:
    """Conclude the opposite of what is so of one from what is so of another."""
    stream = growth.env.stream
    tried = stream.shuffled(list(product(pivots, grounds)))
    text = Text(growth.statements, 3)
    seen = {name: text.subject(name) for name, _ in grounds + pivots}
    tried.sort(key=lambda each: apart(seen[each[0][0]], seen[each[1][0]]))
    for (name, concept), (other, ground) in islice(tried, TRIES):
        against = [each for each in opposites(concept, 3) if not _clumsy(each)]
        if name != other and against and ground != concept:
            if not growth.take(ir.Inclusion(ground, stream.pick(against))):
                return True
    return False


def _affirmed(growth: Growth, grounds: list[tuple[str, ir.Formula]]) -> bool:
    """Conclude a named concept, or its opposite, from what is so of somebody."""
    nodes = (each for statement in growth.statements for each in walk(statement))
    names = dict.fromkeys(each for each in nodes if isinstance(each, ir.Named))
    literals = [each for name in names for each in (name, ir.Not(name))]
    tried = growth.env.stream.shuffled(list(product(grounds, literals)))
    for (name, ground), concept in islice(tried, TRIES):
        known = growth.base.follows(ir.ConceptAssertion(ir.Const(name), concept))
        if known is None and not growth.take(ir.Inclusion(ground, concept)):
            return True
    return False


def _clumsy(concept: ir.Formula) -> bool:
    """Tell whether a concept is denied as a whole, which takes many words."""
    match concept:
        case ir.Not(part=ir.Named() | ir.Restriction(kind="some")):
            return False
        case ir.Not():
            return True
    return False


def _known(growth: Growth, depth: int) -> Iterator[tuple[str, ir.Formula]]:
    """Yield who belongs to what, as far as so many statements suffice for it; the statement itself where it is one."""
    if depth == 1:
        for each in growth.facts:
            match each:
                case ir.ConceptAssertion(individual=ir.Const(name=str(name)), concept=concept):
                    yield name, concept
                case ir.Fact(
                    literal=ir.Literal(
                        atom=ir.Atom(predicate=role, arguments=(ir.Const(name=str(name)), _))
                    )
                ):
                    yield name, ir.Restriction("some", None, role, ir.Truth(True))
        return
    nodes = (each for one in growth.facts for each in walk(one))
    names = dict.fromkeys(str(each.name) for each in nodes if isinstance(each, ir.Const))
    for name, concept in product(names, growth.appeared):
        stated = ir.ConceptAssertion(ir.Const(name), concept)
        if stated not in growth.facts and growth.base.follows(stated) == depth:
            yield name, concept
