"""All ground instances that can matter: the rules are run over the possible atoms, component by component.

An atom is possible if it is in the head of a rule whose positive body is possible; it is certain if that
body can only be true. Components of predicates are taken in the order of their dependence, so that lower
ones are decided as far as possible when they are needed. Source: semi-naive evaluation, as in Kaufmann et
al., Grounding and Solving in Answer Set Programming (AI Magazine 2016).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .aggregates import ALWAYS, GroundAggregate, partial_value
from .atoms import Atoms, Signature
from .program import Instance, Program, Schema
from .terms import Environment
from .values import NUMBER, Value


@dataclass(frozen=True)
class Weight:
    """A tuple that costs its weight at its priority if its condition is true."""

    cost: tuple[Value, Value, Value]
    condition: Instance


@dataclass
class Ground:
    """A ground program, without its decided parts.

    Attributes:
        certain: the atoms of every answer set.
        open: the other possible atoms.
        instances: those whose truth is not decided, without the decided atoms of their bodies.
        weights: the objectives.
        torn: pairs of complementary atoms, both possible.
        false: whether a constraint is broken, or two certain atoms are complementary.
    """

    certain: frozenset[int]
    open: frozenset[int]
    instances: list[Instance] = field(default_factory=list)
    weights: list[Weight] = field(default_factory=list)
    torn: list[tuple[int, int]] = field(default_factory=list)
    false: bool = False


def ground_program(program: Program) -> Ground:
    """Return the ground program; `Spent` where it takes more steps than there are."""
    grounding = _Grounding(program)
    atoms = program.atoms
    for number in program.facts:
        atoms.add(number)
        atoms.certain.add(number)
    rules = [schema for schema in program.schemas if schema.heads]
    places: dict[Signature, list[int]] = {}
    for place, each in enumerate(rules):
        places.setdefault(each.heads[0].signature, []).append(place)
    for component in components(_dependence(rules)):
        own = sorted(place for signature in component for place in places.get(signature, ()))
        if own:
            grounding.component(frozenset(component), [rules[place] for place in own])
    program.run([schema for schema in program.schemas if not schema.heads], grounding.take)
    return grounding.finished()


class _Grounding:
    def __init__(self, program: Program) -> None:
        self.program, self.atoms = program, program.atoms
        self.instances: list[Instance] = []
        self.new: dict[int, None] = {}

    def take(self, schema: Schema, env: Environment) -> None:
        if schema.seen is not None:
            values = tuple([env[place] for place in schema.places])
            if values in schema.seen:
                return
            schema.seen.add(values)
        instance = schema.instance(env, self.atoms)
        if instance is None:
            return
        self.program.budget.spend(1 + len(instance.positive) + len(instance.negative))
        self.instances.append(instance)
        for head in instance.heads:
            if head not in self.atoms.present:
                self.new[head] = None

    def component(self, signatures: frozenset[Signature], own: list[Schema]) -> None:
        """Run the rules whose heads are of a component until no new atom comes."""
        atoms = self.atoms
        atoms.open = signatures
        for schema in own:
            if schema.needs & signatures:
                schema.recur(signatures)
        begun = len(self.instances)
        self.program.run(own, self.take)
        relations = [atoms.relation(signature) for signature in signatures]
        while self.new:
            for relation in relations:
                before = len(relation.rows)
                for number in self.new:
                    if atoms.signature(number) == relation.signature:
                        atoms.add(number)
                relation.fresh = relation.rows[before:]
            self.new = {}
            for schema in own:
                for relation, literal in schema.variants:
                    if relation.fresh:
                        schema.run(self.take, literal)
            self.program.run([each for each in own if each.reruns], self.take)
        atoms.open = frozenset()
        self.instances[begun:] = self._close(self.instances[begun:])

    def _close(self, instances: list[Instance]) -> list[Instance]:
        """Find what is certain among the heads of instances, and drop those whose body cannot be true."""
        left = [each for each in instances if decide(each, self.atoms)]
        missing: dict[int, int] = {}
        users: dict[int, list[int]] = {}
        queue: list[int] = []
        certain = self.atoms.certain
        for place, instance in enumerate(left):
            plain = not instance.schema.form.free and len(instance.heads) == 1
            if plain and not instance.negative and not instance.aggregates:
                needed = set(instance.positive)
                missing[place] = len(needed)
                for each in needed:
                    users.setdefault(each, []).append(place)
                if not needed:
                    queue.append(place)
        while queue:
            head = left[queue.pop()].heads[0]
            if head not in certain:
                certain.add(head)
                for place in users.get(head, ()):
                    missing[place] -= 1
                    if not missing[place]:
                        queue.append(place)
        return left

    def finished(self) -> Ground:
        atoms = self.atoms
        ground = Ground(frozenset(atoms.certain), frozenset(atoms.present - atoms.certain))
        for instance in self.instances:
            if not atoms.certain.isdisjoint(instance.heads) or not decide(instance, atoms):
                continue
            ground.instances.append(instance)
            if not (
                instance.heads or instance.positive or instance.negative or instance.aggregates
            ):
                ground.false = True
        for positive, negative in self.program.torn:
            for values, number in negative.known.items():
                other = positive.known.get(values)
                if number in atoms.present and other in atoms.present and other is not None:
                    ground.torn.append((other, number))
        if any(a in atoms.certain and b in atoms.certain for a, b in ground.torn):
            ground.false = True
        ground.weights = self._weights()
        return ground

    def _weights(self) -> list[Weight]:
        found: list[Weight] = []

        def take(schema: Schema, env: Environment) -> None:
            cost = cost_of(schema, env)
            instance = schema.instance(env, self.atoms)
            if cost is not None and instance is not None and decide(instance, self.atoms):
                found.append(Weight(cost, instance))

        self.program.run(self.program.weights, take)
        return found


def cost_of(schema: Schema, env: Environment) -> tuple[Value, Value, Value] | None:
    """Return the weight, priority and tuple of an element of an objective; None if the first two are not integers."""
    values = schema.weight(env)
    if values is None or values[0][0] != NUMBER or values[1][0] != NUMBER:
        return None
    return values[0], values[1], values[2:]


def total(costs: Iterable[tuple[Value, Value, Value]]) -> dict[int, int]:
    """Return the sum of the weights of distinct tuples by priority, the highest first."""
    found: dict[int, int] = {}
    for weight, priority, _ in sorted(set(costs), key=lambda each: -each[1][1]):
        found[priority[1]] = found.get(priority[1], 0) + weight[1]
    return found


def decide(instance: Instance, atoms: Atoms) -> bool:
    """Remove the decided parts of an instance's body, and return whether it can still be true."""
    if not atoms.certain.isdisjoint(instance.negative):
        return False
    instance.negative = [each for each in instance.negative if each in atoms.present]
    instance.positive = [each for each in instance.positive if each not in atoms.certain]
    left: list[GroundAggregate] = []
    for aggregate in instance.aggregates:
        verdict = partial_value(aggregate.known(instance.env), atoms)
        if verdict is None:
            return False
        if verdict is not ALWAYS:
            left.append(verdict)
    instance.aggregates = left
    return True


def _dependence(rules: list[Schema]) -> dict[Signature, list[Signature]]:
    """Assign each signature those that its rules speak of; heads of one rule depend on one another."""
    found: dict[Signature, dict[Signature, None]] = {}
    for schema in rules:
        heads = [relation.signature for relation in schema.heads]
        for head in heads:
            own = found.setdefault(head, {})
            own.update(dict.fromkeys(heads))
            own.update(dict.fromkeys(sorted(schema.needs)))
    return {head: list(own) for head, own in found.items()}


def components(after: Mapping[Signature, list[Signature]]) -> list[list[Signature]]:
    """Return the strongly connected components of a graph, each after those that it leads to.

    Source: Tarjan, Depth-first search and linear graph algorithms (SIAM Journal on Computing 1972); iterative.
    """
    found: list[list[Signature]] = []
    order: dict[Signature, int] = {}
    low: dict[Signature, int] = {}
    stack: list[Signature] = []
    inside: set[Signature] = set()
    for root in after:
        if root in order:
            continue
        path = [(root, iter(after[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        inside.add(root)
        while path:
            vertex, rest = path[-1]
            for each in rest:
                if each not in order:
                    order[each] = low[each] = len(order)
                    stack.append(each)
                    inside.add(each)
                    path.append((each, iter(after.get(each, ()))))
                    break
                if each in inside:
                    low[vertex] = min(low[vertex], order[each])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    low[parent] = min(low[parent], low[vertex])
                if low[vertex] == order[vertex]:
                    component = []
                    while True:
                        each = stack.pop()
                        inside.discard(each)
                        component.append(each)
                        if each == vertex:
                            break
                    found.append(component)
    return found
