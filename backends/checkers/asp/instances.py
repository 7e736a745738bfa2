"""The instances of normal rules over names: which atoms there may be at all, and which instances of a rule they have.

Each join looks up the rows of its next literal in an index of the values that are bound there already. An environment
is a tuple: first the names in the rule, then the values of its variables in the order in which they are bound. Source:
Ullman, Principles of Database and Knowledge-Base Systems (1988), on joins with indices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ....compiler.ir import nodes as ir
from ..common.budget import Budget
from .atoms import Arguments, Signature
from .terms import spots
from .values import Value, constant

Atom: TypeAlias = tuple[Signature, Arguments]
Pick: TypeAlias = Callable[[Sequence[Value]], Arguments]

_MOST = 10_000
"""How many rows the joins look at in a program without facts."""

_MORE = 10
"""How many more they look at for each fact."""


class Pattern:
    """A literal: its signature, and at each place the value there or the variable."""

    __slots__ = ("names", "signature", "values")

    def __init__(self, literal: ir.Literal) -> None:
        atom = literal.atom
        self.signature = bool(literal.negative), str(atom.predicate), len(atom.arguments)
        self.names = spots(literal) or ()
        self.values = tuple([constant(argument) for argument in atom.arguments])


class Rule:
    """A rule, or a constraint where there is no head."""

    __slots__ = ("head", "id", "negative", "number", "positive")

    def __init__(self, number: int, id: str, statement: ir.Rule) -> None:
        self.number, self.id = number, id
        parts = [each for each in statement.body if isinstance(each, ir.Literal)]
        self.positive = [Pattern(each) for each in parts if not each.default]
        self.negative = [Pattern(each) for each in parts if each.default]
        self.head = Pattern(statement.head) if isinstance(statement.head, ir.Literal) else None

    @property
    def others(self) -> list[Pattern]:
        """The literals that bind nothing."""
        return [*self.negative, *([self.head] if self.head else [])]

    def is_safe(self) -> bool:
        """Return whether every variable is in a positive literal of the body."""
        bound = {name for each in self.positive for name in each.names}
        return all(name in bound for each in self.others for name in each.names if name)


class Instance(NamedTuple):
    """A ground instance of a rule; of a constraint where there is no head."""

    rule: Rule
    head: Atom | None
    positive: tuple[Atom, ...]
    negative: tuple[Atom, ...]


class TooManyRowsError(Exception):
    """The joins look at so many rows that those of the general way, which have indices, are the better choice."""


# --------------------------------------------------------------------------------------------------------- plans


class _Step(NamedTuple):
    """How a positive literal is joined.

    Attributes:
        places: the places of its rows whose values are known.
        key: picks these values from an environment.
        new: picks from a row the values that are new.
        same: pairs of places of a row that must have one value: those of one new variable.
    """

    signature: Signature
    places: tuple[int, ...]
    key: Pick
    new: Pick
    same: tuple[tuple[int, int], ...]


class _Plan(NamedTuple):
    """How a rule is joined, and how its atoms are picked from an environment."""

    first: Arguments
    steps: tuple[_Step, ...]
    head: tuple[Signature, Pick] | None
    positive: tuple[tuple[Signature, Pick], ...]
    negative: tuple[tuple[Signature, Pick], ...]


def _plan(rule: Rule) -> _Plan:
    """Return the plan of a safe rule."""
    first: list[Value] = []
    for pattern in (*rule.positive, *rule.others):
        first += [value for value in pattern.values if value is not None]
    slots: dict[Value | str, int] = {value: first.index(value) for value in first}
    width = len(first)
    steps: list[_Step] = []
    for pattern in rule.positive:
        keys = _keys(pattern)
        known = tuple([at for at, key in enumerate(keys) if key in slots])
        earlier = [slots[keys[at]] for at in known]
        new: dict[Value | str, int] = {}
        same: list[tuple[int, int]] = []
        for at, key in enumerate(keys):
            if key in new:
                same.append((new[key], at))
            elif key not in slots:
                new[key] = at
        for place, key in enumerate(new):
            slots[key] = width + place
        width += len(new)
        steps.append(
            _Step(
                pattern.signature, known, _picking(earlier), _picking([*new.values()]), tuple(same)
            )
        )

    def atom(pattern: Pattern) -> tuple[Signature, Pick]:
        return pattern.signature, _picking([slots[key] for key in _keys(pattern)])

    return _Plan(
        tuple(first),
        tuple(steps),
        None if rule.head is None else atom(rule.head),
        tuple(map(atom, rule.positive)),
        tuple(map(atom, rule.negative)),
    )


def _keys(pattern: Pattern) -> list[Value | str]:
    """Return what stands at each place of a literal: a value, or the name of a variable."""
    places = zip(pattern.names, pattern.values, strict=True)
    return [name or value for name, value in places]  # type: ignore[misc]


def _picking(places: Sequence[int]) -> Pick:
    """Return a function that picks the values at some places."""
    if not places:
        return lambda values: ()
    if len(places) == 1:
        (at,) = places
        return lambda values: (values[at],)
    return itemgetter(*places)


# --------------------------------------------------------------------------------------------------------- joins


class _Index:
    """The rows of a predicate by their values at some places."""

    __slots__ = ("_found", "_pick", "_seen")

    def __init__(self, places: tuple[int, ...]) -> None:
        self._pick = _picking(places)
        self._found: dict[Arguments, list[Arguments]] = {}
        self._seen = 0

    def extended(self, rows: Sequence[Arguments]) -> Mapping[Arguments, Sequence[Arguments]]:
        """Return the index, with the rows that came since."""
        for row in rows[self._seen :]:
            self._found.setdefault(self._pick(row), []).append(row)
        self._seen = len(rows)
        return self._found


class Instances:
    """Makes the instances of rules over the possible atoms, which are those of the heads made so far."""

    def __init__(self, facts: Iterable[Atom], budget: Budget) -> None:
        self.made: dict[Instance, None] = {}
        self.possible: set[Atom] = set()
        self._rows: dict[Signature, list[Arguments]] = {}
        self._indices: dict[tuple[Signature, tuple[int, ...]], _Index] = {}
        self._plans: dict[Rule, _Plan] = {}
        self._last: dict[Rule, tuple[list[int], list[int]]] = {}
        self._budget, self._looked = budget, 0
        for atom in facts:
            self._add(atom)
        self._most = _MOST + _MORE * len(self.possible)

    def _add(self, atom: Atom) -> None:
        if atom not in self.possible:
            self.possible.add(atom)
            rows = self._rows.get(atom[0])
            if rows is None:
                rows = self._rows[atom[0]] = []
            rows.append(atom[1])

    def run(self, rule: Rule) -> None:
        """Make the instances of a rule whose positive atoms are possible. Raises TooManyRowsError, and `Spent`.

        If no rows have come since the last time, there are no others; what they took then counts again.
        """
        sizes = [len(self._rows.get(each.signature, ())) for each in rule.positive]
        known = self._last.get(rule)
        if known is not None and known[0] == sizes:
            for rows in known[1]:
                self._spend(rows)
            return
        plan = self._plans.get(rule)
        if plan is None:
            plan = self._plans[rule] = _plan(rule)
        spent: list[int] = []
        self._last[rule] = sizes, spent
        self._make(rule, plan, self._joined(plan, spent))

    def _joined(self, plan: _Plan, spent: list[int]) -> list[Arguments]:
        """Return the environments in which the positive atoms are possible; add to `spent` what each join takes."""
        found: list[Arguments] = [plan.first]
        for signature, places, key, new, same in plan.steps:
            rows = self._rows.get(signature)
            if not rows:
                return []
            if places:
                index = self._index(signature, places, rows)
                nears = [index.get(key(env), ()) for env in found]
                spent.append(len(found) + sum(map(len, nears)))
            else:
                nears = [rows] * len(found)
                spent.append(len(found) * len(rows))
            self._spend(spent[-1])
            pairs = zip(found, nears, strict=True)
            if same:
                found = [
                    (*env, *new(row))
                    for env, near in pairs
                    for row in near
                    if all(row[one] == row[other] for one, other in same)
                ]
            else:
                found = [(*env, *new(row)) for env, near in pairs for row in near]
        return found

    def _make(self, rule: Rule, plan: _Plan, found: Sequence[Arguments]) -> None:
        """Add the instances of a rule in some environments."""
        for env in found:
            head = None if plan.head is None else (plan.head[0], plan.head[1](env))
            positive = tuple([(signature, pick(env)) for signature, pick in plan.positive])
            negative = tuple([(signature, pick(env)) for signature, pick in plan.negative])
            self.made[Instance(rule, head, positive, negative)] = None
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

    def run_until_closed(self, rules: Sequence[Rule]) -> None:
        """Make the instances of rules that depend on each other."""
        before = -1
        while before != len(self.possible):
            before = len(self.possible)
            for rule in rules:
                self.run(rule)

    def _spend(self, rows: int) -> None:
        self._looked += rows
        if self._looked > self._most:
            raise TooManyRowsError
        self._budget.spend(rows)
