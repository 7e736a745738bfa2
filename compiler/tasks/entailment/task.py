"""Does a statement follow from the theory, does its opposite, or neither?"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from ....dsl import syntax
from ...certify.exploration import answer, other_readings
from ...contract import UNDECIDED, Knobs, Logic, Score
from ...family import (
    AskScope,
    Draft,
    Family,
    Found,
    Growth,
    Posed,
    Rejected,
    Scene,
    Settings,
)
from ...ir import ANSWER_MARKS, answer_figures, nodes as ir, with_sign
from ...kinds import join
from ...random.stream import Stream
from ...replies import Words, grade_choice
from ...text import plain, strip_reasoning
from ..drawn_answers import OUT_OF_BUDGET, other_label
from ..fillings import alike, fillings, is_open
from ..instructions import LABELS, meant, one_of
from ..perturbations import may_lack_a_change, perturbations
from ..question_words import (
    Wording,
    question_about,
    question_about_each,
    word_statement,
    word_statements,
)
from .knobs import EntailmentKnobs, sought_questions, times_of_each
from .question import OF_THE_DRAFT, needs_of_statement, read_question

UNKNOWN = "unknown"


class Entailment:
    """Does a statement follow, its complement, or neither?

    The answer is the word of the label, as the knob `labels` says it.
    """

    name: ClassVar[str] = "entailment"
    category: ClassVar[str] = "text-classification"
    reads: ClassVar[tuple[str, ...]] = ("choices", "certificate.kind")
    knobs: ClassVar[type[Knobs]] = EntailmentKnobs
    figures: ClassVar[Mapping[str, str]] = answer_figures("answers")
    marks: ClassVar[Mapping[str, str]] = ANSWER_MARKS
    fills: ClassVar[bool] = True

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        return read_question(ask, scope)

    def targets(self, knobs: EntailmentKnobs) -> int:
        """Return the number of targets to balance over: each label at every depth, as often as a theory has it."""
        return 1 if knobs.together else len(sought_questions(knobs))

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return what a question without a statement needs: others are read off any theory."""
        return needs_of_statement(goal, growth)

    def prepare(self, scene: Scene, knobs: EntailmentKnobs, stream: Stream) -> Scene | Rejected:
        return replace(scene, sought=sought_questions(knobs))

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: EntailmentKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask for the goal, for its complement, or for either over a theory that is changed until neither follows.

        A draft must allow every label, whichever is wanted; otherwise the reasons for rejection would
        depend on the label. A draft with enough changes almost always allows one, so in this case it is
        computed only when needed.
        """
        assert isinstance(goal, ir.Entailed)
        if goal is not OF_THE_DRAFT:
            wanted = list(knobs.labels)[target % len(knobs.labels)]
            if not is_open(goal.statement):
                return self._pose_written(scene, draft, goal, knobs, wanted, stream)
            drawn = stream if knobs.questions == 1 else _stream_of_all(scene)
            asked = _unasked(
                fillings(goal.statement, draft.theory, scene, drawn, knobs.matched), scene
            )
            if knobs.balanced is not None and knobs.questions == 1:
                return self._pose_filled(scene, draft, goal, asked, knobs, wanted, stream)
            least = len(knobs.labels) * times_of_each(knobs)
            groups = (
                (statement for statement in alike(asked, draft.theory) if len(statement) >= least)
                if knobs.matched
                else (asked,)
            )
            return self._pose_candidate(scene, draft, groups, target, knobs, stream, goal.mode)
        if draft.found:
            if knobs.together:
                return self._all(scene, draft, knobs, stream)
            return self._one(scene, draft, draft.found[target], knobs, stream)
        if draft.candidates:
            return self._pose_candidate(
                scene, draft, (stream.shuffled(draft.candidates),), target, knobs, stream
            )
        wanted = list(knobs.labels)[target]
        if not draft.goals:
            return Rejected("the strategy chose no statement to ask about")
        grown = draft.goals[0]
        if draft.outcomes:
            return self._pose_goal(scene, draft, wanted, knobs, stream)
        if answer(scene.family.engines, draft.theory, _query(grown)) != "true":
            return Rejected("the goal does not follow from the theory grown for it")
        kind, theory = "", draft.theory
        if wanted == UNKNOWN or (
            UNKNOWN in knobs.labels and may_lack_a_change(scene.grammar, draft, knobs.unknown_by)
        ):
            changed = self._leave_open(scene, draft, grown, knobs, stream)
            if changed is None:
                return Rejected("no small change of the theory makes the goal unknown")
            if wanted == UNKNOWN:
                kind, theory = changed
        opposite = stream.chance(0.5) if wanted == UNKNOWN else wanted == "false"
        query = _query(with_sign(grown, bool(grown.negative) is not opposite))
        return self._pose_query(scene, draft, theory, query, wanted, kind, knobs, stream)

    def _one(
        self, scene: Scene, draft: Draft, found: Found, knobs: EntailmentKnobs, stream: Stream
    ) -> Posed:
        """Ask one of the questions that the strategy found."""
        worded = word_statement(scene, found.statement, stream.fork("asked"), stream.fork("words"))
        query = ir.Query(ir.Entailed(found.statement))
        metrics: dict[str, Any] = {
            "query_words": len(worded.text.split()),
            "query_not": "not" in worded.text.split(),
        }
        if found.depth is not None:
            metrics["justification"] = found.depth
        if found.among is not None:
            metrics["among"] = found.among
        posed = self._pose_query(
            scene, draft, draft.theory, query, found.label, "", knobs, stream, worded
        )
        return replace(posed, metrics={**metrics, **posed.metrics})

    def _all(self, scene: Scene, draft: Draft, knobs: EntailmentKnobs, stream: Stream) -> Posed:
        """Ask all questions that the strategy found, in random order."""
        found = stream.shuffled(draft.found)
        statements = [each.statement for each in found]
        worded = word_statements(scene, statements, stream.fork("asked"), stream.fork("words"))
        words = [knobs.words[each.label] for each in found]
        metrics = {
            "query_words": [len(each.text.split()) for each in worded],
            "query_not": ["not" in each.text.split() for each in worded],
            "justification": [each.depth for each in found if each.depth is not None],
        }
        choices = tuple(knobs.labels.values())
        goals = tuple(ir.Entailed(each.statement) for each in found)
        language = scene.family.words.language
        return Posed(
            draft.theory,
            ir.Query(ir.Each(goals)),
            ",".join(each.label for each in found),
            metrics,
            question_about_each(worded, knobs.words, goals[0], language),
            language.say(
                "answer each",
                labels=meant(knobs.words, knobs.cases(scene.family, goals[0]), language),
            ),
            answer=", ".join(words),
            choices=choices,
            hidden=draft.hidden,
            says=tuple((each.text, own) for each, own in zip(worded, statements, strict=True)),
            asked=all(each.asked for each in worded),
        )

    def _pose_goal(
        self, scene: Scene, draft: Draft, wanted: str, knobs: EntailmentKnobs, stream: Stream
    ) -> Posed | Rejected:
        """Ask the strategy's question for the wanted label; the engines certify the label."""
        if not set(knobs.labels) <= set(draft.outcomes):
            return Rejected("the theory was not grown for all labels of the question")
        outcome = draft.outcomes[wanted]
        theory = outcome.of(draft.theory)
        return self._pose_query(
            scene, draft, theory, _query(outcome.goal), wanted, "", knobs, stream
        )

    def _pose_candidate(
        self,
        scene: Scene,
        draft: Draft,
        groups: Iterable[Iterable[ir.Statement]],
        target: int,
        knobs: EntailmentKnobs,
        stream: Stream,
        mode: str = "",
    ) -> Posed | Rejected:
        """Ask about a candidate of the first group that has enough candidates for every label.

        If there are several questions with one label, each is about the next candidate that has it.
        """
        lacking, labels, times = "", list(knobs.labels), times_of_each(knobs)
        wanted, number = labels[target % len(labels)], target // len(labels)
        for group in groups:
            found: dict[str, list[ir.Query]] = {}
            for statement in group:
                query = ir.Query(ir.Entailed(statement, mode))
                label = answer(scene.family.engines, draft.theory, query)
                if label not in LABELS:
                    return Rejected(_why_unasked(label))
                found.setdefault(label, []).append(query)
                if all(len(found.get(each, ())) >= times for each in labels):
                    query = found[wanted][number]
                    return self._pose_query(
                        scene, draft, draft.theory, query, wanted, "", knobs, stream
                    )
            lacking = next(each for each in labels if len(found.get(each, ())) < times)
        if knobs.matched:
            return Rejected("no candidates with all labels are mentioned alike")
        if times == 1:
            return Rejected(f"no statement that can be asked about is {lacking}")
        return Rejected(f"too few statements that can be asked about are {lacking}")

    def _leave_open(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Literal,
        knobs: EntailmentKnobs,
        stream: Stream,
    ) -> tuple[str, ir.Theory] | None:
        """Return a changed theory that leaves the goal open, after the kind of the change."""
        query = _query(goal)
        for perturbation in perturbations(
            scene.grammar, draft, knobs.unknown_by, stream.fork("change")
        ):
            if (
                _spoken_of(goal, perturbation[1])
                and answer(scene.family.engines, perturbation[1], query) == UNKNOWN
            ):
                return perturbation
        return None

    def _pose_written(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Entailed,
        knobs: EntailmentKnobs,
        wanted: str,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask about the statement that the spec names, with the label that the engines find.

        If labels are balanced, a draft with another label than the one that was drawn is dropped.
        """
        query = ir.Query(goal)
        label = answer(scene.family.engines, draft.theory, query)
        if label == UNDECIDED:
            return Rejected(OUT_OF_BUDGET, spent=True)
        if label not in knobs.labels:
            return Rejected(_why_unasked(label), label=label)
        if knobs.balanced and label != wanted:
            return other_label(label, wanted)
        return self._pose_query(scene, draft, draft.theory, query, label, "", knobs, stream)

    def _pose_filled(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Entailed,
        statements: Iterable[ir.Statement],
        knobs: EntailmentKnobs,
        wanted: str,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask about the first statement with the label that was drawn; without balance, with any label."""
        met = ""
        for statement in statements:
            query = ir.Query(ir.Entailed(statement, goal.mode))
            label = answer(scene.family.engines, draft.theory, query)
            if label == UNDECIDED:
                return Rejected(OUT_OF_BUDGET, spent=True)
            if label == wanted or (label in knobs.labels and not knobs.balanced):
                return self._pose_query(scene, draft, draft.theory, query, label, "", knobs, stream)
            if label in ("inconsistent", "several"):
                return Rejected(_why_unasked(label), label=label)
            met = met or label
        if not met:
            return Rejected("no filling of the statement is left to ask about")
        return other_label(met, wanted)

    def _pose_query(
        self,
        scene: Scene,
        draft: Draft,
        theory: ir.Theory,
        query: ir.Query,
        label: str,
        kind: str,
        knobs: EntailmentKnobs,
        stream: Stream,
        worded: Wording | None = None,
    ) -> Posed:
        words = list(knobs.labels.values())
        assert isinstance(query.goal, ir.Entailed)
        language = scene.family.words.language
        listed = language.join(words, "or")
        question = scene.words(query.goal)
        says: tuple[tuple[str, ir.Statement], ...] = ()
        phrased = question is not None
        expected = listed
        if question is None:
            worded = worded or word_statement(scene, query.goal.statement, stream.fork("asked"))
            question = question_about(worded, knobs.words, query.goal, language)
            says = ((worded.text, query.goal.statement),)
            phrased = worded.asked
        if not phrased or query.goal.mode or knobs.meanings:
            expected = meant(knobs.words, knobs.cases(scene.family, query.goal), language)
        plain = len(words) == 2 and not (query.goal.mode or knobs.meanings)
        metrics: dict[str, Any] = {
            "differs": other_readings(scene.family.engines, theory, query, label)
        }
        if kind:
            metrics["unknown_by"] = kind
        return Posed(
            theory,
            query,
            label,
            metrics,
            question,
            one_of(words, expected, language),
            plain_format=one_of(words, listed, language) if plain else "",
            answer=knobs.words[label],
            choices=tuple(words),
            hidden=draft.hidden,
            says=says,
            asked=worded is not None and worded.asked,
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: EntailmentKnobs, family: Family
    ) -> str:
        return ", ".join(knobs.labels[value] for value in record["label"].split(","))

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for the right choice; for several questions, the share of right answers.

        The answers to several questions must be in order.
        """
        if (record.get("certificate") or {}).get("kind") == "each":
            words = Words(tuple(record["choices"]))
            right = [mention.value for mention in words.mentions(record["answer"])]
            return _score_shared(
                right, [mention.value for mention in words.mentions(plain(strip_reasoning(answer)))]
            )
        return grade_choice(record, answer)


def _score_shared(right: list[str], said: list[str]) -> Score:
    """Score several answers."""
    if len(said) < len(right):
        return Score(0.0, f"{len(said)} labels are named, and {len(right)} questions asked")
    pairs = zip(said[-len(right) :], right, strict=True)
    wrong = [number for number, (own, its) in enumerate(pairs, 1) if own != its]
    return Score(
        1 - len(wrong) / len(right),
        f"wrong are {join([str(each) for each in wrong], 'and')}" if wrong else "",
    )


def _stream_of_all(scene: Scene) -> Stream:
    """Return the stream that all questions about a theory draw their fillings from, so that these differ."""
    assert scene.lot is not None
    return scene.lot.fork("fillings")


def _unasked(statements: Iterable[ir.Statement], scene: Scene) -> Iterator[ir.Statement]:
    """Yield the statements that no other question about the theory affirms or denies."""
    asked = {_positive(goal.statement) for goal in scene.others if isinstance(goal, ir.Entailed)}
    return (each for each in statements if _positive(each) not in asked)


def _positive(statement: ir.Statement) -> ir.Statement:
    """Return a literal without its strong negation; any other statement as it is."""
    match statement:
        case ir.Fact(literal=ir.Literal() as literal):
            return ir.Fact(with_sign(literal, False))
        case _:
            return statement


def _why_unasked(label: str) -> str:
    """Return why there is no question with a label."""
    if label == "several":
        return "the program has several answer sets: ask `cautious` or `brave`"
    return f"the label is {label}, which is not asked for"


def _spoken_of(goal: ir.Literal, theory: ir.Theory) -> bool:
    """Return whether some rule still leads to the goal; if not, the words alone would reveal the label."""
    heads = (e.statement.head for e in theory.statements if isinstance(e.statement, ir.Rule))
    return any(
        isinstance(head, ir.Literal) and head.atom.predicate == goal.atom.predicate
        for head in heads
    )


def _query(literal: ir.Literal) -> ir.Query:
    return ir.Query(ir.Entailed(ir.Fact(literal)))
