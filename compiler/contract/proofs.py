"""How a checker tells a reader what its certificate shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from ..ir import ConceptAssertion, Inclusion, Labelled, Literal, Query, Theory
from .engines import Verdict

Claim: TypeAlias = Literal | Inclusion | ConceptAssertion
"""What a step of a proof can be about."""


class Said(Struct, frozen=True):
    """A sentence about literals and statements: each `{}` of the frame stands for a part, in turn.

    Literals, inclusions and assertions are said as clauses. Of the theory's statements, rules are named and quoted,
    preferences said as they stand, and others with their ids behind them.
    """

    frame: str
    parts: tuple[Claim | Labelled, ...] = ()


class Step(Struct, frozen=True):
    """A step of a proof, or of an attempt that fails.

    Attributes:
        gives: what the step is about: a literal, or a statement about concepts.
        tag: what it shows of that, in the logic's own words.
        uses: the ids of the statements that it applies: facts, and then its rule, if it is one that has its own.
        premises: the numbers, from 1, of the earlier steps that it needs.
        beats: the ids of the rules against it that its rule beats.
        said: the sentences that tell it.
    """

    gives: Claim
    tag: str
    uses: tuple[str, ...] = ()
    premises: tuple[int, ...] = ()
    beats: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()


@runtime_checkable
class Explainer(Protocol):
    """A checker that can also tell a reader what its certificate shows, step by step, premises first."""

    def explain(self, theory: Theory, query: Query, verdict: Verdict) -> Sequence[Step]: ...
