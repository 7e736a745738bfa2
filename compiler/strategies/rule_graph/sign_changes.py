"""Changes of sign that decide whether the goal follows, and others that do not.

The core derives everything under one substitution, and other rules derive none of it. So the result of a
change is found node by node, as in a propositional program.
"""

from collections.abc import Collection, Sequence
from typing import TypeAlias

from ...random.stream import Stream
from .core import STATED, Core

Turn: TypeAlias = tuple[int, int]
"""A change of sign: the number of a node, or STATED for the fact, and that of the predicate whose sign changes."""


def applying_rules(core: Core, turns: Collection[Turn]) -> list[bool]:
    """Return for each node whether its rules apply after changes of sign."""
    found = [0] * len(core.predicates)  # 1: what the core derives; -1: the complement; 0: neither
    for number, each in enumerate(core.predicates):
        if each.maker == STATED:
            found[number] = -1 if (STATED, number) in turns else 1
    result = []
    for place, node in enumerate(core.nodes):
        applies = True
        for number in node.body:
            plain = number in node.positive
            if (
                found[number] == (1 if plain is not ((place, number) in turns) else -1)
            ) is not plain:
                applies = False
                break
        if applies:
            for number in node.heads:
                found[number] = 1
        result.append(applies)
    return result


def follows(core: Core, turns: Collection[Turn]) -> bool:
    """Return whether the core derives its goal after changes of sign."""
    return applying_rules(core, turns)[-1]


def candidates(core: Core, fixed: Collection[int]) -> list[Turn]:
    """Return every single change of sign: in bodies of nodes, and of facts except for `fixed`."""
    facts = [
        (STATED, number)
        for number in sorted({each for node in core.nodes for each in node.body})
        if core.predicates[number].maker == STATED and number not in fixed
    ]
    return facts + [(place, each) for place, node in enumerate(core.nodes) for each in node.body]


def idle(core: Core, known: Sequence[Turn]) -> list[Turn]:
    """Return those changes that no derivation of the goal can depend on."""
    needed = {len(core.nodes) - place for place in range(1, core.sinks + 1)}
    used: set[int] = set()
    for place in range(len(core.nodes) - 1, -1, -1):
        if place in needed:
            node = core.nodes[place]
            used |= set(node.body)
            needed |= {core.predicates[each].maker for each in node.positive}
    return [
        (place, number)
        for place, number in known
        if (number not in used if place == STATED else place not in needed)
    ]


def draw_opening_change(
    core: Core, made: tuple[Turn, ...], known: Sequence[Turn], stream: Stream
) -> Turn | None:
    """Draw one more change, after which the goal does not follow; None if there is none."""
    for turn in stream.shuffled(known):
        if turn not in made and not follows(core, {*made, turn}):
            return turn
    return None
