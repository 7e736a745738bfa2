"""A branch of a tableau: what elements belong to, who is a successor of whom, and how many there can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from ....compiler.ir import nodes as ir
from ..common.budget import Budget, Spent
from .normal_form import NOTHING, THING, amount, complement

Element: TypeAlias = "str | None"
"""An individual, by a name of it, or the one element without a name."""

MOST = 400
"""How many successors are counted one by one."""


class Branch:
    """Facts about elements. It is `closed` once one of them contradicts another."""

    def __init__(self, unique: bool) -> None:
        self.unique, self.closed = unique, False
        self.labels: dict[Element, dict[ir.Formula, None]] = {None: {}}
        self.edges: set[tuple[str, str, str]] = set()
        self._denied: set[tuple[str, str, str]] = set()
        self._apart: set[tuple[str, str]] = set()
        self._same: dict[str, str] = {}

    def copy(self) -> Branch:
        """Return a branch with the same facts."""
        new = Branch(self.unique)
        new.closed = self.closed
        new.labels = {each: dict(own) for each, own in self.labels.items()}
        new.edges, new._denied = set(self.edges), set(self._denied)
        new._apart, new._same = set(self._apart), dict(self._same)
        return new

    def meet(self, name: str) -> None:
        """Hear of an individual."""
        self.labels.setdefault(name, {})

    def _element(self, name: Element) -> Element:
        return None if name is None else self._same.get(name, name)

    def _individual(self, name: str) -> str:
        if name not in self.labels and name not in self._same:
            raise KeyError(name)
        return self._same.get(name, name)

    # ------------------------------------------------------------------------------------------------- concepts

    def add(self, at: Element, concept: ir.Formula) -> None:
        """Add that an element belongs to a concept, and to all parts of a conjunction."""
        if self.clashes(at, concept):
            self.closed = True
        inner = concept.parts if isinstance(concept, ir.And) else (concept,)
        for part in inner:
            if part != concept:
                self.add(at, part)
            else:
                self.labels[self._element(at)][part] = None

    def has(self, at: Element, concept: ir.Formula) -> bool:
        """Return whether an element is known to belong to a concept."""
        return has(self.labels[self._element(at)], concept)

    def clashes(self, at: Element, concept: ir.Formula) -> bool:
        """Return whether an element that belonged to the concept would contradict itself."""
        return clashes(self.labels[self._element(at)], concept)

    # ---------------------------------------------------------------------------------------------- individuals

    def connect(self, role: str, first: str, second: str) -> None:
        """Add that the second individual is a successor of the first."""
        self.edges.add((role, self._individual(first), self._individual(second)))
        self.closed |= bool(self.edges & self._denied)

    def deny(self, role: str, first: str, second: str) -> None:
        """Add that the second individual is not a successor of the first."""
        self._denied.add((role, self._individual(first), self._individual(second)))
        self.closed |= bool(self.edges & self._denied)

    def edge(self, role: str, first: Element, second: Element) -> bool:
        if first is None or second is None:
            return False
        return (role, self._individual(first), self._individual(second)) in self.edges

    def distinct(self, first: str, second: str) -> bool:
        """Return whether two names are known to be of two elements."""
        one, two = sorted((self._individual(first), self._individual(second)))
        return one != two and (self.unique or (one, two) in self._apart)

    def part(self, first: str, second: str) -> None:
        """Add that two names are of two elements."""
        one, two = sorted((self._individual(first), self._individual(second)))
        self._apart.add((one, two))
        self.closed |= one == two

    def merge(self, first: str, second: str) -> None:
        """Add that two names are of the same element: it goes by the one that is first in the alphabet."""
        kept, gone = sorted((self._individual(first), self._individual(second)))
        if kept == gone:
            return
        self.closed |= (kept, gone) in self._apart
        self._same = {name: kept if to == gone else to for name, to in self._same.items()}
        self._same[gone] = kept
        for concept in self.labels.pop(gone):
            self.add(kept, concept)

        def renamed(name: str) -> str:
            return self._same.get(name, name)

        self.edges = {(role, renamed(a), renamed(b)) for role, a, b in self.edges}
        self._denied = {(role, renamed(a), renamed(b)) for role, a, b in self._denied}
        pairs = {tuple(sorted((renamed(a), renamed(b)))) for a, b in self._apart}
        self._apart = {(a, b) for a, b in pairs}
        self.closed |= bool(self.edges & self._denied)


def has(label: Mapping[ir.Formula, object], concept: ir.Formula) -> bool:
    """Return whether a concept is in a label, or all parts of a conjunction, or some part of a union."""
    if concept in label or concept == THING:
        return True
    match concept:
        case ir.And(parts=parts):
            return all(has(label, part) for part in parts)
        case ir.Or(parts=parts):
            return any(has(label, part) for part in parts)
        case _:
            return False


def clashes(label: Mapping[ir.Formula, object], concept: ir.Formula) -> bool:
    """Return whether a concept is `nothing`, or it or a part of it has its complement in a label."""
    if concept == NOTHING or has(label, complement(concept)):
        return True
    return isinstance(concept, ir.And) and any(clashes(label, part) for part in concept.parts)


# --------------------------------------------------------------------------------------------------- counting


def is_satisfiable_count(
    branch: Branch,
    restrictions: Sequence[ir.Restriction],
    named: Sequence[str],
    empty: Sequence[Sequence[ir.Formula]],
    budget: Budget,
) -> bool:
    """Return whether successors can meet restrictions on one role.

    Of the named ones, which are different, each counts for every `min` unless it is known to be outside, and for a
    `max` only if it is known to be inside. All others are inside or outside of each filler, and of no empty sort.
    """
    needs: dict[ir.Formula, int] = {}
    rooms: dict[ir.Formula, int] = {}
    onlys: list[ir.Formula] = []
    for restriction in restrictions:
        filler, number = restriction.filler, amount(restriction)
        if restriction.kind == "only":
            onlys.append(filler)
        elif restriction.kind == "min":
            perhaps = sum(not branch.has(name, complement(filler)) for name in named)
            needs[filler] = max(number - perhaps, needs.get(filler, 0))
        else:
            surely = sum(branch.has(name, filler) for name in named)
            rooms[filler] = min(number - surely, rooms.get(filler, number - surely))
    if any(number < 0 for number in rooms.values()):
        return False
    total = sum(needs.values())
    rooms = {filler: number for filler, number in rooms.items() if number < total}
    possible = [
        inside for inside, by in sorts([*{**needs, **rooms}], onlys, empty, budget) if by is None
    ]
    return countable(needs, rooms, possible, budget)


def sorts(
    fillers: Sequence[ir.Formula],
    onlys: Iterable[ir.Formula],
    empty: Sequence[Sequence[ir.Formula]],
    budget: Budget,
) -> Iterator[tuple[frozenset[ir.Formula], int | None]]:
    """Yield for each choice of fillers what an element in just these makes impossible: -1 if it contradicts itself.

    None is what may be; another number is the place of a set in `empty` that it belongs to all of.
    """
    within = list(onlys)
    for choice in product((True, False), repeat=len(fillers)):
        budget.spend(1 + len(fillers))
        sort = Branch(True)
        inside = []
        for filler, chosen in zip(fillers, choice, strict=True):
            inside += [filler] if chosen else []
            sort.add(None, filler if chosen else complement(filler))
        for part in within:
            sort.add(None, part)
        by = -1 if sort.closed else None
        for place, concepts in enumerate(() if sort.closed else empty):
            if all(sort.has(None, concept) for concept in concepts):
                by = place
                break
        yield frozenset(inside), by


def countable(
    needs: Mapping[ir.Formula, int],
    rooms: Mapping[ir.Formula, int],
    possible: Sequence[frozenset[ir.Formula]],
    budget: Budget,
) -> bool:
    """Return whether some number of elements of each sort fills the needs and leaves no room overfull.

    Whatever does has an element in the first filler that still needs one, so every sort is tried for it.
    """
    failed: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()

    def search(need: tuple[int, ...], room: tuple[int, ...]) -> bool:
        budget.spend(1)
        first = next((place for place, number in enumerate(need) if number > 0), None)
        if first is None:
            return True
        if (need, room) in failed:
            return False
        for wanted, taken in effects:
            if wanted[first] and all(t <= r for t, r in zip(taken, room, strict=True)):
                less = tuple(max(0, n - w) for n, w in zip(need, wanted, strict=True))
                left = tuple(r - t for r, t in zip(room, taken, strict=True))
                if search(less, left):
                    return True
        failed.add((need, room))
        return False

    effects = [
        (tuple(part in sort for part in needs), tuple(part in sort for part in rooms))
        for sort in possible
    ]
    if sum(needs.values()) > MOST:
        raise Spent
    return search(tuple(needs.values()), tuple(rooms.values()))
