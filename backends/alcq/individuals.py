"""The named individuals of a base: one SAT problem, with conflicts of their successors learned as lemmas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from .concepts import bits, members
from .copies import Copies, holds
from .types import Guilty, Supply, Types, Wanted


@dataclass
class Named:
    """What a solution says of an individual: its named concepts, its named successors, and those to be made."""

    names: tuple[int, ...]
    named: dict[str, list[int]] = field(default_factory=dict)
    made: dict[str, Supply] = field(default_factory=dict)


@dataclass(frozen=True)
class Solution:
    """For each individual the first one that it is the same as, and what is true of these."""

    same: list[int]
    named: dict[int, Named]


class Individuals(Copies):
    """The copies of the individuals. Where `merging`, two of them may be one element."""

    def __init__(self, types: Types, merging: bool) -> None:
        super().__init__(types.concepts, 0, types.budget)
        self.types, self.merging = types, merging
        self._rules: list[tuple[int, int]] = []
        self._ruling = 0
        self._edges: dict[str, dict[tuple[int, int], int]] = {}
        self._leaving: list[dict[str, list[tuple[int, int]]]] = []
        self._same: dict[tuple[int, int], int] = {}

    # ------------------------------------------------------------------------------------------------ statements

    def individual(self) -> int:
        """Return the node of a new individual."""
        new = self.nodes
        self.nodes += 1
        self.restrictions.append({})
        self.names.append([])
        self.known.append({})
        self._leaving.append({})
        if self.merging:
            self._identify(new)
        for statement, concept in self._rules:
            self.demand(new, concept, [-self.selector(statement)])
        return new

    def _identify(self, new: int) -> None:
        for other in range(new):
            self._same[other, new] = self.variable()
        for first, second in combinations(range(new), 2):
            three = (first, second), (second, new), (first, new)
            for all in ((0, 1, 2), (1, 2, 0), (0, 2, 1)):
                one, two, then = (self._same[three[place]] for place in all)
                self.clause([-one, -two, then])
        for concept in list(self.known[0]) if new else ():
            self.literal(new, concept)
        for role in self._edges:
            self._connect(role)

    def rule(self, statement: int, concept: int) -> None:
        """Add that everything belongs to a concept if the statement is active."""
        self._rules.append((statement, concept))
        self._ruling |= 1 << statement
        for node in range(self.nodes):
            self.demand(node, concept, [-self.selector(statement)])

    def edge(self, role: str, first: int, second: int) -> int:
        """Return the variable that says that the second is a successor of the first."""
        edges = self._edges.setdefault(role, {})
        if (first, second) not in edges:
            self._new_edge(role, first, second)
            if self.merging:
                self._connect(role)
        return edges[first, second]

    def _new_edge(self, role: str, first: int, second: int) -> None:
        edge = self._edges[role][first, second] = self.variable()
        self._leaving[first].setdefault(role, []).append((second, edge))
        for concept, at in list(self.restrictions[first].get(role, ())):
            self._propagate(concept, at, edge, second)

    def _connect(self, role: str) -> None:
        """Have edges wherever individuals are the same as those with edges."""
        edges = self._edges[role]
        nodes = range(self.nodes)
        fresh = [(a, b) for a in nodes for b in nodes if (a, b) not in edges]
        old = set(edges)
        for first, second in fresh:
            self._new_edge(role, first, second)
        for first, second in sorted(edges):
            for other in nodes:
                for pair in ((other, second), (first, other)):
                    ends = (first, other) if pair[1] == second else (second, other)
                    both_old = (first, second) in old and pair in old
                    if pair != (first, second) and not both_old and ends[0] != ends[1]:
                        same = self._same[min(ends), max(ends)]
                        self.clause([-same, -edges[first, second], edges[pair]])

    def met(self, node: int, concept: int, literal: int) -> None:
        shape = self.concepts.shapes[concept]
        if shape.kind in ("max", "only"):
            for (first, second), edge in list(self._edges.get(shape.role, {}).items()):
                if first == node:
                    self._propagate(concept, literal, edge, second)
        if self.merging:
            for other in range(self.nodes):
                if other != node:
                    their = self.literal(other, concept)
                    same = self._same[min(node, other), max(node, other)]
                    self.clause([-same, -literal, their])
                    self.clause([-same, -their, literal])

    def _propagate(self, concept: int, literal: int, edge: int, second: int) -> None:
        kind, (filler,), *_ = self.concepts.shapes[concept]
        if kind == "only":
            self.clause([-literal, -edge, self.literal(second, filler)])
        elif kind == "max":
            outside = self.literal(second, self.concepts.complement(filler))
            self.clause([-literal, -edge, self.literal(second, filler), outside])

    # ------------------------------------------------------------------------------------------------- solutions

    def solved(self, active: int, assumed: Sequence[int] = ()) -> Solution | int:
        """Return a solution under the active statements, or a set of these that has none under the assumptions."""
        selected = [
            self.selectors[member] for member in members(active) if member in self.selectors
        ]
        while True:
            model = self.solve([*assumed, *selected])
            if model is None:
                return bits(self.core()[0])
            found = self._solution(model, active & self._ruling)
            if found is not None:
                return found

    def _solution(self, model: list[int], rules: int) -> Solution | None:
        """Supply every successor; None, with a lemma added, if there is none."""
        same = list(range(self.nodes))
        for (first, second), at in sorted(self._same.items()):
            if model[at - 1] > 0:
                same[second] = min(same[second], same[first])
        found: dict[int, Named] = {}
        known = len(model)
        for node in range(self.nodes):
            if same[node] != node:
                continue
            names = tuple([concept for concept, at in self.names[node] if model[at - 1] > 0])
            own = found[node] = Named(names)
            for role, edges in self._leaving[node].items():
                own.named[role] = sorted({same[to] for to, edge in edges if model[edge - 1] > 0})
            for role, restrictions in list(self.restrictions[node].items()):
                true = [each for each, at in restrictions if at <= known and model[at - 1] > 0]
                if true:
                    made = self._supply(node, role, true, own, model, rules)
                    if made is None:
                        return None
                    own.made[role] = made
        return Solution(same, found)

    def _supply(
        self, node: int, role: str, true: list[int], own: Named, model: list[int], rules: int
    ) -> Supply | None:
        """Return the successors of a role that have no name; None, with a lemma added, if there are none."""
        wanted = self.types.wanted(tuple(true))
        named = own.named.get(role, [])
        if not wanted.mins and not (wanted.maxs and named):
            return []
        if not named and not isinstance(found := self.types.supply(wanted, rules), Guilty):
            return found
        inside = {
            filler: [each for each in named if self._true(each, filler, model)]
            for _, filler in wanted.mins + wanted.maxs
        }
        for number, filler in wanted.maxs:
            if len(inside[filler]) > number:
                many = inside[filler][: number + 1]
                guilty = [
                    each
                    for each in true
                    if self.concepts.shapes[each][:3] == ("max", (filler,), number)
                ]
                lemma = [-self.literal(node, each) for each in guilty]
                lemma += [-self.literal(each, filler) for each in many]
                self.clause([*lemma, *self._negate_connections(node, role, many, model)])
                return None
        if not wanted.mins:
            return []
        counts = ((number - len(inside[filler]), filler) for number, filler in wanted.mins)
        needs = tuple(sorted((number, filler) for number, filler in counts if number > 0))
        rooms = ((number - len(inside[filler]), filler) for number, filler in wanted.maxs)
        if not needs:
            return []
        found = self.types.supply(Wanted(needs, tuple(sorted(rooms)), wanted.onlys), rules)
        if not isinstance(found, Guilty):
            return found
        alone = self.types.supply(wanted, rules) if wanted.maxs else found
        if isinstance(alone, Guilty):
            lemma = [-self.literal(node, each) for each in self.types.guilty(true, alone)]
            found = alone
        else:
            lemma = [-self.literal(node, each) for each in self.types.guilty(true, found)]
            lemma += list(self._count_conflicts(found, inside, named))
            lemma += self._negate_connections(node, role, named, model)
        self.clause([*lemma, *(-self.selector(member) for member in members(found.rules))])
        return None

    def _count_conflicts(
        self, found: Guilty, inside: dict[int, list[int]], named: list[int]
    ) -> Iterator[int]:
        """Yield what would have to be otherwise: one counted by a `max` outside, or another inside a `min`."""
        for filler in sorted(found.maxs):
            yield from (-self.literal(each, filler) for each in inside[filler])
        for filler in sorted(found.mins):
            for each in named:
                if each not in inside[filler]:
                    yield self.literal(each, filler)

    def _negate_connections(
        self, node: int, role: str, to: list[int], model: list[int]
    ) -> list[int]:
        """Return the negations of what makes these be different named successors."""
        found = [-self._edges[role][node, each] for each in to]
        if self.merging:
            found += [self._same[min(pair), max(pair)] for pair in combinations(to, 2)]
        return found

    def _true(self, node: int, concept: int, model: list[int]) -> bool:
        at = self.known[node].get(concept)
        return at is not None and holds(at, model)
