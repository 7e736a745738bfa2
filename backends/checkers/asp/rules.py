"""Statements in a uniform form: heads, and a body of literals, comparisons, ranges and aggregates with their
own variables.

Intervals become ranges of new variables, so that a statement with an interval has one instance for each
value. `_` becomes a new variable, except in `not p(_)`, which means that there is no such atom. A choice
becomes one form for each element, whose head is free, and a constraint for each of its bounds. Source:
Calimeri et al., ASP-Core-2 Input Language Format (TPLP 2020), and Gebser et al., Abstract Gringo (TPLP
2015).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ....compiler.contract import EngineError
from ....compiler.ir import mentions, nodes as ir, ranges, rebuild
from .terms import spots, variables
from .values import MIRROR, OPPOSITE

_PLAIN = frozenset(
    (ir.Fact, ir.Rule, ir.Literal, ir.Atom, ir.Var, ir.Const, ir.String, ir.Quantity)
)


@dataclass(frozen=True)
class Range:
    """The variable is an integer from `low` to `high`."""

    variable: ir.Var
    low: ir.Term
    high: ir.Term


@dataclass(frozen=True)
class Member:
    """A tuple of an aggregate, counted once if the parts are true for some values of its local variables."""

    terms: tuple[ir.Term, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Aggregate:
    """The value of the function over its members' tuples compares so with the bound, or does not where negated."""

    function: str
    members: tuple[Member, ...]
    operator: str
    bound: ir.Term
    negated: bool = False


Part: TypeAlias = ir.Literal | ir.Comparison | Range | Aggregate


@dataclass(frozen=True)
class Form:
    """The uniform form of a statement, or of one of its elements or bounds.

    Attributes:
        number: the place of the statement in the theory.
        heads: if the body is true, at least one of them must be true; empty for a constraint.
        free: whether the head can be true but need not be.
        weight: for an objective: weight, priority and the other terms of its tuple.
        shown: the statement with its intervals and anonymous variables named.
    """

    number: int
    id: str
    heads: tuple[ir.Literal, ...]
    body: tuple[Part, ...]
    shown: ir.Statement
    free: bool = False
    weight: tuple[ir.Term, ...] = ()


def globals_of(form: Form) -> set[str]:
    """Return the variables of a form that have one value in an instance: all but those of aggregates' members."""
    return variables(*form.heads, *form.weight) | body_variables(form.body)


def body_variables(parts: Iterable[Part]) -> set[str]:
    found: set[str] = set()
    for part in parts:
        match part:
            case Range():
                found |= variables(part.variable, part.low, part.high)
            case Aggregate():
                found |= variables(part.bound)
            case _:
                found |= variables(part)
    return found


def literals_of(aggregate: Aggregate) -> Iterator[ir.Literal]:
    """Yield the literals in the members of an aggregate, also those under negation."""
    for member in aggregate.members:
        for part in member.parts:
            if isinstance(part, ir.Literal):
                yield part
            elif isinstance(part, Aggregate):
                yield from literals_of(part)


def forms(theory: ir.Theory) -> Iterator[Form]:
    """Yield the forms of all statements, in their order; EngineError for what no program has."""
    for number, labelled in enumerate(theory.statements):
        yield from _Reader(number, labelled.id).statement(labelled.statement)


def is_ground_fact(form: Form) -> bool:
    if len(form.heads) != 1 or form.body or form.free:
        return False
    names = spots(form.heads[0])
    return not globals_of(form) if names is None else not any(names)


def _plain(statement: ir.Statement) -> bool:
    """Return whether a statement is of literals over variables and values alone: it is its own form."""
    if isinstance(statement, ir.Fact) and isinstance(statement.literal, ir.Literal):
        literal = statement.literal
        if isinstance(literal.atom.predicate, str) and isinstance(literal.negative, bool):
            names = spots(literal)
            return names is not None and "_" not in names
    found = mentions(statement)
    return found.kinds <= _PLAIN and not found.unnamed


class _Never(Exception):
    """The body holds the part `false`."""


class _Reader:
    """Reads one statement."""

    def __init__(self, number: int, id: str) -> None:
        self.number, self.id = number, id
        self._fresh = 0

    def statement(self, statement: ir.Statement) -> Iterator[Form]:
        match statement:
            case ir.Fact(literal=ir.Literal(default=False) as literal) if _plain(statement):
                yield Form(self.number, self.id, (literal,), (), statement)
            case ir.Rule(body, "->", ir.Literal(default=False) as literal) if body and _plain(
                statement
            ):
                yield Form(self.number, self.id, (literal,), body, statement)  # type: ignore[arg-type]
            case ir.Fact(literal=ir.Literal() as literal):
                yield from self._rule((), literal)
            case ir.Rule(arrow="->"):
                try:
                    yield from self._rule(statement.body, statement.head)
                except _Never:
                    return
            case ir.Optimise():
                yield from self._optimise(statement)
            case _:
                raise EngineError(f"`{self.id}` is not a statement of a program")

    def _rule(self, body: tuple[ir.BodyPart, ...], head: ir.Head) -> Iterator[Form]:
        parts, shown = self._body(body)
        match head:
            case ir.Truth(value=True):
                return
            case ir.Truth(value=False):
                yield Form(
                    self.number, self.id, (), tuple(parts), ir.Rule(tuple(shown), "->", head)
                )
            case ir.Choice():
                yield from self._choice(head, parts, ir.Rule(tuple(shown), "->", head))
            case ir.Literal() | ir.Or():
                each_one = head.parts if isinstance(head, ir.Or) else (head,)
                heads = tuple(self._literal(self._head(part), parts) for part in each_one)
                new = ir.Or(heads) if isinstance(head, ir.Or) else heads[0]
                rule = ir.Rule(tuple(shown), "->", new) if shown else ir.Fact(heads[0])
                if isinstance(new, ir.Or):
                    rule = ir.Rule(tuple(shown), "->", new)
                yield Form(self.number, self.id, heads, tuple(parts), rule)
            case _:
                raise EngineError(f"`{self.id}` has no head of a program")

    def _head(self, part: ir.Formula | ir.Term) -> ir.Literal:
        if not isinstance(part, ir.Literal) or part.default:
            raise EngineError(f"a head of `{self.id}` is not an atom or strong negation")
        return part

    def _choice(self, head: ir.Choice, parts: Sequence[Part], shown: ir.Rule) -> Iterator[Form]:
        bounds = [each for each in (head.lower, head.upper) if each is not None]
        shared = body_variables(parts) | variables(*bounds)
        members = []
        for element in head.elements:
            own = self._apart(element, shared)
            if len(own.terms) != 1:
                raise EngineError(f"an element of `{self.id}` is not one atom")
            try:
                condition, _ = self._body(own.condition)
            except _Never:
                continue
            atom = self._literal(self._head(own.terms[0]), condition)
            yield Form(self.number, self.id, (atom,), (*parts, *condition), shown, free=True)
            name = ir.Const(("-" if atom.negative else "") + str(atom.atom.predicate))
            members.append(self._member((name, *atom.atom.arguments), (*condition, atom)))
        for bound, operator in ((head.lower, "<"), (head.upper, ">")):
            if bound is not None:
                own_parts = list(parts)
                limit = self._term(bound, own_parts)
                count = Aggregate("count", tuple(members), operator, limit)
                yield Form(self.number, self.id, (), (*own_parts, count), shown)

    def _apart(self, element: ir.Element, shared: set[str]) -> ir.Element:
        """Return an element whose local variables occur nowhere else."""
        names = {name: self._new() for name in sorted(variables(element) - shared) if name != "_"}

        def renamed(node: ir.Node) -> ir.Node:
            if isinstance(node, ir.Var):
                return names.get(node.name, node)
            return rebuild(node, renamed)

        new = renamed(element)
        assert isinstance(new, ir.Element)
        return new

    def _optimise(self, statement: ir.Optimise) -> Iterator[Form]:
        for element in statement.elements:
            try:
                parts, _ = self._body(element.condition)
            except _Never:
                continue
            terms = [self._term(term, parts) for term in self._terms(element.terms)]
            priority = self._term(element.priority or ir.Quantity("integer", 0), parts)
            weight = terms[0] if terms else ir.Quantity("integer", 0)
            if statement.direction == "maximize":
                weight = ir.Operation("neg", (weight,))
            elif statement.direction != "minimize":
                raise EngineError(f"`{self.id}` has an unknown direction of optimisation")
            weighed = (weight, priority, *terms[1:])
            yield Form(self.number, self.id, (), tuple(parts), statement, weight=weighed)

    # -------------------------------------------------------------------------------------------------- bodies

    def _body(self, body: Sequence[ir.BodyPart]) -> tuple[list[Part], list[ir.BodyPart]]:
        """Return the parts of a body, and the body as it is shown; _Never if it contains `false`."""
        parts: list[Part] = []
        shown: list[ir.BodyPart] = []
        for condition in body:
            self._part(condition, parts, shown)
        known = variables(*(e for e in body if isinstance(e, ir.Literal) and not e.default))
        for name, bounds in ranges(body).items():
            if name not in known:
                low, high = (ir.Quantity("integer", bound) for bound in bounds)
                parts.append(Range(ir.Var(name), low, high))
        return parts, shown

    def _part(self, part: ir.BodyPart, parts: list[Part], shown: list[ir.BodyPart]) -> None:
        match part:
            case ir.Truth(value=True):
                return
            case ir.Truth():
                raise _Never
            case ir.And(parts=several):
                for each in several:
                    self._part(each, parts, shown)
                return
            case ir.Literal(default=True) if "_" in variables(part):
                parts.append(self._number(part, ">="))
                shown.append(part)
                return
            case ir.Not(part=ir.Literal(default=True) as literal):
                parts.append(self._number(literal, "<"))
                shown.append(part)
                return
            case ir.Literal():
                new: ir.Literal | ir.Comparison = self._literal(part, parts)
            case ir.Comparison(left=ir.AggregateTerm()) | ir.Comparison(right=ir.AggregateTerm()):
                parts.append(self._aggregate(part, False, parts))
                shown.append(part)
                return
            case ir.Not(part=ir.Comparison() as inner):
                if isinstance(inner.left, ir.AggregateTerm) or isinstance(
                    inner.right, ir.AggregateTerm
                ):
                    parts.append(self._aggregate(inner, True, parts))
                    shown.append(part)
                    return
                new = self._comparison(OPPOSITE[inner.operator], inner, parts)
            case ir.Comparison():
                new = self._comparison(part.operator, part, parts)
            case _:
                raise EngineError(f"`{self.id}` has a condition that is not allowed in a program")
        parts.append(new)
        shown.append(new)

    def _literal(self, literal: ir.Literal, parts: list[Part]) -> ir.Literal:
        atom = literal.atom
        if not isinstance(atom.predicate, str) or not isinstance(literal.negative, bool):
            raise EngineError(f"`{self.id}` has a hole in it")
        terms = tuple(self._term(argument, parts) for argument in atom.arguments)
        return ir.Literal(ir.Atom(atom.predicate, terms), literal.negative, literal.default)

    def _comparison(
        self, operator: str, comparison: ir.Comparison, parts: list[Part]
    ) -> ir.Comparison:
        if operator not in OPPOSITE:
            raise EngineError(f"`{self.id}` compares by `{operator}`")
        left, right = (
            self._term(term, parts) for term in self._terms((comparison.left, comparison.right))
        )
        return ir.Comparison(operator, left, right)

    def _aggregate(self, comparison: ir.Comparison, negated: bool, parts: list[Part]) -> Aggregate:
        operator, term, bound = comparison.operator, comparison.left, comparison.right
        if isinstance(bound, ir.AggregateTerm):
            operator, term, bound = MIRROR[operator], bound, term
        if isinstance(bound, ir.AggregateTerm) or not isinstance(term, ir.AggregateTerm):
            raise EngineError(f"`{self.id}` compares two aggregates")
        if operator not in OPPOSITE:
            raise EngineError(f"`{self.id}` compares by `{operator}`")
        members = []
        for element in term.elements:
            try:
                condition, _ = self._body(element.condition)
            except _Never:
                continue
            terms = tuple(self._term(each, condition) for each in self._terms(element.terms))
            members.append(self._member(terms, tuple(condition)))
        limit = self._term(bound, parts)
        return Aggregate(term.function, tuple(members), operator, limit, negated)

    def _member(self, terms: tuple[ir.Term, ...], parts: tuple[Part, ...]) -> Member:
        if any(isinstance(part, Aggregate) and not part.negated for part in parts):
            raise EngineError(f"`{self.id}` has an aggregate within braces")
        return Member(terms, parts)

    def _number(self, literal: ir.Literal, operator: str) -> Aggregate:
        """Return the meaning of `not p(X, _)` (not one such atom or more) and of `not not p(X)` (not fewer)."""
        condition: list[Part] = []
        atom = self._literal(ir.Literal(literal.atom, literal.negative), condition)
        one = ir.Quantity("integer", 1)
        return Aggregate("count", (Member((one,), (*condition, atom)),), operator, one, True)

    # --------------------------------------------------------------------------------------------------- terms

    def _terms(self, terms: Iterable[ir.Term | ir.Literal | ir.AggregateTerm]) -> Iterator[ir.Term]:
        for term in terms:
            if isinstance(term, ir.Literal | ir.AggregateTerm):
                raise EngineError(f"`{self.id}` has {type(term).__name__} where a term should be")
            yield term

    def _new(self) -> ir.Var:
        self._fresh += 1
        return ir.Var(f"_ {self._fresh}")

    def _term(self, term: ir.Term, parts: list[Part]) -> ir.Term:
        """Return a term without intervals and anonymous variables, and add the ranges of the intervals."""
        if isinstance(term, ir.Const | ir.String | ir.Quantity):
            return term
        if isinstance(term, ir.Var):
            return self._new() if term.name == "_" else term
        if isinstance(term, ir.Interval):
            low, high = self._term(term.low, parts), self._term(term.high, parts)
            variable = self._new()
            parts.append(Range(variable, low, high))
            return variable

        def inner(node: ir.Node) -> ir.Node:
            return self._term(node, parts)  # type: ignore[arg-type]

        return rebuild(term, inner)  # type: ignore[return-value]
