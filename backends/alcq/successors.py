"""Whether the successors that restrictions on one role ask for can be supplied.

Without an upper bound each `min` is supplied by copies of one element. With one, every successor is in or out of each
filler that is counted, so it is of one of finitely many sorts, and only how many there are of each sort matters
(Baader, Horrocks, Lutz and Sattler, An Introduction to Description Logic, 2017, 5.2, on counting by sorts).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from ..checkers.common.budget import Spent
from .concepts import bits
from .types import Element, Guilty, Supply, Types, Wanted

MOST = 400
"""How many successors are counted one by one, and how many are made at all."""
FILLERS = 14
"""How many fillers may be counted at once."""


def supply_successors(types: Types, wanted: Wanted, rules: int) -> Supply | Guilty:
    """Return successors as they are wanted, each with how many copies of it, or what of it cannot be had.

    Raises:
        Spent: this takes more steps than are left, or more successors than are made.
    """
    most = sum(number for number, _ in wanted.mins)
    if most > MOST:
        raise Spent
    wanted = wanted._replace(maxs=tuple(each for each in wanted.maxs if each[0] < most))
    if not wanted.maxs:
        return _copy_successors(types, wanted, rules)
    found = _Counting(types, wanted, rules).supplied()
    return _shrunk(types, wanted, rules) if found is None else found


def _copy_successors(types: Types, wanted: Wanted, rules: int) -> Supply | Guilty:
    found: dict[Element, int] = {}
    for number, filler in wanted.mins:
        element = types.element(bits((filler, *wanted.onlys)), rules)
        if element is None:
            core = types.core
            onlys = frozenset(
                only for only in wanted.onlys if core.concepts >> only & 1 and only != filler
            )
            return Guilty(frozenset([filler]), frozenset(), onlys, core.rules)
        found[element] = max(number, found.get(element, 0))
    return list(found.items())


def _shrunk(types: Types, wanted: Wanted, rules: int) -> Guilty:
    """Leave out, in order, what does not take part in a failure."""
    least = wanted
    for only in wanted.onlys:
        less = least._replace(onlys=tuple(each for each in least.onlys if each != only))
        least = less if _fails(types, less, rules) else least
    for bound in wanted.maxs:
        less = least._replace(maxs=tuple(each for each in least.maxs if each != bound))
        least = less if _fails(types, less, rules) else least
    for bound in wanted.mins:
        less = least._replace(mins=tuple(each for each in least.mins if each != bound))
        least = less if _fails(types, less, rules) else least
    if not least.maxs:
        failed = _copy_successors(types, least, rules)
        assert isinstance(failed, Guilty)
        return failed
    counting = _Counting(types, least, rules)
    counting.supplied()
    mins, maxs = (frozenset(filler for _, filler in own) for own in (least.mins, least.maxs))
    return Guilty(mins, maxs, frozenset(least.onlys), counting.rules)


def _fails(types: Types, wanted: Wanted, rules: int) -> bool:
    if not wanted.mins:
        return False
    if not wanted.maxs:
        return isinstance(_copy_successors(types, wanted, rules), Guilty)
    return _Counting(types, wanted, rules).supplied() is None


class _Sort(NamedTuple):
    """The fillers that a successor is in: places in `mins` and in `maxs`."""

    mins: tuple[int, ...]
    maxs: tuple[int, ...]


class _Counting:
    """Searches for numbers of successors of each sort; `rules` are those by which sorts were found to be empty."""

    def __init__(self, types: Types, wanted: Wanted, rules: int) -> None:
        self.types, self.wanted, self.active = types, wanted, rules
        self.rules = 0
        self._elements: dict[_Sort, Element | None] = {}
        self._failed: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        places = {filler: at for at, (_, filler) in enumerate(wanted.maxs)}
        self._own = [places.get(filler) for _, filler in wanted.mins]
        if len({filler for _, filler in wanted.mins + wanted.maxs}) > FILLERS:
            raise Spent

    def supplied(self) -> Supply | None:
        needs = tuple(number for number, _ in self.wanted.mins)
        rooms = tuple(number for number, _ in self.wanted.maxs)
        sorts = self._search(needs, rooms)
        if sorts is None:
            return None
        counted: dict[Element, int] = {}
        for sort, many in sorts:
            element = self._elements[sort]
            assert element is not None
            counted[element] = counted.get(element, 0) + many
        return list(counted.items())

    def _search(
        self, needs: tuple[int, ...], rooms: tuple[int, ...]
    ) -> list[tuple[_Sort, int]] | None:
        """Some successor must be in the first filler that needs one: try every sort for it."""
        if not any(needs):
            return []
        if (needs, rooms) in self._failed:
            return None
        self.types.budget.spend(1)
        first = next(place for place, number in enumerate(needs) if number)
        for sort in self._sorts(first, needs, rooms):
            most = min([needs[first], *(rooms[at] for at in sort.maxs)])
            for many in dict.fromkeys((most, 1)):
                left = tuple(max(0, n - many * (at in sort.mins)) for at, n in enumerate(needs))
                room = tuple(n - many * (at in sort.maxs) for at, n in enumerate(rooms))
                rest = self._search(left, room)
                if rest is not None:
                    return [(sort, many), *rest]
        self._failed.add((needs, rooms))
        return None

    def _sorts(self, first: int, needs: tuple[int, ...], rooms: tuple[int, ...]) -> Iterator[_Sort]:
        """Yield the sorts in a filler that fit into the room left and can be.

        Those in few counted fillers come first; of those in the same ones, only what fills the most needs.
        """
        free = [at for at, number in enumerate(rooms) if number]
        others = [at for at, number in enumerate(needs) if number and at != first]
        for many in range(len(free) + 1):
            for inside in combinations(free, many):
                fit = [at for at in others if self._own[at] is None or self._own[at] in inside]
                if self._own[first] is None or self._own[first] in inside:
                    yield from self._fullest(first, fit, inside)

    def _fullest(self, first: int, others: list[int], inside: tuple[int, ...]) -> Iterator[_Sort]:
        found: list[set[int]] = []
        for many in range(len(others), -1, -1):
            for also in combinations(others, many):
                if not any(each.issuperset(also) for each in found):
                    sort = _Sort(tuple(sorted((first, *also))), inside)
                    if self._element(sort) is not None:
                        found.append(set(also))
                        yield sort

    def _element(self, sort: _Sort) -> Element | None:
        if sort not in self._elements:
            fillers = [*self.wanted.onlys]
            fillers += [self.wanted.mins[at][1] for at in sort.mins]
            for at, (_, filler) in enumerate(self.wanted.maxs):
                inside = at in sort.maxs
                fillers.append(filler if inside else self.types.concepts.complement(filler))
            element = self.types.element(bits(fillers), self.active)
            if element is None:
                self.rules |= self.types.core.rules
            self._elements[sort] = element
        return self._elements[sort]
