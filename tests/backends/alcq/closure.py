"""All that can be asked of a base: statements from the concepts that occur in it, each with its label.

The strategy draws from these; here none is left out, so that tests and audits see every sort. Labels are the engine's
own, which the tests hold against others: all small interpretations, HermiT, trial of all subsets.

A statement that follows, or is excluded, comes with how many statements are known to suffice for it: no smallest
justification is larger. Most candidates are settled by the models that earlier ones left behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rspc.backends.alcq.base import Base
from rspc.backends.alcq.concepts import bits
from rspc.backends.alcq.interpretations import Made
from rspc.backends.checkers.alcq.normal_form import complement, normal
from rspc.compiler.contract import Label
from rspc.compiler.ir import nodes as ir
from rspc.compiler.strategies.bases.concepts import complement as opposite_of, parts, sides


class Candidate(NamedTuple):
    """A statement with its label; `bound` is how many statements suffice for `true` and `false`, 0 for `unknown`."""

    statement: ir.Statement
    label: Label
    bound: int


def closure(base: Base) -> Iterator[Candidate]:
    """Yield what can be asked about the individuals and concepts of a consistent base, which it does not state itself.

    First, for each individual, each concept that occurs and its negation; then the inclusions of these in one another.
    What holds, or fails, by itself is left out.

    Raises:
        Spent: out of the steps of the base.
        ValueError: the base is inconsistent.
    """
    if not base.consistent():
        raise ValueError("of an inconsistent base everything follows")
    seen = _Seen(base)
    stated = set(base.statements)
    concepts = _concepts(base)
    for name in list(base.nodes):
        for each in concepts:
            assertion = ir.ConceptAssertion(ir.Const(name), each)
            if assertion not in stated:
                yield seen.assertion(assertion, name)
    for left in concepts:
        for right in concepts:
            inclusion = ir.Inclusion(left, right)
            if left != right and inclusion not in stated and not _holds(base, left, right):
                yield seen.inclusion(inclusion)


def _concepts(base: Base) -> list[ir.Formula]:
    """Return the concepts that occur and their negations, one of each meaning by form; none that is empty or all."""
    wholes = (whole for statement in base.statements for whole in sides(statement))
    occurring = (each for whole in wholes for each in parts(whole))
    found: dict[ir.Formula, ir.Formula] = {}
    for each in occurring:
        for own in (each, opposite_of(each)):
            found.setdefault(normal(own), own)
    truth = ir.Truth(True)
    return [
        own
        for own in found.values()
        if not _holds(base, own, ir.Truth(False)) and not _holds(base, truth, own)
    ]


def _holds(base: Base, left: ir.Formula, right: ir.Formula) -> bool:
    """Return whether an inclusion holds by itself."""
    both = [base.concepts.add(each) for each in (normal(left), complement(right))]
    return base.types.element(bits(both), 0) is None


class _Seen:
    """Models of the base, and what they leave open."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.models: list[Made] = [base.model()]

    def assertion(self, statement: ir.ConceptAssertion, name: str) -> Candidate:
        concept = self.base.concepts.add(normal(statement.concept))
        node = self.base.nodes[name]
        member = [made.members(concept) >> made.individuals[node] & 1 for made in self.models]
        return self._labelled(statement, all(member), not any(member))

    def inclusion(self, statement: ir.Inclusion) -> Candidate:
        left, right = (
            self.base.concepts.add(normal(each)) for each in (statement.left, statement.right)
        )
        true = [not made.members(left) & ~made.members(right) for made in self.models]
        return self._labelled(statement, all(true), not any(true))

    def _labelled(self, statement: ir.Statement, true: bool, false: bool) -> Candidate:
        """Return the label, where the models seen leave open that it is always true, or always false."""
        base = self.base
        if true:
            core = base.refuted(base.all, statement)
            if core is not None:
                return Candidate(statement, "true", core.bit_count())
            self.models.append(base.model())
        if false:
            core = base.refuted(base.all | 1 << base.add(statement))
            if core is not None:
                return Candidate(statement, "false", (core & base.all).bit_count())
            self.models.append(base.model())
        return Candidate(statement, "unknown", 0)
