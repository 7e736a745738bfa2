"""The possible answers of a puzzle, with a solution for each, and what clues in all can concern."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...family import NoValue, Scene
from ...ir import Binding, fill, nodes as ir
from ...notation import show


@dataclass(frozen=True)
class Aimed:
    """The places of a question's literals that the solution must have, and those it must lack."""

    true: tuple[int, ...] = ()
    false: tuple[int, ...] = ()


@dataclass(frozen=True)
class Way:
    """A solution with the intended answers: the literals that were open, and the true clues."""

    aimed: Aimed
    open: Sequence[int]
    fitting: Sequence[int]


Matter = tuple[int, ...]
"""What clues are about: the clue that is used for it in each way."""


def alternatives(scene: Scene) -> list[tuple[tuple[ir.Literal, ...], tuple[ir.Literal, ...]]]:
    """Return each possible answer of a question with one: its literal, and those of the others."""
    if len(scene.aims) != 1:
        raise NoValue("`matched` takes a question with one answer: write `most 1  least 1`")
    known = sorted((*scene.aims, *scene.barred), key=show)
    return [
        ((literal,), tuple(other for other in scene.barred if other != literal) + own)
        for literal in known
        for own in [() if literal in scene.aims else scene.aims]
    ]


def places_of(
    true: Iterable[ir.Literal],
    false: Iterable[ir.Literal],
    binding: Binding,
    places: Mapping[ir.Literal, int],
) -> Aimed | None:
    """Return the places of literals under a binding; None if one that must hold cannot."""
    holding = tuple(places.get(fill(literal, binding), -1) for literal in true)  # type: ignore[call-overload]
    lacking = (places.get(fill(literal, binding), -1) for literal in false)  # type: ignore[call-overload]
    return (
        None if -1 in holding else Aimed(holding, tuple(value for value in lacking if value >= 0))
    )
