"""A branch of a tableau with the steps that each of its facts depends on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ...compiler.ir import nodes as ir
from ..checkers.alcq.branches import Branch, clashes, has
from ..checkers.alcq.normal_form import NOTHING, complement

Reasons: TypeAlias = frozenset[int]
"""Numbers of steps."""

NONE: Reasons = frozenset()


class Reasoned:
    """A branch, and why its facts hold; `conflict` are the steps that closed it, None while it is open."""

    def __init__(self, facts: Branch) -> None:
        self.facts = facts
        self.conflict: Reasons | None = NONE if facts.closed else None
        self._concepts = {(at, part): NONE for at, own in facts.labels.items() for part in own}
        self._merged: dict[str, Reasons] = {}
        self._apart: dict[tuple[str, str], Reasons] = {}

    @staticmethod
    def supposed(concepts: Iterable[ir.Formula]) -> Reasoned:
        """Return a branch with one element, which belongs to some concepts."""
        branch = Branch(True)
        for concept in concepts:
            branch.add(None, concept)
        return Reasoned(branch)

    def copy(self) -> Reasoned:
        new = Reasoned(self.facts.copy())
        new.conflict = self.conflict
        new._concepts = dict(self._concepts)
        new._merged, new._apart = dict(self._merged), dict(self._apart)
        return new

    def add(self, at: str | None, concept: ir.Formula, why: Reasons) -> None:
        """Add that an element belongs to a concept, for a reason."""
        if self.conflict is None and self.facts.clashes(at, concept):
            self.conflict = why | self.clash_reasons(at, concept)
        for part in concept.parts if isinstance(concept, ir.And) else (concept,):
            if part != concept:
                self.add(at, part, why)
            else:
                self._concepts.setdefault((at, part), why)
        self.facts.add(at, concept)

    def decide(self, one: str, two: str, merge: bool, why: Reasons) -> None:
        """Add that two names are of one element or of two."""
        kept, gone = sorted((one, two))
        if not merge:
            self.facts.part(one, two)
            self._apart[kept, gone] = why
            return
        why |= self._merged.get(kept, NONE) | self._merged.get(gone, NONE)
        self._merged[kept] = why
        for concept in list(self.facts.labels[gone]):
            self.add(kept, concept, self._concepts[gone, concept] | why)
        apart = {}
        for (a, b), reason in self._apart.items():
            pair = sorted((kept if a == gone else a, kept if b == gone else b))
            touched = gone in (a, b)
            apart[pair[0], pair[1]] = reason | why if touched else reason
        self._apart = apart
        self.facts.merge(one, two)
        if self.facts.closed and self.conflict is None:  # by a successor that was denied
            self.conflict = why | frozenset().union(*self._merged.values())

    def reasons(self, at: str | None, concepts: Iterable[ir.Formula]) -> Reasons:
        """Return the reason why an element belongs to all of the concepts."""
        found = NONE
        label = self.facts.labels[at]
        for concept in concepts:
            if (at, concept) in self._concepts:
                found |= self._concepts[at, concept]
            elif isinstance(concept, ir.And):
                found |= self.reasons(at, concept.parts)
            elif isinstance(concept, ir.Or):
                found |= self.reasons(at, [next(e for e in concept.parts if has(label, e))])
        return found

    def clash_reasons(self, at: str | None, concept: ir.Formula) -> Reasons:
        """Return the reason why an element cannot belong to a concept."""
        label = self.facts.labels[at]
        if concept == NOTHING:
            return NONE
        if has(label, complement(concept)):
            return self.reasons(at, [complement(concept)])
        assert isinstance(concept, ir.And)
        guilty = next(part for part in concept.parts if clashes(label, part))
        return self.clash_reasons(at, guilty)

    def edge_reasons(self, role: str, first: str, second: str) -> Reasons:
        """Return the reason why one individual is a successor of another."""
        return self._merged.get(first, NONE) | self._merged.get(second, NONE)

    def apart_reasons(self, first: str, second: str) -> Reasons:
        """Return the reason why two names are of two elements."""
        one, two = sorted((first, second))
        return self._apart.get((one, two), NONE)
