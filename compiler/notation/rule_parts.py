"""The parts of rules, from syntax to nodes: literals, conditions, heads and the elements of braces."""

from collections.abc import Iterator
from typing import cast

from ...dsl import syntax
from ...dsl.edits import Edit, Help
from ...dsl.source import Span
from ..ir import nodes as ir
from .arguments import check_is_declared, check_predicate
from .terms import StatementScope, expand, lower_term

COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!=", "="})


def lower_literal(node: syntax.Expr, scope: StatementScope) -> ir.Literal | ir.Hole | ir.Expand:
    """Return a literal: an atom under `-`, `~`, `not`, or a hole or expansion that stands for one."""
    if isinstance(node, syntax.Call):  # most are
        return ir.Literal(_atom(node.function, node.arguments, node, scope))
    match node:
        case syntax.Prefix(operator="not", operand=operand):
            inner = _lower_signed(operand, scope)
            if isinstance(inner, ir.Literal) and not inner.default:
                return ir.Literal(inner.atom, inner.negative, True)
            scope.bad("E0311", "`not` must come before an atom or its strong negation", node)
            return inner
        case syntax.Prefix(operator="-", operand=syntax.Hole(text=text)) if (
            scope.pattern and scope.predicates and all(scope.predicates.values())
        ):
            scope.bad(
                "E0311",
                f"`-?{text}` needs a predicate without arguments, and there is none",
                node,
                f"write `-?{text}(X)` or `-?{text}(?x...)` for negative literals",
            )
            return ir.Literal(ir.Atom(ir.Hole(text)), True)
        case syntax.Prefix(operator="-" | "~" as sign, operand=operand):
            inner = _lower_signed(operand, scope)
            if isinstance(inner, ir.Literal) and inner.negative is False and not inner.default:
                negative = True if sign == "-" else scope.fresh("sign", operand)
                return ir.Literal(inner.atom, negative)
            if isinstance(inner, ir.Literal):
                scope.bad(
                    "E0311",
                    f"`{sign}` must come before an atom",
                    node,
                    "write `-` next to the atom, once: `not -p(X)`",
                )
            return inner
        case syntax.Hole(text=text, rest=rest):
            hole = ir.Hole(text, rest)
            return hole if scope.pattern or rest else ir.Literal(ir.Atom(hole))
        case syntax.Expansion():
            return expand(node, scope)
        case syntax.Name():
            return ir.Literal(_atom(node, (), node, scope))
        case _:
            scope.bad(
                "E0311",
                "a fact, a condition or a head must be an atom such as `p(a, b)`",
                node,
                Help("join conditions by `,`", *_commas(node))
                if isinstance(node, syntax.Junction) and node.operator == "and"
                else "",
            )
            return ir.Literal(ir.Atom("false"))


def _commas(node: syntax.Junction) -> Iterator[Edit]:
    """Yield the edits that join the parts of a conjunction by commas, if only `and` is between them."""
    source = node.span.source
    between = [
        Span(source, one.span.end, other.span.start)
        for one, other in zip(node.parts, node.parts[1:], strict=False)
    ]
    if all(each.text.strip() == "and" for each in between):
        yield from (Edit(each, ", ") for each in between)


def _lower_signed(node: syntax.Expr, scope: StatementScope) -> ir.Literal | ir.Hole | ir.Expand:
    """Return the expression under a sign: a hole there is a predicate, even in a pattern."""
    inner = lower_literal(node, scope)
    return ir.Literal(ir.Atom(inner)) if isinstance(inner, ir.Hole) and not inner.rest else inner


def _atom(
    function: syntax.Name | syntax.Hole,
    arguments: tuple[syntax.Expr, ...],
    node: syntax.Node,
    scope: StatementScope,
) -> ir.Atom:
    if isinstance(function, syntax.Name) and not check_is_declared(function.text, node, scope):
        if not scope.pattern:
            return ir.Atom(function.text)
    terms = tuple([lower_term(argument, scope) for argument in arguments])
    if isinstance(function, syntax.Hole):
        return ir.Atom(ir.Hole(function.text), terms)
    check_predicate(function.text, arguments, terms, node, scope)
    return ir.Atom(function.text, terms)


def lower_body(node: syntax.Expr, scope: StatementScope) -> ir.BodyPart:
    """Return one part of a rule's body: a literal, a comparison, a concept expression."""
    match node:
        case syntax.Infix(operator=operator, left=left, right=right) if operator in COMPARISONS:
            return ir.Comparison(
                "==" if operator == "=" else operator, _side(left, scope), _side(right, scope)
            )
        case syntax.Prefix(operator="not", operand=syntax.Infix(operator=operator) as operand) if (
            operator in COMPARISONS
        ):
            return ir.Not(lower_body(operand, scope))
        case syntax.Prefix(operator="not", operand=operand) if scope.pattern and _is_hole(operand):
            return ir.Not(lower_body(operand, scope))
        case syntax.Prefix(operator="not", operand=syntax.Prefix(operator="not") as operand):
            inner = lower_literal(operand, scope)
            return ir.Not(inner) if isinstance(inner, ir.Literal) else inner
        case syntax.Word(text="true" | "false"):
            return ir.Truth(node.text == "true")
        case syntax.Junction(operator="|" | "or", parts=parts):
            return ir.Or(tuple(lower_body(part, scope) for part in parts))
        case syntax.Aggregate():
            scope.bad(
                "E0311",
                "this aggregate is not compared with anything",
                node,
                "write what it is compared with: `count { X : p(X) } > 1`",
            )
            return ir.Truth(True)
        case _:
            return lower_literal(node, scope)


def _is_hole(node: syntax.Expr) -> bool:
    """Return whether an expression is a hole for a whole condition, perhaps under `not`."""
    match node:
        case syntax.Prefix(operator="not", operand=operand):
            return _is_hole(operand)
        case _:
            return isinstance(node, syntax.Hole) and not node.rest


def _side(node: syntax.Expr, scope: StatementScope) -> ir.Term | ir.AggregateTerm:
    if isinstance(node, syntax.Aggregate):
        return ir.AggregateTerm(node.function, lower_elements(node.body, scope, atoms=False))
    return lower_term(node, scope)


def lower_head(node: syntax.Expr, scope: StatementScope) -> ir.Head:
    """Return the head of a rule: a literal, a disjunction of literals, a choice, or nothing that may hold."""
    match node:
        case syntax.Word(text="false"):
            return ir.Truth(False)
        case syntax.Junction(operator="|" | "or", parts=parts):
            return ir.Or(tuple(lower_literal(part, scope) for part in parts))
        case syntax.Braces(lower=lower, upper=upper):
            return ir.Choice(
                lower_elements(node, scope, atoms=True),
                None if lower is None else lower_term(lower, scope),
                None if upper is None else lower_term(upper, scope),
            )
        case _:
            return lower_literal(node, scope)


def lower_elements(
    braces: syntax.Braces, scope: StatementScope, *, atoms: bool
) -> tuple[ir.Element, ...]:
    """Return the elements of braces: of a choice they begin with an atom, elsewhere with terms."""
    elements: list[ir.Element] = []
    for group in braces.groups:
        if scope.pattern and is_rest(group):
            elements.append(cast(ir.Element, lower_term(group[0].term, scope)))
            continue
        terms: list[ir.Term | ir.Literal] = []
        condition: list[ir.BodyPart] = []
        priority: ir.Term | None = None
        seen = False
        for entry in group:
            if seen:
                condition.append(lower_body(entry.term, scope))
                continue
            term = entry.term
            if isinstance(term, syntax.Infix) and term.operator == "@":
                priority = lower_term(term.right, scope)
                term = term.left
            terms.append(_member(term, scope) if atoms else lower_term(term, scope))
            if entry.value is not None:
                seen = True
                condition.append(lower_body(entry.value, scope))
        if atoms and len(terms) > 1 and condition:
            scope.bad(
                "E0311",
                "a condition belongs to one atom",
                group[-1].term,
                "separate the members of a choice by `;`: `{ p(X); q(X) : r(X) }`",
            )
        if atoms and len(terms) > 1 and not condition:
            elements += [ir.Element((term,)) for term in terms]
        else:
            elements.append(ir.Element(tuple(terms), tuple(condition), priority))
    return tuple(elements)


def is_rest(group: tuple[syntax.Entry, ...]) -> bool:
    """Return whether a group is nothing but a list hole: it stands for elements, not for the terms of one."""
    match group:
        case (syntax.Entry(term=syntax.Hole(rest=True), value=None),):
            return True
        case _:
            return False


def _member(node: syntax.Expr, scope: StatementScope) -> ir.Term | ir.Literal:
    found = lower_literal(node, scope)
    if isinstance(found, ir.Expand):
        scope.bad("E0311", "only atoms can be chosen between", node)
        return ir.Const("error")
    return found
