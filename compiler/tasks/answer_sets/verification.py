"""Is a set of literals an answer set of a program? One that is not fails in a single place."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import gcd
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from ....dsl import syntax
from ...certify.exploration import answer, answer_sets
from ...contract import Knobs, Logic, Score
from ...family import (
    THEORY,
    AskScope,
    Draft,
    Family,
    Growth,
    Posed,
    Rejected,
    Scene,
    Settings,
    check_named_holes,
)
from ...ir import ANSWER_MARKS, ANSWER_SETS, nodes as ir, walk
from ...language import Language
from ...notation import check_members, format_set, lower_literal, show
from ...random.stream import Stream
from ...replies import grade_choice
from ..instructions import one_of
from ..only_answer_set import no_answer_set
from ..optimality import explain_priorities, optimises
from .corruption import CHANGES, Corruption, Sound, is_none, stated_literals
from .neighbours import draw_relaxed, draw_swapped

OF_THE_DRAFT = ir.Stable((ir.Literal(ir.Atom(ir.Hole("the set"))),))
"""The goal if the spec names no set."""


class VerificationKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    corrupt: Annotated[
        dict[Corruption, Annotated[int, Meta(ge=1, le=1000)]],
        Meta(
            description="the weight of each way to corrupt an answer set; if empty, the set belongs to a program "
            "that differs in one place"
        ),
    ] = field(default_factory=dict)
    labels: Annotated[
        dict[Literal["true", "false"], str],
        Meta(description="the reader's answers if it is an answer set, and if not"),
    ] = field(default_factory=lambda: {"true": "yes", "false": "no"})
    most: Annotated[
        int, Meta(ge=1, le=10_000, description="the most answer sets to choose one from")
    ] = 36
    wording: ClassVar[tuple[str, ...]] = ("labels",)

    def __post_init__(self) -> None:
        words = {word.strip().casefold() for word in self.labels.values()}
        if set(self.labels) != {"true", "false"} or len(words) < 2 or "" in words:
            raise ValueError("Expected a word of its own for each of true, false")


def has_answer_sets(ask: syntax.Ask, scope: AskScope) -> bool:
    """Return whether theories have answer sets; report an error if they do not."""
    if ANSWER_SETS in scope.accepts:
        return True
    scope.report.add(
        "E0421",
        f"`ask {ask.task}` needs a logic whose theories have answer sets",
        ask.span,
        help="ask `entailment` instead, or choose another logic",
    )
    return False


class Verification:
    """Is a set an answer set? Half of the sets are answer sets, optimal ones where the program optimises."""

    name: ClassVar[str] = "verification"
    suits: ClassVar[frozenset[str]] = frozenset({ANSWER_SETS})
    category: ClassVar[str] = "text-classification"
    reads: ClassVar[tuple[str, ...]] = ("choices",)
    knobs: ClassVar[type[Knobs]] = VerificationKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "answer_sets": "how many answer sets there are; one more than `most` where there are more",
        "atoms": "how many literals the set has that is asked about",
    }
    marks: ClassVar[Mapping[str, str]] = ANSWER_MARKS

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if not has_answer_sets(ask, scope):
            return None
        match ask.arguments:
            case () if ask.body is None:
                return OF_THE_DRAFT
            case (syntax.Braces(groups=groups, lower=None, upper=None),) if ask.body is None:
                return _read_set(groups, scope)
            case _:
                scope.report.add(
                    "E0421",
                    "`ask verification` takes one set of literals",
                    ask.span,
                    help="write `ask verification`, or `ask verification { p(a), -q(b) }`",
                )
                return None

    def targets(self, knobs: VerificationKnobs) -> int:
        """Return the number of targets: each corruption by its weight, and as many sound sets."""
        return 2 * max(1, len(_by_weight(knobs.corrupt)))

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return `theory` for a program that grows: the question may be about one of its variants."""
        varied = goal is OF_THE_DRAFT and growth.strategy is not None
        return frozenset({THEORY} if varied else ())

    def prepare(self, scene: Scene, knobs: VerificationKnobs, stream: Stream) -> Scene | Rejected:
        return scene

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: VerificationKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask about the set that the spec names, about an answer set, or about one that is changed in one place."""
        assert isinstance(goal, ir.Stable)
        family, theory, language = scene.family, draft.theory, scene.family.words.language
        if goal is OF_THE_DRAFT and not knobs.corrupt:
            return self._near(family, draft, knobs, target, stream)
        found = answer_sets(family.engines, theory, knobs.most)
        if found is None:
            return Rejected(
                "the engine's budget ran out before all answer sets were found", spent=True
            )
        sets, complete = found
        metrics = _count_sets(sets, complete, knobs)
        if goal is not OF_THE_DRAFT:
            label = answer(family.engines, theory, ir.Query(goal))
            return _pose_set(draft, goal.literals, label, metrics, knobs, language)
        if not sets:
            return no_answer_set(family.engines, theory)
        literals = stream.pick(sets)
        known_facts = stated_literals(family, theory)
        if known_facts is None:
            return Rejected(
                "the engine's budget ran out before the stated set was decided", spent=True
            )
        known = frozenset(map(frozenset, sets)) if complete else None
        corrupted: dict[Corruption, tuple[ir.Literal, ...]] = {}
        # Made for every target: otherwise, what cannot be made would reveal the label.
        for kind in knobs.corrupt:
            changes = CHANGES[kind](Sound(theory, literals, known_facts), stream.fork("corrupt"))
            unsound = (change for change in changes if is_none(change, known, family, theory))
            changed = next(unsound, None)
            if changed is None:
                return Rejected(f"no answer set can be corrupted by `{kind}`")
            corrupted[kind] = changed
        if target % 2 == 0:
            return _pose_set(draft, literals, "true", metrics, knobs, language)
        kind = _by_weight(knobs.corrupt)[target // 2]
        metrics = {**metrics, "corruption": kind}
        return _pose_set(draft, corrupted[kind], "false", metrics, knobs, language)

    def _near(
        self, family: Family, draft: Draft, knobs: VerificationKnobs, target: int, stream: Stream
    ) -> Posed | Rejected:
        """Ask about an answer set of the program, or one of a program that differs in one place.

        Both are made for every target: otherwise, what cannot be made would reveal the label.
        """
        stream = stream.fork("near")
        if draft.variants:
            asked = draw_swapped(family, draft, knobs.most, stream)
        else:
            asked = draw_relaxed(family, draft, knobs.most, stream)
        if asked is None:
            return Rejected("no set is an answer set of a program that differs in one place")
        program = asked.program
        metrics = _count_sets(program.sets, program.complete, knobs)
        literals, label = (asked.sound, "true") if target % 2 == 0 else (asked.unsound, "false")
        draft = replace(draft, theory=program.theory)
        return _pose_set(draft, literals, label, metrics, knobs, family.words.language)

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: VerificationKnobs, family: Family
    ) -> str:
        return knobs.labels[record["label"]]

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for the right choice."""
        return grade_choice(record, answer)


def _count_sets(
    sets: Sequence[Sequence[ir.Literal]], complete: bool, knobs: VerificationKnobs
) -> dict[str, Any]:
    return {"answer_sets": len(sets) if complete else knobs.most + 1}


def _by_weight(weights: Mapping[Corruption, int]) -> list[Corruption]:
    """Return each kind in proportion to its weight, as few times as possible."""
    common = gcd(*weights.values()) or 1
    return [kind for kind, weight in weights.items() for _ in range(weight // common)]


def _read_set(groups: Sequence[Sequence[syntax.Entry]], scope: AskScope) -> ir.Stable | None:
    """Return the set that a spec names: ground literals, separated by commas."""
    before = len(scope.report.errors)
    literals: list[ir.Literal] = []
    assert scope.statements is not None
    for entry in (each for group in groups for each in group):
        literal = lower_literal(entry.term, scope.statements)
        check_members(literal, entry.term, scope.statements)
        loose = any(
            isinstance(e, ir.Var | ir.Expand)
            or (
                isinstance(e, ir.Hole)
                and (scope.grammar is None or e.name not in scope.grammar.named)
            )
            for e in walk(literal)
        )
        plain = isinstance(literal, ir.Literal) and not literal.default and not loose
        if entry.value is not None or not plain:
            scope.report.add(
                "E0421",
                "the set to verify must have only literals without variables and without `not`",
                entry.term.span,
                help="write `{ p(a), -q(b) }`; a hole can only stand for a parameter or chosen value",
            )
        elif isinstance(literal, ir.Literal):
            literals.append(literal)
            if scope.grammar is not None:
                check_named_holes(literal, scope.grammar, entry.term.span, scope.report)
    return None if len(scope.report.errors) > before else ir.Stable(tuple(literals))


def _pose_set(
    draft: Draft,
    literals: Sequence[ir.Literal],
    label: str,
    metrics: Mapping[str, Any],
    knobs: VerificationKnobs,
    language: Language,
) -> Posed | Rejected:
    if label not in knobs.labels:
        return Rejected(f"the label is {label}")
    best = "optimal " if optimises(draft.theory) else ""
    yes, no = knobs.labels["true"], knobs.labels["false"]
    return Posed(
        draft.theory,
        ir.Query(ir.Stable(tuple(sorted(literals, key=show)))),
        label,
        {**metrics, "atoms": len(literals)},
        explain_priorities(draft.theory, language)
        + language.say(f"ask {best}answer set", literals=format_set(literals)),
        one_of((yes, no), language.say("if it is or is not", yes=yes, no=no), language),
        answer=knobs.labels[label],
        choices=(yes, no),
        hidden=draft.hidden,
        symbols=True,
    )
