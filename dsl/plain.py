"""Plain facts and rules, such as `edge(1, b)` and `r1: p(X), not -q(X, b) -> r(X)`, read without the grammar.

Theories that are written out, and those of records, are mostly these.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import syntax
from .lexer import Token
from .source import Span

_ENDS = frozenset({"COMMA", "ARROW", ""})
"""What may stand behind a literal; the empty one is the end."""


class _Unplain(Exception):
    """Something else stands here; the grammar reads it."""


def plain_statement(tokens: Sequence[Token]) -> syntax.Statement | None:
    """Give the same node as the grammar for literals, with a label or without, and rules of them; None for others.

    A literal is a predicate with names, variables, texts and whole numbers, its signs in front of it.
    """
    try:
        return _Reader(tokens).statement()
    except _Unplain:
        return None


class _Reader:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.types = [*(token.type for token in tokens), "", ""]
        self.place = 0

    def statement(self) -> syntax.Statement:
        tokens, types = self.tokens, self.types
        if types[0] == "NAME" and types[1] == "COLON":
            self.place = 2
            label = syntax.Name(tokens[0].text, span=tokens[0].span)
            body = self.implication()
            return syntax.Named(label, body, span=_between(tokens[0], tokens[-1]))
        return self.implication()

    def implication(self) -> syntax.Statement:
        tokens, first = self.tokens, self.place
        body = [] if self.types[first] == "ARROW" else [self.literal()]
        while self.types[self.place] == "COMMA":
            self.place += 1
            body.append(self.literal())
        if self.place == len(tokens) and len(body) == 1:
            return body[0]
        if self.types[self.place] != "ARROW":
            raise _Unplain
        arrow = tokens[self.place].text
        self.place += 1
        head = self.literal()
        if self.place < len(tokens):
            raise _Unplain
        span = _between(tokens[first], tokens[-1])
        return syntax.Implication(tuple(body), arrow, head, span=span)

    def literal(self) -> syntax.Expr:
        first = self.place
        signs: list[Token] = []
        if self.types[self.place] == "NOT":
            signs.append(self._next())
        if self.types[self.place] == "MINUS":
            signs.append(self._next())
        found = self.atom()
        if self.types[self.place] not in _ENDS:
            raise _Unplain
        last = self.tokens[self.place - 1]
        for place in range(len(signs) - 1, -1, -1):
            span = _between(self.tokens[first + place], last)
            found = syntax.Prefix(signs[place].text, found, span=span)
        return found

    def atom(self) -> syntax.Expr:
        if self.types[self.place] == "NAME":
            token = self._next()
            return syntax.Name(token.text, span=token.span)
        if self.types[self.place] != "CALL":
            raise _Unplain
        first = self._next()
        arguments = [self.argument()]
        while self.types[self.place] == "COMMA":
            self.place += 1
            arguments.append(self.argument())
        if self.types[self.place] != "RPAREN":
            raise _Unplain
        function = syntax.Name(first.text, span=Span(first.source, first.start, first.end - 1))
        return syntax.Call(function, tuple(arguments), span=_between(first, self._next()))

    def argument(self) -> syntax.Expr:
        token = self._next()
        match token.type:
            case "NAME":
                return syntax.Name(token.text, span=token.span)
            case "VARIABLE":
                return syntax.Variable(token.text, span=token.span)
            case "NUMBER":
                return syntax.Quantity(token.text, span=token.span)
            case "TEXT":
                return syntax.Text(token.text, span=token.span)
            case _:
                raise _Unplain

    def _next(self) -> Token:
        if self.place == len(self.tokens):
            raise _Unplain
        self.place += 1
        return self.tokens[self.place - 1]


def _between(first: Token, last: Token) -> Span:
    return Span(first.source, first.start, last.end)
