"""Changes of sign that settle which of two rules applies: the goal's, or its complement's.

Everything that a glance at a program shows is drawn before its label: both rules, the support of
their conditions, and three places that look alike, each in a rule at least `AWAY` rules away from
both. The first rule needs the first place, the second rule needs the second, and neither needs the
third. If a place is one rule too near, a rule is put before it: the place's literal becomes a
condition of this rule, and that condition is the new place. Whatever the label, two of the three
places are broken; the intact one determines the label. If there is no third place, each rule needs
two places, and either both places of one rule are broken or one of each.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from ...random.stream import Stream
from .core import STATED, Core
from .sign_changes import Turn, applying_rules, idle

T = TypeVar("T")

Broken: TypeAlias = Mapping[tuple[bool, bool], tuple[Turn, ...]]
"""The changes for each outcome: whether the first rule applies, and the second; never both."""

Groups: TypeAlias = tuple[Sequence[Turn], Sequence[Turn], Sequence[Turn]]
"""Places that the first of two rules needs, places that the second needs, and those of neither."""

FIRST, SECOND, NEITHER = (True, False), (False, True), (False, False)

SINKS = 2

LOOKS = 5
"""How many features a glance shows of a literal in a body."""

AWAY = 2
"""The fewest rules that lead from a place to either of the two rules."""

AT_LEAST = 3
"""How many features agree in all places at least, so that as many facts contradict a condition."""


def draw_changes(core: Core, stream: Stream, strict: bool = True) -> Broken | None:
    """Draw the changes for each outcome; None if the core has no such places.

    The places look alike: as many rules share the body, the literals are all under `not` or all
    not, and all are supported by facts or all by rules. If `strict`, they also agree in whether
    later rules have what they lead to as a condition. If possible, they have the same sign. Places
    more steps away come first. Those that are `too_near` are deepened afterwards.
    """
    away = _steps(core)
    near = too_near(core)
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
    groups = (drawn[SECOND], drawn[FIRST], drawn.get((True, True), []))
    for matching in (_three, _four):
        for depth in range(LOOKS, AT_LEAST - 1 + strict, -1):
            for alike in _by_look(core, groups, near, depth):
                for first, second, spares in matching(alike, near):
                    found = {
                        FIRST: (second, spares[1]),
                        SECOND: (first, spares[0]),
                        NEITHER: (first, second),
                    }
                    if all(_sinks(core, turns) == wanted for wanted, turns in found.items()):
                        return found
    return None


def beside(core: Core, broken: Broken, stream: Stream) -> tuple[Turn, ...]:
    """Draw one more change, in a rule that neither of the two needs; empty if there is none.

    It does not change a literal that a rule with a place derives. Otherwise the place that neither
    of the two rules needs would look unused.
    """
    taken = {place for turns in broken.values() for place, _ in turns}
    known = [
        (place, number)
        for place, node in enumerate(core.nodes[:-SINKS])
        if place not in taken
        for number in node.body
        if core.predicates[number].maker not in taken
    ]
    for turn in stream.shuffled(idle(core, known)):
        if all(_sinks(core, (*turns, turn)) == wanted for wanted, turns in broken.items()):
            return (turn,)
    return ()


def alike(core: Core, made: Collection[Turn], stream: Stream) -> list[Turn]:
    """Draw changes of sign that look alike, in rules that would apply.

    They agree in as many features as possible such that two rules have a change.
    """
    applies = applying_rules(core, made)
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
    """Draw changes that agree in as many features as possible, such that two rules have a change.

    Empty if no two rules have changes.

    Args:
        known: the changes, each with the features that a glance shows, the most revealing first.
        looks: the number of features.
        rule: returns the rule that a change is in.
    """
    for depth in range(looks, -1, -1):
        groups: dict[tuple[object, ...], list[T]] = {}
        for look, each in known:
            groups.setdefault(look[:depth], []).append(each)
        fit = [group for group in groups.values() if len(set(map(rule, group))) > 1]
        if fit:
            return stream.shuffled(stream.pick(fit))
    return []


def _by_look(
    core: Core, groups: Groups, near: Collection[Turn], depth: int
) -> Collection[tuple[list[Turn], list[Turn], list[Turn]]]:
    """Return the places of each group that agree in the first `depth` features."""
    found: dict[object, tuple[list[Turn], list[Turn], list[Turn]]] = {}
    for group, turns in enumerate(groups):
        for turn in turns:
            look = _look(core, turn, turn in near)[:depth]
            found.setdefault(look, ([], [], []))[group].append(turn)
    return found.values()


def _three(alike: Groups, near: Collection[Turn]) -> Iterator[tuple[Turn, Turn, tuple[Turn, Turn]]]:
    """Yield places in different rules: one to break each of the two, and one to break neither."""
    firsts, seconds, thirds = alike
    for first, second in _pairs(firsts, seconds):
        spare = _apart(thirds, (first, second), near)
        if spare is not None:
            yield first, second, (spare, spare)


def _four(alike: Groups, near: Collection[Turn]) -> Iterator[tuple[Turn, Turn, tuple[Turn, Turn]]]:
    """Yield places in different rules: two that break each of the two."""
    firsts, seconds, _ = alike
    for first, second in _pairs(firsts, seconds):
        spares = [_apart(turns, (first, second), near) for turns in (firsts, seconds)]
        if spares[0] is not None and spares[1] is not None:
            yield first, second, (spares[0], spares[1])


def _apart(turns: Sequence[Turn], others: Sequence[Turn], near: Collection[Turn]) -> Turn | None:
    """Return the first place with another predicate and in another rule than the others.

    Every place that is too near gets a rule of its own.
    """
    places = {place for place, number in others if (place, number) not in near}
    known = {number for _, number in others}
    free = (turn for turn in turns if turn[1] not in known)
    return next((turn for turn in free if turn in near or turn[0] not in places), None)


def _pairs(firsts: Sequence[Turn], seconds: Sequence[Turn]) -> Iterator[tuple[Turn, Turn]]:
    """Yield pairs of places in different rules and of different predicates.

    Each place of the longer group is tried once.
    """
    for place in range(max(len(firsts), len(seconds)) if firsts and seconds else 0):
        first, second = firsts[place % len(firsts)], seconds[place % len(seconds)]
        if first[0] != second[0] and first[1] != second[1]:
            yield first, second


def too_near(core: Core) -> set[Turn]:
    """Return the places that are one rule too near, and are not under `not`."""
    away = _steps(core)
    return {
        (place, number)
        for place, node in enumerate(core.nodes)
        if away[place] == AWAY - 1
        for number in node.positive
    }


def _steps(core: Core) -> list[int]:
    """Return how many rules each node is away from the nearest sink."""
    inner = len(core.nodes) - SINKS
    found = [len(core.nodes)] * inner + [0] * SINKS
    for place in range(len(core.nodes) - 1, -1, -1):
        for number in core.nodes[place].body:
            maker = core.predicates[number].maker
            if maker != STATED:
                found[maker] = min(found[maker], found[place] + 1)
    return found


def _sinks(core: Core, turns: Sequence[Turn]) -> tuple[bool, bool]:
    """Return which of the two rules apply after changes of sign."""
    first, second = applying_rules(core, turns)[-SINKS:]
    return first, second


def _look(core: Core, turn: Turn, near: bool = False) -> tuple[object, ...]:
    """Return the features that a glance shows of a literal and its rule, the most revealing first.

    If the place is too near, the rule is the one that will be put before it.
    """
    place, number = turn
    node, predicate = core.nodes[place], core.predicates[number]
    plain = number in node.positive
    stated = predicate.maker == STATED
    met = near or any(not later.positive.isdisjoint(node.heads) for later in core.nodes)
    return 1 if near else len(node.heads), plain, stated, met, predicate.negative is plain
