"""The knobs of the strategy that grows theories from a goal towards facts."""

from typing import Annotated, ClassVar

from msgspec import Meta

from ...contract import Knobs


class Negation(Knobs, frozen=True):
    """How often literals are negated."""

    head: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="the probability that the head of an irrelevant rule is negative",
        ),
    ] = 0.5
    body: Annotated[
        float, Meta(ge=0, le=1, description="the probability that a body literal is negative")
    ] = 0.5


class Conflict(Knobs, frozen=True):
    """How often there are rules both for and against a goal, and which of them is preferred."""

    bare: ClassVar[str] = "share"
    share: Annotated[
        float, Meta(ge=0, le=1, description="the probability that a step has a conflict")
    ] = 0.0
    first: (
        Annotated[float, Meta(ge=0, le=1, description="the same for the question itself")] | None
    ) = None
    type1: Annotated[
        float,
        Meta(ge=0, description="the weight of conflicts in which the goal's rule is preferred"),
    ] = 0.5
    type2: Annotated[
        float,
        Meta(ge=0, description="the weight of conflicts in which the other rule is preferred"),
    ] = 0.5
    values: Annotated[
        float,
        Meta(
            ge=0, le=1, description="the share of conflicts between values, if the family has such"
        ),
    ] = 0.5

    def __post_init__(self) -> None:
        if not self.type1 + self.type2 > 0:
            raise ValueError("Expected a weight above 0 for `type1` or `type2`")


class BackwardKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    depth: Annotated[int, Meta(ge=1, le=8, description="how many rules deep each branch is")] = 2
    negation: Negation = Negation()
    conflict: Conflict = Conflict()
    stated: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="the probability that, of several conditions of a rule, only one rests on rules, and facts "
            "state the others",
        ),
    ] = 0.0
    knowledge: Annotated[
        float,
        Meta(ge=0, le=1, description="the probability that a last step needs background knowledge"),
    ] = 0.0
    distractors: Annotated[
        int, Meta(ge=0, le=8, description="irrelevant statements added at each step")
    ] = 0
    matched: Annotated[
        bool,
        Meta(description="whether theories of all labels differ only in their facts"),
    ] = True
