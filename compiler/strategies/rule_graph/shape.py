"""The shape of a program: its graph of predicates and rules, regardless of names and variables."""

from collections.abc import Collection, Sequence
from typing import Any

from .canonical_graph import Edge, canonical, hash_form
from .core import STATED, Core
from .further_facts import Further
from .noise import Extra


def shape(
    core: Core, extras: Sequence[Extra], joined: Collection[int], further: Sequence[Further]
) -> str:
    """Return a name shared by exactly the programs that differ only in names and variables.

    In the graph, a predicate is a node with its number of arguments and the sign that facts state.
    A body is a node with an edge from each literal and to each head. A fact about further
    individuals is also a node. A predicate that occurs only once is counted at that place instead,
    which makes the graph much smaller and loses nothing.
    """
    bodies = [
        (core.parts(node), [(n, core.negative(node, n)) for n in node.heads]) for node in core.nodes
    ]
    bodies += [(list(extra.body), [(extra.head, extra.negative)]) for extra in extras]
    uses = [0] * len(core.predicates)
    for parts, heads in bodies:
        for number, *_ in (*parts, *heads):
            uses[number] += 1
    for each in further:
        uses[each.number] += 1
    nodes = [n for n, used in enumerate(uses) if used > 1]
    places = {number: place for place, number in enumerate(nodes)}
    colours: list[Any] = [(0, *_seen(core, number)) for number in nodes]
    edges: list[Edge] = []
    for place, (parts, heads) in enumerate(bodies):
        own: list[tuple[int, ...]] = []
        for number, negative, default in parts:
            mark = 1 + negative + 2 * default
            if number in places:
                edges.append((places[number], len(colours), mark))
            else:
                own.append((mark, *_seen(core, number)))
        for number, negative in heads:
            mark = 5 + negative
            if number in places:
                edges.append((len(colours), places[number], mark))
            else:
                own.append((mark, *_seen(core, number)))
        colours.append((1, int(place in joined), *sorted(own)))
    for each in further:
        edges.append((len(colours), places[each.number], 7 + each.negative))
        colours.append((2,))
    return hash_form(canonical(colours, edges))


def _seen(core: Core, number: int) -> tuple[int, int]:
    """Return a predicate's number of arguments and whether it is the goal, and its stated sign."""
    predicate = core.predicates[number]
    stated = 1 + predicate.negative if predicate.maker == STATED else 0
    return 2 * len(predicate.variables) + (number == core.goal), stated
