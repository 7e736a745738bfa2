"""Can all statements of a theory be true together? Is there such a record, an answer set, a model?"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from ...dsl import syntax
from ..certify.exploration import answer
from ..contract import UNDECIDED, Knobs, Logic, Score, plugins
from ..family import (
    ROWS,
    AskScope,
    Draft,
    Family,
    Growth,
    Posed,
    Rejected,
    Sample,
    Scene,
    Settings,
)
from ..ir import ANSWER_MARKS, ANSWER_SETS, CONSISTENCY, nodes as ir, walk
from ..kinds import Kind, OneOf, Scalar, Set, join
from ..language import Language
from ..random.stream import Stream
from ..replies import grade_choice
from .drawn_answers import OUT_OF_BUDGET, other_label
from .instructions import a_record, are_replies, one_of
from .records.options import draw_rows


class ConsistentKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    labels: Annotated[
        dict[Literal["true", "false"], str],
        Meta(description="the reader's answers if all can be true together, and if not"),
    ] = field(default_factory=lambda: {"true": "yes", "false": "no"})
    balanced: Annotated[
        bool, Meta(description="whether the answer is drawn first, each equally often")
    ] = False
    from_: Annotated[
        Sample,
        Meta(description="the rows that the strategy grows requirements on, as `60 of RECORD`"),
    ] = Sample(60, "")
    wording: ClassVar[tuple[str, ...]] = ("labels",)
    redrawing: ClassVar[str] = "balanced"

    def __post_init__(self) -> None:
        words = {word.strip().casefold() for word in self.labels.values()}
        if set(self.labels) != {"true", "false"} or len(words) < 2 or "" in words:
            raise ValueError("Expected a word of its own for each of true, false")


class Consistent:
    """Can all statements be true together?

    Of requirements the question is whether some record meets all of them: any values of its slots' kinds
    are allowed. Of a program it is whether there is an answer set, and of concepts whether there is a
    model.
    """

    name: ClassVar[str] = "consistent"
    category: ClassVar[str] = "text-classification"
    reads: ClassVar[tuple[str, ...]] = ("choices",)
    knobs: ClassVar[type[Knobs]] = ConsistentKnobs
    figures: ClassVar[Mapping[str, str]] = {}
    marks: ClassVar[Mapping[str, str]] = ANSWER_MARKS
    contradictory: ClassVar[bool] = True
    """Facts may contradict each other: whether anything does is what is asked."""

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if ask.arguments or ask.body is not None:
            scope.report.add(
                "E0421",
                "`ask consistent` takes knobs and a question only",
                ask.span,
                help="write `ask consistent`, and the statements in the theory",
            )
            return None
        goal = ir.Consistent()
        if CONSISTENCY not in scope.accepts and goal.behind(scope.accepts) is None:
            known = [
                name
                for name in plugins.names(plugins.LOGICS)
                if is_asked_in(plugins.load(plugins.LOGICS, name).accepts)
            ]
            scope.report.add(
                "E0473",
                "`ask consistent` cannot be asked in this logic",
                ask.span,
                help=f"its logics are {join(known, 'and')}; elsewhere, ask `entailment` about a statement",
            )
            return None
        searched = scope.record is None or has_searched_slots(ask, scope, "ask consistent")
        return goal if searched else None

    def targets(self, knobs: ConsistentKnobs) -> int:
        """Return the number of answers to balance over; 1 if nothing is balanced."""
        return len(knobs.labels) if knobs.balanced else 1

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return that rows are drawn, if a strategy grows requirements on them."""
        grown = growth.strategy is not None and "requirements" in logic.accepts
        return frozenset({ROWS} if grown else ())

    def prepare(self, scene: Scene, knobs: Any, stream: Stream) -> Scene | Rejected:
        if scene.family.record is None or scene.family.growth.strategy is None:
            return scene
        return draw_rows(scene, knobs.from_, (), stream)

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: ConsistentKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask about the theory as it is; if answers are balanced, one with the other label is dropped."""
        query = ir.Query(goal)
        label = answer(scene.family.engines, draft.theory, query)
        if label == UNDECIDED:
            return Rejected(OUT_OF_BUDGET, spent=True)
        wanted = ("true", "false")[target]
        if knobs.balanced and label != wanted:
            return other_label(label, wanted)
        yes, no = knobs.labels["true"], knobs.labels["false"]
        return Posed(
            draft.theory,
            query,
            label,
            {},
            _question(scene.family, draft.theory),
            _expected(yes, no, scene.family.words.language),
            answer=yes if label == "true" else no,
            choices=(yes, no),
            hidden=draft.hidden,
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: ConsistentKnobs, family: Family
    ) -> str:
        return knobs.labels[record["label"]]

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for the right choice."""
        return grade_choice(record, answer)


def _expected(yes: str, no: str, language: Language) -> str:
    """Return the request for one of two labels; `yes` and `no` need no explanation."""
    if are_replies((yes,), language) and are_replies((no,), language):
        return one_of((yes, no), language.join((yes, no), "or"), language)
    return one_of((yes, no), language.say("if so or if not", yes=yes, no=no), language)


def is_asked_in(accepts: frozenset[str]) -> bool:
    """Return whether the question can be asked in a logic."""
    return CONSISTENCY in accepts or ir.Consistent().behind(accepts) is not None


def has_searched_slots(ask: syntax.Ask, scope: AskScope, question: str) -> bool:
    """Return whether all values of a record's slots can be searched; report a slot with lists."""
    assert scope.record is not None
    for name, kind in scope.record.kinds.items():
        if not isinstance(kind, OneOf | Scalar | Set):
            scope.report.add(
                "E0474",
                f"`{question}` cannot search the values of slot `{name}`, {kind.name}",
                ask.span,
                help="use a set or single values in the record, or ask about rows: `ask choice`",
            )
            return False
    return True


def _question(family: Family, theory: ir.Theory) -> str:
    """Return the question for a family without one of its own, with the values that a record can have."""
    language = family.words.language
    if family.record is not None:
        asked = language.say("ask consistent record", record=a_record(family.record.name, language))
        return " ".join([asked, *slot_values(family, theory)])
    program = ANSWER_SETS in family.logic.accepts
    return language.text("ask consistent program" if program else "ask consistent")


def slot_values(family: Family, theory: ir.Theory) -> list[str]:
    """Return a sentence about the possible values of each slot that a theory mentions."""
    assert family.record is not None
    used = {node.name for node in walk(theory) if isinstance(node, ir.Slot)}
    language = family.words.language
    return [
        _values(family.record.labels[name], kind, language)
        for name, kind in family.record.kinds.items()
        if name in used
    ]


def _values(label: str, kind: Kind, language: Language) -> str:
    """Return a sentence about the possible values of a slot."""
    match kind:
        case OneOf(values=values):
            said = language.join(map(kind.words, values), "or")
            return language.say("slot one of", slot=label, values=said)
        case Set(element=element):
            members = language.join(map(element.words, element.values), "and")
            return language.say("slot some of", slot=label, values=members)
        case Scalar(low=low):
            key = "slot any negative" if low is None else "slot any"
            return language.say(key, slot=label, amount=language.text(f"any {kind.name}"))
        case _:
            return ""
