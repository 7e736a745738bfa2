"""Translates statements of clingo's syntax tree into ours.

Forms that ours lack are expressed with others. A chain of comparisons becomes several comparisons. A pool,
and a negated chain or an aggregate between two bounds under `not`, becomes one statement for each case. A
conditional literal `l : c` in a body becomes `sum { -1, X : c; 1, X : c, l } >= 0`. This is equivalent in
the logic of here-and-there, where an aggregate without negative elements is satisfied as its formula is
(Ferraris 2011, "Logic programs with propositional connectives and aggregates").
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias, TypeVar

from clingo.ast import AST, AggregateFunction, ASTType, Sign, UnaryOperator

from ....dsl import syntax
from ....dsl.diagnostics import Report, SpecError
from . import pools
from .facts import fact_of, facts
from .terms import ANY, COMPARISONS, FLIPPED, Terms, constants, negate, refuse, variables
from .text import Prepared

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


class Statements:
    """Reads statements one after the other; what cannot be read is reported."""

    def __init__(self, prepared: Prepared, nodes: Sequence[AST], report: Report) -> None:
        self._prepared = prepared
        self._nodes = nodes
        self._report = report
        self._cases = _Cases()
        self._copies = 0
        self._terms = Terms(prepared, constants(prepared, nodes, report))

    def read(self) -> tuple[syntax.Statement, ...]:
        found: list[syntax.Statement] = []
        open_: tuple[int, syntax.Optimise] | None = None
        for node in self._in_order():
            if isinstance(node, syntax.Node):
                found.append(node)
                open_ = None
                continue
            try:
                match node.ast_type:
                    case ASTType.Rule:
                        found += self._rules(node)
                    case ASTType.Minimize:
                        number, more = self._read_objective(node)
                        if open_ is not None and open_[0] == number:
                            found.pop()
                            more = _join_objectives(open_[1], more)
                        found.append(more)
                        open_ = number, more
                        continue
                    case ASTType.ShowTerm:
                        span = self._terms.span(node)
                        raise refuse(
                            "E0319",
                            "`#show` of a term is not supported",
                            span,
                            "write `#show p/1.` for the literals of a predicate",
                        )
            except SpecError as error:
                self._report.extend(error.diagnostics)
            open_ = None
        return tuple(found)

    def _in_order(self) -> Iterator[AST | syntax.Statement]:
        """Yield what clingo has read, with the facts that it was not given in between."""
        plain = facts(self._prepared)
        fact = next(plain, None)
        for node in self._nodes:
            if fact is not None:
                start = self._terms.span(node).start
                while fact is not None and fact.span.start < start:
                    yield fact
                    fact = next(plain, None)
            yield node
        if fact is not None:
            yield fact
        yield from plain

    # --------------------------------------------------------------------------------------------------- rules

    def _rules(self, node: AST) -> Iterator[syntax.Statement]:
        self._copies = pools.check(node, self._terms.span(node), self._copies)
        for pool in _expand_pools(node):
            if not pool.body and _is_atom(head := pool.head):
                with self._terms.standing_at(self._terms.span(pool)):
                    yield fact_of(self._terms.atom(head.atom.symbol))
            else:
                for statements in self._alternatives(partial(self._rule, pool), [pool]):
                    yield from statements

    def _alternatives(self, make: Callable[[], Found], nodes: Sequence[AST]) -> list[Found]:
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

    def _rule(self, node: AST) -> list[syntax.Statement]:
        span = self._terms.span(node)
        body = [part for value in node.body for part in self._part(value)]
        head = self._head(node.head)
        if head is None:
            assert node.head.ast_type == ASTType.Literal
            times = 1 - NEGATIVE[node.head.sign] % 2
            body += self._negate(self._terms.simple(node.head, times == 1), times)
            head = syntax.Word("false", span=span)
        if any(each == syntax.Word("false") for each in body):
            return []
        body = [each for each in body if each != syntax.Word("true")]
        if body or isinstance(head, syntax.Word | syntax.Junction | syntax.Braces):
            return [syntax.Implication(tuple(body), "->", head, span=span)]
        return [fact_of(head)]

    def _head(self, node: AST) -> syntax.Expr | None:
        """Return a head; None for a condition in the place of one, which is a constraint."""
        span = self._terms.span(node)
        match node.ast_type:
            case ASTType.Literal:
                return self._terms.atom(node.atom.symbol) if _is_atom(node) else None
            case ASTType.Disjunction:
                parts = tuple([self._alternative(element) for element in node.elements])
                return syntax.Junction("|", parts, span=span)
            case ASTType.Aggregate:
                groups = [self._read_choice(element) for element in node.elements]
                lower, upper = self._bounds(node)
                joined = tuple(group for several in groups for group in several)
                return syntax.Braces(joined, lower, upper, span=span)
            case ASTType.HeadAggregate:
                help = "write a choice, `{ p(X) : q(X) } 2`, and constraints for the aggregate"
                message = "an aggregate in a head is not supported"
            case _:
                help = "theory atoms need another solver: use rules instead"
                message = "this head is not supported"
        raise refuse("E0319", message, span, help)

    def _alternative(self, node: AST) -> syntax.Expr:
        """Return a member of a disjunction."""
        literal = node.literal
        if node.condition:
            raise refuse(
                "E0319",
                "a condition in a disjunction is not supported",
                self._terms.span(node),
                "write the alternatives out, or a choice: `1 { p(X) : q(X) }`",
            )
        return self._read_derived(literal, "disjunction")

    def _read_derived(self, literal: AST, place: str) -> syntax.Expr:
        if _is_atom(literal):
            return self._terms.atom(literal.atom.symbol)
        raise refuse(
            "E0319",
            f"only atoms are allowed in a {place}",
            self._terms.span(literal),
            "for `p | not p` write `{ p }`; move any other condition to the body",
        )

    def _read_choice(self, node: AST) -> list[Group]:
        """Return an element of a choice, once for each case of its condition."""
        atom = self._read_derived(node.literal, "choice")
        return [_group([atom], part) for part in self._conditions(node.condition)]

    def _bounds(self, node: AST) -> tuple[syntax.Expr | None, syntax.Expr | None]:
        """Return the bounds of a choice, both included."""
        found: dict[str, syntax.Expr] = {}
        for guard, left in ((node.left_guard, True), (node.right_guard, False)):
            if guard is None:
                continue
            operator, term = COMPARISONS[guard.comparison], self._terms.term(guard.term)
            operator = FLIPPED[operator] if left else operator
            wanted = {
                ">=": [("lower", 0)],
                ">": [("lower", 1)],
                "<=": [("upper", 0)],
                "<": [("upper", -1)],
                "==": [("lower", 0), ("upper", 0)],
            }.get(operator, [])
            if not wanted or any(name in found for name, _ in wanted):
                raise refuse(
                    "E0319",
                    "these bounds of a choice are not supported",
                    self._terms.span(node),
                    "write a lower bound before the braces and an upper bound after them",
                )
            for name, more in wanted:
                found[name] = _plus(term, more)
        return found.get("lower"), found.get("upper")

    # --------------------------------------------------------------------------------------------------- bodies

    def _part(self, node: AST) -> list[syntax.Expr]:
        """Return a part of a body as a conjunction, in the case that is taken where there are several."""
        if node.ast_type == ASTType.ConditionalLiteral:
            return [self._conditional(each) for each in node.unpool(other=False)]
        times = NEGATIVE[node.sign]
        match node.atom.ast_type:
            case ASTType.BodyAggregate:
                return self._negate(self._aggregate(node.atom), times)
            case ASTType.Aggregate:
                return self._negate(self._count(node.atom), times)
            case _:
                return self._negate(self._terms.simple(node, times == 1), times)

    def _negate(self, parts: list[syntax.Expr], times: int) -> list[syntax.Expr]:
        """Return a conjunction under `times` times `not`. Negated once, one of its parts is negated in each case."""
        if times != 1:
            return [negate(part, times) if times else part for part in parts]
        return [negate(parts[self._cases.take(len(parts)) if len(parts) > 1 else 0])]

    def _conditions(self, nodes: Sequence[AST]) -> list[list[syntax.Expr]]:
        """Return the conditions of an element, in each case in which they can hold."""
        found = self._alternatives(
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
        return self._part(node)

    def _conditional(self, node: AST) -> syntax.Expr:
        """Return `literal : condition`, which is true if the literal follows from each instance of the condition.

        One member of a pool in the literal is enough, and each instance can have a different one.
        """
        span = self._terms.span(node)
        names = [syntax.Variable(name, span=span) for name in variables(node) if name != ANY]
        one = syntax.Quantity("1", span=span)
        groups: list[Group] = []
        for condition in self._conditions(node.condition):
            for value in node.literal.unpool():
                groups.extend(
                    _group([one, *names], [*condition, *literal])
                    for literal in self._conditions([value])
                )
            groups.append(_group([syntax.Prefix("-", one, span=span), *names], condition))
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
            for condition in self._conditions(element.condition):
                if positive and element.terms:
                    terms[0], named = self._terms.one_value(terms[0], element.terms[0])
                    zero = syntax.Quantity("0", span=span)
                    condition = [*condition, *named, syntax.Infix(">", terms[0], zero, span=span)]
                whole = [syntax.Tuple(tuple(terms), span=span)] if wrapped else terms
                groups.append(_group(whole, condition))
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
            for condition in self._conditions(element.condition):
                groups.extend(
                    _group([number, term], [*condition, *part])
                    for part in self._conditions([literal])
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
            if self._prepared.source.text.startswith(WRITTEN_FIRST, span.start):
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

    # -------------------------------------------------------------------------------------------- optimisation

    def _read_objective(self, node: AST) -> tuple[int, syntax.Optimise]:
        """Return an element of `#minimize` or a weak constraint, and the number of its statement."""
        span = self._terms.span(node)
        number = self._prepared.statement(span.start)
        statement = self._prepared.statements[number]
        most = statement[0].text.startswith("#max")
        groups: list[Group] = []
        self._copies = pools.check(node, span, self._copies)
        for each in node.unpool():
            weight = each.weight
            if most and weight.ast_type == ASTType.UnaryOperation:
                if weight.operator_type == UnaryOperator.Minus:
                    weight = weight.argument
            first = self._terms.term(weight)
            priority = self._terms.term(each.priority)
            if priority != syntax.Quantity("0"):
                first = syntax.Infix("@", first, priority, span=first.span)
            terms = [first, *self._terms.terms(each.terms)]
            groups += [_group(terms, condition) for condition in self._conditions(each.body)]
        braces = syntax.Braces(tuple(groups), span=span)
        direction = "maximize" if most else "minimize"
        return number, syntax.Optimise(direction, braces, span=span)


def _expand_pools(node: AST) -> Iterator[AST]:
    """Yield a rule for each member of its pools; those of `literal : condition` in its body stay where they are."""
    body = list(node.body)
    kept = {n: each for n, each in enumerate(body) if each.ast_type == ASTType.ConditionalLiteral}
    others = [each for n, each in enumerate(body) if n not in kept]
    for copy in node.update(body=others).unpool():
        rest = iter(copy.body)
        yield copy.update(body=[kept[n] if n in kept else next(rest) for n in range(len(body))])


def _is_atom(node: AST) -> bool:
    if node.ast_type != ASTType.Literal or node.sign != Sign.NoSign:
        return False
    return bool(node.atom.ast_type == ASTType.SymbolicAtom)


def _join_objectives(first: syntax.Optimise, more: syntax.Optimise) -> syntax.Optimise:
    groups = (*first.body.groups, *more.body.groups)
    span = first.span.to(more.span)
    return syntax.Optimise(first.direction, syntax.Braces(groups, span=span), span=span)


def _group(terms: Sequence[syntax.Expr], condition: Sequence[syntax.Expr]) -> Group:
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


def _plus(term: syntax.Expr, more: int) -> syntax.Expr:
    match term:
        case syntax.Quantity(text=text) if more and int(text) + more >= 0:
            return syntax.Quantity(str(int(text) + more), span=term.span)
        case _ if more:
            one = syntax.Quantity("1", span=term.span)
            return syntax.Infix("+" if more > 0 else "-", term, one, span=term.span)
        case _:
            return term
