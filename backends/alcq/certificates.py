"""The evidence for a label: a smallest justification with its closed tableau and models, or two countermodels."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...compiler.contract import EngineError, Label, Limits
from ...compiler.ir import nodes as ir
from ..checkers.alcq.models import individuals
from . import kept
from .base import Base
from .concepts import members
from .interpretations import Made
from .justifications import smallest
from .proofs import tableau

ASKED = ""
"""The id under which a tableau uses the statement that was asked about; no statement of a theory has it."""


def asked_statement(theory: ir.Theory, query: ir.Query) -> tuple[ir.Statement, bool]:
    """Return the statement that the question is about, and whether names are unique.

    Raises:
        EngineError: the question is of another kind.
    """
    match query.goal:
        case ir.Entailed(statement=statement, mode=""):
            return statement, bool(dict(theory.options).get("unique_names", True))
        case _:
            raise EngineError("the question must be whether one statement follows")


def decide_with_certificate(
    theory: ir.Theory, query: ir.Query, limits: Limits
) -> tuple[Label, dict[str, Any]]:
    """Return the label and its whole certificate, which depends on nothing but the problem.

    Raises:
        Spent: this takes more steps than there are.
        EngineError: for what is no base of concepts and roles.
    """
    statement, unique = asked_statement(theory, query)
    base, label, _, met = kept.take_last(theory.statements, unique, statement, limits)
    if label == "unknown":
        _, without, holding = (_plain(base, each, theory.statements, statement) for each in met)
        models = {"without": without, "with": holding}
        return label, {"kind": "entailment", "label": label, "models": models}
    made = met[0] if met else None
    return label, _certify_consequence(theory, query, label, base, made, limits)


def decide_again(
    theory: ir.Theory, query: ir.Query, label: Label, limits: Limits
) -> tuple[Label, dict[str, Any]]:
    """Return what `certified` gives, for a label that was proved, the quicker if the last question had the same theory.

    What depends on the path to it is the models for `unknown` alone; a smallest justification is found by any.

    Raises:
        Spent, EngineError: as `certified` does.
    """
    if label == "unknown":
        return decide_with_certificate(theory, query, limits)
    _, unique = asked_statement(theory, query)
    with kept.open_base(theory.statements, unique, limits) as (base, made):
        return label, _certify_consequence(theory, query, label, base, made, limits)


def _certify_consequence(
    theory: ir.Theory, query: ir.Query, label: Label, base: Base, made: Made | None, limits: Limits
) -> dict[str, Any]:
    """Return the certificate of a label that follows; `made` is a model of the whole base, where there is one."""
    statement, unique = asked_statement(theory, query)
    given = theory.statements
    certificate: dict[str, Any] = {"kind": "entailment", "label": label}
    added = label == "false"
    denied = statement if label == "true" else None
    fixed = 1 << base.add(statement) if added else 0
    if label != "inconsistent":
        if made is None:
            raise EngineError("an inconsistent theory has no model")
        certificate["model"] = _plain(base, made, given, statement)
    found = smallest(base, base.all, denied, fixed)
    if found is None:
        raise EngineError("the theory was found inconsistent, but there is no justification")
    chosen = [given[place] for place in members(found)]
    certificate["justification"] = [labelled.id for labelled in chosen]
    used = {labelled.id: labelled.statement for labelled in chosen}
    if added:
        used[ASKED] = statement
    small = Base(used.values(), unique, limits)
    certificate["tableau"] = _close_tableau(small, used, denied, unique)
    certificate["models"] = {}
    for place, each in enumerate(chosen):
        if small.refuted(small.all & ~(1 << place), denied) is not None:
            raise EngineError(f"statement {each.id} is not needed")
        others = [other for other in chosen if other != each]
        certificate["models"][each.id] = _plain(small, small.model(), others, statement)
    return certificate


def closed_tableau(
    used: Mapping[str, ir.Statement], denied: ir.Statement | None, unique: bool, limits: Limits
) -> list[dict[str, Any]]:
    """Return a closed tableau for statements that entail one, or are inconsistent.

    Raises:
        Spent: this takes more steps than there are.
        EngineError: there is none.
    """
    return _close_tableau(Base(used.values(), unique, limits), used, denied, unique)


def _close_tableau(
    base: Base, used: Mapping[str, ir.Statement], denied: ir.Statement | None, unique: bool
) -> list[dict[str, Any]]:
    if base.refuted(base.all, denied) is None:
        raise EngineError("a justification does not entail what it should")
    return tableau(base, used, denied, unique)


def _plain(
    base: Base, made: Made, given: Sequence[ir.Labelled], statement: ir.Statement
) -> dict[str, Any]:
    """Return a model with the individuals that the statements mention."""
    named = individuals([*(labelled.statement for labelled in given), statement])
    return made.plain({name: base.nodes[name] for name in named if name in base.nodes})
