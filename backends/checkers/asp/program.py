"""A program made ready to run: its facts, and for each form of its statements the joins that find the instances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeAlias

from ....compiler.contract import EngineError
from ....compiler.ir import nodes as ir, rebuild
from ....compiler.notation import show
from ..common.budget import Budget
from .aggregates import ALWAYS, GroundAggregate
from .atoms import Atoms, Relation, Signature
from .joins import Frame, Joins, Step
from .rules import Aggregate, Form, forms, globals_of, is_ground_fact, literals_of
from .terms import Environment, EvaluateAll, evaluators, spots, variables
from .values import NUMBER, Value, negate, node, number, operation


class Instance:
    """A ground instance. If the body is true, one of the heads must be true; in a free schema, it can be true."""

    __slots__ = ("aggregates", "env", "heads", "negative", "positive", "schema")

    def __init__(
        self,
        schema: Schema,
        heads: tuple[int, ...],
        positive: list[int],
        negative: list[int],
        aggregates: list[GroundAggregate],
        env: Environment,
    ) -> None:
        self.schema, self.heads = schema, heads
        self.positive, self.negative = positive, negative
        self.aggregates, self.env = aggregates, env

    def true(self, chosen: frozenset[int]) -> bool:
        """Return whether the body is true if exactly these atoms are true."""
        return (
            chosen.issuperset(self.positive)
            and chosen.isdisjoint(self.negative)
            and all(aggregate.holds(set(chosen)) for aggregate in self.aggregates)
        )

    def text(self) -> str:
        """Return the instance in the program's own notation, with the values of its variables."""
        places = self.schema.frame.places
        names = {name: node(self.env[places[name]]) for name in self.schema.names}

        def filled(part: ir.Node) -> ir.Node:
            if isinstance(part, ir.Var):
                return names.get(part.name, part)
            new = rebuild(part, filled)
            return _evaluate_arithmetic(new) if isinstance(new, ir.Operation) else new

        return show(filled(self.schema.form.shown))


def _evaluate_arithmetic(term: ir.Operation) -> ir.Term:
    """Return the amount of arithmetic on integers, and the term itself where variables are left in it."""
    amounts: list[Value] = [
        (NUMBER, operand.amount) for operand in term.operands if isinstance(operand, ir.Quantity)
    ]
    if len(amounts) < len(term.operands):
        return term
    if term.operator == "neg":
        value = negate(amounts[0])
    elif term.operator == "abs":
        value = number(abs(amounts[0][1]))
    else:
        value = operation(term.operator, amounts[0], amounts[1])
    return term if value is None else node(value)


_PLAIN = frozenset({ir.Var, ir.Const, ir.String})

Take: TypeAlias = Callable[["Schema", Environment], None]


def _nobody(env: Environment) -> None:
    raise EngineError("this rule has ground instances, but no consumer")


class Goal:
    """The end of a chain of joins. It refers to the receiver of instances only during a run, so no reference cycle
    is left.
    """

    __slots__ = ("taker",)

    def __init__(self) -> None:
        self.taker: Step = _nobody

    def take(self, env: Environment) -> None:
        self.taker(env)


class Schema:
    """A form with the steps that find its instances among the known atoms.

    The steps are created when it first runs with rows for its whole body, because many rules never fire.

    Attributes:
        names: the variables that have one value in an instance.
        needs: the signatures in its body.
        heads: the relations of its heads.
        variants: literals, with their relations, whose newest rows a run can begin with.
        reruns: whether it must run again for new atoms, because no variant begins with them.
        seen: the values of the variables in the instances so far, if an instance can be found twice.
    """

    def __init__(self, form: Form, joins: Joins) -> None:
        self.form = form
        variables = globals_of(form)
        self.names = sorted(variables)
        self.frame = Frame(self.names)
        self.seen: set[tuple[Value, ...]] | None = None
        self.variants: list[tuple[Relation, ir.Literal]] = []
        self.reruns = False
        self._joins, self._goal = joins, Goal()
        self._literals = [condition for condition in form.body if isinstance(condition, ir.Literal)]
        self._aggregates = [
            condition for condition in form.body if isinstance(condition, Aggregate)
        ]
        self._assigns = [each for each in self._aggregates if each.operator == "=="]
        relations = [joins.relation(literal) for literal in self._literals]
        self.needs: set[Signature] = {each.signature for each in relations}
        for aggregate in self._aggregates:
            self.needs |= self._speaks(aggregate)
        self.heads = [joins.relation(head) for head in form.heads]
        self._plain = _is_plain(form, variables)
        self._rows = [
            relation.rows
            for each, relation in zip(self._literals, relations, strict=True)
            if not each.default
        ]
        self._steps: dict[ir.Literal | None, Step] = {}
        if not self._plain:
            self._prepare()

    def _prepare(self) -> None:
        """Make the steps, and what gives the parts of an instance."""
        run = self._chain(None)
        if run is None:
            raise EngineError(f"`{self.form.id}` has a variable that nothing binds")
        self._steps[None] = run
        places, part = self.frame.places, self.frame.part
        self._arguments = [evaluators(head.atom.arguments, places) for head in self.form.heads]
        self.weight: EvaluateAll = evaluators(self.form.weight, places)
        self.places = [places[name] for name in self.names]
        self.positive = [part(literal) for literal in self._literals if not literal.default]
        self.negative = [part(literal) for literal in self._literals if literal.default]
        self.aggregates = [part(aggregate) for aggregate in self._aggregates]

    def _speaks(self, aggregate: Aggregate) -> set[Signature]:
        return {self._joins.relation(literal).signature for literal in literals_of(aggregate)}

    def _chain(self, fresh: ir.Literal | None) -> Step | None:
        bound: set[str] = set()
        shared = set(self.names)
        step = self._joins.chain(self.form.body, self.frame, bound, shared, self._goal.take, fresh)
        return step if shared <= bound else None

    def recur(self, signatures: frozenset[Signature]) -> None:
        """Make ready for running again as atoms of these signatures come."""
        self.reruns = any(self._speaks(assign) & signatures for assign in self._assigns)
        self.seen = set()
        for literal in self._literals:
            relation = self._joins.relation(literal)
            if literal.default or relation.signature not in signatures:
                continue
            if not self._plain and self._step(literal) is None:
                self.reruns = True
            else:
                self.variants.append((relation, literal))

    def _step(self, fresh: ir.Literal | None) -> Step | None:
        """Return the first step of a chain, made at the first need; None if there is no such chain."""
        step = self._steps.get(fresh)
        if step is None:
            if not self._steps:
                self._prepare()
            step = self._steps.get(fresh) or self._chain(fresh)
            if step is not None:
                self._steps[fresh] = step
        return step

    def run(self, take: Take, fresh: ir.Literal | None = None) -> None:
        """Find the instances: all of them, or those with one of the newest rows for a literal of `variants`."""
        if not all(self._rows):
            return
        step = self._step(fresh)
        assert step is not None
        self._goal.taker = partial(take, self)
        try:
            step([None] * self.frame.size)
        except EngineError as error:
            error.statement = self.form.id
            raise
        finally:
            self._goal.taker = _nobody

    def instance(self, env: Environment, atoms: Atoms) -> Instance | None:
        """Return the instance of an environment; None if a head is undefined."""
        heads = []
        for relation, arguments in zip(self.heads, self._arguments, strict=True):
            values = arguments(env)
            if values is None:
                return None
            heads.append(atoms.number(relation, values))
        aggregates = [env[place] for place in self.aggregates if env[place] is not ALWAYS]
        return Instance(
            self,
            tuple(heads),
            [env[place] for place in self.positive],
            [env[place] for place in self.negative],
            aggregates,
            env.copy(),
        )


def _is_plain(form: Form, variables: set[str]) -> bool:
    """Return whether a form has only literals over variables and plain values, with each variable in a positive one."""
    bound: set[str] = set()
    for part in (*form.heads, *form.body):
        if not isinstance(part, ir.Literal):
            return False
        if any(term.__class__ not in _PLAIN for term in part.atom.arguments):
            return False
    for condition in form.body:
        if isinstance(condition, ir.Literal) and not condition.default:
            bound.update(spots(condition) or ())
    return variables <= bound and not form.weight


class Program:
    """A theory's statements as facts and schemas.

    Attributes:
        facts: each fact with its statement, in order.
        given: every fact as often as it is stated.
        schemas: rules, choices and constraints, in their order.
        weights: the elements of objectives.
    """

    def __init__(self, theory: ir.Theory, budget: Budget) -> None:
        self.budget = budget
        self.atoms = Atoms()
        self.facts: dict[int, Form] = {}
        self.given: list[tuple[int, Form]] = []
        self.schemas: list[Schema] = []
        self.weights: list[Schema] = []
        self.optimises = any(
            isinstance(statement.statement, ir.Optimise) for statement in theory.statements
        )
        self._texts: dict[int, str] = {}
        self._owners: dict[str, int] = {}
        joins = Joins(self.atoms, budget)
        for form in forms(theory):
            budget.spend(1 + len(form.body))
            if is_ground_fact(form):
                try:
                    number = self.literal(form.heads[0])
                except EngineError as error:
                    error.statement = form.id
                    raise
                if number is not None:
                    self.facts.setdefault(number, form)
                    self.given.append((number, form))
            else:
                own = self.weights if form.weight else self.schemas
                own.append(Schema(form, joins))

    @contextmanager
    def without(self, id: str) -> Iterator[None]:
        """Leave a statement out for a while."""
        facts, schemas = self.facts, self.schemas
        self.facts = {}
        for place, form in self.given:
            if form.id != id:
                self.facts.setdefault(place, form)
        self.schemas = [schema for schema in schemas if schema.form.id != id]
        try:
            yield
        finally:
            self.facts, self.schemas = facts, schemas

    def run(self, schemas: Iterable[Schema], take: Take) -> None:
        """Find the instances of schemas among the present atoms."""
        for schema in schemas:
            schema.run(take)

    def literal(self, literal: ir.Literal) -> int | None:
        """Return the number of a ground literal; None if arithmetic in it is undefined.

        Raises:
            EngineError: for a literal that is not ground, or under default negation.
        """
        atom = literal.atom
        names = spots(literal)
        ground = not variables(literal) if names is None else not any(names)
        ground = ground and isinstance(atom.predicate, str)
        if not ground or literal.default or not isinstance(literal.negative, bool):
            raise EngineError("a literal of an answer set must be an atom or its strong negation")
        signature = (literal.negative, str(atom.predicate), len(atom.arguments))
        values = evaluators(atom.arguments, {})([])
        if values is None:
            return None
        return self.atoms.number(self.atoms.relation(signature), values)

    def text(self, number: int) -> str:
        """Return an atom as a spec would spell it; EngineError if another one is spelled the same."""
        if number not in self._texts:
            text = show(self.atoms.literal(number))
            if self._owners.setdefault(text, number) != number:
                raise EngineError(f"two literals are both written `{text}`")
            self._texts[number] = text
        return self._texts[number]

    def listed(self, numbers: Iterable[int]) -> list[str]:
        """Return the texts of some atoms in canonical order."""
        return sorted(map(self.text, numbers))

    def in_order(self, numbers: Iterable[int]) -> list[int]:
        return sorted(numbers, key=self.text)

    @property
    def torn(self) -> list[tuple[Relation, Relation]]:
        """The relations of the predicates that occur with either sign, in the program or in the set in question."""
        known = self.atoms.relations
        return [
            (known[each], known[True, *each[1:]])
            for each in list(known)
            if not each[0] and (True, *each[1:]) in known
        ]

    def torn_in(self, chosen: set[int]) -> list[int]:
        """Return the positive atoms of complementary pairs."""
        found = []
        for positive, negative in self.torn:
            for arguments, atom in negative.known.items():
                other = positive.known.get(arguments)
                if atom in chosen and other in chosen and other is not None:
                    found.append(other)
        return found
