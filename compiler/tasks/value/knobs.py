"""The knobs of questions for individuals."""

from typing import Annotated, ClassVar

from msgspec import Meta

from ...contract import Knobs


class ValueKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    most: Annotated[int, Meta(ge=1, le=4, description="the most answers")] = 2
    least: Annotated[int, Meta(ge=0, le=4, description="the fewest answers")] = 0
    balanced: Annotated[
        bool, Meta(description="whether all possible answers are equally frequent")
    ] = False
    redrawn: Annotated[
        tuple[str, ...],
        Meta(
            description="the kinds of statements redrawn until the only answer is an individual drawn before them"
        ),
    ] = ()
    questions: Annotated[
        int,
        Meta(ge=1, le=1000, description="the number of consecutive questions that share a theory"),
    ] = 1
    shared: ClassVar[str] = "questions"
    seeking: ClassVar[tuple[str, ...]] = ("questions",)
    filling: ClassVar[tuple[str, ...]] = ("questions",)

    @property
    def numbers(self) -> int:
        """How many different numbers of answers there may be."""
        return self.most - self.least + 1

    @property
    def times(self) -> int:
        """How many questions about one theory have each number of answers, if these are balanced."""
        return max(1, self.questions // self.numbers)

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError("Expected `least` to be at most `most`")
        if self.questions > 1 and self.redrawn:
            raise ValueError("Expected `questions` to be 1 where statements are redrawn")
        if self.balanced and self.numbers % self.questions and self.questions % self.numbers:
            raise ValueError(
                f"Expected `questions` to divide {self.numbers}, one for each number of answers, "
                "or to be a multiple of it"
            )
