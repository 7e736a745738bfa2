"""The bases that were asked last, for what is asked of the same statements next.

Only what hangs on nothing but the statements and the question is taken from them: labels, and which concepts are
empty. Cores and models also hang on what was asked before, so evidence is got from a base of its own.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from functools import lru_cache

from ...compiler.contract import Label, Limits
from ...compiler.ir import nodes as ir
from ...compiler.ir.traversal import walk
from ..checkers.budget import Spent
from .base import Base
from .concepts import members
from .justifications import smallest

KEPT = 4
"""How many bases are kept: those of one theory under every reading, and of the next."""


def label(
    statements: tuple[ir.Labelled, ...], unique: bool, asked: ir.Statement, limits: Limits
) -> Label:
    """Give the label of what is asked, with a budget of its own.

    Raises:
        Spent: out of steps.
    """
    base = _base(statements, unique, limits)
    base.budget.renew(limits)
    try:
        return base.label(asked)
    except Spent:
        _base.cache_clear()
        raise


@lru_cache(maxsize=KEPT)
def empty(
    statements: tuple[ir.Labelled, ...], unique: bool, limits: Limits
) -> tuple[tuple[str, str], ...]:
    """Give a remark on each concept that can have no member, by the first of the statements that see to it.

    Raises:
        Spent: out of steps.
    """
    base = _base(statements, unique, limits)
    base.budget.renew(limits)
    try:
        return tuple(_empty(base, statements))
    except Spent:
        _base.cache_clear()
        raise


@lru_cache(maxsize=KEPT)
def _base(statements: tuple[ir.Labelled, ...], unique: bool, limits: Limits) -> Base:
    return Base([each.statement for each in statements], unique, limits)


atexit.register(_base.cache_clear)  # a solver cannot be freed once its module is gone


def _empty(base: Base, statements: tuple[ir.Labelled, ...]) -> Iterator[tuple[str, str]]:
    nodes = (node for each in statements for node in walk(each.statement))
    for name in sorted({str(each.name) for each in nodes if isinstance(each, ir.Named)}):
        nothing = ir.Inclusion(ir.Named(name), ir.Truth(False))
        if base.entails(nothing) and (found := smallest(base, base.all, nothing)):
            ids = [statements[each].id for each in members(found)]
            yield ids[0], f"nothing can be `{name}`, by {', '.join(ids)}"
