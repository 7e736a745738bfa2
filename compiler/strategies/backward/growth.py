"""A theory that is grown from a goal: the common base of all ways to grow one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...family import Condition, Env, Scene, Support
from ...ir import nodes as ir, with_sign
from ...random.stream import Stream
from .goals import Fresh, Instance, instances
from .knobs import BackwardKnobs

FIGURES: Mapping[str, str] = {
    "depth": "how many rules deep its branches go",
    "steps": "how many goals a rule was drawn for in order that they follow",
    "last_steps": "how many rules were drawn for the last step of a branch, those of conflicts too",
    "facts": "how many facts it shows",
    "rules": "how many rules it shows",
    "conflicts": "how many steps have a rule for the complement of their goal, and a preference",
    "type1": "in how many of these the goal's rule is preferred",
    "type2": "in how many the other rule is preferred, so that the goal follows where that one fails",
    "values": "how many conflicts are between two values of a predicate",
    "knowledge": "how many conditions ask for what the reader knows",
    "distractors": "how many statements of no use were added",
}


@dataclass(frozen=True)
class Written:
    """An ordered theory, with the statements' ids by the places at which they were added."""

    theory: ir.Theory
    ids: tuple[str, ...]


class Growing:
    """A partly drawn theory: its statements in the order of the steps, and the used predicates."""

    def __init__(self, scene: Scene, knobs: BackwardKnobs, stream: Stream) -> None:
        self.scene = scene
        self.family = scene.family
        self.knobs = knobs
        self.stream = stream
        self.lot = scene.lot or stream
        self.env = Env(stream, dict(scene.values), {}, scene.split)
        self.grammar = scene.grammar
        self.fresh = Fresh(self.grammar, self.env, knobs.negation.body)
        self.statements: list[ir.Statement] = []
        self.hidden: set[int] = set()
        self.beats: list[tuple[ir.Rule, ir.Rule]] = []
        self.counts = dict.fromkeys(FIGURES, 0)

    def goals(self, aims: Sequence[ir.Literal]) -> tuple[ir.Literal, ...]:
        """Draw the literals that the theory is to decide: one if the task aims at none.

        Its sign is random, so that it does not reveal whether the question has the same sign.
        """
        negative = self.stream.chance(0.5)
        if not aims:
            return (self.fresh.literal(negative),)
        return self.fresh.literals(aims, negative)

    def conflicting(self, first: bool) -> bool | None:
        """Draw whether a step has a conflict that the goal's rule wins; None for no conflict.

        This is drawn once per instance, not per attempt. Otherwise conflicts that hinder a label
        would be rarer with that label.
        """
        lot = self.lot.fork("conflict", self.counts["steps"])
        conflict = self.knobs.conflict
        share = conflict.first if first and conflict.first is not None else conflict.share
        if not lot.chance(share):
            return None
        return lot.weighted([conflict.type1, conflict.type2]) == 0

    def step(self, goal: ir.Literal, depth: int) -> Instance:
        """Draw an instance of a rule whose head is the goal."""
        self.counts["last_steps"] += depth == 1
        informed = depth == 1 and self.stream.chance(self.knobs.knowledge)
        return instances(self.grammar, self.family.knowledge, goal, self.fresh, informed)

    def carried(self, body: Sequence[ir.Literal | Condition]) -> frozenset[int]:
        """Draw which conditions of a rule rest on rules, where depth is left; facts state the others."""
        places = [place for place, part in enumerate(body) if isinstance(part, ir.Literal)]
        stated = self.knobs.stated
        if stated and len(places) > 1 and self.stream.chance(stated):
            places = [self.stream.pick(places)]
        return frozenset(places)

    def rival(self, goal: ir.Literal) -> ir.Literal:
        """Return a literal that conflicts with a goal: its complement, or another value of a functional predicate."""
        functional = self.family.signature.functional
        if goal.negative or goal.atom.predicate not in functional or not goal.atom.arguments:
            return with_sign(goal, not goal.negative)
        if not self.stream.chance(self.knobs.conflict.values):
            return with_sign(goal, True)
        self.counts["values"] += 1
        return self.fresh.other_value(goal)

    def prefer(self, ours: ir.Rule, theirs: ir.Rule, wins: bool) -> None:
        """Add a preference between a goal's rule and the one against it."""
        self.counts["conflicts"] += 1
        self.counts["type1" if wins else "type2"] += 1
        self.beats.append((ours, theirs) if wins else (theirs, ours))

    def written(self) -> Written:
        """Return the theory: facts first, each kind of statement in random order."""
        places = self.stream.shuffled(range(len(self.statements)))
        places.sort(key=lambda place: not isinstance(self.statements[place], ir.Fact))
        hidden = {number for number, place in enumerate(places) if place in self.hidden}
        named = self.scene.label([self.statements[place] for place in places], hidden)
        of_places = {place: each.id for place, each in zip(places, named, strict=True)}
        ids = {id(self.statements[place]): name for place, name in of_places.items()}
        preferences = [
            ir.Preference(ids[id(stronger)], ids[id(weaker)])
            for stronger, weaker in self.stream.shuffled(self.beats)
        ]
        family = self.family
        ordered = (*named, *self.scene.label(preferences))
        theory = ir.Theory(family.logic.name, ordered, family.signature, family.options)
        return Written(theory, tuple(of_places[place] for place in range(len(places))))

    def figures(self) -> dict[str, Any]:
        """Return the figures of what was drawn."""
        facts = sum(isinstance(statement, ir.Fact) for statement in self.statements)
        rules = len(self.statements) - facts - len(self.hidden)
        return {**self.counts, "depth": self.knobs.depth, "facts": facts, "rules": rules}


def shown_statements(drawn: Support) -> list[ir.Statement]:
    """Return the facts that a reader is shown, followed by the rules that a reader should know."""
    return [*(ir.Fact(fact) for fact in drawn.facts), *drawn.bridges]


def ids_at(places: Collection[int], written: Written) -> frozenset[str]:
    """Return the ids of the statements at some places."""
    return frozenset(written.ids[place] for place in places)
