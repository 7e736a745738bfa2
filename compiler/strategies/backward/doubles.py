"""The individuals of side facts: they are drawn last, from all that the theory names.

Where a condition holds or is broken, two facts exchange their individuals. The individuals that
come in are doubles. If no rule named them, or if one of them stood twice in a fact, a reader could
tell which facts belong together without looking at the condition. So doubles are drawn from the
individuals of other rules and facts, once all of these are known, and no fact names one twice.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from ...ir import nodes as ir
from ...random.stream import Stream
from .goals import Fresh

TRIES = 12
"""How often doubles of a leaf are drawn from individuals that are named, and then from all known."""

_Leaf = tuple[ir.Literal, Sequence[ir.Literal]]


class Doubles:
    """Doubles of leaves: variables at first, and individuals once the theory is complete."""

    def __init__(self, fresh: Fresh, functional: Sequence[str], stream: Stream) -> None:
        self.fresh = fresh
        self.functional = frozenset(functional)
        self.stream = stream
        self._sorts: dict[ir.Term, str] = {}
        self._leaves: list[_Leaf] = []
        self._stated: set[ir.Atom] = set()
        self._drawn: dict[ir.Term, ir.Term] = {}

    def open(self, sort: str) -> ir.Var:
        """Return a variable for a double of a sort."""
        double = ir.Var(f"double_{len(self._sorts)}")
        self._sorts[double] = sort
        return double

    def avoid(self, literal: ir.Literal) -> None:
        """Record that no side fact may be about a literal's atom."""
        self._stated.add(literal.atom)

    def note(self, literal: ir.Literal, facts: Sequence[ir.Literal]) -> None:
        """Record a leaf, with its facts in either case."""
        self.avoid(literal)
        self._leaves.append((literal, facts))

    def draw(self, rules: Sequence[ir.Rule], asked: ir.Literal) -> None:
        """Draw all doubles; none is the first individual of the question.

        Raises NoValue if the individuals run out.
        """
        conditions: dict[object, list[ir.Literal]] = {}
        shown = [asked]
        for rule in rules:
            body = [part for part in rule.body if isinstance(part, ir.Literal)]
            for part in body:
                conditions.setdefault(part.atom.predicate, []).append(part)
            shown += [*body, rule.head] if isinstance(rule.head, ir.Literal) else body
        named = {term for each in shown for term in each.atom.arguments}
        barred = set(asked.atom.arguments[:1])
        for leaf in self._leaves:
            self._drawn |= self._known(leaf, conditions, named, barred)
            for double in self._open(leaf):
                if double not in self._drawn:
                    self._drawn[double] = self.fresh.individual(self._sorts[double])
            self._stated |= {self.filled(each).atom for each in leaf[1]}

    def filled(self, literal: ir.Literal) -> ir.Literal:
        """Return a literal with the individuals that were drawn."""
        return ir.Literal(_filled(literal.atom, self._drawn), literal.negative)

    def statement(self, statement: ir.Statement) -> ir.Statement:
        """Return a statement with the individuals that were drawn, if it is a fact."""
        match statement:
            case ir.Fact(literal=ir.Literal() as literal):
                return ir.Fact(self.filled(literal))
            case _:
                return statement

    def _open(self, leaf: _Leaf) -> list[ir.Term]:
        terms = chain.from_iterable(each.atom.arguments for each in leaf[1])
        return [each for each in dict.fromkeys(terms) if each in self._sorts]

    def _known(
        self,
        leaf: _Leaf,
        conditions: Mapping[object, Sequence[ir.Literal]],
        named: Collection[ir.Term],
        barred: Collection[ir.Term],
    ) -> dict[ir.Term, ir.Term]:
        """Return known individuals as a leaf's doubles, if they support nothing else.

        They are individuals that rules or the question name, or else some of them are of any kind.
        """
        literal, facts = leaf
        doubles = self._open(leaf)
        taken = {*barred, *literal.atom.arguments}
        known = [
            [each for each in self.fresh.known(self._sorts[double]) if each not in taken]
            for double in doubles
        ]
        told = [[each for each in some if each in named] for some in known]
        others = self._others(literal.atom, facts, conditions)
        for attempt in range(2 * TRIES):
            drawn: dict[ir.Term, ir.Term] = {
                double: self.stream.pick(each)
                for double, each in zip(doubles, told if attempt < TRIES else known, strict=True)
                if each and (attempt < TRIES or self.stream.chance(0.5))
            }
            if len(set(drawn.values())) == len(drawn) and all(
                self._is_idle(_filled(each.atom, drawn), literal.atom, others) for each in facts
            ):
                return drawn
        return {}

    @staticmethod
    def _others(
        own: ir.Atom,
        facts: Sequence[ir.Literal],
        conditions: Mapping[object, Sequence[ir.Literal]],
    ) -> dict[object, list[ir.Atom]]:
        """Return the conditions on the predicates of a leaf's facts that the leaf's own atom does not meet."""
        return {
            name: [each.atom for each in conditions.get(name, ()) if not _fits(each.atom, own)]
            for name in {each.atom.predicate for each in facts}
        }

    def _is_idle(
        self, atom: ir.Atom, own: ir.Atom, others: Mapping[object, Sequence[ir.Atom]]
    ) -> bool:
        """Return whether an atom is stated nowhere and meets no condition but its leaf's."""
        if atom == own:
            return True
        if atom in self._stated or (self._is_valued(atom) and not _same_start(atom, own)):
            return False
        return not any(_fits(each, atom) for each in others[atom.predicate])

    def _is_valued(self, atom: ir.Atom) -> bool:
        """Return whether a functional predicate has another value for the same individuals."""
        return atom.predicate in self.functional and any(
            each.predicate == atom.predicate and _same_start(each, atom) for each in self._stated
        )


def _filled(atom: ir.Atom, drawn: Mapping[ir.Term, ir.Term]) -> ir.Atom:
    return ir.Atom(atom.predicate, tuple([drawn.get(each, each) for each in atom.arguments]))


def _same_start(one: ir.Atom, other: ir.Atom) -> bool:
    return one.arguments[:-1] == other.arguments[:-1]


def _fits(condition: ir.Atom, atom: ir.Atom) -> bool:
    """Return whether an atom is of a condition's form; a variable stands for any individual."""
    if len(condition.arguments) != len(atom.arguments):
        return False
    for mine, its in zip(condition.arguments, atom.arguments, strict=True):
        if not isinstance(mine, ir.Var) and mine != its:
            return False
    return True
