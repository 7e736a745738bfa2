"""How a checker explains its certificate to a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from ..ir import ConceptAssertion, Inclusion, Labelled, Literal, Query, Theory, nodes as ir
from .engines import Limits, Verdict

Claim: TypeAlias = Literal | Inclusion | ConceptAssertion | ir.Requirement
"""What a step of a proof can be about."""

Part: TypeAlias = "Claim | Labelled | Said | tuple[Literal, ...] | str | int"
"""What can be in a hole of a frame."""


class Said(Struct, frozen=True):
    """A sentence about literals and statements, or a part of one: a frame with parts in its holes.

    Literals, inclusions, assertions and formulas become clauses. Rules of the theory are named and quoted,
    preferences are stated, and other statements are followed by their ids. Several literals become a list.

    Attributes:
        frame: the key of a text of languages; or else a text, in which each `{}` or `{name}` is a hole.
        parts: the parts in order for `{}`, or by name.
    """

    frame: str
    parts: tuple[Part, ...] | Mapping[str, Part] = ()


class Step(Struct, frozen=True):
    """A step of a proof, or of an attempt that fails.

    Attributes:
        gives: the subject of the step: a literal, a statement about concepts, or a formula.
        tag: what it shows about the subject, in terms of the logic.
        uses: the ids of the statements that it applies: facts, and then its rule, if it has one.
        premises: the numbers, from 1, of the earlier steps that it needs.
        beats: the ids of the rules against it that its rule beats.
        said: the sentences that describe it.
    """

    gives: Claim
    tag: str
    uses: tuple[str, ...] = ()
    premises: tuple[int, ...] = ()
    beats: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()


@runtime_checkable
class Explainer(Protocol):
    """A checker that can also explain its certificate to a reader, step by step, premises first."""

    def explain(self, theory: Theory, query: Query, verdict: Verdict) -> Sequence[Step]: ...


class Description(Struct, frozen=True):
    """A sentence about what a certificate shows.

    Attributes:
        text: the sentence; it names statements by their ids. With a list below it, it ends with a colon.
        quoted: the ids of the statements that are quoted below it.
        items: a list below it, of whatever else.
        literals: groups of literals in symbols, listed below these.
    """

    text: str
    quoted: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    literals: tuple[tuple[str, ...], ...] = ()


@runtime_checkable
class Describer(Protocol):
    """A backend or checker that also describes its certificates to a reader of a record, in a few sentences.

    The certificate is that of a record: plain values, which nothing has checked.
    """

    def describe(self, certificate: Mapping[str, Any]) -> Sequence[Description]:
        """Return what the certificate shows; nothing for a certificate of another kind.

        What is wrong with a certificate may raise any error: its values are then shown as they are.
        """


class Claimed(Struct, frozen=True):
    """A step of somebody's proof.

    Attributes:
        gives: what it claims to follow.
        uses: the ids of the statements that it follows from.
        premises: the numbers, from 1, of the earlier steps that it follows from.
    """

    gives: Claim
    uses: tuple[str, ...]
    premises: tuple[int, ...] = ()


@runtime_checkable
class Replayer(Protocol):
    """A checker that can also judge proofs by others, step by step."""

    def claims(self, theory: Theory, query: Query, verdict: Verdict) -> Sequence[Claimed]:
        """Return a proof of a statement that follows, as others would write it; its last step gives the statement."""

    def replay(
        self,
        theory: Theory,
        query: Query,
        verdict: Verdict,
        steps: Sequence[Claimed],
        limits: Limits,
    ) -> Sequence[str]:
        """Return for each step why it does not follow from what it names; an empty text if it does.

        A step that names a step that does not follow does not follow either.

        Raises:
            Undecided: the budget is too small.
        """
