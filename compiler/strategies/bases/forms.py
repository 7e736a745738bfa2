"""Forms of statements: what shows of them before one reasons, counted, and how unlike two of them are."""

from __future__ import annotations

from typing import NamedTuple

from ...ir import nodes as ir
from .concepts import length, negations, sides


class Form(NamedTuple):
    """How many concepts a statement is about, how many names, `some` and others it denies, and how long it is.

    A difference of two forms is one, too, with numbers below zero where the second has more.
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
        """Return it with no number further from zero than that of another form."""
        return Form(*(max(-its, min(its, own)) for own, its in zip(self, most, strict=True)))


ALIKE = Form(0, 0, 0, 0, 0)


def form_of(statement: ir.Statement) -> Form:
    about = sides(statement)
    names, some, others = map(sum, zip((0, 0, 0), *map(negations, about), strict=True))
    return Form(len(about), names, some, others, sum(map(length, about)))


def apart(one: Form, other: Form) -> int:
    """Return how unlike two forms are: what is denied as a whole shows the most, and a word more or less the least.

    Written out, as it is asked some ten thousand times for a base.
    """
    return (
        8 * abs(one[0] - other[0])
        + 6 * abs(one[1] - other[1])
        + 9 * abs(one[2] - other[2])
        + 14 * abs(one[3] - other[3])
        + 2 * abs(one[4] - other[4])
    )
