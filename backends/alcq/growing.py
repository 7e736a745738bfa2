"""A base that grows: each statement is taken only if it leaves the base consistent and coherent.

Results for smaller bases stay valid for larger ones, so one engine can serve throughout. Most questions are
settled by models found for earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar

from ...compiler.contract import Limits, Undecided
from ...compiler.ir import nodes as ir
from ..checkers.alcq.normal_form import normal
from ..checkers.common.budget import Spent
from .base import Base, statements_of
from .interpretations import Made
from .justifications import smallest

NO_MODEL = ir.Inclusion(ir.Truth(True), ir.Truth(False))
"""The statement that follows only if there is no model: every concept is empty."""

P = ParamSpec("P")
R = TypeVar("R")


def _count_steps(question: Callable[P, R]) -> Callable[P, R]:
    """Have a question raise Undecided out of steps."""

    def asked(*given: P.args, **named: P.kwargs) -> R:
        try:
            return question(*given, **named)
        except Spent as error:
            raise Undecided from error

    return asked


class Growing:
    """The statements of a theory, and those taken since."""

    def __init__(self, theory: ir.Theory, limits: Limits) -> None:
        unique = bool(dict(theory.options).get("unique_names", True))
        self._base = Base(statements_of(theory), unique, limits)
        self._models: list[Made] = []

    @_count_steps
    def take(self, statement: ir.Statement) -> str:
        base = self._base
        if self.trivial(statement):
            return "trivial"
        if self.follows(statement) is not None:
            return "implied"
        with_it = base.all | 1 << base.add(statement)
        if base.refuted(with_it) is not None:
            return "trivial" if self._never(statement) else "inconsistent"
        model = base.model()
        if isinstance(statement, ir.Inclusion) and not self._is_coherent(with_it):
            return "incoherent"
        base.all = with_it
        self._models = [model, *(each for each in self._models if self._still(each, statement))]
        return ""

    def _is_coherent(self, active: int) -> bool:
        """Return whether every named concept can have a member; individuals do not affect that."""
        base = self._base
        return next(base.incoherent(active & base.rules), None) is None

    def _still(self, made: Made, statement: ir.Statement) -> bool:
        place = self._base.add(statement)
        return self._base.met(place, made) and self._base.true_in(made, place)

    @_count_steps
    def trivial(self, statement: ir.Statement) -> bool:
        match statement:
            case ir.Inclusion():
                return self._always(statement)
            case ir.ConceptAssertion(concept=concept):
                empty = ir.Inclusion(concept, ir.Truth(False))
                whole = ir.Inclusion(ir.Truth(True), concept)
                return self._always(empty) or self._always(whole)
            case _:
                return False

    def _always(self, inclusion: ir.Inclusion) -> bool:
        """Return whether an inclusion follows from nothing."""
        if False in self._truths(inclusion):
            return False
        return self._base.refuted(0, inclusion) is not None

    def _never(self, statement: ir.Statement) -> bool:
        """Return whether an inclusion has no model: it asks of everything what cannot be of everything."""
        if not isinstance(statement, ir.Inclusion):
            return False
        return self._base.refuted(1 << self._base.add(statement), NO_MODEL) is not None

    @_count_steps
    def follows(self, statement: ir.Statement) -> int | None:
        base = self._base
        if False in self._truths(statement):
            return None
        core = base.refuted(base.all, statement)
        if core is not None:
            return core.bit_count()
        self._seen(base.model())
        return None

    @_count_steps
    def excluded(self, statement: ir.Statement) -> int | None:
        base = self._base
        if isinstance(statement, ir.ConceptAssertion):
            return self.follows(_opposite(statement))
        if True in self._truths(statement):
            return None
        core = base.refuted(base.all | 1 << base.add(statement))
        if core is not None:
            return (core & base.all).bit_count()
        self._seen(base.model())
        return None

    @_count_steps
    def depth(self, statement: ir.Statement, follows: bool) -> int:
        base = self._base
        if isinstance(statement, ir.ConceptAssertion) and not follows:
            statement, follows = _opposite(statement), True
        fixed = 0 if follows else 1 << base.add(statement)
        found = smallest(base, base.all, statement if follows else None, fixed)
        assert found is not None, "what was found to follow has a justification"
        return found.bit_count()

    def _seen(self, made: Made) -> None:
        """Keep a model that has all individuals."""
        if len(made.individuals) == len(self._base.nodes):
            self._models.append(made)

    def _truths(self, statement: ir.Statement) -> Iterator[bool]:
        """Yield whether a statement is true in each model that has its individuals, the latest first."""
        base = self._base
        match statement:
            case ir.Inclusion(left=left, right=right):
                own, other = (base.concepts.add(normal(part)) for part in (left, right))
                for made in reversed(self._models):
                    yield not made.members(own) & ~made.members(other)
            case ir.ConceptAssertion(individual=ir.Const(name=name), concept=concept):
                node, own = base.node(name), base.concepts.add(normal(concept))
                for made in reversed(self._models):
                    if node < len(made.individuals):
                        yield bool(made.members(own) >> made.individuals[node] & 1)
            case _:
                place = base.add(statement)
                for made in reversed(self._models):
                    if base.met(place, made):
                        yield base.true_in(made, place)


def _opposite(assertion: ir.ConceptAssertion) -> ir.ConceptAssertion:
    """Return the assertion of the complement: it follows where the assertion is excluded, from the same statements."""
    match assertion.concept:
        case ir.Not(part=part):
            return ir.ConceptAssertion(assertion.individual, part)
        case concept:
            return ir.ConceptAssertion(assertion.individual, ir.Not(concept))
