"""Right and wrong options among which the right ones do not stand out by what can be counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ..contract import Scene
from ..kinds import Scalar
from ..matching import Trait, even
from ..stream import Stream
from .options import Judged, places

WITNESSES = 2
"""At most so many wrong options are drawn because one sum alone excludes them."""


def matched(
    scene: Scene, judged: Judged, right: int, wrong: int, stream: Stream
) -> tuple[list[int], list[int]]:
    """Choose so many right rows and wrong rows: the right ones stand anywhere in what a reader counts."""
    draw = partial(_drawn, judged, right, wrong, stream)
    outside = places(judged.every & ~judged.right)
    return even(draw, outside, _traits(scene, judged), stream)


def _drawn(judged: Judged, right: int, wrong: int, stream: Stream) -> tuple[list[int], list[int]]:
    """Draw right rows, and wrong rows of which most satisfy about as many literals."""
    good = stream.sample(places(judged.right), right)
    outside = judged.every & ~judged.right
    level = judged.met[good[0]]
    near = [place for place in places(outside) if abs(judged.met[place] - level) <= 1]
    chosen: list[int] = []
    for alone in stream.shuffled(judged.alone)[: stream.below(WITNESSES + 1)]:
        fitting = [place for place in places(alone) if place not in chosen]
        if fitting and len(chosen) < wrong:
            chosen.append(stream.pick(fitting))
    left = [place for place in near if place not in chosen]
    missing = wrong - len(chosen)
    if len(left) < missing:
        left = [place for place in places(outside) if place not in chosen]
    return good, chosen + stream.sample(left, missing)


def _traits(scene: Scene, judged: Judged) -> list[Trait]:
    """Return what a reader sees of the rows."""
    rows = range(len(scene.rows))
    seen = [each for literals in judged.seen for each in literals]
    plain = [each.mask ^ judged.every if each.negated else each.mask for each in seen]
    spoken: dict[str, list[int]] = {}
    found = [
        Trait(judged.met, 4.0),
        Trait(_numbers((each.mask for each in seen if not each.negated), rows)),
        Trait(_numbers(plain, rows)),
    ]
    for each, mask in zip(seen, plain, strict=True):
        spoken.setdefault(each.slot, []).append(mask)
    kinds = scene.family.kinds
    words = [
        _any(masks) for slot, masks in spoken.items() if not isinstance(kinds.get(slot), Scalar)
    ]
    if words:
        found.append(Trait(_numbers(words, rows), 4.0))
    for slot in spoken:
        if isinstance(kinds.get(slot), Scalar):
            found.append(Trait([row[slot] for row in scene.rows]))
    return found


def _numbers(masks: Iterable[int], rows: Sequence[int]) -> list[int]:
    """Return how many of the masks each row is in."""
    held = list(masks)
    return [sum(mask >> row & 1 for mask in held) for row in rows]


def _any(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
