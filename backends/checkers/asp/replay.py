"""Judges proofs that a literal is in an answer set: each step must apply a rule of the reduct to what it names.

That a literal is not in the set need not be proved: the set is known. Source: Gelfond and Lifschitz, The Stable Model
Semantics for Logic Programming (1988), where an answer set is the least model of its reduct.
"""

from collections.abc import Iterator, Sequence

from ....compiler.contract import Claimed, EngineError
from ....compiler.ir import nodes as ir
from ....compiler.notation import read_literal
from ..common.budget import Budget
from ..common.premises import premise_fault
from .program import Instance, Program
from .reduct import Reduct


class Replay:
    """The reduct of a program by an answer set, and the steps that were judged so far."""

    def __init__(self, theory: ir.Theory, literals: Sequence[str], budget: Budget) -> None:
        self._program = Program(theory, budget)
        numbers = map(self._program.literal, map(read_literal, literals))
        reduct = Reduct(self._program, [each for each in numbers if each is not None])
        self._instances: dict[int, list[Instance]] = {}
        for instance in reduct.instances:
            if len(instance.heads) == 1:
                self._instances.setdefault(instance.heads[0], []).append(instance)
        self._facts: dict[int, list[str]] = {}
        for number, form in self._program.given:
            self._facts.setdefault(number, []).append(form.id)
        self._shown: list[int | None] = []

    # ------------------------------------------------------------------------------------------------- a proof

    def claims(self, derivation: Sequence[tuple[str, str]]) -> list[Claimed]:
        """Return the steps of a derivation: its literals in order, each with the id of its statement.

        Raises:
            EngineError: a step needs an aggregate.
        """
        places: dict[int, int] = {}
        found: list[Claimed] = []
        for place, (text, id) in enumerate(derivation, 1):
            literal = read_literal(text)
            number = self._program.literal(literal)
            assert number is not None
            if number in self._facts:
                if place == len(derivation):
                    found.append(Claimed(literal, (self._facts[number][0],)))
                continue
            found_in = (
                each
                for each in self._instances[number]
                if each.schema.form.id == id
                and not each.aggregates
                and all(part in places or part in self._facts for part in each.positive)
            )
            instance = next(found_in, None)
            if instance is None:
                raise EngineError(
                    f"`{id}` counts or adds, so that a line would have to name each part"
                )
            facts = [self._facts[part][0] for part in instance.positive if part in self._facts]
            steps = [places[part] for part in instance.positive if part in places]
            uses = tuple(dict.fromkeys((*facts, id)))
            found.append(Claimed(literal, uses, tuple(dict.fromkeys(steps))))
            places[number] = len(found)
        return found

    # ------------------------------------------------------------------------------------------------- judging

    def judge(self, steps: Sequence[Claimed]) -> list[str]:
        """Return for each step why it does not follow; an empty text if it does."""
        return [self._judge(step) for step in steps]

    def _judge(self, step: Claimed) -> str:
        number, reason = self._number(step.gives), ""
        if number is None:
            reason = "it is not a literal without variables"
        else:
            reason = premise_fault(step, self._shown) or self._why_not(number, step)
        self._shown.append(None if reason else number)
        return reason

    def _number(self, claim: ir.Node) -> int | None:
        match claim:
            case ir.Fact(literal=ir.Literal() as literal) | (ir.Literal() as literal):
                try:
                    return self._program.literal(literal)
                except EngineError:
                    return None
        return None

    def _why_not(self, number: int, step: Claimed) -> str:
        if any(self._given(number, step)):
            return ""
        text = self._program.text
        named = [
            each for each in self._instances.get(number, ()) if each.schema.form.id in step.uses
        ]
        if not named:
            return f"no statement that it names gives {text(number)}"
        known = {fact for fact in self._facts if any(self._given(fact, step))}
        known.update(
            atom for place in step.premises if (atom := self._shown[place - 1]) is not None
        )
        for instance in named:
            lacking = [each for each in instance.positive if not any(self._given(each, step))]
            if not lacking and all(aggregate.sure(known) for aggregate in instance.aggregates):
                return ""
        lacking = [each for each in named[0].positive if not any(self._given(each, step))]
        id = named[0].schema.form.id
        if not lacking:
            return f"{id} counts or adds what it does not name"
        return f"{id} needs {text(lacking[0])}, which nothing that it names gives"

    def _given(self, number: int, step: Claimed) -> Iterator[bool]:
        """Yield true for each fact, or earlier step, that a step names and that gives an atom."""
        yield from (True for id in self._facts.get(number, ()) if id in step.uses)
        yield from (True for place in step.premises if self._shown[place - 1] == number)
