"""Answer set programming after Gelfond and Lifschitz (1991), in the semantics of ASP-Core-2 as clingo has it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ..analysis.program_classes import FIGURES, MARKS, figures
from ..contract import Feature, Knobs, Label
from ..ir import Theory, nodes as ir

_EVERY_SET: Mapping[Label, str] = {
    "true": "if in every set",
    "false": "if opposite in every set",
    "unknown": "otherwise",
}
_SOME_SET: Mapping[Label, str] = {
    "true": "if in some set",
    "false": "if opposite in some set",
    "unknown": "if neither in any set",
}


class Options(Knobs, frozen=True):
    """How answer sets are given. What they are depends on no option."""

    most: Annotated[int, Meta(ge=1, le=100_000, description="the most answer sets shown")] = 100
    show: Annotated[
        str,
        Meta(description="the literals shown of each, as `p/1, -q/2`; empty for all"),
    ] = ""

    def __post_init__(self) -> None:
        for part in self.show.split(","):
            if part.strip() and not re.fullmatch(r"-?.+/\d+", part.strip()):
                raise ValueError(f"Expected signatures such as p/1, -q/2, not {part.strip()}")


class Asp:
    """A theory is a program: facts, rules, constraints, choices and objectives."""

    name: ClassVar[str] = "asp"
    accepts: ClassVar[frozenset[Feature]] = frozenset(
        {
            "facts",
            "rules",
            "constraints",
            "disjunction",
            "choice",
            "aggregates",
            "comparisons",
            "negation",
            "arithmetic",
            "functions",
            "default_negation",
            "strong_negation",
            "optimisation",
            "answer_sets",
        }
    )
    options: ClassVar[type[Knobs]] = Options
    phrasebook: ClassVar[str] = "std.programs"
    establishes: ClassVar[str] = "clingo"
    confirms: ClassVar[tuple[str, ...]] = ("stability",)
    explores: ClassVar[str] = "clingo"
    monotonic: ClassVar[bool] = False
    introduces: ClassVar[str] = "{text}"
    figures: ClassVar[Mapping[str, str]] = FIGURES
    marks: ClassVar[Mapping[str, str]] = MARKS
    notation: ClassVar[Mapping[Feature, str]] = {
        "": "notation facts",
        "rules": "notation program rules",
        "constraints": "notation constraints",
        "disjunction": "notation disjunction",
        "choice": "notation choice",
        "default_negation": "notation default",
        "aggregates": "notation aggregates",
        "comparisons": "notation comparisons",
    }

    def meanings(self, goal: ir.Entailed) -> Mapping[Label, str]:
        """Return meanings that refer to all answer sets or to some; without a mode, there is only one."""
        return _SOME_SET if goal.mode == "brave" else _EVERY_SET

    def readings(self, options: Knobs) -> Mapping[str, Knobs]:
        return {}

    def close(
        self,
        predicates: Mapping[str, Sequence[Sequence[ir.Term]]],
        statements: Sequence[ir.Labelled],
        ids: Iterator[str],
    ) -> list[ir.Labelled]:
        """Return `not p(a) -> -p(a)` for each atom: its opposite holds unless it follows itself.

        The rules are ground, so no other atom is in an answer set. Programs without cycles through negation keep
        one answer set, if no condition of theirs is the opposite of a closed atom.
        """
        atoms = (
            ir.Atom(name, terms) for name, own in predicates.items() for terms in product(*own)
        )
        return [
            ir.Labelled(
                next(ids),
                ir.Rule((ir.Literal(atom, default=True),), "->", ir.Literal(atom, negative=True)),
            )
            for atom in atoms
        ]

    def classify(self, theory: Theory) -> Mapping[str, Any]:
        return figures(theory)
