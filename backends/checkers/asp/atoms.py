"""The atoms of a program, by number, and which of them are at hand: searched by some of their arguments."""

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import TypeAlias

from ....compiler.ir import nodes as ir
from .values import Value, node

Arguments: TypeAlias = tuple[Value, ...]
Signature: TypeAlias = tuple[bool, str, int]
"""Strong negation, predicate, number of arguments: `p` and `-p` are two predicates, and so are `p/1` and `p/2`."""

Row: TypeAlias = tuple[Arguments, int]
Index: TypeAlias = dict[Arguments, list[Row]]


class Relation:
    """The atoms of one signature: all by number in `known`, those derived so far in `rows`, the newest in `fresh`."""

    def __init__(self, signature: Signature) -> None:
        self.signature = signature
        self.known: dict[Arguments, int] = {}
        self.rows: list[Row] = []
        self.fresh: list[Row] = []
        self.indices: dict[tuple[int, ...], tuple[Callable[[Arguments], Arguments], Index]] = {}

    def index(self, places: tuple[int, ...]) -> Index:
        """Return the rows by their arguments at some places: a table that goes on growing with the relation."""
        if places not in self.indices:
            if len(places) == 1:
                place = places[0]
                key: Callable[[Arguments], Arguments] = lambda row: (row[place],)  # noqa: E731
            else:
                key = itemgetter(*places)
            table: Index = {}
            for row in self.rows:
                table.setdefault(key(row[0]), []).append(row)
            self.indices[places] = key, table
        return self.indices[places][1]

    def add(self, row: Row) -> None:
        self.rows.append(row)
        for key, table in self.indices.values():
            table.setdefault(key(row[0]), []).append(row)

    def clear(self) -> None:
        if self.rows:
            self.rows.clear()
            for _, table in self.indices.values():
                table.clear()


class Atoms:
    """All atoms of the program.

    Attributes:
        present: the numbers of the possible ones.
        certain: the numbers of those that are certainly true.
        open: the signatures that can still get more atoms.
        settled: whether the present atoms are exactly one set that is assumed to be true.
    """

    def __init__(self) -> None:
        self.relations: dict[Signature, Relation] = {}
        self.present: set[int] = set()
        self.certain: set[int] = set()
        self.open: frozenset[Signature] = frozenset()
        self.settled = False
        self._all: list[tuple[Relation, Arguments]] = []

    def relation(self, signature: Signature) -> Relation:
        if signature not in self.relations:
            self.relations[signature] = Relation(signature)
        return self.relations[signature]

    def number(self, relation: Relation, arguments: Arguments) -> int:
        number = relation.known.get(arguments)
        if number is None:
            number = relation.known[arguments] = len(self._all)
            self._all.append((relation, arguments))
        return number

    def add(self, number: int) -> None:
        """Add an atom to the present ones."""
        relation, arguments = self._all[number]
        self.present.add(number)
        relation.add((arguments, number))

    def settle(self, numbers: Iterable[int]) -> None:
        """Make exactly these atoms present, and certain."""
        for relation in self.relations.values():
            relation.clear()
        self.present.clear()
        for number in numbers:
            if number not in self.present:
                self.add(number)
        self.certain = set(self.present)
        self.open = frozenset()
        self.settled = True

    def signature(self, number: int) -> Signature:
        return self._all[number][0].signature

    def complement(self, number: int) -> int | None:
        """Return the number of the complementary atom under strong negation; None if it does not occur."""
        relation, arguments = self._all[number]
        negative, name, size = relation.signature
        other = self.relations.get((not negative, name, size))
        return None if other is None else other.known.get(arguments)

    def literal(self, number: int) -> ir.Literal:
        relation, arguments = self._all[number]
        negative, name, _ = relation.signature
        return ir.Literal(ir.Atom(name, tuple(map(node, arguments))), negative)
