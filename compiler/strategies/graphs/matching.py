"""Changes of sign that settle which of two rules applies: the goal's, or the one for its complement.

All that one look at a program shows is drawn before its label: both rules, what supports their conditions, and three
places that look alike, each in a rule that is `AWAY` rules or more away from both. The first rule needs the first
place, the second the second, neither the third. Where a fact is what a place nearer to them asks for, a rule is put
in between that derives it, and the place is the condition of that rule. Two of the three are broken, whatever the
label, and only the one that is left whole tells it. Where there is no third, each rule needs two places, and either
both of one rule are broken or one of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from ...stream import Stream
from .core import STATED, Core, Node, Predicate
from .turns import Turn, applying, idle

T = TypeVar("T")

Broken: TypeAlias = Mapping[tuple[bool, bool], tuple[Turn, ...]]
"""The changes after which the first rule of two applies, and the second; in no case both do."""

FIRST, SECOND, NEITHER = (True, False), (False, True), (False, False)

SINKS = 2

LOOKS = 4
"""How many things one look tells of a literal in a body."""

NEAR: tuple[object, ...] = (1, True, True, None)
"""What one look tells of the condition of a rule that is put in between, whose sign is drawn later."""

AWAY = 2
"""How many rules lead from a place to either of the two rules, at least."""

AT_LEAST = 2
"""How many of these agree in all places: how many rules share the body, and whether the literal is under `not`."""


def settling(core: Core, stream: Stream) -> Broken | None:
    """Draw the changes for each outcome, or give None where the core has no such places.

    Places are drawn that look alike: as many rules share the body, and the literals stand under `not` or do not; if it
    can be, also in whether facts or rules support them, and in their sign. Those come first that are more steps away.
    Those that are too near are `deepened` afterwards.
    """
    away = _steps(core)
    near = _near(core, away)
    hanging: dict[tuple[bool, bool], list[Turn]] = {}
    for place, node in enumerate(core.nodes[:-SINKS]):
        for number in node.body:
            turn = (place, number)
            if away[place] >= AWAY or turn in near:
                hanging.setdefault(_sinks(core, (turn,)), []).append(turn)
    if SECOND not in hanging or FIRST not in hanging:
        return None
    drawn = {
        key: sorted(stream.shuffled(turns), key=lambda turn: -away[turn[0]])
        for key, turns in hanging.items()
    }
    breaks = (drawn[SECOND], drawn[FIRST])
    for depth in range(LOOKS, AT_LEAST - 1, -1):
        idle = drawn.get((True, True), [])
        for first, second, spares in _matched(core, near, breaks, idle, depth):
            found = {
                FIRST: (second, spares[1]),
                SECOND: (first, spares[0]),
                NEITHER: (first, second),
            }
            if all(_sinks(core, turns) == wanted for wanted, turns in found.items()):
                return found
    return None


def deepened(
    core: Core, broken: Broken, arity: int, stream: Stream
) -> tuple[Broken, frozenset[int]]:
    """Put a rule of its own before each place that is too near, and give the changes at its condition instead.

    Also give the nodes that one was put before, by the numbers that they had.

    What was stated is derived then, from a new fact of as many individuals or one more. These rules become the first
    nodes, so that the others come later by as many.
    """
    near = _near(core, _steps(core))
    chosen = sorted({turn for turns in broken.values() for turn in turns} & near)
    if not chosen:
        return broken, frozenset()
    shift = len(chosen)
    for each in core.predicates:
        if each.maker != STATED:
            each.maker += shift
    moved: dict[Turn, Turn] = {}
    for place, turn in enumerate(chosen):
        derived = core.predicates[turn[1]]
        number = len(core.predicates)
        core.predicates.append(_wider(derived.variables, arity, stream))
        made = Node([number], core.predicates[number].mask, [turn[1]], frozenset((number,)))
        core.nodes.insert(place, made)
        derived.maker = place
        moved[turn] = (place, number)
    changed = {
        key: tuple(moved.get(turn, (turn[0] + shift, turn[1])) for turn in turns)
        for key, turns in broken.items()
    }
    return changed, frozenset(place for place, _ in chosen)


def _wider(variables: tuple[int, ...], arity: int, stream: Stream) -> Predicate:
    """Draw a predicate that is stated, over some variables and perhaps one more, with either sign as often."""
    free = [each for each in range(arity + 1) if each not in variables]
    if len(variables) < arity and stream.chance(0.5):
        variables = tuple(sorted((*variables, stream.pick(free))))
    return Predicate(STATED, variables, stream.chance(0.5), default=False)


def beside(core: Core, broken: Broken, stream: Stream) -> tuple[Turn, ...]:
    """Draw one more change, in a rule that neither of the two needs; none where there is no such rule."""
    taken = {place for turns in broken.values() for place, _ in turns}
    known = [
        (place, number)
        for place, node in enumerate(core.nodes[:-SINKS])
        if place not in taken
        for number in node.body
    ]
    for turn in stream.shuffled(idle(core, known)):
        if all(_sinks(core, (*turns, turn)) == wanted for wanted, turns in broken.items()):
            return (turn,)
    return ()


def alike(core: Core, made: Collection[Turn], stream: Stream) -> list[Turn]:
    """Draw changes of sign in rules that would apply, all of one look: as many looks agree as leave two such rules."""
    applies = applying(core, made)
    known = [
        (_look(core, (place, number)), (place, number))
        for place, node in enumerate(core.nodes)
        for number in node.body
        if applies[place] and (place, number) not in made
    ]
    return same_look(known, LOOKS, lambda turn: turn[0], stream)


def same_look(
    known: Sequence[tuple[tuple[object, ...], T]],
    looks: int,
    rule: Callable[[T], int],
    stream: Stream,
) -> list[T]:
    """Draw changes that look alike in as many things as leave changes in two rules; none where no two rules have any.

    Args:
        known: the changes, each with what one look tells of it, the most telling first.
        looks: how many things that is.
        rule: what tells which rule a change is in.
    """
    for depth in range(looks, -1, -1):
        groups: dict[tuple[object, ...], list[T]] = {}
        for look, each in known:
            groups.setdefault(look[:depth], []).append(each)
        fit = [each for each in groups.values() if len(set(map(rule, each))) > 1]
        if fit:
            return stream.shuffled(stream.pick(fit))
    return []


def _matched(
    core: Core,
    near: Collection[Turn],
    breaks: tuple[Sequence[Turn], Sequence[Turn]],
    idle: Sequence[Turn],
    depth: int,
) -> Iterator[tuple[Turn, Turn, tuple[Turn, Turn]]]:
    """Yield places in rules of their own: one that breaks each rule, and what is broken beside either of them."""
    by_look: dict[object, tuple[list[Turn], list[Turn], list[Turn]]] = {}
    for group, turns in enumerate((*breaks, idle)):
        for turn in turns:
            look = NEAR if turn in near else _look(core, turn)
            by_look.setdefault(look[:depth], ([], [], []))[group].append(turn)

    def apart(each: Turn, others: Collection[Turn]) -> bool:
        return each in near or all(each[0] != other[0] or other in near for other in others)

    for firsts, seconds, thirds in by_look.values():
        for first, second in _pairs(firsts, seconds):
            spare = next((each for each in thirds if apart(each, (first, second))), None)
            if spare is not None:
                yield first, second, (spare, spare)
                continue
            others = [
                next((e for e in turns if e != taken and apart(e, (first, second))), None)
                for turns, taken in ((firsts, first), (seconds, second))
            ]
            if others[0] is not None and others[1] is not None:
                yield first, second, (others[0], others[1])


def _pairs(firsts: Sequence[Turn], seconds: Sequence[Turn]) -> Iterator[tuple[Turn, Turn]]:
    """Yield some pairs of places in different rules: each of the longer group's once."""
    for place in range(max(len(firsts), len(seconds)) if firsts and seconds else 0):
        first, second = firsts[place % len(firsts)], seconds[place % len(seconds)]
        if first[0] != second[0]:
            yield first, second


def _near(core: Core, away: Sequence[int]) -> set[Turn]:
    """Give the places one rule too near that ask for a fact, which nothing else asks for."""
    uses = Counter(number for node in core.nodes for number in node.body)
    return {
        (place, number)
        for place, node in enumerate(core.nodes)
        if away[place] == AWAY - 1
        for number in node.positive
        if core.predicates[number].maker == STATED and uses[number] == 1
    }


def _steps(core: Core) -> list[int]:
    """Give how many rules each node is away from the nearest sink."""
    inner = len(core.nodes) - SINKS
    found = [len(core.nodes)] * inner + [0] * SINKS
    for place in range(len(core.nodes) - 1, -1, -1):
        for number in core.nodes[place].body:
            maker = core.predicates[number].maker
            if maker != STATED:
                found[maker] = min(found[maker], found[place] + 1)
    return found


def _sinks(core: Core, turns: Sequence[Turn]) -> tuple[bool, bool]:
    """Tell which of the two rules apply after changes of sign."""
    first, second = applying(core, turns)[-SINKS:]
    return first, second


def _look(core: Core, turn: Turn) -> tuple[object, ...]:
    """Give what one look at a literal and at its rule tells, the most telling first."""
    place, number = turn
    node, predicate = core.nodes[place], core.predicates[number]
    plain = number in node.positive
    stated = predicate.maker == STATED
    return len(node.heads), plain, stated, predicate.negative is plain
