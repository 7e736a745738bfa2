"""Finite interpretations made of the types that were used: countermodels, and what else is true in them.

An element that must be there n times is n elements with the same successors, and one that served for a set of
concepts that it was being made for is its own descendant, so that the whole is finite.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ...compiler.contract import EngineError
from .concepts import Concepts, members
from .individuals import Solution
from .types import Element


class Made:
    """A finite interpretation; elements are numbers from 0, sets of them are bits.

    Attributes:
        individuals: for each node the element that it is.
        apart: the additional element that was requested, if any.
        truths: the truth values computed so far, by the statements' places in a base.
    """

    def __init__(self, concepts: Concepts, solution: Solution, asked: Element | None) -> None:
        self.concepts = concepts
        self._copies: dict[Element, int] = {}
        self._reach(solution, asked)
        roots = list(solution.named)
        self.size = len(roots)
        first: dict[Element, int] = {}
        for element, copies in self._copies.items():
            first[element] = self.size
            self.size += copies
        place = {node: number for number, node in enumerate(roots)}
        self.individuals = [place[node] for node in solution.same]
        self.apart = None if asked is None else first[asked]
        self.everything = (1 << self.size) - 1
        self.truths: dict[int, bool] = {}
        self._roles: dict[str, list[int]] = {}
        self._known: dict[int, int] = {}
        for node, own in solution.named.items():
            self._describe(place[node], own.names)
            for role, named in own.named.items():
                for each in named:
                    self._connect(role, place[node], 1 << place[each])
            self._supply(place[node], own.made, first)
        for element, start in first.items():
            for number in range(start, start + self._copies[element]):
                self._describe(number, element.names)
                self._supply(number, element.successors, first)

    def _reach(self, solution: Solution, asked: Element | None) -> None:
        waiting = [pair for own in solution.named.values() for pair in _pairs(own.made)]
        if asked is not None:
            waiting.insert(0, (asked, 1))
        seen: set[Element] = set()
        for element, copies in waiting:
            self._copies[element] = max(copies, self._copies.get(element, 0))
            if element not in seen:
                seen.add(element)
                waiting += _pairs(element.successors)

    def _describe(self, number: int, names: Sequence[int]) -> None:
        for name in names:
            self._known[name] = self._known.get(name, 0) | 1 << number

    def _connect(self, role: str, number: int, to: int) -> None:
        own = self._roles.setdefault(role, [0] * self.size)
        own[number] |= to

    def _supply(
        self,
        number: int,
        successors: Mapping[str, Sequence[tuple[Element, int]]],
        first: Mapping[Element, int],
    ) -> None:
        for role, supply in successors.items():
            for element, copies in supply:
                self._connect(role, number, ((1 << copies) - 1) << first[element])

    def members(self, concept: int) -> int:
        """Return the elements that belong to a concept."""
        if concept not in self._known:
            self._known[concept] = self._members(concept)
        return self._known[concept]

    def _members(self, concept: int) -> int:
        kind, parts, number, role = self.concepts.shapes[concept]
        match kind:
            case "name":
                return 0
            case "truth":
                return self.everything if number else 0
            case "not":
                return self.everything & ~self.members(parts[0])
            case "and":
                found = self.everything
                for part in parts:
                    found &= self.members(part)
                return found
            case "or":
                found = 0
                for part in parts:
                    found |= self.members(part)
                return found
        inside = self.members(parts[0])
        successors = self._roles.get(role) or [0] * self.size
        found = 0
        for place, own in enumerate(successors):
            if kind == "only":
                met = not own & ~inside
            else:
                count = (own & inside).bit_count()
                met = count >= number if kind == "min" else count <= number
            found |= met << place
        return found

    def connected(self, role: str, first: int, second: int) -> bool:
        """Return whether an individual is a successor of another, by their nodes."""
        own = self._roles.get(role)
        return bool(own and own[self.individuals[first]] >> self.individuals[second] & 1)

    def plain(self, individuals: Mapping[str, int]) -> dict[str, Any]:
        """Return the model as plain values, where `individuals` are the nodes of the names."""
        named = {
            self.concepts.nodes[concept].name: list(members(own))  # type: ignore[union-attr]
            for concept, own in self._known.items()
            if self.concepts.shapes[concept].kind == "name" and own
        }
        roles = {
            role: [[first, second] for first, own in enumerate(to) for second in members(own)]
            for role, to in self._roles.items()
        }
        if not self.size:
            raise EngineError("a model needs at least one element")
        return {
            "elements": list(range(self.size)),
            "individuals": {
                name: self.individuals[node]
                for name, node in sorted(individuals.items())
                if node < len(self.individuals)
            },
            "concepts": dict(sorted(named.items())),
            "roles": {role: pairs for role, pairs in sorted(roles.items()) if pairs},
        }


def _pairs(successors: Mapping[str, Sequence[tuple[Element, int]]]) -> list[tuple[Element, int]]:
    return [each for supply in successors.values() for each in supply]
