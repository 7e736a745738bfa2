"""The native engine as a backend: labels at once, with the statements or the model that they rest on."""

import time
from collections.abc import Mapping
from typing import Any, ClassVar

from ...compiler.contract import UNDECIDED, Encoding, Feature, Label, Limits, Verdict
from ...compiler.ir import nodes as ir
from ...compiler.kinds import Kind
from ...compiler.notation import show
from ..checkers.alcq.justification import JustificationChecker
from ..checkers.alcq.normal_form import included_concept, normal
from ..checkers.common.budget import Spent
from . import kept
from .certificates import asked_statement, closed_tableau, decide_again, decide_with_certificate
from .concepts import members
from .growing import Growing
from .lemmas import inferences

DECIDES: frozenset[Feature] = frozenset(
    {
        "facts",
        "concepts",
        "quantifiers",
        "number_restrictions",
        "conjunction",
        "disjunction",
        "negation",
    }
)


class Alcq:
    """SAT, with successors created on demand; its budget counts calls, conflicts and kinds of successors."""

    name: ClassVar[str] = "alcq"
    decides: ClassVar[frozenset[Feature]] = DECIDES

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Return the statements in normal form, as the engine takes them: what all belongs to, and what a name does."""
        statement, unique = asked_statement(theory, query)
        lines = [f"% names are {'' if unique else 'not '}unique", f"% query: {show(statement)}"]
        lines += [f"{labelled.id}: {_normal(labelled.statement)}" for labelled in theory.statements]
        return Encoding(".txt", "".join(f"{line}\n" for line in lines))

    def base(self, theory: ir.Theory, kinds: Mapping[str, Kind], limits: Limits) -> Growing:
        """Return the statements as a base that can grow."""
        return Growing(theory, limits)

    def label(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Label:
        """Return the label alone, the quicker if the last questions were about the same statements."""
        statement, unique = asked_statement(theory, query)
        try:
            return kept.label(theory.statements, unique, statement, limits)
        except Spent:
            return UNDECIDED

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Return the label, with some statements that suffice for it, or models; `undecided` out of steps.

        Raises:
            EngineError: for what is no base of concepts and roles.
        """
        begun = time.perf_counter()
        statement, unique = asked_statement(theory, query)
        remarks: tuple[tuple[str, str], ...] = ()
        try:
            found = kept.decide(theory.statements, unique, statement, limits)
            label, certificate = found.label, _show_evidence(found, theory)
            if label != "inconsistent":
                remarks = kept.empty(theory.statements, unique, limits)
        except Spent:
            label, certificate = UNDECIDED, {}
        return Verdict(label, self.name, certificate, time.perf_counter() - begun, remarks)


def _show_evidence(found: kept.Decided, theory: ir.Theory) -> dict[str, Any]:
    """Return the statements, or the two models, that a label rests on."""
    if found.label == "unknown":
        _, without, holding = (model.plain(found.base.nodes) for model in found.models)
        return {"kind": "models", "models": {"without": without, "with": holding}}
    return {
        "kind": "core",
        "statements": [theory.statements[member].id for member in members(found.core)],
    }


def _normal(statement: ir.Statement) -> str:
    match statement:
        case ir.Inclusion():
            return f"thing isa {show(included_concept(statement))}"
        case ir.ConceptAssertion(individual=individual, concept=concept):
            return f"{show(individual)}: {show(normal(concept))}"
        case _:
            return show(statement)


class Justification(JustificationChecker):
    """Justifications, proposed by the native engine."""

    def __init__(self) -> None:
        super().__init__(Proposer())


class Proposer:
    """Proposes what the native engine finds."""

    certified = staticmethod(decide_with_certificate)
    repeated = staticmethod(decide_again)
    closed = staticmethod(closed_tableau)
    inferences = staticmethod(inferences)
