"""Which sets of concepts some element can belong to: satisfiable types, by SAT with anywhere blocking.

A set is satisfiable if the anonymous copy has a model under it in which every role's successors can be supplied; an
element still being made serves for every set that it was asked for (Baader, Horrocks, Lutz and Sattler, An
Introduction to Description Logic, 2017, chapter 4, for blocking; Goré and Nguyen, EXPTIME tableaux with global
caching, 2007, for results that are kept).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from ..checkers.common.budget import Budget, Spent
from .concepts import Concepts, bits, members
from .copies import Copies, holds

DEEPEST = 300
"""How many elements may be made within one another."""

SETTLED = 1 << 30
"""That a result leaned on nothing on the stack."""


class Element:
    """An element. It belongs to the concepts `wanted` under the `rules`; `full` are all concepts it belongs to.

    `names` are its named concepts. `successors` maps each role to its successors, with the number of copies
    of each.
    """

    __slots__ = ("full", "leans", "names", "rules", "successors", "wanted")

    def __init__(self, wanted: int, rules: int, leans: int) -> None:
        self.wanted = self.full = wanted
        self.rules, self.leans = rules, leans
        self.names: tuple[int, ...] = ()
        self.successors: dict[str, list[tuple[Element, int]]] = {}


class Core(NamedTuple):
    """A set of concepts that nothing belongs to where the rules hold."""

    concepts: int
    rules: int


Supply: TypeAlias = "list[tuple[Element, int]]"


class Wanted(NamedTuple):
    """Requirements on an element's successors, apart from named ones, by the numbers of concepts.

    `mins` are lower bounds for fillers, `maxs` upper bounds. All successors belong to each of `onlys`.
    """

    mins: tuple[tuple[int, int], ...]
    maxs: tuple[tuple[int, int], ...]
    onlys: tuple[int, ...]


class Guilty(NamedTuple):
    """Which fillers of `mins`, `maxs` and `onlys` no successors can meet together where the rules hold."""

    mins: frozenset[int]
    maxs: frozenset[int]
    onlys: frozenset[int]
    rules: int


class _Settled:
    """Elements by what they belong to: for each concept and each rule those that it holds for, as bits."""

    def __init__(self) -> None:
        self._elements: list[Element] = []
        self._within: dict[int, int] = {}
        self._under: dict[int, int] = {}
        self._holding: dict[int, tuple[int, int]] = {}

    def add(self, element: Element) -> None:
        bit = 1 << len(self._elements)
        self._elements.append(element)
        for index, own in (self._within, element.full), (self._under, element.rules):
            for member in members(own):
                index[member] = index.get(member, 0) | bit

    def find(self, wanted: int, rules: int) -> Element | None:
        """Return the first element of all the concepts for which all the rules hold."""
        found = self._hold(rules)
        while wanted and found:
            low = wanted & -wanted
            found &= self._within.get(low.bit_length() - 1, 0)
            wanted ^= low
        return self._elements[(found & -found).bit_length() - 1] if found else None

    def _hold(self, rules: int) -> int:
        """Return the elements for which all the rules hold; of those looked at before, they are known."""
        number = len(self._elements)
        if rules in self._holding:
            seen, found = self._holding[rules]
            for place in range(seen, number):
                if not rules & ~self._elements[place].rules:
                    found |= 1 << place
        else:
            found = (1 << number) - 1
            for member in members(rules):
                found &= self._under.get(member, 0)
        self._holding[rules] = number, found
        return found


Supplier: TypeAlias = "Callable[[Types, Wanted, int], Supply | Guilty]"
"""Finds successors on demand under some rules, or reports which requirement cannot be met."""


class Types:
    """Decides sets of concepts, and keeps what it learned for later questions.

    Attributes:
        refuted: the sets found to be empty, each with the help of those before it.
    """

    def __init__(self, concepts: Concepts, budget: Budget, supplied: Supplier) -> None:
        self.concepts, self.budget = concepts, budget
        self._supplied = supplied
        self.copy = Copies(concepts, 1, budget)
        self.refuted: dict[Core, None] = {}
        self.core = Core(0, 0)
        self._settled = _Settled()
        self._failed: dict[tuple[int, int], Core] = {}
        self._tentative: list[Element] = []
        self._stack: list[Element] = []
        self._wanted: dict[tuple[int, ...], Wanted] = {}
        self._supplies: dict[Wanted, list[tuple[int, Supply]]] = {}
        self._failures: dict[Wanted, list[Guilty]] = {}

    def rule(self, statement: int, concept: int) -> None:
        """Add that everything belongs to a concept if the statement is active."""
        self.copy.demand(0, concept, [-self.copy.selector(statement)])

    def forget_stack(self) -> None:
        """Drop an interrupted decision; a question that ends leaves nothing there."""
        self._stack.clear()
        self._tentative.clear()

    def element(self, wanted: int, rules: int) -> Element | None:
        """Return an element of all of the concepts; None, with `core`, if there is none.

        The element's `leans` is the lowest place on the stack that it tentatively depends on.
        """
        self.budget.spend(1)
        found = self._settled.find(wanted, rules)
        if found is not None:
            return found
        for each in self._tentative:
            if not wanted & ~each.full:
                return each
        for each in self._stack:
            if not wanted & ~each.wanted:
                return each
        failed = self._failed.get((wanted, rules))
        if failed is not None:
            self.core = failed
            return None
        return self._new(wanted, rules)

    def _new(self, wanted: int, rules: int) -> Element | None:
        depth, mark = len(self._stack), len(self._tentative)
        if depth > DEEPEST:
            raise Spent
        new = Element(wanted, rules, depth)
        self._stack.append(new)
        copy = self.copy
        assumed = {copy.literal(0, member): member for member in members(wanted)}
        selected = [copy.selectors[member] for member in members(rules)]
        while True:
            model = copy.solve([*assumed, *selected])
            if model is None:
                self._stack.pop()
                del self._tentative[mark:]
                statements, others = copy.core()
                self.core = Core(bits(assumed[other] for other in others), bits(statements))
                self._failed[wanted, rules] = self.core
                self.refuted.setdefault(self.core)
                return None
            leans = self._expand(new, model)
            if leans is not None:
                break
        self._stack.pop()
        new.names = tuple(concept for concept, at in copy.names[0] if holds(at, model))
        new.full |= bits(concept for concept, at in copy.known[0].items() if holds(at, model))
        self._settle(new, min(leans, SETTLED), depth, mark)
        return new

    def _settle(self, new: Element, leans: int, depth: int, mark: int) -> None:
        """Keep a new element, and those that leaned on it while it was made, for good or for as long as they may be."""
        inner = self._tentative[mark:]
        del self._tentative[mark:]
        final = leans >= depth
        new.leans = SETTLED if final else leans
        for element in (new, *inner):
            if final and element.leans >= depth:
                element.leans = SETTLED
                self._settled.add(element)
            else:
                element.leans = min(element.leans, leans)
                self._tentative.append(element)

    def _expand(self, new: Element, model: list[int]) -> int | None:
        """Supply successors for the restrictions that hold in a model; None, with a lemma added, where one cannot.

        Gives how low on the stack the successors lean.
        """
        new.successors = {}
        leans = SETTLED
        for role, restrictions in sorted(self.copy.restrictions[0].items()):
            true = tuple([concept for concept, at in restrictions if holds(at, model)])
            asked = self.wanted(true)
            if not asked.mins:
                continue
            found = self.supply(asked, new.rules)
            if isinstance(found, Guilty):
                lemma = [-self.copy.literal(0, each) for each in self.guilty(true, found)]
                lemma += [-self.copy.selectors[member] for member in members(found.rules)]
                self.copy.clause(lemma)
                return None
            new.successors[role] = found
            leans = min([leans, *(each.leans for each, _ in found)])
        return leans

    def wanted(self, restrictions: tuple[int, ...]) -> Wanted:
        """Return what restrictions on one role ask of successors."""
        known = self._wanted.get(restrictions)
        if known is None:
            known = self._wanted[restrictions] = self._wanted_successors(restrictions)
        return known

    def _wanted_successors(self, restrictions: Sequence[int]) -> Wanted:
        mins: dict[int, int] = {}
        maxs: dict[int, int] = {}
        onlys: set[int] = set()
        for restriction in restrictions:
            kind, (filler,), number, _ = self.concepts.shapes[restriction]
            if kind == "min":
                mins[filler] = max(number, mins.get(filler, 0))
            elif kind == "max":
                maxs[filler] = min(number, maxs.get(filler, number))
            else:
                onlys.add(filler)
        return Wanted(
            tuple(sorted((number, filler) for filler, number in mins.items())),
            tuple(sorted((number, filler) for filler, number in maxs.items())),
            tuple(sorted(onlys)),
        )

    def guilty(self, restrictions: Sequence[int], found: Guilty) -> list[int]:
        """Return the restrictions in `found`."""
        named = {"min": found.mins, "max": found.maxs, "only": found.onlys}
        return [
            restriction
            for restriction in restrictions
            if self.concepts.shapes[restriction].parts[0]
            in named[self.concepts.shapes[restriction].kind]
        ]

    def supply(self, wanted: Wanted, rules: int) -> Supply | Guilty:
        """Return successors as they are wanted, or what of it cannot be had."""
        for known, found in self._supplies.get(wanted, ()):
            if not rules & ~known:
                return found
        for failure in self._failures.get(wanted, ()):
            if not failure.rules & ~rules:
                return failure
        result = self._supplied(self, wanted, rules)
        if isinstance(result, Guilty):
            self._failures.setdefault(wanted, []).append(result)
        elif all(each.leans == SETTLED for each, _ in result):
            self._supplies.setdefault(wanted, []).append((rules, result))
        return result
