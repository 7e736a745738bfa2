"""The question which statement to add so that another question gets a wanted label."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Self

from msgspec.structs import replace

from ..theory import Labelled, Statement, Theory
from .goal import NOBODY, Entailed, GoalNode, Reader, Show, Single
from .repairs import read_sets, set_name

ADDED = "added"
"""The id of the statement that is added."""


class Additions(GoalNode, frozen=True):
    """Which of some statements give a question the wanted label, if one of them is added to the theory?

    The question is decided for the theory as it is, and with each of the statements, by itself. The label has the
    places of the statements with the wanted label, from 1, as `{2} | {5}`; `none` if there are none.

    Attributes:
        goal: the question about the larger theory.
        wanted: its label.
        statements: those of which one is added.
    """

    evidence: ClassVar[tuple[str, str]] = ("additions", "added")
    decided: ClassVar[str] = "the theory with each statement that may be added"
    goal: Entailed
    wanted: str
    statements: tuple[Statement, ...]

    def text(self, show: Show) -> str:
        listed = "; ".join(map(show, self.statements))
        return f"add one of {listed} to get {self.wanted}: {self.goal.text(show)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"add one of (.*) to get (\w+): (entailed.*)", text, re.DOTALL)
        goal = Entailed.read(found[3], reader) if found is not None else None
        if found is None or goal is None:
            return None
        statements = tuple(reader.statement(each) for each in found[1].split("; "))
        return cls(goal, found[2], statements)

    def split(self, theory: Theory) -> Mapping[str, Single]:
        cases: dict[str, Single] = {set_name(()): (theory, self.goal)}
        for place, statement in enumerate(self.statements, 1):
            larger = replace(theory, statements=(*theory.statements, Labelled(ADDED, statement)))
            cases[set_name((str(place),))] = larger, self.goal
        return cases

    def join(self, labels: Mapping[str, str], show: Show) -> str:
        """Return the additions that give the wanted label."""
        return " | ".join(name for name, label in labels.items() if label == self.wanted) or NOBODY

    def explained(self, labels: Mapping[str, str]) -> tuple[str, ...]:
        """Return the theory as it is: why its label is not the wanted one."""
        return (set_name(()),)

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answers": len(read_sets(label))}
