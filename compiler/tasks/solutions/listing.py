"""All solutions of a program that is written out, each in the form of the question."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...family import Rejected, Scene
from ...ir import nodes as ir
from ...notation import show
from .knobs import SolutionKnobs
from .making import ground_layout, write_solution
from .programs import entry_of, shown_parts


@dataclass(frozen=True)
class Listing:
    """Solutions of a program.

    Attributes:
        literals: the literals of each that the question shows.
        texts: each as an answer to the question.
        complete: whether there are no others.
    """

    literals: tuple[tuple[str, ...], ...]
    texts: tuple[str, ...]
    complete: bool


def list_solutions(
    scene: Scene,
    theory: ir.Theory,
    goal: ir.Solution,
    knobs: SolutionKnobs,
    first: Sequence[ir.Literal],
    most: int,
) -> Listing | Rejected:
    """Return up to `most` solutions: the part of the answer set `first`, and others."""
    found: list[tuple[ir.Literal, ...]] = []
    complete = True
    for part in shown_parts(scene.family.engines, theory, goal.shown, first):
        if isinstance(part, Rejected):
            return part
        if len(found) == most:
            complete = False
            break
        found.append(part)
    literals = [literal for part in found for literal in part]
    layout = ground_layout(scene, theory, goal.shown, knobs, literals)
    if isinstance(layout, Rejected):
        return layout
    texts: list[str] = []
    for part in found:
        entries = (entry_of(goal.shown, literal) for literal in part)
        text = write_solution(layout, tuple(entry for entry in entries if entry is not None))
        if isinstance(text, Rejected):
            return text
        texts.append(text)
    return Listing(tuple(tuple(map(show, part)) for part in found), tuple(texts), complete)
