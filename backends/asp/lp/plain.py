"""Plain ground facts and plain rules of a program, read from its text: clingo's syntax tree is slow to look at."""

import re
from collections.abc import Iterator

from ....dsl import syntax
from ....dsl.source import Source, Span
from .text import Prepared
from .tokens import ARGUMENT, FACT, LITERAL, RULE, TERM

FORMULAS = ("within", "meets")
"""Names that, on their own, begin a condition and not a fact."""


def plain_statements(prepared: Prepared) -> Iterator[syntax.Statement]:
    """Yield the facts and rules that clingo is not given, in their order."""
    rows = [(*row, FACT, _fact) for row in prepared.facts]
    rows += [(*row, RULE, _rule) for row in prepared.rules]
    for begin, end, pattern, read in sorted(rows, key=lambda row: row[0]):
        for found in pattern.finditer(prepared.source.text, begin, end):
            yield read(prepared.source, found)


def fact_of(literal: syntax.Expr) -> syntax.Statement:
    """Return the statement of a literal; of one that looks like a formula, the rule without a body."""
    if isinstance(literal, syntax.Call) and literal.function.text in FORMULAS:
        return syntax.Implication((), "->", literal, span=literal.span)
    return literal


def _fact(source: Source, found: re.Match[str]) -> syntax.Statement:
    span = Span(source, found.start(), found.end())
    name = syntax.Name(found[2], span=span)
    arguments = tuple([_argument(value, span, span) for value in ARGUMENT.findall(found[3])])
    atom = syntax.Call(name, arguments, span=span) if arguments else name
    return syntax.Prefix("-", atom, span=span) if found[1] else fact_of(atom)


def _rule(source: Source, found: re.Match[str]) -> syntax.Statement:
    span = Span(source, found.start(2 if found[1] is None else 1), found.end())
    body = LITERAL.finditer(source.text, found.start(3), found.end(3))
    head: syntax.Expr = syntax.Word("false", span=span)
    if found[1] is not None:
        first = LITERAL.match(source.text, found.start(1), found.end(1))
        assert first is not None, "the head of a rule is a literal"
        head = _literal(source, first)
    return syntax.Implication(
        tuple([_literal(source, each) for each in body]), "->", head, span=span
    )


def _literal(source: Source, found: re.Match[str]) -> syntax.Expr:
    span = Span(source, found.start(2 if found[2] else 3), found.end())
    name = syntax.Name(found[3], span=span)
    literal: syntax.Expr = name
    if found[4] is not None:
        terms = TERM.finditer(source.text, found.start(4), found.end(4))
        literal = syntax.Call(name, tuple([_term(source, each) for each in terms]), span=span)
    if found[2]:
        literal = syntax.Prefix("-", literal, span=span)
    return syntax.Prefix("not", literal, span=span) if found[1] else literal


def _term(source: Source, found: re.Match[str]) -> syntax.Expr:
    start, end = found.span()
    return _argument(found[0], Span(source, start, end), Span(source, start + 1, end))


def _argument(text: str, span: Span, after: Span) -> syntax.Expr:
    """Return an argument at a place; of a negative number, the digits stand at the place `after` the sign."""
    if "a" <= text[0] <= "z":  # most are names
        return syntax.Name(text, span=span)
    if text[0] == '"':
        return syntax.Text(text[1:-1], span=span)
    if text[0] == "-":
        return syntax.Prefix("-", syntax.Quantity(str(int(text[1:])), span=after), span=span)
    if text[0].isdigit():
        return syntax.Quantity(str(int(text)), span=span)
    return syntax.Variable(text, span=span)
