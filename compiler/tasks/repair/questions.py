"""The questions that a repair can be about."""

from collections.abc import Iterator

from ...family import Draft, Scene
from ...ir import Single, nodes as ir, with_sign
from ...random.stream import Stream
from ..entailment.question import OF_THE_DRAFT
from ..fillings import fillings, is_open


def questions(scene: Scene, draft: Draft, goal: ir.Goal, stream: Stream) -> Iterator[Single]:
    """Yield what may be asked, each with its theory.

    That is the written question, its fillings, or what the draft was grown for, and its opposite. A draft with a theory
    for each label is asked with each of them. What a statement of the theory says is not asked.
    """
    theory = draft.theory
    if isinstance(goal, ir.Consistent):
        yield theory, goal
        return
    assert isinstance(goal, ir.Entailed)
    if goal is not OF_THE_DRAFT:
        statements: Iterator[ir.Statement] = iter((goal.statement,))
        if is_open(goal.statement):
            statements = fillings(goal.statement, theory, scene, stream)
        for statement in statements:
            yield theory, ir.Entailed(statement, goal.mode)
        return
    grown: list[tuple[ir.Theory, ir.Statement]] = [
        (own, ir.Fact(with_sign(literal, negative)))
        for own, literal in _grown_literals(draft)
        for negative in (False, True)
    ]
    grown += [(theory, statement) for statement in draft.candidates]
    grown += [(theory, each.statement) for each in draft.found]
    for own, statement in stream.shuffled(list(dict.fromkeys(grown))):
        if all(each.statement != statement for each in own.statements):
            yield own, ir.Entailed(statement)


def _grown_literals(draft: Draft) -> Iterator[tuple[ir.Theory, ir.Literal]]:
    """Yield the literals that a draft was grown to decide, each with the theory that does."""
    for outcome in draft.outcomes.values():
        yield outcome.of(draft.theory), outcome.goal
    if not draft.outcomes:
        for literal in draft.goals:
            yield draft.theory, literal
