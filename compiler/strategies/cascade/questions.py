"""Questions of every depth and label that look alike: about one predicate, affirmed or denied alike."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from ...contract import Label
from ...family import Found, Rejected, Sought
from ...ir import nodes as ir
from ...random.stream import Stream
from .model import Depths, Key, World, complement, ground_literals, status

TRIES = 30
"""How many choices of individuals are compared for each predicate of the questions of one depth."""

OPPOSITE: Mapping[Label, Label] = {"true": "false", "false": "true", "unknown": "unknown"}

Heaps = dict[tuple[int, str], dict[Label, list[Key]]]
"""The positive literals of a depth and a predicate, by label."""


def heaps(world: World, found: Depths) -> Heaps:
    """Return what can be asked: the literals of each depth and predicate by label.

    A literal about an individual or a predicate that the theory does not mention would reveal that it cannot follow.
    """
    made: Heaps = {}
    for key in filter(world.mentions, ground_literals(world.grammar)):
        known = status(world, found, key)
        if known is not None:
            label, depth = known
            made.setdefault((depth, key[0]), {}).setdefault(label, []).append(key)
    return made


def wanted_at(sought: Sequence[Sought]) -> dict[int | None, Counter[Label]]:
    """Return how many questions of each label are wanted at each depth."""
    made: dict[int | None, Counter[Label]] = {}
    for each in sought:
        made.setdefault(each.depth, Counter())[each.label] += 1
    return made


def progress(found: Heaps, depth: int | None, wanted: Mapping[Label, int]) -> float:
    """Return which share of the questions of a depth the best predicate has; 1 if it has all."""
    return max(
        (
            sum(min(len(own.get(label, ())), number) for label, number in signed.items())
            / sum(wanted.values())
            for (at, _), own in found.items()
            if depth is None or at == depth
            for signed in (wanted, {OPPOSITE[label]: n for label, n in wanted.items()})
        ),
        default=0.0,
    )


def find_questions(
    world: World, found: Depths, sought: Sequence[Sought], stream: Stream
) -> tuple[Found, ...] | Rejected:
    """Return a question of each wanted kind, in order.

    Those of one depth have one predicate, are affirmed or denied alike, and are about individuals with as
    similar numbers of facts as possible. So what they say reveals their depth, but not their labels.
    """
    known = heaps(world, found)
    facts = Counter(term for _, terms, _ in world.facts for term in terms)
    chosen: dict[Sought, list[Found]] = {}
    asked: set[Key] = set()
    for depth, wanted in wanted_at(sought).items():
        made = _find_alike(known, depth, wanted, facts, asked, stream.fork(str(depth)))
        if made is None:
            return Rejected(f"no questions of depth {depth} look alike")
        for label, own in made.items():
            for key, at in own:
                asked |= {(key[0], key[1], False)}
                chosen.setdefault(Sought(label, depth), []).append(Found(fact_of(key), label, at))
    return tuple(chosen[each].pop() for each in sought)


def _find_alike(
    known: Heaps,
    depth: int | None,
    wanted: Mapping[Label, int],
    facts: Mapping[ir.Term, int],
    asked: Collection[Key],
    stream: Stream,
) -> dict[Label, list[tuple[Key, int]]] | None:
    """Return literals of one depth for each label, of one predicate and with a random sign."""
    places = stream.shuffled([each for each in known if depth is None or each[0] == depth])
    for negative in stream.shuffled((False, True)):
        drawn: list[tuple[int, dict[Label, list[Key]]]] = []
        for place in places:
            own = {
                label: [
                    key for key in known[place].get(_sided(label, negative), ()) if key not in asked
                ]
                for label in wanted
            }
            if all(len(own[label]) >= number for label, number in wanted.items()):
                drawn += [
                    (place[0], {label: stream.sample(own[label], n) for label, n in wanted.items()})
                    for _ in range(TRIES)
                ]
        if drawn:
            at, best = min(drawn, key=lambda each: _spread(each[1], facts))
            return {
                label: [(complement(key) if negative else key, at) for key in keys]
                for label, keys in best.items()
            }
    return None


def _sided(label: Label, negative: bool) -> Label:
    return OPPOSITE[label] if negative else label


def _spread(drawn: Mapping[Label, Sequence[Key]], facts: Mapping[ir.Term, int]) -> int:
    """Return by how much the numbers of facts about the individuals of literals differ."""
    counts = [sum(facts.get(term, 0) for term in key[1]) for keys in drawn.values() for key in keys]
    return max(counts) - min(counts)


def fact_of(key: Key) -> ir.Fact:
    """Return a literal as a statement."""
    return ir.Fact(ir.Literal(ir.Atom(key[0], key[1]), key[2]))
