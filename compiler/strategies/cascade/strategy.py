"""Facts are drawn first, then rules until something follows at each depth, then rules that change no question."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from ...contract import Feature, Knobs, Label
from ...family import Draft, Env, Rejected, Scene, Sought, draw_statement
from ...ir import nodes as ir
from ...random.stream import Stream
from .model import Depths, World
from .questions import find_questions, heaps, progress, wanted_at

USUAL = tuple(Sought(label, None) for label in ("true", "false"))

REDRAWN = 40
"""How often the facts are redrawn until there are questions that need no rule."""


class CascadeKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    facts: Annotated[int, Meta(ge=1, le=60, description="the number of facts")] = 8
    rules: Annotated[int, Meta(ge=0, le=60, description="the number of rules")] = 8
    tries: Annotated[
        int, Meta(ge=1, le=100_000, description="the most attempts for one statement")
    ] = 2000


class Cascade:
    """Draws facts, and rules that lead ever deeper, with questions of every depth that look alike."""

    name: ClassVar[str] = "cascade"
    makes: ClassVar[frozenset[Feature]] = frozenset({"facts", "rules"})
    draws: ClassVar[frozenset[str]] = frozenset({"fact", "rule"})
    knobs: ClassVar[type[Knobs]] = CascadeKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "deepest": "the most steps that show something that follows",
        "derived": "how many literals follow that are not facts",
    }
    marks: ClassVar[Mapping[str, str]] = {}
    seeks: ClassVar[frozenset[Label]] = frozenset({"true", "false", "unknown"})
    closes: ClassVar[bool] = True

    def grow(self, scene: Scene, knobs: CascadeKnobs, stream: Stream) -> Draft | Rejected:
        """Draw a theory and a question of each wanted kind, or reject it with what is missing."""
        wanted = wanted_at(scene.sought or USUAL)
        growth = _Growth(scene, knobs, stream.fork("statements"), wanted)
        for step in (growth.draw_facts, growth.deepen, growth.draw_others):
            rejected = step()
            if rejected is not None:
                return rejected
        questions = find_questions(
            growth.world, growth.depths, scene.sought or USUAL, stream.fork("questions")
        )
        if isinstance(questions, Rejected):
            return questions
        order = stream.fork("order")
        drawn = [*order.shuffled(growth.facts), *order.shuffled(growth.rules)]
        family = scene.family
        theory = ir.Theory(family.logic.name, scene.core, family.signature, family.options)
        theory = replace(theory, statements=scene.label(drawn))
        shown = growth.depths.shown
        figures: dict[str, Any] = {
            "deepest": max(shown.values(), default=0),
            "derived": sum(depth > 0 for depth in shown.values()),
        }
        return Draft(theory, figures, found=questions)


class _Growth:
    """A theory that is being drawn, with what follows from it."""

    def __init__(
        self,
        scene: Scene,
        knobs: CascadeKnobs,
        stream: Stream,
        wanted: Mapping[int | None, Counter[Label]],
    ) -> None:
        self.scene = scene
        self.knobs = knobs
        self.wanted = wanted
        self.env = Env(stream, dict(scene.values), {}, scene.split)
        self.deepest = max((depth for depth in wanted if depth is not None), default=None)
        self.facts: list[ir.Statement] = []
        self.rules: list[ir.Statement] = []
        self.depths = Depths({}, {}, frozenset())
        self.world = World(scene.grammar)

    def draw_facts(self) -> Rejected | None:
        """Draw the facts, so that there are questions that need no rule, if these are wanted."""
        core = _world(self.scene)
        if core is None:
            return Rejected("the statements written out are not facts and stratified rules")
        for _ in range(REDRAWN):
            self.world, self.facts = core, []
            for _ in range(self.knobs.tries):
                if len(self.facts) == self.knobs.facts:
                    break
                fact = draw_statement(self.scene.grammar, "fact", self.env)
                if isinstance(fact, ir.Fact) and isinstance(fact.literal, ir.Literal):
                    world = self.world.with_fact(fact.literal)
                    if world is not None:
                        self.world = world
                        self.facts.append(fact)
            if len(self.facts) < self.knobs.facts:
                return Rejected(f"there are fewer than {self.knobs.facts} facts")
            known = self.world.depths()
            if known is not None and self._has_all(self.world, known, 0):
                self.depths = known
                return None
        return Rejected("no facts allow all questions of depth 0")

    def deepen(self) -> Rejected | None:
        """Draw rules until there are all questions of each depth, from the lowest."""
        for depth in range(1, (1 if self.deepest is None else self.deepest) + 1):
            wanted = self._wanted(depth)
            reached = progress(heaps(self.world, self.depths), self._at(depth), wanted)
            for _ in range(self.knobs.tries):
                if reached == 1:
                    break
                better = self._better(depth, wanted, reached)
                if better is not None:
                    reached = better
            if reached < 1:
                return Rejected(f"no rules lead to questions of depth {depth}")
            if len(self.rules) > self.knobs.rules:
                return Rejected(f"questions of depth {depth} need more than the number of rules")
        return None

    def draw_others(self) -> Rejected | None:
        """Draw rules that leave questions of all depths, and add no greater depth."""
        for _ in range(self.knobs.tries):
            if len(self.rules) == self.knobs.rules:
                return None
            rule = self._rule()
            if rule is None:
                continue
            made = self._with(rule)
            if made is not None and self._has_all(*made, self.deepest):
                self._take(rule, *made)
        if len(self.rules) == self.knobs.rules:
            return None
        return Rejected("no other rule leaves questions of all depths")

    def _better(self, depth: int, wanted: Mapping[Label, int], reached: float) -> float | None:
        """Add a random rule if it brings questions of a depth; return which share of them there is then."""
        rule = self._rule()
        if rule is None or not self._reaches(rule, depth):
            return None
        made = self._with(rule)
        if made is None or not self._has_all(*made, depth - 1):
            return None
        share = progress(heaps(*made), self._at(depth), wanted)
        if share <= reached:
            return None
        self._take(rule, *made)
        return share

    def _rule(self) -> ir.Rule | None:
        """Return a random rule that is new, and does not conclude one of its conditions."""
        rule = draw_statement(self.scene.grammar, "rule", self.env)
        if not isinstance(rule, ir.Rule) or rule.head in rule.body or rule in self.rules:
            return None
        return rule if len(set(rule.body)) == len(rule.body) else None

    def _reaches(self, rule: ir.Rule, depth: int) -> bool:
        """Return whether some instance of a rule applies in exactly this many steps."""
        known = self.depths
        for instance in self.world.ground(rule) or ():
            steps = [
                known.shown.get(key) if follows else known.refuted_in(key)
                for key, follows in instance.parts
            ]
            if instance.head not in known.shown and None not in steps:
                if max((each for each in steps if each is not None), default=0) == depth - 1:
                    return True
        return False

    def _with(self, rule: ir.Rule) -> tuple[World, Depths] | None:
        world = self.world.with_rule(rule)
        known = None if world is None else world.depths()
        return None if world is None or known is None else (world, known)

    def _take(self, rule: ir.Rule, world: World, known: Depths) -> None:
        self.world, self.depths = world, known
        self.rules.append(rule)

    def _has_all(self, world: World, known: Depths, depth: int | None) -> bool:
        """Return whether there are all questions up to a depth, and nothing is deeper than the deepest."""
        if self.deepest is not None and max(known.shown.values(), default=0) > self.deepest:
            return False
        found = heaps(world, known)
        return all(
            progress(found, at, wanted) == 1
            for at, wanted in self.wanted.items()
            if at is None or depth is None or at <= depth
        )

    def _wanted(self, depth: int) -> Mapping[Label, int]:
        return self.wanted.get(depth) or next(iter(self.wanted.values()))

    def _at(self, depth: int) -> int | None:
        return depth if self.deepest is not None else None


def _world(scene: Scene) -> World | None:
    """Return the facts and rules written out; None if one is something else."""
    facts: list[ir.Literal] = []
    rules: list[ir.Rule] = []
    for labelled in scene.core:
        match labelled.statement:
            case ir.Fact(literal=ir.Literal() as literal):
                facts.append(literal)
            case ir.Rule() as rule:
                rules.append(rule)
            case _:
                return None
    world = World(scene.grammar)
    for literal in facts:
        made = world.with_fact(literal)
        if made is None:
            return None
        world = made
    left: list[ir.Rule] = []
    for rule in rules:
        closed = world.close(rule)
        left += [rule] if closed is None else []
        world = closed or world
    for rule in left:
        made = world.with_rule(rule)
        if made is None:
            return None
        world = made
    return world
