"""Questions about the rows that satisfy a requirement: is there one, which is best, how many, how much in all."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ....dsl import syntax
from ...contract import Knobs, Logic, Score
from ...family import (
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
    compile_term,
)
from ...ir import ANSWER_MARKS, answer_figures, nodes as ir
from ...kinds import NUMBER, Kind, Scalar
from ...language import Language
from ...random.stream import Stream
from ...replies import Letter, Words, amounts_like, find, grade
from .choice import check_record
from .conditions import read_amount, read_condition, say_condition
from .options import Judged, draw_rows, letter, mask_of, places, row_node
from .paired import DROPPED, draw_pairs, level
from .rivals import choose_leading, choose_tempting


class RowKnobs(Knobs, frozen=True):
    """The knobs of tasks that show rows and ask about those that satisfy the requirement."""

    options: Annotated[int, Meta(ge=2, le=60, description="the number of rows shown")] = 6
    from_: Annotated[Sample, Meta(description="the rows to choose from, as `60 of RECORD`")] = (
        Sample(60, "")
    )
    same: Annotated[
        tuple[str, ...], Meta(description="the slots whose values are the same in all rows shown")
    ] = ()
    sets: Annotated[
        int, Meta(ge=1, le=1000, description="the number of sets of rows that share a requirement")
    ] = 1
    shared: ClassVar[str] = "sets"


class _Rows:
    """The common base of the tasks in this module."""

    knobs: ClassVar[type[Knobs]] = RowKnobs
    reads: ClassVar[tuple[str, ...]] = ()
    figures: ClassVar[Mapping[str, str]] = {
        "options": "the number of rows shown",
        "satisfying": "how many of the rows shown meet the requirement",
    }

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return that rows are drawn."""
        return frozenset({ROWS})

    def prepare(self, scene: Scene, knobs: RowKnobs, stream: Stream) -> Scene | Rejected:
        return draw_rows(scene, knobs.from_, knobs.same, stream)


def _show_rows(
    scene: Scene, draft: Draft, goal: ir.Goal, judged: Judged, order: Sequence[int]
) -> tuple[ir.Query, dict[str, Any], tuple[Mapping[str, Any], ...]]:
    """Return the query over the rows shown, its metrics, and the rows' values."""
    kinds = scene.family.kinds
    rows = tuple(row_node(kinds, letter(at), scene.rows[row]) for at, row in enumerate(order))
    metrics = {
        "options": len(order),
        "satisfying": sum(judged.right >> place & 1 for place in order),
        "entropy": [round(judged.entropy(place), 6) for place in order],
        "slot_entropy": [round(judged.entropy_by_slot(place), 6) for place in order],
    }
    return ir.Query(goal, rows), metrics, tuple(scene.rows[place] for place in order)


def _draw_apart(judged: Judged, among: int, count: int, stream: Stream) -> list[int] | None:
    """Draw rows of some that satisfy the requirement as often as not; None if they are too few."""
    pairs = draw_pairs(judged, among, count, stream)
    if pairs is not None:
        return [stream.pick(pair) for pair in pairs]
    rows = places(judged.every & among)
    return stream.sample(rows, count) if len(rows) >= count else None


def _take_sides(pairs: Sequence[tuple[int, int]], right: int) -> list[int]:
    """Return the right rows of the first `right` pairs, and the wrong rows of the others."""
    return [pair[number >= right] for number, pair in enumerate(pairs)]


class Exists(_Rows):
    """Is there a row that satisfies the requirement and the condition?"""

    name: ClassVar[str] = "exists"
    suits: ClassVar[frozenset[str]] = frozenset({"slots"})
    reads: ClassVar[tuple[str, ...]] = ("choices",)
    marks: ClassVar[Mapping[str, str]] = ANSWER_MARKS

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        formula = read_condition(ask, scope)
        return None if formula is None else ir.Exists(formula)

    def targets(self, knobs: RowKnobs) -> int:
        """Return the number of targets: both answers for every number of rows with the condition.

        That number must not reveal the answer.
        """
        return 2 * max(1, knobs.options - 2)

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: RowKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Show rows that meet the condition; for yes, one of them also satisfies the requirement.

        For no, a row that satisfies as many literals replaces it. Some other row satisfies only the
        requirement.
        """
        assert isinstance(goal, ir.Exists)
        judged = Judged(scene, draft)
        meets = mask_of(goal.formula, scene.rows)
        yes, meeting = target % 2, 1 + target // 2
        pairs = draw_pairs(judged, meets, 1, stream)
        others = judged.every & ~meets
        good = places(others & judged.right)
        if pairs is None or not good:
            return Rejected("the rows do not allow both answers")
        (both, wrong), apart = pairs[0], stream.pick(good)
        tempting = [row for row in places(meets & ~judged.right) if row != wrong]
        rest = [row for row in places(others) if row != apart]
        if len(tempting) < meeting - 1 or len(rest) < knobs.options - meeting - 1:
            return Rejected("the rows do not allow both answers")
        shown = [both if yes else wrong, *stream.sample(tempting, meeting - 1), apart]
        order = stream.shuffled(shown + stream.sample(rest, knobs.options - len(shown)))
        query, metrics, rows = _show_rows(scene, draft, goal, judged, order)
        language = scene.family.words.language
        words = _yes_or_no(language)
        return Posed(
            draft.theory,
            query,
            "true" if yes else "false",
            metrics,
            language.say("ask exists", condition=say_condition(scene, goal.formula)),
            language.text("answer yes or no"),
            rows,
            answer=words[0 if yes else 1],
            choices=() if words == YES_OR_NO else words,
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: RowKnobs, family: Family
    ) -> str:
        return _yes_or_no(family.words.language)[record["label"] == "false"]

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        found = find(answer, Words(tuple(record.get("choices") or YES_OR_NO)), record)
        return grade(found, [record["answer"]], record["answer"])


YES_OR_NO = ("yes", "no")
"""The answers of a record without choices."""


def _yes_or_no(language: Language) -> tuple[str, str]:
    return language.text("yes"), language.text("no")


class Best(_Rows):
    """Which satisfying row has the least or greatest value of a term?"""

    name: ClassVar[str] = "best"
    suits: ClassVar[frozenset[str]] = frozenset({"slots"})
    reads: ClassVar[tuple[str, ...]] = ("label", "options.label")
    figures: ClassVar[Mapping[str, str]] = {**_Rows.figures, **answer_figures("answers")}

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if not check_record(ask, scope) or scope.record is None:
            return None
        match ask.arguments:
            case (term, syntax.Name(text="min" | "max" as direction)) if ask.body is None:
                found = read_amount(term, scope)
                return None if found is None else ir.Best(found[0], direction)
            case _:
                scope.report.add(
                    "E0421",
                    "`ask best` takes a slot and min or max",
                    ask.span,
                    help="write `ask best SLOT min` or `ask best SLOT max`",
                )
                return None

    def targets(self, knobs: RowKnobs) -> int:
        return knobs.options

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: RowKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Show one satisfying row that is the best, with any number of better rows that are wrong.

        All rows shown satisfy equally many literals, and a draft must have rows for every number of
        better ones. Only a few drafts without such rows are kept.
        """
        assert isinstance(goal, ir.Best)
        judged = Judged(scene, draft)
        value = compile_term(goal.term)
        sign = 1 if goal.direction == "min" else -1
        worth = [sign * value(row) for row in scene.rows]
        of_amount = {worth[row]: row for row in level(judged, stream)}
        ranked = [of_amount[each] for each in sorted(of_amount)]
        chosen = choose_leading(ranked, judged.right, knobs.options, stream)
        if chosen is None and not stream.chance(DROPPED):
            chosen = choose_tempting(worth, judged, knobs.options, stream)
        if chosen is None:
            return Rejected("the rows have no best row with rivals")
        best, *rest = chosen
        order = stream.shuffled(rest)
        order.insert(target, best)
        query, metrics, rows = _show_rows(scene, draft, goal, judged, order)
        language = scene.family.words.language
        said = scene.family.words.phrasebook.value(goal.term) or language.text("value")
        return Posed(
            draft.theory,
            query,
            letter(target),
            metrics,
            language.say(f"ask best {goal.direction}", amount=said),
            language.text("answer that option"),
            rows,
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: RowKnobs, family: Family
    ) -> str:
        return str(record["label"])

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for the right letter."""
        letters = tuple(option["label"] for option in record["options"])
        return grade(find(answer, Letter(letters), record), [record["label"]], record["label"])


class _Totals(_Rows, ABC):
    """The common base of counts and totals; they are balanced over numbers of satisfying rows."""

    figures: ClassVar[Mapping[str, str]] = {**_Rows.figures, **answer_figures("answer")}

    def targets(self, knobs: RowKnobs) -> int:
        return knobs.options

    def most_apart(self, knobs: RowKnobs) -> int:
        """Return how many of the rows shown may fail the condition."""
        return 1

    @abstractmethod
    def question(self, scene: Scene, goal: ir.Total) -> str:
        """Return the question for a family without one of its own."""

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: RowKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Show rows of which the target number satisfies the requirement and the condition.

        How many of the shown rows fail the condition is drawn whatever the target, so that it reveals
        nothing, and each of them may satisfy the requirement or not. A draft must have enough rows
        for every target: for each row that counts, one that does not.
        """
        assert isinstance(goal, ir.Total)
        judged = Judged(scene, draft)
        meeting = mask_of(goal.formula, scene.rows)
        apart = [] if goal.formula == ir.Truth(True) else places(judged.every & ~meeting)
        least = 0 if goal.function == "count" else 1
        wanted = least + target
        number = stream.between(1, self.most_apart(knobs)) if apart else 0
        pairs = draw_pairs(judged, meeting, knobs.options - number, stream)
        others = _draw_apart(judged, ~meeting, number, stream)
        if pairs is None or others is None or wanted > len(pairs):
            return Rejected("too few rows count, or too many")
        shown = _take_sides(pairs, wanted) + others
        order = stream.shuffled(shown)
        meets = meeting & judged.right
        counted = [scene.rows[place] for place in order if meets >> place & 1]
        amount = _total(goal, counted)
        kind = _kind_of(goal.term, scene.family.kinds)
        language = scene.family.words.language
        query, metrics, rows = _show_rows(scene, draft, goal, judged, order)
        return Posed(
            draft.theory,
            query,
            str(amount),
            {**metrics, "counted": wanted},
            self.question(scene, goal),
            _request(kind, language),
            rows,
            answer=kind.words(amount),
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: RowKnobs, family: Family
    ) -> str:
        assert isinstance(goal, ir.Total)
        return _kind_of(goal.term, family.kinds).words(int(record["label"]))

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for the right amount, in any spelling."""
        right = str(record["answer"])
        return grade(find(answer, amounts_like(right), record), [right], right)


def _request(kind: Kind, language: Language) -> str:
    """Return the request for an amount; an example of a number could be the answer itself."""
    assert isinstance(kind, Scalar)
    if kind.name == NUMBER.name:
        return language.say("answer", answer=language.text("answer number"))
    return language.say(
        "answer amount",
        kind=language.text(f"amount {kind.name}"),
        example=kind.words(kind.read(kind.example)),
    )


def _kind_of(term: ir.Term | None, kinds: Mapping[str, Kind]) -> Kind:
    match term:
        case ir.Slot(name=name):
            return kinds[name]
        case ir.Operation(operator="len"):
            return NUMBER
        case ir.Operation(operands=(first, *_)):
            found = _kind_of(first, kinds)
            return getattr(found, "element", found)
        case ir.Quantity(kind=name):
            return next(k for k in (*kinds.values(), NUMBER) if k.name == name)
        case _:
            return NUMBER


def _total(goal: ir.Total, rows: Sequence[Mapping[str, Any]]) -> int:
    if goal.term is None:
        return len(rows)
    value = compile_term(goal.term)
    amounts = [int(value(row)) for row in rows]
    match goal.function:
        case "sum":
            return sum(amounts)
        case "min":
            return min(amounts)
        case _:
            return max(amounts)


class CountRows(_Totals):
    """How many rows satisfy the requirement and the condition?"""

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if not ask.arguments and ask.body is None:
            return ir.Total("count", None, ir.Truth(True)) if check_record(ask, scope) else None
        formula = read_condition(ask, scope)
        return None if formula is None else ir.Total("count", None, formula)

    def question(self, scene: Scene, goal: ir.Total) -> str:
        language = scene.family.words.language
        if goal.formula == ir.Truth(True):
            return language.text("ask count")
        return language.say("ask count of", condition=say_condition(scene, goal.formula))


class Total(_Totals):
    """What is the sum, the minimum or the maximum of a quantity over the rows that satisfy the requirement?"""

    name: ClassVar[str] = "total"
    suits: ClassVar[frozenset[str]] = frozenset({"slots"})

    def targets(self, knobs: RowKnobs) -> int:
        """Return how many numbers of rows can count: at least one row, at most all but one."""
        return knobs.options - 1

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if not check_record(ask, scope):
            return None
        match ask.arguments:
            case (term, syntax.Name(text="sum" | "min" | "max" as function)) if ask.body is None:
                found = read_amount(term, scope)
                return None if found is None else ir.Total(function, found[0], ir.Truth(True))
            case _:
                scope.report.add(
                    "E0421",
                    "`ask total` takes a slot and a function",
                    ask.span,
                    help="write `ask total SLOT sum`, `ask total SLOT min` or `ask total SLOT max`",
                )
                return None

    def question(self, scene: Scene, goal: ir.Total) -> str:
        words = scene.family.words
        said = words.language.text("value")
        if goal.term is not None:
            said = words.phrasebook.value(goal.term) or said
        return words.language.say(f"ask total {goal.function}", amount=said)
