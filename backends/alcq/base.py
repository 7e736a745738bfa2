"""A base of statements that answers under assumptions: any of its statements active, and any statement asked.

All that is learned on the way is kept, so that parts of a base, its justifications, its closure and the statements
near it cost little more than the first question.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence

from ...compiler.contract import LIMITS, EngineError, Label, Limits
from ...compiler.ir import nodes as ir
from ...compiler.notation import show
from ..checkers.alcq.models import individuals
from ..checkers.alcq.normal_form import THING, complement, included_concept, normal
from ..checkers.common.budget import Budget, Spent
from .concepts import Concepts, bits
from .individuals import Individuals, Solution
from .interpretations import Made
from .successors import supply_successors
from .types import Element, Types

FRAMES = 50_000
"""How deep calls may go: types are decided within types, at any depth of the call stack."""


class Base:
    """Numbered statements, from 0. A set of them is an integer with these bits.

    Args:
        statements: the base. You can add more, which are active only in questions that name them.
        unique: whether different individuals are different elements.
        limits: the steps of all questions together, as the SAT solver's calls and conflicts cost them.

    Attributes:
        all: the statements of the base.
        rules: the inclusions among all statements, but those that always hold.
        models: interpretations met as answers, the latest last.

    Raises:
        Spent: by every question, out of steps.
        EngineError: for a statement that is not about concepts and roles.
    """

    def __init__(
        self, statements: Iterable[ir.Statement], unique: bool = True, limits: Limits = LIMITS
    ) -> None:
        self.budget = Budget(limits)
        self.concepts = Concepts()
        self.types = Types(self.concepts, self.budget, supply_successors)
        self.individuals = Individuals(self.types, not unique)
        self.nodes: dict[str, int] = {}
        self.statements: list[ir.Statement] = []
        self.models: list[Made] = []
        self.rules = 0
        self._known: dict[int, list[Made]] = {}
        self._meant: list[int] = []
        self._last: list[int] = []
        self._places: dict[ir.Statement, int] = {}
        self._found: tuple[Solution, Element | None] = (Solution([], {}), None)
        given = list(statements)
        for name in individuals(given):
            self.node(name)
        for statement in given:
            self._add(statement)
        self.all = (1 << len(given)) - 1

    # ------------------------------------------------------------------------------------------------ statements

    def node(self, name: str) -> int:
        """Return the node of an individual, which may be new."""
        if name not in self.nodes:
            self.nodes[name] = self.individuals.individual()
        return self.nodes[name]

    def add(self, statement: ir.Statement) -> int:
        """Return the place of a statement, which may be new."""
        found = self._places.get(statement)
        return self._add(statement) if found is None else found

    def _add(self, statement: ir.Statement) -> int:
        place = len(self.statements)
        meant = -1
        match statement:
            case ir.Inclusion():
                concept = included_concept(statement)
                meant = self.concepts.add(concept)
                self.types.copy.selector(place)
                if concept != THING:
                    self.rules |= 1 << place
                    self.types.rule(place, meant)
                    self.individuals.rule(place, meant)
            case ir.ConceptAssertion(individual=ir.Const(name=name), concept=concept):
                meant = self.concepts.add(normal(concept))
                unless = [-self.individuals.selector(place)]
                self.individuals.demand(self.node(name), meant, unless)
            case _:
                selector = self.individuals.selector(place)
                self.individuals.clause([-selector, self._edge(statement)])
        self.statements.append(statement)
        self._meant.append(meant)
        named = individuals([statement])
        self._last.append(max((self.nodes[name] for name in named), default=-1))
        self._places.setdefault(statement, place)
        return place

    def _edge(self, statement: ir.Statement) -> int:
        role, first, second = pair(statement)
        return self.individuals.edge(role, self.node(first), self.node(second))

    # ------------------------------------------------------------------------------------------------- questions

    def refuted(self, active: int, statement: ir.Statement | None = None) -> int | None:
        """Return a set of active statements from which a statement follows; None if it does not.

        Without a statement, return an inconsistent set. If there is no such set, `model` returns a model.
        """
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, FRAMES))
        try:
            return self._find_refutation(active, statement)
        except RecursionError as error:
            raise Spent from error
        finally:
            self.types.forget_stack()
            sys.setrecursionlimit(before)

    def _find_refutation(self, active: int, statement: ir.Statement | None) -> int | None:
        asked: Element | None = None
        assumed: list[int] = []
        rules = active & self.rules
        match statement:
            case None:
                if not self.nodes:
                    asked = self.types.element(0, rules)
                    if asked is None:
                        return self.types.core.rules
            case ir.Inclusion(left=left, right=right):
                apart = [self.concepts.add(part) for part in (normal(left), complement(right))]
                asked = self.types.element(bits(apart), rules)
                if asked is None:
                    return self.types.core.rules
                if active == rules:  # then individuals can be like the one that was asked for
                    self._found = (Solution([], {}), asked)
                    return None
            case ir.ConceptAssertion(individual=ir.Const(name=name), concept=concept):
                denied = self.concepts.add(complement(concept))
                assumed = [self.individuals.literal(self.node(name), denied)]
            case _:
                assumed = [-self._edge(statement)]
        found = self.individuals.solved(active, assumed)
        if isinstance(found, int):
            return found
        self._found = (found, asked)
        return None

    def model(self) -> Made:
        """Return the model that the last question found."""
        solution, asked = self._found
        made = Made(self.concepts, solution, asked)
        self.models.append(made)
        return made

    def consistent(self, active: int | None = None) -> bool:
        """Return whether the active statements have a model."""
        return self.refuted(self.all if active is None else active) is None

    def incoherent(self, active: int | None = None) -> Iterator[str]:
        """Yield the named concepts of the base that can have no member, in alphabetical order."""
        for name in sorted(self.names()):
            if self.entails(ir.Inclusion(ir.Named(name), ir.Truth(False)), active):
                yield name

    def coherent(self, active: int | None = None) -> bool:
        """Return whether the active statements have a model, and every named concept can have a member."""
        return self.consistent(active) and next(self.incoherent(active), None) is None

    def entails(self, statement: ir.Statement, active: int | None = None) -> bool:
        """Return whether a statement follows from the active ones."""
        return self.refuted(self.all if active is None else active, statement) is not None

    def excludes(self, statement: ir.Statement, active: int | None = None) -> bool:
        """Return whether the active statements are inconsistent with a statement."""
        return (
            self.refuted((self.all if active is None else active) | 1 << self.add(statement))
            is not None
        )

    def label(self, statement: ir.Statement, active: int | None = None) -> Label:
        """Return `true` if a statement follows, `false` if it is excluded, `inconsistent`, or `unknown`.

        A model in which it is false shows that it does not follow; a model in which it is true shows that
        it is not excluded. Known models are tried first.
        """
        own = self.all if active is None else active
        known = self._known.setdefault(own, [])
        if not known:
            if not self.consistent(own):
                return "inconsistent"
            known.append(self.model())
        place = self.add(statement)
        seen = {self.true_in(each, place) for each in known if self.met(place, each)}
        if False not in seen:
            if self.entails(statement, own):
                return "true"
            known.append(self.model())
        if True not in seen:
            if self.excludes(statement, own):
                return "false"
            known.append(self.model())
        return "unknown"

    def names(self) -> set[str]:
        """Return the named concepts of the base and of its questions."""
        return {str(node.name) for node in self.concepts.nodes if isinstance(node, ir.Named)}

    def true_in(self, made: Made, place: int) -> bool:
        """Return whether a statement, by its place, is true in a model that has all of its individuals."""
        known = made.truths.get(place)
        if known is None:
            known = made.truths[place] = self._true_in(made, place)
        return known

    def _true_in(self, made: Made, place: int) -> bool:
        match self.statements[place]:
            case ir.Inclusion():
                return made.members(self._meant[place]) == made.everything
            case ir.ConceptAssertion(individual=ir.Const(name=name)):
                own = made.individuals[self.nodes[name]]
                return bool(made.members(self._meant[place]) >> own & 1)
            case statement:
                role, first, second = pair(statement)
                return made.connected(role, self.nodes[first], self.nodes[second])

    def met(self, place: int, made: Made) -> bool:
        """Return whether a model has all individuals of a statement."""
        return self._last[place] < len(made.individuals)


def pair(statement: ir.Statement) -> tuple[str, str, str]:
    """Return the role and the two individuals of a role assertion.

    Raises:
        EngineError: for anything else.
    """
    match statement:
        case ir.Fact(
            literal=ir.Literal(
                ir.Atom(str() as role, (ir.Const(name=first), ir.Const(name=second))), False, False
            )
        ):
            return role, first, second
        case _:
            raise EngineError(f"`{show(statement)}` is not a statement about concepts and roles")


def statements_of(theory: ir.Theory) -> Sequence[ir.Statement]:
    """Return the statements of a theory, in order, without their ids."""
    return [statement.statement for statement in theory.statements]
