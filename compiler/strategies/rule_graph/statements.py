"""The statements of a grown program: facts and rules, under changes of sign."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from ...ir import nodes as ir
from .core import STATED, Core
from .further_facts import Further
from .noise import Extra
from .sign_changes import Turn

# The usual names of variables; a rule with more has V8 and so on.
LETTERS = "XYZWUTSR"


@lru_cache(maxsize=64)
def variable(number: int) -> ir.Var:
    return ir.Var(LETTERS[number] if number < len(LETTERS) else f"V{number}")


class Exchange(NamedTuple):
    """Another variable in a literal of a rule.

    Attributes:
        place: the rule's place among the statements.
        head: whether it is a literal of the head, or of the body.
        literal: which of these it is.
        argument: which of its arguments is changed.
        variable: the other variable.
    """

    place: int
    head: bool
    literal: int
    argument: int
    variable: int


class Printing:
    """Writes a program with names for its predicates, and with individuals for variables in facts.

    `facts` and `rules` hold every statement's origin: for a fact of the core the number of its
    predicate; for a rule a node with one head or all, or a rule outside the core. `stated` is the
    number of facts.
    """

    def __init__(
        self,
        core: Core,
        extras: Sequence[Extra],
        joined: Collection[int],
        further: Sequence[Further],
        names: Sequence[str],
        individuals: Sequence[ir.Term],
    ) -> None:
        self.core = core
        self.further = further
        self.names = names
        self.individuals = individuals
        self.atoms = [
            ir.Atom(name, tuple(map(variable, each.variables)))
            for name, each in zip(names, core.predicates, strict=True)
        ]
        self.facts = [n for n, each in enumerate(core.predicates) if each.maker == STATED]
        self.rules: list[tuple[int, tuple[int, ...]] | Extra] = []
        for place, node in enumerate(core.nodes):
            if place in joined:
                self.rules.append((place, tuple(node.heads)))
            else:
                self.rules += [(place, (head,)) for head in node.heads]
        self.rules += extras
        self.stated = len(self.facts) + len(further)
        self._bodies: dict[int, tuple[ir.Literal, ...]] = {}

    def ground(self, number: int) -> ir.Atom:
        """Return the instance of a predicate that facts state or that the core can derive."""
        variables = self.core.predicates[number].variables
        return ir.Atom(
            self.names[number], tuple(self.individuals[variable] for variable in variables)
        )

    def statements(self) -> list[ir.Statement]:
        """Return the program: its facts, those of further individuals last, and then its rules."""
        facts: list[ir.Statement] = [self._fact(number, ()) for number in self.facts]
        facts += [self._more(further) for further in self.further]
        return facts + [self._rule(rule, (), -1) for rule in self.rules]

    def statement(self, place: int) -> ir.Statement:
        """Return the statement at a place of the core's facts and of the rules, without changes."""
        if place < self.stated:
            return self._fact(self.facts[place], ())
        return self._rule(self.rules[place - self.stated], (), -1)

    def changed(self, turns: Collection[Turn], turned: bool) -> Mapping[int, ir.Statement]:
        """Return the statements that changes of sign affect, by their places in the program.

        Args:
            turned: whether the sign of the goal that the core derives is flipped.
        """
        goal = self.core.goal if turned else -1
        found: dict[int, ir.Statement] = {
            place: self._fact(number, turns)
            for place, number in enumerate(self.facts)
            if (STATED, number) in turns
        }
        nodes = {place for place, _ in turns}
        for place, rule in enumerate(self.rules, self.stated):
            if self._speaks(rule, nodes, goal):
                found[place] = self._rule(rule, turns, goal)
        return found

    def grown(self) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Yield the rules of the core: each one's place, its node, and the predicates of its heads."""
        for place, rule in enumerate(self.rules, self.stated):
            if not isinstance(rule, Extra):
                yield place, *rule

    def exchanged(self, turns: Collection[Turn], exchange: Exchange) -> ir.Rule:
        """Return a rule under changes of sign, and with another variable in one of its literals."""
        rule = self._rule(self.rules[exchange.place - self.stated], turns, -1)
        heads = rule.head.parts if isinstance(rule.head, ir.Or) else (rule.head,)
        found = [*(heads if exchange.head else rule.body)]
        literal = found[exchange.literal]
        assert isinstance(literal, ir.Literal)
        terms = list(literal.atom.arguments)
        terms[exchange.argument] = variable(exchange.variable)
        atom = ir.Atom(literal.atom.predicate, tuple(terms))
        found[exchange.literal] = ir.Literal(atom, literal.negative, literal.default)
        if not exchange.head:
            return replace(rule, body=tuple(found))
        return replace(rule, head=found[0] if len(found) == 1 else ir.Or(tuple(found)))

    def _speaks(
        self, rule: tuple[int, tuple[int, ...]] | Extra, nodes: Collection[int], goal: int
    ) -> bool:
        """Return whether changes in some nodes' bodies or in the goal's sign affect a rule."""
        if isinstance(rule, Extra):
            return rule.head == goal or any(number == goal for number, _, _ in rule.body)
        return rule[0] in nodes or goal in rule[1]

    def _fact(self, number: int, turns: Collection[Turn]) -> ir.Fact:
        negative = self.core.predicates[number].negative is not ((STATED, number) in turns)
        return ir.Fact(ir.Literal(self.ground(number), negative))

    def _more(self, fact: Further) -> ir.Fact:
        terms = tuple(self.individuals[argument] for argument in fact.arguments)
        return ir.Fact(ir.Literal(ir.Atom(self.names[fact.number], terms), fact.negative))

    def _rule(
        self, rule: tuple[int, tuple[int, ...]] | Extra, turns: Collection[Turn], goal: int
    ) -> ir.Rule:
        if isinstance(rule, Extra):
            atom = ir.Atom(self.names[rule.head], tuple(map(variable, rule.variables)))
            head = ir.Literal(atom, rule.negative is not (rule.head == goal))
            body = tuple(
                ir.Literal(self.atoms[number], negative is not (number == goal), default)
                for number, negative, default in rule.body
            )
            return ir.Rule(body, "->", head)
        place, numbers = rule
        node = self.core.nodes[place]
        heads = tuple(
            ir.Literal(self.atoms[n], self.core.negative(node, n) is not (n == goal))
            for n in numbers
        )
        body = self._body(place, turns) if turns else self._plain(place)
        return ir.Rule(body, "->", heads[0] if len(heads) == 1 else ir.Or(heads))

    def _plain(self, place: int) -> tuple[ir.Literal, ...]:
        found = self._bodies.get(place)
        if found is None:
            found = self._bodies[place] = self._body(place, ())
        return found

    def _body(self, place: int, turns: Collection[Turn]) -> tuple[ir.Literal, ...]:
        return tuple(
            ir.Literal(self.atoms[n], negative is not ((place, n) in turns), default)
            for n, negative, default in self.core.parts(self.core.nodes[place])
        )
