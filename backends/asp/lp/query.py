"""Queries about programs for clingo: a literal as programs have it, with or without a full stop."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....dsl import syntax
from ....dsl.diagnostics import Diagnostic, Report, SpecError
from ....dsl.source import Source, Span
from . import pools
from .parsing import parse_program
from .terms import Terms, constants, refuse, variables
from .text import prepare
from .tokens import tokens

if TYPE_CHECKING:
    from clingo.ast import AST

    from .terms import Terms

SUCH = 'a query is one literal, such as `p(a)` or `-P1("Ann")`'
SEVERAL = "one literal is asked about at a time"
NONE = "this is not a literal"


def read_query(query: Source, program: Source) -> syntax.Expr:
    """Return the literal of a query; constants have the values that `#const` assigns in the program.

    Raises:
        SpecError: the text is not a literal, or has a variable.
    """
    ended = query if _ends_with_full_stop(query) else Source(query.name, f"{query.text}\n.")
    if not query.text.strip():
        raise SpecError([Diagnostic("E0101", "the query is empty", Span(query, 0, 0), help=SUCH)])
    try:
        found = _read(ended, program)
    except SpecError as error:
        raise SpecError(
            _place_in_query(diagnostic, query) for diagnostic in error.diagnostics
        ) from None
    return replace(found, span=_clip(found.span, query))


def _ends_with_full_stop(query: Source) -> bool:
    """Return whether the text ends with a full stop; facts alone, which produce no tokens, do."""
    rows: list[tuple[int, int]] = []
    statements = [*tokens(query, rows=rows)]
    return statements[-1][-1].text == "." if statements else bool(rows)


def _read(source: Source, program: Source) -> syntax.Expr:
    report = Report()
    prepared = prepare(source, report)
    report.raise_errors()
    prepared = replace(prepared, text=prepared.whole, facts=())
    nodes = parse_program(prepared, report)
    report.raise_errors()
    from clingo.ast import ASTType

    statements = [each for each in nodes if each.ast_type not in (ASTType.Program, ASTType.Comment)]
    if not statements:
        raise refuse("E0421", NONE, Span(source, 0, len(source.text)), SUCH)
    terms = Terms(prepared, {}, _terms(program))
    node = statements[0]
    span = terms.span(node)
    pools.check(node, span, 0)
    if len(statements) > 1 or len(node.unpool()) > 1:
        raise refuse("E0421", SEVERAL, terms.span(statements[-1]), SUCH)
    head = _head(node, span)
    if loose := variables(head):
        raise refuse(
            "E0426",
            f"`{loose[0]}` is unbound in this query",
            span,
            'replace the variable with a value, as in `p(a)`; if you mean a name, put it in quotes: `p("Ann")`',
        )
    atom = terms.atom(head.atom.symbol)
    found = syntax.Prefix("not", atom) if head.sign else atom
    return replace(found, span=span)


def _head(node: AST, span: Span) -> AST:
    """Return the literal of a statement that is nothing else."""
    from clingo.ast import ASTType

    if node.ast_type != ASTType.Rule:
        raise refuse("E0421", "a directive asks about nothing", span, SUCH)
    if node.body:
        raise refuse(
            "E0421", "a query must be a literal, not a rule", span, "ask about the head of the rule"
        )
    head: AST = node.head
    if head.ast_type == ASTType.Disjunction:
        raise refuse("E0421", SEVERAL, span, SUCH)
    if head.ast_type != ASTType.Literal or head.atom.ast_type != ASTType.SymbolicAtom:
        raise refuse("E0421", NONE, span, SUCH)
    return head


def _terms(program: Source) -> Terms | None:
    """Return what the program's constants are read by; None if it has none."""
    if "#const" not in program.text:
        return None
    report = Report()  # the program was read before: what is wrong with it was reported
    prepared = prepare(program, report)
    return Terms(prepared, constants(prepared, parse_program(prepared, report), report))


def _place_in_query(found: Diagnostic, query: Source) -> Diagnostic:
    """Return a diagnostic of a program in words and at a place of the query that it was taken from."""
    span = _clip(found.span, query)
    match found.code:
        case "E0108":
            return Diagnostic("E0421", SEVERAL, span, help=SUCH)
        case "E0101" if found.span.start >= len(query.text.rstrip()):
            return Diagnostic("E0101", NONE, Span(query, 0, span.end), help=SUCH)
        case "E0101":
            return replace(found, span=span, help=SUCH, edits=())
        case _:
            return replace(found, span=span, edits=())


def _clip(span: Span, query: Source) -> Span:
    end = len(query.text.rstrip())
    return Span(query, min(span.start, end), min(span.end, end))
