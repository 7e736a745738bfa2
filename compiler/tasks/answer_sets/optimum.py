"""What is the least cost of a program's answer sets, or the greatest sum?"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ....dsl import syntax
from ...certify.exploration import answer
from ...contract import UNDECIDED, Knobs, Logic, Score
from ...family import (
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
from ...ir import ANSWER_SETS, answer_figures, directions, nodes as ir
from ...kinds import Integer
from ...random.stream import Stream
from ...replies import Amounts, Row, find, grade
from ..exchanges import AnswerKnobs, exchange_until
from ..optimality import explain_priorities, optimises
from .verification import has_answer_sets


class OptimumKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    answers: Annotated[AnswerKnobs, Meta(description="the answers to balance over, if any")] = (
        AnswerKnobs()
    )


class Optimum:
    """What is the best value that can be reached?

    The answer is the sum that the program minimises or maximises, one for each priority.
    """

    name: ClassVar[str] = "optimum"
    suits: ClassVar[frozenset[str]] = frozenset({ANSWER_SETS})
    reads: ClassVar[tuple[str, ...]] = ("label",)
    knobs: ClassVar[type[Knobs]] = OptimumKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "optimum": "the least or greatest sum, that of the highest priority",
        **answer_figures("answer"),
    }

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if ask.body is not None or ask.arguments:
            scope.report.add(
                "E0421", "`ask optimum` takes no arguments", ask.span, help="write `ask optimum`"
            )
            return None
        return ir.Optimum() if has_answer_sets(ask, scope) else None

    def targets(self, knobs: OptimumKnobs) -> int:
        """Return how many answers to balance over; 1 if nothing is balanced."""
        return max(1, len(knobs.answers.numbers))

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return `theory` if facts are exchanged until the sum is the one drawn."""
        return frozenset({THEORY} if knobs.is_on("answers") else ())

    def prepare(self, scene: Scene, knobs: OptimumKnobs, stream: Stream) -> Scene | Rejected:
        return scene

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: OptimumKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask for the best sum; with answers to balance over, facts are exchanged until it is the target's."""
        if not optimises(draft.theory):
            return Rejected("the program has no objective")
        query = ir.Query(goal)
        if knobs.answers.numbers:
            best = partial(_best, scene.family, query)
            changed = exchange_until(
                draft.theory, best, target, scene.grammar, knobs.answers, stream
            )
            if isinstance(changed, Rejected):
                return changed
            draft = replace(draft, theory=changed)
        label = answer(scene.family.engines, draft.theory, query)
        if label in (UNDECIDED, "inconsistent"):
            return Rejected(f"the label is {label}")
        sums = label.split(",")
        found = directions(draft.theory, len(sums))
        if any(len(each) > 1 for each in found):
            return Rejected("the program minimises and maximises at the same priority")
        one, language = len(sums) == 1, scene.family.words.language
        key = "ask largest sum" if found == [{"maximize"}] else "ask smallest sum"
        return Posed(
            draft.theory,
            query,
            label,
            {"optimum": int(sums[0])},
            explain_priorities(draft.theory, language) + language.text(key if one else "ask sums"),
            language.text("answer digits" if one else "answer sums"),
            answer=", ".join(sums),
            hidden=draft.hidden,
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: Knobs, family: Family
    ) -> str:
        return ", ".join(record["label"].split(","))

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for the right number, or the right numbers in their order."""
        right = str(record["answer"])
        named = (
            Row()
            if "," in str(record["label"])
            else Amounts(Integer(), str(record.get("question", "")))
        )
        return grade(find(answer, named, record), [right], right)


def _best(family: Family, query: ir.Query, theory: ir.Theory) -> int | None:
    """Return the best sum of the highest priority; None if there is none, or it is not found."""
    label = answer(family.engines, theory, query)
    return None if label in (UNDECIDED, "inconsistent") else int(label.split(",")[0])
