"""Certifies answers about a program's answer sets, by the definition of stability and by exhaustive search."""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from ....compiler.contract import (
    LIMITS,
    UNDECIDED,
    CheckResult,
    Claimed,
    Description,
    EngineError,
    Feature,
    Label,
    Limits,
    Undecided,
    Verdict,
)
from ....compiler.ir import costs, nodes as ir
from ....compiler.kinds import Kind
from ..common.budget import Budget, Spent
from ..common.canonical import derived_verdict
from ..descriptions.answer_sets import describe_answer_sets
from .grounding import ground_program
from .instances import Atom
from .program import Program
from .reduct import Reduct, Refusal
from .replay import Replay
from .search import Search
from .well_founded import Model, evaluate, ground_atom

Certificate = dict[str, Any]
Sets = list[frozenset[int]]


class Stability:
    """Answer sets of programs as evidence; optimal ones if the program optimises.

    Certificates are plain values. Literals are strings, and every list is sorted.

    `entailment`: `asked`, the literal; `mode`; `sets`, answer sets that show the label; `complete`, whether
    these are all; `excluded`, properties that no answer set has: each `{"has": true or false, "literal":
    …}`; `derivation`, the literals on which the entailed one is founded in the first set, each with the id
    of its statement, or null.

    `stability`: `set`, the set in question; `accepted`; `reason`, null or one of `violated` with the
    `instance`, `unfounded`, `smaller`, `complementary`, `better`.

    `answer sets`: `sets`; `complete`, whether these are all; otherwise `sets` are the first ones in sorted
    order, as many as requested, and `beyond` is the next one, or null; `cost`, by priority from the
    highest, or null.
    """

    name: ClassVar[str] = "stability"
    decides: ClassVar[frozenset[Feature]] = frozenset(
        {
            "facts",
            "rules",
            "constraints",
            "disjunction",
            "choice",
            "aggregates",
            "comparisons",
            "arithmetic",
            "functions",
            "negation",
            "default_negation",
            "strong_negation",
            "optimisation",
            "answer_sets",
        }
    )

    def derive(
        self,
        theory: ir.Theory,
        query: ir.Query,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> Verdict:
        """Return the label and its certificate. Out of steps, as `Budget` counts them, the label is `undecided`.

        Raises:
            EngineError: for what is no program or no question about one, and at the time limit.
        """
        begun = time.perf_counter()
        try:
            label, certificate = _answer(theory, query.goal, Budget(limits))
        except Spent:
            label, certificate = UNDECIDED, {}
        return Verdict(label, self.name, certificate, time.perf_counter() - begun)

    def spared(
        self,
        theory: ir.Theory,
        sets: Mapping[str, Sequence[ir.Literal]],
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> dict[str, Label]:
        """Return by each statement's id whether its set is an answer set of the others; the program is prepared once.

        Raises:
            EngineError: as `derive`.
        """
        found: dict[str, Label] = {}
        budget = Budget(limits)
        program = Program(theory, budget)
        for id, literals in sets.items():
            budget.renew(limits)
            try:
                with program.without(id):
                    refusal = _reduct(program, literals).refusal(canonical=False)
            except Spent:
                found[id] = UNDECIDED
            else:
                found[id] = "true" if refusal is None else "false"
        return found

    def check(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> CheckResult:
        """Accept a verdict if its label and its certificate are those of the program, to the last value.

        Everything in the certificate is computed again; nothing in it is trusted.
        """
        expected = derived_verdict(
            verdict, lambda: self.derive(theory, query, kinds, limits), limits
        )
        if isinstance(expected, CheckResult):
            return expected
        own, given = expected.certificate, verdict.certificate
        if not isinstance(given, Mapping) or set(given) != set(own):
            return CheckResult(False, "the certificate has other fields than it should")
        for field, value in own.items():
            if _encode(given[field]) != _encode(value):
                return CheckResult(
                    False, f"`{field}` of the certificate is not what the program gives"
                )
        return CheckResult(True)

    def describe(self, certificate: Mapping[str, Any]) -> Sequence[Description]:
        """Return what a certificate shows, in sentences."""
        return describe_answer_sets(certificate)

    def claims(self, theory: ir.Theory, query: ir.Query, verdict: Verdict) -> list[Claimed]:
        """Return the derivation of the certificate, as the rules of the reduct give it.

        Raises:
            EngineError: the literal does not follow, or not from rules without disjunction.
        """
        derivation = verdict.certificate.get("derivation")
        if not derivation or any(id is None for _, id in derivation):
            raise EngineError("there is no derivation of the literal by rules")
        replay = Replay(theory, verdict.certificate["sets"][0], Budget())
        return replay.claims([(text, id) for text, id in derivation])

    def replay(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        steps: Sequence[Claimed],
        limits: Limits,
    ) -> list[str]:
        """Return for each step why no rule that it names gives it in the certificate's answer set; empty if one does.

        Raises:
            Undecided: the budget is too small.
        """
        try:
            return Replay(theory, verdict.certificate["sets"][0], Budget(limits)).judge(steps)
        except Spent as error:
            raise Undecided("the budget is too small to judge the proof") from error


def _encode(value: Any) -> bytes | None:
    """Return a plain value as text, where `true` is not 1 and a list equals a tuple; None for another value."""
    try:
        return msgspec.json.encode(value, order="sorted")
    except TypeError:
        return None


def _answer(theory: ir.Theory, goal: ir.Goal, budget: Budget) -> tuple[Label, Certificate]:
    match goal:
        case ir.Stable(literals=literals):
            return _stable(theory, literals, budget)
        case ir.AnswerSets(most=most):
            model = evaluate(theory, budget) if most else None
            return _answer_sets(theory, most, budget) if model is None else _only_set(model)
        case ir.Entailed(statement=ir.Fact(literal=ir.Literal() as literal), mode=mode):
            asked = None if mode else ground_atom(literal)
            model = None if asked is None else evaluate(theory, budget)
            if asked is not None and model is not None:
                return _entailed(model, asked)
            return _Question(theory, literal, mode, budget).answer()
        case _:
            raise EngineError("this is not a question about answer sets")


# ------------------------------------------------------------------------------------ programs without cycles


def _only_set(model: Model) -> tuple[Label, Certificate]:
    """Return how many answer sets there are, one or none, as `_answer_sets` does."""
    sets = [model.listed()] if model.consistent else []
    return str(len(sets)), {
        "kind": "answer sets",
        "sets": sets,
        "complete": True,
        "beyond": None,
        "cost": None,
    }


def _entailed(model: Model, asked: Atom) -> tuple[Label, Certificate]:
    """Return whether a literal is in the only answer set, as `_Question` does."""
    (negative, name, size), values = asked
    other: Atom = (not negative, name, size), values
    label, goal = "unknown", None
    if not model.consistent:
        label = "inconsistent"
    elif asked in model.rounds:
        label, goal = "true", asked
    elif other in model.rounds:
        label, goal = "false", other
    return label, {
        "kind": "entailment",
        "asked": model.text(asked),
        "mode": "",
        "sets": [model.listed()] if model.consistent else [],
        "complete": True,
        "excluded": [],
        "derivation": None if goal is None else model.derivation(goal),
    }


# ------------------------------------------------------------------------------------------------- verification


def _stable(
    theory: ir.Theory, literals: tuple[ir.Literal, ...], budget: Budget
) -> tuple[Label, Certificate]:
    program = Program(theory, budget)
    reduct = _reduct(program, literals)
    refusal = reduct.refusal()
    reason = None if refusal is None else _reason(program, refusal)
    if refusal is None and program.optimises:
        reason = _better(theory, reduct.cost(), budget)
    return ("true" if reason is None else "false"), {
        "kind": "stability",
        "set": program.listed(reduct.chosen),
        "accepted": reason is None,
        "reason": reason,
    }


def _reduct(program: Program, literals: Iterable[ir.Literal]) -> Reduct:
    chosen: dict[int, None] = {}
    for literal in literals:
        number = program.literal(literal)
        if number is None:
            raise EngineError("arithmetic in a literal of the set is undefined")
        chosen[number] = None
    return Reduct(program, chosen)


def _reason(program: Program, refusal: Refusal) -> Certificate:
    match refusal.kind:
        case "violated":
            return {"violated": refusal.id, "instance": refusal.instance}
        case "complementary":
            return {"complementary": program.listed(refusal.atoms)[0]}
        case kind:
            return {kind: program.listed(refusal.atoms)}


def _better(theory: ir.Theory, cost: Mapping[int, int], budget: Budget) -> Certificate | None:
    """Return the first answer set that costs least if it costs less than this, None otherwise."""
    program = Program(theory, budget)
    search = Search(program, ground_program(program))
    least = search.optimise()
    if least is None:
        raise EngineError("the ground program lacks an answer set")
    if all(cost.get(priority, 0) == amount for priority, amount in least.items()):
        return None
    return {"better": program.listed(search.first() or ())}


# -------------------------------------------------------------------------------------------------- computation


def _answer_sets(theory: ir.Theory, most: int, budget: Budget) -> tuple[Label, Certificate]:
    program = Program(theory, budget)
    ground = ground_program(program)
    search, cost = _open_search(program, Search(program, ground))
    found: Sets = []
    while len(found) <= most:
        chosen = search.next()
        if chosen is None:
            break
        found.append(chosen)
        search.block(chosen)
    complete = len(found) <= most
    beyond: Sets = []
    if not complete:
        search, _ = _open_search(program, Search(program, ground))
        found = _first_ones(search, most + 1)
        beyond.append(found.pop())
    return (str(len(found)) if complete else "more"), {
        "kind": "answer sets",
        "sets": _sets(program, found),
        "complete": complete,
        "beyond": program.listed(beyond[0]) if beyond else None,
        "cost": None if cost is None else costs(theory, cost),
    }


def _open_search(program: Program, search: Search) -> tuple[Search, dict[int, int] | None]:
    """Return a search, for the optimal ones where the program optimises, with their cost by priority."""
    if not program.optimises:
        return search, None
    return search, search.optimise()


def _first_ones(search: Search, number: int) -> Sets:
    found: Sets = []
    while len(found) < number:
        chosen = search.first()
        if chosen is None:
            raise EngineError("a second search misses an answer set of the first")
        found.append(chosen)
        search.block(chosen)
    return found


def _sets(program: Program, sets: Sets) -> list[list[str]]:
    return sorted(program.listed(each) for each in set(sets))


# --------------------------------------------------------------------------------------------------- entailment


class _Question:
    """Does a literal hold in the answer set, in all of them, or in some?"""

    def __init__(self, theory: ir.Theory, literal: ir.Literal, mode: str, budget: Budget) -> None:
        self.program = Program(theory, budget)
        asked = self.program.literal(literal)
        other = self.program.literal(
            ir.Literal(literal.atom, not literal.negative, literal.default)
        )
        if asked is None or other is None:
            raise EngineError("arithmetic in the query is undefined")
        self.asked, self.other, self.mode = asked, other, mode
        self.ground = ground_program(self.program)
        self.search = self._fresh()

    def _fresh(self) -> Search:
        return _open_search(self.program, Search(self.program, self.ground))[0]

    def answer(self) -> tuple[Label, Certificate]:
        match self.mode:
            case "":
                return self._unique()
            case "cautious":
                return self._cautious()
            case "brave":
                return self._brave()
            case mode:
                raise EngineError(f"there is no mode `{mode}`")

    def _unique(self) -> tuple[Label, Certificate]:
        only = self.search.next()
        if only is None:
            return self._certificate("inconsistent", [], True)
        self.search.block(only)
        if self.search.next() is not None:
            return self._certificate("several", _first_ones(self._fresh(), 2), False)
        return self._certificate(
            "true" if self.asked in only else "false" if self.other in only else "unknown",
            [only],
            True,
        )

    def _cautious(self) -> tuple[Label, Certificate]:
        first = self.search.first()
        if first is None:
            return self._certificate("inconsistent", [], True)
        for label, atom in (("true", self.asked), ("false", self.other)):
            if atom in first and not self._is_there(atom, False):
                return self._certificate(label, [first], False, [(False, atom)])
        witnesses = [self._witness(each, False) for each in (self.asked, self.other)]
        return self._certificate("unknown", witnesses, False)

    def _brave(self) -> tuple[Label, Certificate]:
        excluded: list[tuple[bool, int]] = []
        for label, atom in (("true", self.asked), ("false", self.other)):
            if self._is_there(atom, True):
                return self._certificate(label, [self._witness(atom, True)], False, excluded)
            excluded.append((True, atom))
        first = self.search.first()
        if first is None:
            return self._certificate("inconsistent", [], True)
        return self._certificate("unknown", [first], False, excluded)

    def _assumptions(self, atom: int, has: bool) -> list[int]:
        literal = self.search.literal(atom)
        return [literal if has else -literal]

    def _is_there(self, atom: int, has: bool) -> bool:
        """Return whether there is an answer set that has, or lacks, the atom."""
        return self.search.next(self._assumptions(atom, has)) is not None

    def _witness(self, atom: int, has: bool) -> frozenset[int]:
        found = self.search.first(self._assumptions(atom, has))
        if found is None:
            raise EngineError("a second search misses an answer set of the first")
        return found

    def _certificate(
        self,
        label: Label,
        sets: Sets,
        complete: bool,
        excluded: list[tuple[bool, int]] | None = None,
    ) -> tuple[Label, Certificate]:
        text = self.program.text
        texts = {label: text(each) for label, each in (("true", self.asked), ("false", self.other))}
        derivation = None
        if label in texts:
            goal = self.asked if label == "true" else self.other
            reduct = Reduct(self.program, sets[0])
            reduct.refusal()
            derivation = reduct.derivation(goal)
        return label, {
            "kind": "entailment",
            "asked": text(self.asked),
            "mode": self.mode,
            "sets": _sets(self.program, sets),
            "complete": complete,
            "excluded": [{"has": has, "literal": text(atom)} for has, atom in excluded or ()],
            "derivation": derivation,
        }
