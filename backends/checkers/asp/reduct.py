"""Checks whether a set is an answer set: what it violates, and whether a smaller set suffices.

The rules are run over the set alone, which yields exactly the instances with a true body: the reduct. The
set is stable if it satisfies them and no smaller set does. Aggregates in the reduct have the elements that
count in the set, and literals under `not` are decided by the set. Source: Gelfond and Lifschitz, Classical
Negation in Logic Programs and Disjunctive Databases (1991); Ferraris, Logic Programs with Propositional
Connectives and Aggregates (TOCL 2011), which is what clingo implements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ....compiler.notation import show
from .aggregates import GroundAggregate
from .clauses import FALSE, TRUE, Clauses
from .grounding import cost_of, total
from .program import Instance, Program, Schema
from .terms import Environment
from .values import Value


@dataclass(frozen=True)
class Refusal:
    """Why a set is not an answer set.

    `kind` is `complementary`, `violated`, `unfounded` or `smaller`. `atoms` are the complementary or
    unfounded atoms, or the smaller set. `id` and `instance` identify the violated statement.
    """

    kind: str
    atoms: frozenset[int] = frozenset()
    id: str = ""
    instance: str = ""


class Reduct:
    """The reduct of a program by a set of atoms.

    Attributes:
        founded: the round in which each atom is found that every model of the reduct within the set has.
        founders: for each of them but facts, the instances that give it in that round.
    """

    def __init__(self, program: Program, chosen: Iterable[int]) -> None:
        self.program = program
        self.chosen = set(chosen)
        self.instances: list[Instance] = []
        self.violated: list[Instance] = []
        self.founded: dict[int, int] = {}
        self.founders: dict[int, list[Instance]] = {}
        program.atoms.settle(chosen)
        program.run(program.schemas, self._take)

    def _take(self, schema: Schema, env: Environment) -> None:
        instance = schema.instance(env, self.program.atoms)
        if instance is None:
            return
        self.program.budget.spend(1 + len(instance.positive))
        instance.heads = tuple([head for head in instance.heads if head in self.chosen])
        if instance.heads:
            self.instances.append(instance)
        elif not schema.form.free:
            self.violated.append(instance)

    def cost(self) -> dict[int, int]:
        """Return the cost of the set by priority."""
        costs: list[tuple[Value, Value, Value]] = []

        def take(schema: Schema, env: Environment) -> None:
            cost = cost_of(schema, env)
            if cost is not None:
                costs.append(cost)

        self.program.atoms.settle(self.chosen)
        self.program.run(self.program.weights, take)
        return total(costs)

    def refusal(self, canonical: bool = True) -> Refusal | None:
        """Return why the set is not an answer set, None if it is one; the least smaller set if it must be canonical."""
        torn = self.program.torn_in(self.chosen)
        if torn:
            least = self.program.in_order(torn)[0] if canonical else torn[0]
            return Refusal("complementary", frozenset({least}))
        broken = self._find_violation()
        if broken is not None:
            return broken
        self._find_founded()
        if len(self.founded) == len(self.chosen):
            return None
        if all(map(self._is_satisfied, self.instances)):
            return Refusal("unfounded", frozenset(self.chosen - self.founded.keys()))
        smaller = self._smaller(canonical)
        return None if smaller is None else Refusal("smaller", smaller)

    def _find_violation(self) -> Refusal | None:
        """Return the first statement that is violated, with the first of its violated instances."""
        facts = [form for number, form in self.program.facts.items() if number not in self.chosen]
        places = [fact.number for fact in facts]
        places += [each.schema.form.number for each in self.violated]
        if not places:
            return None
        first = min(places)
        texts = [(fact.id, show(fact.shown)) for fact in facts if fact.number == first]
        texts += [
            (each.schema.form.id, each.text())
            for each in self.violated
            if each.schema.form.number == first
        ]
        id, instance = min(texts)
        return Refusal("violated", id=id, instance=instance)

    def _find_founded(self) -> None:
        """Find, round by round, the atoms that every model of the reduct within the set has."""
        founded = self.founded
        for number in self.program.facts:
            founded[number] = 0
        missing: list[int] = []
        users: dict[int, list[int]] = {}
        ready: list[Instance] = []
        for place, instance in enumerate(self.instances):
            needed = {each for each in instance.positive if each not in founded}
            missing.append(len(needed))
            if not needed:
                ready.append(instance)
            for each in needed:
                users.setdefault(each, []).append(place)
        level = 0
        while ready:
            level += 1
            new: dict[int, list[Instance]] = {}
            waiting: list[Instance] = []
            least = set(founded) if any(each.aggregates for each in ready) else set()
            for instance in ready:
                if len(instance.heads) > 1 or instance.heads[0] in founded:
                    continue
                if all(aggregate.sure(least) for aggregate in instance.aggregates):
                    new.setdefault(instance.heads[0], []).append(instance)
                else:
                    waiting.append(instance)
            if not new:
                break
            ready = waiting
            for head, founders in new.items():
                founded[head] = level
                self.founders[head] = founders
                for place in users.get(head, ()):
                    missing[place] -= 1
                    if not missing[place]:
                        ready.append(self.instances[place])

    def _is_satisfied(self, instance: Instance) -> bool:
        """Return whether the atoms that are founded satisfy an instance."""
        founded = self.founded
        if any(head in founded for head in instance.heads):
            return True
        if any(each not in founded for each in instance.positive):
            return True
        return not all(aggregate.holds(set(founded)) for aggregate in instance.aggregates)

    def _smaller(self, canonical: bool) -> frozenset[int] | None:
        """Return a smaller model of the reduct: where it is to be canonical, the first in the order of the atoms."""
        clauses = Clauses(self.program.budget)
        order = [each for each in self.chosen if each not in self.founded]
        if canonical:
            order = self.program.in_order(order)
        variables = {each: clauses.variable() for each in order}

        def literal(atom: int) -> int:
            return variables.get(atom, TRUE)

        for instance in self.instances:
            body = [-literal(each) for each in instance.positive]
            body += [
                -self._aggregate(aggregate, clauses, variables) for aggregate in instance.aggregates
            ]
            clauses.add((*body, *map(literal, instance.heads)))
        clauses.add([-each for each in variables.values()])
        model = clauses.solve()
        if model is None:
            return None
        if canonical:
            fixed: list[int] = []
            for variable in variables.values():
                if variable in model:
                    other = clauses.solve([*fixed, -variable])
                    if other is None:
                        fixed.append(variable)
                        continue
                    model = other
                fixed.append(-variable)
        found = model
        return frozenset(
            each for each in self.chosen if literal(each) in found or literal(each) == TRUE
        )

    def _aggregate(
        self, ground: GroundAggregate, clauses: Clauses, variables: dict[int, int]
    ) -> int:
        return encode_aggregate(
            ground, clauses, lambda atom: variables.get(atom, TRUE), lambda _: TRUE
        )

    # ------------------------------------------------------------------------------------------------ founding

    def derivation(self, goal: int) -> list[list[str]] | None:
        """Return the atoms that an atom is founded on, itself last, each with the id of its statement; None if it is
        unfounded.

        If several instances derive an atom in the same round, the one of the first statement is reported.
        """
        if goal not in self.founded:
            return None
        text = self.program.text
        needed = {goal: ""}
        queue = [goal]
        for atom in queue:  # grows while it is walked
            if atom not in self.founders:
                needed[atom] = self.program.facts[atom].id
                continue
            ranked = [
                (each.schema.form.number, sorted(map(text, self._premises(each, atom))), place)
                for place, each in enumerate(self.founders[atom])
            ]
            best = self.founders[atom][min(ranked)[2]]
            needed[atom] = best.schema.form.id
            for each in self._premises(best, atom):
                if each not in needed:
                    needed[each] = ""
                    queue.append(each)
        order = sorted(needed, key=lambda each: (self.founded[each], text(each)))
        return [[text(each), needed[each]] for each in order]

    def _premises(self, instance: Instance, head: int) -> set[int]:
        own = set(instance.positive)
        for aggregate in instance.aggregates:
            for _, positive, *_ in aggregate.elements:
                own |= {each for each in positive if each in self.founded}
        return {each for each in own if self.founded[each] < self.founded[head]}


def encode_aggregate(
    ground: GroundAggregate,
    clauses: Clauses,
    holds: Callable[[int], int],
    fails: Callable[[int], int],
) -> int:
    """Return a literal that is true exactly if an aggregate is; `holds` and `fails` return those of its atoms."""
    tuples: dict[Value, list[int]] = {}
    for each, positive, negative, tests in ground.elements:
        parts = [*map(holds, positive), *map(fails, negative)]
        parts += [encode_aggregate(test, clauses, holds, fails) for test in tests]
        tuples.setdefault(each, []).append(clauses.conjunction(parts))
    weighed = [(tuple_, clauses.disjunction(tuples[tuple_])) for tuple_ in sorted(tuples)]
    weighed = [(each, literal) for each, literal in weighed if literal != FALSE]
    literal = clauses.aggregate(ground.function, ground.operator, ground.bound, weighed)
    return -literal if ground.negated else literal
