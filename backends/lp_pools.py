"""How much a statement of clingo's syntax tree becomes when its pools, `p(1;2)`, are written out.

A pool stands for a copy of its statement with each of its terms; within braces, for a copy of its element. Several
pools multiply, so that a short line may stand for more statements than any memory holds.
"""

from __future__ import annotations

from clingo.ast import AST, ASTType

from ..dsl.diagnostics import SpecError
from ..dsl.source import Span
from .lp_terms import refused
from .lp_text import MAX_DEPTH

MAX_COPIES = 100_000
"""How many statements, or elements within its braces, one statement may stand for."""


def check(node: AST, span: Span) -> None:
    """Refuse a statement that stands for too many; SpecError (E0319)."""
    copies = _copies(node, 0)
    if copies > MAX_COPIES:
        raise too_many(f"{copies:,}" if copies < 10**15 else "very many", MAX_COPIES, span)


def too_many(number: str, most: int, span: Span) -> SpecError:
    """Give the error of a statement that stands for too many."""
    message = f"this stands for {number} statements, and at most {most:,} are read"
    help = "give its values by a predicate: `v(1;2).` and then `p(X, Y) :- v(X), v(Y).`"
    return refused("E0319", message, span, help)


def _copies(node: AST, depth: int) -> int:
    """Give how many copies of what holds a part are made at most; one too deep to be read is not looked into."""
    if depth > MAX_DEPTH:
        return 1
    if node.ast_type == ASTType.Pool:
        return sum(_copies(each, depth + 1) for each in node.arguments)
    product = 1
    for key in node.child_keys:
        child = getattr(node, key)
        parts = [child] if isinstance(child, AST) else list(child or ())
        copies = [_copies(each, depth + 1) for each in parts]
        if key == "elements":
            product *= max(copies, default=1)
        else:
            for each in copies:
                product *= each
    return product
