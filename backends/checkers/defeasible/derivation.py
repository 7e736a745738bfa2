"""Certifies labels of defeasible theories by proofs: steps name rule and premises, and how each attacker ends."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

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
    Step,
    Undecided,
    Verdict,
)
from ....compiler.ir import nodes as ir
from ....compiler.kinds import Kind
from ....compiler.notation import show
from ..common.budget import Budget, Spent
from ..common.canonical import check_canonical
from ..descriptions.proofs import describe_derivation
from .conditions import (
    DEFEASIBLY,
    DEFINITELY,
    NOT_DEFEASIBLY,
    OPPOSITE,
    VARIANTS,
    Conclusion,
    Conditions,
)
from .evidence import Evidence
from .explanation import Explanation
from .instances import Instances, Lit
from .replay import Replay, positive_steps
from .steps import Steps, Unproved


class Derivation:
    """Proofs and refutations down to the facts.

    A certificate contains these plain values. `asked` is the query. `claims` decide the label: each has a
    tag, a literal and the number of the step that proves it, or null if the literal lacks the tag. `steps`
    are in order, and each is checked on its own. `closed` is null unless a claim or a step states that
    something does not follow. Otherwise it lists everything that follows about the literals that the query
    depends on, each after the ones it follows from.
    """

    name: ClassVar[str] = "derivation"
    decides: ClassVar[frozenset[Feature]] = frozenset(
        {"facts", "rules", "defeasible_rules", "defeaters", "preferences", "strong_negation"}
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
            EngineError: for what is no defeasible theory, and at the time limit.
        """
        begun = time.perf_counter()
        try:
            _problem.cache_clear()
            label, certificate = _problem(theory, query, limits).certificate()
        except Spent:
            return Verdict(UNDECIDED, self.name, {}, time.perf_counter() - begun)
        return Verdict(label, self.name, certificate, time.perf_counter() - begun)

    def check(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> CheckResult:
        """Accept a verdict whose certificate proves its label, step by step, and is the canonical one.

        The steps are checked against the definitions alone, whoever wrote them. The certificate must also
        equal the result of `derive`, so that it is the same everywhere. Each of the two checks has the
        whole budget.
        """

        def own() -> tuple[Label, Mapping[str, Any]]:
            _Problem(theory, query, Budget(limits)).prove(verdict.label, verdict.certificate)
            return _Problem(theory, query, Budget(limits)).certificate()

        return check_canonical(verdict, own, (Unproved,), limits)

    def describe(self, certificate: Mapping[str, Any]) -> Sequence[Description]:
        """Return what a certificate shows, in sentences."""
        return describe_derivation(certificate)

    def explain(self, theory: ir.Theory, query: ir.Query, verdict: Verdict) -> tuple[Step, ...]:
        """Return the steps of a verdict's certificate in words: the proof, or both attempts where neither succeeds."""
        try:
            problem = _problem(theory, query, LIMITS)
        except Spent:
            problem = _Problem(theory, query, Budget())
        problem.budget.lift()
        return problem.explanation(verdict.certificate).steps()

    def claims(self, theory: ir.Theory, query: ir.Query, verdict: Verdict) -> list[Claimed]:
        """Return the steps of the certificate's proof that show that something follows."""
        return positive_steps(self.explain(theory, query, verdict))

    def replay(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        steps: Sequence[Claimed],
        limits: Limits,
    ) -> list[str]:
        """Return for each step of a proof why it does not follow by the rule that it names; empty if it does.

        Raises:
            Undecided: the budget is too small.
        """
        try:
            problem = _Problem(theory, query, Budget(limits))
            return Replay(problem.conditions, problem.known_about).judge(steps)
        except Spent as error:
            raise Undecided("the budget is too small to judge the proof") from error


@lru_cache(maxsize=1)
def _problem(theory: ir.Theory, query: ir.Query, limits: Limits) -> _Problem:
    """Return a problem as it was set up last: what is derived is often explained next."""
    return _Problem(theory, query, Budget(limits))


class _Problem:
    """A theory and a query, with their ground instances and the conditions of the variant."""

    def __init__(self, theory: ir.Theory, query: ir.Query, budget: Budget) -> None:
        variant = str(dict(theory.options).get("variant", "blocking"))
        if variant not in VARIANTS:
            raise EngineError(f"there is no variant `{variant}`")
        self.theory = theory
        self.budget = budget
        self.instances = Instances(theory, query, budget)
        self.conditions = Conditions(self.instances, variant)
        self.texts = _Texts()

    # -------------------------------------------------------------------------------------------------- derive

    def certificate(self) -> tuple[Label, dict[str, Any]]:
        """Evaluate the literals that the query depends on, and write down why the label is what it is."""
        asked = self.instances.asked
        torn = next((q for q in self.instances.definite if self._torn(q)), None)
        ranks = self._evaluate(self._relevant(asked if torn is None else torn))
        label, claimed = self._label(torn, ranks)
        evidence = Evidence(self.conditions, ranks, self.texts)
        claims = []
        for tag, literal in claimed:
            number = evidence.step((tag, literal)) if (tag, literal) in ranks else None
            claims.append({"tag": tag, "literal": self.texts[literal], "step": number})
        closed: list[dict[str, str]] | None = None
        if evidence.leans_on_closure or any(claim["step"] is None for claim in claims):
            closed = [{"tag": tag, "literal": self.texts[literal]} for tag, literal in ranks]
        return label, {
            "kind": "derivation",
            "asked": self.texts[asked],
            "claims": claims,
            "steps": evidence.steps,
            "closed": closed,
        }

    def _torn(self, literal: Lit) -> bool:
        return literal.complement in self.instances.definite

    def _label(
        self, torn: Lit | None, ranks: Mapping[Conclusion, int]
    ) -> tuple[Label, list[Conclusion]]:
        asked = self.instances.asked
        both = [asked, asked.complement]
        proved = [(DEFEASIBLY, literal) for literal in both if (DEFEASIBLY, literal) in ranks]
        if torn is not None:
            return "inconsistent", [(DEFINITELY, torn), (DEFINITELY, torn.complement)]
        if len(proved) == 2:
            return "inconsistent", proved
        if proved:
            return ("true" if proved[0][1] == asked else "false"), proved
        refuted = [(NOT_DEFEASIBLY, literal) for literal in both]
        return "unknown", [each if each in ranks else (DEFEASIBLY, each[1]) for each in refuted]

    def _relevant(self, start: Lit) -> dict[Lit, None]:
        """Return the literals that a literal's tags depend on, itself and its complement first."""
        found = dict.fromkeys([start, start.complement])
        queue = list(found)
        for literal in queue:  # grows while it is walked
            for instance in self.instances.heading(literal):
                for part in instance.body:
                    for each in (part, part.complement):
                        if each not in found:
                            found[each] = None
                            queue.append(each)
        return found

    def _evaluate(self, literals: Mapping[Lit, None]) -> dict[Conclusion, int]:
        """Return all that follows about some literals, round by round, each with its place in that order."""
        users: dict[Lit, dict[Lit, None]] = defaultdict(dict)
        for literal in literals:
            for each in (literal, literal.complement):
                users[literal][each] = None
            for instance in self.instances.heading(literal):
                for part in instance.body:
                    users[part] |= {literal: None, literal.complement: None}
        ranks: dict[Conclusion, int] = {}

        def holds(tag: str, literal: Lit) -> bool:
            return (tag, literal) in ranks

        follows = self.conditions.follows
        for tags in self.conditions.stages:
            excluding = [(tag, OPPOSITE[tag]) for tag in tags]
            candidates: Iterable[Lit] = literals
            while candidates:
                fresh: list[Lit] = []
                for literal in candidates:
                    for tag, opposite in excluding:
                        if (
                            (tag, literal) not in ranks
                            and (opposite, literal) not in ranks
                            and follows(tag, literal, holds)
                        ):
                            fresh.append(literal)
                            ranks[tag, literal] = len(ranks)
                candidates = dict.fromkeys(user for each in fresh for user in users[each])
        return ranks

    def known_about(self, literal: Lit) -> Mapping[Conclusion, int]:
        """Return all that follows about the literals that a literal depends on."""
        return self._evaluate(self._relevant(literal))

    def literals(self) -> dict[str, Lit]:
        """Return the literals that a certificate can contain, by their texts: all that the query, or the
        contradiction, depends on.
        """
        torn = next((literal for literal in self.instances.definite if self._torn(literal)), None)
        start = self.instances.asked if torn is None else torn
        return {self.texts[literal]: literal for literal in self._relevant(start)}

    def explanation(self, certificate: Mapping[str, Any]) -> Explanation:
        return Explanation(self.conditions, self.theory, _Named(self), certificate)

    # --------------------------------------------------------------------------------------------------- check

    def prove(self, label: Label, certificate: Mapping[str, Any]) -> None:
        """Check that a certificate proves a label. Raises Unproved at the first step that fails."""
        if not isinstance(certificate, Mapping) or set(certificate) != {
            "kind",
            "asked",
            "claims",
            "steps",
            "closed",
        }:
            raise Unproved("the certificate has other fields than a derivation's")
        asked = self.instances.asked
        torn = [literal for literal in self.instances.definite if self._torn(literal)]
        named = self.literals()
        if certificate["kind"] != "derivation" or certificate["asked"] != self.texts[asked]:
            raise Unproved("the certificate answers another question")
        closed = self._read_closed(certificate["closed"], named)
        steps = Steps(self.conditions, named, closed)
        steps.check(certificate["steps"])
        claims = certificate["claims"]
        if not isinstance(claims, list | tuple):
            raise Unproved("the claims are no list")
        made = [_claim(claim, named, steps, closed) for claim in claims]
        if bool(torn) != (label == "inconsistent" and made[:1] != [(DEFEASIBLY, asked, True)]):
            raise Unproved("the strict part of the theory says otherwise")
        if not _decides(label, made, asked):
            raise Unproved(f"the claims do not make the label `{label}`")

    def _read_closed(self, listed: Any, named: Mapping[str, Lit]) -> dict[Conclusion, None] | None:
        """Return the listed conclusions if they are exactly what follows about these literals; None if none is."""
        if listed is None:
            return None
        if not isinstance(listed, list | tuple):
            raise Unproved("`closed` is not a list")
        found: dict[Conclusion, None] = {}

        def holds(tag: str, literal: Lit) -> bool:
            return (tag, literal) in found

        entries = []
        for value in listed:
            if not isinstance(value, Mapping) or set(value) != {"tag", "literal"}:
                raise Unproved("an entry of `closed` is not a tag with a literal")
            if not isinstance(value["literal"], str) or value["literal"] not in named:
                raise Unproved(f"`closed` contains the unknown literal {value['literal']!r}")
            entries.append((str(value["tag"]), named[value["literal"]]))
        left = entries
        for tags in self.conditions.stages:
            own = [each for each in left if each[0] in tags]
            if left[: len(own)] != own:
                raise Unproved("`closed` is out of order")
            left = left[len(own) :]
            for tag, literal in own:
                if holds(tag, literal) or not self.conditions.follows(tag, literal, holds):
                    raise Unproved(f"{self.texts[literal]} is not {tag} by what stands before it")
                found[tag, literal] = None
            for tag in tags:
                for literal in named.values():
                    if not holds(tag, literal) and self.conditions.follows(tag, literal, holds):
                        raise Unproved(f"`closed` lacks {self.texts[literal]}, which is {tag}")
        if left:
            raise Unproved("`closed` has an unknown tag")
        return found


class _Texts(dict[Lit, str]):
    """The text of each literal, as a spec would spell it; two literals never share one."""

    def __init__(self) -> None:
        super().__init__()
        self._owners: dict[str, Lit] = {}

    def __missing__(self, literal: Lit) -> str:
        text = show(literal.node)
        if self._owners.setdefault(text, literal) != literal:
            raise EngineError(f"two literals are both written `{text}`")
        self[literal] = text
        return text


class _Named(dict[str, Lit]):
    """Literals by their texts: those of the latest certificate, and all others once one of them is needed."""

    def __init__(self, problem: _Problem) -> None:
        super().__init__((text, literal) for literal, text in problem.texts.items())
        self._problem = problem

    def __missing__(self, text: str) -> Lit:
        literals = self._problem.literals()
        self.update(literals)
        return literals[text]


def _claim(
    claim: Any, named: Mapping[str, Lit], steps: Steps, closed: Mapping[Conclusion, None] | None
) -> tuple[str, Lit, bool]:
    """Return the meaning of a claim: a tag, a literal, and whether the literal has the tag."""
    if not isinstance(claim, Mapping) or set(claim) != {"tag", "literal", "step"}:
        raise Unproved("a claim is a tag, a literal and a step")
    literal = named.get(claim["literal"]) if isinstance(claim["literal"], str) else None
    if literal is None:
        raise Unproved(f"a claim names the unknown literal {claim['literal']!r}")
    tag = claim["tag"]
    if not isinstance(tag, str):
        raise Unproved(f"a claim has the tag {tag!r}")
    if claim["step"] is None:
        if closed is None or (tag, literal) in closed:
            raise Unproved(f"nothing shows that {claim['literal']} is not {tag}")
        return tag, literal, False
    if not steps.gives(claim["step"], tag, literal):
        raise Unproved(f"step {claim['step']!r} does not give that {claim['literal']} is {tag}")
    return tag, literal, True


def _decides(label: Label, claims: Sequence[tuple[str, Lit, bool]], asked: Lit) -> bool:
    match label, claims:
        case "true", [(tag, literal, True)]:
            return tag == DEFEASIBLY and literal == asked
        case "false", [(tag, literal, True)]:
            return tag == DEFEASIBLY and literal == asked.complement
        case "inconsistent", [(tag, literal, True), (other, opposite, True)]:
            same = tag == other and opposite == literal.complement
            return same and (tag == DEFINITELY or (tag == DEFEASIBLY and literal == asked))
        case "unknown", [one, other]:
            failed = ((NOT_DEFEASIBLY, True), (DEFEASIBLY, False))
            about = one[1] == asked and other[1] == asked.complement
            return about and all((each[0], each[2]) in failed for each in (one, other))
        case _:
            return False
