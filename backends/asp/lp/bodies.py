"""Translates bodies of clingo's statements into ours: literals, conditions and aggregates, in each of their cases.

A conditional literal `l : c` in a body becomes `sum { -1, X : c; 1, X : c, l } >= 0`. This is equivalent in
the logic of here-and-there, where an aggregate without negative elements is satisfied as its formula is
(Ferraris 2011, "Logic programs with propositional connectives and aggregates").
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from clingo.ast import AST, AggregateFunction, ASTType, Sign

from ....dsl import syntax
from . import pools
from .terms import ANY, COMPARISONS, FLIPPED, Terms, negate, refuse, variables

Found = TypeVar("Found")
Group: TypeAlias = tuple[syntax.Entry, ...]

FUNCTIONS = {
    AggregateFunction.Count: "count",
    AggregateFunction.Sum: "sum",
    AggregateFunction.SumPlus: "sum",
    AggregateFunction.Min: "min",
    AggregateFunction.Max: "max",
}
NEUTRAL: Mapping[AggregateFunction, syntax.Expr] = {
    AggregateFunction.Sum: syntax.Quantity("0"),
    AggregateFunction.SumPlus: syntax.Quantity("0"),
    AggregateFunction.Min: syntax.Name("#sup"),
    AggregateFunction.Max: syntax.Name("#inf"),
}
"""What an element without terms is worth."""

WRITTEN_FIRST = ("#count", "#sum", "#min", "#max", "{")
"""The beginning of an aggregate whose bound follows; clingo reports a single bound as if it came first."""
MAX_CASES = 256
"""How many statements one may give."""
NEGATIVE = {Sign.NoSign: 0, Sign.Negation: 1, Sign.DoubleNegation: 2}


@dataclass
class _Cases:
    """Which of the cases is taken at each point where there are several: (taken, how many) in a row."""

    taken: list[tuple[int, int]] = field(default_factory=list)
    place: int = 0

    def take(self, number: int) -> int:
        if self.place == len(self.taken):
            self.taken.append((0, number))
        self.place += 1
        return self.taken[self.place - 1][0]

    def advance(self) -> bool:
        """Go on to the next row of cases; return False if there are no more."""
        self.place = 0
        while self.taken:
            last, number = self.taken.pop()
            if last + 1 < number:
                self.taken.append((last + 1, number))
                return True
        return False


class Bodies:
    """Reads parts of bodies, and the conditions of elements.

    The author's text shows on which side of an aggregate its bound was written.
    """

    def __init__(self, text: str, terms: Terms) -> None:
        self._text = text
        self._terms = terms
        self._cases = _Cases()

    def alternatives(self, make: Callable[[], Found], nodes: Sequence[AST]) -> list[Found]:
        """Return what is made of some parts in each case."""
        outer, self._cases = self._cases, _Cases()
        try:
            found = [make()]
            while self._cases.advance():
                found.append(make())
                if len(found) > MAX_CASES:
                    span = self._terms.span(nodes[0])
                    raise pools.too_many(f"more than {MAX_CASES}", MAX_CASES, span)
        finally:
            self._cases = outer
        return found

    def part(self, node: AST) -> list[syntax.Expr]:
        """Return a part of a body as a conjunction, in the case that is taken where there are several."""
        if node.ast_type == ASTType.ConditionalLiteral:
            return [self._conditional(each) for each in node.unpool(other=False)]
        times = NEGATIVE[node.sign]
        match node.atom.ast_type:
            case ASTType.BodyAggregate:
                return self.negate(self._aggregate(node.atom), times)
            case ASTType.Aggregate:
                return self.negate(self._count(node.atom), times)
            case _:
                return self.negate(self._terms.simple(node, times == 1), times)

    def negate(self, parts: list[syntax.Expr], times: int) -> list[syntax.Expr]:
        """Return a conjunction under `times` times `not`. Negated once, one of its parts is negated in each case."""
        if times != 1:
            return [negate(part, times) if times else part for part in parts]
        return [negate(parts[self._cases.take(len(parts)) if len(parts) > 1 else 0])]

    def conditions(self, nodes: Sequence[AST]) -> list[list[syntax.Expr]]:
        """Return the conditions of an element, in each case in which they can hold."""
        found = self.alternatives(
            lambda: [part for node in nodes for part in self._condition(node)], nodes
        )
        return [
            [part for part in each if part != syntax.Word("true")]
            for each in found
            if syntax.Word("false") not in each
        ]

    def _condition(self, node: AST) -> list[syntax.Expr]:
        atom = None if node.ast_type == ASTType.ConditionalLiteral else node.atom.ast_type
        if atom in (None, ASTType.BodyAggregate, ASTType.Aggregate):
            raise refuse(
                "E0319",
                "an aggregate or a conditional literal is not supported here",
                self._terms.span(node),
                "derive it with a rule, `bad(X) :- …`, and weigh that: `:~ bad(X). [1, X]`",
            )
        return self.part(node)

    def _conditional(self, node: AST) -> syntax.Expr:
        """Return `literal : condition`, which is true if the literal follows from each instance of the condition.

        One member of a pool in the literal is enough, and each instance can have a different one.
        """
        span = self._terms.span(node)
        names = [syntax.Variable(name, span=span) for name in variables(node) if name != ANY]
        one = syntax.Quantity("1", span=span)
        groups: list[Group] = []
        for condition in self.conditions(node.condition):
            for value in node.literal.unpool():
                groups.extend(
                    element_of([one, *names], [*condition, *literal])
                    for literal in self.conditions([value])
                )
            groups.append(element_of([syntax.Prefix("-", one, span=span), *names], condition))
        braces = syntax.Braces(tuple(groups), span=span)
        aggregate = syntax.Aggregate("sum", braces, span=span)
        return syntax.Infix(">=", aggregate, syntax.Quantity("0", span=span), span=span)

    def _aggregate(self, node: AST) -> list[syntax.Expr]:
        """Return an aggregate; an element without terms is counted, and changes no sum or extreme."""
        groups: list[Group] = []
        positive = node.function == AggregateFunction.SumPlus
        counted = node.function == AggregateFunction.Count
        wrapped = counted and not all(element.terms for element in node.elements)
        for element in node.elements:
            terms = list(self._terms.terms(element.terms))
            span = self._terms.span(element.terms[0]) if terms else self._terms.span(node)
            if not terms and not counted:
                terms = [replace(NEUTRAL[AggregateFunction(node.function)], span=span)]
            for condition in self.conditions(element.condition):
                if positive and element.terms:
                    terms[0], named = self._terms.one_value(terms[0], element.terms[0])
                    zero = syntax.Quantity("0", span=span)
                    condition = [*condition, *named, syntax.Infix(">", terms[0], zero, span=span)]
                whole = [syntax.Tuple(tuple(terms), span=span)] if wrapped else terms
                groups.append(element_of(whole, condition))
        return self._compare_aggregate(FUNCTIONS[AggregateFunction(node.function)], groups, node)

    def _count(self, node: AST) -> list[syntax.Expr]:
        """Return braces in a body: the number of the literals in them that hold."""
        groups: list[Group] = []
        for element in node.elements:
            literal = element.literal
            if literal.atom.ast_type != ASTType.SymbolicAtom:
                raise refuse(
                    "E0319",
                    "only atoms can be counted without terms",
                    self._terms.span(literal),
                    "write `#count { … : … }`",
                )
            literal = self._count_anonymous(literal)
            atom = self._terms.atom(literal.atom.symbol)
            kind = NEGATIVE[literal.sign] + (3 if isinstance(atom, syntax.Prefix) else 0)
            term = atom.operand if isinstance(atom, syntax.Prefix) else atom
            number = syntax.Quantity(str(kind), span=term.span)
            for condition in self.conditions(element.condition):
                groups.extend(
                    element_of([number, term], [*condition, *part])
                    for part in self.conditions([literal])
                )
        return self._compare_aggregate("count", groups, node)

    def _count_anonymous(self, literal: AST) -> AST:
        """Return a literal within braces with a variable for each `_`, for each of its instances is counted."""
        if literal.sign == Sign.NoSign:
            return self._terms.named(literal)
        if ANY in variables(literal):
            raise refuse(
                "E0319",
                "`not` before an atom with `_` cannot be counted",
                self._terms.span(literal),
                "derive it with a rule, `some :- p(_).`, and count `not some`",
            )
        return literal

    def _compare_aggregate(
        self, function: str, groups: list[Group], node: AST
    ) -> list[syntax.Expr]:
        """Return the comparisons of an aggregate with its bounds; its side is the one where it was written."""
        span = self._terms.span(node)
        aggregate = syntax.Aggregate(function, syntax.Braces(tuple(groups), span=span), span=span)
        parts: list[syntax.Expr] = []
        first = node.left_guard
        if first is not None:
            operator, term = COMPARISONS[first.comparison], self._terms.term(first.term)
            if self._text.startswith(WRITTEN_FIRST, span.start):
                parts.append(syntax.Infix(FLIPPED[operator], aggregate, term, span=span))
            else:
                parts.append(syntax.Infix(operator, term, aggregate, span=span))
        if node.right_guard is not None:
            operator = COMPARISONS[node.right_guard.comparison]
            bound = self._terms.term(node.right_guard.term)
            parts.append(syntax.Infix(operator, aggregate, bound, span=span))
        if not parts:
            zero = syntax.Quantity("0", span=span)
            parts = [syntax.Infix(">=", aggregate, zero, span=span)]
        return parts


def element_of(terms: Sequence[syntax.Expr], condition: Sequence[syntax.Expr]) -> Group:
    """Return an element `terms : condition`; the entry that has a value ends the terms."""
    if not condition:
        return tuple([syntax.Entry(term, span=term.span) for term in terms])
    *before, last = terms
    first, *others = condition
    return (
        *(syntax.Entry(part, span=part.span) for part in before),
        syntax.Entry(last, first, span=last.span.to(first.span)),
        *(syntax.Entry(other, span=other.span) for other in others),
    )
