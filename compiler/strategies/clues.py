"""Grows a puzzle: a hidden solution, clues that are true of it until it is the only one, and none to spare.

The answer sets of the statements written out are the space of solutions. Of these one is drawn, by deciding literals
one by one in an order drawn by chance. Clues are the instances of the family's `clue` productions that some answer set
with the solution bears out. They are lined up by chance and weight, as many of them are taken from the front as leave
no other solution, and those that can be left out are, one by one, in an order drawn by chance: the deletion filter of
Chinneck and Dravnieks, "Locating minimal infeasible constraint sets in linear programs" (1991).

An engine is asked only what has one right answer, whether there is an answer set and what answer sets can hold, but for
the witnesses that no clue can be spared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from ..certifying import grounded
from ..contract import Draft, Feature, Knobs, Rejected, Scene, Session, Undecided
from ..filling import every
from ..ir import nodes as ir
from ..ir.fill import fill
from ..ir.guarding import guarded
from ..ir.match import Binding, match
from ..ir.raising import show
from ..ir.traversal import walk
from ..productions import Grammar, usable_in
from ..stream import Stream
from ..typed import Env, NoValue
from ..written import label
from .quiet import Settling, only_named, surplus

MANY = 50_000
"""The greatest number of clues that are looked at."""


class CluesKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    most: Annotated[
        int, Meta(ge=1, le=1000, description="the greatest number of clues; with more, another try")
    ] = 1000
    true: Annotated[
        float,
        Meta(ge=0, le=1, description="how likely a literal left open is decided to be true"),
    ] = 0.5
    number: (
        Annotated[
            int, Meta(ge=1, le=1000, description="how many clues there are, no more or fewer")
        ]
        | None
    ) = None
    tries: Annotated[
        int,
        Meta(
            ge=1, le=1000, description="how often so many are looked for before a draft is dropped"
        ),
    ] = 20


class Clues:
    """Grows a hidden solution, and clues until it is the only one, none of them to spare."""

    name: ClassVar[str] = "clues"
    makes: ClassVar[frozenset[Feature]] = frozenset({"facts", "choice", "answer_sets"})
    knobs: ClassVar[type[Knobs]] = CluesKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "clues": "how many clues it gives",
        "candidates": "how many clues were true of the solution",
        "telling": "how many clues settle by themselves whether something asked is so",
    }
    marks: ClassVar[Mapping[str, str]] = {}

    def grow(self, scene: Scene, knobs: CluesKnobs, stream: Stream) -> Draft | Rejected:
        """Draw a solution and the clues that tell it from all others, or say what could not be found."""
        try:
            return _Puzzle(scene, knobs, stream).draft()
        except NoValue as error:
            return Rejected(str(error))
        except Undecided:
            return Rejected("the puzzle was not settled within the engine's budget")


@dataclass(frozen=True)
class _Heap:
    """The clues of one alternative of a production, and how heavy it weighs."""

    weight: float
    clues: list[int]


@dataclass(frozen=True)
class _Aimed:
    """The places of the literals of a question that the solution is to hold, and of those that it is to lack."""

    true: tuple[int, ...] = ()
    false: tuple[int, ...] = ()


class _Puzzle:
    """A puzzle in the making: all clues stand in one program, each behind an atom that switches it on."""

    def __init__(self, scene: Scene, knobs: CluesKnobs, stream: Stream) -> None:
        self.family = scene.family
        self.knobs = knobs
        self.stream = stream
        self.core = scene.core
        self.scene = scene
        self.grammar: Grammar = scene.grammar
        self.env = Env(stream.fork("clues"), dict(scene.values), {}, scene.split)
        self.clues: list[ir.Statement] = []
        self.heaps = self._heaps()
        if not self.clues:
            raise NoValue("no clue can be made")
        self.session, self.switches = self._session()

    # ---------------------------------------------------------------------------------------------- candidates

    def _heaps(self) -> list[_Heap]:
        """Collect the instances of the clue productions, each once."""
        heaps: list[_Heap] = []
        known: set[ir.Statement] = set()
        for production in self.grammar.of_kind("clue"):
            if not usable_in(production, self.env):
                continue
            for option in production.options:
                heap: list[int] = []
                for made in every(option.template, self.grammar, self.env, numbers=True):
                    if len(self.clues) == MANY:
                        raise NoValue(f"more than {MANY:,} clues can be made")
                    if made not in known:
                        heap.append(len(self.clues))
                        self.clues.append(made)  # type: ignore[arg-type]
                        known.add(made)  # type: ignore[arg-type]
                weights = (each for each in (production.weight, option.weight) if each is not None)
                weight = 1.0
                for each in weights:
                    weight *= float(each.draw(self.env))
                heaps.append(_Heap(weight, heap))
        return heaps

    def _session(self) -> tuple[Session, list[int]]:
        """Have the engine ground the program in which clues can be switched; give the place of each clue's switch."""
        theory = ir.Theory(self.family.logic.name, self.core, self.family.signature)
        taken = {each.predicate for each in walk(theory) if isinstance(each, ir.Atom)}
        name = "clue"
        while name in taken:
            name += "_"
        switches = [
            ir.Literal(ir.Atom(name, (ir.Quantity("integer", number),)))
            for number in range(len(self.clues))
        ]
        choice = ir.Choice(tuple(ir.Element((each,)) for each in switches))
        guarded = [ir.Rule((), "->", choice)]
        guarded += [
            _guarded(clue, switch) for clue, switch in zip(self.clues, switches, strict=True)
        ]
        labelled = label([("", each) for each in guarded])
        ids = {each.id for each in self.core}
        own = [
            ir.Labelled(f"{each.id}{'_' * len(max(ids, key=len, default=''))}", each.statement)
            for each in labelled
        ]
        session = grounded(self.family, replace(theory, statements=(*self.core, *own)))
        places = {each: place for place, each in enumerate(session.atoms)}
        return session, [places[each] for each in switches]

    # ------------------------------------------------------------------------------------------------ the draft

    def draft(self) -> Draft | Rejected:
        possible = self.session.possible((), frozenset(self.switches)).difference(self.switches)
        aimed = self._aimed(possible)
        open, solution = self._solution(possible, aimed)
        fitting = self._fitting(open, solution, aimed)
        telling = self._telling(fitting, open, aimed)
        kept = self._told(fitting, telling | self._surplus(fitting, telling))
        if isinstance(kept, Rejected):
            return kept
        others = self._others(kept)
        chosen = self.stream.fork("told").shuffled(kept)
        statements = label([("", self.clues[each]) for each in chosen])
        needed = {
            each.id: self._literals(others[clue])
            for each, clue in zip(statements, chosen, strict=True)
        }
        return Draft(
            ir.Theory(self.family.logic.name, statements, self.family.signature),
            {
                "clues": len(kept),
                "candidates": len(fitting),
                "telling": len(telling.intersection(kept)),
            },
            goals=tuple(self.session.atoms[each] for each in aimed.true),
            needed=needed,
        )

    def _told(self, fitting: Sequence[int], late: frozenset[int]) -> list[int] | Rejected:
        """Choose clues that leave one solution and of which none can be spared, as many as there are to be.

        Those that are late come last in the line, and are the first to be left out.
        """
        exactly = self.knobs.number
        for number in range(1 if exactly is None else self.knobs.tries):
            again = (number,) if number else ()
            order = self._order(fitting, self.stream.fork("order", *again))
            kept = self._enough(sorted(order, key=late.__contains__))
            if kept is None:
                return Rejected("all clues together leave several solutions")
            spared = self.stream.fork("spare", *again).shuffled(kept)
            kept = self._needed(kept, sorted(spared, key=late.__contains__, reverse=True))
            if len(kept) > self.knobs.most:
                return Rejected(f"more than {self.knobs.most} clues are needed")
            if exactly in (None, len(kept)):
                return kept
        return Rejected("more or fewer clues are needed than there are to be")

    def _aimed(self, possible: frozenset[int]) -> _Aimed:
        """Draw a question of the kind that is aimed at, with the answers aimed at, that a solution can have."""
        scene, atoms = self.scene, self.session.atoms
        patterns = (*scene.aims, *scene.barred)
        goal = scene.asked
        if not isinstance(goal, ir.Answers | ir.Number) or any(
            isinstance(each, ir.Var) for pattern in patterns[:1] for each in walk(pattern)
        ):
            return _Aimed()
        places = {atoms[place]: place for place in possible}
        for binding in self.stream.fork("aim").shuffled(self._bindings(possible)):
            true = [places.get(fill(each, binding), -1) for each in scene.aims]  # type: ignore[call-overload]
            false = [places.get(fill(each, binding), -1) for each in scene.barred]  # type: ignore[call-overload]
            barred = tuple(each for each in false if each >= 0)
            if -1 not in true and self.session.answer_sets(true, (*barred, *self.switches), 1):
                return _Aimed(tuple(true), barred)
        if patterns:
            raise NoValue("no solution has the answer that is aimed at")
        return _Aimed()

    def _bindings(self, possible: frozenset[int]) -> list[Binding]:
        """Give what the holes of the question can stand for, in alphabetical order of the literals."""
        literals = sorted((self.session.atoms[place] for place in possible), key=show)
        found: list[Binding] = []
        for pattern in self.scene.aims[:1] or self.scene.barred:
            bound = (match(pattern, each) for each in literals)
            found += [each for each in bound if each is not None and each not in found]
        return found

    def _solution(
        self, possible: frozenset[int], aimed: _Aimed
    ) -> tuple[list[int], frozenset[int]]:
        """Draw an answer set of the core: the literals left open by it, and those that the solution holds."""
        atoms = self.session.atoms
        open = sorted(possible, key=lambda at: show(atoms[at]))
        if not open:
            raise NoValue("there is no solution")
        stream = self.stream.fork("solution")
        true: list[int] = list(aimed.true)
        false: list[int] = [*aimed.false, *frozenset(self.switches)]
        found = self._one(true, false)
        for place in stream.shuffled(open):
            wanted = stream.chance(self.knobs.true)
            if wanted != (place in found):
                ours = (true, [*false, place]) if not wanted else ([*true, place], false)
                other = self.session.answer_sets(*ours, 1)
                found = other[0] if other else found
            (true if place in found else false).append(place)
        return open, found

    def _one(self, true: Iterable[int], false: Iterable[int]) -> frozenset[int]:
        found = self.session.answer_sets(true, false, 1)
        if not found:
            raise NoValue("there is no solution")
        return found[0]

    def _fitting(self, open: Sequence[int], solution: frozenset[int], aimed: _Aimed) -> list[int]:
        """Give the clues that are true of the solution, but those that state what is aimed at."""
        lacking = [place for place in open if place not in solution]
        possible = self.session.possible(solution, lacking)
        asked = [{self.session.atoms[place].atom} for place in aimed.true]
        return [
            clue
            for clue, switch in enumerate(self.switches)
            if switch in possible and not (asked and _atoms(self.clues[clue]) in asked)
        ]

    def _telling(
        self, fitting: Sequence[int], open: Sequence[int], aimed: _Aimed
    ) -> frozenset[int]:
        """Give the clues that settle by themselves whether a literal of the question holds."""
        asked = [*aimed.true, *aimed.false]
        return Settling(self.session, self.switches, frozenset(open)).alone(fitting, asked)

    def _surplus(self, fitting: Sequence[int], telling: frozenset[int]) -> frozenset[int]:
        """Give the clues by which some of the possible answers are named more often than others."""
        goal = self.scene.asked
        if not self.scene.barred or not isinstance(goal, ir.Answers | ir.Number):
            return frozenset()
        atom = goal.literal.atom
        at = atom.arguments.index(ir.Var(goal.variable))
        known = (*self.scene.aims, *self.scene.barred)
        answers = sorted((each.atom.arguments[at] for each in known), key=show)
        kinds = {clue: number for number, heap in enumerate(self.heaps) for clue in heap.clues}
        named: dict[int, tuple[int, ir.Term]] = {}
        for clue in fitting:
            term = only_named(self.clues[clue], atom.predicate, at)
            if term is not None and clue not in telling:
                named[clue] = kinds[clue], term
        return surplus(named, answers, self.stream.fork("surplus"))

    def _order(self, fitting: Sequence[int], stream: Stream) -> list[int]:
        """Line clues up: each next one of an alternative drawn by weight, in it by chance."""
        usable = set(fitting)
        heaps = [
            (heap.weight, stream.shuffled([each for each in heap.clues if each in usable]))
            for heap in self.heaps
        ]
        order: list[int] = []
        while any(weight and clues for weight, clues in heaps):
            weights = [weight if clues else 0 for weight, clues in heaps]
            order.append(heaps[stream.weighted(weights)][1].pop())
        return order

    # ------------------------------------------------------------------------------------------ which are needed

    def _tell(self, clues: Iterable[int]) -> bool:
        """Tell whether these clues and no others leave one answer set."""
        on = {self.switches[each] for each in clues}
        off = [each for each in self.switches if each not in on]
        return self.session.count(on, off, 2) == 1

    def _answer_sets(self, clues: Iterable[int]) -> list[frozenset[int]]:
        """Give two answer sets, if there are two, with these clues and no others."""
        on = {self.switches[each] for each in clues}
        return self.session.answer_sets(on, (each for each in self.switches if each not in on), 2)

    def _enough(self, order: Sequence[int]) -> list[int] | None:
        """Give the shortest beginning of a line of clues that leaves one solution; None where all leave several."""
        if not order or not self._tell(order):
            return None
        few, many = 0, len(order)
        while few < many:
            middle = (few + many) // 2
            if self._tell(order[:middle]):
                many = middle
            else:
                few = middle + 1
        return list(order[:many])

    def _needed(self, clues: Sequence[int], order: Sequence[int]) -> list[int]:
        """Leave out what can be, tried in this order, and give the rest."""
        kept = list(clues)
        for clue in order:
            rest = [each for each in kept if each != clue]
            if self._tell(rest):
                kept = rest
        return kept

    def _others(self, kept: Sequence[int]) -> dict[int, frozenset[int]]:
        """Give for each clue an answer set that there would be without it."""
        only = self._answer_sets(kept)
        switches = set(self.switches)
        others: dict[int, frozenset[int]] = {}
        for clue in kept:
            found = self._answer_sets(each for each in kept if each != clue)
            new = [each - switches for each in found if each - switches != only[0] - switches]
            if len(only) != 1 or not new:
                raise NoValue("the clues hang together: one makes others say less")
            others[clue] = new[0]
        return others

    def _literals(self, places: Iterable[int]) -> tuple[ir.Literal, ...]:
        atoms = self.session.atoms
        return tuple(sorted((atoms[place] for place in places), key=show))


def _atoms(clue: ir.Statement) -> set[ir.Atom]:
    return {each for each in walk(clue) if isinstance(each, ir.Atom)}


def _guarded(clue: ir.Statement, switch: ir.Literal) -> ir.Rule:
    """Give a clue as a rule that holds where it is switched on."""
    rule = guarded(clue, switch)
    if rule is None:
        raise NoValue("a clue is a fact or a rule")
    return rule
