"""Plain ground facts of a program, read from its text: of the many that data has, clingo's syntax tree is slow."""

from collections.abc import Iterator

from ....dsl import syntax
from ....dsl.source import Span
from .text import Prepared
from .tokens import ARGUMENT, FACT

FORMULAS = ("within", "meets")
"""Names that, on their own, begin a condition and not a fact."""


def facts(prepared: Prepared) -> Iterator[syntax.Statement]:
    """Yield the facts that clingo is not given, in their order."""
    source = prepared.source
    for begin, end in prepared.facts:
        for found in FACT.finditer(source.text, begin, end):
            span = Span(source, found.start(), found.end())
            name = syntax.Name(found[1], span=span)
            arguments = tuple([_argument(value, span) for value in ARGUMENT.findall(found[2])])
            yield fact_of(syntax.Call(name, arguments, span=span) if arguments else name)


def fact_of(literal: syntax.Expr) -> syntax.Statement:
    """Return the statement of a literal; of one that looks like a formula, the rule without a body."""
    if isinstance(literal, syntax.Call) and literal.function.text in FORMULAS:
        return syntax.Implication((), "->", literal, span=literal.span)
    return literal


def _argument(text: str, span: Span) -> syntax.Expr:
    if text[0] == '"':
        return syntax.Text(text[1:-1], span=span)
    if text[0] == "-":
        return syntax.Prefix("-", syntax.Quantity(str(int(text[1:])), span=span), span=span)
    if text[0].isdigit():
        return syntax.Quantity(str(int(text)), span=span)
    return syntax.Name(text, span=span)
