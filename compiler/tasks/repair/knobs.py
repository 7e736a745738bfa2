"""The knobs of the task."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from ...contract import Knobs, label_meanings
from ...family import Family, Sample
from ...ir import nodes as ir
from ..instructions import LABELS, Label

Wanted: TypeAlias = Literal["true", "unknown"]


class RepairKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    wanted: Annotated[
        tuple[Wanted, ...],
        Meta(description="the labels that the statement is to get, each equally often"),
    ] = ("unknown",)
    least: Annotated[
        int, Meta(ge=1, le=4, description="the smallest number of statements to remove")
    ] = 1
    most: Annotated[
        int,
        Meta(ge=1, le=4, description="the largest number; each from the smallest is equally often"),
    ] = 1
    repairs: Annotated[
        int, Meta(ge=1, description="the largest number of smallest sets, all of them right")
    ] = 3
    offered: Annotated[
        int,
        Meta(
            ge=0,
            le=12,
            description="how many statements that look alike may be removed; 0 for all statements",
        ),
    ] = 0
    apart: Annotated[
        int,
        Meta(ge=0, description="how much two of the offered statements, or facts, may differ"),
    ] = 4
    uneven: Annotated[
        int,
        Meta(
            ge=0,
            description="how many more names than another an offered statement may share with the others",
        ),
    ] = 0
    exchanged: Annotated[
        bool,
        Meta(
            description="whether each offered statement is right for a question of its own about the theory; "
            "they need not look alike"
        ),
    ] = False
    needed: Annotated[
        int,
        Meta(
            ge=0,
            description="with `exchanged`, the fewest statements, offered or not, that the answer needs, each of them",
        ),
    ] = 0
    add: Annotated[
        int,
        Meta(
            ge=0,
            le=12,
            description="how many facts are offered to add one of; 0 to ask what to remove",
        ),
    ] = 0
    labels: Annotated[
        dict[Label, str], Meta(description="the words for the labels in the question")
    ] = field(default_factory=lambda: {each: each for each in LABELS})
    from_: Annotated[
        Sample,
        Meta(description="the rows that the strategy grows requirements on, as `60 of RECORD`"),
    ] = Sample(60, "")
    wording = ("labels",)

    def __post_init__(self) -> None:
        if not self.wanted or len(set(self.wanted)) < len(self.wanted):
            raise ValueError("Expected one or both of true, unknown")
        if self.least > self.most:
            raise ValueError("Expected `least` to be at most `most`")
        words = {word.strip().casefold() for word in self.labels.values()}
        if len(words) < len(self.labels) or "" in words:
            raise ValueError("Expected a word of its own for each label")
        if self.exchanged and (self.offered < 2 or self.add or self.most > 1):
            raise ValueError(
                "Expected `offered` of 2 or more, and neither `most` nor `add`, with `exchanged`"
            )
        if self.needed and not self.exchanged:
            raise ValueError("Expected `exchanged on` with `needed`")
        if self.add == 1:
            raise ValueError("Expected `add` to be 0, or 2 or more")
        if not {"true", *self.wanted} <= self.labels.keys():
            raise ValueError("Expected a word for each label that is wanted, and for true")

    @property
    def sizes(self) -> range:
        """The numbers of statements to balance over."""
        return range(self.least, self.most + 1)

    def meanings(self, family: Family, goal: ir.Entailed) -> dict[str, str]:
        """Return what each label of a question means."""
        return dict(label_meanings(family.logic, goal))
