"""The ground instances that affect a literal, found from the literal down, and the definite part of a whole theory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from msgspec import Struct

from ....compiler.analysis.graphs import components
from ....compiler.contract import EngineError
from ....compiler.ir import nodes as ir
from ..common.budget import Budget

Signed: TypeAlias = tuple[bool, str, int]
Binding: TypeAlias = dict[str, ir.Term]


class Lit(Struct, frozen=True, cache_hash=True):
    """A ground literal."""

    negative: bool
    predicate: str
    arguments: tuple[ir.Term, ...]

    @property
    def complement(self) -> Lit:
        return Lit(not self.negative, self.predicate, self.arguments)

    @property
    def signed(self) -> Signed:
        return self.negative, self.predicate, len(self.arguments)

    @property
    def node(self) -> ir.Literal:
        return ir.Literal(ir.Atom(self.predicate, self.arguments), self.negative)


class Instance(Struct, frozen=True):
    """A ground rule; its body keeps the order of the statement."""

    rule: str
    arrow: str
    body: tuple[Lit, ...]
    head: Lit


class Schema(Struct, frozen=True):
    """A rule or a fact (whose arrow is empty) with variables, every `_` named apart."""

    rule: str
    arrow: str
    body: tuple[Lit, ...]
    head: Lit


def variables(*literals: Lit) -> list[str]:
    """Return the variables of literals, in order."""
    terms = (term for literal in literals for term in literal.arguments)
    return list(dict.fromkeys(term.name for term in terms if isinstance(term, ir.Var)))


def substitute(literal: Lit, binding: Binding) -> Lit:
    """Put the values of variables in their places."""
    terms = tuple(
        binding.get(argument.name, argument) if isinstance(argument, ir.Var) else argument
        for argument in literal.arguments
    )
    return Lit(literal.negative, literal.predicate, terms)


def match_literal(pattern: Lit, ground: Lit) -> Binding | None:
    """Return the values of the pattern's variables that make it the ground literal."""
    if pattern.signed != ground.signed:
        return None
    binding: Binding = {}
    for mine, theirs in zip(pattern.arguments, ground.arguments, strict=True):
        if isinstance(mine, ir.Var):
            if binding.setdefault(mine.name, theirs) != theirs:
                return None
        elif mine != theirs:
            return None
    return binding


class Facts:
    """A set of ground literals that grows, searched by what is known of a literal."""

    def __init__(self, budget: Budget) -> None:
        self.all: dict[Lit, None] = {}
        self._budget = budget
        self._indices: dict[tuple[Signed, tuple[int, ...]], dict[tuple[ir.Term, ...], list[Lit]]]
        self._indices = {}
        self._places: dict[Signed, list[tuple[int, ...]]] = defaultdict(list)
        self._signed: dict[Signed, list[Lit]] = defaultdict(list)

    def add(self, literal: Lit) -> bool:
        """Add a literal; tell whether it is new."""
        if literal in self.all:
            return False
        self.all[literal] = None
        self._signed[literal.signed].append(literal)
        for places in self._places[literal.signed]:
            self._file(literal, places)
        return True

    def _file(self, literal: Lit, places: tuple[int, ...]) -> None:
        key = tuple(literal.arguments[place] for place in places)
        self._indices[literal.signed, places].setdefault(key, []).append(literal)

    def matching(self, pattern: Lit) -> Sequence[Lit]:
        """Return the literals that agree with a pattern wherever it has a constant."""
        places = tuple(
            place for place, each in enumerate(pattern.arguments) if not isinstance(each, ir.Var)
        )
        if (pattern.signed, places) not in self._indices:
            self._indices[pattern.signed, places] = {}
            self._places[pattern.signed].append(places)
            for literal in self._signed[pattern.signed]:
                self._file(literal, places)
        key = tuple(pattern.arguments[place] for place in places)
        return tuple(self._indices[pattern.signed, places].get(key, ()))

    def joins(self, patterns: Sequence[Lit], binding: Binding) -> Iterator[Binding]:
        """Yield the extensions of a binding under which all patterns are in the set."""
        if not patterns:
            yield binding
            return
        first = substitute(patterns[0], binding)
        for literal in self.matching(first):
            self._budget.spend(1)
            more = match_literal(first, literal)
            if more is not None:
                yield from self.joins(patterns[1:], {**binding, **more})


class Instances:
    """A defeasible theory, asked for the instances that have a given head.

    An instance may be left out when some literal of its body cannot be derived, attacks apart, even if every literal
    of the head's own circle of predicates is granted: that literal is then refuted in every variant.
    """

    def __init__(self, theory: ir.Theory, query: ir.Query, budget: Budget) -> None:
        self.asked = _query_literal(query)
        self._budget = budget
        self.superior: set[tuple[str, str]] = set()
        self._rules: dict[Signed, list[Schema]] = defaultdict(list)
        self._facts: dict[Signed, list[Schema]] = defaultdict(list)
        schemas = []
        for statement in theory.statements:
            match statement.statement:
                case ir.Preference(stronger=str(stronger), weaker=str(weaker)):
                    self.superior.add((stronger, weaker))
                case ir.Fact(literal=ir.Literal() as head):
                    schemas.append(_schema(statement.id, "", (), head))
                case ir.Rule(
                    body=body, arrow="->" | "=>" | "~>" as arrow, head=ir.Literal() as head
                ):
                    schemas.append(_schema(statement.id, arrow, body, head))
                case _:
                    raise EngineError(f"`{statement.id}` is not a statement of defeasible logic")
        terms = [
            t
            for s in schemas
            if s
            for literal in (*s[0].body, s[0].head)
            for t in literal.arguments
        ]
        found = dict.fromkeys((*terms, *self.asked.arguments))
        self.constants = [each for each in found if not isinstance(each, ir.Var)]
        for term in self.constants:
            if not isinstance(term, ir.Const | ir.String | ir.Quantity):
                raise EngineError(f"a {type(term).__name__} is not a constant of defeasible logic")
        for schema, usable in schemas:
            if usable:
                table = self._rules if schema.arrow else self._facts
                table[schema.head.signed].append(schema)
        self._heading: dict[Lit, list[Instance]] = {}
        self._given: dict[Lit, str] = {}
        self._possible = Facts(budget)
        self._circles = components({head: list(self._needs(head)) for head in self._rules})
        self._finished: set[Signed] = set()
        for facts in self._facts.values():
            for fact in facts:
                for binding in self._every(variables(fact.head), {}):
                    self._given.setdefault(substitute(fact.head, binding), fact.rule)
        self._definite: dict[Lit, None] | None = None

    def given(self, literal: Lit) -> str | None:
        """Return the id of the first fact that gives a literal."""
        return self._given.get(literal)

    def fact_ids(self, literal: Lit) -> frozenset[str]:
        """Return the ids of all facts that give a literal."""
        facts = self._facts.get(literal.signed, ())
        return frozenset(
            each.rule for each in facts if match_literal(each.head, literal) is not None
        )

    def heading(self, literal: Lit) -> list[Instance]:
        """Return the instances with this head, in the order of the statements and then of their bindings."""
        instances = self._heading.get(literal)
        if instances is None:
            found: dict[Instance, None] = {}
            for schema in self._rules.get(literal.signed, ()):
                binding = match_literal(schema.head, literal)
                if binding is not None:
                    for full in self._bodies(schema, binding):
                        self._budget.spend(len(schema.body))
                        body = tuple(substitute(each, full) for each in schema.body)
                        found[Instance(schema.rule, schema.arrow, body, literal)] = None
            instances = self._heading[literal] = list(found)
        self._budget.spend(1 + len(instances))
        return instances

    def strict(self, literal: Lit) -> list[Instance]:
        return [instance for instance in self.heading(literal) if instance.arrow == "->"]

    def supporting(self, literal: Lit) -> list[Instance]:
        return [instance for instance in self.heading(literal) if instance.arrow != "~>"]

    def inapplicable(self, literal: Lit) -> list[str]:
        """Return the ids of the rules for a literal without any instance: no facts could meet their conditions."""
        applied = {instance.rule for instance in self.heading(literal)}
        return [
            schema.rule
            for schema in self._rules.get(literal.signed, ())
            if schema.arrow != "~>"
            and schema.rule not in applied
            and match_literal(schema.head, literal) is not None
        ]

    def attacking(self, literal: Lit) -> list[Instance]:
        return self.heading(literal.complement)

    def beats(self, stronger: Instance, weaker: Instance) -> bool:
        return (stronger.rule, weaker.rule) in self.superior

    @property
    def definite(self) -> dict[Lit, None]:
        """The least model of the facts and the strict rules of the whole theory, in the order of derivation."""
        if self._definite is None:
            self._definite = self._strict_model()
        return self._definite

    # ------------------------------------------------------------------------------------------------ bindings

    def _bodies(self, schema: Schema, binding: Binding) -> Iterator[Binding]:
        """Bind what the head leaves free: by literals outside the head's circle, then by every constant."""
        local = set(variables(*schema.body)) - binding.keys()
        if not local:
            yield binding
            return
        outside = [literal for literal in schema.body if local & set(variables(literal))]
        if schema.arrow != "~>":
            outside = [
                literal for literal in outside if not self._circular(literal, schema.head.signed)
            ]
        self._derive_possible([literal.signed for literal in outside])
        names = variables(*schema.body)
        for joined in self._possible.joins(outside, binding):
            yield from self._every([name for name in names if name not in joined], joined)

    def _every(self, names: Sequence[str], binding: Binding) -> Iterator[Binding]:
        for values in product(self.constants, repeat=len(names)):
            self._budget.spend(1)
            yield {**binding, **dict(zip(names, values, strict=True))}

    def _circular(self, literal: Lit, head: Signed) -> bool:
        """Return whether the literal, of the body of a rule for the head, may itself need the head."""
        return self._circles.get(literal.signed) == self._circles[head]

    def _needs(self, signed: Signed) -> Iterator[Signed]:
        for schema in self._rules.get(signed, ()):
            if schema.arrow != "~>":
                yield from (literal.signed for literal in schema.body)

    def _derive_possible(self, wanted: list[Signed]) -> None:
        """Complete the sets of what can be derived for some predicates, and for what these need."""
        left = list(wanted)
        while left:
            signed = left[-1]
            rules = [schema for schema in self._rules.get(signed, ()) if schema.arrow != "~>"]
            bodies = [
                [each for each in rule.body if not self._circular(each, signed)] for rule in rules
            ]
            missing = [
                each.signed for body in bodies for each in body if each.signed not in self._finished
            ]
            if signed not in self._finished and missing:
                left += missing
                continue
            left.pop()
            if signed in self._finished:
                continue
            self._finished.add(signed)
            for literal in self._given:
                if literal.signed == signed:
                    self._possible.add(literal)
            for rule, body in zip(rules, bodies, strict=True):
                for joined in self._possible.joins(body, {}):
                    free = [name for name in variables(rule.head) if name not in joined]
                    for binding in self._every(free, joined):
                        self._possible.add(substitute(rule.head, binding))

    def _strict_model(self) -> dict[Lit, None]:
        """Close the facts under the strict rules, joining each new literal with those before it."""
        model = Facts(self._budget)
        rules = [schema for own in self._rules.values() for schema in own if schema.arrow == "->"]
        waiting: dict[Signed, list[tuple[Schema, int]]] = defaultdict(list)
        for rule in rules:
            for place, each in enumerate(rule.body):
                waiting[each.signed].append((rule, place))
        queue = list(self._given)
        for rule in rules:
            if not rule.body:
                queue += [substitute(rule.head, b) for b in self._every(variables(rule.head), {})]
        for literal in queue:  # grows while it is walked
            if not model.add(literal):
                continue
            for rule, place in waiting.get(literal.signed, ()):
                binding = match_literal(rule.body[place], literal)
                if binding is None:
                    continue
                others = (*rule.body[:place], *rule.body[place + 1 :])
                for joined in model.joins(others, binding):
                    free = [name for name in variables(rule.head) if name not in joined]
                    queue += [substitute(rule.head, term) for term in self._every(free, joined)]
        return model.all


def _query_literal(query: ir.Query) -> Lit:
    match query.goal:
        case ir.Entailed(statement=ir.Fact(literal=ir.Literal() as literal), mode=""):
            if not any(isinstance(argument, ir.Var) for argument in literal.atom.arguments):
                return _literal(literal)
    raise EngineError("the query must be one literal without variables")


def _literal(literal: ir.Literal, mark: str = "") -> Lit:
    predicate, negative = literal.atom.predicate, literal.negative
    if not isinstance(predicate, str) or not isinstance(negative, bool) or literal.default:
        raise EngineError("a literal must be an atom or its strong negation")
    terms = tuple(
        ir.Var(f"_ {mark} {place}") if each == ir.Var("_") else each
        for place, each in enumerate(literal.atom.arguments)
    )
    return Lit(negative, predicate, terms)


def _schema(
    rule: str, arrow: str, body: tuple[ir.BodyPart, ...], head: ir.Literal
) -> tuple[Schema, bool]:
    """Read a statement, and return whether it can ever apply: it cannot if its body contains `false`."""
    parts = []
    for place, each in enumerate(body):
        if isinstance(each, ir.Literal):
            parts.append(_literal(each, str(place)))
        elif not isinstance(each, ir.Truth):
            raise EngineError(f"`{rule}` has a {type(each).__name__} in its body")
    return Schema(rule, arrow, tuple(parts), _literal(head, "head")), ir.Truth(False) not in body
