"""Counting rows that satisfy a requirement, answer sets, or values of a literal."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ...dsl import syntax
from ..certify.exploration import answer_sets
from ..contract import Knobs, Logic
from ..family import (
    THEORY,
    AskScope,
    Draft,
    Family,
    Growth,
    Posed,
    Rejected,
    Scene,
    Settings,
)
from ..ir import ANSWER_SETS, nodes as ir, walk
from ..language import Language
from ..notation import show
from ..random.stream import Stream
from .drawn_answers import aim_at_number, members
from .exchanges import AnswerKnobs, exchange_until
from .only_answer_set import only_answer_set
from .optimality import explain_priorities, optimises
from .records.rows import CountRows, RowKnobs
from .value import about, read_goal


class CountKnobs(RowKnobs, frozen=True):
    """The knobs of the task."""

    most: Annotated[
        int,
        Meta(ge=1, le=10_000, description="the most answer sets for a question"),
    ] = 100
    apart: Annotated[
        int,
        Meta(
            ge=1,
            le=59,
            description="with a condition, the maximum number of rows shown that do not meet it",
        ),
    ] = 1
    answers: Annotated[
        AnswerKnobs,
        Meta(description="the numbers of answer sets to balance over, if any"),
    ] = AnswerKnobs()
    balanced: Annotated[
        bool,
        Meta(description="whether each number of values is equally frequent; only with `clues`"),
    ] = False


class Count(CountRows):
    """How many? Rows if the family has a record, otherwise answer sets or values."""

    name: ClassVar[str] = "count"
    suits: ClassVar[frozenset[str]] = frozenset({"slots", ANSWER_SETS})
    knobs: ClassVar[type[Knobs]] = CountKnobs

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if scope.record is not None or ANSWER_SETS not in scope.accepts:
            return super().read(ask, scope)
        if not ask.arguments and ask.body is None:
            return ir.AnswerSets(CountKnobs().most)
        goal = read_goal(ask, scope)
        return None if goal is None else ir.Number(goal.variable, goal.literal)

    def targets(self, knobs: RowKnobs) -> int:
        """Return the number of answers to balance over: those in the range, else as for rows."""
        assert isinstance(knobs, CountKnobs)
        return len(knobs.answers.numbers) or max(1, super().targets(knobs) + 1 - knobs.apart)

    def most_apart(self, knobs: RowKnobs) -> int:
        assert isinstance(knobs, CountKnobs)
        return min(knobs.apart, knobs.options - 1)

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return that rows are drawn, if these are counted; else whether an answer is drawn before the theory."""
        if isinstance(goal, ir.Total):
            return super().needs(goal, knobs, growth, logic)
        aimed = knobs.is_on("answers") or knobs.is_on("balanced")
        return frozenset({THEORY} if aimed else ())

    def prepare(self, scene: Scene, knobs: RowKnobs, stream: Stream) -> Scene | Rejected:
        assert isinstance(knobs, CountKnobs)
        match scene.asked:
            case ir.Total():
                return super().prepare(scene, knobs, stream)
            case ir.Number() if knobs.balanced:
                open = any(isinstance(node, ir.Hole) for node in walk(scene.asked))
                numbers = range(1 if open else 0, len(members(scene, scene.asked)) + 1)
                return aim_at_number(scene, numbers)
            case _:
                return scene

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: RowKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        assert isinstance(knobs, CountKnobs)
        match goal:
            case ir.AnswerSets():
                return _sets(scene, draft, knobs, target, stream)
            case ir.Number():
                return _values(scene, draft, goal, stream)
            case _:
                return super().pose(scene, draft, goal, knobs, target, stream)

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: RowKnobs, family: Family
    ) -> str:
        if isinstance(goal, ir.Total):
            return super().answered(record, goal, knobs, family)
        return str(record["label"])


def _sets(
    scene: Scene, draft: Draft, knobs: CountKnobs, target: int, stream: Stream
) -> Posed | Rejected:
    """Ask for the number of answer sets, or of optimal ones if the program optimises.

    If answers are balanced over a range, facts are exchanged until their number is the target.
    """
    if knobs.answers.numbers:
        number = partial(_number, scene.family, knobs.most)
        changed = exchange_until(draft.theory, number, target, scene.grammar, knobs.answers, stream)
        if isinstance(changed, Rejected):
            return changed
        draft = replace(draft, theory=changed)
    found = answer_sets(scene.family.engines, draft.theory, knobs.most)
    if found is None:
        return Rejected("the engine's budget ran out before all answer sets were found", spent=True)
    sets, complete = found
    if not complete:
        return Rejected(f"there are more than {knobs.most} answer sets")
    best, language = "optimal " if optimises(draft.theory) else "", scene.family.words.language
    query = ir.Query(ir.AnswerSets(knobs.most))
    question = explain_priorities(draft.theory, language) + language.text(f"ask {best}answer sets")
    return _pose_count(draft, query, len(sets), question, language)


def _number(family: Family, most: int, theory: ir.Theory) -> int | None:
    """Return the number of answer sets; None if there are more than `most`, or they are not found."""
    found = answer_sets(family.engines, theory, most)
    return len(found[0]) if found is not None and found[1] else None


def _values(scene: Scene, draft: Draft, goal: ir.Number, stream: Stream) -> Posed | Rejected:
    """Ask for how many values the only answer set has a literal."""
    literals = only_answer_set(scene.family.engines, draft.theory)
    if isinstance(literals, Rejected):
        return literals
    if draft.goals:
        own = about(goal, draft.goals[0])
        if isinstance(own, Rejected):
            return own
        goal = own
    if any(isinstance(node, ir.Hole) for node in walk(goal)):
        asked = goal.questions(literals)
        if not asked:
            return Rejected("no possible question is left")
        goal = stream.pick(asked)
    number = len(goal.values(literals, show))
    language = scene.family.words.language
    question = scene.words(goal) or language.say(
        "ask how many values", variable=goal.variable, literal=show(goal.literal)
    )
    return _pose_count(draft, ir.Query(goal), number, question, language)


def _pose_count(
    draft: Draft, query: ir.Query, number: int, question: str, language: Language
) -> Posed:
    metrics: dict[str, Any] = {"options": 0, "satisfying": 0, "counted": number}
    return Posed(
        draft.theory,
        query,
        str(number),
        metrics,
        question,
        language.text("answer digits"),
        answer=str(number),
        hidden=draft.hidden,
    )
