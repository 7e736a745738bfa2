"""Grounds: concepts of one pattern that the facts state of three individuals.

The axioms of a contrast start from these, so their conditions look the same for all three.
Otherwise a reader could tell which axiom is about whom just by comparing the forms of facts and
conditions, without reading the words.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

from ...contract import KnowledgeBase
from ...family import NoValue
from ...ir import nodes as ir
from .concepts import conjuncts
from .growth import Growth
from .looks import Text, apart, pattern

PARTS = 3
"""The number of individuals in a contrast."""

NONE = "the facts say nothing of one pattern of three individuals"

Spoken: TypeAlias = Mapping[str, Mapping[str, Sequence[ir.Formula]]]
"""What the facts state, by pattern and by individual."""


class Front(NamedTuple):
    """An individual, and the last concept of a chain that is known of it."""

    name: str
    concept: ir.Formula

    def said(self, concept: ir.Formula) -> ir.ConceptAssertion:
        """Return the assertion that the individual belongs to a concept."""
        return ir.ConceptAssertion(ir.Const(self.name), concept)


def ground(growth: Growth, drawn: Sequence[ir.Node], number: int) -> None:
    """Add facts from those drawn, up to `number` in all, until there are grounds.

    Raises NoValue if there are none.
    """
    offered = defaultdict[str, list[tuple[str, ir.Formula, ir.Node]]](list)
    for each in growth.env.stream.shuffled(drawn):
        for name, concept in _stated_parts(each):
            offered[pattern(concept)].append((name, concept, each))
    for kind, offers in offered.items():
        own = _group_by_individual(growth.facts).get(kind, {})
        named = {name: concepts[0] for name, concepts in own.items()}
        more = list[ir.Node]()
        for name, concept, each in offers:
            if len(named) < PARTS and name not in named and concept not in named.values():
                named[name] = concept
                more.append(each)
        enough = len(set(named.values())) >= PARTS and len(growth.facts) + len(more) <= number
        if enough and not any(map(growth.take, more)):  # type: ignore[arg-type]
            return
    raise NoValue(NONE)


def grounds(growth: Growth) -> list[Front]:
    """Return three individuals with facts of one pattern, in random order.

    Of all such trios with different concepts, it is one that the text mentions most alike. Raises
    NoValue if there is none.
    """
    stream = growth.env.stream
    spoken = _group_by_individual(growth.facts)
    text = Text(growth.statements, 0)
    seen = {name: text.profile(name) for named in spoken.values() for name in named}
    trios = [(kind, trio) for kind in spoken for trio in combinations(spoken[kind], PARTS)]
    if not trios:
        raise NoValue(NONE)
    trios = stream.shuffled(trios)
    trios.sort(
        key=lambda each: sum(
            apart(seen[one], seen[other]) for one, other in combinations(each[1], 2)
        )
    )
    for kind, trio in trios:
        fronts = [Front(name, stream.pick(spoken[kind][name])) for name in trio]
        if _independent(growth.base, fronts):
            return stream.shuffled(fronts)
    raise NoValue("the facts about one individual also hold of another")


def _independent(base: KnowledgeBase, fronts: Sequence[Front]) -> bool:
    """Return whether the concepts differ, and none is known of another's individual."""
    return len({front.concept for front in fronts}) == len(fronts) and all(
        base.follows(one.said(other.concept)) is None for one, other in permutations(fronts, 2)
    )


def _group_by_individual(facts: Iterable[ir.Node]) -> Spoken:
    found = defaultdict[str, defaultdict[str, list[ir.Formula]]](lambda: defaultdict(list))
    for fact in facts:
        for name, concept in _stated_parts(fact):
            found[pattern(concept)][name].append(concept)
    return found


def _stated_parts(fact: ir.Node) -> Iterator[tuple[str, ir.Formula]]:
    """Yield the individual of a fact with its concept, and with each part that `and` joins."""
    match fact:
        case ir.ConceptAssertion(individual=ir.Const(name=str(name)), concept=concept):
            for part in conjuncts(concept):
                yield name, part
        case ir.Fact(
            literal=ir.Literal(
                atom=ir.Atom(predicate=role, arguments=(ir.Const(name=str(name)), _))
            )
        ):
            yield name, ir.Restriction("some", None, role, ir.Truth(True))
