"""The evidence for a label: a smallest justification with its closed tableau and models, or two countermodels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...compiler.contract import EngineError, Label, Limits
from ...compiler.ir import nodes as ir
from ..checkers.models import individuals
from .base import Base, statements_of
from .concepts import members
from .justifications import smallest
from .proofs import tableau

ASKED = ""
"""The id under which a tableau uses the statement that was asked about; no statement of a theory has it."""


def asked_of(theory: ir.Theory, query: ir.Query) -> tuple[ir.Statement, bool]:
    """Give the statement that is asked about, and whether names are unique.

    Raises:
        EngineError: another question is asked.
    """
    match query.goal:
        case ir.Entailed(statement=statement, mode=""):
            return statement, bool(dict(theory.options).get("unique_names", True))
        case _:
            raise EngineError("the question must be whether one statement follows")


def certified(theory: ir.Theory, query: ir.Query, limits: Limits) -> tuple[Label, dict[str, Any]]:
    """Give the label and its whole certificate, which hangs on nothing but the problem.

    Raises:
        Spent: this takes more steps than there are.
        EngineError: for what is no base of concepts and roles.
    """
    statement, unique = asked_of(theory, query)
    base = Base(statements_of(theory), unique, limits)
    whole = base.all
    label = base.label(statement)
    if label == "unknown":
        return label, _unknown(base, theory, statement)
    certificate: dict[str, Any] = {"kind": "entailment", "label": label}
    added = label == "false"
    denied = statement if label == "true" else None
    fixed = 1 << base.add(statement) if added else 0
    if label != "inconsistent":
        base.refuted(whole)
        certificate["model"] = _plain(base, list(theory.statements), statement)
    found = smallest(base, whole, denied, fixed)
    if found is None:
        raise EngineError("what was found inconsistent has no justification")
    chosen = [theory.statements[place] for place in members(found)]
    certificate["justification"] = [each.id for each in chosen]
    used = {each.id: each.statement for each in chosen}
    if added:
        used[ASKED] = statement
    certificate["tableau"] = closed(used, denied, unique, limits)
    certificate["models"] = {}
    for place, each in zip(members(found), chosen, strict=True):
        small = Base(used.values(), unique, limits)
        rest = small.all & ~(1 << list(used).index(each.id))
        if small.refuted(rest, denied) is not None:
            raise EngineError(f"statement {theory.statements[place].id} is not needed")
        others = [other for other in chosen if other != each]
        certificate["models"][each.id] = _plain(small, others, statement)
    return label, certificate


def closed(
    used: Mapping[str, ir.Statement], denied: ir.Statement | None, unique: bool, limits: Limits
) -> list[dict[str, Any]]:
    """Give a closed tableau for statements that entail one, or are inconsistent.

    Raises:
        Spent: this takes more steps than there are.
        EngineError: there is none.
    """
    base = Base(used.values(), unique, limits)
    if base.refuted(base.all, denied) is None:
        raise EngineError("a justification does not entail what it should")
    return tableau(base, used, denied, unique)


def _unknown(base: Base, theory: ir.Theory, statement: ir.Statement) -> dict[str, Any]:
    models = {}
    base.refuted(base.all, statement)
    models["without"] = _plain(base, list(theory.statements), statement)
    base.refuted(base.all | 1 << base.add(statement))
    models["with"] = _plain(base, list(theory.statements), statement)
    return {"kind": "entailment", "label": "unknown", "models": models}


def _plain(base: Base, given: list[ir.Labelled], statement: ir.Statement) -> dict[str, Any]:
    """Give the model that was found last, with the individuals that the statements speak of."""
    named = individuals([*(each.statement for each in given), statement])
    made = base.model()
    return made.plain({name: base.nodes[name] for name in named if name in base.nodes})
