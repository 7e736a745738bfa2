"""How the sentences of a theory are arranged: their order, what stands between them, what is corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ...dsl.source import Span
from ..contract import Knobs
from .expressions import Env, PoolValues, Sample, Settings, Typed

MOST_WORDS = 20_000


class Supply(Sample, frozen=True):
    """`N of POOL` as a knob's value: how many texts, perhaps none, and of which pool."""

    count: Annotated[int, Meta(ge=0, le=4096)]


NOTHING = Supply(0, "")


class DiscourseKnobs(Knobs, frozen=True):
    """The knobs of `discourse`."""

    order: Annotated[
        Literal["stated", "mixed"],
        Meta(description="the order of the sentences: that of the theory, or a random one"),
    ] = "stated"
    question: Annotated[Literal["last", "first"], Meta(description="where the question is")] = (
        "last"
    )
    asides: Annotated[
        Supply, Meta(description="sentences without logical weight, as `5 of POOL`")
    ] = NOTHING
    words: Annotated[
        int,
        Meta(ge=0, le=MOST_WORDS, description="add asides until the text has this many words"),
    ] = 0
    corrections: Annotated[
        Supply,
        Meta(description="wrong sentences that are taken back, as `2 of POOL`"),
    ] = NOTHING


@dataclass(frozen=True)
class Discourse:
    """A checked `discourse`: its knobs, the condition under which it counts, and the pools that it names."""

    settings: Settings
    guard: Typed | None
    pools: Mapping[str, PoolValues]
    span: Span

    def holds(self, env: Env) -> bool:
        """Return whether it counts for an instance with these values."""
        return self.guard is None or bool(self.guard.draw(env))
