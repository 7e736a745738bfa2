"""Closed tableaux for what the engine found inconsistent: its refuted types, in their order, are the sets proved empty.

The engine refutes a set by its clauses and by earlier refutations alone, so each has a tableau that uses only the sets
before it. Those that nothing uses are left out, as are steps that no contradiction depends on (backjumping).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from ...compiler.contract import EngineError
from ...compiler.ir import nodes as ir
from ...compiler.notation import show
from ..checkers.alcq.branches import is_satisfiable_count, sorts
from ..checkers.alcq.normal_form import complement, included_concept
from ..checkers.alcq.tableau import initial_branch, live
from ..checkers.common.budget import Budget
from .base import Base
from .concepts import members
from .reasons import Reasoned, Reasons

Step: TypeAlias = dict[str, Any]
Sets: TypeAlias = Sequence[tuple[ir.Formula, ...]]


def tableau(
    base: Base, statements: Mapping[str, ir.Statement], denied: ir.Statement | None, unique: bool
) -> list[Step]:
    """Return a closed tableau for statements that entail one, or are inconsistent; `base` found that they do.

    Raises:
        Spent: the steps that are left are too few.
    """
    concepts = base.concepts.nodes
    sets = [
        tuple(concepts[member] for member in members(core.concepts)) for core in base.types.refuted
    ]
    prover = _Prover(statements, unique, base.budget)
    start = Reasoned(initial_branch(statements.values(), denied, unique))
    proofs = {len(sets): [{"rule": "start"}, *prover.proof(start, sets)]}
    waiting = _used_statements(proofs[len(sets)])
    while waiting:
        number = max(waiting)
        waiting.remove(number)
        supposed = Reasoned.supposed(sets[number])
        opened = {"rule": "suppose", "concepts": [show(part) for part in sets[number]]}
        proofs[number] = [opened, *prover.proof(supposed, sets[:number])]
        waiting |= _used_statements(proofs[number])
    places = {number: place for place, number in enumerate(sorted(proofs))}
    return [_place_step(step, places) for number in sorted(proofs) for step in proofs[number]]


def _used_statements(steps: Iterable[Step]) -> set[int]:
    found: set[int] = set()
    for step in steps:
        found.update(step.get("empty", ()))
        if step["rule"] == "empty":
            found.add(step["by"])
    return found


def _place_step(step: Step, places: Mapping[int, int]) -> Step:
    if step["rule"] == "empty":
        return {**step, "by": places[step["by"]]}
    if step["rule"] == "count":
        return {**step, "empty": [places[value] for value in step["empty"]]}
    return step


class _Closed(NamedTuple):
    """The steps that close a branch, and the earlier steps that they need."""

    steps: list[Step]
    used: Reasons


class _Split(NamedTuple):
    """A step that opens branches: the concepts that an element may belong to, and what the step itself needs."""

    step: Step
    at: str | None
    choices: list[ir.Formula]
    premises: Reasons


class _Prover:
    def __init__(
        self, statements: Mapping[str, ir.Statement], unique: bool, budget: Budget
    ) -> None:
        self.budget, self.unique = budget, unique
        self.inclusions = {
            id: included_concept(each)
            for id, each in statements.items()
            if isinstance(each, ir.Inclusion)
        }
        self._steps = 0

    def proof(self, branch: Reasoned, sets: Sets) -> list[Step]:
        """Return the steps that close a branch, with the sets that are proved empty at hand."""
        return self._close(branch, sets).steps

    def _close(self, branch: Reasoned, sets: Sets) -> _Closed:
        trail: list[tuple[int, Step, Reasons]] = []
        while True:
            self.budget.spend(1)
            closed = self._closed(branch, sets)
            if closed is not None:
                break
            split = self._next(branch, sets)
            if isinstance(split, _Closed):
                closed = split
                break
            number = self._steps = self._steps + 1
            if len(split.choices) == 1:
                trail.append((number, split.step, split.premises))
                branch.add(split.at, split.choices[0], frozenset([number]))
            else:
                closed = self._branch(branch, split, number, sets)
                break
        steps, used = closed
        for number, step, premises in reversed(trail):
            if number in used:
                steps = [step, *steps]
                used = used - {number} | premises
        return _Closed(steps, used)

    def _branch(self, branch: Reasoned, split: _Split, number: int, sets: Sets) -> _Closed:
        steps, used = [split.step], split.premises
        for choice in split.choices:
            new = branch.copy()
            new.add(split.at, choice, frozenset([number]))
            closed = self._close(new, sets)
            if number not in closed.used:
                return closed
            steps += closed.steps
            used |= closed.used - {number}
        return _Closed(steps, used)

    # ------------------------------------------------------------------------------------------- what comes next

    def _next(self, branch: Reasoned, sets: Sets) -> _Split | _Closed:
        """Return the step with the fewest branches, what closes by counting before what opens two."""
        best = self._only(branch) or self._least(branch)
        if best is not None and len(best.choices) < 2:
            return best
        closed = self._close_by_counting(branch, sets)
        if closed is not None:
            return closed
        best = best or self._cut(branch)
        if best is not None:
            return best
        if not self.unique:
            merged = self._close_by_merging(branch, sets)
            if merged is not None:
                return merged
        raise EngineError("the theory was found inconsistent, but there is no closed tableau")

    def _closed(self, branch: Reasoned, sets: Sets) -> _Closed | None:
        if branch.conflict is not None:
            return _Closed([], branch.conflict)
        for at in branch.facts.labels:
            for number, concepts in enumerate(sets):
                if all(branch.facts.has(at, concept) for concept in concepts):
                    used = branch.reasons(at, concepts)
                    return _Closed([{"rule": "empty", "at": at, "by": number}], used)
        return None

    def _only(self, branch: Reasoned) -> _Split | None:
        for role, first, second in sorted(branch.facts.edges):
            for part in branch.facts.labels[first]:
                match part:
                    case ir.Restriction(kind="only", role=own, filler=filler) if own == role:
                        if not branch.facts.has(second, filler):
                            step = {
                                "rule": "only",
                                "at": first,
                                "concept": show(part),
                                "to": second,
                            }
                            used = branch.reasons(first, [part])
                            used |= branch.edge_reasons(role, first, second)
                            return _Split(step, second, [filler], used)
        return None

    def _least(self, branch: Reasoned) -> _Split | None:
        best: _Split | None = None
        for at, label in branch.facts.labels.items():
            unions: list[tuple[Step, ir.Formula, Reasons]] = [
                ({"rule": "inclusion", "at": at, "statement": id}, concept, frozenset())
                for id, concept in self.inclusions.items()
            ]
            for part in label:
                if isinstance(part, ir.Or):
                    step = {"rule": "or", "at": at, "concept": show(part)}
                    unions.append((step, part, branch.reasons(at, [part])))
            for step, concept, used in unions:
                disjuncts = concept.parts if isinstance(concept, ir.Or) else (concept,)
                if any(branch.facts.has(at, disjunct) for disjunct in disjuncts):
                    continue
                choices = live(branch.facts, at, concept)
                if best is None or len(choices) < len(best.choices):
                    for disjunct in disjuncts:
                        if disjunct not in choices:
                            used |= branch.clash_reasons(at, disjunct)
                    best = _Split(step, at, choices, used)
                    if len(choices) < 2:
                        return best
        return best

    def _cut(self, branch: Reasoned) -> _Split | None:
        """Decide whether a named successor is in a filler, where restrictions count."""
        for role, first, second in sorted(branch.facts.edges):
            own = _restrictions(branch, first, role)
            if any(each.kind == "max" for each in own):
                for restriction in own:
                    outside = complement(restriction.filler)
                    known = any(branch.facts.has(second, e) for e in (restriction.filler, outside))
                    if restriction.kind != "only" and not known:
                        step = {"rule": "cut", "at": second, "concept": show(restriction.filler)}
                        return _Split(step, second, [restriction.filler, outside], frozenset())
        return None

    def _close_by_merging(self, branch: Reasoned, sets: Sets) -> _Closed | None:
        """Try both whether two successors that an upper bound counts are the same and whether they are not."""
        for role, first, _ in sorted(branch.facts.edges):
            if not any(
                restriction.kind == "max" for restriction in _restrictions(branch, first, role)
            ):
                continue
            for one, two in combinations(_successors(branch, first, role), 2):
                if branch.facts.distinct(one, two):
                    continue
                number = self._steps = self._steps + 1
                steps: list[Step] = [{"rule": "same", "of": [one, two]}]
                used: Reasons = frozenset()
                for merge in (True, False):
                    new = branch.copy()
                    new.decide(one, two, merge, frozenset([number]))
                    closed = self._close(new, sets)
                    if number not in closed.used:
                        return closed
                    steps += closed.steps
                    used |= closed.used - {number}
                return _Closed(steps, used)
        return None

    # -------------------------------------------------------------------------------------------------- counting

    def _close_by_counting(self, branch: Reasoned, sets: Sets) -> _Closed | None:
        """Close a branch by restrictions that no successors meet, with the named ones or without them."""
        for at, label in branch.facts.labels.items():
            roles = {str(part.role): None for part in label if isinstance(part, ir.Restriction)}
            for role in roles:
                own = _restrictions(branch, at, role)
                named = [] if at is None else self._apart(branch, _successors(branch, at, role))
                if not any(restriction.kind == "min" for restriction in own) and not named:
                    continue
                for among in [[], named] if named else [[]]:
                    if not is_satisfiable_count(branch.facts, own, among, sets, self.budget):
                        return self._least_count(branch, at, role, own, among, sets)
        return None

    def _apart(self, branch: Reasoned, named: list[str]) -> list[str]:
        found: list[str] = []
        for each in named:
            if all(branch.facts.distinct(each, other) for other in found):
                found.append(each)
        return found

    def _least_count(
        self,
        branch: Reasoned,
        at: str | None,
        role: str,
        own: list[ir.Restriction],
        named: list[str],
        sets: Sets,
    ) -> _Closed:
        """Leave out the parts that the count does not need: named successors, restrictions, empty sets."""
        for name in list(named):
            less = [each for each in named if each != name]
            if not is_satisfiable_count(branch.facts, own, less, sets, self.budget):
                named = less
        for kind in ("only", "max", "min"):
            for restriction in [each for each in own if each.kind == kind]:
                fewer = [each for each in own if each != restriction]
                if not is_satisfiable_count(branch.facts, fewer, named, sets, self.budget):
                    own = fewer
        fillers = list(dict.fromkeys(each.filler for each in own if each.kind != "only"))
        onlys = [each.filler for each in own if each.kind == "only"]
        by = {number for _, number in sorts(fillers, onlys, sets, self.budget)}
        empty = sorted(each for each in by if each is not None and each >= 0)
        for number in list(empty):
            rest = [each for each in empty if each != number]
            kept = [sets[each] for each in rest]
            if not is_satisfiable_count(branch.facts, own, named, kept, self.budget):
                empty = rest
        used = branch.reasons(at, own)
        for name in named:
            used |= branch.edge_reasons(role, str(at), name)
            for each in own:
                for known in (each.filler, complement(each.filler)):
                    if each.kind != "only" and branch.facts.has(name, known):
                        used |= branch.reasons(name, [known])
        for pair in combinations(named, 2):
            used |= branch.apart_reasons(*pair)
        step = {
            "rule": "count",
            "at": at,
            "role": role,
            "concepts": [show(each) for each in own],
            "named": named,
            "empty": empty,
        }
        return _Closed([step], used)


def _restrictions(branch: Reasoned, at: str | None, role: str) -> list[ir.Restriction]:
    return [
        part
        for part in branch.facts.labels[at]
        if isinstance(part, ir.Restriction) and part.role == role
    ]


def _successors(branch: Reasoned, at: str, role: str) -> list[str]:
    return sorted(second for own, first, second in branch.facts.edges if (own, first) == (role, at))
