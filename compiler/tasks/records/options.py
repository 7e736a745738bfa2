"""Common parts of tasks over records: drawing rows, judging them, choosing which to show."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from ...family import (
    Columns,
    Draft,
    Env,
    NoValue,
    Rejected,
    Sample,
    Scene,
    compile_mask,
    exclusive,
    union,
)
from ...ir import nodes as ir, walk
from ...random.stream import Stream


def draw_rows(
    scene: Scene, sample: Sample, alike: Sequence[str], stream: Stream
) -> Scene | Rejected:
    """Add rows of the family's record to the scene: all different, but alike in the given slots."""
    record = scene.family.record
    assert record is not None
    env = Env(stream, dict(scene.values), {}, scene.split)
    try:
        rows = record.draw(sample.count, alike, env, scene.values)
    except NoValue as error:
        return Rejected(str(error))
    different = {tuple(row.values()): row for row in rows}
    return replace(scene, rows=tuple(different.values()))


class Judged:
    """The rows of a scene under a draft's theory.

    Attributes:
        sums: for each statement the rows that satisfy it, as bits.
        right: the rows that satisfy all.
    """

    def __init__(self, scene: Scene, draft: Draft) -> None:
        self.rows = scene.rows
        self.every = (1 << len(scene.rows)) - 1
        self.literals: list[tuple[int, ...]] = []
        self.slots: list[tuple[str, ...]] = []
        self.sums: list[int] = []
        self.signs: list[tuple[bool, ...]] = []
        for labelled in draft.theory.statements:
            assert isinstance(labelled.statement, ir.Requirement)
            parts = literals_of(labelled.statement.formula)
            masks = draft.truths.get(labelled.id) or tuple(self._mask(part) for part in parts)
            self.literals.append(masks)
            self.slots.append(draft.slots.get(labelled.id) or tuple(map(_first_slot, parts)))
            self.signs.append(_signs(labelled.statement.formula, parts, len(masks)))
            if labelled.id in draft.truths:
                self.sums.append(union(masks))
            else:
                self.sums.append(self._mask(labelled.statement.formula))
        self.all = [mask for masks in self.literals for mask in masks]
        self.right = self.every
        for mask in self.sums:
            self.right &= mask

    def _mask(self, formula: ir.Formula) -> int:
        return mask_of(formula, self.rows)

    def entropy(self, place: int) -> float:
        """Return the entropy, in bits, of the share of literals that a row satisfies."""
        return binary_entropy(self.met[place], len(self.all))

    @cached_property
    def met(self) -> list[int]:
        """How many literals each row satisfies."""
        return [sum(mask >> place & 1 for mask in self.all) for place in range(len(self.rows))]

    @cached_property
    def alone(self) -> list[int]:
        """For each sum, the rows that it alone excludes."""
        return exclusive(self.sums, self.every)

    @cached_property
    def seen(self) -> list[list[Seen]]:
        """What a reader sees of the literals of each sum."""
        return [
            list(map(Seen, masks, signs, slots))
            for masks, signs, slots in zip(self.literals, self.signs, self.slots, strict=True)
        ]

    def entropy_by_slot(self, place: int) -> float:
        """Return the mean over slots of the entropy of the share of the slot's literals that a row satisfies."""
        by_slot: dict[str, list[int]] = {}
        for masks, slots in zip(self.literals, self.slots, strict=True):
            for mask, slot in zip(masks, slots, strict=True):
                by_slot.setdefault(slot, []).append(mask >> place & 1)
        entropies = [binary_entropy(sum(truths), len(truths)) for truths in by_slot.values()]
        return sum(entropies) / max(1, len(entropies))


@dataclass(frozen=True)
class Seen:
    """What a reader sees of a literal: the rows that satisfy it, its sign, and its slot."""

    mask: int
    negated: bool
    slot: str


def mask_of(formula: ir.Formula, rows: Sequence[Mapping[str, Any]]) -> int:
    """Return the rows that satisfy a ground formula, as bits."""
    return compile_mask(formula)(Columns(rows), {})


def literals_of(formula: ir.Formula) -> tuple[ir.Formula, ...]:
    """Return the primitive conditions of a formula in the order of the text; `not (x < 3)` counts as one."""
    match formula:
        case ir.And(parts=parts) | ir.Or(parts=parts):
            return tuple(each for part in parts for each in literals_of(part))
        case ir.Not(part=ir.And() | ir.Or() as part):
            return literals_of(part)
        case _:
            return (formula,)


def _signs(formula: ir.Formula, parts: Sequence[ir.Formula], number: int) -> tuple[bool, ...]:
    """Return for each literal of a sum whether it is negated.

    A literal may have several primitive conditions.
    """
    match formula:
        case ir.Or(parts=literals) if len(literals) == number:
            parts = literals
        case _ if number == 1:
            parts = (formula,)
    return tuple(isinstance(part, ir.Not) for part in parts)


def _first_slot(formula: ir.Formula) -> str:
    return next((node.name for node in walk(formula) if isinstance(node, ir.Slot)), "")


@lru_cache(maxsize=4096)
def binary_entropy(some: int, all: int) -> float:
    """Return the entropy, in bits, of a share `some / all`, to nine digits.

    Beyond these, logarithms differ from machine to machine.
    """
    if some in (0, all):
        return 0.0
    share = some / all
    return round(-share * math.log2(share) - (1 - share) * math.log2(1 - share), 9)


def places(mask: int) -> list[int]:
    """Return the places of the bits that are set, in order."""
    found = []
    while mask:
        rest = mask & mask - 1
        found.append((mask ^ rest).bit_length() - 1)
        mask = rest
    return found


def spread(
    candidates: Sequence[int], taken: Sequence[int], count: int, judged: Judged, stream: Stream
) -> list[int]:
    """Choose rows whose entropies are far from each other's and from those already taken.

    Greedy: the next row is the one farthest from its nearest chosen neighbour; ties are broken at
    random.
    """
    left = stream.shuffled(candidates)
    values = {place: judged.entropy(place) for place in (*left, *taken)}
    chosen: list[int] = []
    while left and len(chosen) < count:
        near = [values[place] for place in (*taken, *chosen)]
        best = (
            max(left, key=lambda place: min(abs(values[place] - each) for each in near))
            if near
            else left[0]
        )
        left.remove(best)
        chosen.append(best)
    return chosen


def row_node(family_kinds: Mapping[str, Any], id: str, row: Mapping[str, Any]) -> ir.Row:
    """Return the node of a row."""
    return ir.Row(id, tuple(kind.term(row[name]) for name, kind in family_kinds.items()))


def letter(place: int) -> str:
    """Return the name of an option: `A` to `Z`, then `AA`, `AB` …"""
    return chr(65 + place) if place < 26 else letter(place // 26 - 1) + letter(place % 26)
