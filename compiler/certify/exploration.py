"""Answers of the engine that a logic explores with: quick, and not yet certified."""

from ..analysis.conflicts import write_out_conflicts
from ..analysis.read_off import read_off
from ..contract import (
    LIMITS,
    UNDECIDED,
    EngineError,
    Grounder,
    KnowledgeBase,
    Limits,
    Logic,
    Reasoner,
    Session,
    Verdict,
)
from ..contract.engine_set import Engines
from ..ir import nodes as ir
from ..notation import read_literal, show


def answer(engines: Engines, theory: ir.Theory, query: ir.Query) -> str:
    """Return the label of a problem, not yet certified."""
    goal = query.goal
    other = goal.behind(engines.logic.accepts)
    if isinstance(other, ir.Entailed):
        label = answer(engines, theory, ir.Query(other))
        return label if label == UNDECIDED else read_off(goal, theory, label, {})
    if other is not None:
        shown = ir.AnswerSets(0) if isinstance(goal, ir.Optimum) else other
        found = explore(engines, theory, ir.Query(shown))
        if found.label == UNDECIDED:
            return UNDECIDED
        return read_off(goal, theory, found.label, found.certificate)
    parts = goal.split(theory)
    if parts is not None:
        labels = {name: answer(engines, own, ir.Query(part)) for name, (own, part) in parts.items()}
        return goal.join(labels, show)
    if engines.labeller is not None:
        return engines.labeller.label(
            write_out_conflicts(theory, query), query, engines.kinds, LIMITS
        )
    return explore(engines, theory, query).label


def explore(engines: Engines, theory: ir.Theory, query: ir.Query) -> Verdict:
    """Return the verdict on a single question, not yet certified."""
    return engines.explorer.decide(write_out_conflicts(theory, query), query, engines.kinds, LIMITS)


def answer_sets(
    engines: Engines, theory: ir.Theory, most: int
) -> tuple[tuple[tuple[ir.Literal, ...], ...], bool] | None:
    """Return up to `most` answer sets, and whether these are all; None if the engine ran out of its budget."""
    verdict = explore(engines, theory, ir.Query(ir.AnswerSets(most)))
    if verdict.label == UNDECIDED:
        return None
    sets = tuple(tuple(map(read_literal, value)) for value in verdict.certificate["sets"])
    return sets[:most], bool(verdict.certificate["complete"])


def ground(engines: Engines, theory: ir.Theory) -> Session:
    """Prepare a theory for questions about its answer sets.

    Raises:
        Undecided: it is too large for the engine's budget.
        EngineError: the engine cannot do this.
    """
    engine = engines.explorer
    if not isinstance(engine, Grounder):
        raise EngineError(f"`{engines.logic.explores}` gives no answer sets under assumptions")
    return engine.ground(theory, engines.kinds, LIMITS)


def open_base(engines: Engines, theory: ir.Theory, limits: Limits = LIMITS) -> KnowledgeBase:
    """Return a theory as a knowledge base that can grow.

    Raises:
        EngineError: the engine cannot do this.
    """
    engine = engines.explorer
    if not isinstance(engine, Reasoner):
        raise EngineError(f"`{engines.logic.explores}` keeps no base of concepts and roles")
    return engine.base(theory, engines.kinds, limits)


def judge(logic: Logic, theory: ir.Theory, query: ir.Query) -> Verdict:
    """Return the verdict of the last engine that a logic confirms with: the one that trusts the others least."""
    names = (logic.establishes, *logic.confirms)[-1:]
    return Engines(logic, names, {}).decide(names[0], theory, query)


def other_readings(engines: Engines, theory: ir.Theory, query: ir.Query, label: str) -> list[str]:
    """Return the readings of the logic's options under which the label would be another."""
    logic = engines.logic
    options = logic.options(**dict(theory.options))
    names = []
    for name, other in logic.readings(options).items():
        fields = tuple((field, getattr(other, field)) for field in other.__struct_fields__)
        changed = ir.Theory(theory.logic, theory.statements, theory.signature, fields)
        if answer(engines, changed, query) != label:
            names.append(name)
    return names
