"""The question which statements to remove so that another question gets a wanted label."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import ClassVar, Self

from msgspec.structs import replace

from ..theory import Theory
from .goal import NOBODY, Consistent, Entailed, GoalNode, Reader, Show, Single


class Repairs(GoalNode, frozen=True):
    """Which sets of statements leave a theory with the wanted label of a question, if they are removed?

    Every set of at most `size` statements is removed and the question decided by itself, with its own certificate.
    The label has the sets with the wanted label, such as `{r1, r4}`, joined by ` | `; `none` if there are none. If no
    set is smaller than `size`, they are the smallest. For consistency in a monotonic logic, these are the diagnoses of
    least cardinality: Reiter, "A theory of diagnosis from first principles" (1987).

    Attributes:
        goal: the question about what is left.
        wanted: its label.
        size: how many statements are removed at most.
        kept: the ids of the statements that stay.
    """

    evidence: ClassVar[tuple[str, str]] = ("repairs", "removed")
    decided: ClassVar[str] = "what is left without each set of statements"
    goal: Entailed | Consistent
    wanted: str
    size: int
    kept: tuple[str, ...] = ()

    def text(self, show: Show) -> str:
        kept = f" but {' '.join(self.kept)}" if self.kept else ""
        return f"remove {self.size}{kept} to get {self.wanted}: {self.goal.text(show)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"remove (\d+)(?: but ([^:]*?))? to get (\w+): (.*)", text, re.DOTALL)
        if found is None:
            return None
        goal = Consistent.read(found[4], reader) or Entailed.read(found[4], reader)
        if goal is None:
            return None
        return cls(goal, found[3], int(found[1]), tuple((found[2] or "").split()))

    def removable(self, theory: Theory) -> tuple[str, ...]:
        """Return the ids of the statements that may be removed, in order."""
        kept = set(self.kept)
        return tuple(each.id for each in theory.statements if each.id not in kept)

    def sets(self, theory: Theory) -> Iterator[tuple[str, ...]]:
        """Yield the sets of statements that are tried, smaller ones first: first the empty set."""
        ids = self.removable(theory)
        for size in range(self.size + 1):
            yield from combinations(ids, size)

    def split(self, theory: Theory) -> Mapping[str, Single]:
        return {set_name(ids): (without(theory, ids), self.goal) for ids in self.sets(theory)}

    def join(self, labels: Mapping[str, str], show: Show) -> str:
        """Return the sets that give the wanted label."""
        return " | ".join(name for name, label in labels.items() if label == self.wanted) or NOBODY

    def explained(self, labels: Mapping[str, str]) -> tuple[str, ...]:
        """Return the whole theory: why its label is not the wanted one."""
        return (set_name(()),)

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answers": len(read_sets(label))}


def without(theory: Theory, ids: tuple[str, ...]) -> Theory:
    """Return a theory without the statements of these ids."""
    statements = tuple(each for each in theory.statements if each.id not in ids)
    return replace(theory, statements=statements)


def set_name(ids: tuple[str, ...]) -> str:
    """Return a set of ids as a label has it."""
    return f"{{{', '.join(ids)}}}"


def read_sets(label: str) -> list[frozenset[str]]:
    """Return the sets of a label."""
    if label == NOBODY:
        return []
    return [frozenset(name.strip("{}").split(", ")) for name in label.split(" | ")]
