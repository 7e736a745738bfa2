"""Judging an answer in this process, within a budget."""

from collections.abc import Mapping
from math import inf
from typing import Any

import msgspec

from ...contract import Deadline, Limits, Score
from ...replies import Entry
from .judged import WHOLE, Budget
from .programs import judge_program
from .rows import judge_row

QUICK_PROGRAM = Limits(steps=300_000, seconds=0.125, threads=False)
QUICK_ROW = Limits(steps=1_000_000, seconds=0.125, threads=False)
"""The limits of a question in the process that scores: with them, no engine takes more than some tens of megabytes."""

QUICK_SECONDS = 0.5
"""After this time, no further question is asked in the process that scores."""


def quick_budget(record: Mapping[str, Any]) -> Budget:
    """Return a new budget for judging a reply in the process that scores."""
    return Budget(QUICK_ROW if _has_slots(record) else QUICK_PROGRAM, Deadline(QUICK_SECONDS))


def steps_budget() -> Budget:
    """Return a budget of as many steps as judging a reply may take, whatever the time."""
    return Budget(Limits(steps=WHOLE.steps), Deadline(inf))


def judge_within(record: Mapping[str, Any], read: Any, text: str, budget: Budget) -> Score:
    """Return the score of an answer.

    Args:
        record: its fields `logic`, `label`, `theory`, `certificate` and `reply`.
        read: its entries.
        text: the answer as its layout writes it.

    Raises:
        Undecided, EngineError: the budget is too small.
    """
    entries = msgspec.convert(read, tuple[Entry, ...])
    judge = judge_row if _has_slots(record) else judge_program
    return judge(record, entries, text, budget)


def _has_slots(record: Mapping[str, Any]) -> bool:
    """Return whether the answer consists of slots of a record, rather than literals."""
    return "kinds" in record["reply"]
