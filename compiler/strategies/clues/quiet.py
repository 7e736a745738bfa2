"""Quiet clues: none settles a part of the question alone, and all answers are named as often."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ...contract import Session
from ...ir import nodes as ir
from ...notation import show
from ...random.stream import Stream
from .candidates import atoms_in

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Settling:
    """Finds clues that settle a literal, using solutions in which it is true or false.

    Attributes:
        session: the program, with a switch for every clue.
        switches: the place of each clue's switch.
        open: the places of the literals that distinguish solutions.
        found: the solutions found so far.
        true: a bit mask for each place of a switch or open literal: bit i says whether the clue or
            literal is true in solution i.
    """

    session: Session
    switches: Sequence[int]
    open: frozenset[int]
    found: list[frozenset[int]] = field(default_factory=list)
    true: dict[int, int] = field(default_factory=dict)

    def alone(self, clues: Iterable[int], asked: Iterable[int]) -> frozenset[int]:
        """Return the clues that alone settle a queried literal that is open without clues."""
        left = [self.switches[each] for each in clues]
        settling: set[int] = set()
        for place in self.unsettled(asked):
            for holds in (True, False):
                rest = sorted(each for each in left if each not in settling)
                settling.update(each for each in rest if not self._search(place, holds, (each,)))
        return frozenset(clue for clue, each in enumerate(self.switches) if each in settling)

    def together(self, clues: Iterable[int], asked: Iterable[int]) -> bool:
        """Return whether clues together settle one of some unsettled literals."""
        on = [self.switches[clue] for clue in clues]
        known = self._with(on)
        for place in asked:
            true = known & self.true.get(place, 0)
            if not true and not self._search(place, True, on):
                return True
            if true == known and not self._search(place, False, on):
                return True
        return False

    def unsettled(self, asked: Iterable[int]) -> list[int]:
        """Return the queried literals that are open without clues."""
        return [
            place
            for place in asked
            if all(self._search(place, holds, ()) for holds in (True, False))
        ]

    def _with(self, on: Iterable[int]) -> int:
        """Return the solutions found in which all switched clues are true, as a bit mask."""
        known = (1 << len(self.found)) - 1
        for switch in on:
            known &= self.true.get(switch, 0)
        return known

    def _search(self, place: int, holds: bool, on: Sequence[int]) -> bool:
        """Return whether a solution with the switched clues has, or lacks, a literal."""
        literal = self.true.get(place, 0)
        if self._with(on) & (literal if holds else ~literal):
            return True
        true, false = ([place, *on], []) if holds else (on, [place])
        sets = self.session.answer_sets(true, false, 1)
        if not sets:
            return False
        solution = sets[0] & self.open
        possible = self.session.possible(solution, self.open - solution)
        for each in (*solution, *possible.intersection(self.switches)):
            self.true[each] = self.true.get(each, 0) | 1 << len(self.found)
        self.found.append(solution)
        return True


@dataclass(frozen=True)
class Together:
    """Finds pairs of clues over a common atom that together settle a part of the question.

    Attributes:
        asked: the places of the literals of the question.
        atoms: the atoms of every clue.
    """

    settling: Settling
    asked: Sequence[int]
    atoms: Sequence[frozenset[ir.Atom]]

    def postponed(self, clues: Iterable[int]) -> set[int]:
        """Return the clues of a line that settle something together with an earlier one."""
        asked = self.settling.unsettled(self.asked)
        before: dict[ir.Node, list[int]] = {}
        found: set[int] = set()
        for clue in clues:
            atoms = sorted(self.atoms[clue], key=show)
            linked = dict.fromkeys(each for atom in atoms for each in before.get(atom, ()))
            if any(self.settling.together((clue, other), asked) for other in linked):
                found.add(clue)
                continue
            for atom in atoms:
                before.setdefault(atom, []).append(clue)
        return found


def surplus(
    named: Mapping[int, tuple[Kind, ir.Term]], answers: Collection[ir.Term], stream: Stream
) -> frozenset[int]:
    """Return the clues to set aside so that, in each kind, equally many name each of the answers.

    Clues that are true of a solution name its answer more often, or less often, than other possible
    answers.

    Args:
        named: for each clue, its kind and the only answer that it names.
    """
    groups: dict[Kind, dict[ir.Term, list[int]]] = {}
    for clue, (kind, term) in named.items():
        groups.setdefault(kind, {answer: [] for answer in answers}).setdefault(term, []).append(
            clue
        )
    found: set[int] = set()
    for number, own in enumerate(groups.values()):
        least = min(len(own[answer]) for answer in answers)
        for place, each in enumerate(answers):
            found.update(stream.fork(number, place).shuffled(own[each])[least:])
    return frozenset(found)


def only_named(clue: ir.Statement, predicate: object, at: int) -> ir.Term | None:
    """Return the only name or number that a clue has at a place of a predicate; None if not one."""
    found = {atom.arguments[at] for atom in atoms_in(clue) if atom.predicate == predicate}
    only = next(iter(found)) if len(found) == 1 else None
    return only if isinstance(only, ir.Const | ir.Quantity) else None
