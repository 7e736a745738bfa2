"""Growing a puzzle: a hidden solution, and clues that leave only this one, none of them redundant.

The answer sets of the written-out statements are the possible solutions. One of them is drawn by
deciding literals one by one in random order. Clues are the instances of the family's `clue`
productions that some answer set with the solution supports. They are put in random order by weight.
The shortest prefix that leaves no other solution is kept, and then redundant clues are removed one
by one, in random order.

With `matched`, a solution is drawn for each possible answer. Clues over the same atoms concern the
same matter, and some of them say the opposite of others. Matters are ordered and removed instead of
clues, until those that are left determine all of the solutions, each by the clues that are true of
it. So matters are drawn without regard to the answer, and only what their clues say depends on it.
Two clues that together settle a part of the question come late.

The engine only decides what has one right answer: whether there is an answer set, and what answer
sets can contain. The exception is the witnesses that no clue is redundant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from ...contract import Feature, Knobs, Undecided
from ...family import Draft, Env, Grammar, NoValue, Rejected, Scene
from ...ir import Binding, match, nodes as ir, walk
from ...notation import show
from ...random.stream import Stream
from .alternatives import Aimed, Matter, Way, alternatives, places_of
from .candidates import atoms_in, candidates, ground_switched
from .deletion import minimal_subset, shortest
from .quiet import Settling, Together, only_named, surplus

SAMPLED = 12
"""How many clues of an alternative are sampled if no puzzle is grown."""


class CluesKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    most: Annotated[
        int, Meta(ge=1, le=1000, description="the most clues; a draft with more is redrawn")
    ] = 1000
    true: Annotated[
        float,
        Meta(ge=0, le=1, description="the probability that an undecided literal becomes true"),
    ] = 0.5
    matched: Annotated[
        bool,
        Meta(
            description="whether clues mention the same things whatever the answer; some may be redundant then"
        ),
    ] = False
    number: Annotated[int, Meta(ge=1, le=1000, description="the exact number of clues")] | None = (
        None
    )
    tries: Annotated[
        int,
        Meta(ge=1, le=1000, description="attempts to find that many before a draft is rejected"),
    ] = 20


class Clues:
    """Draws a solution, and clues until it is the only one; no clue is redundant."""

    name: ClassVar[str] = "clues"
    makes: ClassVar[frozenset[Feature]] = frozenset({"facts", "choice", "answer_sets"})
    draws: ClassVar[frozenset[str]] = frozenset({"clue"})
    knobs: ClassVar[type[Knobs]] = CluesKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "clues": "how many clues it gives",
        "candidates": "how many clues were true of the solution",
        "telling": "how many clues settle by themselves whether something asked is so",
    }
    marks: ClassVar[Mapping[str, str]] = {}

    def grow(self, scene: Scene, knobs: CluesKnobs, stream: Stream) -> Draft | Rejected:
        """Draw a solution and the clues that determine it, or reject it with a reason."""
        try:
            return _Puzzle(scene, knobs, stream).draft()
        except NoValue as error:
            return Rejected(str(error))
        except Undecided:
            return Rejected("the engine's budget ran out before the puzzle was decided", spent=True)

    def sample(self, scene: Scene, stream: Stream) -> list[ir.Statement]:
        """Return some of the possible clues, from each alternative with a weight above 0."""
        env = Env(stream.fork("clues"), dict(scene.values), {}, scene.split)
        heaps, clues = candidates(scene.grammar, env)
        return [
            clues[clue]
            for number, heap in enumerate(heaps)
            if heap.weight
            for clue in stream.fork("order", number).shuffled(heap.clues)[:SAMPLED]
        ]


class _Puzzle:
    """A puzzle that is being grown: one program has all clues, each with a switch atom."""

    def __init__(self, scene: Scene, knobs: CluesKnobs, stream: Stream) -> None:
        self.family = scene.family
        self.knobs = knobs
        self.stream = stream
        self.core = scene.core
        self.scene = scene
        self.grammar: Grammar = scene.grammar
        self.env = Env(stream.fork("clues"), dict(scene.values), {}, scene.split)
        self.heaps, self.clues = candidates(self.grammar, self.env)
        self.atoms = [atoms_in(clue) for clue in self.clues]
        self.session, self.switches = ground_switched(self.family, self.core, self.clues)

    # ------------------------------------------------------------------------------------------------ the draft

    def draft(self) -> Draft | Rejected:
        possible = self.session.possible((), frozenset(self.switches)).difference(self.switches)
        own, ways = self._ways(possible)
        asked = [*ways[own].aimed.true, *ways[own].aimed.false]
        settling = Settling(self.session, self.switches, frozenset(ways[own].open))
        fitting = sorted(set().union(*(way.fitting for way in ways)))
        telling = settling.alone(fitting, asked)
        late = telling | self._surplus(ways, telling)
        kept = self._choose_clues(ways, late, Together(settling, asked, self.atoms))
        if isinstance(kept, Rejected):
            return kept
        given = [each[own] for each in kept]
        others = self._others(given)
        chosen = self.stream.fork("told").shuffled(given)
        statements = self.scene.label([self.clues[each] for each in chosen])
        needed = {
            each.id: self._literals(others[clue])
            for each, clue in zip(statements, chosen, strict=True)
            if clue in others
        }
        return Draft(
            ir.Theory(self.family.logic.name, statements, self.family.signature),
            {
                "clues": len(given),
                "candidates": len(ways[own].fitting),
                "telling": len(telling.intersection(given)),
            },
            goals=tuple(self.session.atoms[each] for each in ways[own].aimed.true),
            needed=needed,
        )

    def _ways(self, possible: frozenset[int]) -> tuple[int, list[Way]]:
        """Draw a solution for each answer considered; return also which one the instance has."""
        own, answers = self._draw_aims(possible)
        ways: list[Way] = []
        for number, aimed in enumerate(answers):
            stream = self.stream.fork("solution", *((number,) if self.knobs.matched else ()))
            open, solution = self._solution(possible, aimed, stream)
            ways.append(Way(aimed, open, self._fitting_clues(open, solution, aimed)))
        return own, ways

    def _choose_clues(
        self, ways: Sequence[Way], late: frozenset[int], together: Together
    ) -> list[Matter] | Rejected:
        """Choose matters that leave one solution, none redundant, and as many as the knobs require.

        Matters with a late clue come last in the line, and are the first to be removed.
        """
        exactly = self.knobs.number

        def enough(matters: Sequence[Matter]) -> bool:
            return all(
                self._tell([matter[number] for matter in matters]) for number in range(len(ways))
            )

        for number in range(1 if exactly is None else self.knobs.tries):
            again = (number,) if number else ()
            line = self._matters(ways, late, self.stream.fork("order", *again))
            behind = {each: 2 for each in line if not late.isdisjoint(each)}
            if self.knobs.matched:
                way = self.stream.fork("way", *again).below(len(ways))
                postponed = together.postponed(e[way] for e in line if e not in behind)
                behind |= {each: 1 for each in line if each[way] in postponed}
            line.sort(key=lambda each: behind.get(each, 0))
            kept = shortest(line, enough)
            if kept is None:
                return Rejected("all clues together have several solutions")
            spared = self.stream.fork("spare", *again).shuffled(kept)
            spared.sort(key=lambda each: behind.get(each, 0), reverse=True)
            kept = minimal_subset(kept, spared, enough)
            if len(kept) > self.knobs.most:
                return Rejected(f"more than {self.knobs.most} clues are needed")
            if exactly in (None, len(kept)):
                return kept
        return Rejected("the puzzle does not need exactly `number` clues")

    def _matters(self, ways: Sequence[Way], late: frozenset[int], stream: Stream) -> list[Matter]:
        """Put the matters that exist in all ways in order, each as the clue for it in each way.

        With one way, late clues are ordered separately. How many clues of an alternative are late
        depends on the answer, and how early its other clues come must not.
        """
        groups: dict[object, list[int]] = {}
        fitting = frozenset[int]().union(*(way.fitting for way in ways))
        parts = (fitting,) if self.knobs.matched else (fitting - late, fitting & late)
        for clue in [each for part in parts for each in self._order(part, stream)]:
            matter = self.atoms[clue] if self.knobs.matched else clue
            groups.setdefault(matter, []).append(clue)
        true = [frozenset(way.fitting) for way in ways]
        told = (
            tuple(next((clue for clue in group if clue in own), None) for own in true)
            for group in groups.values()
        )
        return [each for each in told if None not in each]  # type: ignore[misc]

    def _draw_aims(self, possible: frozenset[int]) -> tuple[int, list[Aimed]]:
        """Draw a question of the intended kind that has solutions for all answers considered.

        These are the intended answers or, with `matched`, all possible ones. Return also the index
        of the intended ones.
        """
        scene, atoms = self.scene, self.session.atoms
        patterns = (*scene.aims, *scene.barred)
        goal = scene.asked
        if not isinstance(goal, ir.Answers | ir.Number) or any(
            isinstance(node, ir.Var) for pattern in patterns[:1] for node in walk(pattern)
        ):
            return 0, [Aimed()]
        answers = [(scene.aims, scene.barred)]
        if self.knobs.matched:
            answers = alternatives(scene)
        places = {atoms[place]: place for place in possible}
        for binding in self.stream.fork("aim").shuffled(self._bindings(possible)):
            found = [places_of(*answer, binding, places) for answer in answers]
            if all(each is not None and self._has(each) for each in found):
                return answers.index((scene.aims, scene.barred)), found  # type: ignore[return-value]
        if patterns:
            raise NoValue("no solution has the chosen answer")
        return 0, [Aimed()]

    def _has(self, aimed: Aimed) -> bool:
        """Return whether some solution has the intended answers."""
        return self.session.count(aimed.true, (*aimed.false, *self.switches), 1) > 0

    def _bindings(self, possible: frozenset[int]) -> list[Binding]:
        """Return the possible bindings of the question's holes, alphabetically by literal."""
        literals = sorted((self.session.atoms[place] for place in possible), key=show)
        found: list[Binding] = []
        patterns = self.scene.aims[:1] or self.scene.barred
        if self.knobs.matched:
            patterns = (*self.scene.aims, *self.scene.barred)
        for pattern in patterns:
            bound = (match(pattern, literal) for literal in literals)
            found += [each for each in bound if each is not None and each not in found]
        return found

    def _solution(
        self, possible: frozenset[int], aimed: Aimed, stream: Stream
    ) -> tuple[list[int], frozenset[int]]:
        """Draw an answer set of the core; return the literals that may vary, and the solution."""
        atoms = self.session.atoms
        open = sorted(possible, key=lambda at: show(atoms[at]))
        if not open:
            raise NoValue("there is no solution")
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

    def _fitting_clues(
        self, open: Sequence[int], solution: frozenset[int], aimed: Aimed
    ) -> list[int]:
        """Return the clues that are true of the solution, except those that state the answer."""
        lacking = [place for place in open if place not in solution]
        possible = self.session.possible(solution, lacking)
        asked = [{self.session.atoms[place].atom} for place in aimed.true]
        return [
            clue
            for clue, switch in enumerate(self.switches)
            if switch in possible and not (asked and self.atoms[clue] in asked)
        ]

    def _surplus(self, ways: Sequence[Way], telling: frozenset[int]) -> frozenset[int]:
        """Return the clues by which some possible answers are named more often than others.

        Empty with `matched`: then every answer is named equally often, whichever is right.
        """
        goal = self.scene.asked
        if self.knobs.matched or not self.scene.barred:
            return frozenset()
        if not isinstance(goal, ir.Answers | ir.Number):
            return frozenset()
        atom = goal.literal.atom
        at = atom.arguments.index(ir.Var(goal.variable))
        known = (*self.scene.aims, *self.scene.barred)
        answers = sorted((literal.atom.arguments[at] for literal in known), key=show)
        kinds = {clue: number for number, heap in enumerate(self.heaps) for clue in heap.clues}
        named: dict[int, tuple[int, ir.Term]] = {}
        for clue in ways[0].fitting:
            term = only_named(self.clues[clue], atom.predicate, at)
            if term is not None and clue not in telling:
                named[clue] = kinds[clue], term
        return surplus(named, answers, self.stream.fork("surplus"))

    def _order(self, fitting: Collection[int], stream: Stream) -> list[int]:
        """Order clues at random: first an alternative is drawn by weight, then one of its clues."""
        heaps = [
            (heap.weight, stream.shuffled([clue for clue in heap.clues if clue in fitting]))
            for heap in self.heaps
        ]
        order: list[int] = []
        while any(weight and clues for weight, clues in heaps):
            weights = [weight if clues else 0 for weight, clues in heaps]
            order.append(heaps[stream.weighted(weights)][1].pop())
        return order

    # ------------------------------------------------------------------------------------------ which are needed

    def _tell(self, clues: Iterable[int]) -> bool:
        """Return whether these clues and no others leave one answer set."""
        on = {self.switches[clue] for clue in clues}
        off = [switch for switch in self.switches if switch not in on]
        return self.session.count(on, off, 2) == 1

    def _answer_sets(self, clues: Iterable[int]) -> list[frozenset[int]]:
        """Return the answer sets, two at most, with these clues and no others."""
        on = {self.switches[clue] for clue in clues}
        return self.session.answer_sets(
            on, (switch for switch in self.switches if switch not in on), 2
        )

    def _others(self, kept: Sequence[int]) -> dict[int, frozenset[int]]:
        """Return for each clue an answer set that exists without it.

        With `matched`, clues that are redundant for this answer are left out.
        """
        only = self._answer_sets(kept)
        switches = set(self.switches)
        others: dict[int, frozenset[int]] = {}
        for clue in kept:
            found = self._answer_sets(each for each in kept if each != clue)
            if self.knobs.matched and len(found) == 1:
                continue
            new = [each - switches for each in found if each - switches != only[0] - switches]
            if len(only) != 1 or not new:
                raise NoValue("the clues depend on each other: one makes others say less")
            others[clue] = new[0]
        return others

    def _literals(self, places: Iterable[int]) -> tuple[ir.Literal, ...]:
        atoms = self.session.atoms
        return tuple(sorted((atoms[place] for place in places), key=show))
