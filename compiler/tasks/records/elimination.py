"""Why is each wrong option wrong? The answer names a requirement that it violates, for each of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace as of_theory

from ....dsl import syntax
from ...contract import EngineError, Knobs, Logic, Score
from ...contract.engine_set import Engines
from ...family import AskScope, Draft, Family, Growth, Posed, Rejected, Scene, Settings
from ...ir import nodes as ir
from ...random.stream import Stream
from ...text import (
    boxed_answers,
    end_of,
    json_answers,
    strip_reasoning,
    tagged_answers,
)
from ..drawn_answers import OUT_OF_BUDGET
from .choice import Choice, ChoiceKnobs

MOST_LINES = 500
"""How many lines of a reply are read: the last."""

LONGEST = 500
"""Longer lines are not read."""

_LINE = re.compile(
    r"[ \t>*_`-]*(?:\d{1,3}[.)][ \t]+[*_`]*)?(?:option\s+)?\(?([A-Za-z]{1,2})\b\W{0,6}[ \t]*"
    r"(?:(?:violates|breaks|fails|sentences?|requirements?|conditions?)[ \t]+){0,3}"
    r"[\[(]((?:[\d,;.\s#]|and|sentences?|requirements?|conditions?|violates)*)[\])][\s.*_`}$\"']*",
    re.I,
)
_PARTS = re.compile(r"(?<=[\])])[ \t]*[,;][ \t]*")
"""What is between options on one line."""

_END = re.compile(r"[\])][ \t]*$", re.MULTILINE)

_ANNOUNCED = re.compile(r"^[^\n]{0,60}?\banswers?(?: is:?| are:?|:)[ \t]+", re.I)
"""Words that announce the options, before the first of them."""

_NUMBER = re.compile(r"\d{1,4}")


class EliminationKnobs(ChoiceKnobs, frozen=True):
    """The knobs of the task."""

    weight: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="what the lines before the first wrong line are worth",
        ),
    ] = 0.0


class Elimination:
    """Why is each wrong option wrong?

    The answer has a line for each of them, with a sentence that it violates. Any sentence is right that it does.
    """

    name: ClassVar[str] = "elimination"
    suits: ClassVar[frozenset[str]] = frozenset({"slots"})
    reads: ClassVar[tuple[str, ...]] = ("label", "options.label", "reply")
    knobs: ClassVar[type[Knobs]] = EliminationKnobs
    figures: ClassVar[Mapping[str, str]] = {
        **Choice.figures,
        "reasons": "how many pairs of a wrong option and a sentence that it violates there are",
    }

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        return Choice().read(ask, scope)

    def targets(self, knobs: EliminationKnobs) -> int:
        return Choice().targets(knobs)

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        return Choice().needs(goal, knobs, growth, logic)

    def prepare(self, scene: Scene, knobs: EliminationKnobs, stream: Stream) -> Scene | Rejected:
        return Choice().prepare(scene, knobs, stream)

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: EliminationKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Pose the choice, and find by all engines which sentences each option violates."""
        posed = Choice().pose(scene, draft, goal, knobs, target, stream)
        if isinstance(posed, Rejected):
            return posed
        violated = find_violated(scene, draft, posed)
        if isinstance(violated, Rejected):
            return violated
        language = scene.family.words.language
        return replace(
            posed,
            metrics={**posed.metrics, "reasons": sum(map(len, violated.values()))},
            question=language.text("ask elimination"),
            answer_format=language.text("answer elimination"),
            answer="\n".join(f"{name} [{numbers[0]}]" for name, numbers in violated.items()),
            numbered=numbered_sentences(draft, posed),
            reply={"violated": violated, "weight": knobs.weight},
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: EliminationKnobs, family: Family
    ) -> str:
        """Return the stored answer if it is right: there may be other ones."""
        score = self.score(record, record["answer"])
        return str(record["answer"]) if score.value == 1 else ""

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 if each wrong option has a sentence that it violates, and no other option has any.

        Otherwise the score is the share of the options before the first wrong line, times the knob `weight`.
        """
        violated: Mapping[str, Sequence[int]] = record["reply"]["violated"]
        lines = _read_lines(answer, [option["label"] for option in record["options"]])
        if not lines:
            return Score(0.0, "no line has an option, and in brackets the number of a sentence")
        shown = "\n".join(f"{name} [{', '.join(map(str, own))}]" for name, own in lines)
        done: dict[str, None] = {}
        for name, numbers in lines:
            met = [number for number in numbers if number not in violated.get(name, ())]
            if name not in violated:
                reason = f"option {name} is right"
            elif not numbers:
                reason = f"the line of option {name} has no number"
            elif met:
                reason = f"option {name} does not violate sentence {met[0]}"
            else:
                done[name] = None
                continue
            return _partly(len(done), record, reason, shown)
        left = next((name for name in violated if name not in done), None)
        if left is None:
            return Score(1.0, answer=shown)
        return _partly(len(done), record, f"option {left} is wrong, and has no line", shown)


def numbered_sentences(draft: Draft, posed: Posed) -> tuple[str, ...]:
    """Return the ids of the statements whose sentences are numbered."""
    return tuple(each.id for each in posed.theory.statements if each.id not in draft.hidden)


def find_violated(scene: Scene, draft: Draft, posed: Posed) -> dict[str, list[int]] | Rejected:
    """Return the numbers of the sentences that each of the wrong options of a choice violates, as all engines say.

    Raises:
        EngineError: the engines disagree.
    """
    engines, numbered = scene.family.engines, numbered_sentences(draft, posed)
    violated: dict[str, list[int]] = {row.id: [] for row in posed.query.rows}
    for labelled in posed.theory.statements:
        met = _met(engines, of_theory(posed.theory, statements=(labelled,)), posed.query)
        if met is None:
            return Rejected(OUT_OF_BUDGET, spent=True)
        for name in violated:
            if name not in met and labelled.id in numbered:
                violated[name].append(numbered.index(labelled.id) + 1)
    right = posed.answer.split(",")
    wrong = {name: numbers for name, numbers in violated.items() if name not in right}
    if not all(wrong.values()):
        return Rejected("an option violates only what no sentence says")
    return wrong


def _partly(done: int, record: Mapping[str, Any], reason: str, shown: str) -> Score:
    share = done / len(record["reply"]["violated"])
    return Score(round(share * record["reply"]["weight"], 6), reason, shown)


def _met(engines: Engines, theory: ir.Theory, query: ir.Query) -> list[str] | None:
    """Return the options that meet a theory, as all engines say; None if one of them runs out of its budget.

    Raises:
        EngineError: the engines disagree.
    """
    labels = {engines.decide(name, theory, query).label for name in engines.names}
    if "undecided" in labels:
        return None
    if len(labels) > 1:
        raise EngineError(f"the engines disagree on the options: {', '.join(sorted(labels))}")
    (label,) = labels
    return label.split(",")


def _read_lines(answer: str, known: Sequence[str]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the options that lines of a reply name, in order, each with the numbers of sentences behind it."""
    spoken = end_of(strip_reasoning(answer))
    for answers in (json_answers(spoken), tagged_answers(spoken), boxed_answers(spoken)):
        spoken = answers[-1] if answers and _END.search(answers[-1]) else spoken
    found: dict[str, tuple[int, ...]] = {}
    for line in (part for whole in spoken.splitlines()[-MOST_LINES:] for part in _split(whole)):
        hit = _LINE.fullmatch(_ANNOUNCED.sub("", line))
        if hit is not None and hit[1].upper() in known:
            found.pop(hit[1].upper(), None)
            found[hit[1].upper()] = tuple(map(int, _NUMBER.findall(hit[2])))
    return list(found.items())


def _split(line: str) -> list[str]:
    """Return the parts of a line, if each is about an option; nothing of a line that is too long."""
    if len(line) > LONGEST:
        return []
    parts = _PARTS.split(line)
    return parts if len(parts) > 1 and all(map(_LINE.fullmatch, parts)) else [line]
