"""Grows a theory from the literal to be decided towards facts, with conflicts that preferences settle.

After Kazemi et al., "BoardgameQA" (NeurIPS 2023), section 3: at each step a rule for the goal is drawn and its body
becomes the next goals; with some probability a rule against the goal is drawn too, for its complement or for another
value of a functional predicate, which either loses to the first (type 1) or is preferred to it and cannot be applied
(type 2). Facts stand at the end of every branch, each of which speaks of individuals of its own, so that branches do
not meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ..contract import Draft, Feature, Knobs, Rejected, Scene
from ..goals import Fresh, Instance, instances, signed
from ..ir import nodes as ir
from ..knowledge import Condition, Drawn
from ..stream import Stream
from ..typed import Env, NoValue
from ..written import label
from .levels import soon


class Negation(Knobs, frozen=True):
    """How often literals are negated."""

    head: Annotated[
        float, Meta(ge=0, le=1, description="how likely the head of a rule of no use is negative")
    ] = 0.5
    body: Annotated[
        float, Meta(ge=0, le=1, description="how likely a literal of a body is negative")
    ] = 0.5


class Conflict(Knobs, frozen=True):
    """How often rules for a goal and against it stand, and which of them is preferred."""

    bare: ClassVar[str] = "share"
    share: Annotated[float, Meta(ge=0, le=1, description="how likely a step holds a conflict")] = (
        0.0
    )
    first: (
        Annotated[float, Meta(ge=0, le=1, description="how likely the first step does")] | None
    ) = None
    type1: Annotated[
        float, Meta(ge=0, description="the weight of conflicts that the goal's rule wins")
    ] = 0.5
    type2: Annotated[
        float,
        Meta(ge=0, description="the weight of conflicts with a preferred rule that does not apply"),
    ] = 0.5
    values: Annotated[
        float,
        Meta(ge=0, le=1, description="the share of conflicts between values, where there are any"),
    ] = 0.5

    def __post_init__(self) -> None:
        if not self.type1 + self.type2 > 0:
            raise ValueError("Expected a weight above 0 for `type1` or `type2`")


class BackwardKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    depth: Annotated[int, Meta(ge=1, le=8, description="how many rules deep every branch goes")] = 2
    negation: Negation = Negation()
    conflict: Conflict = Conflict()
    knowledge: Annotated[
        float, Meta(ge=0, le=1, description="how likely a last step asks for what the reader knows")
    ] = 0.0
    distractors: Annotated[
        int, Meta(ge=0, le=8, description="statements of no use that are added at every step")
    ] = 0


class Backward:
    """Grows rules and facts backward from a goal, with conflicts and distractors."""

    name: ClassVar[str] = "backward"
    makes: ClassVar[frozenset[Feature]] = frozenset({"facts", "defeasible_rules", "preferences"})
    knobs: ClassVar[type[Knobs]] = BackwardKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "depth": "how many rules deep its branches go",
        "steps": "how many goals a rule was drawn for in order that they follow",
        "last_steps": "how many rules were drawn for the last step of a branch, those of conflicts too",
        "facts": "how many facts it shows",
        "rules": "how many rules it shows",
        "conflicts": "how many steps have a rule for the complement of their goal",
        "type1": "in how many of these the goal's rule is preferred",
        "type2": "in how many the other rule is preferred, and cannot be applied",
        "values": "how many conflicts are between two values of a predicate",
        "knowledge": "how many conditions ask for what the reader knows",
        "distractors": "how many statements of no use were added",
    }
    marks: ClassVar[Mapping[str, str]] = {}

    def grow(self, scene: Scene, knobs: BackwardKnobs, stream: Stream) -> Draft | Rejected:
        """Draw a theory from which its goals follow, or say what ran out."""
        growing = _Growing(scene, knobs, stream)
        try:
            goals = growing.goals(scene.aims)
            for goal in goals:
                growing.establish(goal, knobs.depth)
        except NoValue as error:
            return Rejected(str(error))
        if any(soon(growing.statements, goal, knobs.depth - 1) for goal in goals):
            return Rejected("a goal follows in fewer steps than asked")
        return growing.draft(goals)


class _Growing:
    """A theory while it grows: its statements in the order of the steps, and what they have used up."""

    def __init__(self, scene: Scene, knobs: BackwardKnobs, stream: Stream) -> None:
        self.family = scene.family
        self.knobs = knobs
        self.stream = stream
        self.lot = scene.lot or stream
        self.env = Env(stream, dict(scene.values), {}, scene.split)
        self.grammar = scene.grammar
        self.fresh = Fresh(self.grammar, self.env, knobs.negation.body)
        self.statements: list[ir.Statement] = []
        self.hidden: set[int] = set()
        self.swaps: list[dict[int, ir.Statement | None]] = []
        self.beats: list[tuple[ir.Rule, ir.Rule]] = []
        self.counts = dict.fromkeys(Backward.figures, 0)

    # ------------------------------------------------------------------------------------------------ steps

    def goals(self, aims: Sequence[ir.Literal]) -> tuple[ir.Literal, ...]:
        """Draw the literals that the theory is to decide: one where the task aims at none.

        The sign of one must not tell whether the question has it.
        """
        negative = self.stream.chance(0.5)
        if not aims:
            return (self.fresh.literal(negative),)
        return self.fresh.literals(aims, negative)

    def establish(self, goal: ir.Literal, depth: int) -> None:
        """Make a literal follow by a proof of this height."""
        if depth == 0:
            self.statements.append(ir.Fact(goal))
            return
        self.counts["steps"] += 1
        # Of an instance, not of an attempt: else a conflict that hinders a label would be rarer under it.
        lot = self.lot.fork("conflict", self.counts["steps"])
        ours = self._step(goal, depth)
        self.statements.append(ours.rule)
        self._supply(ours, depth)
        for _ in range(self.knobs.distractors):
            self._distract()
        conflict = self.knobs.conflict
        first = conflict.first if depth == self.knobs.depth else None
        if lot.chance(conflict.share if first is None else first):
            self._oppose(goal, ours, depth, lot.weighted([conflict.type1, conflict.type2]) == 0)

    def _step(self, goal: ir.Literal, depth: int) -> Instance:
        """Draw an instance of a rule whose head is the goal."""
        self.counts["last_steps"] += depth == 1
        informed = depth == 1 and self.stream.chance(self.knobs.knowledge)
        return instances(self.grammar, self.family.knowledge, goal, self.fresh, informed)

    def _supply(self, step: Instance, depth: int, left_out: Iterable[int] = ()) -> None:
        """Make the body of a rule follow, but for the parts left out."""
        skipped = set(left_out)
        for place, part in enumerate(step.body):
            if isinstance(part, Condition):
                self._inform(part, place not in skipped)
            elif place not in skipped:
                self.establish(part, depth - 1)

    def _inform(self, condition: Condition, holds: bool) -> None:
        """State facts that bear a condition out; or facts that rule it out, or none."""
        self.counts["knowledge"] += 1
        drawn = condition.true if holds else condition.false
        if drawn is None or (not holds and self.stream.chance(0.5)):
            return
        shown = _told(drawn)
        first = len(self.statements)
        self.statements += shown
        self.hidden |= set(range(first + len(drawn.facts), len(self.statements)))
        if holds and condition.false is not None:
            others = _told(condition.false)
            self.swaps.append(
                {first + place: each for place, (_, each) in enumerate(zip_longest(shown, others))}
            )

    def _oppose(self, goal: ir.Literal, ours: Instance, depth: int, wins: bool) -> None:
        """Add a rule for what conflicts with a goal that loses, or one that would win and cannot be applied."""
        theirs = self._step(self._rival(goal), depth)
        self.statements.append(theirs.rule)
        self.counts["conflicts"] += 1
        self.counts["type1" if wins else "type2"] += 1
        self.beats.append((ours.rule, theirs.rule) if wins else (theirs.rule, ours.rule))
        size = len(theirs.body)
        if not size and not wins:
            raise NoValue("a rule without conditions always applies")
        missing = 1 if not wins else self.stream.below(size) if size else 0
        self._supply(theirs, depth, self.stream.sample(range(size), missing))

    def _rival(self, goal: ir.Literal) -> ir.Literal:
        """Give a literal that conflicts with a goal: its complement, or another value of a functional predicate."""
        functional = self.family.signature.functional
        if goal.negative or goal.atom.predicate not in functional or not goal.atom.arguments:
            return signed(goal, not goal.negative)
        if not self.stream.chance(self.knobs.conflict.values):
            return signed(goal, True)
        self.counts["values"] += 1
        return self.fresh.other_value(goal)

    def _distract(self) -> None:
        """Add a fact, or a rule that nothing makes applicable, about individuals of its own."""
        self.counts["distractors"] += 1
        negation = self.knobs.negation
        if self.stream.chance(0.5):
            literal = self.fresh.literal(self.stream.chance(negation.body))
            self.statements.append(ir.Fact(literal))
        else:
            literal = self.fresh.literal(self.stream.chance(negation.head))
            drawn = instances(self.grammar, self.family.knowledge, literal, self.fresh, False)
            self.statements.append(drawn.rule)

    # ------------------------------------------------------------------------------------------------ the end

    def draft(self, goals: tuple[ir.Literal, ...]) -> Draft:
        """Give the theory: facts first, each kind of statement in an order that tells nothing."""
        places = self.stream.shuffled(range(len(self.statements)))
        places.sort(key=lambda place: not isinstance(self.statements[place], ir.Fact))
        named = label([("", self.statements[place]) for place in places])
        ids = {id(self.statements[p]): each.id for p, each in zip(places, named, strict=True)}
        preferences = [
            ir.Preference(ids[id(stronger)], ids[id(weaker)])
            for stronger, weaker in self.stream.shuffled(self.beats)
        ]
        ordered = label([(e.id, e.statement) for e in named] + [("", p) for p in preferences])
        hidden = frozenset(ids[id(self.statements[place])] for place in self.hidden)
        swaps = tuple(
            {ids[id(self.statements[place])]: each for place, each in swap.items()}
            for swap in self.swaps
        )
        family = self.family
        theory = ir.Theory(family.logic.name, ordered, family.signature, family.options)
        return Draft(theory, self._figures(), goals=goals, hidden=hidden, swaps=swaps)

    def _figures(self) -> dict[str, Any]:
        facts = sum(isinstance(each, ir.Fact) for each in self.statements)
        rules = len(self.statements) - facts - len(self.hidden)
        return {**self.counts, "depth": self.knobs.depth, "facts": facts, "rules": rules}


def _told(drawn: Drawn) -> list[ir.Statement]:
    """Give the facts that a reader is shown, and then the rules that the reader is to know."""
    return [*(ir.Fact(fact) for fact in drawn.facts), *drawn.bridges]
