"""The ground instances of a defeasible theory that can matter, each rule joined once over finished relations.

A literal that no instance can derive, even without attacks, is refuted in every variant. The exception is a
literal in a circle of predicates, which may be neither proved nor refuted. So the predicates are taken
component by component, bodies before heads. A rule's body is joined over the relations of lower components,
and variables that only the head's own component would bind range over all constants.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from msgspec import Struct

from ...compiler.contract import Deadline, EngineError, LimitReached
from ...compiler.ir import nodes as ir

Signed: TypeAlias = tuple[str, int, bool]
Tuple: TypeAlias = tuple[int, ...]
"""Arguments by number; in a pattern, -1, -2 … are the statement's variables."""


class Spent(Exception):
    """The budget of steps is used up."""


@dataclass
class Budget:
    """Counts down steps: rows met in joins, instances made, conclusions drawn."""

    left: int

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise Spent


class Watched(Budget):
    """A budget of steps that also watches the clock; what the deadline stops is an error."""

    def __init__(self, steps: int, seconds: float) -> None:
        super().__init__(steps)
        self._deadline = Deadline(seconds)
        self._watch = steps - 4096

    def spend(self, steps: int) -> None:
        super().spend(steps)
        if self.left < self._watch:
            self._watch = self.left - 4096
            if self._deadline.passed:
                raise LimitReached(
                    f"the fixpoint reached the time limit of {self._deadline.seconds:g} seconds"
                )


class Pattern(Struct, frozen=True):
    """A literal over numbered constants and variables."""

    signed: Signed
    arguments: Tuple


class Schema(Struct, frozen=True):
    """A rule or a fact before it is instantiated; a fact has the arrow `fact`."""

    id: str
    arrow: str
    head: Pattern
    body: tuple[Pattern, ...]
    variables: int


class Instance(Struct, frozen=True):
    """A ground rule: its statement's place among the schemas, its head and its body without repeats, as numbers."""

    schema: int
    head: int
    body: tuple[int, ...]


@dataclass
class Ground:
    """A ground theory. The literals 2n and 2n + 1 are an atom and its strong negation.

    Attributes:
        atoms: predicate and arguments of each atom, the latter as numbers of constants.
        facts: the literals given, each with the first statement that gives it.
        rules: the instances, statement by statement within a component.
        superior: for a rule's label, the labels that it beats.
    """

    schemas: list[Schema] = field(default_factory=list)
    constants: list[ir.Term] = field(default_factory=list)
    atoms: list[tuple[str, Tuple]] = field(default_factory=list)
    facts: dict[int, str] = field(default_factory=dict)
    rules: list[Instance] = field(default_factory=list)
    superior: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    asked: int = 0
    _numbers: dict[tuple[str, Tuple], int] = field(default_factory=dict)
    _places: dict[ir.Term, int] = field(default_factory=dict)

    def constant(self, term: ir.Term) -> int:
        number = self._places.get(term)
        if number is None:
            if not isinstance(term, ir.Const | ir.String | ir.Quantity):
                raise EngineError(f"a {type(term).__name__} is not a constant of defeasible logic")
            number = self._places[term] = len(self.constants)
            self.constants.append(term)
        return number

    def literal(self, signed: Signed, arguments: Tuple) -> int:
        name, _, negative = signed
        key = (name, arguments)
        number = self._numbers.setdefault(key, len(self.atoms))
        if number == len(self.atoms):
            self.atoms.append(key)
        return 2 * number + negative

    def node(self, literal: int) -> ir.Literal:
        """Return the node of a literal by its number."""
        name, arguments = self.atoms[literal // 2]
        terms = tuple(self.constants[argument] for argument in arguments)
        return ir.Literal(ir.Atom(name, terms), literal % 2 == 1)


def ground(statements: Sequence[ir.Labelled], asked: ir.Literal, budget: Budget) -> Ground:
    """Instantiate a theory's statements for a query.

    Raises:
        Spent: out of the budget.
        EngineError: for a statement or a term that is none of defeasible logic.
    """
    made = Ground()
    for statement in statements:
        _read(statement, made)
    query = _pattern(asked, made, {})
    if any(argument < 0 for argument in query.arguments):
        raise EngineError("the query must not have variables")
    made.asked = made.literal(query.signed, query.arguments)
    _Grounder(made, budget).run()
    return made


def _read(labelled: ir.Labelled, made: Ground) -> None:
    match labelled.statement:
        case ir.Preference(stronger=str(stronger), weaker=str(weaker)):
            made.superior[stronger].add(weaker)
        case ir.Fact(literal=ir.Literal() as head):
            variables: dict[str, int] = {}
            pattern = _pattern(head, made, variables)
            made.schemas.append(Schema(labelled.id, "fact", pattern, (), len(variables)))
        case ir.Rule(body=body, arrow="->" | "=>" | "~>" as arrow, head=ir.Literal() as head):
            parts = [part for part in body if part != ir.Truth(True)]
            variables = {}
            patterns = []
            for part in parts:
                if isinstance(part, ir.Literal):
                    patterns.append(_pattern(part, made, variables))
                elif part != ir.Truth(False):
                    raise EngineError(f"`{labelled.id}` has a {type(part).__name__} in its body")
            pattern = _pattern(head, made, variables)
            if ir.Truth(False) not in parts:
                schema = Schema(labelled.id, arrow, pattern, tuple(patterns), len(variables))
                made.schemas.append(schema)
        case _:
            raise EngineError(f"`{labelled.id}` is not a statement of defeasible logic")


def _pattern(literal: ir.Literal, made: Ground, variables: dict[str, int]) -> Pattern:
    name, negative = literal.atom.predicate, literal.negative
    if not isinstance(name, str) or not isinstance(negative, bool) or literal.default:
        raise EngineError("a literal must be an atom or its strong negation")
    arguments: list[int] = []
    for term in literal.atom.arguments:
        if isinstance(term, ir.Var):
            own = f"_{len(variables)}" if term.name == "_" else f"{term.name} "
            arguments.append(-1 - variables.setdefault(own, len(variables)))
        else:
            arguments.append(made.constant(term))
    return Pattern((name, len(arguments), negative), tuple(arguments))


class _Grounder:
    def __init__(self, made: Ground, budget: Budget) -> None:
        self._made = made
        self._budget = budget
        self._rows: dict[Signed, dict[Tuple, None]] = defaultdict(dict)
        self._indices: dict[tuple[Signed, Tuple], dict[Tuple, list[Tuple]]] = {}
        self._everything = range(len(made.constants))

    def run(self) -> None:
        schemas = self._made.schemas
        heads: dict[Signed, list[int]] = defaultdict(list)
        for place, schema in enumerate(schemas):
            if schema.arrow != "~>":
                heads[schema.head.signed].append(place)
        for circle in _circles({head: _needs(schemas, own) for head, own in heads.items()}):
            for place in sorted(each for signed in circle for each in heads.get(signed, ())):
                self._instantiate(place, circle)
        for place, schema in enumerate(schemas):
            if schema.arrow == "~>":
                self._instantiate(place, set())

    def _instantiate(self, place: int, circle: set[Signed]) -> None:
        made = self._made
        schema = made.schemas[place]
        outside = [pattern for pattern in schema.body if pattern.signed not in circle]
        binding: list[int | None] = [None] * schema.variables
        for _ in self._join(_order_patterns(outside), 0, binding):
            self._budget.spend(1)
            arguments = _fill(schema.head, binding)
            head = made.literal(schema.head.signed, arguments)
            if schema.arrow != "~>":
                self._rows[schema.head.signed][arguments] = None
            if schema.arrow == "fact":
                made.facts.setdefault(head, schema.id)
                continue
            body = [
                made.literal(pattern.signed, _fill(pattern, binding)) for pattern in schema.body
            ]
            made.rules.append(Instance(place, head, tuple(dict.fromkeys(body))))

    def _join(
        self, patterns: Sequence[Pattern], depth: int, binding: list[int | None]
    ) -> Iterator[None]:
        """Bind the variables in each way in which all patterns hold; what they leave free gets every constant."""
        if depth == len(patterns):
            free = [place for place, value in enumerate(binding) if value is None]
            for values in product(self._everything, repeat=len(free)):
                for place, value in zip(free, values, strict=True):
                    binding[place] = value
                yield
            for place in free:
                binding[place] = None
            return
        pattern = patterns[depth]
        for row in self._match_rows(pattern, binding):
            self._budget.spend(1)
            set_here: list[int] = []
            for argument, value in zip(pattern.arguments, row, strict=True):
                if argument < 0 and binding[-1 - argument] is None:
                    binding[-1 - argument] = value
                    set_here.append(-1 - argument)
                elif argument < 0 and binding[-1 - argument] != value:
                    break
            else:
                yield from self._join(patterns, depth + 1, binding)
            for place in set_here:
                binding[place] = None

    def _match_rows(self, pattern: Pattern, binding: list[int | None]) -> Sequence[Tuple]:
        """Return the rows that agree with a pattern where its arguments are known. Its relation is finished."""
        known = [
            argument if argument >= 0 else binding[-1 - argument] for argument in pattern.arguments
        ]
        places = tuple(place for place, value in enumerate(known) if value is not None)
        key = (pattern.signed, places)
        index = self._indices.get(key)
        if index is None:
            index = self._indices[key] = defaultdict(list)
            for row in self._rows.get(pattern.signed, ()):
                index[tuple(row[place] for place in places)].append(row)
        return index.get(tuple(each for each in known if each is not None), ())


def _fill(pattern: Pattern, binding: list[int | None]) -> Tuple:
    values = [
        argument if argument >= 0 else binding[-1 - argument] for argument in pattern.arguments
    ]
    return tuple(value for value in values if value is not None)


def _order_patterns(patterns: list[Pattern]) -> list[Pattern]:
    """Order patterns by the most variables shared with earlier ones, then by the fewest new ones."""
    if len(patterns) < 2:
        return patterns
    left, bound, found = list(patterns), set[int](), list[Pattern]()

    def freedom(pattern: Pattern) -> tuple[int, int]:
        free = {argument for argument in pattern.arguments if argument < 0} - bound
        known = len(pattern.arguments) - sum(argument in free for argument in pattern.arguments)
        return -min(known, 1), len(free)

    while left:
        best = min(left, key=freedom)
        left.remove(best)
        bound |= {argument for argument in best.arguments if argument < 0}
        found.append(best)
    return found


def _needs(schemas: list[Schema], places: list[int]) -> list[Signed]:
    return [pattern.signed for place in places for pattern in schemas[place].body]


def _circles(needs: dict[Signed, list[Signed]]) -> Iterator[set[Signed]]:
    """Yield the strongly connected components of a graph, those that others need first.

    Source: Kosaraju and Sharir; a first search numbers nodes as it leaves them, a second one goes against the edges.
    """
    against: dict[Signed, list[Signed]] = defaultdict(list)
    for node, after in needs.items():
        for each in after:
            against[each].append(node)
    nodes = list(dict.fromkeys([*needs, *against]))
    left: list[Signed] = []
    seen: set[Signed] = set()
    for node in nodes:
        if node not in seen:
            left += _postorder(node, against, seen)
    seen = set()
    for node in reversed(left):
        if node not in seen:
            yield set(_postorder(node, needs, seen))


def _postorder(
    root: Signed, after: dict[Signed, list[Signed]], seen: set[Signed]
) -> Iterator[Signed]:
    """Yield what can be reached from a node and was not seen, each after all that was reached from it."""
    seen.add(root)
    path = [(root, iter(after.get(root, ())))]
    while path:
        node, rest = path[-1]
        fresh = next((each for each in rest if each not in seen), None)
        if fresh is None:
            path.pop()
            yield node
        else:
            seen.add(fresh)
            path.append((fresh, iter(after.get(fresh, ()))))
