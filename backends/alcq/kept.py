"""Keeps the latest bases, for further questions about the same statements.

Only results that depend on nothing but the statements and the question are reused: labels, and which
concepts are empty. Cores and models also depend on earlier questions. So evidence comes from a separate
base, which is passed on once: from the engine that decides a question to the one that certifies the answer.
"""

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from ...compiler.contract import Label, Limits
from ...compiler.ir import nodes as ir, walk
from .base import Base
from .concepts import members
from .interpretations import Made
from .justifications import smallest

KEPT = 4
"""How many bases are kept: those of one theory under every reading, and of the next."""


def label(
    statements: tuple[ir.Labelled, ...], unique: bool, asked: ir.Statement, limits: Limits
) -> Label:
    """Return the label of a question, with its own budget.

    Raises:
        Spent: out of steps.
    """
    base = _base(statements, unique, limits)
    base.budget.renew(limits)
    try:
        return base.label(asked)
    except BaseException:  # an interrupted search is not continued
        _base.cache_clear()
        raise


@lru_cache(maxsize=KEPT)
def empty(
    statements: tuple[ir.Labelled, ...], unique: bool, limits: Limits
) -> tuple[tuple[str, str], ...]:
    """Return a warn about each concept that can have no member, by the first of the statements that see to it.

    Raises:
        Spent: out of steps.
    """
    base = _base(statements, unique, limits)
    base.budget.renew(limits)
    try:
        return tuple(_empty(base, statements))
    except BaseException:  # an interrupted search is not continued
        _base.cache_clear()
        raise


class Decided(NamedTuple):
    """The label of a question, and the base that was asked nothing else.

    `core` are the statements that suffice for the label, none for `unknown`; `models` are one of the whole base, and
    then those in which the statement is false and true, as far as there are any.
    """

    base: Base
    label: Label
    core: int
    models: tuple[Made, ...]


def decide(
    statements: tuple[ir.Labelled, ...], unique: bool, asked: ir.Statement, limits: Limits
) -> Decided:
    """Decide a question on a base of its own, and keep the result in case the next question is the same.

    Raises:
        Spent: out of steps.
    """
    _handed.clear()
    found = _decide(statements, unique, asked, limits)
    _handed[statements, unique, asked, limits] = found
    return found


def take_last(
    statements: tuple[ir.Labelled, ...], unique: bool, asked: ir.Statement, limits: Limits
) -> Decided:
    """Return the last result, and forget it, if it is for this question; else decide the question.

    Raises:
        Spent: out of steps.
    """
    found = _handed.pop((statements, unique, asked, limits), None)
    return _decide(statements, unique, asked, limits) if found is None else found


_handed: dict[tuple[tuple[ir.Labelled, ...], bool, ir.Statement, Limits], Decided] = {}
"""What was decided last, until it is used."""


def _decide(
    statements: tuple[ir.Labelled, ...], unique: bool, asked: ir.Statement, limits: Limits
) -> Decided:
    base = Base([statement.statement for statement in statements], unique, limits)
    whole = base.all
    if (core := base.refuted(whole)) is not None:
        return Decided(base, "inconsistent", core, ())
    models = [base.model()]
    if (core := base.refuted(whole, asked)) is not None:
        return Decided(base, "true", core, tuple(models))
    models.append(base.model())
    if (core := base.refuted(whole | 1 << base.add(asked))) is not None:
        return Decided(base, "false", core & whole, tuple(models))
    return Decided(base, "unknown", 0, (*models, base.model()))


@contextmanager
def open_base(
    statements: tuple[ir.Labelled, ...], unique: bool, limits: Limits
) -> Iterator[tuple[Base, Made | None]]:
    """Yield a base after its search for a model of all its statements, and that model; None if there is no model.

    Raises:
        Spent: out of steps.
    """
    try:
        base, made = _open_base(statements, unique, limits)
        base.budget.renew(limits)
        yield base, made
    except BaseException:  # an interrupted search is not continued
        _open_base.cache_clear()
        raise


@lru_cache(maxsize=1)
def _open_base(
    statements: tuple[ir.Labelled, ...], unique: bool, limits: Limits
) -> tuple[Base, Made | None]:
    base = Base([statement.statement for statement in statements], unique, limits)
    return base, base.model() if base.consistent() else None


@lru_cache(maxsize=KEPT)
def _base(statements: tuple[ir.Labelled, ...], unique: bool, limits: Limits) -> Base:
    return Base([statement.statement for statement in statements], unique, limits)


for _each in (_base.cache_clear, _open_base.cache_clear, _handed.clear):
    atexit.register(_each)  # a solver cannot be freed once its module is gone


def _empty(base: Base, statements: tuple[ir.Labelled, ...]) -> Iterator[tuple[str, str]]:
    nodes = (node for statement in statements for node in walk(statement.statement))
    for name in sorted({str(each.name) for each in nodes if isinstance(each, ir.Named)}):
        nothing = ir.Inclusion(ir.Named(name), ir.Truth(False))
        if base.entails(nothing) and (found := smallest(base, base.all, nothing)):
            ids = [statements[member].id for member in members(found)]
            yield ids[0], f"nothing can be `{name}`, by {', '.join(ids)}"
