"""What the opposite of a formula is: by the pairs of tests, else by `not`."""

from collections.abc import Sequence
from typing import cast

from ...ir import fill, holes, match, nodes as ir
from .bounded_cache import Memory

Pair = tuple[ir.Node, ir.Node]


class Complements:
    """The complement of every formula, such that the complement of the complement is the formula again."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        """Take pairs of patterns that are each other's complement; both must have the same holes."""
        self._pairs = [pair for pair in pairs if set(holes(pair[0])) == set(holes(pair[1]))]
        self._known: Memory[ir.Node, ir.Node] = Memory()

    def __call__(self, formula: ir.Node) -> ir.Node:
        """Return the complement of a formula: never fails."""
        known = self._known.get(formula)
        if known is None:
            known = self._known[formula] = self._complement(formula)
        return known

    def _complement(self, formula: ir.Node) -> ir.Node:
        paired = self._pair(formula, len(self._pairs))
        return paired if paired is not None else self._across(formula)

    def _across(self, formula: ir.Node) -> ir.Node:
        """Return the partner of a formula that no pair pairs off: one that says `not` once more or once less.

        Of an innermost formula under 0, 1, 2 … negations, some are paired off elsewhere. The others are partners in
        their order: the first with an even number of negations and the first with an odd one, and so on.
        """
        negations, inner = 0, cast(ir.Formula, formula)
        while isinstance(inner, ir.Not):
            negations, inner = negations + 1, inner.part
        rank, wanted = 0, 1 - negations % 2
        free: list[ir.Formula] = []
        place = 0
        while place <= negations or len(free) <= rank:
            if self._pair(inner, len(self._pairs)) is None:
                if place % 2 == wanted:
                    free.append(inner)
                elif place < negations:
                    rank += 1
            inner, place = ir.Not(inner), place + 1
            if place > negations + 2 * len(self._pairs) + 4:
                return ir.Not(cast(ir.Formula, formula))
        return free[rank]

    def _pair(self, formula: ir.Node, before: int) -> ir.Node | None:
        """Return the partner of a formula under the first of the pairs that pairs both off."""
        for i in range(before):
            partner = self._partner(i, formula)
            if partner is None or partner == formula:
                continue
            if self._partner(i, partner) == formula and self._pair(partner, i) is None:
                return partner
        return None

    def _partner(self, i: int, formula: ir.Node) -> ir.Node | None:
        """Return the one formula that a pair puts against this one, None if it puts none or two."""
        found = []
        for one, other in (self._pairs[i], self._pairs[i][::-1]):
            binding = match(one, formula)
            if binding is not None:
                found.append(fill(other, binding))
        if len(found) == 2 and found[0] != found[1]:
            return None
        return found[0] if found else None
