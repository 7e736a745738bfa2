"""The task `value`: the answer is the set of all individuals for which a literal follows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ....dsl import syntax
from ...certify.exploration import other_readings
from ...contract import UNDECIDED, Knobs, Logic, Score
from ...family import (
    AIMS,
    THEORY,
    AskScope,
    Draft,
    Family,
    Growth,
    Posed,
    Rejected,
    Scene,
    Seeker,
    Settings,
)
from ...ir import ANSWER_SETS, NOBODY, answer_figures, label_of_terms, nodes as ir
from ...notation import read_literal, show
from ...random.stream import Stream
from ...replies import Names, find, grade
from ..drawn_answers import aim_at_set, members, members_of
from ..instructions import describe_answer
from ..only_answer_set import only_answer_set
from ..redraws import only_set, redraw_until
from .answers import fitting, fitting_fillings, label_each, pick_question, remove_answers
from .goals import BLANK, about, has_one_value, is_open, read_goal
from .knobs import ValueKnobs


class Value:
    """Who, or which? The answer is the set of all individuals for which the literal follows.

    If theories have answer sets, the question is about the only one, and numbers and other terms can be
    answers.

    Every theory is grown for the largest number of answers, and small changes must be able to remove them
    one by one, whatever the instance's own number is. So neither its size nor the reasons for rejection
    reveal that number.
    """

    name: ClassVar[str] = "value"
    reads: ClassVar[tuple[str, ...]] = ("choices",)
    knobs: ClassVar[type[Knobs]] = ValueKnobs
    figures: ClassVar[Mapping[str, str]] = answer_figures("answers")

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        return read_goal(ask, scope)

    def targets(self, knobs: ValueKnobs) -> int:
        """Return how many different numbers of answers there may be, as often as a theory has each."""
        return knobs.numbers * (knobs.times if knobs.balanced else 1)

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return what a question needs of a theory that grows: its answers, or that no statement gives them away."""
        if knobs.is_on("balanced") and "questions" not in knobs.values:
            return frozenset({THEORY})
        if knobs.is_on("redrawn"):
            return frozenset({THEORY})
        if growth.strategy is None or isinstance(growth.strategy, Seeker):
            return frozenset()
        if "questions" in knobs.values:
            return frozenset()
        return frozenset({AIMS if ANSWER_SETS in logic.accepts else THEORY})

    def prepare(self, scene: Scene, knobs: ValueKnobs, stream: Stream) -> Scene | Rejected:
        """Aim at the literal for as many individuals as there may be answers."""
        assert isinstance(scene.asked, ir.Answers)
        literal, grown = scene.asked.literal, scene.family.growth.strategy is not None
        if knobs.questions > 1:
            return scene
        if knobs.balanced:
            return aim_at_set(scene, range(max(1, knobs.least), knobs.most + 1))
        if grown and knobs.most > 1 and has_one_value(scene.family, scene.asked):
            return Rejected(f"`{literal.atom.predicate}` has one value: write `most 1`")
        return replace(scene, aims=(literal,) * knobs.most)

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: ValueKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask about a theory with the target's number of answers; a written theory keeps its own number."""
        assert isinstance(goal, ir.Answers)
        family, theory = scene.family, draft.theory
        if ANSWER_SETS in family.logic.accepts:
            return _pose_solved(scene, draft, goal, knobs, target, stream)
        if is_open(goal) and (knobs.questions > 1 or not draft.goals):
            filled = pick_question(
                fitting_fillings(scene, theory, goal, knobs), scene, knobs, target, stream
            )
            if isinstance(filled, Rejected):
                return filled
            goal = filled
        elif draft.goals:
            own = about(goal, draft.goals[0])
            if isinstance(own, Rejected):
                return own
            goal = own
            chain = remove_answers(scene, draft, goal, knobs.least, stream.fork("change"))
            if chain is None:
                return Rejected("the theory's answers cannot be removed one by one")
            theory = chain[knobs.most - knobs.least - target]
        labels = label_each(family, theory, goal)
        label = goal.join(labels, show)
        if label in (UNDECIDED, "inconsistent"):
            return Rejected(f"the label is {label}")
        return _pose_value(scene, draft, theory, goal, labels, knobs)

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: ValueKnobs, family: Family
    ) -> str:
        if record["label"] == NOBODY:
            return family.words.language.text("none")
        terms = read_literal(f"named({record['label']})").atom.arguments
        return ", ".join(_word(family, term) for term in terms)

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for exactly the right names, in any order."""
        named = Names(tuple(record["choices"] or ()), str(record.get("question", "")))
        if not named.mentions(str(record["answer"])):  # the word for none of another language
            named = replace(named, none=str(record["answer"]))
        right = [mention.value for mention in named.mentions(str(record["answer"]))]
        return grade(find(answer, named, record), right, record["answer"])


# ---------------------------------------------------------------------------------------------------- solutions


def _pose_solved(
    scene: Scene,
    draft: Draft,
    goal: ir.Answers,
    knobs: ValueKnobs,
    target: int,
    stream: Stream,
) -> Posed | Rejected:
    """Ask about the only answer set, with few enough answers that no statement gives away."""
    family, theory = scene.family, draft.theory
    if knobs.redrawn:
        made = _redraw_theory(scene, draft, goal, knobs, stream.fork("again"))
        if isinstance(made, Rejected):
            return made
        theory = made
    literals = only_answer_set(family.engines, theory)
    if isinstance(literals, Rejected):
        return literals
    answered = knobs.balanced or is_open(goal)
    if draft.goals and knobs.questions == 1:
        own = about(goal, draft.goals[0])
        if isinstance(own, Rejected):
            return own
        goal = own
    if is_open(goal):
        asked = (
            (question, question.values(literals, show)) for question in goal.questions(literals)
        )
        filled = pick_question(fitting(theory, asked, knobs), scene, knobs, target, stream)
        if isinstance(filled, Rejected):
            return filled
        goal = filled
    answers = goal.values(literals, show)
    if len(answers) < knobs.least:
        return Rejected(f"there are fewer answers than {knobs.least}")
    if len(answers) > 1 == knobs.most:
        return Rejected("there are several answers, but the question asks for one")
    known = {*answers, *_beside(scene, theory, goal, literals)}
    words = {term: _word(family, term) for term in sorted(known, key=show)}
    language = family.words.language
    return Posed(
        theory,
        ir.Query(goal),
        label_of_terms(answers, show),
        {"answers": len(answers), "differs": []},
        scene.words(goal)
        or language.say("ask values", variable=goal.variable, literal=show(goal.literal)),
        describe_answer(knobs.most, max(knobs.least, answered), words, language),
        answer=", ".join(words[term] for term in answers) or language.text("none"),
        choices=tuple(words.values()),
        hidden=draft.hidden,
    )


def _redraw_theory(
    scene: Scene, draft: Draft, goal: ir.Answers, knobs: ValueKnobs, stream: Stream
) -> ir.Theory | Rejected:
    """Return a theory whose only answer is drawn before its statements of some kinds."""
    if is_open(goal):
        return Rejected("the answer is drawn after the statements that are redrawn")

    return redraw_until(
        scene,
        draft,
        knobs.redrawn,
        members(scene, goal),
        lambda theory: goal.values(only_set(scene.family, theory) or (), show),
        stream,
    )


def _beside(
    scene: Scene, theory: ir.Theory, goal: ir.Answers, literals: Sequence[ir.Literal]
) -> set[ir.Term]:
    """Return the possible values of the variable: the members of its sort, or the terms in its places."""
    atom, grammar = goal.literal.atom, scene.grammar
    sorts = dict(theory.signature.predicates)
    at = atom.arguments.index(ir.Var(goal.variable))
    own = sorts.get(str(atom.predicate), ())[at : at + 1]
    found = {
        term
        for literal in literals
        for place, term in enumerate(literal.atom.arguments)
        if (literal.atom.predicate, place) == (atom.predicate, at)
        or (own and sorts.get(str(literal.atom.predicate), ())[place : place + 1] == own)
    }
    if not own:
        return found
    possible = set(
        members_of(scene, own[0])
    )  # of the predicate's own sort, whatever name it has here
    if own[0] in grammar.numbers:  # of which there may be very many
        return found & possible
    return found | possible


# ------------------------------------------------------------------------------------------------- the question


def _pose_value(
    scene: Scene,
    draft: Draft,
    theory: ir.Theory,
    goal: ir.Answers,
    labels: Mapping[str, str],
    knobs: ValueKnobs,
) -> Posed:
    family, language = scene.family, scene.family.words.language
    query, label = ir.Query(goal), goal.join(labels, show)
    right = [name for name, own in labels.items() if own == "true"]
    return Posed(
        theory,
        query,
        label,
        {
            "answers": len(right),
            "differs": other_readings(family.engines, theory, query, label),
        },
        scene.words(goal) or _question(scene, goal),
        describe_answer(knobs.most, knobs.least, {}, language, proper=True),
        answer=", ".join(_words(family, right)) or language.text("none"),
        choices=tuple(_words(family, goal.individuals(theory))),
        hidden=draft.hidden,
    )


def _question(scene: Scene, goal: ir.Answers) -> str:
    """Return the question for a family without wording for it: the statement with a blank."""
    book = scene.family.words.phrasebook
    filled = book.say(ir.Fact(goal.instance(BLANK)), split=scene.split)
    return book.language.say("ask names", blank=BLANK, statement=filled)


def _words(family: Family, names: Iterable[str]) -> list[str]:
    return [_word(family, ir.Const(name)) for name in names]


def _word(family: Family, term: ir.Term) -> str:
    name = term.name if isinstance(term, ir.Const) else show(term)
    return family.words.phrasebook.value(term) or name
