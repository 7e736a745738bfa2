"""Concepts in normal form by numbers, so that sets of them are bits of an integer."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...compiler.ir import nodes as ir
from ..checkers.alcq.normal_form import amount, complement


class Shape(NamedTuple):
    """What a concept is: `name`, `not`, `truth`, `and`, `or`, `min`, `max` or `only`, with its parts' numbers."""

    kind: str
    parts: tuple[int, ...] = ()
    number: int = 0
    role: str = ""


class Concepts:
    """The concepts met so far, each once, parts before wholes."""

    def __init__(self) -> None:
        self.nodes: list[ir.Formula] = []
        self.shapes: list[Shape] = []
        self._numbers: dict[ir.Formula, int] = {}
        self._complements: dict[int, int] = {}

    def add(self, concept: ir.Formula) -> int:
        """Return the number of a concept in normal form."""
        known = self._numbers.get(concept)
        if known is not None:
            return known
        shape = self._shape(concept)
        number = self._numbers[concept] = len(self.nodes)
        self.nodes.append(concept)
        self.shapes.append(shape)
        return number

    def complement(self, number: int) -> int:
        """Return the number of a concept's complement."""
        if number not in self._complements:
            other = self.add(complement(self.nodes[number]))
            self._complements[number], self._complements[other] = other, number
        return self._complements[number]

    def _shape(self, concept: ir.Formula) -> Shape:
        match concept:
            case ir.Not(part=part):
                return Shape("not", (self.add(part),))
            case ir.And(parts=parts):
                return Shape("and", tuple(map(self.add, parts)))
            case ir.Or(parts=parts):
                return Shape("or", tuple(map(self.add, parts)))
            case ir.Restriction(kind=kind, role=role, filler=filler):
                return Shape(kind, (self.add(filler),), amount(concept), str(role))
            case ir.Truth(value=value):
                return Shape("truth", number=int(value))
            case _:
                return Shape("name")


def bits(numbers: Iterable[int]) -> int:
    """Return the set of numbers as an integer."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def members(set: int) -> Iterator[int]:
    """Yield the numbers in a set, the least first."""
    while set:
        low = set & -set
        yield low.bit_length() - 1
        set ^= low
