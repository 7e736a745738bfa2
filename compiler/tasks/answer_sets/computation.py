"""What are the answer sets of a program? Any one of them is an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from ....dsl import syntax
from ...certify.exploration import answer_sets, judge
from ...contract import Knobs, Logic, Score, plugins
from ...family import AskScope, Draft, Family, Growth, Posed, Rejected, Scene, Settings
from ...ir import ANSWER_SETS, answer_figures, nodes as ir
from ...notation import (
    NONE,
    format_set,
    parse_answer_set,
    plain,
    read_literal,
    read_plain_literal,
    read_statement,
    refusal,
)
from ...random.stream import Stream
from ...replies import Found, literals, without
from ..optimality import explain_priorities, optimises
from .verification import has_answer_sets


class ComputationKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    most: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000,
            description="the most answer sets in a record; a record says if there are more",
        ),
    ] = 36


class Computation:
    """Which literals are in an answer set?

    Every answer set is right; if the program optimises, every optimal one.
    """

    name: ClassVar[str] = "computation"
    suits: ClassVar[frozenset[str]] = frozenset({ANSWER_SETS})
    reads: ClassVar[tuple[str, ...]] = ("logic", "label", "theory", "certificate.sets")
    knobs: ClassVar[type[Knobs]] = ComputationKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "answer_sets": "how many answer sets there are; one more than `most` where there are more",
        "atoms": "how many literals the set has that is given as the answer",
        **answer_figures("answers"),
    }

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if ask.body is not None or ask.arguments:
            scope.report.add(
                "E0421",
                "`ask computation` takes only knobs",
                ask.span,
                help="write `ask computation`, or `ask computation { most 10 }`",
            )
            return None
        return ir.AnswerSets(ComputationKnobs().most) if has_answer_sets(ask, scope) else None

    def targets(self, knobs: ComputationKnobs) -> int:
        """Return 1: nothing is balanced."""
        return 1

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return nothing: the answer sets are read off any program."""
        return frozenset()

    def prepare(self, scene: Scene, knobs: ComputationKnobs, stream: Stream) -> Scene | Rejected:
        return scene

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: ComputationKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        found = answer_sets(scene.family.engines, draft.theory, knobs.most)
        if found is None:
            return Rejected(
                "the engine's budget ran out before all answer sets were found", spent=True
            )
        sets, complete = found
        number = len(sets) if complete else knobs.most + 1
        best, language = "optimal " if optimises(draft.theory) else "", scene.family.words.language
        return Posed(
            draft.theory,
            ir.Query(ir.AnswerSets(knobs.most)),
            str(len(sets)) if complete else "more",
            {"answer_sets": number, "atoms": len(sets[0]) if sets else 0},
            explain_priorities(draft.theory, language) + language.text(f"ask {best}literals"),
            language.say(f"answer {best}literals", none=NONE),
            answer=format_set(sets[0]) if sets else NONE,
            hidden=draft.hidden,
            symbols=True,
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: ComputationKnobs, family: Family
    ) -> str:
        """Return the first answer set of the certificate."""
        sets = record["certificate"]["sets"]
        return format_set(tuple(map(read_literal, sets[0]))) if sets else NONE

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for any one answer set, in any order and spacing; otherwise explain what is wrong with the set.

        Quotes around a name are optional if nothing else has that name.

        If the record does not list all answer sets, the logic's own checker decides.
        """
        right = [frozenset(map(plain, value)) for value in record["certificate"]["sets"]]
        if not right and record["answer"] != NONE:
            right = [parse_answer_set(str(record["answer"])) or frozenset()]
        found = literals(answer)
        if not right:
            return without(found)
        if isinstance(found, Found):
            return Score(
                0.0,
                "there is an answer set" if found.values else found.reason,
                ", ".join(found.values),
            )
        shown = f"{{{', '.join(sorted(found))}}}"
        if found in right or _right_but_for_quotes(right, found):
            return Score(1.0, answer=shown)
        if record["label"] == "more":
            return replace(_judge(record, found), answer=shown)
        return Score(0.0, _miss(found, right), shown)


def _right_but_for_quotes(right: list[frozenset[str]], found: frozenset[str]) -> bool:
    """Return whether a set is right except for quotes around names.

    False if quotes are all that distinguishes two literals.
    """

    def bare(literals: frozenset[str]) -> set[str]:
        return {literal.replace('"', "") for literal in literals}

    known = frozenset[str]().union(*right)
    return len(bare(known)) == len(known) and any(bare(each) == bare(found) for each in right)


def _miss(found: frozenset[str], right: list[frozenset[str]]) -> str:
    """Return how a set differs from the nearest answer set."""
    both = sorted(each for each in found if f"-{each}" in found)
    if both:
        return f"{both[0]} and -{both[0]} are both in the set"
    nearest = min(right, key=lambda each: (len(each ^ found), sorted(each)))
    parts = []
    if missing := sorted(nearest - found):
        parts.append(f"missing: {', '.join(missing)}")
    if extra := sorted(found - nearest):
        parts.append(f"too many: {', '.join(extra)}")
    which = "the answer set" if len(right) == 1 else "the nearest answer set"
    return f"no answer set; beside {which}, {'; '.join(parts)}"


def _judge(record: Mapping[str, Any], found: frozenset[str]) -> Score:
    """Let the logic's checker decide whether a set is an answer set of a record's program."""
    literals: list[ir.Literal] = []
    for each in sorted(found):
        literal = read_plain_literal(each)
        if literal is None:
            return Score(0.0, f"{each} is not a literal")
        literals.append(literal)
    theory = ir.Theory(record["logic"], tuple(map(read_statement, record["theory"])))
    logic = plugins.load(plugins.LOGICS, record["logic"])
    verdict = judge(logic, theory, ir.Query(ir.Stable(tuple(literals))))
    if verdict.label == "true":
        return Score(1.0)
    why = refusal(verdict.certificate)
    return Score(0.0, f"no answer set: {why}" if why else "no answer set")
