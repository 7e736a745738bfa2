"""Instances that share a theory: attempts are repeated until one is kept, which is remembered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ...dsl.source import NOWHERE, Span
from ..contract import Verdict
from ..family import Asked, Draft, NoValue, Posed, Rejected, Scene, TooLarge
from ..ir import nodes as ir
from ..random.stream import Stream
from .drops import Drop, drop_of, report_drop
from .prompts import Arrangement
from .setting import Setting

MOST_SPENT = 5
"""If this many attempts all run out of an engine's budget, no more are made."""

ALL = -1
"""The place of all questions of a family together."""

PATIENCE = 20
"""The number of attempts that share common draws before these are redrawn.

There may be no instance with the first draw.
"""


REDRAWN = 10
"""The number of attempts that share chosen values if drafts are dropped for their labels."""

ALIKE = 100
"""If so many attempts make the same theory, which has another label than the one that was drawn, no more are made."""


@dataclass
class Attempt:
    """One attempt at a group of instances, with its results so far.

    Attributes:
        asks: the questions about its theory.
        place: the place of the question among those of the family; `ALL` if the theory is shared by all.
        number: the number of the attempt at the group, from 0.
        lot: the stream for the draws that all attempts at the group share.
    """

    asks: tuple[Asked, ...]
    place: int
    group: int
    number: int
    stream: Stream
    lot: Stream
    draft: Draft | None = None
    posed: Posed | None = None

    @property
    def redraws(self) -> int:
        """How often chosen values have been redrawn if drafts are dropped for their labels."""
        return self.number // REDRAWN


@dataclass(frozen=True)
class Kept:
    """What was drawn, decided and said for an instance, before it has an index.

    `attempt` counts from 0. `rejections` counts the dropped drafts by reason, and `drops` has the
    first such attempt for each.
    """

    attempt: int
    asked: Asked
    scene: Scene
    draft: Draft
    posed: Posed
    sentences: Mapping[str, str]
    verdict: Verdict
    engines: Mapping[str, str]
    style: int
    targets: int
    rejections: Mapping[str, int]
    drops: Mapping[str, int]
    arrangement: Arrangement | None = None


class Dropped(Exception):
    """Raised if an attempt is dropped."""

    def __init__(self, rejected: Rejected) -> None:
        self.rejected = rejected
        super().__init__(rejected.reason)


class Exhausted(Exception):
    """Raised if every attempt at an index is dropped.

    `rejections` counts the reasons, and `span` is the place of the theory's description. `explain` returns
    the first draft that was dropped for a reason. `matched` is true if the theory must allow every answer,
    which needs more words and names. `labels` counts the labels of the drafts that were dropped for them.
    """

    def __init__(
        self,
        index: int,
        rejections: Mapping[str, int],
        span: Span = NOWHERE,
        explain: Callable[[str], Drop | None] = lambda cause: None,
        matched: bool = False,
        labels: Mapping[str, int] | None = None,
    ) -> None:
        self.index = index
        self.labels = dict(labels or {})
        self.matched = matched
        self.span = span
        self.explain = explain
        self.rejections = dict(rejections)
        counts = "; ".join(f"{count} x {reason}" for reason, count in self.rejections.items())
        super().__init__(f"no attempt at instance {index} was kept: {counts}")


Stages: TypeAlias = Callable[[Setting, Attempt], list[Kept]]
"""Makes the instances of a group. Raises `Dropped`, or `NoValue`, if they cannot be kept."""

Memory: TypeAlias = "dict[int, tuple[Any, list[Kept]]]"
"""The last group of each question, by the question's place, with the key it was made for; or of all together."""


class Groups:
    """The groups of instances under one setting."""

    def __init__(self, setting: Setting, stages: Stages, memory: Memory | None = None) -> None:
        self.setting = setting
        self._stages = stages
        self._memory: Memory = {} if memory is None else memory

    def group(self, asked: Asked, group: int) -> list[Kept]:
        """Return a question's instances that share a theory; make them unless they were the last ones made.

        Raises Exhausted if every attempt is dropped.
        """
        setting, place = self.setting, self._place(asked)
        name = setting.params_hash, setting.key, group, setting.known is None
        if place not in self._memory or self._memory[place][0] != name:
            self._memory[place] = name, self._make(asked, place, group)
        made = self._memory[place][1]
        return [each for each in made if each.asked is asked] if place == ALL else made

    def at(self, index: int) -> Kept:
        """Return the instance at an index of the setting. Raises Exhausted as `group` does."""
        asked, number = self.setting.ask_at(index)
        group, member = divmod(number, self.setting.members(asked))
        return self.group(asked, group)[member]

    def explain(self, asked: Asked, group: int, attempt: int) -> Drop | None:
        """Return the draft that is dropped at an attempt; None if it is kept."""
        return self._explain(self._attempt(asked, self._place(asked), group, attempt))

    def _place(self, asked: Asked) -> int:
        return ALL if self.setting.shared else self.setting.family.asks.index(asked)

    def _attempt(self, asked: Asked, place: int, group: int, number: int) -> Attempt:
        key = self.setting.key
        asks = self.setting.asks if place == ALL else (asked,)
        lot = Stream(*key, place, group, "lot")
        if number >= PATIENCE:
            lot = lot.fork("again", number // PATIENCE)
        return Attempt(asks, place, group, number, Stream(*key, place, group, number), lot)

    def _try(self, attempt: Attempt) -> list[Kept] | Rejected:
        try:
            return self._stages(self.setting, attempt)
        except NoValue as error:
            return Rejected(str(error), error.details, spent=isinstance(error, TooLarge))
        except Dropped as dropped:
            return dropped.rejected

    def _explain(self, attempt: Attempt) -> Drop | None:
        made = self._try(attempt)
        return drop_of(made, attempt.draft, attempt.posed) if isinstance(made, Rejected) else None

    def _make(self, asked: Asked, place: int, group: int) -> list[Kept]:
        setting = self.setting
        rejections: dict[str, int] = {}
        drops: dict[str, int] = {}
        labels: dict[str, int] = {}
        dropped: set[ir.Theory] = set()
        spent = 0
        for number in range(
            setting.family.attempts * (len(setting.splits) if setting.split else 1)
        ):
            attempt = self._attempt(asked, place, group, number)
            made = self._try(attempt)
            if not isinstance(made, Rejected):
                return [replace(made[0], rejections=rejections, drops=drops), *made[1:]]
            rejections[made.reason] = rejections.get(made.reason, 0) + 1
            drops.setdefault(made.reason, number)
            report_drop(made.reason)
            spent += made.spent
            if made.label:
                labels[made.label] = labels.get(made.label, 0) + 1
                dropped |= {attempt.draft.theory} if attempt.draft is not None else set()
            if spent == number + 1 == MOST_SPENT or _is_settled(labels, dropped, number):
                break

        def explain(cause: str) -> Drop | None:
            return self.explain(asked, group, drops[cause]) if cause in drops else None

        members = setting.block if place == ALL else setting.members(asked)
        index = group * members
        raise Exhausted(index, rejections, explain=explain, labels=labels)


def _is_settled(labels: Mapping[str, int], theories: Collection[ir.Theory], number: int) -> bool:
    """Return whether all attempts made the same theory, with one label that is not the one that was drawn."""
    alike = len(labels) == len(theories) == 1 and sum(labels.values()) == number + 1
    return alike and number + 1 >= ALIKE
