"""The answers that a puzzle can have, each with a solution of its own, and what can be said of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...family import NoValue, Scene
from ...ir import Binding
from ...ir import nodes as ir
from ...ir.fill import fill
from ...notation import show


@dataclass(frozen=True)
class Aimed:
    """The places of the literals of a question that the solution is to hold, and of those that it is to lack."""

    true: tuple[int, ...] = ()
    false: tuple[int, ...] = ()


@dataclass(frozen=True)
class Way:
    """A solution with the answers aimed at: the literals that were open, and the clues that are true of it."""

    aimed: Aimed
    open: Sequence[int]
    fitting: Sequence[int]


Matter = tuple[int, ...]
"""What clues speak of: the clue that is given in each way."""


def alternatives(scene: Scene) -> list[tuple[tuple[ir.Literal, ...], tuple[ir.Literal, ...]]]:
    """Return each answer that there can be where there is one: its literal, and those of the others."""
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
    """Return the places of literals with these holes; None if one that is to hold cannot."""
    holding = tuple(places.get(fill(literal, binding), -1) for literal in true)  # type: ignore[call-overload]
    lacking = (places.get(fill(literal, binding), -1) for literal in false)  # type: ignore[call-overload]
    return (
        None if -1 in holding else Aimed(holding, tuple(value for value in lacking if value >= 0))
    )
