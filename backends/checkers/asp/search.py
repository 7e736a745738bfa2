"""Finds all answer sets of a ground program, one by one, and proves that there are no others.

A SAT solver proposes sets that satisfy every instance and in which a rule supports every atom. Each set is
tested with its reduct. A refused set yields a loop clause: an atom of an unfounded set needs a rule whose
body does not depend on the set. Source: Lin and Zhao, ASSAT (Artificial Intelligence 2004); Lee and
Lifschitz, Loop Formulas for Disjunctive Logic Programs (ICLP 2003).
"""

from collections.abc import Iterable, Sequence

from ....compiler.contract import EngineError
from .aggregates import GroundAggregate
from .clauses import FALSE, TRUE, Clauses
from .grounding import Ground, total
from .program import Instance, Program
from .reduct import Reduct, encode_aggregate
from .values import Value, number


class Search:
    """Looks for answer sets, in an order that the solver takes, under assumptions about literals.

    Once `optimise` has been called, only the optimal ones are found.
    """

    def __init__(self, program: Program, ground: Ground) -> None:
        self.program, self.ground = program, ground
        self.clauses = Clauses(program.budget)
        self._variables = {each: self.clauses.variable() for each in sorted(ground.open)}
        self._bodies: dict[int, list[tuple[int, Instance]]] = {}
        self._stable: set[frozenset[int]] = set()
        if ground.false:
            self.clauses.add(())
        for positive, negative in ground.torn:
            self.clauses.add((-self.literal(positive), -self.literal(negative)))
        for instance in ground.instances:
            body = self._body(instance)
            if not instance.schema.form.free:
                self.clauses.add((-body, *map(self.literal, instance.heads)))
            for head in instance.heads:
                self._bodies.setdefault(head, []).append((body, instance))
        for atom in self._variables:
            self._support((atom,))

    def literal(self, atom: int | None) -> int:
        """Return the literal of an atom: true or false where it is decided."""
        if atom in self.ground.certain:
            return TRUE
        return FALSE if atom is None else self._variables.get(atom, FALSE)

    def next(self, assumptions: Sequence[int] = ()) -> frozenset[int] | None:
        """Return an answer set under the assumptions; None if there is none."""
        while True:
            model = self.clauses.solve(assumptions)
            if model is None:
                return None
            own = (atom for atom, variable in self._variables.items() if variable in model)
            chosen = self.ground.certain.union(own)
            if chosen in self._stable:
                return chosen
            refusal = Reduct(self.program, sorted(chosen)).refusal(canonical=False)
            if refusal is None:
                self._stable.add(chosen)
                return chosen
            if refusal.kind not in ("unfounded", "smaller"):
                raise EngineError(f"the ground program misses that a set is {refusal.kind}")
            unfounded = refusal.atoms if refusal.kind == "unfounded" else chosen - refusal.atoms
            self._support(sorted(unfounded))

    def first(self, assumptions: Sequence[int] = ()) -> frozenset[int] | None:
        """Return the first answer set: at the first atom, in the order of texts, in which it differs from another, it
        lacks the atom.
        """
        best = self.next(assumptions)
        if best is None:
            return None
        fixed = list(assumptions)
        for atom in self.program.in_order(self._variables):
            variable = self._variables[atom]
            if atom in best:
                other = self.next([*fixed, -variable])
                if other is None:
                    fixed.append(variable)
                    continue
                best = other
            fixed.append(-variable)
        return best

    def block(self, chosen: frozenset[int]) -> None:
        """Find this set no more."""
        self.clauses.add(
            -variable if atom in chosen else variable for atom, variable in self._variables.items()
        )

    def optimise(self) -> dict[int, int] | None:
        """Find the least cost by priority, the highest first, and only sets of that cost from now on.

        Gives None if there is no answer set.
        """
        best = self.next()
        if best is None:
            return None
        found = {}
        for priority in self.cost(best):
            try:
                best, found[priority] = self._least(priority, best)
            except EngineError as error:
                error.statement = error.statement or self._heaviest(priority)
                raise
        return found

    def _least(self, priority: int, best: frozenset[int]) -> tuple[frozenset[int], int]:
        """Find a set of the least cost at a priority from one set on, and only such sets from now on."""
        tuples = self._tuples(priority)
        while True:
            amount = self.cost(best)[priority]
            less = self.clauses.aggregate("sum", "<", number(amount), tuples)
            other = self.next([less])
            if other is None:
                break
            best = other
        self.clauses.add((-less,))
        self.clauses.add((self.clauses.aggregate("sum", "<=", number(amount), tuples),))
        return best, amount

    def _heaviest(self, priority: int) -> str:
        """Return the id of the statement with the largest weight of a priority."""
        own = [weight for weight in self.ground.weights if weight.cost[1][1] == priority]
        return max(own, key=lambda each: abs(each.cost[0][1])).condition.schema.form.id

    def cost(self, chosen: frozenset[int]) -> dict[int, int]:
        """Return what a set costs at each priority that there is."""
        costs = dict.fromkeys(sorted((e.cost[1][1] for e in self.ground.weights), reverse=True), 0)
        paid = total(weight.cost for weight in self.ground.weights if weight.condition.true(chosen))
        return {priority: paid.get(priority, 0) for priority in costs}

    def _tuples(self, priority: int) -> list[tuple[Value, int]]:
        tuples: dict[Value, list[int]] = {}
        for each in self.ground.weights:
            weight, own, rest = each.cost
            if own[1] == priority:
                tuples.setdefault((weight, rest), []).append(self._body(each.condition))
        return [(key, self.clauses.disjunction(tuples[key])) for key in sorted(tuples)]

    # ------------------------------------------------------------------------------------------------- clauses

    def _body(self, instance: Instance, without: frozenset[int] = frozenset()) -> int:
        """Return the literal of a body; of its aggregates without what depends on some atoms."""
        parts = [self.literal(each) for each in instance.positive]
        parts += [-self.literal(each) for each in instance.negative]
        parts += [self._aggregate(aggregate, without) for aggregate in instance.aggregates]
        return self.clauses.conjunction(parts)

    def _aggregate(self, ground: GroundAggregate, without: frozenset[int]) -> int:
        if without and not ground.negated:
            elements = [element for element in ground.elements if without.isdisjoint(element[1])]
            ground = GroundAggregate(
                ground.function, ground.operator, ground.bound, elements, False
            )
        return encode_aggregate(
            ground, self.clauses, self.literal, lambda atom: -self.literal(atom)
        )

    def _support(self, atoms: Iterable[int]) -> None:
        """Say that one of the atoms is true only if a rule for one has a true body that does not depend on them.

        The other heads of that rule are false then.
        """
        own = frozenset(atoms)
        supports: dict[int, None] = {}
        for atom in sorted(own):
            for body, instance in self._bodies.get(atom, ()):
                if own.isdisjoint(instance.positive):
                    parts = [body]
                    if instance.aggregates:
                        parts.append(self._body(instance, own))
                    parts += [-self.literal(head) for head in instance.heads if head not in own]
                    supports[self.clauses.conjunction(parts)] = None
        for atom in sorted(own):
            self.clauses.add((-self.literal(atom), *supports))
