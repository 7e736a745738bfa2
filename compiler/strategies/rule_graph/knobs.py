"""The knobs of the strategy that grows programs over a rule graph."""

import math
from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, field

from ...contract import Knobs


class Nodes(Knobs, frozen=True):
    """How many rule nodes there are: bodies, each with one head or several."""

    least: Annotated[int, Meta(ge=2, le=30, description="the fewest rule nodes")] = 3
    most: Annotated[int, Meta(ge=2, le=30, description="the most rule nodes")] = 10


class Edges(Knobs, frozen=True):
    """How many edges there are between them, each a predicate that one rule derives and another uses."""

    least: Annotated[int, Meta(ge=1, le=60, description="the fewest edges between them")] = 2
    most: Annotated[int, Meta(ge=1, le=60, description="the most edges between them")] = 15


class Predicates(Knobs, frozen=True):
    """How many predicates are added to bodies that have room."""

    least: Annotated[
        int, Meta(ge=0, le=60, description="the fewest predicates added to bodies")
    ] = 1
    most: Annotated[int, Meta(ge=0, le=60, description="the most, if bodies have room")] = 15


class Reused(Knobs, frozen=True):
    """How often a predicate is used in a further body."""

    least: Annotated[
        int, Meta(ge=0, le=30, description="the fewest further uses of predicates")
    ] = 0
    most: Annotated[
        int, Meta(ge=0, le=30, description="the most further uses, if bodies have room")
    ] = 3


class Negation(Knobs, frozen=True):
    """How often predicates are marked with negation."""

    strong: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="the probability that a predicate is derived with strong negation",
        ),
    ] = 0.46
    default: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="the probability that it is used under `not`, if rules stay safe",
        ),
    ] = 0.58
    least: Annotated[
        float, Meta(ge=0, le=0.9, description="the share of rules with `not` is above this")
    ] = 0.5
    positive: Annotated[
        float,
        Meta(ge=0, le=1, description="the probability that `not` is then removed from a program"),
    ] = 0.085


class NoiseKnobs(Knobs, frozen=True):
    """How often there are irrelevant rules, and how many of each kind."""

    bare: ClassVar[str] = "share"
    share: Annotated[
        float, Meta(ge=0, le=1, description="the probability that a program has irrelevant rules")
    ] = 0.67
    goal_in_head: Annotated[
        int, Meta(ge=0, le=20, description="rules for the goal's predicate that never apply")
    ] = 2
    goal_in_body: Annotated[
        int, Meta(ge=0, le=20, description="rules that use that predicate and never apply")
    ] = 2
    others: Annotated[
        int, Meta(ge=0, le=20, description="rules of other predicates that never apply")
    ] = 2
    partly_new: Annotated[
        int, Meta(ge=0, le=20, description="rules of new and other predicates that never apply")
    ] = 2
    new: Annotated[int, Meta(ge=0, le=20, description="rules of new predicates, which apply")] = 2


class Disjunction(Knobs, frozen=True):
    """How often heads that share a body are joined by `|` in one rule."""

    bare: ClassVar[str] = "share"
    share: Annotated[
        float, Meta(ge=0, le=1, description="the probability that a program has disjunctive heads")
    ] = 0.0
    rules: Annotated[
        float,
        Meta(ge=0, le=1, description="the probability that heads with one body are joined then"),
    ] = 1.0


class FurtherKnobs(Knobs, frozen=True):
    """How many further facts there are of predicates that already have a fact or are derived."""

    least: Annotated[
        int, Meta(ge=0, le=60, description="the fewest facts of further individuals")
    ] = 0
    most: Annotated[int, Meta(ge=0, le=60, description="the most, as far as they differ")] = 0
    opposite: Annotated[
        float,
        Meta(ge=0, le=1, description="the probability that one has the sign that no rule derives"),
    ] = 0.4


class GraphKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    nodes: Nodes = Nodes()
    edges: Edges = Edges()
    added: Predicates = Predicates()
    reused: Reused = Reused()
    limit: Annotated[int, Meta(ge=2, le=8, description="the most literals in a body")] = 5
    arity: Annotated[int, Meta(ge=0, le=6, description="the most arguments of a predicate")] = 3
    arities: Annotated[
        dict[str, float], Meta(description="the weight of each number of arguments")
    ] = field(default_factory=lambda: {"0": 5, "1": 14, "2": 38, "3": 23})
    negation: Negation = Negation()
    noise: NoiseKnobs = NoiseKnobs()
    sizes: Annotated[
        dict[str, float], Meta(description="the weight of each body size of irrelevant rules")
    ] = field(default_factory=lambda: {"1": 4, "2": 2, "3": 2, "4": 1, "5": 3})
    matched: Annotated[
        bool,
        Meta(
            description="whether a rule for the goal's complement looks like the goal's own, and programs of "
            "`ask verification` have variants"
        ),
    ] = True
    rival: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="without `matched`, the probability that a program without irrelevant rules gets one: for "
            "the goal's complement; it never applies",
        ),
    ] = 0.0
    disjunction: Disjunction = Disjunction()
    further: FurtherKnobs = FurtherKnobs()
    underived: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="the probability of changing a sign that keeps the goal underived",
        ),
    ] = 0.0
    decoys: Annotated[
        float,
        Meta(
            ge=0, le=1, description="the probability of changing a sign that the goal does not need"
        ),
    ] = 0.5
    tries: Annotated[
        int, Meta(ge=1, le=1000, description="attempts to draw marks before a draft is rejected")
    ] = 100

    def __post_init__(self) -> None:
        for span in (self.nodes, self.edges, self.added, self.reused, self.further):
            if span.least > span.most:
                raise ValueError(f"Expected `least` up to `most`, not {span.least} and {span.most}")
        _check("arities", self.arities, range(self.arity + 1))
        _check("sizes", self.sizes, range(1, self.limit + 1))

    @property
    def propositional(self) -> bool:
        """Whether no predicate can have arguments."""
        return not any(self.arities.get(str(each), 0.0) for each in range(1, self.arity + 1))


def _check(name: str, weights: Mapping[str, float], allowed: Iterable[int]) -> None:
    """Raise ValueError for weights of numbers that leave nothing to draw."""
    if not all(weight.isdecimal() and 0 <= weights[weight] < math.inf for weight in weights):
        raise ValueError(f"Expected numbers with weights from 0 for `{name}`")
    if not 0 < sum(weights.get(str(each), 0) for each in allowed) < math.inf:
        raise ValueError(f"Expected a weight for a number that can be drawn for `{name}`")
