"""Decides defeasible theories where what a query depends on goes in no circle, as in most that are made.

Only the literals that the query reaches through rules are looked at, each once, bodies before heads. There each is
proved or refuted: a refutation's condition is the negation of the proof's, and both come to an end. So the positive
halves of the conditions in `docs/defeasible.md` decide all. What depends on itself is left to the Horn clauses.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from ...compiler.ir import nodes as ir
from .grounding import Budget

Terms: TypeAlias = tuple[ir.Term, ...]
Predicate: TypeAlias = tuple[str, int, bool]
"""Its name, its number of arguments, and whether it is strongly negated."""

DEEP = 50
"""Longer chains of rules are left to the Horn clauses, which need no recursion."""

Judged: TypeAlias = Literal["proved", "supported", "closure"]

VARIANTS: Mapping[str, tuple[Judged, bool]] = {
    "blocking": ("proved", True),
    "blocking_individual": ("proved", False),
    "propagating": ("supported", True),
    "propagating_individual": ("supported", False),
    "parallel": ("closure", True),
}
"""What attackers are judged by in each variant, and whether rules defeat as a team."""


class Unsuited(Exception):
    """The query may depend on itself or on a contradiction, or the theory is none: other means have to tell."""


class Pattern(Struct, frozen=True):
    """A literal; variables are their numbers within the statement."""

    predicate: Predicate
    arguments: tuple[ir.Term | int, ...]


class Schema(Struct, frozen=True):
    """A rule or fact, as written.

    Attributes:
        variables: how many there are; those of the head come first.
        joined: the literals of the body that have variables which the head lacks.
    """

    id: str
    arrow: str
    head: Pattern
    body: tuple[Pattern, ...]
    variables: int
    joined: tuple[Pattern, ...]


class Instance(Struct, frozen=True):
    """A ground rule for a literal: 2n and 2n + 1 are the nth atom and its strong negation."""

    id: str
    arrow: str
    body: tuple[int, ...]


class Node(NamedTuple):
    """An atom: whether it and its negation are facts, and the rules for each."""

    given: tuple[bool, bool]
    rules: tuple[Sequence[Instance], Sequence[Instance]]


class Tags(NamedTuple):
    """Whether a literal is proved definitely and defeasibly, and by what attackers are judged where it is not that."""

    definitely: bool
    defeasibly: bool
    judged: bool | None


class Cone:
    """What an atom depends on in a theory.

    Attributes:
        inconsistent: whether facts of the theory contradict each other.

    Raises:
        Unsuited: for a circle, a contradiction that may follow, and what is no defeasible theory.
        Spent: out of the budget.
    """

    def __init__(self, statements: Sequence[ir.Labelled], asked: ir.Atom, budget: Budget) -> None:
        self._budget = budget
        self._facts: dict[Predicate, dict[Terms, None]] = {}
        self._rules: dict[Predicate, list[Schema]] = {}
        self._superior: set[tuple[str, str]] = set()
        self._nodes: list[Node] = []
        self._places: dict[tuple[str, Terms], int] = {}
        self._rows: dict[Predicate, Sequence[Terms] | None] = {}  # None: not finished
        self._indices: dict[tuple[Predicate, tuple[int, ...]], dict[Terms, list[Terms]]] = {}
        for statement in statements:
            self._read(statement)
        pattern = _pattern(ir.Literal(asked), {})
        if any(isinstance(argument, ir.Var) for argument in asked.arguments):
            raise Unsuited
        self.inconsistent = self._has_contradiction()
        self._visit(pattern.predicate[0], asked.arguments, DEEP)

    def tags(self, variant: str) -> tuple[Tags, Tags]:
        """Return the tags of the atom and of its strong negation in a variant."""
        attack, team = VARIANTS[variant]
        definite, proved, attacking = self._close(attack, team)
        judged = (None, None) if attack == "proved" else attacking[-2:]
        return (
            Tags(definite[-2], proved[-2], judged[0]),
            Tags(definite[-1], proved[-1], judged[1]),
        )

    # --------------------------------------------------------------------------------------------- what there is

    def _read(self, labelled: ir.Labelled) -> None:
        match labelled.statement:
            case ir.Preference(stronger=str(stronger), weaker=str(weaker)):
                self._superior.add((stronger, weaker))
                return
        schema = _schema(labelled)
        if schema is None:
            return
        if schema.arrow != "fact":
            self._rules.setdefault(schema.head.predicate, []).append(schema)
        elif schema.variables:
            raise Unsuited
        else:
            rows = self._facts.setdefault(schema.head.predicate, {})
            rows[schema.head.arguments] = None  # type: ignore[index]

    def _has_contradiction(self) -> bool:
        """Return whether facts contradict each other; strict rules are looked at no closer than their predicates."""
        for predicate, rows in self._facts.items():
            if predicate[2] and not rows.keys().isdisjoint(
                self._facts.get(_opposite(predicate), ())
            ):
                return True
        strict = {
            head for head, rules in self._rules.items() if any(rule.arrow == "->" for rule in rules)
        }
        for predicate in strict:
            opposite = _opposite(predicate)
            if opposite in strict or opposite in self._facts:
                raise Unsuited
        return False

    def _visit(self, name: str, arguments: Terms, left: int) -> int:
        """Return the number of an atom; what it depends on has smaller ones."""
        atom = (name, arguments)
        found = self._places.get(atom)
        if found is not None:
            if found < 0:
                raise Unsuited
            return found
        if not left:
            raise Unsuited
        self._places[atom] = -1
        size = len(arguments)
        given: list[bool] = []
        own: list[list[Instance]] = []
        for negative in (False, True):
            predicate = (name, size, negative)
            given.append(arguments in self._facts.get(predicate, ()))
            rules: list[Instance] = []
            own.append(rules)
            for schema in self._rules.get(predicate, ()):
                for binding in self._bindings(schema, arguments):
                    self._budget.spend(1)
                    body = []
                    for pattern in schema.body:
                        known = _fill(pattern.arguments, binding)
                        below = self._visit(pattern.predicate[0], known, left - 1)
                        body.append(2 * below + pattern.predicate[2])
                    rules.append(Instance(schema.id, schema.arrow, tuple(body)))
        self._budget.spend(1)
        number = self._places[atom] = len(self._nodes)
        self._nodes.append(Node((given[0], given[1]), (own[0], own[1])))
        return number

    # ----------------------------------------------------------------------------------------------- instances

    def _bindings(self, schema: Schema, arguments: Terms) -> Iterator[list[ir.Term | None]]:
        """Return the bindings under which a rule has these arguments in its head, and a body that may follow."""
        binding: list[ir.Term | None] = [None] * schema.variables
        if not _matches(schema.head.arguments, arguments, binding):
            return iter(())
        return self._join(schema.joined, binding) if schema.joined else iter((binding,))

    def _join(
        self, patterns: Sequence[Pattern], binding: list[ir.Term | None]
    ) -> Iterator[list[ir.Term | None]]:
        if not patterns:
            yield binding
            return
        first = patterns[0]
        for row in self._match_rows(first, binding):
            self._budget.spend(1)
            more = [*binding]
            if _matches(first.arguments, row, more):
                yield from self._join(patterns[1:], more)

    def _match_rows(self, pattern: Pattern, binding: list[ir.Term | None]) -> Sequence[Terms]:
        """Return the rows that agree with a pattern where its arguments are known."""
        known = _fill(pattern.arguments, binding)
        places = tuple(place for place, value in enumerate(known) if value is not None)
        key = (pattern.predicate, places)
        if key not in self._indices:
            rows = self._possible(pattern.predicate)
            index = self._indices[key] = defaultdict(list)
            for row in rows:
                index[tuple(row[place] for place in places)].append(row)
        return self._indices[key].get(tuple(known[place] for place in places), ())

    def _possible(self, predicate: Predicate) -> Sequence[Terms]:
        """Return the arguments of all literals of a predicate that facts or rules could give, and maybe of others."""
        if predicate not in self._rows:
            self._rows[predicate] = None
            found = dict.fromkeys(self._facts.get(predicate, ()))
            for schema in self._rules.get(predicate, ()):
                if schema.arrow == "~>":
                    continue
                patterns = [e for e in schema.body if any(type(t) is int for t in e.arguments)]
                for binding in self._join(patterns, [None] * schema.variables):
                    head = _fill(schema.head.arguments, binding)
                    if None in head:
                        raise Unsuited
                    found[head] = None
            self._rows[predicate] = tuple(found)
        rows = self._rows[predicate]
        if rows is None:
            raise Unsuited
        return rows

    # ---------------------------------------------------------------------------------------------- conditions

    def _close(self, attack: Judged, team: bool) -> tuple[list[bool], list[bool], list[bool]]:
        """Compute for each literal whether it is definite, whether it is proved, and whether it counts for attacks."""
        definite: list[bool] = []
        proved: list[bool] = []
        attacking = proved if attack == "proved" else []
        for given, rules in self._nodes:
            if not (rules[0] or rules[1]):
                definite += given
                proved += given
                if attacking is not proved:
                    attacking += given
                continue
            strict = [
                fact
                or any(instance.arrow == "->" and _all(instance.body, definite) for instance in own)
                for fact, own in zip(given, rules, strict=True)
            ]
            applied = [
                [instance for instance in own if _all(instance.body, proved)] for own in rules
            ]
            rivals = applied
            if attack != "proved":
                rivals = [
                    [instance for instance in own if _all(instance.body, attacking)]
                    for own in rules
                ]
                for sign in (0, 1):
                    free = [instance for instance in rivals[sign] if instance.arrow != "~>"]
                    if attack == "supported":
                        against = applied[1 - sign]
                        free = [
                            instance for instance in free if not self._any_beats(against, instance)
                        ]
                    elif strict[1 - sign]:
                        free = []
                    attacking.append(strict[sign] or bool(free))
            for sign in (0, 1):
                ours = [instance for instance in applied[sign] if instance.arrow != "~>"]
                wins = bool(ours) and not strict[1 - sign]
                wins = wins and self._wins(ours, rivals[1 - sign], team)
                proved.append(strict[sign] or wins)
            definite += strict
        return definite, proved, attacking

    def _wins(self, ours: Sequence[Instance], rivals: Sequence[Instance], team: bool) -> bool:
        """Return whether rules that apply beat all rivals: each by one of them, or all by the same."""
        if team:
            return all(self._any_beats(ours, rival) for rival in rivals)
        return any(all((one.id, rival.id) in self._superior for rival in rivals) for one in ours)

    def _any_beats(self, rules: Sequence[Instance], rival: Instance) -> bool:
        return any((rule.id, rival.id) in self._superior for rule in rules)


def _all(body: Sequence[int], found: Sequence[bool]) -> bool:
    for each in body:  # noqa: SIM110 - `all` of a generator takes twice the time
        if not found[each]:
            return False
    return True


def _opposite(predicate: Predicate) -> Predicate:
    name, size, negative = predicate
    return name, size, not negative


def _fill(arguments: Sequence[ir.Term | int], binding: Sequence[ir.Term | None]) -> Terms:
    """Put the values of variables in their places; None for one that has none."""
    return tuple([binding[e] if type(e) is int else e for e in arguments])  # type: ignore[misc]


def _matches(arguments: Sequence[ir.Term | int], row: Terms, binding: list[ir.Term | None]) -> bool:
    """Return whether a pattern's arguments can be these, and bind its variables so."""
    for argument, value in zip(arguments, row, strict=True):
        if type(argument) is not int:
            if argument != value:
                return False
        elif binding[argument] is None:
            binding[argument] = value
        elif binding[argument] != value:
            return False
    return True


# -------------------------------------------------------------------------------------------------- statements


@lru_cache(maxsize=1024)
def _schema(labelled: ir.Labelled) -> Schema | None:
    """Read a fact or a rule; None for a rule that never applies. Kept, as theories that differ little share most."""
    parts: Sequence[ir.BodyPart] = ()
    match labelled.statement:
        case ir.Fact(literal=ir.Literal() as head):
            arrow = "fact"
        case ir.Rule(body=parts, arrow="->" | "=>" | "~>" as arrow, head=ir.Literal() as head):
            pass
        case _:
            raise Unsuited
    variables: dict[str, int] = {}
    pattern = _pattern(head, variables)
    own = len(variables)
    literals = [part for part in parts if not isinstance(part, ir.Truth)]
    body = tuple(_pattern(literal, variables) for literal in literals)
    if ir.Truth(False) in parts:
        return None
    joined = tuple(e for e in body if any(type(t) is int and t >= own for t in e.arguments))
    return Schema(labelled.id, arrow, pattern, body, len(variables), joined)


def _pattern(literal: ir.Node, variables: dict[str, int]) -> Pattern:
    match literal:
        case ir.Literal(
            atom=ir.Atom(predicate=str(name), arguments=arguments),
            negative=bool(negative),
            default=False,
        ):
            pass
        case _:
            raise Unsuited
    found: list[ir.Term | int] = []
    for term in arguments:
        if isinstance(term, ir.Var):
            own = f"_{len(variables)}" if term.name == "_" else f"{term.name} "
            found.append(variables.setdefault(own, len(variables)))
        elif isinstance(term, ir.Const | ir.String | ir.Quantity):
            found.append(term)
        else:
            raise Unsuited
    return Pattern((name, len(found), negative), tuple(found))
