"""Which option does not violate the requirement that it is said to violate?"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ....dsl import syntax
from ...contract import Knobs, Logic, Score
from ...family import AskScope, Draft, Family, Growth, Posed, Rejected, Scene, Settings
from ...ir import nodes as ir
from ...random.stream import Stream
from ...replies import Letter, find, grade
from ...text import end_of
from .choice import Choice, ChoiceKnobs, plain_number
from .elimination import Elimination, find_violated, numbered_sentences

_WRONG = re.compile(
    r"\b(?:the )?(?:line|option)(?: (?:of|about|for)(?: option)?)?\s+\(?([A-Za-z]{1,2})\)?\s+"
    r"(?:(?:does not|doesn't)\s+violate(?:\s+(?:sentence\s+|number\s+)?[\[(]?\d+[\])]?)?"
    r"|is (?:the )?(?:wrong|incorrect|false|misjudged)(?: (?:one|line))?)(?=\s*(?:[.,;!]|$))",
    re.I,
)
"""What replies say of the wrong line: elsewhere, such words take an answer back."""


class Misjudged:
    """Which option does not violate the requirement that it is said to violate?

    Every wrong option has a line with the number of a sentence. One of them does not violate it, and all others do.
    """

    name: ClassVar[str] = "misjudged"
    suits: ClassVar[frozenset[str]] = frozenset({"slots"})
    reads: ClassVar[tuple[str, ...]] = ("options.label", "reply")
    knobs: ClassVar[type[Knobs]] = ChoiceKnobs
    figures: ClassVar[Mapping[str, str]] = Elimination.figures

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        knobs = {knob.name: knob for knob in ask.knobs.knobs} if ask.knobs else {}
        options = plain_number(knobs.get("options"), ChoiceKnobs().options)
        correct = plain_number(knobs.get("correct"), ChoiceKnobs().correct)
        if options - correct == 1 and correct:
            scope.report.add(
                "E0411",
                f"only one of {options} options is wrong, so its line is the wrong one",
                ask.span,
                help="let `options` be at least 2 more than `correct`",
            )
            return None
        return Choice().read(ask, scope)

    def targets(self, knobs: ChoiceKnobs) -> int:
        """Return the number of places of the right options, times that of lines that can be wrong."""
        return Choice().targets(knobs) * max(1, knobs.options - knobs.correct)

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        return Choice().needs(goal, knobs, growth, logic)

    def prepare(self, scene: Scene, knobs: ChoiceKnobs, stream: Stream) -> Scene | Rejected:
        return Choice().prepare(scene, knobs, stream)

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: ChoiceKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Pose an elimination with one wrong line. Every line is wrong equally often."""
        if knobs.options - knobs.correct < 2:
            return Rejected("`options` must be at least 2 more than `correct`")
        places = Choice().targets(knobs)
        posed = Choice().pose(scene, draft, goal, knobs, target % places, stream)
        if isinstance(posed, Rejected):
            return posed
        violated = find_violated(scene, draft, posed)
        if isinstance(violated, Rejected):
            return violated
        numbered = numbered_sentences(draft, posed)
        wrong = list(violated)[target // places % len(violated)]
        met = [n for n in range(1, len(numbered) + 1) if n not in violated[wrong]]
        if not met:
            return Rejected("the option of the wrong line violates every sentence")
        lines = {name: stream.pick(own) for name, own in violated.items()}
        lines[wrong] = _like_others(met, [n for name, n in lines.items() if name != wrong], stream)
        language = scene.family.words.language
        shown = [
            language.say("misjudged line", option=name, n=number) for name, number in lines.items()
        ]
        return replace(
            posed,
            metrics={**posed.metrics, "reasons": sum(map(len, violated.values()))},
            question="\n".join(
                [language.text("misjudged lines"), "", *shown, "", language.text("ask misjudged")]
            ),
            answer_format=language.text("answer that option"),
            answer=wrong,
            choices=tuple(lines),
            numbered=numbered,
            reply={"violated": violated, "lines": lines},
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: ChoiceKnobs, family: Family
    ) -> str:
        """Return the option of the only line with a sentence that it does not violate."""
        reply = record["reply"]
        found = [
            name for name, number in reply["lines"].items() if number not in reply["violated"][name]
        ]
        return found[0] if len(found) == 1 else ""

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for the letter of the wrong line's option."""
        right = str(record["answer"])
        spoken = _WRONG.sub(r"the answer is \1", end_of(answer))
        named = Letter(tuple(option["label"] for option in record["options"]))
        return grade(find(spoken, named, record), [right], right)


def _like_others(met: Sequence[int], claimed: Sequence[int], stream: Stream) -> int:
    """Draw a sentence for the wrong line, rather one that other lines name: a rare one would tell the line.

    With these weights, neither the rarest nor the commonest sentence tells it, among four and among eleven lines.

    Args:
        met: the sentences to choose from.
        claimed: those of the other lines.
    """
    return met[stream.weighted([2 + claimed.count(number) ** 2 for number in met])]
