"""Which clues are quiet about a question: none settles a part of it alone, and they name each answer as often."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ..contract import Session
from ..ir import nodes as ir
from ..ir.traversal import walk
from ..stream import Stream

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Settling:
    """Looks for clues that settle a literal alone, by answer sets in which the literal holds, or does not.

    Attributes:
        session: the program, with every clue behind a switch.
        switches: the place of each clue's switch.
        open: the places of the literals that tell solutions apart.
        borne: what was found: solutions, each with the switches of the clues that hold in it.
    """

    session: Session
    switches: Sequence[int]
    open: frozenset[int]
    borne: list[tuple[frozenset[int], frozenset[int]]] = field(default_factory=list)

    def alone(self, clues: Iterable[int], asked: Iterable[int]) -> frozenset[int]:
        """Give the clues of which one settles an asked literal that the statements written out leave open."""
        left = frozenset(self.switches[each] for each in clues)
        settling: set[int] = set()
        for place in asked:
            if not all(self._search(place, holds, ()) for holds in (True, False)):
                continue
            for holds in (True, False):
                settling |= self._settling(place, holds, left - settling)
        return frozenset(clue for clue, each in enumerate(self.switches) if each in settling)

    def _settling(self, place: int, holds: bool, switches: Collection[int]) -> set[int]:
        """Give the switches with which alone the literal at a place cannot be so."""
        found: set[int] = set()
        left = set(switches)
        for solution, borne in self.borne:
            if (place in solution) == holds:
                left -= borne
        while left:
            switch = min(left)
            if self._search(place, holds, (switch,)):
                left -= self.borne[-1][1]
            else:
                found.add(switch)
            left.discard(switch)
        return found

    def _search(self, place: int, holds: bool, on: Collection[int]) -> bool:
        """Tell whether there is a solution with these switches on in which the literal holds, or fails; note it."""
        if not on and any((place in solution) == holds for solution, _ in self.borne):
            return True
        off = [each for each in self.switches if each not in on]
        true, false = ([place, *on], off) if holds else (on, [place, *off])
        sets = self.session.answer_sets(true, false, 1)
        if not sets:
            return False
        solution = sets[0] & self.open
        possible = self.session.possible(solution, self.open - solution)
        self.borne.append((solution, possible.intersection(self.switches)))
        return True


def surplus(
    named: Mapping[int, tuple[Kind, ir.Term]], answers: Collection[ir.Term], stream: Stream
) -> frozenset[int]:
    """Give the clues to leave aside so that of each kind as many name each of the answers.

    What is true of a solution names its answer more often, or less often, than what could have been the answer.

    Args:
        named: by clue, its kind, and the one answer that it names.
    """
    groups: dict[Kind, dict[ir.Term, list[int]]] = {}
    for clue, (kind, term) in named.items():
        groups.setdefault(kind, {each: [] for each in answers}).setdefault(term, []).append(clue)
    found: set[int] = set()
    for number, own in enumerate(groups.values()):
        least = min(len(own[each]) for each in answers)
        for place, each in enumerate(answers):
            found.update(stream.fork(number, place).shuffled(own[each])[least:])
    return frozenset(found)


def only_named(clue: ir.Statement, predicate: object, at: int) -> ir.Term | None:
    """Give the one name or number that a clue has at a place of a predicate; None for several, or none."""
    found = {
        atom.arguments[at]
        for atom in walk(clue)
        if isinstance(atom, ir.Atom) and atom.predicate == predicate
    }
    only = next(iter(found)) if len(found) == 1 else None
    return only if isinstance(only, ir.Const | ir.Quantity) else None
