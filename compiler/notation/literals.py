"""Literals and statements of records and certificates, from their texts back to nodes."""

from functools import lru_cache

from ...dsl.diagnostics import Report
from ...dsl.parsing.parser import parse_statement
from ...dsl.source import Source
from ..ir import nodes as ir
from .lower import lower_statement
from .terms import StatementScope


@lru_cache(
    maxsize=4096
)  # the answer sets of one program, and their corruptions, share most of their literals
def read_literal(text: str) -> ir.Literal:
    """Return the literal of a text that `show` wrote."""
    _, statement = _read(text, facts=True)
    if not isinstance(statement, ir.Fact) or not isinstance(statement.literal, ir.Literal):
        raise ValueError(f"`{text}` is not a literal")
    return statement.literal


def read_statement(text: str) -> ir.Labelled:
    """Return the statement of a text that `show` wrote, with its label; raises SpecError for another text."""
    label, statement = _read(text)
    return ir.Labelled(label, statement)


def _read(text: str, facts: bool = False) -> tuple[str, ir.Statement]:
    report = Report()
    scope = StatementScope(report, facts=facts)
    found = lower_statement(parse_statement(Source("text", text)), scope)
    report.raise_errors()
    return found
