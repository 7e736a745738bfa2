"""Whether some record meets all requirements, by trying the values that stand for all others.

The certificate is such a record (`record`), or requirements that no record meets (`requirements`) with their
`refutation`: a slot, and for each of its values (`cases`) the id of a requirement that is violated whatever the other
slots are, or what refutes the rest. Without any of these requirements, the others can be met, or it cannot be shown
that they cannot: a requirement can also be there as a bound of amounts that are computed with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ....compiler.ir import nodes as ir, walk
from ....compiler.kinds import Kind
from ..common.budget import Budget
from .regions import TooMany, bounding, candidates
from .semantics import Unfit, holds

Node: TypeAlias = "str | dict[str, Any]"
"""The id of a violated requirement, or a slot with its cases."""


class _Met(Exception):
    """A record meets all requirements."""

    def __init__(self, places: Mapping[str, int]) -> None:
        self.places = dict(places)
        super().__init__()


@dataclass
class _Requirement:
    id: str
    formula: ir.Formula
    slots: tuple[str, ...]
    known: dict[tuple[ir.Term, ...], bool] = field(default_factory=dict)


class Consistency:
    """The requirements of a theory, and what they allow."""

    def __init__(self, theory: ir.Theory, kinds: Mapping[str, Kind], budget: Budget) -> None:
        self._kinds, self._budget = kinds, budget
        self._requirements: list[_Requirement] = []
        for labelled in theory.statements:
            if not isinstance(labelled.statement, ir.Requirement):
                raise Unfit(f"`{labelled.id}` is not a requirement")
            formula = labelled.statement.formula
            names = (node.name for node in walk(formula) if isinstance(node, ir.Slot))
            slots = tuple(dict.fromkeys(names))
            self._requirements.append(_Requirement(labelled.id, formula, slots))

    def answer(self) -> tuple[str, dict[str, Any]]:
        """Return the label and its certificate.

        Raises:
            Spent: the search takes more steps than there are.
            TooMany: a slot has too many values to try.
            Unfit: a requirement has no meaning over records.
        """
        search = self._search(self._requirements)
        try:
            node = search.refute()
        except _Met as met:
            return "true", {"kind": "record", "record": self._record(search, met.places)}
        core, node = self._smallest(node)
        ids = [each.id for each in core]
        return "false", {"kind": "refutation", "requirements": ids, "refutation": node}

    def _search(self, requirements: Sequence[_Requirement]) -> _Search:
        values = candidates((each.formula for each in requirements), self._kinds)
        return _Search(requirements, values, self._kinds, self._budget)

    def _record(self, search: _Search, places: Mapping[str, int]) -> dict[str, str]:
        return {name: search.show(name, places[name]) for name in search.values}

    def _smallest(self, node: Node) -> tuple[list[_Requirement], Node]:
        """Leave out requirements, the last ones first, as long as it can be shown that the others cannot be met."""
        kept, needed, open_ = self._used(node, self._requirements), set[str](), set[str]()
        while (
            last := next((e for e in reversed(kept) if e.id not in needed | open_), None)
        ) is not None:
            try:
                found = self._search([each for each in kept if each is not last]).refute()
            except _Met:
                needed.add(last.id)
            except TooMany:
                open_.add(last.id)
            else:
                kept = self._used(found, [each for each in kept if each is not last])
                open_.clear()  # what is left may have few enough values now
        return kept, self._search(kept).refute()

    def _used(self, node: Node, among: Sequence[_Requirement]) -> list[_Requirement]:
        """Return the requirements that a refutation uses, and those that bound its slots or theirs.

        A slot with all its bounds has as few values to try as before, so what is returned can be refuted again.
        """
        ids: set[str] = set()
        slots: set[str] = set()
        left = [node]
        while left:
            match left.pop():
                case str() as id:
                    ids.add(id)
                case inner:
                    slots.add(inner["slot"])
                    left += inner["cases"].values()
        kept: list[_Requirement] = []
        while True:
            found = [each for each in among if each.id in ids or bounding(each.formula) & slots]
            if len(found) == len(kept):
                return kept
            kept = found
            slots.update(name for each in kept for name in each.slots)


class _Search:
    """Tries values slot by slot, the slot with the fewest values left first."""

    def __init__(
        self,
        requirements: Sequence[_Requirement],
        values: Mapping[str, tuple[ir.Term, ...]],
        kinds: Mapping[str, Kind],
        budget: Budget,
    ) -> None:
        self.values = values
        self._kinds, self._budget = kinds, budget
        self._requirements = requirements
        self._about: dict[str, list[_Requirement]] = {name: [] for name in values}
        for requirement in requirements:
            for name in requirement.slots:
                self._about[name].append(requirement)
        self._order = {name: place for place, name in enumerate(values)}
        self._chosen: dict[str, int] = {}

    def show(self, name: str, place: int) -> str:
        kind = self._kinds[name]
        return kind.show(kind.value(self.values[name][place]))

    def refute(self) -> Node:
        """Return what shows that the requirements cannot all be met. Raises `_Met` if they can."""
        left: dict[str, dict[int, str]] = {name: {} for name in self.values}
        for requirement in self._requirements:
            if not requirement.slots:
                if not self._holds(requirement):
                    return requirement.id
            elif len(requirement.slots) == 1:
                self._strike(requirement, requirement.slots[0], left)
        return self._split(left)

    def _split(self, struck: Mapping[str, Mapping[int, str]]) -> Node:
        """Try every value of the slot with the fewest; `struck` has, of each slot, the values that are excluded."""
        open_ = [name for name in self.values if name not in self._chosen]
        if not open_:
            raise _Met(self._chosen)
        name = min(
            open_,
            key=lambda each: (
                len(self.values[each]) - len(struck[each]),
                -len(self._about[each]),
                self._order[each],
            ),
        )
        cases: dict[str, Node] = {}
        for place in range(len(self.values[name])):
            id = struck[name].get(place)
            if id is None:
                self._chosen[name] = place
                case = self._follow(name, struck)
                del self._chosen[name]
            else:
                case = id
            cases[self.show(name, place)] = case
        return {"slot": name, "cases": cases}

    def _follow(self, name: str, struck: Mapping[str, Mapping[int, str]]) -> Node:
        """Refute what is left after a slot got its value: strike values of others that violate a requirement now."""
        left: dict[str, dict[int, str]] = {}
        for requirement in self._about[name]:
            open_ = [each for each in requirement.slots if each not in self._chosen]
            if not open_:
                if not self._holds(requirement):
                    return requirement.id
            elif len(open_) == 1:
                own = left.setdefault(open_[0], dict(struck[open_[0]]))
                self._strike(requirement, open_[0], {open_[0]: own})
        return self._split({**struck, **left})

    def _strike(
        self, requirement: _Requirement, name: str, struck: Mapping[str, dict[int, str]]
    ) -> None:
        """Strike the values of a requirement's only open slot with which it is violated."""
        for place in range(len(self.values[name])):
            if place not in struck[name]:
                self._chosen[name] = place
                if not self._holds(requirement):
                    struck[name][place] = requirement.id
                del self._chosen[name]

    def _holds(self, requirement: _Requirement) -> bool:
        """Return whether a requirement is met by the chosen values, which it mentions alone."""
        self._budget.spend(1)
        terms = tuple([self.values[name][self._chosen[name]] for name in requirement.slots])
        found = requirement.known.get(terms)
        if found is None:
            cells = dict(zip(requirement.slots, terms, strict=True))
            found = holds(requirement.formula, cells, self._kinds)
            requirement.known[terms] = found
        return found
