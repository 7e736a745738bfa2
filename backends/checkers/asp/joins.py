"""Bodies made into chains of steps: each looks up rows, tests or binds, and calls the next one.

The order of the steps is fixed beforehand: tests as soon as their variables are bound, then the literal with most bound
arguments. An environment holds the variables and, for each literal and aggregate, the number or the ground aggregate
that an instance has in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from ....compiler.contract import EngineError
from ....compiler.ir import nodes as ir
from ..common.budget import Budget
from .aggregates import GroundAggregate, Members, partial_value, possible_values
from .atoms import Atoms, Relation
from .rules import Aggregate, Member, Part, Range, body_variables, literals_of
from .terms import (
    Environment,
    bindable,
    evaluator,
    evaluators,
    matcher,
    matching_order,
    spots,
    variables,
)
from .values import COMPARE, NUMBER, number

HIGHEST = 100
"""The rank of a part that only tests: it is taken as soon as it can be."""

Step: TypeAlias = Callable[[Environment], None]
Make: TypeAlias = Callable[[Step], Step]


class Frame:
    """The places of an environment: variables by name, and a place for each part that leaves something there."""

    def __init__(self, names: Iterable[str]) -> None:
        self.places: dict[str, int] = {name: place for place, name in enumerate(sorted(names))}
        self.size = len(self.places)
        self._parts: dict[int, int] = {}

    def name(self, names: Iterable[str]) -> None:
        for name in sorted(names):
            if name not in self.places:
                self.places[name] = self.size
                self.size += 1

    def part(self, part: Part) -> int:
        """Return the place where a part, given by its identity, leaves its value."""
        if id(part) not in self._parts:
            self._parts[id(part)] = self.size
            self.size += 1
        return self._parts[id(part)]


class Joins:
    """Makes chains of steps over the atoms of one program."""

    def __init__(self, atoms: Atoms, budget: Budget) -> None:
        self.atoms, self.budget = atoms, budget

    def chain(
        self,
        parts: Sequence[Part],
        frame: Frame,
        bound: set[str],
        shared: set[str],
        last: Step,
        fresh: ir.Literal | None = None,
    ) -> Step | None:
        """Return the first step of a chain that ends with `last`; None if no order of the parts binds all variables.

        Only the newest rows are looked at for the literal `fresh`. `shared` are the variables that the parts share
        with aggregates' members; those are bound before an aggregate is computed.
        """
        makes: list[Make] = []
        left = list(parts)
        if fresh is not None:
            if matching_order(fresh.atom.arguments, bound) is None:
                return None
            left = [each for each in left if each is not fresh]
            makes.append(self._literal(fresh, frame, bound, fresh=True))
        while left:
            part = _next(left, bound, shared)
            if part is None:
                return None
            left = [each for each in left if each is not part]
            makes.append(self._make(part, frame, bound))
        step = last
        for make in reversed(makes):
            step = make(step)
        return step

    def relation(self, literal: ir.Literal) -> Relation:
        atom = literal.atom
        signature = (bool(literal.negative), str(atom.predicate), len(atom.arguments))
        return self.atoms.relation(signature)

    def members(self, part: Aggregate, frame: Frame, bound: set[str]) -> Members:
        """Return what computes the elements of an aggregate in an environment."""
        found = Members(part.function)
        for member in part.members:
            own = set(bound)
            frame.name(body_variables(member.parts) | variables(*member.terms))
            literals = [each for each in member.parts if isinstance(each, ir.Literal)]
            positive = [frame.part(literal) for literal in literals if not literal.default]
            negative = [frame.part(literal) for literal in literals if literal.default]
            tests = [frame.part(each) for each in member.parts if isinstance(each, Aggregate)]
            terms = evaluators(member.terms, frame.places)
            last = found.collector(terms, positive, negative, tests)
            step = self.chain(member.parts, frame, own, set(), last)
            if step is None or not variables(*member.terms) <= own:
                raise EngineError("a variable of an aggregate is in no positive condition")
            found.steps.append(step)
        return found

    # --------------------------------------------------------------------------------------------------- steps

    def _make(self, part: Part, frame: Frame, bound: set[str]) -> Make:
        match part:
            case ir.Literal(default=True):
                return self._default(part, frame)
            case ir.Literal():
                return self._literal(part, frame, bound)
            case ir.Comparison():
                return _comparison(part, frame.places, bound)
            case Range():
                return self._range(part, frame.places, bound)
            case Aggregate():
                return self._aggregate(part, frame, bound)

    def _literal(
        self, literal: ir.Literal, frame: Frame, bound: set[str], fresh: bool = False
    ) -> Make:
        relation, place, spend = self.relation(literal), frame.part(literal), self.budget.spend
        arguments = literal.atom.arguments
        names = spots(literal)
        keys: tuple[int, ...] = ()
        if not fresh and names is not None:
            known_names = bound | {""}
            keys = tuple([spot for spot, name in enumerate(names) if name in known_names])
        elif not fresh:
            keys = tuple(spot for spot, each in enumerate(arguments) if variables(each) <= bound)
        key = evaluators([arguments[spot] for spot in keys], frame.places)
        if len(keys) == len(arguments) and not fresh:
            present, known = self.atoms.present, relation.known

            def member(next_: Step) -> Step:
                def step(env: Environment) -> None:
                    number = known.get(key(env))  # type: ignore[arg-type]
                    if number in present:
                        env[place] = number
                        next_(env)

                return step

            return member
        order = (
            range(len(arguments)) if names is not None else matching_order(arguments, bound) or ()
        )
        binds: list[tuple[int, int]] = []
        tests = []
        for spot in order:
            if spot in keys:
                continue
            term = arguments[spot]
            if isinstance(term, ir.Var) and term.name not in bound:
                bound.add(term.name)
                binds.append((spot, frame.places[term.name]))
            else:
                tests.append((spot, matcher(term, frame.places, bound)))
        table = relation.index(keys) if keys else None

        def loop(next_: Step) -> Step:
            def step(env: Environment) -> None:
                if table is not None:
                    rows = table.get(key(env), ())  # type: ignore[arg-type]
                else:
                    rows = relation.fresh if fresh else relation.rows
                spend(1 + len(rows))
                for values, atom in rows:
                    for spot, slot in binds:
                        env[slot] = values[spot]
                    for spot, match in tests:
                        if not match(env, values[spot]):
                            break
                    else:
                        env[place] = atom
                        next_(env)

            return step

        return loop

    def _default(self, literal: ir.Literal, frame: Frame) -> Make:
        relation, place, atoms = self.relation(literal), frame.part(literal), self.atoms
        arguments = evaluators(literal.atom.arguments, frame.places)

        def make(next_: Step) -> Step:
            def step(env: Environment) -> None:
                values = arguments(env)
                if values is not None:
                    number = atoms.number(relation, values)
                    if number not in atoms.certain:
                        env[place] = number
                        next_(env)

            return step

        return make

    def _range(self, part: Range, places: Mapping[str, int], bound: set[str]) -> Make:
        low, high = evaluator(part.low, places), evaluator(part.high, places)
        slot, spend = places[part.variable.name], self.budget.spend
        given = part.variable.name in bound
        bound.add(part.variable.name)

        def make(next_: Step) -> Step:
            def step(env: Environment) -> None:
                first, last = low(env), high(env)
                if first is None or last is None or not first[0] == last[0] == NUMBER:
                    return
                if given:
                    if env[slot][0] == NUMBER and first <= env[slot] <= last:
                        next_(env)
                    return
                for amount in range(first[1], last[1] + 1):
                    spend(1)
                    env[slot] = number(amount)
                    next_(env)

            return step

        return make

    def _aggregate(self, part: Aggregate, frame: Frame, bound: set[str]) -> Make:
        members = self.members(part, frame, bound)
        members.signatures = frozenset(
            self.relation(literal).signature for literal in literals_of(part)
        )
        place, atoms, spend = frame.part(part), self.atoms, self.budget.spend
        if not variables(part.bound) <= bound:
            return self._assignment(part, frame, bound, members)
        limit = evaluator(part.bound, frame.places)

        def make(next_: Step) -> Step:
            def step(env: Environment) -> None:
                value = limit(env)
                if value is None:
                    return
                open_ = not members.signatures.isdisjoint(atoms.open)
                elements = [] if open_ else members.elements(env)
                spend(1 + len(elements))
                later = members if open_ else None
                ground = GroundAggregate(
                    part.function, part.operator, value, elements, part.negated, later
                )
                env[place] = ground if open_ else partial_value(ground, atoms)
                if env[place] is not None:
                    next_(env)

            return step

        return make

    def _assignment(self, part: Aggregate, frame: Frame, bound: set[str], members: Members) -> Make:
        """Bind the variables of an aggregate's bound to each value that it may have."""
        place, atoms, spend = frame.part(part), self.atoms, self.budget.spend
        match = matcher(part.bound, frame.places, bound)

        def make(next_: Step) -> Step:
            def step(env: Environment) -> None:
                open_ = not members.signatures.isdisjoint(atoms.open)
                elements = members.elements(env)
                spend(1 + len(elements))
                for value in possible_values(part.function, elements, atoms, spend):
                    spend(1)
                    if match(env, value):
                        later = members if open_ else None
                        ground = GroundAggregate(part.function, "==", value, elements, False, later)
                        env[place] = ground if open_ else partial_value(ground, atoms)
                        if env[place] is not None:
                            next_(env)

            return step

        return make


def _comparison(part: ir.Comparison, places: Mapping[str, int], bound: set[str]) -> Make:
    left, right = part.left, part.right
    assert not isinstance(left, ir.AggregateTerm)
    assert not isinstance(right, ir.AggregateTerm)
    if variables(left) <= bound and variables(right) <= bound:
        first, second = evaluator(left, places), evaluator(right, places)
        compare = COMPARE[part.operator]

        def test(next_: Step) -> Step:
            def step(env: Environment) -> None:
                a, b = first(env), second(env)
                if a is not None and b is not None and compare(a, b):
                    next_(env)

            return step

        return test
    known, other = (left, right) if variables(left) <= bound else (right, left)
    value_of, match = evaluator(known, places), matcher(other, places, bound)

    def bind(next_: Step) -> Step:
        def step(env: Environment) -> None:
            value = value_of(env)
            if value is not None and match(env, value):
                next_(env)

        return step

    return bind


def _next(left: Sequence[Part], bound: set[str], shared: set[str]) -> Part | None:
    """Choose the part to go on with; None if none can be."""
    best: Part | None = None
    rank = 0
    for part in left:
        own = _rank(part, bound, shared)
        if own == HIGHEST:
            return part
        if own > rank:
            best, rank = part, own
    return best


def _rank(part: Part, bound: set[str], shared: set[str]) -> int:
    """Return how early a part should be joined; 0 if it cannot be joined yet."""
    match part:
        case ir.Literal(default=default, atom=ir.Atom(arguments=arguments)):
            names = spots(part)
            if names is not None:
                known = sum([not name or name in bound for name in names])
                if known == len(names):
                    return HIGHEST if default else 90
                return 0 if default else 10 + min(known, 70)
            if default:
                return HIGHEST if variables(part) <= bound else 0
            if matching_order(arguments, bound) is None:
                return 0
            known = sum(variables(argument) <= bound for argument in arguments)
            return 90 if known == len(arguments) else 10 + min(known, 70)
        case ir.Comparison(operator=operator, left=left, right=right):
            sides = variables(left) <= bound, variables(right) <= bound
            if all(sides):
                return HIGHEST
            if operator != "==" or not any(sides):
                return 0
            return 95 if bindable(right if sides[0] else left, bound) else 0  # type: ignore[arg-type]
        case Range(variable=variable, low=low, high=high):
            if not variables(low, high) <= bound:
                return 0
            return HIGHEST if variable.name in bound else 5
        case Aggregate(bound=limit, operator=operator, negated=negated, members=members):
            if not _outer(members, shared) <= bound:
                return 0
            if variables(limit) <= bound:
                return 4
            return 3 if operator == "==" and not negated and bindable(limit, bound) else 0


def _outer(members: Sequence[Member], shared: set[str]) -> set[str]:
    found: set[str] = set()
    for member in members:
        found |= body_variables(member.parts) | variables(*member.terms)
        for part in member.parts:
            if isinstance(part, Aggregate):
                found |= _outer(part.members, shared)
    return found & shared
