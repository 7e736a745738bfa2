"""For which individuals does a literal follow? As in `Who attacks the dog?`"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec import Meta, structs

from ...dsl import syntax
from ..certify.exploration import answer, other_readings
from ..contract import UNDECIDED, Knobs, Logic, Score
from ..family import (
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
    check_named_holes,
)
from ..ir import ANSWER_SETS, NOBODY, answer_figures, label_of_terms, nodes as ir, walk
from ..notation import lower_statement, read_literal, show
from ..random.stream import Stream
from ..replies import Names, find, grade
from ..text import is_question
from .drawn_answers import aim_at_set, members, members_of
from .fillings import literal_fillings
from .instructions import describe_answer
from .only_answer_set import only_answer_set
from .perturbations import KINDS, perturbations
from .redraws import only_set, redraw_until

OfVariable = TypeVar("OfVariable", ir.Answers, ir.Number)

BLANK = "[blank]"
"""The placeholder for the variable if a family has no wording for the question."""


class ValueKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    most: Annotated[int, Meta(ge=1, le=4, description="the most answers")] = 2
    least: Annotated[int, Meta(ge=0, le=4, description="the fewest answers")] = 0
    balanced: Annotated[
        bool, Meta(description="whether all possible answers are equally frequent")
    ] = False
    redrawn: Annotated[
        tuple[str, ...],
        Meta(
            description="the kinds of statements redrawn until the only answer is an individual drawn before them"
        ),
    ] = ()
    questions: Annotated[
        int,
        Meta(ge=1, le=1000, description="the number of consecutive questions that share a theory"),
    ] = 1
    shared: ClassVar[str] = "questions"
    seeking: ClassVar[tuple[str, ...]] = ("questions",)
    filling: ClassVar[tuple[str, ...]] = ("questions",)

    @property
    def numbers(self) -> int:
        """How many different numbers of answers there may be."""
        return self.most - self.least + 1

    @property
    def times(self) -> int:
        """How many questions about one theory have each number of answers, if these are balanced."""
        return max(1, self.questions // self.numbers)

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError("Expected `least` to be at most `most`")
        if self.questions > 1 and self.redrawn:
            raise ValueError("Expected `questions` to be 1 where statements are redrawn")
        if self.balanced and self.numbers % self.questions and self.questions % self.numbers:
            raise ValueError(
                f"Expected `questions` to divide {self.numbers}, one for each number of answers, "
                "or to be a multiple of it"
            )


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
        if grown and knobs.most > 1 and _has_one_value(scene.family, scene.asked):
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
        if _is_open(goal) and (knobs.questions > 1 or not draft.goals):
            filled = _pick(
                _fitting_fillings(scene, theory, goal, knobs), scene, knobs, target, stream
            )
            if isinstance(filled, Rejected):
                return filled
            goal = filled
        elif draft.goals:
            own = about(goal, draft.goals[0])
            if isinstance(own, Rejected):
                return own
            goal = own
            chain = _chain(scene, draft, goal, knobs.least, stream.fork("change"))
            if chain is None:
                return Rejected("the theory's answers cannot be removed one by one")
            theory = chain[knobs.most - knobs.least - target]
        labels = _labels(family, theory, goal)
        label = goal.join(labels, show)
        if label in (UNDECIDED, "inconsistent"):
            return Rejected(f"the label is {label}")
        return _pose_value(scene, draft, theory, goal, labels, knobs)

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: ValueKnobs, family: Family
    ) -> str:
        if record["label"] == NOBODY:
            return NOBODY
        terms = read_literal(f"named({record['label']})").atom.arguments
        return ", ".join(_word(family, term) for term in terms)

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for exactly the right names, in any order."""
        named = Names(tuple(record["choices"] or ()), str(record.get("question", "")))
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
    answered = knobs.balanced or _is_open(goal)
    if draft.goals and knobs.questions == 1:
        own = about(goal, draft.goals[0])
        if isinstance(own, Rejected):
            return own
        goal = own
    if _is_open(goal):
        asked = (
            (question, question.values(literals, show)) for question in goal.questions(literals)
        )
        filled = _pick(_fitting(theory, asked, knobs), scene, knobs, target, stream)
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
    return Posed(
        theory,
        ir.Query(goal),
        label_of_terms(answers, show),
        {"answers": len(answers), "differs": []},
        scene.words(goal)
        or f"For which {goal.variable} is `{show(goal.literal)}` true in the program's only answer set?",
        describe_answer(knobs.most, max(knobs.least, answered), known),
        answer=", ".join(words[term] for term in answers) or NOBODY,
        choices=tuple(words.values()),
        hidden=draft.hidden,
    )


def _is_open(goal: ir.Answers) -> bool:
    """Return whether a question has holes to fill."""
    return any(isinstance(node, ir.Hole) for node in walk(goal))


def _fitting(
    theory: ir.Theory,
    asked: Iterable[tuple[ir.Answers, Sequence[ir.Term]]],
    knobs: ValueKnobs,
) -> Iterator[tuple[ir.Answers, int]]:
    """Yield the questions with few enough answers that no statement gives away, each with their number."""
    said = {node for node in walk(theory) if isinstance(node, ir.Atom)}
    for question, values in asked:
        least = knobs.least if knobs.questions > 1 else 0
        if least <= len(values) <= knobs.most and said.isdisjoint(
            question.instance(value).atom for value in values
        ):
            yield question, len(values)


def _fitting_fillings(
    scene: Scene, theory: ir.Theory, goal: ir.Answers, knobs: ValueKnobs
) -> Iterator[tuple[ir.Answers, int]]:
    """Yield the ways to fill the holes of a question whose answers engines decide one by one."""
    asked = []
    for literal in literal_fillings(goal.literal, theory, scene):
        question = structs.replace(goal, literal=literal)
        labels = _labels(scene.family, theory, question)
        if not set(labels.values()) - {"true", "false", "unknown"}:
            right = [ir.Const(name) for name, label in labels.items() if label == "true"]
            asked.append((question, right))
    return _fitting(theory, asked, knobs)


def _pick(
    fitting: Iterable[tuple[ir.Answers, int]],
    scene: Scene,
    knobs: ValueKnobs,
    target: int,
    stream: Stream,
) -> ir.Answers | Rejected:
    """Return one of the questions that fit; of several about one theory, a different one for each.

    If the numbers of answers are balanced, there must be enough questions with each number.
    """
    found = [each for each in fitting if each[0] not in scene.others]
    if not found:
        return Rejected("every possible question is already answered by a statement")
    if knobs.questions == 1:
        return stream.pick([question for question, _ in found])
    assert scene.lot is not None
    drawn = scene.lot.fork("fillings").shuffled(found)
    if not knobs.balanced:
        if len(drawn) < knobs.questions:
            return Rejected("there are too few questions about the theory")
        return drawn[scene.member][0]
    heaps = [
        [question for question, number in drawn if number == knobs.least + place]
        for place in range(knobs.numbers)
    ]
    if min(map(len, heaps)) < knobs.times:
        return Rejected("there are too few questions with each number of answers")
    return heaps[target % knobs.numbers][target // knobs.numbers]


def _redraw_theory(
    scene: Scene, draft: Draft, goal: ir.Answers, knobs: ValueKnobs, stream: Stream
) -> ir.Theory | Rejected:
    """Return a theory whose only answer is drawn before its statements of some kinds."""
    if _is_open(goal):
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


# ---------------------------------------------------------------------------------------------------- the theory


def read_goal(ask: syntax.Ask, scope: AskScope) -> ir.Answers | None:
    """Read `ask TASK H : p(H, ?y)`; report any other question and return None."""
    match ask.arguments:
        case (syntax.Variable(text=name),) if ask.body is not None and scope.statements:
            before = len(scope.report.errors)
            _, statement = lower_statement(ask.body, scope.statements)
            if len(scope.report.errors) > before:
                return None
            goal = _goal(name, statement)
        case _:
            goal = None
    if goal is None:
        scope.report.add(
            "E0421",
            f"`ask {ask.task}` takes a variable and a literal that contains it",
            ask.span,
            help=f"write `ask {ask.task} H : p(H, ?y)`, with no other variable",
        )
    elif ask.text and not is_question(ask.text):
        scope.report.add(
            "E0421",
            "the question does not end with `?`",
            ask.span,
            help='write `"Who … the {{ y }}?"`',
        )
    elif scope.grammar is not None:
        check_named_holes(goal, scope.grammar, ask.span, scope.report)
    return goal


def _goal(variable: str, statement: ir.Statement) -> ir.Answers | None:
    """Return the literal of a question; None if the statement is not a literal with only this variable."""
    match statement:
        case ir.Fact(literal=ir.Literal(default=False) as literal):
            terms = literal.atom.arguments
        case _:
            return None
    known = all(
        term == ir.Var(variable)
        or isinstance(term, ir.Const | ir.Quantity | ir.String)
        or (isinstance(term, ir.Hole) and not term.rest)
        for term in terms
    )
    return ir.Answers(variable, literal) if known and ir.Var(variable) in terms else None


def _has_one_value(family: Family, goal: ir.Answers) -> bool:
    """Return whether a question asks for the value of a functional predicate, of which there is at most one."""
    atom = goal.literal.atom
    return (
        atom.predicate in family.signature.functional
        and atom.arguments[-1] == ir.Var(goal.variable)
        and not goal.literal.negative
    )


def about(goal: OfVariable, grown: ir.Literal) -> OfVariable | Rejected:
    """Return the question that a grown literal is the answer to."""
    if len(goal.literal.atom.arguments) != len(grown.atom.arguments):
        return Rejected("the theory was grown for a statement with other arguments")
    terms = zip(goal.literal.atom.arguments, grown.atom.arguments, strict=True)
    own = tuple(mine if isinstance(mine, ir.Var) else theirs for mine, theirs in terms)
    literal = ir.Literal(ir.Atom(grown.atom.predicate, own), grown.negative)
    return structs.replace(goal, literal=literal)


def _chain(
    scene: Scene, draft: Draft, goal: ir.Answers, least: int, stream: Stream
) -> list[ir.Theory] | None:
    """Return a draft's theory with all its answers, then with one fewer each, down to `least`.

    None if that is not possible.
    """
    family, theory, wanted = scene.family, draft.theory, len(draft.goals)
    found = [theory]
    if _count(family, theory, goal) != wanted:
        return None
    for left in reversed(range(least, wanted)):
        tried = perturbations(scene.grammar, replace(draft, theory=theory), KINDS, stream)
        fitting = (
            changed
            for _, changed in tried
            if _count_following(family, changed, draft.goals) <= left
            and _count(family, changed, goal) == left
        )
        changed = next(fitting, None)
        if changed is None:
            return None
        theory = changed
        found.append(theory)
    return found


def _count_following(family: Family, theory: ir.Theory, goals: Sequence[ir.Literal]) -> int:
    """Return how many of the goals follow: a quick check before all individuals are tried."""
    asked = (ir.Query(ir.Entailed(ir.Fact(goal))) for goal in goals)
    return sum(answer(family.engines, theory, query) == "true" for query in asked)


def _labels(family: Family, theory: ir.Theory, goal: ir.Answers) -> dict[str, str]:
    parts = goal.split(theory)
    return {
        name: answer(family.engines, own, ir.Query(part)) for name, (own, part) in parts.items()
    }


def _count(family: Family, theory: ir.Theory, goal: ir.Answers) -> int | None:
    """Return the number of answers; None if a literal is neither shown to follow nor shown not to."""
    labels = list(_labels(family, theory, goal).values())
    decided = all(label in ("true", "false", "unknown") for label in labels)
    return labels.count("true") if decided else None


# ------------------------------------------------------------------------------------------------- the question


def _pose_value(
    scene: Scene,
    draft: Draft,
    theory: ir.Theory,
    goal: ir.Answers,
    labels: Mapping[str, str],
    knobs: ValueKnobs,
) -> Posed:
    family = scene.family
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
        describe_answer(knobs.most, knobs.least, (), proper=True),
        answer=", ".join(_words(family, right)) or NOBODY,
        choices=tuple(_words(family, goal.individuals(theory))),
        hidden=draft.hidden,
    )


def _question(scene: Scene, goal: ir.Answers) -> str:
    """Return the question for a family without wording for it: the statement with a blank."""
    book = scene.family.words.phrasebook
    filled = book.say(ir.Fact(goal.instance(BLANK)), split=scene.split)
    return f"Which names can stand for {BLANK}? {filled}"


def _words(family: Family, names: Iterable[str]) -> list[str]:
    return [_word(family, ir.Const(name)) for name in names]


def _word(family: Family, term: ir.Term) -> str:
    name = term.name if isinstance(term, ir.Const) else show(term)
    return family.words.phrasebook.value(term) or name
