"""All solutions of a program that is written out, each in the form of the question."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ...certify.exploration import ground
from ...contract import Grounder
from ...family import Rejected, Scene
from ...ir import nodes as ir
from ...notation import show
from ...replies import write_answer
from .knobs import SolutionKnobs
from .making import program_layout
from .programs import entry_of, field_of, shown_parts


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
    """Return up to `most` solutions: the part of the answer set `first`, and others.

    Raises:
        Undecided: the program is too large for the engine's budget.
    """
    engines = scene.family.engines
    found: list[tuple[ir.Literal, ...]] = []
    complete = True
    for part in shown_parts(engines, theory, goal.shown, first):
        if isinstance(part, Rejected):
            return part
        if len(found) == most:
            complete = False
            break
        found.append(part)
    atoms: Sequence[ir.Literal] = [literal for part in found for literal in part]
    if isinstance(engines.explorer, Grounder):
        atoms = ground(engines, theory).atoms
    layout = program_layout(
        goal.shown, knobs, scene.templates, partial(field_of, scene, theory, atoms)
    )
    if isinstance(layout, str):
        return Rejected(layout)
    texts: list[str] = []
    for part in found:
        entries = (entry_of(goal.shown, literal) for literal in part)
        texts.append(write_answer(layout, tuple(entry for entry in entries if entry is not None)))
    return Listing(tuple(tuple(map(show, part)) for part in found), tuple(texts), complete)
