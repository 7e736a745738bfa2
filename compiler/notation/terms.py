"""Terms of every logic, from syntax to nodes, and what statements are read against."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...dsl import syntax
from ...dsl.diagnostics import Report
from ..ir import nodes as ir
from ..kinds import Kind, Type, literal_kind, misread
from .formulas import FormulaScope

if TYPE_CHECKING:
    from ..contract import Operator

ARITHMETIC = frozenset({"+", "-", "*", "/", "mod", "**"})


@dataclass
class StatementScope:
    """The declarations that statements are checked against.

    Attributes:
        slots: the slots of the record in formulas; empty if there is none.
        concepts: whether a plain name is an atomic concept and `a : C` an assertion.
        paired: whether every predicate is a role, which joins two individuals.
        atomic, roles: the declared concepts and roles; None if none is declared.
        operators: the logic's own operators with their arguments; None if formulas are not over atoms.
        used: the use of each name so far: a concept, a role or an individual.
        predicates: declared predicates with the sorts of their arguments; None if none is declared.
        sorts: the members of each sort; none where they were reported as wrong.
        numbers: the sorts of whole numbers, each with its ends where these are constants.
        values: the parameters and chosen values, which a constant with the same spelling may be confused with.
        preferences: whether `r > s` is always a preference between rules.
        facts: whether a whole statement that is a bare hole, in a pattern, is a fact; else it is a requirement.
        pattern: whether this is the pattern of a phrase, whose holes can be anywhere.
        named: the types of parameters and chosen values, which replace holes with their names; empty in a
            pattern.
    """

    report: Report
    slots: Mapping[str, Kind] = field(default_factory=dict)
    concepts: bool = False
    predicates: Mapping[str, tuple[str, ...]] | None = None
    sorts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    preferences: bool = False
    facts: bool = False
    pattern: bool = False
    holes: dict[str, Kind] = field(default_factory=dict)
    paired: bool = False
    atomic: frozenset[str] | None = None
    roles: frozenset[str] | None = None
    operators: Mapping[str, Operator] | None = None
    used: dict[str, str] = field(default_factory=dict)
    named: Mapping[str, Type] = field(default_factory=dict)
    numbers: Mapping[str, tuple[int, int] | None] = field(default_factory=dict)
    values: frozenset[str] = frozenset()

    def for_pattern(self) -> StatementScope:
        """Return the scope of the pattern of a phrase over these declarations."""
        return StatementScope(
            self.report,
            self.slots,
            self.concepts,
            self.predicates,
            self.sorts,
            self.preferences,
            self.facts,
            pattern=True,
            paired=self.paired,
            atomic=self.atomic,
            roles=self.roles,
            operators=self.operators,
            numbers=self.numbers,
            values=self.values,
        )

    @property
    def key(self) -> Hashable:
        """All that the pattern of a phrase is read with: it is the same over scopes with the same key."""
        named = (self.slots, self.predicates, self.sorts, self.operators, self.numbers)
        flags = (self.concepts, self.preferences, self.facts, self.paired)
        return (
            *flags,
            self.values,
            self.atomic,
            self.roles,
            *(None if each is None else frozenset(each.items()) for each in named),
        )

    @property
    def constants(self) -> frozenset[str] | None:
        """The members of all sorts; None if no sort is declared, or the members of one are not known."""
        names = [members for sort, members in self.sorts.items() if sort not in self.numbers]
        if not self.predicates or not names or not all(names):
            return None
        return frozenset[str]().union(*names)

    def fresh(self, word: str, node: syntax.Node) -> ir.Hole:
        """Return a hole that the author did not name: its name, which holds a place in the text, is none of theirs."""
        return ir.Hole(f"{word} {node.span.start}")

    def bad(self, code: str, message: str, at: syntax.Node, help: str = "") -> None:
        self.report.add(code, message, at.span, help=help)

    def predicate(self, name: str) -> bool:
        """Return whether a call of this name is an atom even where slots have a relation or function of the name."""
        return not self.slots and (self.facts or name in (self.predicates or {}))

    @property
    def formulas(self) -> FormulaScope:
        return FormulaScope(self.slots, self.report, self.holes, self.pattern, self.named)


def lower_term(node: syntax.Expr, scope: StatementScope) -> ir.Term:
    """Return a term."""
    match node:
        case syntax.Name(text=text):
            return ir.Const(text)
        case syntax.Word(text=text):
            return ir.Const(text)
        case syntax.Variable(text=text):
            return ir.Var(text)
        case syntax.Text(text=text):
            return ir.String(text)
        case syntax.Hole(text=text, rest=rest):
            return ir.Hole(text, rest)
        case syntax.Expansion(production=production, arguments=arguments):
            return ir.Expand(production, tuple(lower_term(part, scope) for part in arguments))
        case syntax.Quantity(text=text):
            if len(text) < 16 and text.isascii() and text.isdigit():  # most are plain numbers
                return ir.Quantity("integer", int(text))
            kind = literal_kind(text)
            if kind is not None:
                return ir.Quantity(kind.name, kind.read(text))
            message, help = misread(text)
            scope.bad("E0302", message, node, help)
            return ir.Quantity("integer", 0)
        case syntax.Call(function=syntax.Name(text="abs"), arguments=(argument,)):
            return ir.Operation("abs", (lower_term(argument, scope),))
        case syntax.Call(function=syntax.Name(text=name), arguments=arguments):
            return ir.Function(name, tuple(lower_term(part, scope) for part in arguments))
        case syntax.Tuple(items=items):
            return ir.Tuple(tuple(lower_term(part, scope) for part in items))
        case syntax.Infix(operator="..", left=left, right=right):
            return ir.Interval(lower_term(left, scope), lower_term(right, scope))
        case syntax.Infix(operator=operator, left=left, right=right) if operator in ARITHMETIC:
            return ir.Operation(operator, (lower_term(left, scope), lower_term(right, scope)))
        case syntax.Prefix(operator="-", operand=syntax.Quantity() as operand):
            inner = lower_term(operand, scope)
            assert isinstance(inner, ir.Quantity)
            return ir.Quantity(inner.kind, -inner.amount)
        case syntax.Prefix(operator="-", operand=operand):
            return ir.Operation("neg", (lower_term(operand, scope),))
        case syntax.Braces(groups=groups, lower=None, upper=None):
            return ir.SetOf(tuple(lower_term(e.term, scope) for group in groups for e in group))
        case _:
            scope.bad(
                "E0314", "this is not a term", node, "expected a constant, variable or number"
            )
            return ir.Const("error")


def name_or_hole(node: syntax.Expr) -> str | ir.Hole:
    if isinstance(node, syntax.Hole):
        return ir.Hole(node.text)
    assert isinstance(node, syntax.Name)
    return node.text


def expand(node: syntax.Expansion, scope: StatementScope) -> ir.Expand:
    return ir.Expand(
        node.production, tuple(lower_term(argument, scope) for argument in node.arguments)
    )
