"""Certifies what follows from concepts: a smallest justification and its closed tableau, or models that deny it.

A certificate has `kind`, `label`, and either `models` in which the statement is false (`without`) and true (`with`), or
`model`, of the whole base (where it has one), `justification`, the ids of a smallest set of statements from which the
label follows, `tableau`, which shows that it does, and `models`: for each of these statements one of all the others
from which it does not follow without it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from ....compiler.contract import (
    LIMITS,
    UNDECIDED,
    CheckResult,
    Claimed,
    Description,
    EngineError,
    Feature,
    Label,
    LimitReached,
    Limits,
    Step,
    Undecided,
    Verdict,
)
from ....compiler.ir import nodes as ir
from ....compiler.kinds import Kind
from ..common.budget import Budget, Spent
from ..common.canonical import check_canonical
from ..common.premises import premise_fault
from ..descriptions.proofs import describe_justification
from .entailments import FOLLOWS, Aim, aim, claim, inference, models
from .models import Interpretation, NoModel, individuals
from .tableau import Tableau, Unproved

ASKED = ""
"""The id by which a tableau names the statement that was asked about."""


class Proposals(Protocol):
    """What an engine proposes: certificates, closed tableaux and inferences. None is believed before it is checked."""

    def certified(
        self, theory: ir.Theory, query: ir.Query, limits: Limits
    ) -> tuple[Label, Mapping[str, Any]]:
        """Return the label and its canonical certificate."""

    def repeated(
        self, theory: ir.Theory, query: ir.Query, label: Label, limits: Limits
    ) -> tuple[Label, Mapping[str, Any]]:
        """Return what `certified` returns, where the label is known."""

    def closed(
        self,
        used: Mapping[str, ir.Statement],
        denied: ir.Statement | None,
        unique: bool,
        limits: Limits,
    ) -> Sequence[Mapping[str, Any]]:
        """Return the steps of a tableau that closes."""

    def inferences(
        self,
        given: Sequence[ir.Statement],
        sought: ir.Statement | None,
        against: ir.Statement | None,
        unique: bool,
    ) -> Sequence[tuple[Sequence[int], ir.Statement | None]]:
        """Return inferences, each with its premises, by lemmas from the statements given."""


class JustificationChecker:
    """Accepts what the rules and the evaluation of models confirm, whoever proposed it."""

    name: ClassVar[str] = "justification"
    decides: ClassVar[frozenset[Feature]] = frozenset(
        {
            "facts",
            "concepts",
            "quantifiers",
            "number_restrictions",
            "conjunction",
            "disjunction",
            "negation",
        }
    )

    def __init__(self, proposals: Proposals) -> None:
        self._proposals = proposals

    def derive(
        self,
        theory: ir.Theory,
        query: ir.Query,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> Verdict:
        """Return the label and its certificate, checked by the rules. Out of steps the label is `undecided`.

        Raises:
            EngineError: for what is no base of concepts and roles, or a proposal that the rules refuse.
        """
        begun = time.perf_counter()
        try:
            label, certificate = self._proposals.certified(theory, query, limits)
            prove(theory, query, label, certificate, limits)
        except Spent:
            label, certificate = UNDECIDED, {}
        except (Unproved, NoModel) as error:
            raise EngineError(f"the engine's certificate is refused: {error}") from error
        return Verdict(label, self.name, certificate, time.perf_counter() - begun)

    def check(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> CheckResult:
        """Accept a verdict whose certificate proves its label, and is the canonical one.

        The proof is checked by the rules alone, whoever wrote it. That no smaller justification would do, and none
        before it in the text's order, rests on a search, which the canonical certificate repeats.
        """

        def own() -> tuple[Label, Mapping[str, Any]]:
            prove(theory, query, verdict.label, verdict.certificate, limits)
            return self._proposals.repeated(theory, query, verdict.label, limits)

        return check_canonical(verdict, own, (Unproved, NoModel), limits)

    def describe(self, certificate: Mapping[str, Any]) -> Sequence[Description]:
        """Return what a certificate shows, in sentences."""
        return describe_justification(certificate)

    def explain(self, theory: ir.Theory, query: ir.Query, verdict: Verdict) -> tuple[Step, ...]:
        """Return the inferences from a justification, or describe the two models; the rules support each inference.

        A single inference is the one that the certificate's own tableau proves, which the verdict has
        already checked.

        Raises:
            EngineError: an inference is refused.
        """
        asked, unique = _question(theory, query)
        if verdict.label == "unknown":
            return tuple(models(asked, verdict.certificate["models"]))
        ids = verdict.certificate["justification"]
        given = [statement for statement in theory.statements if statement.id in ids]
        return tuple(self._inferences(given, aim(verdict.label, asked), unique))

    def claims(self, theory: ir.Theory, query: ir.Query, verdict: Verdict) -> list[Claimed]:
        """Return the inferences from the certificate's justification.

        Raises:
            EngineError: the statement does not follow.
        """
        if verdict.label != "true":
            raise EngineError("there is no proof of what does not follow")
        steps = self.explain(theory, query, verdict)
        return [Claimed(each.gives, each.uses, each.premises) for each in steps]

    def replay(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        steps: Sequence[Claimed],
        limits: Limits,
    ) -> list[str]:
        """Return for each step why it does not follow from what it names; empty if a closed tableau shows that it does.

        Raises:
            Undecided: the budget is too small.
        """
        unique = _question(theory, query)[1]
        stated = {each.id: each.statement for each in theory.statements}
        shown: list[ir.Statement | None] = []
        reasons: list[str] = []
        for step in steps:
            reason, given = premise_fault(step, shown), _statement(step.gives)
            if given is None:
                reason = "it is not a statement about concepts and roles"
            if not reason:
                used = {id: stated[id] for id in step.uses if id in stated}
                for number in step.premises:
                    lemma = shown[number - 1]
                    assert lemma is not None
                    used[f"step {number}"] = lemma
                reason = self._why_not(used, given, unique, limits)
            reasons.append(reason)
            shown.append(None if reason else given)
        return reasons

    def _why_not(
        self,
        used: Mapping[str, ir.Statement],
        given: ir.Statement | None,
        unique: bool,
        limits: Limits,
    ) -> str:
        try:
            steps = self._proposals.closed(used, given, unique, limits)
            Tableau(used, given, unique, Budget(limits)).replay(steps)
        except (Spent, LimitReached) as error:
            raise Undecided("the budget is too small to judge the proof") from error
        except (EngineError, Unproved):
            return "it does not follow from what it names"
        return ""

    def _inferences(
        self, given: Sequence[ir.Labelled], reached: Aim, unique: bool
    ) -> Iterator[Step]:
        statements = [labelled.statement for labelled in given]
        known: list[ir.Statement] = [*statements]
        made = self._proposals.inferences(statements, reached.sought, reached.against, unique)
        if len(made) == 1:
            yield inference(given, {}, reached.gives, reached.tag)
            return
        for premises, lemma in made:
            used = [given[place] for place in premises if place < len(given)]
            later = [place for place in premises if place >= len(given)]
            lemmas = {place - len(given) + 1: claim(known[place]) for place in later}
            taken = {str(place): known[place] for place in premises}
            if lemma is None:
                against = {} if reached.against is None else {ASKED: reached.against}
                self._confirm({**taken, **against}, reached.sought, unique)
                yield inference(used, lemmas, reached.gives, reached.tag)
            else:
                self._confirm(taken, lemma, unique)
                known.append(lemma)
                yield inference(used, lemmas, claim(lemma), FOLLOWS)

    def _confirm(
        self, used: Mapping[str, ir.Statement], denied: ir.Statement | None, unique: bool
    ) -> None:
        """Replay a closed tableau for one inference."""
        try:
            steps = self._proposals.closed(used, denied, unique, LIMITS)
            Tableau(used, denied, unique, Budget(LIMITS)).replay(steps)
        except (Unproved, Spent) as error:
            raise EngineError(f"an inference of a proof is refused: {error!r}") from error


def _statement(given: ir.Node) -> ir.Statement | None:
    """Return what a step gives as a statement, if it is one about concepts and roles."""
    match given:
        case ir.Literal():
            return ir.Fact(given)
        case ir.Fact(literal=ir.Literal()) | ir.Inclusion() | ir.ConceptAssertion():
            return given
    return None


def _question(theory: ir.Theory, query: ir.Query) -> tuple[ir.Statement, bool]:
    """Return the statement that is asked about, and whether names are unique."""
    match query.goal:
        case ir.Entailed(statement=asked, mode=""):
            return asked, bool(dict(theory.options).get("unique_names", True))
        case _:
            raise EngineError("the question must be whether one statement follows")


def prove(
    theory: ir.Theory, query: ir.Query, label: Label, certificate: Any, limits: Limits = LIMITS
) -> None:
    """Check by the rules and by evaluation that a certificate proves a label.

    Raises:
        Unproved, NoModel: it does not.
        Spent: this takes too many steps.
    """
    asked, unique = _question(theory, query)
    if not isinstance(certificate, Mapping) or certificate.get("kind") != "entailment":
        raise Unproved("this is not a certificate")
    if certificate.get("label") != label:
        raise Unproved("the certificate is for another label")
    problem = _Problem([*theory.statements], asked, unique)
    if label == "unknown":
        _only(certificate, "kind", "label", "models")
        _only(certificate["models"], "without", "with")
        problem.model(certificate["models"]["without"], theory.statements, False)
        problem.model(certificate["models"]["with"], theory.statements, True)
        return
    keys = ["model"] if label != "inconsistent" else []
    _only(certificate, "kind", "label", *keys, "justification", "tableau", "models")
    if keys:
        problem.model(certificate["model"], theory.statements, None)
    problem.entailment(label, certificate, Budget(limits))


class _Problem:
    def __init__(
        self, statements: Sequence[ir.Labelled], asked: ir.Statement, unique: bool
    ) -> None:
        self.statements, self.asked, self.unique = statements, asked, unique

    def model(self, given: Any, statements: Sequence[ir.Labelled], asked: bool | None) -> None:
        """Check that statements are true in a model, and that the question has the claimed answer there."""
        named = individuals(
            [
                *[*(statement.statement for statement in statements)],
                *([] if asked is None else [self.asked]),
            ]
        )
        model = Interpretation(given, named, self.unique)
        for statement in statements:
            if not model.holds(statement.statement):
                raise NoModel(f"statement {statement.id} is false in a model of it")
        if asked is not None and model.holds(self.asked) != asked:
            raise NoModel("what is asked is not as it should be in a model")

    def entailment(self, label: Label, certificate: Mapping[str, Any], budget: Budget) -> None:
        """Check a justification, its tableau, and that none of its statements can be left out."""
        if label not in ("true", "false", "inconsistent"):
            raise Unproved(f"there is no label `{label}`")
        ids = certificate["justification"]
        chosen = [statement for statement in self.statements if statement.id in ids]
        if [each.id for each in chosen] != ids or len(set(ids)) != len(ids):
            raise Unproved("a justification names statements of the theory, in their order")
        used = {each.id: each.statement for each in chosen}
        if label == "false":
            used[ASKED] = self.asked
        denied = self.asked if label == "true" else None
        Tableau(used, denied, self.unique, budget).replay(certificate["tableau"])
        asked = {"true": False, "false": True, "inconsistent": None}[label]
        _only(certificate["models"], *ids)
        for labelled in chosen:
            others = [other for other in chosen if other != labelled]
            self.model(certificate["models"][labelled.id], others, asked)


def _only(given: Any, *keys: str) -> None:
    if not isinstance(given, Mapping) or set(given) != set(keys):
        raise Unproved("the certificate lacks something, or has too much")
