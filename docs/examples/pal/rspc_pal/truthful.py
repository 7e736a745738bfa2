"""A strategy for logics in which something is said: what is drawn is true where it is said, and new to somebody.

The written statements of the family say who sees what, and tell the reader what is so. Announcements are drawn from
the `axiom` productions. One is kept if it follows from what the reader knows and what was said before, and does not
follow from what was said alone: then it is true, and rules a case out.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from rspc.plugin import (
    Draft,
    Env,
    Feature,
    Knobs,
    NoValue,
    Rejected,
    Scene,
    Stream,
    answer,
    draw_statement,
    ir,
)

from .logic import formula, operator

TRIES = 30
"""How many announcements are drawn, on average, for one that is true and new."""


class TruthfulKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    announcements: Annotated[
        int, Meta(ge=1, le=12, description="the number of announcements that are grown")
    ] = 2


class Truthful:
    """Announcements of which each is true when it is made, and rules a case out."""

    name: ClassVar[str] = "truthful"
    makes: ClassVar[frozenset[Feature]] = frozenset({"requirements", "said"})
    knobs: ClassVar[type[Knobs]] = TruthfulKnobs
    figures: ClassVar[Mapping[str, str]] = {"drawn": "how many announcements were drawn in all"}
    marks: ClassVar[Mapping[str, str]] = {}

    def grow(self, scene: Scene, knobs: TruthfulKnobs, stream: Stream) -> Draft | Rejected:
        """Draw announcements, or report what ran out."""
        env = Env(stream, dict(scene.values), {}, scene.split)
        heard = [each.statement for each in scene.core if operator(each.statement) in _HEARD]
        grown: list[ir.Statement] = []
        for drawn in range(1, TRIES * knobs.announcements + 1):
            try:
                said = draw_statement(scene.grammar, "axiom", env)
            except NoValue as error:
                return Rejected(str(error))
            whole = formula(said)
            if not isinstance(whole, ir.Modal) or whole.operator != "said":
                return Rejected("an `axiom` production gives what is not said")
            asked = ir.Query(ir.Entailed(ir.Requirement(whole.parts[0])))
            engines, known = scene.family.engines, scene.theory(scene.label(grown))
            if answer(engines, known, asked) != "true":
                continue
            public = _theory(scene, [*heard, *grown])
            if answer(engines, public, asked) == "unknown":
                grown.append(said)
            if len(grown) == knobs.announcements:
                family = scene.family
                made = scene.label(grown)
                theory = ir.Theory(family.logic.name, made, family.signature, family.options)
                return Draft(theory, {"drawn": drawn})
        return Rejected("too few announcements are true and new")


_HEARD = ("sees", "said")


def _theory(scene: Scene, statements: list[ir.Statement]) -> ir.Theory:
    labelled = tuple(ir.Labelled(f"s{n}", each) for n, each in enumerate(statements))
    family = scene.family
    return ir.Theory(family.logic.name, labelled, family.signature, family.options)
