"""A strategy for any logic of formulas: statements of which none follows from those before it, nor its opposite.

Statements are drawn from the family's `axiom` productions, and the questions that may be asked from its `query`
productions. Every statement says something new, and the theory has a model. Nothing is asked about an atom that no
statement speaks of: what is open could be told by that.
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
    walk,
)

TRIES = 20
"""How many statements are drawn, on average, for one that says something new."""


class IndependentKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    statements: Annotated[
        int, Meta(ge=1, le=30, description="the number of statements that are grown")
    ] = 4
    questions: Annotated[
        int, Meta(ge=1, le=100, description="the number of questions of which one is asked")
    ] = 12


class Independent:
    """Statements of which none follows from those before it, nor its opposite."""

    name: ClassVar[str] = "independent"
    makes: ClassVar[frozenset[Feature]] = frozenset({"requirements"})
    knobs: ClassVar[type[Knobs]] = IndependentKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "drawn": "how many statements were drawn, also those that say nothing new",
    }
    marks: ClassVar[Mapping[str, str]] = {}

    def grow(self, scene: Scene, knobs: IndependentKnobs, stream: Stream) -> Draft | Rejected:
        """Draw statements and questions, or say what ran out."""
        family, grammar = scene.family, scene.grammar
        env = Env(stream, dict(scene.values), {}, scene.split)
        grown: list[ir.Statement] = []
        drawn = 0
        try:
            while len(grown) < knobs.statements:
                if drawn == TRIES * knobs.statements:
                    return Rejected("too few statements say something new")
                drawn += 1
                statement = draw_statement(grammar, "axiom", env)
                known = scene.theory(scene.label(grown))
                if answer(family.engines, known, ir.Query(ir.Entailed(statement))) == "unknown":
                    grown.append(statement)
            asked = [draw_statement(grammar, "query", env) for _ in range(knobs.questions)]
        except NoValue as error:
            return Rejected(str(error))
        theory = ir.Theory(family.logic.name, scene.label(grown), family.signature, family.options)
        told = (*(each.statement for each in scene.core), *grown)
        spoken = frozenset[ir.Atom]().union(*map(_atoms, told))
        candidates = tuple(
            each for each in dict.fromkeys(asked) if each not in told and _atoms(each) <= spoken
        )
        if not candidates:
            return Rejected("no question is about what the theory speaks of")
        return Draft(theory, {"drawn": drawn}, candidates=candidates)


def _atoms(statement: ir.Statement) -> frozenset[ir.Atom]:
    return frozenset(node for node in walk(statement) if isinstance(node, ir.Atom))
