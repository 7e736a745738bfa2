"""Translates statements of clingo's syntax tree into ours.

Forms that ours lack are expressed with others. A chain of comparisons becomes several comparisons. A pool,
and a negated chain or an aggregate between two bounds under `not`, becomes one statement for each case.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from clingo.ast import AST, ASTType, Sign, UnaryOperator

from ....dsl import syntax
from ....dsl.diagnostics import Report, SpecError
from . import pools
from .bodies import NEGATIVE, Bodies, Group, element_of
from .plain import fact_of, plain_statements
from .terms import COMPARISONS, FLIPPED, Terms, constants, refuse
from .text import Prepared


class Statements:
    """Reads statements one after the other; what cannot be read is reported."""

    def __init__(self, prepared: Prepared, nodes: Sequence[AST], report: Report) -> None:
        self._prepared = prepared
        self._nodes = nodes
        self._report = report
        self._copies = 0
        self._terms = Terms(prepared, constants(prepared, nodes, report))
        self._bodies = Bodies(prepared.source.text, self._terms)

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
        """Yield what clingo has read, with the plain statements that it was not given in between."""
        plain = plain_statements(self._prepared)
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
        span = self._terms.span(node)
        self._copies = pools.check(node, span, self._copies)
        for pool in _expand_pools(node) if pools.may_have_some(span) else (node,):
            if not pool.body and _is_atom(head := pool.head):
                with self._terms.standing_at(self._terms.span(pool)):
                    yield fact_of(self._terms.atom(head.atom.symbol))
            else:
                for statements in self._bodies.alternatives(partial(self._rule, pool), [pool]):
                    yield from statements

    def _rule(self, node: AST) -> list[syntax.Statement]:
        span = self._terms.span(node)
        body = [part for value in node.body for part in self._bodies.part(value)]
        head = self._head(node.head)
        if head is None:
            assert node.head.ast_type == ASTType.Literal
            times = 1 - NEGATIVE[node.head.sign] % 2
            body += self._bodies.negate(self._terms.simple(node.head, times == 1), times)
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
        return [element_of([atom], part) for part in self._bodies.conditions(node.condition)]

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
            groups += [
                element_of(terms, condition) for condition in self._bodies.conditions(each.body)
            ]
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


def _plus(term: syntax.Expr, more: int) -> syntax.Expr:
    match term:
        case syntax.Quantity(text=text) if more and int(text) + more >= 0:
            return syntax.Quantity(str(int(text) + more), span=term.span)
        case _ if more:
            one = syntax.Quantity("1", span=term.span)
            return syntax.Infix("+" if more > 0 else "-", term, one, span=term.span)
        case _:
            return term
