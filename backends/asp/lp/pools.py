"""The size of a statement of clingo's syntax tree after its pools, as in `p(1;2)`, are expanded.

A pool yields a copy of its statement for each of its terms; within braces, a copy of its element. Several pools
multiply, so that a short line can expand to more statements than fit into memory.
"""

from clingo.ast import AST, ASTType

from ....dsl.diagnostics import SpecError
from ....dsl.source import Span
from .limits import MAX_DEPTH, MAX_STATEMENTS
from .terms import refuse


def check(node: AST, span: Span, before: int) -> int:
    """Return how many statements, or elements within braces, there are with those of a statement.

    Raises:
        SpecError: the statement stands for too many, or all do together (E0319).
    """
    copies = _copies(node, 0) if may_have_some(span) else 1
    if copies > MAX_STATEMENTS:
        raise too_many(f"{copies:,}" if copies < 10**15 else "very many", MAX_STATEMENTS, span)
    if before + copies > MAX_STATEMENTS:
        raise refuse(
            "E0319",
            f"the program has more than {MAX_STATEMENTS:,} statements with its pools written out",
            span,
            "give the values of pools by a predicate",
        )
    return before + copies


def may_have_some(span: Span) -> bool:
    """Return whether the text of a statement has the sign between the members of a pool."""
    return ";" in span.text


def too_many(number: str, most: int, span: Span) -> SpecError:
    """Return the error of a statement that expands to too many."""
    return refuse(
        "E0319",
        f"this expands to {number} statements, more than {most:,}",
        span,
        "give its values by a predicate: `v(1;2).` and then `p(X, Y) :- v(X), v(Y).`",
    )


def _copies(node: AST, depth: int) -> int:
    """Return the largest number of copies of the statement around a part; parts too deep to be read are skipped."""
    if depth > MAX_DEPTH:
        return 1
    if node.ast_type == ASTType.Pool:
        return sum(_copies(argument, depth + 1) for argument in node.arguments)
    product = 1
    for key in node.child_keys:
        child = getattr(node, key)
        parts = [child] if isinstance(child, AST) else list(child or ())
        copies = [_copies(part, depth + 1) for part in parts]
        if key == "elements":
            product *= max(copies, default=1)
        else:
            for copy in copies:
                product *= copy
    return product
