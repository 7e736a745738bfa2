"""Theories from which their goals follow, with preferences that settle conflicts, as published.

After Kazemi et al., "BoardgameQA" (NeurIPS 2023), section 3. At each step a rule for the goal is
drawn, and its body becomes the next goals. With some probability a rule against the goal is drawn
too, for its complement or for another value of a functional predicate. This rule either loses to
the first (type 1), or is preferred to it but cannot be applied (type 2). Every branch ends in facts
and has its own individuals, so that branches do not meet.
"""

from collections.abc import Iterable
from itertools import zip_longest

from ...family import Condition, Draft, NoValue, Rejected, Scene
from ...ir import nodes as ir
from ...random.stream import Stream
from .goals import Instance, instances
from .growth import Growing, ids_at, shown_statements
from .knobs import BackwardKnobs
from .levels import soon


def draw_established(scene: Scene, knobs: BackwardKnobs, stream: Stream) -> Draft | Rejected:
    """Draw a theory from which its goals follow, or reject it with a reason.

    Raises NoValue if words or individuals run out.
    """
    growing = Established(scene, knobs, stream)
    goals = growing.goals(scene.aims)
    for goal in goals:
        growing.establish(goal, knobs.depth)
    if any(soon(growing.statements, goal, knobs.depth - 1) for goal in goals):
        return Rejected("a goal follows in fewer steps than required")
    return growing.draft(goals)


class Established(Growing):
    """A theory whose goals are made to follow, one after another."""

    def __init__(self, scene: Scene, knobs: BackwardKnobs, stream: Stream) -> None:
        super().__init__(scene, knobs, stream)
        self.swaps: list[dict[int, ir.Statement | None]] = []

    def establish(self, goal: ir.Literal, depth: int) -> None:
        """Make a literal follow by a proof of this depth."""
        if depth == 0:
            self.statements.append(ir.Fact(goal))
            return
        self.counts["steps"] += 1
        wins = self.conflicting(depth == self.knobs.depth)
        ours = self.step(goal, depth)
        self.statements.append(ours.rule)
        self._supply(ours, depth)
        for _ in range(self.knobs.distractors):
            self._distract()
        if wins is not None:
            self._oppose(goal, ours, depth, wins)

    def _supply(self, step: Instance, depth: int, left_out: Iterable[int] = ()) -> None:
        """Make the body of a rule follow, except for the parts left out."""
        skipped = set(left_out)
        carried = self.carried(step.body)
        for place, part in enumerate(step.body):
            if isinstance(part, Condition):
                self._inform(part, place not in skipped)
            elif place not in skipped:
                self.establish(part, depth - 1 if place in carried else 0)

    def _inform(self, condition: Condition, holds: bool) -> None:
        """Add facts that make a condition true; if it must not hold, contrary facts or none."""
        self.counts["knowledge"] += 1
        drawn = condition.true if holds else condition.false
        if drawn is None or (not holds and self.stream.chance(0.5)):
            return
        shown = shown_statements(drawn)
        first = len(self.statements)
        self.statements += shown
        self.hidden |= set(range(first + len(drawn.facts), len(self.statements)))
        if holds and condition.false is not None:
            others = shown_statements(condition.false)
            self.swaps.append(
                {first + place: each for place, (_, each) in enumerate(zip_longest(shown, others))}
            )

    def _oppose(self, goal: ir.Literal, ours: Instance, depth: int, wins: bool) -> None:
        """Add a rule against a goal: one that loses, or a preferred one that cannot be applied."""
        theirs = self.step(self.rival(goal), depth)
        self.statements.append(theirs.rule)
        self.prefer(ours.rule, theirs.rule, wins)
        size = len(theirs.body)
        if not size and not wins:
            raise NoValue("a rule without conditions always applies")
        missing = 1 if not wins else self.stream.below(size) if size else 0
        self._supply(theirs, depth, self.stream.sample(range(size), missing))

    def _distract(self) -> None:
        """Add a fact, or a rule that cannot be applied, about new individuals."""
        self.counts["distractors"] += 1
        negation = self.knobs.negation
        if self.stream.chance(0.5):
            literal = self.fresh.literal(self.stream.chance(negation.body))
            self.statements.append(ir.Fact(literal))
        else:
            literal = self.fresh.literal(self.stream.chance(negation.head))
            drawn = instances(self.grammar, self.family.knowledge, literal, self.fresh, False)
            self.statements.append(drawn.rule)

    def draft(self, goals: tuple[ir.Literal, ...]) -> Draft:
        """Return the theory, with the facts that may be swapped in it."""
        written = self.written()
        swaps = tuple(
            {written.ids[place]: each for place, each in swap.items()} for swap in self.swaps
        )
        return Draft(
            written.theory,
            self.figures(),
            goals=goals,
            hidden=ids_at(self.hidden, written),
            swaps=swaps,
        )
