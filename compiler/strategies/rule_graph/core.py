"""The core of a program: predicates on the edges of an outline, their arguments, marks, safe rules.

Every predicate has the same tuple of variables wherever the core uses it, and only one sign with
which it can be derived. Heads take their variables from the bodies of their rules. So one
substitution, the same for all rules, satisfies the core. Since each fact is an instance under it,
no other substitution does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from ...random.stream import Stream, weighted_draw
from .outline import Outline

STATED = -1
"""The maker of a predicate that facts state."""

Part: TypeAlias = tuple[int, bool, bool]
"""A literal of a body: its predicate's number, and whether it has strong and default negation."""


@dataclass(slots=True)
class Predicate:
    """A predicate: the node whose rules have it in their heads, its variables, sign and mark.

    `default` is the mark that it is used under default negation wherever the rule stays safe.
    """

    maker: int
    variables: tuple[int, ...]
    negative: bool
    default: bool
    mask: int = 0

    def __post_init__(self) -> None:
        for variable in self.variables:
            self.mask |= 1 << variable


@dataclass(slots=True)
class Node:
    """The rules of one node of the outline: one body, and a head for every edge that leaves the node."""

    body: list[int] = field(default_factory=list)
    mask: int = 0
    heads: list[int] = field(default_factory=list)
    positive: frozenset[int] = frozenset()
    """The predicates of the body without default negation."""
    against: bool = False
    """Whether its heads are complements of what else the core derives; so for one of two sinks."""


@dataclass(slots=True)
class Core:
    predicates: list[Predicate]
    nodes: list[Node]
    sinks: int = 1

    @property
    def goal(self) -> int:
        """The predicate that the sinks derive."""
        return self.nodes[-1].heads[0]

    def negative(self, node: Node, head: int) -> bool:
        """Return whether a node's rule for a predicate has a strong negation in its head."""
        return self.predicates[head].negative is not node.against

    def parts(self, node: Node) -> list[Part]:
        """Return the literals of a node's body: `L`, or `not` the complement of L, where L can be derived."""
        found = []
        for each in node.body:
            plain = each in node.positive
            found.append((each, self.predicates[each].negative is plain, not plain))
        return found


@dataclass(frozen=True, slots=True)
class Marks:
    """How predicates are drawn: weights of arities from 0 on, number of variables, mark chances.

    `loose` is the probability that a predicate that should share a variable need not.
    """

    arities: tuple[float, ...]
    variables: int
    strong: float
    default: float
    loose: float = 0.0

    def predicate(self, maker: int, among: int, share: int, stream: Stream) -> Predicate:
        """Draw a predicate over the variables of `among`, with one of `share` unless that is empty.

        If the two masks have no variable in common, a predicate that must share one has no
        arguments.
        """
        if self.loose and stream.chance(self.loose):
            share = 0
        pool = _members(among)
        common = among & share if share else among
        size = min(len(self.arities) - 1, len(pool) if common else 0)
        weights = self.arities[: size + 1]
        arity = 0 if size == 0 else _arity(weights, tuple(map(type, weights)))(stream)
        chosen: list[int] = []
        if arity and share:
            chosen.append(stream.pick(_members(common)))
            pool = tuple(each for each in pool if each != chosen[0])
        chosen += stream.sample(pool, arity - len(chosen))
        negative, default = stream.chance(self.strong), stream.chance(self.default)
        return Predicate(maker, tuple(sorted(chosen)), negative, default)


def core(plan: Outline, extra: int, reused: int, limit: int, marks: Marks, stream: Stream) -> Core:
    """Grow the core over an outline.

    Two sinks derive one predicate: one of them, drawn at random, derives its complement. Predicates
    that lead to only one sink have no mark. Predicates replace the facts that only the second sink
    has room for, so that the number of facts stays the same.

    Args:
        extra: how many predicates are added beyond those of the edges, the sources and the sink, if
            there is room.
        reused: how many more times existing predicates are used in other bodies.
        limit: the maximum number of literals in a body.
    """
    nodes = [Node() for _ in plan.incoming]
    outgoing: list[list[int]] = [[] for _ in nodes]
    room = [limit - len(each) for each in plan.incoming]
    for later, before in enumerate(plan.incoming):
        for earlier in before:
            outgoing[earlier].append(later)
    stated = [0 if each else 1 for each in plan.incoming]
    again = [0] * len(nodes)
    if plan.sinks > 1:
        fewer = min(extra, sum(room) - sum(stated) - 2 * limit)
        extra, reused = fewer, reused + extra - fewer
    for place, number in enumerate(stated):
        room[place] -= number
    for added in (stated,) * extra + (again,) * reused:
        free = [place for place, left in enumerate(room) if left > 0]
        if not free:
            break
        place = stream.pick(free)
        added[place] += 1
        room[place] -= 1
    for place in range(len(nodes) - plan.sinks, len(nodes)) if plan.sinks > 1 else ():
        again[place] += stream.between((room[place] + 1) // 2, room[place])
    grown = Core([], nodes, plan.sinks)
    everything = (1 << marks.variables) - 1
    for place, node in enumerate(nodes):
        for _ in range(again[place]):
            _reuse(grown, node, stream)
        for _ in range(stated[place]):
            _use(grown, node, marks.predicate(STATED, everything, node.mask, stream))
        node.positive = _positive(grown, node, stream)
        for later in outgoing[place]:
            made = marks.predicate(place, node.mask, nodes[later].mask, stream)
            made.default = made.default and place not in plan.own
            node.heads.append(len(grown.predicates))
            _use(grown, nodes[later], made)
    sinks = nodes[-plan.sinks :]
    shared = everything
    for sink in sinks:
        sink.heads.append(len(grown.predicates))
        shared &= sink.mask
    grown.predicates.append(marks.predicate(len(nodes) - 1, shared, 0, stream))
    if len(sinks) > 1:
        stream.pick(sinks).against = True
    return grown


def _use(grown: Core, node: Node, predicate: Predicate) -> None:
    """Add a predicate, and use it in a body."""
    node.body.append(len(grown.predicates))
    node.mask |= predicate.mask
    grown.predicates.append(predicate)


def _reuse(grown: Core, node: Node, stream: Stream) -> None:
    """Use a predicate of an earlier node again, if one fits; later nodes have none yet."""
    used = node.body
    fitting = [
        number
        for number, each in enumerate(grown.predicates)
        if number not in used and (each.mask & node.mask or not (each.mask and node.mask))
    ]
    if fitting:
        number = stream.pick(fitting)
        used.append(number)
        node.mask |= grown.predicates[number].mask


def _positive(grown: Core, node: Node, stream: Stream) -> frozenset[int]:
    """Return the predicates of a body without default negation, so that the body is safe.

    As few as possible lose their default negation, so that the result binds every variable.
    """
    predicates = grown.predicates
    marked = [each for each in node.body if predicates[each].default]
    bound = 0
    for each in node.body:
        if not predicates[each].default:
            bound |= predicates[each].mask
    freed = cover(tuple(predicates[each].mask for each in marked), node.mask & ~bound, stream)
    kept = {marked[place] for place in freed}
    return frozenset(each for each in node.body if not predicates[each].default or each in kept)


def cover(masks: Sequence[int], wanted: int, stream: Stream) -> tuple[int, ...]:
    """Draw one of the smallest sets of masks that together have every wanted bit."""
    found = _covers(tuple(mask & wanted for mask in masks), wanted)
    return found[0] if len(found) == 1 else stream.pick(found)


@lru_cache(maxsize=1 << 14)
def _covers(masks: tuple[int, ...], wanted: int) -> tuple[tuple[int, ...], ...]:
    for size in range(len(masks) + 1):
        found = []
        for places in combinations(range(len(masks)), size):
            union = 0
            for place in places:
                union |= masks[place]
            if union == wanted:
                found.append(places)
        if found:
            return tuple(found)
    raise AssertionError("every variable of a body is one of its predicates'")


@lru_cache(maxsize=256)
def _arity(weights: tuple[float, ...], types: tuple[type, ...]) -> Callable[[Stream], int]:
    # Integer weights are drawn differently, and (1, 2) == (1.0, 2.0): the key needs the types.
    del types
    return weighted_draw(weights) if any(weights) else lambda stream: 0


@lru_cache(maxsize=1 << 10)
def _members(mask: int) -> tuple[int, ...]:
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)
