"""Closed tableaux: every step of a refutation replayed by the rules alone, on branches of facts about elements.

A tableau is a list of steps. It proves sets of concepts empty, one after another (`suppose`), and at last that the
statements have no model in which what they are to entail is denied (`start`). Every step is about the branch that was
opened last; a branch is closed when an element belongs to a concept and to its complement. Conjunctions are taken
apart, and the parts of a disjunction that would close the branch left out, without a word. The rules are those of
Baader, Horrocks, Lutz and Sattler (An Introduction to Description Logic, 2017, chapter 4, and 5.2 for number
restrictions), with the sets already proved empty kept as in global caching; successors are counted by the sorts that
they can be of. A closed tableau needs no blocking.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from ....compiler.ir import nodes as ir
from ....compiler.notation import show
from ..common.budget import Budget
from .branches import Branch, Element, is_satisfiable_count
from .models import individuals
from .normal_form import complement, included_concept, normal, parts

Step: TypeAlias = Mapping[str, Any]


class Unproved(Exception):
    """A step is none, or the tableau is not closed."""


class Tableau:
    """The rules, over some statements.

    Args:
        statements: the statements assumed to be true, by id.
        denied: the statement assumed to be false.
        unique: whether different individuals are different elements.
    """

    def __init__(
        self,
        statements: Mapping[str, ir.Statement],
        denied: ir.Statement | None,
        unique: bool,
        budget: Budget,
    ) -> None:
        self.statements, self.denied, self.budget = statements, denied, budget
        self.unique = unique
        self.empty: list[tuple[ir.Formula, ...]] = []
        self._open: list[Branch] = []
        self._supposed: tuple[ir.Formula, ...] | None = None
        self._begun = False
        self._texts = {
            show(part): part
            for concept in vocabulary([*statements.values(), *([denied] if denied else [])])
            for part in (concept, complement(concept))
        }

    def replay(self, steps: Any) -> None:
        """Follow the steps to the end.

        Raises:
            Unproved: one of them is none, or a branch is left open.
        """
        if not isinstance(steps, Sequence) or isinstance(steps, str):
            raise Unproved("a tableau is a list of steps")
        for number, step in enumerate(steps, 1):
            try:
                self._step(step)
            except Unproved as error:
                raise Unproved(f"step {number}: {error}") from error
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise Unproved(f"step {number} is none: {error!r}") from error
        if self._open or not self._begun:
            raise Unproved("the tableau is not closed")

    def _step(self, step: Step) -> None:
        self.budget.spend(1)
        names: dict[str, Callable[..., None]] = {
            "suppose": self._suppose,
            "start": self._start,
            "inclusion": self._inclusion,
            "or": self._or,
            "only": self._only,
            "cut": self._cut,
            "same": self._same,
            "empty": self._empty,
            "count": self._count,
        }
        arguments = dict(step)
        rule = names[arguments.pop("rule")]
        if (rule in (self._suppose, self._start)) == bool(self._open):
            raise Unproved("it comes before its time" if self._open else "every branch is closed")
        if self._begun and not self._open:
            raise Unproved("nothing is left to prove")
        rule(**arguments)
        while self._open and self._open[-1].closed:
            self._open.pop()
        if not self._open and self._supposed is not None:
            self.empty.append(self._supposed)
            self._supposed = None

    # ----------------------------------------------------------------------------------------------- what begins

    def _suppose(self, concepts: list[str]) -> None:
        """Suppose an element that belongs to some concepts: once closed, nothing does."""
        branch = Branch(self.unique)
        self._supposed = tuple(self._concept(text) for text in concepts)
        for part in self._supposed:
            branch.add(None, part)
        self._open = [branch]

    def _start(self) -> None:
        """Begin with the statements, the denied one, and one element, because domains are not empty."""
        self._begun = True
        self._open = [initial_branch(self.statements.values(), self.denied, self.unique)]

    # ----------------------------------------------------------------------------------------------------- rules

    def _inclusion(self, at: Element, statement: str) -> None:
        """Each element belongs to what an inclusion says of all."""
        inclusion = self.statements[statement]
        if not isinstance(inclusion, ir.Inclusion):
            raise Unproved(f"statement {statement} is not an inclusion")
        self._split(at, included_concept(inclusion))

    def _or(self, at: Element, concept: str) -> None:
        """An element of a union belongs to one of its parts."""
        union = self._concept(concept)
        if not self._top.has(at, union):
            raise Unproved("the element is not known to belong to the union")
        self._split(at, union)

    def _split(self, at: Element, concept: ir.Formula) -> None:
        branch = self._open.pop()
        for part in reversed(live(branch, at, concept)):
            new = branch.copy()
            new.add(at, part)
            self._open.append(new)

    def _only(self, at: Element, concept: str, to: Element) -> None:
        """A successor belongs to what its element has only such successors of."""
        match self._concept(concept):
            case ir.Restriction(kind="only", role=role, filler=filler) as only:
                if not self._top.has(at, only) or not self._top.edge(str(role), at, to):
                    raise Unproved("the restriction or the successor is not there")
                self._top.add(to, filler)
            case _:
                raise Unproved("this is no `only`")

    def _cut(self, at: Element, concept: str) -> None:
        """An element belongs to a concept or to its complement."""
        branch, chosen = self._open.pop(), self._concept(concept)
        for part in (complement(chosen), chosen):
            new = branch.copy()
            new.add(at, part)
            self._open.append(new)

    def _same(self, of: list[str]) -> None:
        """Two names are of the same element or of two, where names are not unique."""
        first, second = of
        if self.unique:
            raise Unproved("different names are of different elements")
        branch = self._open.pop()
        apart, merged = branch.copy(), branch.copy()
        apart.part(first, second)
        merged.merge(first, second)
        self._open += [apart, merged]

    def _empty(self, at: Element, by: int) -> None:
        """An element belongs to all of a set that was proved empty."""
        if not all(self._top.has(at, part) for part in self._emptied_concepts(by)):
            raise Unproved("the element is not known to belong to all of these concepts")
        self._top.closed = True

    def _count(
        self, at: Element, role: str, concepts: list[str], named: list[str], empty: list[int]
    ) -> None:
        """Restrictions on one role that no successors meet, whatever sorts they are of."""
        own = [self._concept(text) for text in concepts]
        for part in own:
            if not isinstance(part, ir.Restriction) or part.role != role:
                raise Unproved("this is not a restriction of the role")
            if not self._top.has(at, part):
                raise Unproved("the element is not known to meet the restriction")
        if not all(self._top.edge(role, at, each) for each in named):
            raise Unproved("there is no such successor")
        if not all(self._top.distinct(*pair) for pair in combinations(named, 2)):
            raise Unproved("two successors may be the same")
        restrictions = [each for each in own if isinstance(each, ir.Restriction)]
        sets = [self._emptied_concepts(number) for number in empty]
        if is_satisfiable_count(self._top, restrictions, named, sets, self.budget):
            raise Unproved("successors can meet these restrictions")
        self._top.closed = True

    # --------------------------------------------------------------------------------------------------- reading

    @property
    def _top(self) -> Branch:
        return self._open[-1]

    def _concept(self, text: str) -> ir.Formula:
        if text not in self._texts:
            raise Unproved(f"the statements do not speak of `{text}`")
        return self._texts[text]

    def _emptied_concepts(self, number: int) -> tuple[ir.Formula, ...]:
        if not 0 <= number < len(self.empty):
            raise Unproved("no such set is proved empty")
        return self.empty[number]


def initial_branch(
    statements: Iterable[ir.Statement], denied: ir.Statement | None, unique: bool
) -> Branch:
    """Return the branch that a refutation starts with; an element without a name is None."""
    statements = list(statements)
    branch = Branch(unique)
    for name in individuals([*statements, *([denied] if denied else [])]):
        branch.meet(name)
    for statement in statements:
        match statement:
            case ir.ConceptAssertion(individual=ir.Const(name=name), concept=concept):
                branch.add(name, normal(concept))
            case ir.Fact():
                branch.connect(*_pair(statement))
    match denied:
        case ir.Inclusion(left=left, right=right):
            branch.add(None, normal(left))
            branch.add(None, complement(right))
        case ir.ConceptAssertion(individual=ir.Const(name=name), concept=concept):
            branch.add(name, complement(concept))
        case ir.Fact():
            branch.deny(*_pair(denied))
    return branch


def live(branch: Branch, at: Element, concept: ir.Formula) -> list[ir.Formula]:
    """Return the parts of a union, or the one concept, that would not close the branch at once."""
    disjuncts = concept.parts if isinstance(concept, ir.Or) else (concept,)
    return [disjunct for disjunct in disjuncts if not branch.clashes(at, disjunct)]


def vocabulary(statements: Iterable[ir.Statement]) -> dict[ir.Formula, None]:
    """Return the normal forms of the concepts in assertions, and of the concepts that inclusions require of every
    element.
    """
    found: dict[ir.Formula, None] = {}
    for statement in statements:
        match statement:
            case ir.Inclusion(left=left, right=right):
                whole = (included_concept(statement), normal(left), complement(left), normal(right))
                for concept in whole:
                    found.update(dict.fromkeys(parts(concept)))
            case ir.ConceptAssertion(concept=concept):
                found.update(dict.fromkeys(parts(normal(concept))))
                found.update(dict.fromkeys(parts(complement(concept))))
    return found


def _pair(fact: ir.Fact) -> tuple[str, str, str]:
    match fact.literal:
        case ir.Literal(
            ir.Atom(str() as role, (ir.Const(name=first), ir.Const(name=second))), False, False
        ):
            return role, first, second
        case _:
            raise Unproved("this is not a statement about a role")
