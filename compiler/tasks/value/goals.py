"""Questions for the values of a variable: as they are written, and about a statement that a theory was grown for."""

from typing import TypeVar

from msgspec import structs

from ....dsl import syntax
from ...family import (
    AskScope,
    Family,
    Rejected,
    check_named_holes,
)
from ...ir import nodes as ir, walk
from ...notation import lower_statement
from ...text import is_question

OfVariable = TypeVar("OfVariable", ir.Answers, ir.Number)

BLANK = "[blank]"
"""The placeholder for the variable if a family has no wording for the question."""


def is_open(goal: ir.Answers) -> bool:
    """Return whether a question has holes to fill."""
    return any(isinstance(node, ir.Hole) for node in walk(goal))


def read_goal(ask: syntax.Ask, scope: AskScope) -> ir.Answers | None:
    """Read `ask TASK H : p(H, ?y)`; report any other question and return None."""
    match ask.arguments:
        case (syntax.Variable(text=name),) if ask.body is not None and scope.statements:
            before = len(scope.report.errors)
            _, statement = lower_statement(ask.body, scope.statements)
            if len(scope.report.errors) > before:
                return None
            goal = _goal(name, statement)
        case _:
            goal = None
    if goal is None:
        scope.report.add(
            "E0421",
            f"`ask {ask.task}` takes a variable and a literal that contains it",
            ask.span,
            help=f"write `ask {ask.task} H : p(H, ?y)`, with no other variable",
        )
    elif ask.text and not is_question(ask.text):
        scope.report.add(
            "E0421",
            "the question does not end with `?`",
            ask.span,
            help='write `"Who … the {{ y }}?"`',
        )
    elif scope.grammar is not None:
        check_named_holes(goal, scope.grammar, ask.span, scope.report)
    return goal


def _goal(variable: str, statement: ir.Statement) -> ir.Answers | None:
    """Return the literal of a question; None if the statement is not a literal with only this variable."""
    match statement:
        case ir.Fact(literal=ir.Literal(default=False) as literal):
            terms = literal.atom.arguments
        case _:
            return None
    known = all(
        term == ir.Var(variable)
        or isinstance(term, ir.Const | ir.Quantity | ir.String)
        or (isinstance(term, ir.Hole) and not term.rest)
        for term in terms
    )
    return ir.Answers(variable, literal) if known and ir.Var(variable) in terms else None


def has_one_value(family: Family, goal: ir.Answers) -> bool:
    """Return whether a question asks for the value of a functional predicate, of which there is at most one."""
    atom = goal.literal.atom
    return (
        atom.predicate in family.signature.functional
        and atom.arguments[-1] == ir.Var(goal.variable)
        and not goal.literal.negative
    )


def about(goal: OfVariable, grown: ir.Literal) -> OfVariable | Rejected:
    """Return the question that a grown literal is the answer to."""
    if len(goal.literal.atom.arguments) != len(grown.atom.arguments):
        return Rejected("the theory was grown for a statement with other arguments")
    terms = zip(goal.literal.atom.arguments, grown.atom.arguments, strict=True)
    own = tuple(mine if isinstance(mine, ir.Var) else theirs for mine, theirs in terms)
    literal = ir.Literal(ir.Atom(grown.atom.predicate, own), grown.negative)
    return structs.replace(goal, literal=literal)
