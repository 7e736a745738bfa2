"""For which number does a statement follow? As in `After how many announcements does Anne know it?`"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from ...dsl import syntax
from ..analysis.soundness import check_query
from ..certify.exploration import answer, other_readings
from ..contract import UNDECIDED, Knobs, Score
from ..family import (
    AskScope,
    Draft,
    Family,
    Posed,
    Rejected,
    Scene,
    check_holes,
    check_named_holes,
)
from ..ir import NOBODY, answer_figures, nodes as ir, walk
from ..kinds import NUMBER
from ..notation import lower_statement
from ..random.stream import Stream
from ..replies import amounts_like, find, grade
from .drawn_answers import OUT_OF_BUDGET
from .fillings import all_fillings, is_open
from .instructions import describe_answer
from .value import BLANK

MOST = 100
"""How many numbers a range may have: each is decided by itself, with evidence."""


class NumberKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    least: Annotated[int, Meta(ge=0, description="the smallest answer to balance over")] | None = (
        None
    )
    most: Annotated[int, Meta(ge=0, description="the largest answer to balance over")] | None = None

    @property
    def numbers(self) -> range:
        """The answers to balance over; none if the spec gives none."""
        if self.least is None or self.most is None:
            return range(0)
        return range(self.least, self.most + 1)

    def __post_init__(self) -> None:
        if (self.least is None) != (self.most is None):
            raise ValueError("Expected `least` and `most` together")
        if self.least is not None and not self.numbers:
            raise ValueError("Expected `least` to be at most `most`")


class Number:
    """Which number of a range makes a statement follow?

    Exactly one does; drafts with none or with several are dropped. Engines decide the statement for every
    number of the range, so that every logic can be asked.
    """

    name: ClassVar[str] = "number"
    reads: ClassVar[tuple[str, ...]] = ()
    knobs: ClassVar[type[Knobs]] = NumberKnobs
    figures: ClassVar[Mapping[str, str]] = answer_figures("answer")

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        """Read `ask number N in LOW..HIGH : STATEMENT`; bounds are numbers, or holes for values."""
        match ask.arguments, ask.body:
            case (
                (
                    syntax.Infix(
                        operator="in",
                        left=syntax.Variable(text=name),
                        right=syntax.Infix(operator="..", left=low, right=high),
                    ),
                ),
                body,
            ) if body is not None and scope.statements is not None:
                bounds = _bound(low), _bound(high)
            case _:
                bounds, name, body = (None, None), "", None
        first, last = bounds
        if first is None or last is None or body is None or scope.statements is None:
            scope.report.add(
                "E0540",
                "`ask number` takes a variable with its range, and a statement that contains it",
                ask.span,
                help="write `ask number N in 0..5 : STATEMENT`; a bound is a number, or `?n` for a parameter",
            )
            return None
        before = len(scope.report.errors)
        _, statement = lower_statement(body, scope.statements)
        goal = ir.Fitting(name, first, last, statement)
        self._check(ask, goal, scope)
        return goal if len(scope.report.errors) == before else None

    def _check(self, ask: syntax.Ask, goal: ir.Fitting, scope: AskScope) -> None:
        """Report what is wrong with a question whose parts could be read."""
        assert ask.body is not None
        span = ask.body.span
        if ir.Var(goal.variable) not in walk(goal.statement):
            scope.report.add(
                "E0540",
                f"the statement does not contain `{goal.variable}`",
                span,
                help="write the variable where the number is asked for",
            )
            return
        check_query(goal.instance(ir.Quantity("integer", 0)), span, scope.report)
        fixed = isinstance(goal.low, ir.Quantity) and isinstance(goal.high, ir.Quantity)
        if fixed and not 0 < len(goal.numbers()) <= MOST:
            many = "no number" if not goal.numbers() else f"{len(goal.numbers()):,} numbers"
            scope.report.add(
                "E0541",
                f"this range has {many}",
                ask.arguments[0].span,
                help=f"write a range of 1 to {MOST} numbers, the smaller bound first",
            )
        for bound in (goal.low, goal.high):
            named = scope.grammar.named if scope.grammar is not None else {}
            if isinstance(bound, ir.Hole) and named.get(bound.name) != NUMBER:
                scope.report.add(
                    "E0540",
                    f"`?{bound.name}` is not a whole number that a parameter or `choose` gives",
                    ask.arguments[0].span,
                    help="write a number, or the name of such a parameter after `?`",
                )
        if scope.grammar is not None:
            check_named_holes(goal, scope.grammar, span, scope.report)
            check_holes(goal.statement, scope.grammar, span, scope.report)

    def targets(self, knobs: NumberKnobs) -> int:
        """Return the number of answers to balance over."""
        return max(1, len(knobs.numbers))

    def prepare(self, scene: Scene, knobs: NumberKnobs, stream: Stream) -> Scene | Rejected:
        return scene

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: NumberKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask about the first way to fill the statement's holes for which the wanted number is the answer."""
        assert isinstance(goal, ir.Fitting)
        wanted = str(knobs.numbers[target]) if knobs.numbers else ""
        if not 0 < len(goal.numbers()) <= MOST:
            return Rejected(f"the range has {len(goal.numbers())} numbers, not 1 to {MOST}")
        label = NOBODY
        for asked in _filled(goal, scene, draft, stream):
            label = answer(scene.family.engines, draft.theory, ir.Query(asked))
            if label == UNDECIDED:
                return Rejected(OUT_OF_BUDGET, spent=True)
            if label == wanted or (not wanted and label.isdecimal()):
                return self._posed(scene, draft, asked, label)
        if wanted:
            return Rejected(f"the answer is not {wanted}", label=label)
        return Rejected("not exactly one number makes the statement follow")

    def _posed(self, scene: Scene, draft: Draft, goal: ir.Fitting, label: str) -> Posed:
        query, engines = ir.Query(goal), scene.family.engines
        return Posed(
            draft.theory,
            query,
            label,
            {"differs": other_readings(engines, draft.theory, query, label)},
            scene.words(goal) or _question(scene, goal),
            describe_answer(
                1,
                1,
                {ir.Quantity("integer", int(label)): label},
                scene.family.words.language,
            ),
            answer=label,
            hidden=draft.hidden,
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: NumberKnobs, family: Family
    ) -> str:
        return str(record["label"])

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for the right number, in any spelling."""
        right = str(record["answer"])
        return grade(find(answer, amounts_like(right), record), [right], right)


def _bound(expression: syntax.Expr) -> ir.Term | None:
    match expression:
        case syntax.Quantity(text=text) if text.isdecimal():
            return ir.Quantity("integer", int(text))
        case syntax.Hole(text=name, rest=False):
            return ir.Hole(name)
        case _:
            return None


def _filled(goal: ir.Fitting, scene: Scene, draft: Draft, stream: Stream) -> Iterator[ir.Fitting]:
    """Yield the question with its holes filled with terms of the theory, in random order."""
    if not is_open(goal.statement):
        yield goal
        return
    for statement in all_fillings(goal.statement, draft.theory, scene, stream):
        yield replace(goal, statement=statement)


def _question(scene: Scene, goal: ir.Fitting) -> str:
    """Return the question for a family without wording for it: the statement with a blank."""
    book = scene.family.words.phrasebook
    filled = book.say(goal.instance(ir.Const(BLANK)), split=scene.split)
    return book.language.say("ask number", blank=BLANK, statement=filled)
