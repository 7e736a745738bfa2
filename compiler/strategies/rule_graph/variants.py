"""Programs that differ from a grown one in one place, all in the same way: in a variable or a sign.

If a variable changes, as many bodies are satisfied and heads derived as before, for a reader who
compares only predicates and signs.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from ...ir import nodes as ir
from ...random.stream import Stream
from .core import Core, Node
from .matching import alike, same_look
from .sign_changes import Turn, applying_rules
from .statements import Exchange, Printing

VARIANTS = 6
"""The maximum number of variants."""

LOOKS = 4
"""How many features a glance shows of an exchange."""

Look: TypeAlias = tuple[bool, bool, bool, int]


def variants(
    core: Core, printing: Printing, made: Sequence[Turn], signs: bool, stream: Stream
) -> list[Mapping[int, ir.Statement]]:
    """Draw further changes in rules that would apply; return the changed statements by place.

    If no rule has two variables, signs are changed if `signs` allows it. The result is empty if
    they may not change, or if no two rules can be changed in the same way. A glance reveals which
    of two sets was made by a change of sign.
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
    """Return whether a node's rules have two variables, so that one can replace the other."""
    return node.mask.bit_count() > 1


def _exchanges(
    core: Core, printing: Printing, made: Collection[Turn]
) -> Iterator[tuple[Look, Exchange]]:
    """Yield every exchange of a variable for another of the rule's body, with its features."""
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
    """Return whether a condition without `not` has a variable that another such one also binds."""
    others = [each for each in node.positive if each != predicate]
    bound = any(core.predicates[other].mask >> variable & 1 for other in others)
    return predicate in node.positive and bound
