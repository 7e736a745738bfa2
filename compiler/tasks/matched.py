"""Right and wrong options among which the right ones do not stand out by what can be counted.

A requirement that is drawn is as likely as each one that has the opposites of all its literals of some slots. So wrong
options are taken that such others accept, each by one that rejects the rest: which option is right then depends on
which of the requirements was drawn, and where the options lie, next to each other or to what the literals name, is the
same for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, combinations

from ..contract import Scene
from ..kinds import Scalar
from ..matching import Trait, even
from ..strategies.product_of_sums import fault, union
from ..stream import Stream
from .options import Judged, places

WITNESSES = 2
"""At most so many wrong options are drawn because one sum alone excludes them."""

TRIES = 60
"""How often requirements are drawn that are each to accept options of its own."""

CHOICES = 6
"""How many times options are drawn for the same requirements."""

FRUITLESS = 40
"""After so many draws without options none are sought any more."""

DROPPED = 0.5
"""How often a draft without such options is dropped: where hardly any has them, some are kept all the same."""


@dataclass(frozen=True)
class Turned:
    """A requirement with the opposites of the literals of some slots.

    Attributes:
        literals: for each sum the rows that satisfy each literal, as bits.
        every: all rows.
        right: the rows that satisfy it.
    """

    literals: Sequence[Sequence[int]]
    every: int
    right: int

    @cached_property
    def sound(self) -> bool:
        """Whether it is as good a requirement as one that is drawn has to be."""
        return not fault(self.literals, self.every)

    @cached_property
    def met(self) -> list[int]:
        """How many of its literals each row satisfies."""
        masks = [mask for each in self.literals for mask in each]
        return _numbers(masks, range(self.every.bit_length()))


def matched(
    scene: Scene, judged: Judged, right: int, wrong: int, stream: Stream
) -> tuple[list[int], list[int]] | None:
    """Choose so many right rows and wrong rows: the right ones stand anywhere in what a reader counts.

    Wrong rows are accepted by requirements as sound as the one that is drawn. Where none are, the draft is to be
    dropped most times: None. Else unsound ones serve as well, and where there are too few of those for any draft,
    right rows stand where even chances put them.
    """
    own, *others = turnings(judged)
    sizes = [right] * (wrong // right) + [wrong % right] * (wrong % right > 0)
    if len(others) >= len(sizes):
        sound = [each for each in others if each.sound or not own.sound]
        found = _exchangeable(own, sound, [right, *sizes], stream)
        if found is None and stream.chance(DROPPED):
            return None
        found = found or _exchangeable(own, others, [right, *sizes], stream)
        if found is not None:
            return found[0], [row for group in found[1:] for row in group]
    draw = partial(_drawn, judged, right, wrong, stream)
    outside = places(judged.every & ~judged.right)
    return even(draw, outside, _traits(scene, judged), stream)


def turnings(judged: Judged) -> list[Turned]:
    """Return the requirements with the literals of some slots turned round that a row satisfies, as it is first."""
    slots = dict.fromkeys(slot for names in judged.slots for slot in names)
    sets = chain.from_iterable(combinations(slots, size) for size in range(len(slots) + 1))
    found = []
    for turned in sets:
        masks = [
            [
                mask ^ judged.every if slot in turned else mask
                for mask, slot in zip(literals, names, strict=True)
            ]
            for literals, names in zip(judged.literals, judged.slots, strict=True)
        ]
        right = judged.every
        for literals in masks:
            right &= union(literals)
        if right:
            found.append(Turned(masks, judged.every, right))
    return found


def _exchangeable(
    own: Turned, others: Sequence[Turned], sizes: Sequence[int], stream: Stream
) -> list[list[int]] | None:
    """Choose as many rows that a requirement accepts, and for others as many that each accepts alone.

    Of many such choices that is taken in which the rows that a requirement accepts, whichever it is, stand out least by
    how many of its literals they satisfy. None where there are no such rows.
    """
    if len(others) < len(sizes) - 1:
        return None
    best: tuple[float, list[list[int]]] | None = None
    for drawn in range(TRIES):
        if best is None and drawn == FRUITLESS:
            break
        chosen = [own, *stream.sample(others, len(sizes) - 1)]
        alone = _alone(chosen)
        if any(len(rows) < size for rows, size in zip(alone, sizes, strict=True)):
            continue
        for _ in range(CHOICES):
            groups = [stream.sample(rows, size) for rows, size in zip(alone, sizes, strict=True)]
            off = sum(_leads(e.met, group, groups) for e, group in zip(chosen, groups, strict=True))
            if best is None or off < best[0]:
                best = off, groups
        if best is not None and best[0] <= 1:
            break
    return None if best is None else best[1]


def _alone(chosen: Sequence[Turned]) -> list[list[int]]:
    """Return for each requirement the rows that it accepts and the others reject."""
    some = several = 0
    for each in chosen:
        several |= some & each.right
        some |= each.right
    return [places(each.right & ~several) for each in chosen]


def _leads(met: Sequence[int], group: Sequence[int], groups: Sequence[Sequence[int]]) -> float:
    """Return how likely an option that satisfies the most literals is to be of a group, ties by lot."""
    most = max(met[row] for each in groups for row in each)
    first = [row for each in groups for row in each if met[row] == most]
    return sum(row in group for row in first) / len(first)


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
    named: dict[bool, dict[str, list[int]]] = {}
    found = [
        Trait(judged.met, 4.0),
        Trait(_numbers((each.mask for each in seen if not each.negated), rows)),
        Trait(_numbers(plain, rows)),
    ]
    kinds = scene.family.kinds
    for each, mask in zip(seen, plain, strict=True):
        if not isinstance(kinds.get(each.slot), Scalar):
            named.setdefault(each.negated, {}).setdefault(each.slot, []).append(mask)
    found += [Trait(_numbers(map(union, slots.values()), rows), 4.0) for slots in named.values()]
    for slot in dict.fromkeys(each.slot for each in seen):
        if isinstance(kinds.get(slot), Scalar):
            found.append(Trait([row[slot] for row in scene.rows]))
    return found


def _numbers(masks: Iterable[int], rows: Sequence[int]) -> list[int]:
    """Return how many of the masks each row is in."""
    held = list(masks)
    return [sum(mask >> row & 1 for mask in held) for row in rows]
