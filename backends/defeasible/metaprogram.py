"""Decides defeasible theories by clingo, on a meta-program of the proof theory over the theory's rules."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from ...compiler.contract import (
    UNDECIDED,
    Deadline,
    Difference,
    Encoding,
    EngineError,
    Feature,
    IncomparableError,
    Limits,
    Undecided,
    Verdict,
)
from ...compiler.ir import nodes as ir
from ...compiler.kinds import Kind
from ..asp.budget import PRICE, Counter, Spent, faults, ground
from .added_facts import comparison, conclusions, relevant_literals
from .reified import bindings, program, union, variant_of

Problem: TypeAlias = tuple[ir.Theory, ir.Query]

_Answer = TypeVar("_Answer")

NO_BUDGET = "clingo ran out of its budget"

LABELS = ("true", "false", "unknown", "inconsistent")

RULES_A_PAIR = 20
"""More ground rules than that come of no pair of rules' instances: of a smaller theory none are counted."""


class Metaprogram:
    """A meta-program for clingo: it has exactly one answer set, which contains the label."""

    name: ClassVar[str] = "metaprogram"
    decides: ClassVar[frozenset[Feature]] = frozenset(
        {"facts", "rules", "defeasible_rules", "defeaters", "preferences", "strong_negation"}
    )

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Return the program; `clingo FILE` prints the answer and every conclusion."""
        return Encoding(".lp", program(theory, query))

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Return the label; `undecided` when the ground program has more rules than the budget's steps.

        Raises:
            EngineError: for what is no defeasible theory, at the time limit, and when clingo fails.
        """
        begun = time.perf_counter()
        label = _alone((theory, query), limits)
        return Verdict(label, self.name, {"kind": "answer set"}, time.perf_counter() - begun)

    def labels(
        self, problems: Sequence[Problem], kinds: Mapping[str, Kind], limits: Limits
    ) -> list[str]:
        """Return the label of each problem, which is that of `decide`.

        Of small theories one program is made: two thirds of what clingo takes for one go into the rules of the logic,
        whatever the theory.

        Raises:
            EngineError: as `decide` does.
        """
        found: dict[int, str] = {}
        together: dict[str, list[int]] = {}
        for place, (theory, _) in enumerate(problems):
            if _small(bindings(theory), limits):
                together.setdefault(variant_of(theory), []).append(place)
            else:
                found[place] = _alone(problems[place], limits)
        for variant, places in together.items():
            of_variant = [problems[place] for place in places]
            found |= zip(places, _solve_together(of_variant, variant, limits), strict=True)
        return [found[place] for place in range(len(problems))]

    def difference(
        self, one: ir.Theory, other: ir.Theory, names: Sequence[ir.Term], limits: Limits
    ) -> Difference | None:
        """Return how two theories differ, unless they have the same conclusions whatever facts are added to both.

        Raises:
            Undecided: out of budget.
            IncomparableError: for a statement that is none of defeasible logic.
        """
        literals = relevant_literals((one, other), names)
        try:
            text = comparison(one, other, variant_of(one), literals, names)
        except EngineError as error:
            raise IncomparableError(str(error)) from None
        found = _models(text, _number((one, other), literals), limits, _symbols)
        if found is None:
            raise Undecided(NO_BUDGET)
        if not found:
            return None
        added = [literals[each.arguments[0].number] for each in found[0] if each.name == "added"]
        (first, *_) = [each for each in found[0] if each.name == "differ"]
        side, place = (each.number for each in first.arguments)
        return Difference(side == 0, added=tuple(added), literal=literals[place])

    def consequences(
        self, theory: ir.Theory, names: Sequence[ir.Term], limits: Limits
    ) -> list[ir.Literal]:
        """Return the conclusions of a theory.

        Raises:
            Undecided: out of budget.
            EngineError: as `decide`.
        """
        literals = relevant_literals((theory,), names)
        text = conclusions(theory, variant_of(theory), literals, names)
        found = _models(text, _number((theory,), literals), limits, _symbols)
        if found is None:
            raise Undecided(NO_BUDGET)
        return [literals[each.arguments[0].number] for each in found[0]]


# ------------------------------------------------------------------------------------------------- the engine


def _number(theories: Sequence[ir.Theory], literals: Sequence[ir.Literal]) -> float:
    """Return how many bindings the statements have, and facts that may be added."""
    return sum(map(bindings, theories)) + len(literals)


def _symbols(model: Any) -> list[Any]:
    return list(model.symbols(shown=True))


def _small(number: float, limits: Limits) -> bool:
    """Return whether a theory with this many bindings certainly has no more ground rules than the budget allows."""
    return RULES_A_PAIR * number**2 <= limits.steps


def _alone(problem: Problem, limits: Limits) -> str:
    number = bindings(problem[0])
    text = program(*problem, commented=False)
    names = _read(text, number, _small(number, limits), limits, _answer)
    if names is None:
        return UNDECIDED
    if len(names) != 1:
        raise EngineError(f"clingo gave the answers {names}")
    return names[0]


def _solve_together(problems: Sequence[Problem], variant: str, limits: Limits) -> list[str]:
    number = sum(bindings(theory) for theory, _ in problems)
    answers = _read(union(problems, variant), number, True, limits, _answers)
    if answers is None:
        return [UNDECIDED] * len(problems)
    if sorted(place for place, _ in answers) != list(range(len(problems))):
        raise EngineError(f"clingo gave the answers {answers}")
    return [label for _, label in sorted(answers)]


def _answer(model: Any) -> list[str]:
    from clingo import Function

    return [name for name in LABELS if model.contains(Function("answer", [Function(name)]))]


def _answers(model: Any) -> list[tuple[int, str]]:
    """Return what is shown of a union: the place of each problem, and its label."""
    shown = [value.arguments for value in model.symbols(shown=True)]
    return [(place.number, label.name) for place, label in shown]


def _read(
    text: str, number: float, small: bool, limits: Limits, read: Callable[[Any], list[_Answer]]
) -> list[_Answer] | None:
    """Return what is read off the one answer set of a program; None when the budget is spent."""
    found = _models(text, number, limits, read, small, 2)
    if found is not None and len(found) != 1:
        raise EngineError(f"clingo returned {len(found)} answer sets instead of one")
    return None if found is None else found[0]


def _models(
    text: str,
    number: float,
    limits: Limits,
    read: Callable[[Any], list[_Answer]],
    small: bool = False,
    most: int = 1,
) -> list[list[_Answer]] | None:
    """Return what is read off each answer set of a program, up to `most`; None when the budget is spent."""
    import clingo

    options = ["--warn=none", f"--solve-limit={max(1, limits.steps // PRICE)}", f"--models={most}"]
    deadline = Deadline(limits.seconds)
    try:
        with faults(limits.seconds) as messages:
            control = clingo.Control(options, logger=lambda _, message: messages.append(message))
            if not small:
                counter = Counter(limits.steps, deadline)
                control.register_observer(counter)  # type: ignore[arg-type]
            control.add("base", [], text)
            ground(control, number, deadline, limits)
            with control.solve(yield_=True) as handle:
                found = [read(model) for model in handle]
                result = handle.get()
    except Spent:
        return None
    whole = result.exhausted or len(found) == most
    return found if whole and not result.interrupted else None
