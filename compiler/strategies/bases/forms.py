"""Forms of statements: counts of what shows without reasoning, and how much two forms differ."""

from __future__ import annotations

from typing import NamedTuple

from ...ir import nodes as ir
from .concepts import length, negations, sides


class Form(NamedTuple):
    """Counts in a statement: concepts, denied names, denied `some`, other denials, and its length.

    The difference of two forms is also a form. A count is negative if the second form has more.
    """

    concepts: int
    names: int
    some: int
    others: int
    length: int

    def plus(self, other: Form) -> Form:
        return Form(*(own + its for own, its in zip(self, other, strict=True)))

    def minus(self, other: Form) -> Form:
        return Form(*(own - its for own, its in zip(self, other, strict=True)))

    def within(self, most: Form) -> Form:
        """Return the form with each absolute value limited to that of another form."""
        return Form(*(max(-its, min(its, own)) for own, its in zip(self, most, strict=True)))


ALIKE = Form(0, 0, 0, 0, 0)


def form_of(statement: ir.Statement) -> Form:
    about = sides(statement)
    names, some, others = map(sum, zip((0, 0, 0), *map(negations, about), strict=True))
    return Form(len(about), names, some, others, sum(map(length, about)))


def apart(one: Form, other: Form) -> int:
    """Return how much two forms differ: wholesale denials weigh most, single words least.

    Written out for speed: it is called some ten thousand times for a base.
    """
    return (
        8 * abs(one[0] - other[0])
        + 6 * abs(one[1] - other[1])
        + 9 * abs(one[2] - other[2])
        + 14 * abs(one[3] - other[3])
        + 2 * abs(one[4] - other[4])
    )
