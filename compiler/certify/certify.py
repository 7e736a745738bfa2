"""Labels and their evidence: every engine of the family decides, and all must agree."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ..analysis.conflicts import write_out_conflicts
from ..analysis.read_off import format_sets, read_off
from ..contract import (
    LIMITS,
    UNDECIDED,
    Deadline,
    Encoding,
    EngineError,
    Sparer,
    Verdict,
    remaining,
)
from ..contract.engine_set import Engines
from ..family import Draft, Posed, Rejected
from ..ir import Single, nodes as ir
from ..notation import show
from .deferred import DeferredChecks


class Disagreement(Exception):
    """Two engines gave different answers, or not the one that was planned: an error to report, never to count."""


class Spent(Exception):
    """An engine ran out of its budget."""


def encodings(engines: Engines, theory: ir.Theory, query: ir.Query) -> dict[str, Encoding]:
    """Return a problem in the format of every backend of the family, numbered if it is several questions."""
    goal = query.goal.behind(engines.logic.accepts) or query.goal
    parts = goal.split(theory)
    if parts is not None:
        return {
            f"{name}.{number}": encoding
            for number, (own, part) in enumerate(parts.values(), 1)
            for name, encoding in encodings(engines, own, ir.Query(part)).items()
        }
    query = replace(query, goal=goal)
    return engines.encode(write_out_conflicts(theory, query), query)


def certify(
    engines: Engines, posed: Posed, deferred: DeferredChecks | None = None
) -> tuple[Verdict, dict[str, str]] | Rejected:
    """Have every engine decide the label; return the verdict whose certificate the record carries, and all labels.

    The engines that `deferred` names decide later.

    Raises:
        Disagreement: the label of an engine is not the one that the task made.
        Spent: an engine ran out of its budget, and checks are deferred.
    """
    try:
        verdict, labels = certify_all(engines, posed.theory, posed.query, deferred)
    except Spent as error:
        if deferred is not None:  # another engine might have run out before: it is made alone
            raise
        return Rejected(str(error), spent=True)
    if verdict.label != posed.expected:
        raise Disagreement(_report(posed.theory, posed.query, labels, posed.expected))
    return verdict, labels


def with_necessity_evidence(engines: Engines, draft: Draft, verdict: Verdict) -> Verdict:
    """Add to a certificate, for each statement that is needed, another answer set that there is without it.

    Raises:
        Disagreement: an engine says that it is not an answer set.
        Spent: an engine ran out of its budget.
    """
    if not draft.needed:
        return verdict
    for name in engines.names:
        for id, label in labels_without_each(engines, name, draft.theory, draft.needed).items():
            if label == UNDECIDED:
                raise Spent(f"{name} ran out of its budget")
            if label != "true":
                query = ir.Query(ir.Stable(draft.needed[id]))
                found = {f"{name} without {id}": label}
                raise Disagreement(_report(draft.theory, query, found, "true"))
    evidence = necessity_certificate(draft)
    return replace(verdict, certificate={**verdict.certificate, "needed": evidence})


def labels_without_each(
    engines: Engines, name: str, theory: ir.Theory, sets: Mapping[str, Sequence[ir.Literal]]
) -> Mapping[str, str]:
    """Return for each statement's id what an engine says of its set: whether it is an answer set of the others."""
    engine = engines[name]
    optimises = any(isinstance(statement.statement, ir.Optimise) for statement in theory.statements)
    whole = not optimises and write_out_conflicts(theory, ir.Query(ir.AnswerSets(1))) == theory
    if whole and isinstance(engine, Sparer):
        return engine.spared(theory, sets, engines.kinds, LIMITS)
    labels: dict[str, str] = {}
    for id, literals in sets.items():
        others = tuple(statement for statement in theory.statements if statement.id != id)
        rest, query = replace(theory, statements=others), ir.Query(ir.Stable(tuple(literals)))
        labels[id] = engines.decide(name, write_out_conflicts(rest, query), query).label
    return labels


def necessity_certificate(draft: Draft) -> dict[str, list[str]]:
    """Return, for each statement that is needed, the answer set that there would be without it."""
    return {id: sorted(map(show, literals)) for id, literals in draft.needed.items()}


def certify_all(
    engines: Engines,
    theory: ir.Theory,
    query: ir.Query,
    deferred: DeferredChecks | None = None,
    deadline: Deadline | None = None,
) -> tuple[Verdict, dict[str, str]]:
    """Have every engine decide; return the verdict that carries the certificate, and the label of each engine.

    Of several questions at once each is decided, and the certificate holds one for each. All engines together, for
    all of them, share one time limit: `deadline`, by default a new one.

    Raises:
        Disagreement: two engines gave different labels, or different answer sets for all of them.
        Spent: an engine ran out of its budget.
    """
    goal = query.goal
    deadline = deadline or Deadline(LIMITS.seconds)
    other = goal.behind(engines.logic.accepts)
    parts = goal.split(theory) if other is None else None
    if parts is not None:
        return _certify_parts(engines, goal, parts, deferred, deadline)
    theory = write_out_conflicts(theory, query)
    asked = query if other is None else ir.Query(other)
    later = {} if deferred is None or other is not None else deferred.engines
    verdicts: dict[str, Verdict] = {}
    for name in engines.names:
        if name in later:
            continue
        verdict = engines.decide(name, theory, asked, remaining(deadline, LIMITS))
        if verdict.label == UNDECIDED:
            reason = verdict.certificate.get("reason")
            raise Spent(f"{name} ran out of its budget" + (f": {reason}" if reason else ""))
        if other is not None:
            label = read_off(goal, theory, verdict.label, verdict.certificate)
            verdict = replace(verdict, label=label)
        verdicts[name] = verdict
    answers = {
        name: f"{each.label} {format_sets(goal, each.certificate)}".rstrip()
        for name, each in verdicts.items()
    }
    if len(set(answers.values())) > 1:
        raise Disagreement(_report(theory, query, answers))
    if not verdicts:
        raise EngineError("the family names no engine")
    certified = verdicts[engines.carrier]
    if deferred is not None and later:
        deferred.add(theory, query, certified.label)
    remarks = dict.fromkeys(remark for each in verdicts.values() for remark in each.remarks)
    return replace(certified, remarks=tuple(remarks)), dict.fromkeys(engines.names, certified.label)


def _certify_parts(
    engines: Engines,
    goal: ir.Goal,
    parts: Mapping[str, Single],
    deferred: DeferredChecks | None,
    deadline: Deadline,
) -> tuple[Verdict, dict[str, str]]:
    found = {
        name: certify_all(engines, theory, ir.Query(part), deferred, deadline)
        for name, (theory, part) in parts.items()
    }
    label = goal.join({name: verdict.label for name, (verdict, _) in found.items()}, show)
    evidence = {
        name: {"label": verdict.label, "certificate": verdict.certificate}
        for name, (verdict, _) in found.items()
    }
    engine = ", ".join(dict.fromkeys(verdict.engine for verdict, _ in found.values()))
    seconds = sum(verdict.seconds for verdict, _ in found.values())
    kind, part = goal.evidence
    certificate: dict[str, Any] = {"kind": kind, part: evidence}
    labels = {name: label for _, each in found.values() for name in each}
    return Verdict(label, engine, certificate, seconds), labels


def _report(
    theory: ir.Theory, query: ir.Query, labels: Mapping[str, str], expected: str = ""
) -> str:
    lines = [f"the question was made for the label {expected}"] if expected else []
    lines += [f"{name} answers {label}" for name, label in labels.items()]
    lines += [show(statement) for statement in theory.statements]
    lines += [show(query.goal), *(show(row) for row in query.rows)]
    return "\n".join(lines)
