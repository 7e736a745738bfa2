"""Programs that differ from a grown one in one place each, and all in the same way: a variable of a rule, else a sign.

With another variable, every rule has a met body and a head that holds as often as before, as long as a reader compares
predicates and signs alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from ...ir import nodes as ir
from ...random.stream import Stream
from .core import Core, Node
from .matching import alike, same_look
from .sign_changes import Turn, applying_rules
from .statements import Exchange, Printing

VARIANTS = 6
"""How many are offered."""

LOOKS = 4
"""How many things one look tells of an exchange."""

Look: TypeAlias = tuple[bool, bool, bool, int]


def variants(
    core: Core, printing: Printing, made: Sequence[Turn], signs: bool, stream: Stream
) -> list[Mapping[int, ir.Statement]]:
    """Draw changes in rules that would apply, each beside those made: what stands at which place of the program.

    Where no rule has two variables, signs change if they may: else empty, as where no two rules can be changed in the
    same way. One look tells which of two sets has been made by a change of sign.
    """
    known = list(_exchanges(core, printing, made))
    if known:
        exchanges = same_look(known, LOOKS, lambda each: each.place, stream)[:VARIANTS]
        return [{exchange.place: printing.exchanged(made, exchange)} for exchange in exchanges]
    if not signs:
        return []
    turns = alike(core, made, stream)[:VARIANTS]
    return [printing.changed((*made, turn), False) for turn in turns]


def can_exchange(node: Node) -> bool:
    """Return whether a node's rules have two variables, so that one can stand for the other."""
    return node.mask.bit_count() > 1


def _exchanges(
    core: Core, printing: Printing, made: Collection[Turn]
) -> Iterator[tuple[Look, Exchange]]:
    """Yield every exchange of a variable for another one of the rule's body, with what one look tells of it."""
    applies = applying_rules(core, made)
    for place, number, heads in printing.grown():
        node = core.nodes[number]
        if not applies[number]:
            continue
        for head, numbers in ((True, heads), (False, node.body)):
            for literal, predicate in enumerate(numbers):
                variables = core.predicates[predicate].variables
                for argument, old in enumerate(variables):
                    if not head and not _spare(core, node, predicate, old):
                        continue
                    for new in range(node.mask.bit_length()):
                        if node.mask >> new & 1 and new != old:
                            look = head, new in variables, len(heads) > 1, len(variables)
                            yield look, Exchange(place, head, literal, argument, new)


def _spare(core: Core, node: Node, predicate: int, variable: int) -> bool:
    """Return whether a condition without `not` has a variable that another such condition binds too."""
    others = [each for each in node.positive if each != predicate]
    bound = any(core.predicates[other].mask >> variable & 1 for other in others)
    return predicate in node.positive and bound
