"""Judges proofs by others: each step must follow, by the rule that it names, from what it names.

That something does not follow, such as a condition of a rule against the step, need not be proved by other steps: it
is looked up among what follows from the whole theory.
"""

from collections.abc import Callable, Mapping, Sequence

from ....compiler.contract import Claimed, Step
from ....compiler.ir import nodes as ir
from ....compiler.notation import show
from ..common.premises import premise_fault
from .conditions import CLOSURE, DEFEASIBLY, DEFINITELY, Conclusion, Conditions
from .instances import Instance, Lit

CLAIMS = (DEFINITELY, DEFEASIBLY)
"""The tags that a step can show, the stronger one first."""

Evaluate = Callable[[Lit], Mapping[Conclusion, int]]
"""Returns all that follows about the literals that a literal depends on."""


class Replay:
    """The steps of a proof that were judged so far."""

    def __init__(self, conditions: Conditions, evaluate: Evaluate) -> None:
        self._conditions = conditions
        self._instances = conditions.instances
        self._evaluate = evaluate
        self._known: dict[Lit, Mapping[Conclusion, int]] = {}
        self._shown: list[tuple[Lit, frozenset[str]] | None] = []

    def judge(self, steps: Sequence[Claimed]) -> list[str]:
        """Return for each step why it does not follow; an empty text if it does."""
        return [self._judge(step) for step in steps]

    def _judge(self, step: Claimed) -> str:
        literal = _ground(step.gives)
        reason = "it is not a literal without variables" if literal is None else ""
        tags: frozenset[str] = frozenset()
        if literal is not None:
            reason = premise_fault(step, self._shown)
        if literal is not None and not reason:
            tags = frozenset(tag for tag in CLAIMS if self._follows(tag, literal, step))
            if DEFINITELY in tags:  # what is definite follows defeasibly, too
                tags = frozenset(CLAIMS)
            reason = "" if tags else self._why_not(literal, step)
        self._shown.append((literal, tags) if literal is not None and tags else None)
        return reason

    def _given(self, tag: str, literal: Lit, step: Claimed) -> bool:
        """Return whether a step names a fact, or an earlier step, that shows a literal."""
        if not self._instances.fact_ids(literal).isdisjoint(step.uses):
            return True
        earlier = (self._shown[number - 1] for number in step.premises)
        return any(each is not None and each[0] == literal and tag in each[1] for each in earlier)

    def _follows(self, tag: str, literal: Lit, step: Claimed) -> bool:
        if self._given(tag, literal, step):
            return True
        arrows = ("->",) if tag == DEFINITELY else ("->", "=>")
        named = [each for each in self._named(literal, step) if each.arrow in arrows]
        applied = [each for each in named if self._lacking(tag, each, step) is None]
        if tag == DEFEASIBLY and not self._conditions.team:
            applied = [each for each in applied if not self._unbeaten(literal, [each])]
        return bool(applied) and self._conditions.follows(tag, literal, self._holds(literal, step))

    def _holds(self, literal: Lit, step: Claimed) -> Callable[[str, Lit], bool]:
        known = self._about(literal)

        def holds(tag: str, each: Lit) -> bool:
            if tag in CLAIMS:
                return each != literal and self._given(tag, each, step)
            return (tag, each) in known

        return holds

    def _about(self, literal: Lit) -> Mapping[Conclusion, int]:
        if literal not in self._known:
            self._known[literal] = self._evaluate(literal)
        return self._known[literal]

    def _named(self, literal: Lit, step: Claimed) -> list[Instance]:
        return [each for each in self._instances.supporting(literal) if each.rule in step.uses]

    def _lacking(self, tag: str, instance: Instance, step: Claimed) -> Lit | None:
        """Return the first condition of a rule that the step names nothing for."""
        return next((each for each in instance.body if not self._given(tag, each, step)), None)

    def _why_not(self, literal: Lit, step: Claimed) -> str:
        named = self._named(literal, step)
        if not named:
            return f"nothing that it names gives {show(literal.node)}"
        lacking = [self._lacking(DEFEASIBLY, each, step) for each in named]
        if all(lacking):
            (first, *_) = [each for each in lacking if each is not None]
            return f"{named[0].rule} needs {show(first.node)}, which nothing that it names gives"
        standing = self._unbeaten(literal, named)
        against = f": {standing[0].rule} speaks against it" if standing else ""
        return f"it is not settled in favour of {show(literal.node)}{against}"

    def _unbeaten(self, literal: Lit, named: Sequence[Instance]) -> list[Instance]:
        """Return the attackers that may apply and that none of some rules beats."""
        known, conditions = self._about(literal), self._conditions

        def fails(attacker: Instance) -> bool:
            if conditions.parallel:
                return any((CLOSURE, each) not in known for each in attacker.body)
            return any((conditions.repelled, each) in known for each in attacker.body)

        return [
            attacker
            for attacker in self._instances.attacking(literal)
            if not fails(attacker)
            and not any(self._instances.beats(each, attacker) for each in named)
        ]


def positive_steps(steps: Sequence[Step]) -> list[Claimed]:
    """Return the steps of a proof that its last step rests on and that show that something follows."""
    needed = {len(steps)}
    for number in range(len(steps), 0, -1):
        if number in needed:
            needed.update(steps[number - 1].premises)
    places: dict[int, int] = {}
    found: list[Claimed] = []
    for number, step in enumerate(steps, 1):
        if step.tag in CLAIMS and number in needed:
            premises = tuple(places[each] for each in step.premises if each in places)
            found.append(Claimed(step.gives, step.uses, premises))
            places[number] = len(found)
    return found


def _ground(claim: ir.Node) -> Lit | None:
    """Return the literal of a claim, if it is one without variables."""
    match claim:
        case ir.Fact(literal=ir.Literal() as literal) | (ir.Literal() as literal):
            predicate, negative = literal.atom.predicate, literal.negative
            if literal.default or not isinstance(predicate, str) or not isinstance(negative, bool):
                return None
            if any(isinstance(term, ir.Var) for term in literal.atom.arguments):
                return None
            return Lit(negative, predicate, literal.atom.arguments)
    return None
