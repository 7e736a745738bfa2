"""Where an answer stands among the others by the numbers that facts give beside each: a sum that a glance adds up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from ..ir import nodes as ir
from ..ir.traversal import rebuild, walk
from ..stream import Stream


def placed(
    answer: ir.Term, others: Sequence[ir.Term], theory: ir.Theory, stream: Stream
) -> ir.Theory:
    """Return a theory in which an answer stands at a place drawn for it, by the sums of numbers beside each.

    Each place is as likely as any other. The answer gets there by an exchange with the one that stands there: in facts
    with numbers either stands for the other. Those with equal sums are in random order.
    """
    among = stream.shuffled([answer, *others])
    sums = {each: _sum(each, theory) for each in among}
    other = sorted(among, key=lambda each: sums[each])[stream.below(len(among))]
    swap = {answer: other, other: answer}

    def exchanged(node: ir.Node) -> ir.Node:
        return swap.get(node, node) if isinstance(node, ir.Const) else rebuild(node, exchanged)

    return structs.replace(
        theory,
        statements=tuple(
            ir.Labelled(each.id, exchanged(each.statement)) if _has_numbers(each) else each  # type: ignore[arg-type]
            for each in theory.statements
        ),
    )


def _has_numbers(labelled: ir.Labelled) -> bool:
    """Tell whether a statement is a fact in which a number stands."""
    fact = labelled.statement
    return isinstance(fact, ir.Fact) and any(isinstance(each, ir.Quantity) for each in walk(fact))


def _sum(term: ir.Term, theory: ir.Theory) -> int:
    """Return the sum of the numbers that stand in a fact together with a term."""
    facts = [list(walk(each.statement)) for each in theory.statements if _has_numbers(each)]
    return sum(
        each.amount
        for nodes in facts
        if term in nodes
        for each in nodes
        if isinstance(each, ir.Quantity)
    )
