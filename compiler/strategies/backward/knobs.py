"""The knobs of the strategy that grows theories from a goal towards facts."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from ...contract import Knobs


class Negation(Knobs, frozen=True):
    """How often literals are negated."""

    head: Annotated[
        float, Meta(ge=0, le=1, description="how likely the head of a rule of no use is negative")
    ] = 0.5
    body: Annotated[
        float, Meta(ge=0, le=1, description="how likely a literal of a body is negative")
    ] = 0.5


class Conflict(Knobs, frozen=True):
    """How often rules for a goal and against it stand, and which of them is preferred."""

    bare: ClassVar[str] = "share"
    share: Annotated[float, Meta(ge=0, le=1, description="how likely a step holds a conflict")] = (
        0.0
    )
    first: (
        Annotated[float, Meta(ge=0, le=1, description="how likely the first step does")] | None
    ) = None
    type1: Annotated[
        float, Meta(ge=0, description="the weight of conflicts that the goal's rule wins")
    ] = 0.5
    type2: Annotated[
        float,
        Meta(ge=0, description="the weight of conflicts in which the other rule is preferred"),
    ] = 0.5
    values: Annotated[
        float,
        Meta(ge=0, le=1, description="the share of conflicts between values, where there are any"),
    ] = 0.5

    def __post_init__(self) -> None:
        if not self.type1 + self.type2 > 0:
            raise ValueError("Expected a weight above 0 for `type1` or `type2`")


class BackwardKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    depth: Annotated[int, Meta(ge=1, le=8, description="how many rules deep every branch goes")] = 2
    negation: Negation = Negation()
    conflict: Conflict = Conflict()
    knowledge: Annotated[
        float, Meta(ge=0, le=1, description="how likely a last step asks for what the reader knows")
    ] = 0.0
    distractors: Annotated[
        int, Meta(ge=0, le=8, description="statements of no use that are added at every step")
    ] = 0
    matched: Annotated[
        bool,
        Meta(description="whether one theory serves every label, but for which facts are stated"),
    ] = True
