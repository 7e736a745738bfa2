"""Candidate questions about a base: statements about what occurs in it, with their labels.

For assertions, the engine checks every individual with every concept that occurs. If an assertion
follows, the same statements exclude its opposite. Only a random sample of inclusions is checked. An
inclusion is a candidate for being false if an individual belongs to its left side and to the
complement of its right side.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ...contract import KnowledgeBase, Label
from ...ir import nodes as ir, walk
from ...random.stream import Stream
from .concepts import complement, greatest, implied_concepts, occurring, opposites, sides
from .forms import Form, form_of

INCLUSIONS, DENIALS = 150, 100
"""How many random inclusions are checked: those that may follow, and those that may be excluded."""


class Candidate(NamedTuple):
    """A statement with its label.

    Attributes:
        bound: a number of statements that suffice for the label; 0 if the text has the statement or
            its opposite, or if the label is unknown.
        decided: False if the statement does not follow, but may be excluded.
    """

    statement: ir.Statement
    label: Label
    bound: int
    form: Form
    decided: bool = True


class Candidates:
    """The candidate questions of a base.

    Attributes:
        base: decides which of them follow.
        of: the candidates by label.
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
        self._add_stated()
        self._assertions()
        if not weaker:
            self._inclusions()
            self._denials()

    # ------------------------------------------------------------------------------------------------ finding

    def _add(self, statement: ir.Statement, label: Label, bound: int, decided: bool = True) -> None:
        self.of[label].append(Candidate(statement, label, bound, form_of(statement), decided))

    def _add_stated(self) -> None:
        """Add what the text states, and the literal denials of its assertions."""
        for statement in self.statements:
            self._add(statement, "true", 0)
            if isinstance(statement, ir.ConceptAssertion):
                self._add(
                    ir.ConceptAssertion(statement.individual, complement(statement.concept)),
                    "false",
                    0,
                )

    def _assertions(self) -> None:
        """Add, for every individual, each concept that occurs and its opposites."""
        nodes = [each for statement in self.statements for each in walk(statement)]
        names = dict.fromkeys(node.name for node in nodes if isinstance(node, ir.Const))
        concepts = [
            part
            for part in self._occurring_concepts()
            if not self.base.trivial(ir.ConceptAssertion(ir.Const(""), part))
        ]
        most = greatest(self.statements)
        for name, concept in product(names, concepts):
            both = ((concept,), opposites(concept, most))
            for own, other in (both, both[::-1]):
                bound = self.base.follows(ir.ConceptAssertion(ir.Const(name), own[0]))
                if bound is not None:
                    self._belongs.setdefault(name, []).append(own[0])
                    self._add_assertions(name, own, "true", bound)
                    self._add_assertions(name, other, "false", bound)
                    break
            else:
                self._add_assertions(name, (*both[0], *both[1]), "unknown", 0)

    def _occurring_concepts(self) -> list[ir.Formula]:
        """Return the concepts that occur, without negation; if `weaker`, also those they imply."""
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

    def _add_assertions(
        self, name: str, concepts: Sequence[ir.Formula], label: Label, bound: int
    ) -> None:
        """Add that an individual belongs to concepts, unless the text states or denies this."""
        individual = ir.Const(name)
        for concept in concepts:
            said = ir.ConceptAssertion(
                individual, concept if label == "true" else complement(concept)
            )
            if said not in self._stated:
                self._add(ir.ConceptAssertion(individual, concept), label, bound)

    def _inclusions(self) -> None:
        """Add inclusions of sides of statements in sides, occurring concepts and complements."""
        wholes = _sides(self.statements)
        occur = occurring(self.statements)
        rights = list(dict.fromkeys([*wholes, *occur, *map(complement, occur)]))
        for left, right in self._sample_pairs(list(product(wholes, rights)), INCLUSIONS):
            inclusion = ir.Inclusion(left, right)
            bound = self.base.follows(inclusion)
            if bound is not None:
                self._add(inclusion, "true", bound)
            else:
                self._add(inclusion, "unknown", 0, decided=False)

    def _denials(self) -> None:
        """Add inclusions of one concept in another's complement if an individual is in both."""
        pairs = [
            (left, complement(right))
            for own in self._belongs.values()
            for left, right in product(own, own)
        ]
        for left, right in self._sample_pairs(list(dict.fromkeys(pairs)), DENIALS):
            inclusion = ir.Inclusion(left, right)
            bound = self.base.excluded(inclusion)
            if bound:  # else it contradicts itself
                self._add(inclusion, "false", bound)

    def _sample_pairs(
        self, pairs: list[tuple[ir.Formula, ir.Formula]], most: int
    ) -> Iterator[tuple[ir.Formula, ir.Formula]]:
        """Yield a random sample of pairs, without stated or trivially true or false ones."""
        for left, right in self._stream.sample(pairs, min(most, len(pairs))):
            made, against = ir.Inclusion(left, right), ir.Inclusion(left, complement(right))
            again = made in self._stated or (isinstance(right, ir.And) and left in right.parts)
            if not again and not self.base.trivial(made) and not self.base.trivial(against):
                yield left, right

    # ------------------------------------------------------------------------------------------------- asking

    def unknown(self, candidate: Candidate) -> bool:
        """Return whether a candidate that may be unknown is unknown."""
        return candidate.decided or self.base.excluded(candidate.statement) is None

    def depth(self, candidate: Candidate) -> int:
        """Return the depth of a settled candidate.

        It is 0 if the text states or denies the candidate, else the size of a smallest
        justification.
        """
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
    """Yield the statements with the same justifications: for an assertion, its opposite."""
    if isinstance(statement, ir.ConceptAssertion):
        yield ir.ConceptAssertion(statement.individual, complement(statement.concept))
