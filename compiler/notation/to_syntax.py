"""From nodes back to syntax trees, and so to `.rspec` text: the one way in which statements are written out."""

from collections.abc import Sequence
from functools import cache, lru_cache, reduce

from ...dsl import syntax
from ...dsl.printing.inline import (
    asserts,
    print_call,
    print_expression,
    print_name,
    print_statement,
)
from ..ir import GoalNode, nodes as ir, walk
from ..kinds import UNBOUNDED, KindError, Scalar

_INFIX = frozenset(("+", "-", "*", "/", "mod", "**"))


def raise_statement(node: ir.Statement | ir.Labelled) -> syntax.Statement:
    """Return the syntax tree of a statement; of a labelled one with its label in front."""
    match node:
        case ir.Labelled():
            return syntax.Named(syntax.Name(node.id), raise_statement(node.statement))
        case ir.Fact():
            return raise_formula(node.literal)
        case ir.Rule():
            body = tuple(_formula(part) for part in node.body)
            return syntax.Implication(body, node.arrow, _head(node.head))
        case ir.Preference():
            return syntax.Infix(">", _name(node.stronger), _name(node.weaker))
        case ir.Optimise():
            return syntax.Optimise(node.direction, _braces(node.elements))
        case ir.Inclusion():
            return syntax.Infix("isa", _concept(node.left), _concept(node.right))
        case ir.ConceptAssertion():
            return syntax.Named(raise_term(node.individual), _concept(node.concept))
        case ir.Requirement():
            return raise_formula(node.formula)
        case _:
            return _expression(node)


@lru_cache(maxsize=256)  # an instance's formulas are written out more than once
def raise_formula(node: ir.Formula) -> syntax.Expr:
    """Return the syntax tree of a formula or a concept.

    The truth values are `thing` and `nothing` where the formula must be a concept, as it names one or restricts a role.
    """
    if isinstance(node, ir.Literal):
        return _formula(node)
    concept = any(isinstance(each, ir.Named | ir.Restriction) for each in walk(node))
    return _concept(node) if concept else _formula(node)


def raise_term(node: ir.Term | ir.AggregateTerm) -> syntax.Expr:
    """Return the syntax tree of a term."""
    match node:
        case ir.Hole():
            return syntax.Hole(node.name, node.rest)
        case ir.Expand():
            return syntax.Expansion(node.production, _terms(node.arguments))
        case ir.Var():
            return syntax.Variable(node.name)
        case ir.Const() | ir.Slot():
            return syntax.Name(node.name)
        case ir.String():
            return syntax.Text(node.text)
        case ir.Quantity():
            return _quantity(node)
        case ir.Function():
            return syntax.Call(syntax.Name(node.name), _terms(node.arguments))
        case ir.Tuple():
            return syntax.Tuple(_terms(node.items))
        case ir.Interval():
            return syntax.Infix("..", raise_term(node.low), raise_term(node.high))
        case ir.Operation():
            return _operation(node)
        case ir.SetOf():
            group = tuple(syntax.Entry(item) for item in _terms(node.items))
            return syntax.Braces((group,) if group else ())
        case ir.ListOf():
            return syntax.Call(syntax.Name("list"), _terms(node.items))
        case ir.AggregateTerm():
            return syntax.Aggregate(node.function, _braces(node.elements))


def show(node: ir.Node) -> str:
    """Return a node as text: `.rspec` for statements, formulas and terms, a similar notation for what has no syntax."""
    match node:
        case ir.Literal():
            return _show_literal(node)
        case ir.Labelled():
            return _show_labelled(node)
        case ir.Theory():
            return "\n".join(f"{show(statement)}." for statement in node.statements)
        case ir.Signature():
            return _signature(node)
        case ir.Query():
            return "\n".join((show(node.goal), *(show(row) for row in node.rows)))
        case ir.Row():
            return f"{node.id}: {', '.join(show(value) for value in node.values)}"
        case GoalNode():
            return node.text(show)
        case ir.Group(text, values):
            return "; ".join((text, *map(show, values)))
        case ir.Filled(name, members) | ir.Several(name, members):
            return f"{name} = {', '.join(map(show, members))}"
        case ir.Aspect(_, statement):
            return show(statement)
        case ir.Sign():
            return "-" if node.negative else "+"
        case (
            ir.Fact()
            | ir.Rule()
            | ir.Preference()
            | ir.Optimise()
            | ir.Inclusion()
            | ir.ConceptAssertion()
            | ir.Requirement()
        ):
            return print_statement(raise_statement(node))
        case _:
            return print_expression(_expression(node))


def _show_labelled(node: ir.Labelled) -> str:
    """Return a statement with its label: of literals alone, from their texts, which others need as well."""
    match node.statement:
        case ir.Fact(ir.Literal() as literal):
            named = asserts(syntax.Name(node.id), raise_formula(literal))
            return f"{print_name(node.id)}{' : ' if named else ': '}{_show_literal(literal)}"
        case ir.Rule(body, arrow, ir.Literal() as head) if body and all(
            condition.__class__ is ir.Literal for condition in body
        ):
            listed = ", ".join([_show_literal(condition) for condition in body])
            return f"{print_name(node.id)}: {listed} {arrow} {_show_literal(head)}"
        case _:
            return print_statement(raise_statement(node))


@lru_cache(
    maxsize=1024
)  # certificates, their proofs and the figures of one theory contain the same few
def _show_literal(literal: ir.Literal) -> str:
    atom = literal.atom
    if not isinstance(atom.predicate, str) or not isinstance(literal.negative, bool):
        return print_expression(raise_formula(literal))
    text = show_literal(atom.predicate, list(map(show_term, atom.arguments)), literal.negative)
    return f"not {text}" if literal.default else text


def show_literal(predicate: str, arguments: Sequence[str], negative: bool) -> str:
    """Return the text of a literal whose arguments are texts already."""
    text = print_call(predicate, arguments) if arguments else print_name(predicate)
    return f"-{text}" if negative else text


def show_term(term: ir.Term) -> str:
    """Return a term as text."""
    return print_name(term.name) if isinstance(term, ir.Const) else _term_shown(term)


@lru_cache(maxsize=4096)  # as the few individuals of a theory
def _term_shown(term: ir.Term) -> str:
    return print_expression(raise_term(term))


def _expression(node: ir.Node) -> syntax.Expr:
    """Return the expression of a node that is not a statement."""
    match node:
        case ir.Element():
            return _braces((node,))
        case ir.Choice():
            return _head(node)
        case ir.Atom():
            return _atom(node)
        case (
            ir.Literal()
            | ir.Comparison()
            | ir.And()
            | ir.Or()
            | ir.Not()
            | ir.Truth()
            | ir.Named()
            | ir.Restriction()
            | ir.Modal()
        ):
            return raise_formula(node)
        case (
            ir.Hole()
            | ir.Expand()
            | ir.Var()
            | ir.Const()
            | ir.String()
            | ir.Quantity()
            | ir.Function()
            | ir.Tuple()
            | ir.Interval()
            | ir.Operation()
            | ir.Slot()
            | ir.SetOf()
            | ir.ListOf()
            | ir.AggregateTerm()
        ):
            return raise_term(node)
        case _:
            raise TypeError(f"`{type(node).__name__}` is not a part of a statement")


def _name(name: str | ir.Hole) -> syntax.Name | syntax.Hole:
    return syntax.Name(name) if isinstance(name, str) else syntax.Hole(name.name, name.rest)


def _terms(terms: tuple[ir.Term, ...]) -> tuple[syntax.Expr, ...]:
    return tuple(raise_term(term) for term in terms)


def _quantity(node: ir.Quantity) -> syntax.Expr:
    text = syntax.Quantity(_scalar(node.kind).show(abs(node.amount)))
    return syntax.Prefix("-", text) if node.amount < 0 else text


@cache
def _scalar(name: str) -> Scalar:
    if name not in UNBOUNDED:
        raise KindError(f"`{name}` is not a kind of amounts")
    return UNBOUNDED[name]


def _operation(node: ir.Operation) -> syntax.Expr:
    operands = _terms(node.operands)
    if node.operator in _INFIX and len(operands) > 1:
        operator = node.operator
        return reduce(lambda left, right: syntax.Infix(operator, left, right), operands)
    if node.operator in ("neg", "-") and len(operands) == 1:
        return syntax.Prefix("-", operands[0])
    return syntax.Call(syntax.Name(node.operator), operands)


def _atom(node: ir.Atom) -> syntax.Expr:
    name = _name(node.predicate)
    return syntax.Call(name, _terms(node.arguments)) if node.arguments else name


def _literal(node: ir.Literal) -> syntax.Expr:
    expr = _atom(node.atom)
    if isinstance(node.negative, ir.Hole):
        expr = syntax.Prefix("~", expr)
    elif node.negative:
        expr = syntax.Prefix("-", expr)
    return syntax.Prefix("not", expr) if node.default else expr


def _comparison(node: ir.Comparison) -> syntax.Expr:
    left, right = raise_term(node.left), raise_term(node.right)
    if node.operator in ("within", "meets"):
        return syntax.Call(syntax.Name(node.operator), (left, right))
    return syntax.Infix(node.operator, left, right)


def _concept(node: ir.Formula) -> syntax.Expr:
    return _formula(node, concept=True)


def _formula(node: ir.Formula, concept: bool = False) -> syntax.Expr:
    match node:
        case ir.Hole() | ir.Expand():
            return raise_term(node)
        case ir.Literal():
            return _literal(node)
        case ir.Comparison():
            return _comparison(node)
        case ir.And():
            return _junction("and", node.parts, concept)
        case ir.Or():
            return _junction("or", node.parts, concept)
        case ir.Not():
            return syntax.Prefix("not", _formula(node.part, concept))
        case ir.Truth():
            return _truth(node.value, concept)
        case ir.Named():
            return _name(node.name)
        case ir.Restriction():
            bound = None if node.bound is None else raise_term(node.bound)
            return syntax.Restriction(node.kind, bound, _name(node.role), _concept(node.filler))
        case ir.Modal():
            parts = tuple(_formula(part, concept) for part in node.parts)
            return syntax.Call(syntax.Name(node.operator), (*_terms(node.terms), *parts))


def _truth(value: bool, concept: bool) -> syntax.Word:
    if concept:
        return syntax.Word("thing" if value else "nothing")
    return syntax.Word("true" if value else "false")


def _junction(operator: str, parts: tuple[ir.Formula, ...], concept: bool) -> syntax.Expr:
    """Join parts. A single part is returned unchanged: a template's parts may be one rest hole."""
    raised = tuple(_formula(part, concept) for part in parts)
    match raised:
        case ():
            return _truth(operator == "and", concept)
        case (only,):
            return only
        case _:
            return syntax.Junction(operator, raised)


def _head(node: ir.Head) -> syntax.Expr:
    match node:
        case ir.Or():
            return _junction("|", node.parts, False)
        case ir.Choice():
            lower = None if node.lower is None else raise_term(node.lower)
            upper = None if node.upper is None else raise_term(node.upper)
            return syntax.Braces(_groups(node.elements), lower, upper)
        case _:
            return _formula(node)


def _braces(elements: tuple[ir.Element, ...]) -> syntax.Braces:
    return syntax.Braces(_groups(elements))


def _groups(elements: tuple[ir.Element, ...]) -> tuple[tuple[syntax.Entry, ...], ...]:
    return tuple(_group(element) for element in elements)


def _group(element: ir.Element | ir.Hole) -> tuple[syntax.Entry, ...]:
    """Write `weight@priority, term, … : condition, …`: the entry that has a value ends the terms.

    An element without terms, which has no syntax of its own, counts the constant `true`.
    """
    if isinstance(element, ir.Hole):
        return (syntax.Entry(raise_term(element)),)
    terms = [
        _literal(term) if isinstance(term, ir.Literal) else raise_term(term)
        for term in element.terms
    ] or [syntax.Word("true")]
    if element.priority is not None:
        terms[0] = syntax.Infix("@", terms[0], raise_term(element.priority))
    if not element.condition:
        return tuple(syntax.Entry(term) for term in terms)
    first, *others = (_formula(part) for part in element.condition)
    return (
        *(syntax.Entry(term) for term in terms[:-1]),
        syntax.Entry(terms[-1], first),
        *(syntax.Entry(part) for part in others),
    )


def _signature(node: ir.Signature) -> str:
    predicates = [f"{name}({', '.join(sorts)})" for name, sorts in node.predicates]
    slots = [f"{name}: {kind}" for name, kind in node.slots]
    values = [f"{name} = {{{', '.join(members)}}}" for name, members in node.values]
    functional = [f"{name} functional" for name in node.functional]
    return "\n".join((*predicates, *slots, *values, *functional))
