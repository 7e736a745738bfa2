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
from ...ir.traversal import walk
from ...stream import Stream
from .concepts import negated, negations, occurring, sides, size


class Candidate(NamedTuple):
    """A statement with its label; `bound` is a number of statements that suffice for it, 0 where it stands in the text
    or the opposite of it does, or where it is unknown.
    """

    statement: ir.Statement
    label: Label
    bound: int

    @property
    def form(self) -> tuple[str, int, int]:
        """What kind of statement it is, how many negations it has, and how large it is."""
        kind = type(self.statement).__name__
        return kind, negations(self.statement), size(self.statement)


class Candidates:
    """The candidates of a base, by label."""

    def __init__(
        self, base: KnowledgeBase, statements: Sequence[ir.Statement], stream: Stream
    ) -> None:
        self.base, self.statements, self.stream = base, statements, stream
        self.stated = set(statements)
        self.concepts = occurring(statements)
        self.individuals = list(
            dict.fromkeys(
                each.name
                for statement in statements
                for each in walk(statement)
                if isinstance(each, ir.Const)
            )
        )
        self.of: dict[Label, list[Candidate]] = {"true": [], "false": [], "unknown": []}
        self._depths: dict[ir.Statement, int] = {}
        self._true: dict[str, list[tuple[ir.Formula, int]]] = {}

    # ------------------------------------------------------------------------------------------------ finding

    def stated_ones(self) -> None:
        """Take in what stands in the text, and what denies an assertion of it literally."""
        for each in self.statements:
            self.of["true"].append(Candidate(each, "true", 0))
            if isinstance(each, ir.ConceptAssertion):
                denied = ir.ConceptAssertion(each.individual, negated(each.concept))
                self.of["false"].append(Candidate(denied, "false", 0))

    def assertions(self) -> None:
        """Take in, for each individual, each concept that occurs and its negation."""
        for name in self.individuals:
            own = self._true[name] = []
            for concept in self.concepts:
                asserted = ir.ConceptAssertion(ir.Const(name), concept)
                if self.base.trivial(asserted):
                    continue
                number = self.base.follows(asserted)
                if number is not None:
                    own.append((concept, number))
                    self._settled(name, concept, number)
                    continue
                number = self.base.excluded(asserted)
                if number is not None:
                    own.append((negated(concept), number))
                    self._settled(name, negated(concept), number)
                else:
                    for each in (concept, negated(concept)):
                        self.of["unknown"].append(
                            Candidate(ir.ConceptAssertion(ir.Const(name), each), "unknown", 0)
                        )

    def _settled(self, name: str, concept: ir.Formula, number: int) -> None:
        """Take in that an individual belongs to a concept, and that it cannot be denied."""
        true = ir.ConceptAssertion(ir.Const(name), concept)
        if true in self.stated:
            return
        false = ir.ConceptAssertion(ir.Const(name), negated(concept))
        self.of["true"].append(Candidate(true, "true", number))
        self.of["false"].append(Candidate(false, "false", number))

    def inclusions(self, most: int) -> None:
        """Take in some inclusions of concepts that stand as a side of a statement in what occurs, or its negation."""
        wholes = [
            each
            for each in dict.fromkeys(side for one in self.statements for side in sides(one))
            if not isinstance(each, ir.Truth)
        ]
        rights = list(dict.fromkeys([*wholes, *self.concepts, *map(negated, self.concepts)]))
        pairs = list(product(wholes, rights))
        for left, right in self.stream.sample(pairs, min(most, len(pairs))):
            self._inclusion(ir.Inclusion(left, right))
        for inclusion in self._denied(most // 4):
            self._inclusion(inclusion)

    def _denied(self, most: int) -> Iterator[ir.Inclusion]:
        """Yield inclusions of a concept in the negation of another, where some individual belongs to both."""
        pairs = [
            (left, right)
            for own in self._true.values()
            for (left, _), (right, _) in product(own, own)
            if left != right
        ]
        for left, right in self.stream.sample(pairs, min(most, len(pairs))):
            yield ir.Inclusion(left, negated(right))

    def _inclusion(self, statement: ir.Inclusion) -> None:
        against = ir.Inclusion(statement.left, negated(statement.right))
        if statement in self.stated or self.base.trivial(statement) or self.base.trivial(against):
            return
        label: Label = "true"
        number = self.base.follows(statement)
        if number is None:
            number, label = self.base.excluded(statement), "false"
        if number is None:
            number, label = 0, "unknown"
        candidate = Candidate(statement, label, number)
        if candidate not in self.of[label]:
            self.of[label].append(candidate)

    # ------------------------------------------------------------------------------------------------- asking

    def depth(self, candidate: Candidate) -> int:
        """Give how deep what is settled lies: 0 where the text says or denies it, else the smallest justification."""
        if not candidate.bound:
            return 0
        known = self._depths.get(candidate.statement)
        if known is None:
            follows = candidate.label == "true"
            known = self.base.depth(candidate.statement, follows)
            self._depths[candidate.statement] = known
            other = _other(candidate.statement)
            if other is not None:
                self._depths[other] = known
        return known


def _other(statement: ir.Statement) -> ir.Statement | None:
    """Give what has the same justifications: the opposite of an assertion."""
    match statement:
        case ir.ConceptAssertion(individual=individual, concept=concept):
            return ir.ConceptAssertion(individual, negated(concept))
        case _:
            return None
