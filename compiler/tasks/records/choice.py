"""Which of the options meets the requirement? Of n rows, c are right."""

import math
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from ....dsl import syntax
from ....dsl.diagnostics import did_you_mean
from ....dsl.edits import Edit, Help, spelt
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
)
from ...ir import answer_figures, nodes as ir
from ...random.stream import Stream
from ...replies import Letter, Letters, find, grade
from .matched import choose_matched
from .options import Judged, draw_rows, letter, places, row_node, spread


class ChoiceKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    options: Annotated[int, Meta(ge=2, le=60, description="the number of options")] = 5
    correct: Annotated[int, Meta(ge=1, le=59, description="the number of correct options")] = 1
    most: Annotated[
        int,
        Meta(
            ge=0,
            le=59,
            description="the maximum number of correct options if it varies and the text is not to tell it; else 0",
        ),
    ] = 0
    from_: Annotated[
        Sample, Meta(description="the rows to choose options from, as `60 of RECORD`")
    ] = Sample(60, "")
    same: Annotated[
        tuple[str, ...], Meta(description="the slots whose values are the same in all options")
    ] = ()
    spread: Annotated[
        Literal["entropy", "none"],
        Meta(
            description="without `matched`: whether wrong options are spread over the entropy of what they satisfy"
        ),
    ] = "entropy"
    witness: Annotated[
        bool,
        Meta(
            description="without `matched`: whether the first wrong options are those that a single sum excludes"
        ),
    ] = True
    matched: Annotated[
        bool,
        Meta(
            description="whether options are chosen so that counts reveal as little as possible about the answer"
        ),
    ] = True
    sets: Annotated[
        int,
        Meta(ge=1, le=1000, description="the number of sets of options that share a requirement"),
    ] = 1
    shared: ClassVar[str] = "sets"


class Choice:
    """Which of the options meets the requirement?

    The answer is the letter of the right option, or the letters in order joined by commas.
    """

    name: ClassVar[str] = "choice"
    suits: ClassVar[frozenset[str]] = frozenset({"slots"})
    category: ClassVar[str] = "multiple-choice"
    reads: ClassVar[tuple[str, ...]] = ("label", "options.label")
    knobs: ClassVar[type[Knobs]] = ChoiceKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "options": "the number of rows shown",
        "correct": "how many options are right",
        "satisfying": "how many of the rows at hand meet the requirement",
        "witnessed": "how many sums some option shown violates alone",
        **answer_figures("answers"),
    }

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        knobs = {knob.name: knob for knob in ask.knobs.knobs} if ask.knobs else {}
        options = plain_number(knobs.get("options"), ChoiceKnobs().options)
        correct = plain_number(knobs.get("correct"), ChoiceKnobs().correct)
        if 2 <= options <= correct:
            scope.report.add(
                "E0411",
                f"knob `correct` is {correct}, but there are {options} options",
                knobs["correct"].span,
                help="let `correct` be less than `options`",
            )
        return plain_goal(ask, scope)

    def targets(self, knobs: ChoiceKnobs) -> int:
        """Return the number of possible places of the right options."""
        return math.comb(knobs.options, min(knobs.correct, knobs.options))

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return that rows are drawn."""
        return frozenset({ROWS})

    def prepare(self, scene: Scene, knobs: ChoiceKnobs, stream: Stream) -> Scene | Rejected:
        return draw_rows(scene, knobs.from_, knobs.same, stream)

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: ChoiceKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        if knobs.correct >= knobs.options:
            return Rejected("`correct` must be less than `options`")
        judged = Judged(scene, draft)
        right = places(judged.right)
        wrong = places(judged.every & ~judged.right)
        needed = knobs.options - knobs.correct
        if len(right) < knobs.correct or len(wrong) < needed:
            return Rejected("too few rows satisfy the requirement, or too few violate it")
        if knobs.matched:
            sizes = _sizes(needed, knobs, stream)
            chosen = choose_matched(scene, judged, knobs.correct, sizes, stream)
            if chosen is None:
                return Rejected("no other groupings of the conditions accept one option each")
            good, bad = chosen
        else:
            good = stream.sample(right, knobs.correct)
            bad = self._wrong(judged, wrong, good, needed, knobs, stream)
        order = _arrange(good, stream.shuffled(bad), target)
        several = max(len(good), knobs.most) > 1
        return self._pose_options(scene, draft, goal, judged, order, set(good), several)

    def _wrong(
        self,
        judged: Judged,
        wrong: list[int],
        good: list[int],
        needed: int,
        knobs: ChoiceKnobs,
        stream: Stream,
    ) -> list[int]:
        chosen: list[int] = []
        if knobs.witness and len(judged.sums) <= needed:
            for alone in judged.alone:
                candidates = [place for place in places(alone) if place not in chosen]
                if candidates:
                    chosen += spread(candidates, chosen, 1, judged, stream)
        left = [place for place in wrong if place not in chosen]
        missing = needed - len(chosen)
        if knobs.spread == "entropy":
            return chosen + spread(left, chosen, missing, judged, stream)
        return chosen + stream.sample(left, missing)

    def _pose_options(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        judged: Judged,
        order: list[int],
        good: set[int],
        several: bool,
    ) -> Posed:
        kinds = scene.family.kinds
        rows = tuple(
            row_node(kinds, letter(place), scene.rows[row]) for place, row in enumerate(order)
        )
        label = ",".join(row.id for row, place in zip(rows, order, strict=True) if place in good)
        shown = 0
        for place in order:
            shown |= 1 << place
        witnessed = sum(1 for alone in judged.alone if alone & shown)
        metrics = {
            "options": len(order),
            "correct": len(good),
            "satisfying": judged.right.bit_count(),
            "witnessed": witnessed,
            "entropy": [round(judged.entropy(place), 6) for place in order],
            "slot_entropy": [round(judged.entropy_by_slot(place), 6) for place in order],
        }
        s, language = "s" if several else "", scene.family.words.language
        return Posed(
            draft.theory,
            ir.Query(goal, rows),
            label,
            metrics,
            language.text(f"ask option{s}"),
            language.text(f"answer option{s}"),
            tuple(scene.rows[place] for place in order),
            answer=label,
        )

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: ChoiceKnobs, family: Family
    ) -> str:
        return str(record["label"])

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for exactly the right letters, in any order."""
        letters = tuple(option["label"] for option in record["options"])
        right = str(record["label"]).split(",")
        named = Letters(letters) if len(right) > 1 else Letter(letters)
        return grade(find(answer, named, record), right, record["label"])


def _sizes(wrong: int, knobs: ChoiceKnobs, stream: Stream) -> list[int]:
    """Divide a number of wrong options into groups of as many as are correct, or as may be correct."""
    sizes: list[int] = []
    while (left := wrong - sum(sizes)) > 0:
        sizes.append(min(left, stream.between(1, knobs.most) if knobs.most else knobs.correct))
    return sizes


def plain_number(knob: syntax.Knob | None, default: int) -> int:
    """Return the number of a knob: its default if it is not set, 0 if it is not a plain number."""
    match knob:
        case None:
            return default
        case syntax.Knob(value=syntax.Quantity(text=text)) if text.isdecimal():
            return int(text)
        case _:
            return 0


def plain_goal(ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
    """Read an `ask` that has only knobs."""
    if ask.arguments or ask.body is not None:
        scope.report.add("E0421", f"`ask {ask.task}` takes knobs and a question only", ask.span)
        return None
    return ir.Satisfying() if check_record(ask, scope) else None


def check_record(ask: syntax.Ask, scope: AskScope) -> bool:
    """Return whether there is a record; report it if not, and also knobs with unknown slots."""
    if scope.record is None:
        scope.report.add(
            "E0421",
            f"`ask {ask.task}` needs a record",
            ask.span,
            help="declare one: `record NAME { … }`",
        )
        return False
    for knob in ask.knobs.knobs if ask.knobs is not None else ():
        match knob.name, knob.value:
            case "same", syntax.Braces(groups=groups):
                for entry in (entry for group in groups for entry in group):
                    name = entry.term.text if isinstance(entry.term, syntax.Name) else ""
                    check_slot(name, entry, scope)
            case "from", syntax.Infix(operator="of", right=syntax.Name(text=name) as at):
                if name != scope.record.name:
                    scope.report.add(
                        "E0201",
                        f"there is no record `{name}`",
                        at.span,
                        help=Help(
                            f"did you mean `{scope.record.name}`?",
                            Edit(at.span, spelt(scope.record.name)),
                        ),
                    )
    return True


def check_slot(name: str, at: syntax.Node, scope: AskScope) -> bool:
    """Return whether the record has a slot; report it if not."""
    assert scope.record is not None
    if name in scope.record.kinds:
        return True
    scope.report.add(
        "E0201",
        f"record `{scope.record.name}` has no slot `{name}`",
        at.span,
        help=did_you_mean(name, scope.record.kinds),
    )
    return False


def _arrange(good: list[int], bad: list[int], target: int) -> list[int]:
    """Put the right options into the places that the target's combination (in colexicographic order) names."""
    total = len(good) + len(bad)
    taken: list[int] = []
    left, k = target, len(good)
    for place in range(total - 1, -1, -1):
        if k and left >= math.comb(place, k):
            left -= math.comb(place, k)
            taken.append(place)
            k -= 1
    goods, bads = iter(good), iter(bad)
    return [next(goods) if place in taken else next(bads) for place in range(total)]
