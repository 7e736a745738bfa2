"""Programs and literals from `.rspec` text, a statement a line."""

from __future__ import annotations

from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source


def program(text: str) -> ir.Theory:
    """Return the theory of some statements; their ids are `s1`, `s2` … in order."""
    lines = [each.strip().rstrip(".") for each in text.splitlines() if each.strip()]
    return ir.Theory(
        "programs",
        tuple(ir.Labelled(f"s{n}", statement(each)) for n, each in enumerate(lines, 1)),
    )


def statement(text: str) -> ir.Statement:
    report = Report()
    _, node = lower_statement(parse_statement(Source("test", text)), StatementScope(report))
    report.raise_errors()
    return node


def literal(text: str) -> ir.Literal:
    node = statement(text)
    assert isinstance(node, ir.Fact)
    assert isinstance(node.literal, ir.Literal)
    return node.literal


def literals(*texts: str) -> tuple[ir.Literal, ...]:
    return tuple(map(literal, texts))
