"""Declarations of predicates, roles and concepts as text."""

from .. import syntax
from ..reserved import RESERVED
from .inline import (
    PLAIN,
    Printer,
    join_parts,
    print_expression,
    print_name,
    print_said,
    print_split,
)


def print_vocabulary(item: syntax.Vocabulary) -> str:
    """Return a declaration on one line."""
    arguments = f"({PLAIN.listed(item.arguments)})" if item.arguments else ""
    if item.origin is not None:
        subject = f"from {_origin(item.origin, bool(arguments))}{arguments}"
    else:
        subject = print_name(item.name, RESERVED if arguments else _WORDS) + arguments
    functional = "functional" if item.functional else ""
    return join_parts(
        [item.kind, subject, functional, print_said(item.say), print_split(item.split)]
    )


_WORDS = RESERVED | {"functional"}
_VOCABULARY = Printer(_WORDS)


def _origin(origin: syntax.Expr, called: bool) -> str:
    match origin:
        case syntax.Infix("of", amount, pool) if _is_plain(pool):
            return f"{_amount(amount)} of {_VOCABULARY.expression(pool)}"
        case _ if _is_plain(origin):
            return _VOCABULARY.expression(origin)
        case _:
            return f"({print_expression(origin)})"


def _is_plain(pool: syntax.Expr) -> bool:
    """Return whether words can be taken from it without brackets around it."""
    match pool:
        case syntax.Name() | syntax.Dotted() | syntax.Braces(lower=None, upper=None):
            return True
        case _:
            return False


def _amount(amount: syntax.Expr) -> str:
    match amount:
        case syntax.Infix("..", left, right):
            return f"{_quantity(left)}..{_quantity(right)}"
        case _:
            return _quantity(amount)


def _quantity(value: syntax.Expr) -> str:
    match value:
        case syntax.Quantity() | syntax.Name() | syntax.Hole() | syntax.Variable():
            return _VOCABULARY.expression(value)
        case syntax.Braces(_, None, None):
            return _VOCABULARY.expression(value)
        case _:
            return f"({print_expression(value)})"
