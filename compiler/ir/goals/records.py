"""Questions about records: which of them meet all requirements, and what is so of those."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Self

from ..theory import And, Comparison, Formula, Slot, Term
from .goal import NOBODY, GoalNode, Reader, Show


class Satisfying(GoalNode, frozen=True):
    """Which of the rows satisfy the theory? The label is their ids joined by `,`; `none` when there are none."""

    def text(self, show: Show) -> str:
        return "satisfying"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        return cls() if text == "satisfying" else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answers": 0 if label == NOBODY else len(label.split(","))}


class Exists(GoalNode, frozen=True):
    """Is there a row that satisfies the theory and the formula? The label is `true` or `false`."""

    formula: Formula

    def text(self, show: Show) -> str:
        return f"exists: {show(self.formula)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        word, colon, formula = text.partition(": ")
        return cls(reader.formula(formula)) if word == "exists" and colon else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"holds": label == "true"}


class Best(GoalNode, frozen=True):
    """Which satisfying row has the least (`min`) or greatest (`max`) value of a term? The label is its id."""

    term: Term
    direction: str

    def text(self, show: Show) -> str:
        return f"best {show(self.term)} {self.direction}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"best (.*) (min|max)", text, re.DOTALL)
        return cls(reader.term(found[1]), found[2]) if found else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answers": 0 if label == NOBODY else len(label.split(","))}


class Total(GoalNode, frozen=True):
    """`count`, `sum`, `min` or `max` of a term over the satisfying rows that meet the formula.

    The label is the amount in the smallest unit of the term's kind, as digits; `none` for `min` or `max` of no row.
    """

    function: str
    term: Term | None
    formula: Formula

    def text(self, show: Show) -> str:
        term = "" if self.term is None else f" {show(self.term)}"
        return f"{self.function}{term}: {show(self.formula)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"(count|sum|min|max)(?: (.*?))?: (.*)", text, re.DOTALL)
        if found is None:
            return None
        term = None if found[2] is None else reader.term(found[2])
        return cls(found[1], term, reader.formula(found[3]))

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {} if label == NOBODY else {"answer": int(label)}


class Completed(GoalNode, frozen=True):
    """Which values of some slots does a record have that satisfies the theory?

    `row` has one such record: it says that each slot is equal to a value. The label is `A`, its name as a row.
    """

    shown: tuple[str, ...]
    row: Formula

    def text(self, show: Show) -> str:
        return f"completed {', '.join(map(show, map(Slot, self.shown)))}: {show(self.row)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        word, colon, rest = text.partition(": ")
        if not word.startswith("completed ") or not colon:
            return None
        shown = (reader.term(each) for each in word.removeprefix("completed ").split(", "))
        names = tuple(each.name for each in shown if isinstance(each, Slot))
        return cls(names, reader.formula(rest))

    @property
    def values(self) -> dict[str, Term]:
        """The values of the slots of the record, in order."""
        parts = self.row.parts if isinstance(self.row, And) else (self.row,)
        return {
            part.left.name: part.right  # type: ignore[misc]
            for part in parts
            if isinstance(part, Comparison) and isinstance(part.left, Slot)
        }
