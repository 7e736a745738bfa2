"""Growing a theory from the literal to be decided towards facts, with conflicts and preferences.

After Kazemi et al., "BoardgameQA" (NeurIPS 2023), section 3. There, a goal is made to follow, and
the theory is changed if the goal should not follow: a glance at the two sides of the question
reveals the label. Here one theory serves every label, and only the facts at the ends of its
branches differ; see `matched.py`. For other tasks, and without `matched`, theories are grown as in
the publication; see `published.py`.
"""

from collections.abc import Mapping
from typing import ClassVar

from ...contract import Feature, Knobs
from ...family import Draft, NoValue, Rejected, Scene
from ...ir import nodes as ir
from ...random.stream import Stream
from .goals import unfit
from .growth import FIGURES
from .knobs import BackwardKnobs
from .matched import draw_matched
from .published import draw_established


class Backward:
    """Grows rules and facts backward from a goal, with conflicts and distractors."""

    name: ClassVar[str] = "backward"
    makes: ClassVar[frozenset[Feature]] = frozenset({"facts", "defeasible_rules", "preferences"})
    draws: ClassVar[frozenset[str]] = frozenset({"rule"})
    knobs: ClassVar[type[Knobs]] = BackwardKnobs
    figures: ClassVar[Mapping[str, str]] = FIGURES
    marks: ClassVar[Mapping[str, str]] = {}

    def unused(self, template: ir.Node) -> str:
        """Return why no rule is made from an alternative of a production; empty if one can be."""
        return unfit(template)

    def grow(self, scene: Scene, knobs: BackwardKnobs, stream: Stream) -> Draft | Rejected:
        """Draw a theory for the question, or reject it with what ran out."""
        grown = (
            draw_matched if knobs.matched and _is_left_to_the_strategy(scene) else draw_established
        )
        try:
            return grown(scene, knobs, stream)
        except NoValue as error:
            return Rejected(str(error), error.details)


def _is_left_to_the_strategy(scene: Scene) -> bool:
    """Return whether the question is about the strategy's own goal, with one of several labels."""
    match scene.asked:
        case ir.Entailed(statement=ir.Fact(literal=ir.Hole())):
            return not scene.aims and len(scene.sought) > 1
        case _:
            return False
