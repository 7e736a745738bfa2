"""Plain facts and rules, such as `edge(1, b)` and `r1: p(X), not -q(X, b) -> r(X) or s`, read without the grammar.

Theories that are written out, and those of records, are mostly these.
"""

from collections.abc import Sequence

from .. import syntax
from .callbacks import build_call, leaf
from .tokens import Token

_ENDS = frozenset({"COMMA", "ARROW", "OR", "BAR", "RPAREN", ""})
"""What can come after a literal; "" is the end."""

_LEAVES = frozenset({"NAME", "VARIABLE", "NUMBER"})
"""Possible arguments other than strings."""


class NotPlain(Exception):
    """There is something else here; the grammar reads it."""


def plain_statement(tokens: Sequence[Token]) -> syntax.Statement | None:
    """Return the same node as the grammar for literals, with a label or without, and rules of them; None for others.

    A rule's head is a literal, several with `or` between them or, in parentheses, `|`; or `false`.

    A literal is a predicate with names, variables, texts and whole numbers, its signs in front of it.
    """
    try:
        return _Reader(tokens).statement()
    except NotPlain:
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
            return syntax.Named(leaf(tokens[0]), self.implication(), span=tokens[0].to(tokens[-1]))
        return self.implication()

    def implication(self) -> syntax.Statement:
        first = self.place
        body = [] if self.types[first] == "ARROW" else [self.literal()]
        while self.types[self.place] == "COMMA":
            self.place += 1
            body.append(self.literal())
        if self.place == len(self.tokens) and len(body) == 1:
            return body[0]
        if self.types[self.place] != "ARROW":
            raise NotPlain
        arrow = self._next().text
        head = self.head()
        if self.place < len(self.tokens):
            raise NotPlain
        span = self.tokens[first].to(self.tokens[-1])
        return syntax.Implication(tuple(body), arrow, head, span=span)

    def head(self) -> syntax.Expr:
        first = self.tokens[self.place] if self.place < len(self.tokens) else None
        if first is not None and first.type == "FALSE":
            return leaf(self._next())
        if first is None or first.type != "LPAREN":
            found = self.literals("OR")
            span = found[0].span.to(found[-1].span)
            return found[0] if len(found) == 1 else syntax.Junction("or", found, span=span)
        self.place += 1
        found = self.literals("BAR")
        if len(found) == 1 or self.types[self.place] != "RPAREN":
            raise NotPlain
        return syntax.Junction("|", found, span=first.to(self._next()))

    def literals(self, between: str) -> tuple[syntax.Expr, ...]:
        found = [self.literal()]
        while self.types[self.place] == between:
            self.place += 1
            found.append(self.literal())
        return tuple(found)

    def literal(self) -> syntax.Expr:
        signs: list[Token] = []
        if self.types[self.place] == "NOT":
            signs.append(self._next())
        if self.types[self.place] == "MINUS":
            signs.append(self._next())
        found = self.atom()
        if self.types[self.place] not in _ENDS:
            raise NotPlain
        last = self.tokens[self.place - 1]
        for sign in reversed(signs):
            found = syntax.Prefix(sign.text, found, span=sign.to(last))
        return found

    def atom(self) -> syntax.Expr:
        first = self._next()
        if first.type == "NAME":
            return leaf(first)
        if first.type != "CALL":
            raise NotPlain
        arguments = [self.argument()]
        while self.types[self.place] == "COMMA":
            self.place += 1
            arguments.append(self.argument())
        if self.types[self.place] != "RPAREN":
            raise NotPlain
        return build_call(first, tuple(arguments), self._next())

    def argument(self) -> syntax.Expr:
        token = self._next()
        if token.type == "TEXT":
            return syntax.Text(token.text, span=token.span)
        if token.type not in _LEAVES:
            raise NotPlain
        return leaf(token)

    def _next(self) -> Token:
        if self.place == len(self.tokens):
            raise NotPlain
        self.place += 1
        return self.tokens[self.place - 1]
