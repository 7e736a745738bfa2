"""Checks a record's label and certificate, by the small checkers and by any engine that is asked for."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...analysis.conflicts import write_out_conflicts
from ...analysis.read_off import certified_label, read_off
from ...certify.certify import labels_without_each
from ...contract import LIMITS, Checker, Demanding, EngineError, Verdict, plugins
from ...contract.engine_set import undecided
from ...family import Family
from ...instances import canonical_json
from ...ir import Single, nodes as ir, over_rows
from ...notation import read_literal, show

NEEDED = "needed"
"""The part of a certificate that says what there would be without a statement."""


class Refused(Exception):
    """A certificate does not prove its label; `field` is the part of the certificate that fails."""

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        super().__init__(reason)


def check(
    family: Family,
    checker: Checker,
    theory: ir.Theory,
    query: ir.Query,
    label: str,
    certificate: Mapping[str, Any],
) -> None:
    """Have a checker accept the label and the certificate of a problem.

    Raises:
        Refused: it does not.
    """
    if msgspec.json.encode(certificate) != canonical_json(certificate):
        raise Refused("certificate", "the keys of an object are not in alphabetical order")
    needed = certificate.get(NEEDED)
    own = {name: value for name, value in certificate.items() if name != NEEDED}
    parts = query.goal.split(theory) if query.goal.behind(family.logic.accepts) is None else None
    if parts is not None:
        _check_parts(family, checker, query.goal, parts, label, own)
    else:
        _check_single(family, checker, theory, query, label, own, "certificate")
    if needed is not None:
        _check_needed(family, checker, theory, needed)


def _check_acceptance(
    family: Family,
    checker: Checker,
    theory: ir.Theory,
    query: ir.Query,
    label: str,
    certificate: Mapping[str, Any],
    field: str,
) -> None:
    verdict, query = Verdict(label, checker.name, certificate), over_rows(query)
    try:
        result = checker.check(
            write_out_conflicts(theory, query), query, verdict, family.kinds, LIMITS
        )
    except (EngineError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Refused(field, f"it cannot be read: {type(error).__name__}: {error}") from None
    if not result.accepted:
        raise Refused(field, result.reason)


def _check_single(
    family: Family,
    checker: Checker,
    theory: ir.Theory,
    query: ir.Query,
    label: str,
    certificate: Mapping[str, Any],
    field: str,
) -> None:
    """Check the certificate of a question, or of the one that answers it, and the label that this gives."""
    goal = query.goal
    other = goal.behind(family.logic.accepts)
    if other is None:
        _check_acceptance(family, checker, theory, query, label, certificate, field)
        return
    own = certified_label(other, certificate)
    _check_acceptance(family, checker, theory, ir.Query(other), own, certificate, field)
    read = read_off(goal, theory, own, certificate)
    if read != label:
        evidence = "answer sets give" if isinstance(other, ir.AnswerSets) else "certificate gives"
        raise Refused("label", f"the {evidence} `{read}`, not `{label}`")


def _check_parts(
    family: Family,
    checker: Checker,
    goal: ir.Goal,
    parts: Mapping[str, Single],
    label: str,
    certificate: Mapping[str, Any],
) -> None:
    """Check the certificate of each individual, or of each of several questions."""
    kind, part = goal.evidence
    evidence = certificate.get(part)
    if certificate.keys() != {"kind", part} or certificate["kind"] != kind:
        raise Refused("certificate", "its fields are not the expected ones")
    if not isinstance(evidence, Mapping) or evidence.keys() != parts.keys():
        raise Refused(f"certificate.{part}", f"the {part} are {', '.join(parts)}")
    labels: dict[str, str] = {}
    for name, (own, single) in parts.items():
        field, each = f"certificate.{part}.{name}", evidence[name]
        if not isinstance(each, Mapping) or each.keys() != {"label", "certificate"}:
            raise Refused(field, "its fields are not the expected ones")
        labels[name] = each["label"]
        _check_single(
            family, checker, own, ir.Query(single), each["label"], each["certificate"], field
        )
    given = goal.join(labels, show)
    if given != label:
        raise Refused("label", f"the {part} give `{given}`, not `{label}`")


def _check_needed(family: Family, checker: Checker, theory: ir.Theory, needed: Any) -> None:
    """Check that without each statement there is the stated answer set of the other statements."""
    field = f"certificate.{NEEDED}"
    ids = {statement.id for statement in theory.statements}
    if not isinstance(needed, Mapping) or not needed.keys() <= ids:
        raise Refused(field, "it names a statement that does not exist")
    sets: dict[str, tuple[ir.Literal, ...]] = {}
    for id, texts in needed.items():
        try:
            literals = tuple(map(read_literal, texts))
        except (SpecError, ValueError, TypeError):
            raise Refused(f"{field}.{id}", "it contains something that is not a literal") from None
        if [show(literal) for literal in literals] != texts:
            raise Refused(f"{field}.{id}", "its literals are not in canonical form")
        sets[id] = literals
    for id, label in labels_without_each(family.engines, checker.name, theory, sets).items():
        if label != "true":
            raise Refused(f"{field}.{id}", "it is not an answer set of the other statements")


def check_engines(family: Family, names: Sequence[str]) -> None:
    """Refuse engines that do not exist, cannot decide the family's theories, or need what this machine lacks."""
    backends, checkers = plugins.names(plugins.BACKENDS), plugins.names(plugins.CHECKERS)
    for name in names:
        if name not in (*backends, *checkers):
            raise SpecError(
                [
                    Diagnostic(
                        "E0213",
                        f"there is no engine `{name}`",
                        help="name each engine separately, as in `--engine sat --engine z3`"
                        if "," in name
                        else did_you_mean(name, (*backends, *checkers))
                        or f"installed are {', '.join((*backends, *checkers))}",
                    )
                ]
            )
        kind = plugins.load(plugins.BACKENDS if name in backends else plugins.CHECKERS, name)
        if fault := undecided(name, family.logic):
            own = f"its engines are {', '.join(family.engines.names)}"
            raise SpecError([Diagnostic("E0701", fault, help=own)])
        lacks = kind.lacks() if isinstance(kind, Demanding) else ""
        if lacks:
            raise SpecError(
                [
                    Diagnostic(
                        "E0705",
                        f"the engine `{name}` cannot be used: {lacks}",
                        help="leave this engine out: the family's own engines verify every record",
                    )
                ]
            )
