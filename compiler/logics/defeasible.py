"""Defeasible logic after Nute, and after Antoniou, Billington, Governatori and Maher (ACM TOCL 2001)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ..contract import Feature, Knobs


class Options(Knobs, frozen=True):
    """Which of the field's variants is meant; `docs/defeasible.md` defines each."""

    variant: Annotated[
        Literal[
            "blocking", "blocking_individual", "propagating", "propagating_individual", "parallel"
        ],
        Meta(description="how ambiguity and defeat work"),
    ] = "blocking"


class Defeasible:
    """A theory is facts, strict and defeasible rules, defeaters and a superiority relation between rules."""

    name: ClassVar[str] = "defeasible"
    accepts: ClassVar[frozenset[Feature]] = frozenset(
        {
            "facts",
            "rules",
            "defeasible_rules",
            "defeaters",
            "preferences",
            "strong_negation",
        }
    )
    options: ClassVar[type[Knobs]] = Options
    phrasebook: ClassVar[str] = "std.rules"
    establishes: ClassVar[str] = "metaprogram"
    confirms: ClassVar[tuple[str, ...]] = ("fixpoint", "derivation")
