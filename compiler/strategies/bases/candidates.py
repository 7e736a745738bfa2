"""What can be asked about a base: statements about its own individuals, concepts and roles, with their labels.

What follows of an individual is found by asking for each concept that occurs; its opposite is then excluded, from the
same statements. Of inclusions some are looked at, drawn by chance. One that denies what an individual is, of some
concept that it also belongs to, is a candidate for being false.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ...contract import KnowledgeBase, Label
from ...ir import nodes as ir
from ...ir import walk
from ...random.stream import Stream
from .concepts import complement, greatest, implied_concepts, occurring, opposites, sides
from .forms import Form, form_of

INCLUSIONS, DENIALS = 150, 100
"""How many inclusions of each sort are looked at."""


class Candidate(NamedTuple):
    """A statement with its label; `bound` is a number of statements that suffice for it: 0 where it stands in the text
    or its opposite does, and where it is unknown. What is not `decided` does not follow, but may be excluded.
    """

    statement: ir.Statement
    label: Label
    bound: int
    form: Form
    decided: bool = True


class Candidates:
    """The candidates of a base.

    Attributes:
        base: what is asked which of them follow.
        of: them by label.
    """

    def __init__(
        self,
        base: KnowledgeBase,
        statements: Sequence[ir.Statement],
        stream: Stream,
        weaker: bool = False,
    ) -> None:
        self.of: dict[Label, list[Candidate]] = {"true": [], "false": [], "unknown": []}
        self.base, self._stream = base, stream
        self.statements = statements
        self._stated = set(statements)
        self._depths: dict[ir.Statement, int] = {}
        self._belongs: dict[str, list[ir.Formula]] = {}
        self._weaker = weaker
        self._said()
        self._assertions()
        if not weaker:
            self._inclusions()
            self._denials()

    # ------------------------------------------------------------------------------------------------ finding

    def _add(self, statement: ir.Statement, label: Label, bound: int, decided: bool = True) -> None:
        self.of[label].append(Candidate(statement, label, bound, form_of(statement), decided))

    def _said(self) -> None:
        """Take in what stands in the text, and what denies an assertion of it literally."""
        for statement in self.statements:
            self._add(statement, "true", 0)
            if isinstance(statement, ir.ConceptAssertion):
                self._add(
                    ir.ConceptAssertion(statement.individual, complement(statement.concept)),
                    "false",
                    0,
                )

    def _assertions(self) -> None:
        """Take in, for each individual, each concept that occurs and its negation."""
        nodes = [each for statement in self.statements for each in walk(statement)]
        names = dict.fromkeys(node.name for node in nodes if isinstance(node, ir.Const))
        concepts = [
            part
            for part in self._occurring()
            if not self.base.trivial(ir.ConceptAssertion(ir.Const(""), part))
        ]
        most = greatest(self.statements)
        for name, concept in product(names, concepts):
            both = ((concept,), opposites(concept, most))
            for own, other in (both, both[::-1]):
                bound = self.base.follows(ir.ConceptAssertion(ir.Const(name), own[0]))
                if bound is not None:
                    self._belongs.setdefault(name, []).append(own[0])
                    self._asserted(name, own, "true", bound)
                    self._asserted(name, other, "false", bound)
                    break
            else:
                self._asserted(name, (*both[0], *both[1]), "unknown", 0)

    def _occurring(self) -> list[ir.Formula]:
        """Return the concepts that occur, without negation, and where it is wanted what each asks for less."""
        found = dict.fromkeys(occurring(self.statements))
        if self._weaker:
            for side in dict.fromkeys(
                side for statement in self.statements for side in sides(statement)
            ):
                for part in implied_concepts(side):
                    bare = part.part if isinstance(part, ir.Not) else part
                    if not isinstance(bare, ir.Truth):
                        found[bare] = None
        return list(found)

    def _asserted(
        self, name: str, concepts: Sequence[ir.Formula], label: Label, bound: int
    ) -> None:
        """Take in that an individual belongs to concepts, where the text does not say or deny just that."""
        individual = ir.Const(name)
        for concept in concepts:
            said = ir.ConceptAssertion(
                individual, concept if label == "true" else complement(concept)
            )
            if said not in self._stated:
                self._add(ir.ConceptAssertion(individual, concept), label, bound)

    def _inclusions(self) -> None:
        """Take in inclusions of what stands as a side of a statement in a concept that occurs, or its negation."""
        wholes = _sides(self.statements)
        occur = occurring(self.statements)
        rights = list(dict.fromkeys([*wholes, *occur, *map(complement, occur)]))
        for left, right in self._drawn(list(product(wholes, rights)), INCLUSIONS):
            inclusion = ir.Inclusion(left, right)
            bound = self.base.follows(inclusion)
            if bound is not None:
                self._add(inclusion, "true", bound)
            else:
                self._add(inclusion, "unknown", 0, decided=False)

    def _denials(self) -> None:
        """Take in inclusions of one concept in the negation of another, where some individual belongs to both."""
        pairs = [
            (left, complement(right))
            for own in self._belongs.values()
            for left, right in product(own, own)
        ]
        for left, right in self._drawn(list(dict.fromkeys(pairs)), DENIALS):
            inclusion = ir.Inclusion(left, right)
            bound = self.base.excluded(inclusion)
            if bound:  # else it contradicts itself
                self._add(inclusion, "false", bound)

    def _drawn(
        self, pairs: list[tuple[ir.Formula, ir.Formula]], most: int
    ) -> Iterator[tuple[ir.Formula, ir.Formula]]:
        """Yield some pairs by chance, without those that say nothing new, or nothing that can be."""
        for left, right in self._stream.sample(pairs, min(most, len(pairs))):
            made, against = ir.Inclusion(left, right), ir.Inclusion(left, complement(right))
            again = made in self._stated or (isinstance(right, ir.And) and left in right.parts)
            if not again and not self.base.trivial(made) and not self.base.trivial(against):
                yield left, right

    # ------------------------------------------------------------------------------------------------- asking

    def unknown(self, candidate: Candidate) -> bool:
        """Return whether what may be unknown is."""
        return candidate.decided or self.base.excluded(candidate.statement) is None

    def depth(self, candidate: Candidate) -> int:
        """Return how deep what is settled lies: 0 where the text says or denies it, else the smallest justification."""
        if not candidate.bound:
            return 0
        known = self._depths.get(candidate.statement)
        if known is None:
            known = self.base.depth(candidate.statement, candidate.label == "true")
            for statement in (candidate.statement, *_opposite(candidate.statement)):
                self._depths[statement] = known
        return known


def _sides(statements: Sequence[ir.Statement]) -> list[ir.Formula]:
    found = dict.fromkeys(side for statement in statements for side in sides(statement))
    return [part for part in found if not isinstance(part, ir.Truth)]


def _opposite(statement: ir.Statement) -> Iterator[ir.Statement]:
    """Yield what has the same justifications: the opposite of an assertion."""
    if isinstance(statement, ir.ConceptAssertion):
        yield ir.ConceptAssertion(statement.individual, complement(statement.concept))
