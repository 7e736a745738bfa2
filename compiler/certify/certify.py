"""Labels and their evidence: every engine of the family decides, and all must agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ..analysis.conflicts import compiled, origins
from ..analysis.read_off import behind, listed_sets, read_off
from ..analysis.subquestions import instances, joined
from ..contract import (
    LIMITS,
    UNDECIDED,
    Backend,
    Bulk,
    Checker,
    Claim,
    Encoding,
    EngineError,
    Explainer,
    Fence,
    Grounder,
    KnowledgeBase,
    Labeller,
    Limits,
    Logic,
    Reasoner,
    Said,
    Session,
    Sparer,
    Step,
    Verdict,
    plugins,
    remaining,
)
from ..family.draft import Draft, Rejected
from ..family.family import Family
from ..family.posed import Posed
from ..ir import nodes as ir
from ..notation.to_syntax import show
from .deferred import Pending


class Disagreement(Exception):
    """Two engines gave different answers: a fault to report, never to count."""


class Checked:
    """A checker as an engine: what it derives is the certificate that it would accept."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self.name = checker.name

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Any], limits: Limits
    ) -> Verdict:
        return self.checker.derive(theory, query, kinds, limits)


def engines(family: Family) -> list[tuple[str, Any]]:
    """Give the family's engines, each loaded once, in the order of its `verify`."""
    if "engines" not in family.memo:
        backends = plugins.names("rspc.backends")
        family.memo["engines"] = [
            (name, _loaded(name, name in backends)) for name in family.engines
        ]
    found: list[tuple[str, Any]] = family.memo["engines"]
    return found


def pending(family: Family) -> Pending | None:
    """Give where to note what engines are asked of many instances at once; None where no engine is quicker so.

    The engine whose verdict the record carries is asked at once: a checker, or where there is none the first.
    """
    if "bulk" not in family.memo:
        own = engines(family)
        able = {name: engine for name, engine in own if isinstance(engine, Bulk)}
        carries = next((name for name, each in own if isinstance(each, Checked)), own[0][0])
        family.memo["bulk"] = {} if carries in able else able
    bulk: dict[str, Bulk] = family.memo["bulk"]
    return Pending(bulk, family.kinds) if bulk else None


def encodings(family: Family, theory: ir.Theory, query: ir.Query) -> dict[str, Encoding]:
    """Give a problem in the format of every backend of the family, numbered where it is several questions."""
    sets = behind(query.goal, family.logic.accepts)
    if sets is not None:
        return encodings(family, theory, ir.Query(sets))
    if isinstance(query.goal, ir.Answers | ir.Each):
        return {
            f"{name}.{number}": encoding
            for number, each in enumerate(instances(theory, query.goal).values(), 1)
            for name, encoding in encodings(family, theory, each).items()
        }
    theory = compiled(theory, query)
    return {
        name: engine.encode(theory, query, family.kinds)
        for name, engine in engines(family)
        if not isinstance(engine, Checked)
    }


def _loaded(name: str, backend: bool) -> Backend | Checked:
    if backend:
        loaded: Backend = plugins.make("rspc.backends", name)
        return loaded
    return Checked(plugins.make("rspc.checkers", name))


def certify(
    family: Family, posed: Posed, pending: Pending | None = None
) -> tuple[Verdict, dict[str, str]] | Rejected:
    """Have every engine decide the label, and give the verdict whose certificate the record carries: a checker's.

    What is pending has still to be borne out by the engines that it names.

    Raises:
        Disagreement: an engine's label is not the one that the task made.
        Spent: an engine was not done within its budget, while something is pending.
    """
    try:
        verdict, labels = certify_all(family, posed.theory, posed.query, pending)
    except Spent as error:
        if pending is not None:  # another engine might have run out before: it is seen alone
            raise
        return Rejected(str(error), spent=True)
    if verdict.label != posed.expected:
        raise Disagreement(_report(posed.theory, posed.query, labels, posed.expected))
    return verdict, labels


def witnessed(family: Family, draft: Draft, verdict: Verdict) -> Verdict:
    """Add to a certificate that statements are needed: for each, what another answer set has that is there without it.

    Raises:
        Disagreement: an engine says that there is no such answer set.
        Spent: one of them was not done within its budget.
    """
    if not draft.needed:
        return verdict
    for name, engine in engines(family):
        for id, label in spared(engine, draft.theory, draft.needed, family).items():
            if label == UNDECIDED:
                raise Spent(f"{name} ran out of its budget")
            if label != "true":
                query = ir.Query(ir.Stable(draft.needed[id]))
                found = {f"{name} without {id}": label}
                raise Disagreement(_report(draft.theory, query, found, "true"))
    return replace(verdict, certificate={**verdict.certificate, "needed": necessities(draft)})


def spared(
    engine: Any, theory: ir.Theory, sets: Mapping[str, Sequence[ir.Literal]], family: Family
) -> Mapping[str, str]:
    """Give for each statement's id what an engine says of its set: whether it is an answer set of the others."""
    own = engine.checker if isinstance(engine, Checked) else engine
    optimises = any(isinstance(each.statement, ir.Optimise) for each in theory.statements)
    whole = not optimises and compiled(theory, ir.Query(ir.AnswerSets(1))) == theory
    if whole and isinstance(own, Sparer):
        return own.spared(theory, sets, family.kinds, LIMITS)
    found: dict[str, str] = {}
    for id, literals in sets.items():
        rest = tuple(each for each in theory.statements if each.id != id)
        less, query = replace(theory, statements=rest), ir.Query(ir.Stable(tuple(literals)))
        found[id] = engine.decide(compiled(less, query), query, family.kinds, LIMITS).label
    return found


def necessities(draft: Draft) -> dict[str, list[str]]:
    """Give what a certificate says of the statements that are needed: the answer set there would be without each."""
    return {id: sorted(map(show, literals)) for id, literals in draft.needed.items()}


class Spent(Exception):
    """An engine ran out of its budget."""


def certify_all(
    family: Family,
    theory: ir.Theory,
    query: ir.Query,
    pending: Pending | None = None,
    fence: Fence | None = None,
) -> tuple[Verdict, dict[str, str]]:
    """Have every engine decide, and give the verdict that carries the certificate with each engine's label.

    All engines together, of all questions that a query is, have one fence of time: `fence`, by default a new one.

    Of a question for individuals each is decided, and of several questions each: the certificate holds one for each.

    Raises:
        Disagreement: two engines gave different labels, or different answer sets for all of them.
        Spent: one of them was not done within its budget.
    """
    sets = behind(query.goal, family.logic.accepts)
    fence = fence or Fence(LIMITS.seconds)
    if isinstance(query.goal, ir.Answers | ir.Each) and sets is None:
        return _certify_each(family, theory, query.goal, pending, fence)
    theory = compiled(theory, query)
    asked = query if sets is None else ir.Query(sets)
    labels: dict[str, str] = {}
    told: dict[str, str] = {}
    certified: Verdict | None = None
    remarks: tuple[tuple[str, str], ...] = ()
    later = {} if pending is None or sets is not None else pending.engines
    for name, engine in engines(family):
        if name in later:
            continue
        verdict: Verdict = engine.decide(theory, asked, family.kinds, remaining(fence, LIMITS))
        if verdict.label == UNDECIDED:
            reason = verdict.certificate.get("reason")
            raise Spent(f"{name} ran out of its budget" + (f": {reason}" if reason else ""))
        if sets is not None:
            label = read_off(query.goal, theory, verdict.label, verdict.certificate)
            verdict = replace(verdict, label=label)
        labels[name] = verdict.label
        told[name] = f"{verdict.label} {listed_sets(query.goal, verdict.certificate)}".rstrip()
        remarks += verdict.remarks
        if certified is None or isinstance(engine, Checked):
            certified = verdict
    if len(set(told.values())) > 1:
        raise Disagreement(_report(theory, query, told))
    if certified is None:
        raise EngineError("the family names no engine")
    if pending is not None:
        if later:
            pending.add(theory, query, certified.label)
        labels = {name: labels.get(name, certified.label) for name, _ in engines(family)}
    return replace(certified, remarks=tuple(dict.fromkeys(remarks))), labels


def explained(
    family: Family, theory: ir.Theory, query: ir.Query, verdict: Verdict
) -> Sequence[Step] | None:
    """Give the steps of a verdict as its checker tells them, premises first; None where it tells none.

    Of a question for individuals, those of every answer; of several questions, those of each.
    """
    if behind(query.goal, family.logic.accepts) is not None:
        return None
    if isinstance(query.goal, ir.Answers | ir.Each):
        return _explained_each(family, theory, query.goal, verdict)
    for name, engine in engines(family):
        checker = engine.checker if isinstance(engine, Checked) else engine
        if name == verdict.engine and isinstance(checker, Explainer):
            steps = checker.explain(compiled(theory, query), query, verdict)
            known = origins(theory, query)
            return [_sourced(step, known) for step in steps]
    return None


def _explained_each(
    family: Family, theory: ir.Theory, goal: ir.Answers | ir.Each, verdict: Verdict
) -> Sequence[Step] | None:
    found: list[Step] = []
    several = isinstance(goal, ir.Each)
    evidence = verdict.certificate[certificate_of(goal)[1]]
    for name, query in instances(theory, goal).items():
        label, certificate = evidence[name]["label"], evidence[name]["certificate"]
        if label == "true" or several:
            own = Verdict(label, verdict.engine, certificate)
            steps = explained(family, theory, query, own)
            if steps is None:
                return None
            before = len(found)
            for step in steps:
                premises = tuple(before + number for number in step.premises)
                found.append(replace(step, premises=premises))
    return found


def _sourced(step: Step, origins: Mapping[str, ir.Labelled]) -> Step:
    """Tell a step by the statements that were compiled, in the place of what they were compiled to."""

    def named(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(origins[id].id for id in ids))

    def part(each: Claim | ir.Labelled) -> Claim | ir.Labelled:
        return origins[each.id] if isinstance(each, ir.Labelled) else each

    said = tuple(
        replace(each, parts=tuple(map(part, each.parts))) for each in _once(step.said, origins)
    )
    return replace(step, uses=named(step.uses), beats=named(step.beats), said=said)


def _once(said: Sequence[Said], origins: Mapping[str, ir.Labelled]) -> Iterator[Said]:
    """Leave out what is said of a second statement that comes from the same one, the preferences after it too."""
    spoken: dict[str, str] = {}
    again = False
    for each in said:
        named = [part for part in each.parts if isinstance(part, ir.Labelled)]
        if named and not isinstance(named[0].statement, ir.Preference):
            id = named[0].id
            again = spoken.setdefault(origins[id].id, id) != id
        if not again:
            yield each


def _certify_each(
    family: Family,
    theory: ir.Theory,
    goal: ir.Answers | ir.Each,
    pending: Pending | None,
    fence: Fence,
) -> tuple[Verdict, dict[str, str]]:
    found = {
        name: certify_all(family, theory, query, pending, fence)
        for name, query in instances(theory, goal).items()
    }
    label = joined_for(goal, {name: verdict.label for name, (verdict, _) in found.items()})
    evidence = {
        name: {"label": verdict.label, "certificate": verdict.certificate}
        for name, (verdict, _) in found.items()
    }
    engine = ", ".join(dict.fromkeys(verdict.engine for verdict, _ in found.values()))
    seconds = sum(verdict.seconds for verdict, _ in found.values())
    kind, part = certificate_of(goal)
    certificate: dict[str, Any] = {"kind": kind, part: evidence}
    labels = {name: label for _, each in found.values() for name in each}
    return Verdict(label, engine, certificate, seconds), labels


def certificate_of(goal: ir.Answers | ir.Each) -> tuple[str, str]:
    """Give the kind of the certificate of a question that is several at once, and the part that has one for each."""
    return ("each", "questions") if isinstance(goal, ir.Each) else ("answers", "individuals")


def joined_for(goal: ir.Answers | ir.Each, labels: Mapping[str, str]) -> str:
    """Give the label of a question that is several at once."""
    return ",".join(labels.values()) if isinstance(goal, ir.Each) else joined(labels)


def answer(family: Family, theory: ir.Theory, query: ir.Query) -> str:
    """Give the label by the engine that the family's logic explores with: quick, and not yet certified."""
    sets = behind(query.goal, family.logic.accepts)
    if sets is not None:
        shown = ir.AnswerSets(0) if isinstance(query.goal, ir.Optimum) else sets
        found = explored(family, theory, ir.Query(shown))
        if found.label == UNDECIDED:
            return UNDECIDED
        return read_off(query.goal, theory, found.label, found.certificate)
    if isinstance(query.goal, ir.Answers | ir.Each):
        asked = instances(theory, query.goal)
        labels = {name: answer(family, theory, each) for name, each in asked.items()}
        return joined_for(query.goal, labels)
    labeller = _labeller(family)
    if labeller is not None:
        return labeller.label(compiled(theory, query), query, family.kinds, LIMITS)
    return explored(family, theory, query).label


def explored(family: Family, theory: ir.Theory, query: ir.Query) -> Verdict:
    """Give what the engine that the logic explores with answers to a question other than for individuals."""
    return _explorer(family).decide(compiled(theory, query), query, family.kinds, LIMITS)


def _explorer(family: Family) -> Backend:
    if "explores" not in family.memo:
        family.memo["explores"] = plugins.make("rspc.backends", family.logic.explores)
    engine: Backend = family.memo["explores"]
    return engine


def _labeller(family: Family) -> Labeller | None:
    if "labels" not in family.memo:
        engine = _explorer(family)
        family.memo["labels"] = engine if isinstance(engine, Labeller) else None
    found: Labeller | None = family.memo["labels"]
    return found


def grounded(family: Family, theory: ir.Theory) -> Session:
    """Make a theory ready to be asked for its answer sets, by the engine that the family's logic explores with.

    Raises:
        Undecided: it is too large for the engine's budget.
        EngineError: the engine cannot be asked so.
    """
    engine = plugins.make("rspc.backends", family.logic.explores)
    if not isinstance(engine, Grounder):
        raise EngineError(f"`{family.logic.explores}` gives no answer sets under assumptions")
    return engine.ground(theory, family.kinds, LIMITS)


def reasoned(family: Family, theory: ir.Theory, limits: Limits = LIMITS) -> KnowledgeBase:
    """Give a theory as a base that can grow, by the engine that the family's logic explores with.

    Raises:
        EngineError: the engine cannot be asked so.
    """
    engine = _explorer(family)
    if not isinstance(engine, Reasoner):
        raise EngineError(f"`{family.logic.explores}` keeps no base of concepts and roles")
    return engine.base(theory, family.kinds, limits)


def judged(logic: Logic, theory: ir.Theory, query: ir.Query) -> Verdict:
    """Give what the last engine that a logic confirms with says: the one that trusts the others least."""
    name = (logic.establishes, *logic.confirms)[-1]
    engine = _loaded(name, name in plugins.names("rspc.backends"))
    verdict: Verdict = engine.decide(theory, query, {}, LIMITS)
    return verdict


def other_readings(family: Family, theory: ir.Theory, query: ir.Query, label: str) -> list[str]:
    """Name the readings of the logic's options under which the label would be another."""
    logic = family.logic
    options = logic.options(**dict(theory.options))
    found = []
    for name, other in logic.readings(options).items():
        fields = tuple((field, getattr(other, field)) for field in other.__struct_fields__)
        changed = ir.Theory(theory.logic, theory.statements, theory.signature, fields)
        if answer(family, changed, query) != label:
            found.append(name)
    return found


def _report(
    theory: ir.Theory, query: ir.Query, labels: Mapping[str, str], expected: str = ""
) -> str:
    lines = [f"the question was made for the label {expected}"] if expected else []
    lines += [f"{name} answers {label}" for name, label in labels.items()]
    lines += [show(each) for each in theory.statements]
    lines += [show(query.goal), *(show(row) for row in query.rows)]
    return "\n".join(lines)
