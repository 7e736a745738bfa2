"""The checker: sets of cases as whole numbers, one bit for each case, and what an agent sees as a closure of sets.

What an agent does not know to be false can be reached from a case by changing atoms that the agent does not see. So
the cases in which something is possible for an agent are those of a set, closed under these changes, and `knows` is
the complement.
The checker knows neither the engine nor its encoding.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

import msgspec

from rspc.plugin import (
    LIMITS,
    UNDECIDED,
    CheckResult,
    Feature,
    Kind,
    Limits,
    Said,
    Step,
    Verdict,
    ir,
    show,
)

from .logic import FEATURES, atoms, formula, operator

Cases: TypeAlias = int
"""A set of cases: bit c is set if case c is in it. Bit i of the number c is set if atom i is in case c."""


class Evidence(msgspec.Struct, forbid_unknown_fields=True):
    """A certificate: cases of the end in which the question's formula is true and false; None if there are none."""

    kind: Literal["cases"]
    holds: list[str] | None
    fails: list[str] | None


class Views:
    """Evaluates formulas on sets of cases."""

    name: ClassVar[str] = "views"
    decides: ClassVar[frozenset[Feature]] = FEATURES

    def derive(
        self,
        theory: ir.Theory,
        query: ir.Query,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> Verdict:
        """Return the label with the first case on either side, in the order of their numbers."""
        model = _Model(theory, query)
        if model.size > limits.steps:
            reason = f"there are {model.size:,} cases"
            return Verdict(UNDECIDED, self.name, {"kind": "budget", "reason": reason})
        holds, fails = map(model.first, model.sides())
        found = Evidence("cases", holds, fails)
        return Verdict(_label(found), self.name, msgspec.to_builtins(found))

    def check(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> CheckResult:
        """Test the cases of a certificate, and that there is none on a side where it has none."""
        try:
            given = msgspec.convert(dict(verdict.certificate), Evidence)
        except msgspec.ValidationError as error:
            return CheckResult(False, f"this is no certificate of cases: {error}")
        if _label(given) != verdict.label:
            return CheckResult(False, f"the cases are evidence for the label {_label(given)}")
        model = _Model(theory, query)
        if model.size > limits.steps:
            return CheckResult(False, f"there are more than {limits.steps:,} cases")
        for side, case in zip(model.sides(), (given.holds, given.fails), strict=True):
            if case is None and side:
                return CheckResult(False, f"there is such a case: {model.first(side)}")
            if case is not None and not model.has(side, case):
                return CheckResult(False, f"there is no such case: {case}")
        return CheckResult(True)

    def explain(self, theory: ir.Theory, query: ir.Query, verdict: Verdict) -> Sequence[Step]:
        """Return what each announcement leaves possible, and what is so in the end."""
        model, steps = _Model(theory, query), list[Step]()
        for each, before, after in zip(model.said, model.left, model.left[1:], strict=False):
            left, all_ = after.bit_count(), before.bit_count()
            frame = f"{{}}: of {all_} possible cases, {left} {'is' if left == 1 else 'are'} left."
            whole = ir.Requirement(formula(each.statement))
            steps.append(
                Step(whole, f"leaves {left} of {all_}", (each.id,), said=(Said(frame, (each,)),))
            )
        goal = query.goal
        assert isinstance(goal, ir.Entailed)
        asked = formula(goal.statement)
        claim = asked if isinstance(asked, ir.Literal) else ir.Requirement(asked)
        holds, fails = (side.bit_count() for side in model.sides())
        frame = f"In {holds} of the {holds + fails} that agree with what the reader knows, {{}}."
        ids = tuple(each.id for each in model.private)
        premises = tuple(range(1, len(steps) + 1))
        last = Step(
            claim, f"in {holds} of {holds + fails}", ids, premises, said=(Said(frame, (claim,)),)
        )
        return [*steps, last]


def _label(found: Evidence) -> str:
    if found.holds is None:
        return "inconsistent" if found.fails is None else "false"
    return "true" if found.fails is None else "unknown"


class _Model:
    """The cases that are left after each announcement, from the first moment to the end."""

    def __init__(self, theory: ir.Theory, query: ir.Query) -> None:
        assert isinstance(query.goal, ir.Entailed)
        self._asked = formula(query.goal.statement)
        self._atoms = atoms(theory, self._asked)
        self.size = 1 << len(self._atoms)
        self._all: Cases = (1 << self.size) - 1
        self._known: dict[tuple[ir.Formula, int], Cases] = {}
        parts: dict[str, list[ir.Labelled]] = {"sees": [], "said": []}
        self.private: list[ir.Labelled] = []
        for each in theory.statements:
            parts.get(operator(each.statement), self.private).append(each)
        self.said = parts["said"]
        self._seen = [formula(each.statement) for each in parts["sees"]]
        self.left = [self._all]
        for time, each in enumerate(self.said):
            whole = formula(each.statement)
            assert isinstance(whole, ir.Modal)
            self.left.append(self._true(whole.parts[0], time))

    def sides(self) -> tuple[Cases, Cases]:
        """Return the possible cases in the end, by whether the formula of the question is true in them."""
        end = len(self.said)
        here = self.left[end]
        for each in self.private:
            here &= self._true(formula(each.statement), end)
        holds = here & self._true(self._asked, end)
        return holds, here & ~holds

    def first(self, cases: Cases) -> list[str] | None:
        """Return the atoms of the first case of a set; None if the set is empty."""
        if not cases:
            return None
        case = (cases & -cases).bit_length() - 1
        return [atom for bit, atom in enumerate(self._atoms) if case >> bit & 1]

    def has(self, cases: Cases, case: Sequence[str]) -> bool:
        """Return whether a set has the case with these atoms, which are in alphabetical order."""
        known = [atom for atom in self._atoms if atom in case]
        number = sum(1 << bit for bit, atom in enumerate(self._atoms) if atom in case)
        return known == list(case) and bool(cases >> number & 1)

    def _true(self, part: ir.Formula, time: int) -> Cases:
        """Return the cases that are left after some announcements and in which a formula is true then."""
        known = self._known.get((part, time))
        if known is None:
            known = self._known[part, time] = self._evaluate(part, time)
        return known

    def _evaluate(self, part: ir.Formula, time: int) -> Cases:
        left = self.left[time]
        match part:
            case ir.Truth(value=value):
                return left if value else 0
            case ir.Literal(atom=atom, negative=False, default=default):
                with_atom = self._having(self._atoms.index(show(atom)))
                return left & ~with_atom if default else left & with_atom
            case ir.Not(part=inner):
                return left & ~self._true(inner, time)
            case ir.And(parts=parts):
                for each in parts:
                    left &= self._true(each, time)
                return left
            case ir.Or(parts=parts):
                found = 0
                for each in parts:
                    found |= self._true(each, time)
                return found
            case ir.Modal(operator="knows", parts=(inner,), terms=(agent,)):
                return left & ~self._look_alike(show(agent), left & ~self._true(inner, time))
            case ir.Modal(operator="since", parts=(inner,), terms=(ir.Quantity(amount=first),)):
                if first > time:
                    return 0
                found = left & self._true(inner, first)
                for earlier in range(first):
                    found &= ~self._true(inner, earlier)
                return found
            case _:
                raise TypeError(f"`{show(part)}` is no formula about what is known")

    def _look_alike(self, agent: str, cases: Cases) -> Cases:
        """Return all cases that look to an agent like one of a set."""
        seen = {
            show(sight.parts[0].atom)
            for sight in self._seen
            if isinstance(sight, ir.Modal)
            and show(sight.terms[0]) == agent
            and isinstance(sight.parts[0], ir.Literal)
        }
        for bit, atom in enumerate(self._atoms):
            if atom not in seen:
                having = self._having(bit)
                cases |= (cases & having) >> (1 << bit) | (cases & ~having) << (1 << bit)
        return cases

    def _having(self, bit: int) -> Cases:
        """Return the cases with an atom: blocks of as many cases without it and with it, alternately."""
        block = 1 << bit
        return self._all // ((1 << block) + 1) << block
