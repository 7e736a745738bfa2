"""Finds tests that distinguish no rows: literals of them would say nothing, and no theory could use them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...dsl.diagnostics import SpecError
from ..contract import Limits, Prover, Undecided
from ..family import Columns, Env, Family, NoValue, SlotTest, chosen_values, slot_values
from ..ir import Truth
from ..random.stream import Stream

SETTINGS = 6
ROWS = 40
DRAWS = 20
"""How many settings are tried, how many rows are drawn for each, and how often a test's holes are filled for them."""

QUICK = Limits(steps=200_000)

Drawn = tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]
"""The values of parameters and choices, and rows drawn under them."""


def idle(family: Family) -> Iterator[tuple[SlotTest, int]]:
    """Yield each test that was true of all rows or of none in every trial, and the number of rows it was evaluated on.

    Nothing is yielded if rows or holes cannot be drawn: this is reported when an instance needs them.
    """
    for split in dict.fromkeys(("", *(test.item.split for test in family.tests))):
        tests = [test for test in family.tests if test.item.split == split]
        try:
            drawn = list(_draw_rows(family, split)) if tests else []
            for test in tests:
                asked = _count_idle_rows(test, drawn, split)
                if asked:
                    yield test, asked
        except SpecError:
            continue


def _draw_rows(family: Family, split: str) -> Iterator[Drawn]:
    assert family.record is not None
    for number in range(SETTINGS):
        try:
            values = chosen_values(family, {}, ("idle",), number, split)
            env = Env(Stream("idle", number), dict(values), {}, split)
            yield values, family.record.draw(ROWS, (), env, values)
        except NoValue:
            continue


def _count_idle_rows(test: SlotTest, drawn: Iterable[Drawn], split: str) -> int:
    """Return on how many rows a test was evaluated without distinguishing any two; 0 if it did, or was never
    evaluated.
    """
    asked = 0
    for number, (values, rows) in enumerate(drawn):
        env = Env(Stream("idle", test.name, number), dict(values), {}, split)
        if test.guard is not None and not test.guard.draw(env):
            continue
        columns = Columns(rows)
        at_hand = {slot: slot_values(columns[slot]) for slot in test.slots}
        for _ in range(DRAWS):
            try:
                holes = test.draw(Env(env.stream, dict(values), at_hand, split))
            except NoValue:
                continue
            if 0 < test.mask(columns, holes).bit_count() < len(rows):
                return 0
            asked += len(rows)
    return asked


def always(test: SlotTest, family: Family, prover: Prover) -> bool | None:
    """Return the truth that a test has whatever its slots and holes are; None if it has none, or none soon found."""
    for truth in (True, False):
        parts = test.formula, Truth(not truth), dict(family.kinds), dict(test.holes)
        try:
            if prover.complementary(*parts, QUICK) is None:
                return truth
        except Undecided:
            continue
    return None
