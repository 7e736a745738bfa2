"""Plain atoms, such as `edge(1, b)`, read without the grammar: long lists of facts are mostly these."""

from __future__ import annotations

from collections.abc import Sequence

from . import syntax
from .lexer import Token
from .source import Span


def plain_atom(tokens: Sequence[Token]) -> syntax.Call | None:
    """Give the same node as the grammar for a predicate with names and whole numbers; None for anything else."""
    if len(tokens) < 3 or len(tokens) % 2 == 0:
        return None
    first, last = tokens[0], tokens[-1]
    if first.type != "CALL" or last.type != "RPAREN":
        return None
    if any(token.type != "COMMA" for token in tokens[2:-1:2]):
        return None
    arguments: list[syntax.Expr] = []
    for token in tokens[1:-1:2]:
        if token.type == "NAME":
            arguments.append(syntax.Name(token.text, span=token.span))
        elif token.type == "NUMBER":
            arguments.append(syntax.Quantity(token.text, span=token.span))
        else:
            return None
    source = first.source
    function = syntax.Name(first.text, span=Span(source, first.start, first.end - 1))
    return syntax.Call(function, tuple(arguments), span=Span(source, first.start, last.end))
