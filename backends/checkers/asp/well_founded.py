"""Programs whose well-founded model decides every atom: it is their only candidate for an answer set.

The instances of the rules over all possible atoms are made once. Then what is certainly true and what may be true come
closer to each other; where they meet, the model is total. Every other program goes the general way. Source: Van Gelder,
Ross and Schlipf, The Well-Founded Semantics for General Logic Programs (Journal of the ACM 1991); Van Gelder, The
Alternating Fixpoint of Logic Programs with Negation (1993).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from ....compiler.ir import nodes as ir
from ....compiler.notation import show
from ..common.budget import Budget
from .atoms import Arguments, Signature
from .grounding import components
from .terms import spots
from .values import Value, constant, node

Atom: TypeAlias = tuple[Signature, Arguments]

_NAMES = frozenset({ir.Var, ir.Const, ir.String})
_MOST = 10_000
"""How many rows the joins look at in a program without facts."""

_MORE = 10
"""How many more they look at for each fact."""


class _Pattern:
    """A literal: its signature, and at each place the value there or the variable."""

    __slots__ = ("names", "signature", "values")

    def __init__(self, literal: ir.Literal) -> None:
        atom = literal.atom
        self.signature = bool(literal.negative), str(atom.predicate), len(atom.arguments)
        self.names = spots(literal) or ()
        self.values = tuple([constant(argument) for argument in atom.arguments])

    def atom(self, env: Mapping[str, Value]) -> Atom:
        """Return the ground atom under values of all its variables."""
        places = zip(self.names, self.values, strict=True)
        return self.signature, tuple([env[name] if name else value for name, value in places])  # type: ignore[misc]

    def key(self, places: Sequence[int], env: Mapping[str, Value]) -> Arguments:
        """Return the values at some places, each of which has a value or a variable with one."""
        names, values = self.names, self.values
        return tuple([env[names[at]] if names[at] else values[at] for at in places])  # type: ignore[misc]

    def match(self, row: Arguments, env: Mapping[str, Value]) -> dict[str, Value] | None:
        """Return the values of variables with which the literal is a row, more than these; None if there are none."""
        found = dict(env)
        for name, value, own in zip(self.names, self.values, row, strict=True):
            known = found.setdefault(name, own) if name else value
            if known != own:
                return None
        return found


class _Rule:
    """A rule, or a constraint where there is no head."""

    __slots__ = ("head", "id", "negative", "number", "positive")

    def __init__(self, number: int, id: str, statement: ir.Rule) -> None:
        self.number, self.id = number, id
        parts = [each for each in statement.body if isinstance(each, ir.Literal)]
        self.positive = [_Pattern(each) for each in parts if not each.default]
        self.negative = [_Pattern(each) for each in parts if each.default]
        self.head = _Pattern(statement.head) if isinstance(statement.head, ir.Literal) else None

    def is_safe(self) -> bool:
        """Return whether every variable is in a positive literal of the body."""
        bound = {name for each in self.positive for name in each.names}
        others = [*self.negative, *([self.head] if self.head else [])]
        return all(name in bound for each in others for name in each.names if name)


@dataclass(frozen=True, slots=True)
class _Instance:
    """A ground instance of a rule; of a constraint where there is no head."""

    rule: _Rule
    head: Atom | None
    positive: tuple[Atom, ...]
    negative: tuple[Atom, ...]


class Model:
    """A total well-founded model.

    Attributes:
        rounds: the atoms, each with the round in which one of its instances first has all its positive atoms; 0 for
            facts.
        consistent: whether this is an answer set: no constraint is violated, and no two atoms are complementary.
    """

    def __init__(self, facts: Mapping[Atom, str], instances: Sequence[_Instance]) -> None:
        self.rounds, self._founders = _find_rounds(facts, instances)
        self.consistent = not any(
            each.head is None and self.rounds.keys() >= set(each.positive) for each in instances
        ) and not any(
            ((True, *signature[1:]), row) in self.rounds
            for signature, row in self.rounds
            if not signature[0]
        )
        self._facts = facts
        self._texts: dict[Atom, str] = {}

    def text(self, atom: Atom) -> str:
        """Return an atom as a spec would spell it."""
        text = self._texts.get(atom)
        if text is None:
            (negative, name, _), values = atom
            literal = ir.Literal(ir.Atom(name, tuple(map(node, values))), negative)
            text = self._texts[atom] = show(literal)
        return text

    def listed(self) -> list[str]:
        """Return the texts of all atoms in canonical order."""
        return sorted(map(self.text, self.rounds))

    def derivation(self, goal: Atom) -> list[list[str]]:
        """Return the atoms on which an atom is founded, itself last, each with the id of its statement.

        If several instances give an atom in the same round, the one of the first statement is reported.
        """
        text = self.text
        needed = {goal: ""}
        queue = [goal]
        for atom in queue:  # grows while it is walked
            if atom in self._facts:
                needed[atom] = self._facts[atom]
                continue
            best = min(
                self._founders[atom],
                key=lambda each: (each.rule.number, sorted(set(map(text, each.positive)))),
            )
            needed[atom] = best.rule.id
            for each in best.positive:
                if each not in needed:
                    needed[each] = ""
                    queue.append(each)
        order = sorted(needed, key=lambda each: (self.rounds[each], text(each)))
        return [[text(each), needed[each]] for each in order]


def _find_rounds(
    facts: Iterable[Atom], instances: Sequence[_Instance]
) -> tuple[dict[Atom, int], dict[Atom, list[_Instance]]]:
    """Return the least model of instances without their negative parts: each atom with its round, and the instances
    that give it in that round.
    """
    rounds: dict[Atom, int] = dict.fromkeys(facts, 0)
    founders: dict[Atom, list[_Instance]] = {}
    missing: list[int] = []
    users: dict[Atom, list[int]] = {}
    ready: list[_Instance] = []
    for place, instance in enumerate(instances):
        needed = {each for each in instance.positive if each not in rounds}
        missing.append(len(needed))
        if not needed:
            ready.append(instance)
        for each in needed:
            users.setdefault(each, []).append(place)
    level = 0
    while ready:
        level += 1
        new: dict[Atom, list[_Instance]] = {}
        for instance in ready:
            if instance.head is not None and instance.head not in rounds:
                new.setdefault(instance.head, []).append(instance)
        ready = []
        for head, own in new.items():
            rounds[head], founders[head] = level, own
            for place in users.get(head, ()):
                missing[place] -= 1
                if not missing[place]:
                    ready.append(instances[place])
    return rounds, founders


class _Index:
    """The rows of a predicate by their values at some places."""

    __slots__ = ("_found", "_places", "_seen")

    def __init__(self, places: tuple[int, ...]) -> None:
        self._places = places
        self._found: dict[Arguments, list[Arguments]] = {}
        self._seen = 0

    def extended(self, rows: Sequence[Arguments]) -> Mapping[Arguments, Sequence[Arguments]]:
        """Return the index, with the rows that came since."""
        for row in rows[self._seen :]:
            self._found.setdefault(tuple([row[at] for at in self._places]), []).append(row)
        self._seen = len(rows)
        return self._found


class _Instances:
    """Makes the instances of rules over the possible atoms, which are those of the heads made so far."""

    def __init__(self, facts: Iterable[Atom], budget: Budget) -> None:
        self.made: dict[_Instance, None] = {}
        self.possible: set[Atom] = set()
        self._rows: dict[Signature, list[Arguments]] = {}
        self._indices: dict[tuple[Signature, tuple[int, ...]], _Index] = {}
        self._budget, self._looked = budget, 0
        for atom in facts:
            self._add(atom)
        self._most = _MOST + _MORE * len(self.possible)

    def _add(self, atom: Atom) -> None:
        if atom not in self.possible:
            self.possible.add(atom)
            self._rows.setdefault(atom[0], []).append(atom[1])

    def run(self, rule: _Rule) -> None:
        """Make the instances of a rule whose positive atoms are possible. Raises _TooManyRows, and `Spent`."""
        found: list[dict[str, Value]] = [{}]
        bound: set[str] = set()
        for pattern in rule.positive:
            rows = self._rows.get(pattern.signature)
            if not rows:
                return
            places = tuple(
                [at for at, name in enumerate(pattern.names) if not name or name in bound]
            )
            if places:
                index = self._index(pattern.signature, places, rows)
                pairs = [(env, index.get(pattern.key(places, env), ())) for env in found]
                self._spend(sum(1 + len(near) for _, near in pairs))
                matches = [pattern.match(row, env) for env, near in pairs for row in near]
            else:
                self._spend(len(found) * len(rows))
                matches = [pattern.match(row, env) for env in found for row in rows]
            found = [env for env in matches if env is not None]
            bound.update(pattern.names)
        for env in found:
            head = None if rule.head is None else rule.head.atom(env)
            positive = tuple([each.atom(env) for each in rule.positive])
            negative = tuple([each.atom(env) for each in rule.negative])
            self.made[_Instance(rule, head, positive, negative)] = None
            if head is not None:
                self._add(head)

    def _index(
        self, signature: Signature, places: tuple[int, ...], rows: Sequence[Arguments]
    ) -> Mapping[Arguments, Sequence[Arguments]]:
        """Return the rows of a predicate by their values at some places."""
        known = self._indices.get((signature, places))
        if known is None:
            known = self._indices[signature, places] = _Index(places)
        return known.extended(rows)

    def run_until_closed(self, rules: Sequence[_Rule]) -> None:
        """Make the instances of rules that depend on each other."""
        before = -1
        while before != len(self.possible):
            before = len(self.possible)
            for rule in rules:
                self.run(rule)

    def _spend(self, rows: int) -> None:
        self._looked += rows
        if self._looked > self._most:
            raise _TooManyRowsError
        self._budget.spend(rows)


class _TooManyRowsError(Exception):
    """The joins look at so many rows that those of the general way, which have indices, are the better choice."""


def evaluate(theory: ir.Theory, budget: Budget) -> Model | None:
    """Return the well-founded model of a program, if it is total; None also for all but facts, normal rules and
    constraints over names and variables, and where there is too much to join. Steps over the budget raise `Spent`.
    """
    facts: dict[Atom, str] = {}
    rules: list[_Rule] = []
    for number, labelled in enumerate(theory.statements):
        match labelled.statement:
            case ir.Fact(literal=ir.Literal() as literal):
                atom = ground_atom(literal)
                if atom is None:
                    return None
                facts.setdefault(atom, labelled.id)
            case ir.Rule(arrow="->") as rule if rule.body and _is_of_names(rule):
                rules.append(_Rule(number, labelled.id, rule))
            case _:
                return None
    if not all(rule.is_safe() for rule in rules):
        return None
    made = _Instances(facts, budget)
    try:
        for own in _by_component(rules):
            made.run_until_closed(own)
        for each in rules:
            if each.head is None:
                made.run(each)
    except _TooManyRowsError:
        return None
    return _decide(facts, list(made.made), made.possible)


def _decide(
    facts: Mapping[Atom, str], instances: Sequence[_Instance], possible: Set[Atom]
) -> Model | None:
    """Return the well-founded model by alternating fixpoints; None if it leaves an atom open."""
    certain: Set[Atom] | None = None
    while True:
        reduct = [each for each in instances if possible.isdisjoint(each.negative)]
        surer = _find_rounds(facts, reduct)[0].keys()
        if surer == possible:
            return Model(facts, reduct)
        if surer == certain:
            return None
        certain = surer
        open = [each for each in instances if certain.isdisjoint(each.negative)]
        possible = set(_find_rounds(facts, open)[0])


def ground_atom(literal: ir.Literal) -> Atom | None:
    """Return the atom of a ground literal over names; None for another one."""
    if not _is_plain(literal, False) or any(spots(literal) or ()):
        return None
    return _Pattern(literal).atom({})


def _is_plain(literal: ir.Literal, default: bool) -> bool:
    """Return whether a literal has names and variables alone, and `not` only where it may."""
    atom = literal.atom
    return (
        isinstance(atom.predicate, str)
        and isinstance(literal.negative, bool)
        and (default or not literal.default)
        and all(argument.__class__ in _NAMES for argument in atom.arguments)
        and "_" not in (spots(literal) or ())
    )


def _is_of_names(rule: ir.Rule) -> bool:
    head = rule.head
    if not (isinstance(head, ir.Truth) and not head.value) and not (
        isinstance(head, ir.Literal) and _is_plain(head, False)
    ):
        return False
    return all(isinstance(part, ir.Literal) and _is_plain(part, True) for part in rule.body)


def _by_component(rules: Sequence[_Rule]) -> Iterator[list[_Rule]]:
    """Yield the rules of each strongly connected component of predicates, after those that it depends on."""
    after: dict[Signature, dict[Signature, None]] = {}
    own: dict[Signature, list[_Rule]] = {}
    for rule in rules:
        if rule.head is not None:
            head = rule.head.signature
            own.setdefault(head, []).append(rule)
            after.setdefault(head, {}).update(
                dict.fromkeys(each.signature for each in rule.positive)
            )
    for component in components({head: list(each) for head, each in after.items()}):
        found = [rule for signature in component for rule in own.get(signature, ())]
        if found:
            yield found
