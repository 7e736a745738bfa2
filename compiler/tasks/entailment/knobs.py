"""The knobs of the task, and the questions that they ask for."""

import re
from typing import Annotated, ClassVar

from msgspec import Meta, field

from ...contract import Knobs, label_meanings
from ...family import (
    Family,
    Sought,
)
from ...ir import nodes as ir
from ..instructions import LABELS, Label
from ..perturbations import KINDS, Kind


class EntailmentKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    labels: Annotated[
        dict[Label, str],
        Meta(description="the labels, each with the word that a reader answers"),
    ] = field(default_factory=lambda: {each: each for each in LABELS})
    meanings: Annotated[
        dict[Label, str],
        Meta(description="what labels mean, in place of the logic's own words: `if it follows`"),
    ] = field(default_factory=dict)
    unknown_by: Annotated[
        tuple[Kind, ...],
        Meta(description=f"how a theory is changed so that neither follows: {', '.join(KINDS)}"),
    ] = KINDS
    matched: Annotated[
        bool,
        Meta(
            description="whether names that fill holes of the question occur as often whatever the label, "
            "and no statement has all of them"
        ),
    ] = False
    balanced: (
        Annotated[
            bool,
            Meta(
                description="of a written statement: whether its label is drawn first, each equally often"
            ),
        ]
        | None
    ) = None
    depth: (
        Annotated[
            int,
            Meta(ge=0, le=8, description="questions of each depth up to this one, with each label"),
        ]
        | None
    ) = None
    questions: Annotated[
        int,
        Meta(ge=1, le=1000, description="the number of consecutive questions that share a theory"),
    ] = 1
    together: Annotated[
        bool, Meta(description="whether a record asks all questions of its theory together")
    ] = False
    wording: ClassVar[tuple[str, ...]] = ("labels", "meanings")
    shared: ClassVar[str] = "questions"
    seeking: ClassVar[tuple[str, ...]] = ("depth", "questions", "together")
    redrawing: ClassVar[str] = "balanced"
    filling: ClassVar[tuple[str, ...]] = ("questions",)

    @property
    def words(self) -> dict[str, str]:
        """The word that a reader answers for each label."""
        return {str(label): word for label, word in self.labels.items()}

    def cases(self, family: Family, goal: ir.Entailed) -> dict[str, str]:
        """What each label of a question means."""
        own = {str(label): text for label, text in self.meanings.items()}
        return {**label_meanings(family.logic, goal), **own}

    def __post_init__(self) -> None:
        words = [word.strip().casefold() for word in self.labels.values()]
        if len(self.labels) < 2:
            raise ValueError(f"Expected two or three labels of {', '.join(LABELS)}")
        if not all(words) or len(set(words)) < len(words):
            raise ValueError("Expected a word of its own for each label")
        if spare := [label for label in self.meanings if label not in self.labels]:
            raise ValueError(
                f"Expected meanings of labels of the question alone, not of {spare[0]}"
            )
        if not all(re.sub(r"^\s*if\b", "", text).strip() for text in self.meanings.values()):
            raise ValueError('Expected a condition for each meaning, such as "if it follows"')
        if not self.unknown_by:
            raise ValueError(f"Expected one or more of {', '.join(KINDS)}")
        number = len(kinds_of_question(self))
        if number % self.questions and self.questions % number:
            kinds = "each label at each depth" if self.depth is not None else "each label"
            raise ValueError(
                f"Expected `questions` to divide {number}, one for {kinds}, or to be a multiple of it"
            )
        if self.together and self.questions > 1:
            raise ValueError("Expected `questions` to be 1 where they are asked together")


def kinds_of_question(knobs: EntailmentKnobs) -> tuple[Sought, ...]:
    depths = (None,) if knobs.depth is None else range(knobs.depth + 1)
    return tuple(Sought(label, depth) for depth in depths for label in knobs.labels)


def times_of_each(knobs: EntailmentKnobs) -> int:
    """Return how many questions of each kind a theory has."""
    return max(1, knobs.questions // len(kinds_of_question(knobs)))


def sought_questions(knobs: EntailmentKnobs) -> tuple[Sought, ...]:
    return kinds_of_question(knobs) * times_of_each(knobs)
