"""Statements of every logic: from syntax to nodes, with names, arities and sorts checked."""

from ...dsl import syntax
from ...dsl.edits import Edit, Help
from ..ir import as_statement, negate, nodes as ir
from .arguments import check_members, check_sorts, check_variables
from .concepts import check_assertion, lower_concept, lower_individual
from .formulas import FUNCTIONS, lower_formula, lower_value
from .rule_parts import COMPARISONS, is_rest, lower_body, lower_elements, lower_head, lower_literal
from .terms import ARITHMETIC, StatementScope, expand, lower_term, name_or_hole

MAX_BODY = 500
"""How many conditions a rule may have: engines join them one by one."""


def lower_statement(node: syntax.Statement, scope: StatementScope) -> tuple[str, ir.Statement]:
    """Return a statement's label (empty if it has none) and its node."""
    if node.__class__ is syntax.Call and _declares_nothing(scope):
        return "", ir.Fact(lower_literal(node, scope))
    label, statement = _lower_labelled(node, scope)
    check_members(statement, node, scope)
    return label, statement


def _declares_nothing(scope: StatementScope) -> bool:
    """Return whether an atom with arguments is a fact, of any predicate and over any names."""
    return (
        scope.predicates is None
        and scope.facts
        and not (scope.slots or scope.pattern or scope.paired)
        and scope.operators is None
    )


def _lower_labelled(node: syntax.Statement, scope: StatementScope) -> tuple[str, ir.Statement]:
    if isinstance(node, syntax.Named) and not _asserts(node.body, scope):
        if not isinstance(node.name, syntax.Name):
            scope.bad("E0310", "a label must be a name", node.name, "write `r1: …`")
            return "", _lower_unlabelled(node.body, scope)
        return node.name.text, _lower_unlabelled(node.body, scope)
    return "", _lower_unlabelled(node, scope)


def _asserts(body: syntax.Statement, scope: StatementScope) -> bool:
    """Return whether `a : body` says a concept of `a`; a restriction does in every logic, to be refused by name."""
    return _is_concept(body) and (scope.concepts or _restricts(body))


def _restricts(body: syntax.Statement) -> bool:
    match body:
        case syntax.Restriction():
            return True
        case syntax.Prefix(operand=operand):
            return _restricts(operand)
        case syntax.Junction(parts=parts):
            return any(_restricts(part) for part in parts)
        case _:
            return False


def _is_concept(body: syntax.Statement) -> bool:
    match body:
        case syntax.Name() | syntax.Word() | syntax.Restriction() | syntax.Hole():
            return True
        case syntax.Expansion() | syntax.Call(function=syntax.Hole(), arguments=()):
            return True
        case syntax.Prefix(operator="not", operand=operand):
            return _is_concept(operand)
        case syntax.Junction(operator="and" | "or", parts=parts):
            return all(_is_concept(part) for part in parts)
        case _:
            return False


def _lower_unlabelled(node: syntax.Statement, scope: StatementScope) -> ir.Statement:
    match node:
        case syntax.Named(name=name, body=body):
            if _asserts(body, scope):
                return ir.ConceptAssertion(
                    lower_individual(name, scope), lower_concept(body, scope)
                )
            scope.bad("E0310", "this statement has two labels", node.name)
            return _lower_unlabelled(body, scope)
        case syntax.Implication(body=body) if len(body) > MAX_BODY:
            scope.bad(
                "E0318",
                f"{len(body)} conditions in a row are more than the limit of {MAX_BODY}",
                node,
            )
            return ir.Rule((), node.arrow, lower_head(node.head, scope))
        case syntax.Implication(body=body, arrow=arrow, head=head):
            parts = tuple(lower_body(part, scope) for part in body)
            rule = ir.Rule(parts, arrow, lower_head(head, scope))
            check_variables(rule, node, scope)
            return rule
        case syntax.Optimise(direction=direction, body=braces):
            return ir.Optimise(direction, lower_elements(braces, scope, atoms=False))
        case syntax.Infix(operator="isa", left=left, right=right):
            return ir.Inclusion(lower_concept(left, scope), lower_concept(right, scope))
        case syntax.Infix(operator=">", left=left, right=right) if _preference(left, right, scope):
            return ir.Preference(name_or_hole(left), name_or_hole(right))
        case syntax.Infix(operator="<", left=left, right=right) if (
            scope.preferences and not scope.pattern and _preference(left, right, scope)
        ):
            scope.bad(
                "E0311",
                "a preference must be written with `>`",
                node,
                Help(
                    f"write `{right.span.text} > {left.span.text}`, the stronger rule first",
                    Edit(left.span.to(right.span), f"{right.span.text} > {left.span.text}"),
                ),
            )
            return ir.Preference(name_or_hole(right), name_or_hole(left))
        case syntax.Expansion():
            return ir.Fact(expand(node, scope))
        case syntax.Hole() if scope.pattern and scope.facts:
            return ir.Fact(lower_literal(node, scope))
        case _ if scope.operators is not None and _is_condition(node, scope):
            return as_statement(ir.Requirement(lower_condition(node, scope)))
        case syntax.Infix(operator=operator) if operator in COMPARISONS and _holds_atom(
            node, scope
        ):
            if operator in "<>" and not scope.preferences:
                message = f"`{node.span.text}` is a preference, but this logic has no preferences"
            else:
                message = f"`{node.span.text}` compares atoms, but only terms can be compared"
            help = "leave it out, or write a rule that says when each holds"
            if scope.preferences:
                help = "label the rules, and prefer one label to another: `r1 > r2`"
            scope.bad("E0311", message, node, help)
            return ir.Fact(ir.Literal(ir.Atom("false")))
        case _ if scope.slots or _is_formula(node, scope):
            return ir.Requirement(lower_formula(node, scope.formulas))
        case _:
            if scope.paired and not scope.pattern:
                check_assertion(node, scope)
            return ir.Fact(lower_literal(node, scope))


def _holds_atom(node: syntax.Infix, scope: StatementScope) -> bool:
    """Return whether a side of a comparison is an atom of a declared predicate, with arguments."""
    if scope.slots or scope.pattern or not scope.facts:
        return False
    return any(
        isinstance(side, syntax.Call)
        and isinstance(side.function, syntax.Name)
        and (side.function.text not in FUNCTIONS or scope.predicate(side.function.text))
        and (scope.predicates is None or side.function.text in scope.predicates)
        for side in (node.left, node.right)
    )


def lower_part(node: syntax.Statement, scope: StatementScope) -> ir.Node:
    """Return a part of a statement: a formula, a concept, a literal, or a computed term."""
    part = _part(node, scope)
    check_members(part, node, scope)
    return part


def _part(node: syntax.Statement, scope: StatementScope) -> ir.Node:
    match node:
        case syntax.Infix(operator=operator) if operator in ARITHMETIC:
            return lower_value(node, scope.formulas)[0]
        case syntax.Call(function=syntax.Name(text=name)) if (
            name in FUNCTIONS and not scope.predicate(name)
        ):
            return lower_value(node, scope.formulas)[0]
        case syntax.Restriction():
            return lower_concept(node, scope)
        case _ if scope.concepts and _is_concept(node):
            return lower_concept(node, scope)
        case syntax.Aggregate(function=function, body=braces):
            return ir.AggregateTerm(function, lower_elements(braces, scope, atoms=False))
        case syntax.Braces(groups=(group,), lower=None, upper=None) if not is_rest(group):
            return lower_elements(node, scope, atoms=len(group) == 1 or group[0].value is not None)[
                0
            ]
        case syntax.Braces() | syntax.Junction(operator="|"):
            return lower_head(node, scope)
        case _:
            statement = _lower_unlabelled(node, scope)
            match statement:
                case ir.Requirement(formula=formula):
                    return formula
                case ir.Fact(literal=literal):
                    return literal
                case _:
                    return statement


def _is_formula(node: syntax.Expr, scope: StatementScope) -> bool:
    """Return whether a statement is a formula by its form; a bare hole is one in a pattern only."""
    match node:
        case syntax.Hole():
            return scope.pattern
        case syntax.Junction() | syntax.Word():
            return True
        case syntax.Infix(operator=operator):
            return operator in COMPARISONS or operator == "in"
        case syntax.Prefix(operator="not", operand=operand):
            return _is_formula(operand, scope)
        case syntax.Call(function=syntax.Name(text="within" | "meets" as name)):
            return not scope.predicate(name)
        case _:
            return False


def _is_condition(node: syntax.Statement, scope: StatementScope) -> bool:
    """Return whether a statement is a formula over atoms by its form; a literal alone is a fact."""
    operators = scope.operators or {}
    match node:
        case syntax.Junction() | syntax.Word():
            return True
        case syntax.Call(function=syntax.Name(text=name)) | syntax.Name(text=name):
            return name in operators
        case syntax.Infix(operator=operator):
            return operator in COMPARISONS
        case syntax.Prefix(operator="not", operand=operand):
            if isinstance(operand, syntax.Hole):
                return scope.pattern
            nested = isinstance(operand, syntax.Expansion | syntax.Prefix)
            return nested or _is_condition(operand, scope)
        case _:
            return False


def lower_condition(node: syntax.Expr, scope: StatementScope) -> ir.Formula:
    """Return a formula over atoms: literals, `not`, `and`, `or` and the operators of the logic's own."""
    operators = scope.operators or {}
    match node:
        case syntax.Word(text="true" | "false"):
            return ir.Truth(node.text == "true")
        case syntax.Prefix(operator="not", operand=operand):
            return negate(lower_condition(operand, scope))
        case syntax.Junction(operator="and", parts=parts):
            return ir.And(tuple(lower_condition(part, scope) for part in parts))
        case syntax.Junction(operator="or", parts=parts):
            return ir.Or(tuple(lower_condition(part, scope) for part in parts))
        case syntax.Call(function=syntax.Name(text=name), arguments=parts) if name in operators:
            return _modal(name, parts, node, scope)
        case syntax.Name(text=name) if name in operators:
            return _modal(name, (), node, scope)
        case _:
            return lower_body(node, scope)


def _modal(
    operator: str, parts: tuple[syntax.Expr, ...], node: syntax.Node, scope: StatementScope
) -> ir.Modal:
    wanted = (scope.operators or {})[operator]
    if len(parts) != len(wanted.terms) + wanted.formulas:
        number = "one formula" if wanted.formulas == 1 else f"{wanted.formulas} formulas"
        takes = " and ".join((*(f"one `{sort}`" for sort in wanted.terms), number))
        form = ", ".join((*wanted.terms, *"pqrstu"[: wanted.formulas]))
        scope.bad(
            "E0306",
            f"`{operator}` takes {takes}, not {len(parts)}",
            node,
            f"write `{operator}({form})`",
        )
        return ir.Modal(operator, ())
    written, formulas = parts[: len(wanted.terms)], parts[len(wanted.terms) :]
    terms = tuple(lower_term(part, scope) for part in written)
    check_sorts(wanted.terms, written, terms, scope)
    return ir.Modal(operator, tuple(lower_condition(formula, scope) for formula in formulas), terms)


def _preference(left: syntax.Expr, right: syntax.Expr, scope: StatementScope) -> bool:
    if scope.slots:
        return False
    both = (left, right)
    if scope.pattern and all(isinstance(part, syntax.Hole) for part in both):
        return scope.preferences
    return all(isinstance(part, syntax.Name | syntax.Hole) for part in both)
