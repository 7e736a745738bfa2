"""Do two theories mean the same, whatever else may be stated? By an engine that can tell, or by what follows."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from ...contract import (
    UNDECIDED,
    Comparer,
    Difference,
    EngineError,
    IncomparableError,
    LimitReached,
    Limits,
    Undecided,
    is_monotonic,
    plugins,
)
from ...contract.engine_set import Engines
from ...ir import nodes as ir, walk
from ...kinds import Kind, OneOf, Scalar

MOST_VALUES = 60
"""The values of a slot with more of them are not listed."""


def comparer_of(engines: Engines) -> Comparer | None:
    """Return the backend of a logic that can compare theories, if it has one."""
    logic = engines.logic
    for name in (logic.establishes, logic.explores):
        engine = plugins.make(plugins.BACKENDS, name)
        if isinstance(engine, Comparer):
            return engine
    return None


def can_compare(engines: Engines) -> bool:
    """Return whether theories of a logic can be compared."""
    return comparer_of(engines) is not None or is_monotonic(engines.logic)


def difference(
    engines: Engines,
    one: ir.Theory,
    other: ir.Theory,
    names: Sequence[ir.Term],
    budget: Callable[[], Limits],
) -> Difference | None:
    """Return how two theories differ; None if they mean the same.

    In a logic where what follows stays, they do just if each has the statements of the other as consequences.

    Args:
        names: the individuals that both are about.
        budget: returns the limits of the next question.

    Raises:
        Undecided: out of budget.
        IncomparableError: a statement cannot be compared.
        PluginError: no engine compares theories of the logic.
    """
    comparer = comparer_of(engines)
    if comparer is not None:
        return comparer.difference(one, other, names, budget())
    if not is_monotonic(engines.logic):
        raise plugins.PluginError(
            f"no engine compares theories of the logic `{engines.logic.name}`"
        )
    for says, lacks in ((one, other), (other, one)):
        known = {each.statement for each in lacks.statements}
        for labelled in says.statements:
            if labelled.statement not in known:
                if not _follows(engines, lacks, labelled.statement, budget()):
                    return Difference(says is one, labelled.id)
    return None


def facts_that_follow(
    engines: Engines,
    theory: ir.Theory,
    names: Sequence[ir.Term],
    budget: Callable[[], Limits],
) -> ir.Theory:
    """Return a theory that only lists what follows from another one: of individuals, or of the values of slots.

    Raises:
        Undecided: out of budget.
        EngineError: an engine does not have a statement.
    """
    comparer = comparer_of(engines)
    if comparer is not None:
        literals = comparer.consequences(theory, names, budget())
        found: Sequence[ir.Statement] = [ir.Fact(literal) for literal in literals]
    else:
        found = [
            each
            for each in (*_possible_facts(theory), *_listed_values(engines, theory, budget))
            if _follows(engines, theory, each, budget())
        ]
    statements = tuple(ir.Labelled(f"c{n}", each) for n, each in enumerate(found, 1))
    return replace(theory, statements=statements)


def _follows(engines: Engines, theory: ir.Theory, statement: ir.Statement, limits: Limits) -> bool:
    """Return whether a statement follows; of a requirement, whether its negation is impossible."""
    goal: ir.Goal = ir.Entailed(statement)
    expected = ("true", "inconsistent")
    if isinstance(statement, ir.Requirement):
        denied = ir.Labelled("", ir.Requirement(ir.Not(statement.formula)))
        theory = replace(theory, statements=(*theory.statements, denied))
        goal, expected = ir.Consistent(), ("false", "inconsistent")
    query = ir.Query(goal)
    try:
        if engines.labeller is not None:
            label = engines.labeller.label(theory, query, engines.kinds, limits)
        else:
            label = engines.explorer.decide(theory, query, engines.kinds, limits).label
    except LimitReached:
        raise
    except EngineError as error:
        raise IncomparableError(str(error)) from None
    if label == UNDECIDED:
        raise Undecided("an engine ran out of its budget")
    return label in expected


def _possible_facts(theory: ir.Theory) -> Iterator[ir.Statement]:
    """Yield the facts of a theory, and whether each individual belongs to each named concept."""
    individuals: dict[ir.Term, None] = {}
    concepts: dict[ir.Named, None] = {}
    for labelled in theory.statements:
        match labelled.statement:
            case ir.Fact(literal=ir.Literal(atom=ir.Atom(arguments=terms))) as fact:
                individuals.update(dict.fromkeys(terms))
                yield fact
            case ir.ConceptAssertion(individual=individual):
                individuals[individual] = None
        concepts.update((node, None) for node in walk(labelled) if isinstance(node, ir.Named))
    for individual in individuals:
        for concept in concepts:
            yield ir.ConceptAssertion(individual, concept)
            yield ir.ConceptAssertion(individual, ir.Not(concept))


def _listed_values(
    engines: Engines, theory: ir.Theory, budget: Callable[[], Limits]
) -> Iterator[ir.Statement]:
    """Yield for each slot that it has one of its possible values."""
    used = {node.name for node in walk(theory) if isinstance(node, ir.Slot)}
    for name, kind in engines.kinds.items():
        tests = [ir.Comparison("==", ir.Slot(name), each) for each in _values(kind)]
        left = [
            test
            for test in tests
            if name in used
            and not _follows(engines, theory, ir.Requirement(ir.Not(test)), budget())
        ]
        if left:
            yield ir.Requirement(ir.Or(tuple(left)) if len(left) > 1 else left[0])


def _values(kind: Kind) -> Sequence[ir.Term]:
    match kind:
        case OneOf(values=values):
            return [ir.Const(value) for value in values]
        case Scalar(low=int(low), high=int(high)) if high - low < MOST_VALUES:
            return [ir.Quantity(kind.label, amount) for amount in range(low, high + 1)]
        case _:
            return ()
