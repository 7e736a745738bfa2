"""Which line of a proof does not follow?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ....dsl import syntax
from ....dsl.syntax import names_in
from ...contract import (
    Claimed,
    Knobs,
    Logic,
    Score,
    Undecided,
)
from ...family import (
    AskScope,
    Draft,
    Family,
    Growth,
    Posed,
    Rejected,
    Scene,
    Settings,
    Sought,
)
from ...ir import nodes as ir, walk
from ...language import Language
from ...random.stream import Stream
from ...replies import Numbers, find, grade
from ..entailment.question import needs_of_statement, read_question
from ..proof.lines import named_in
from ..proof.proved import Proved, proved
from .preferences import ignore_preferences
from .reply import reworded
from .slips import KINDS, Kind, lines_before, slips
from .twins import MISREAD, name_twins

TRIES = 12
"""How many slips of a kind are tried at a place."""


class ErrorKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    lines: Annotated[
        int, Meta(ge=2, le=12, description="how many lines the proof has, each equally often wrong")
    ] = 4
    kinds: Annotated[
        tuple[Kind, ...],
        Meta(description="the ways in which a line can be wrong, each equally often at every line"),
    ] = ("rule", "converse")
    depth: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=8,
                description="how many statements the proof needs, as the strategy counts",
            ),
        ]
        | None
    ) = None
    seeking: ClassVar[tuple[str, ...]] = ("depth",)

    def __post_init__(self) -> None:
        if not self.kinds or len(set(self.kinds)) < len(self.kinds):
            raise ValueError(f"Expected one or more of {', '.join(KINDS)}, each only once")


class Error:
    """Which line of a proof does not follow from what it names?

    Exactly one does not. Every other line follows, if the lines that it names do.
    """

    name: ClassVar[str] = "error"
    reads: ClassVar[tuple[str, ...]] = ("reply",)
    knobs: ClassVar[type[Knobs]] = ErrorKnobs
    figures: ClassVar[Mapping[str, str]] = {"line": "the number of the wrong line"}
    fills: ClassVar[bool] = True

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        if "preferences" not in scope.accepts:
            _refuse_preferences(ask, scope)
        return read_question(ask, scope)

    def targets(self, knobs: ErrorKnobs) -> int:
        """Return how many places and kinds there are to balance over."""
        return knobs.lines * len(knobs.kinds)

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return what a question without a statement needs: others are read off any theory."""
        return needs_of_statement(goal, growth)

    def prepare(self, scene: Scene, knobs: ErrorKnobs, stream: Stream) -> Scene | Rejected:
        """Seek what follows. Each attempt draws its own conflicts: a line may need one, and all labels are alike."""
        return replace(scene, sought=(Sought("true", knobs.depth),), lot=None)

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: ErrorKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Show the first proof of the wanted length whose wanted line can be made wrong in the wanted way."""
        place, kind = target % knobs.lines, knobs.kinds[target // knobs.lines]
        reason = f"no proof has {lines_before(kind, knobs.lines)} lines"
        for found in proved(scene, draft, goal, stream):
            if isinstance(found, Rejected):
                if found.spent:
                    return found
                reason = found.reason
                continue
            if len(found.steps) != lines_before(kind, knobs.lines):
                continue
            wrong = _wrong(scene, found, place, kind, knobs.kinds, stream)
            if wrong is None:
                reason = f"line {place + 1} cannot be made wrong as the kind `{kind}` is"
                continue
            posed = _posed(scene, draft, *wrong, place, kind)
            if isinstance(posed, Posed):
                return posed
            reason = posed.reason
        return Rejected(reason)

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: ErrorKnobs, family: Family
    ) -> str:
        """Return the number of the line that is wrong, as it is stored with its kind."""
        return str(record["metrics"]["line"])

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for the number of the wrong line."""
        right = str(record["answer"])
        lines = Numbers(record["reply"]["lines"], several=False)
        return grade(find(reworded(answer), lines, record), [right], right)


def _refuse_preferences(ask: syntax.Ask, scope: AskScope) -> None:
    """Report the kind of ignored preferences in a logic without preferences."""
    for knob in ask.knobs.knobs if ask.knobs is not None else ():
        for name in names_in(knob.value) if knob.name == "kinds" else ():
            if name.text == "preference":
                scope.report.add(
                    "E0411",
                    "this logic has no preferences that a line could ignore",
                    name.span,
                    help=f"leave it out: there are {', '.join(k for k in KINDS if k != 'preference')}",
                )


def _wrong(
    scene: Scene, found: Proved, place: int, kind: Kind, kinds: Sequence[Kind], stream: Stream
) -> tuple[Proved, list[Claimed]] | None:
    """Return a theory and a proof of which the line at a place does not follow, and all others do, given it."""
    tries: Iterator[tuple[Proved, list[Claimed]]]
    match kind:
        case "fact" | "rule" | "converse":
            misread = [each for each in kinds if each in MISREAD]
            tries = name_twins(scene, found, place, kind, misread, stream)
        case "preference":
            tries = ignore_preferences(scene, found, place, stream)
        case _:
            changed = slips(found.steps, place, kind, found.numbered, stream)
            tries = ((found, each) for each in changed)
    for own, steps in islice(tries, TRIES):
        try:
            if _is_only_fault(own, steps, place):
                return own, steps
        except Undecided:
            return None
    return None


def _is_only_fault(found: Proved, steps: Sequence[Claimed], place: int) -> bool:
    """Return whether the line at a place does not follow, and no line that does not rest on it is wrong."""
    resting = {place}
    for at, step in enumerate(steps):
        if any(number - 1 in resting for number in step.premises):
            resting.add(at)
    faults = found.faults(steps)
    return place in faults and resting.issuperset(faults)


def _posed(
    scene: Scene, draft: Draft, found: Proved, steps: Sequence[Claimed], place: int, kind: str
) -> Posed | Rejected:
    theory, asked = found.theory, found.asked
    numbered = tuple(each.id for each in found.numbered)
    book, language = scene.family.words.phrasebook, scene.family.words.language
    said = [book.say(_statement(step.gives), None, scene.split) for step in steps]
    goal = book.say(asked.statement, None, scene.split)
    if goal is None or None in said:
        return Rejected("a line of the proof has no wording")
    lines = [
        language.say("proof line", n=n, text=text, named=_named(step, numbered, language))
        for n, (text, step) in enumerate(zip(said, steps, strict=True), 1)
    ]
    return Posed(
        theory,
        ir.Query(asked),
        found.verdict.label,
        {"line": place + 1, "kind": kind},
        "\n".join([_question(theory, goal, language), "", *lines]),
        language.text("answer error"),
        answer=str(place + 1),
        hidden=draft.hidden,
        reply={"lines": len(steps)},
        numbered=numbered,
    )


def _question(theory: ir.Theory, goal: str, language: Language) -> str:
    """Return the question, which says what brackets need not name."""
    nodes = [node for each in theory.statements for node in walk(each.statement)]
    parts = [language.say("claimed proof", statement=goal)]
    if any(isinstance(node, ir.Literal) and node.default for node in nodes):
        parts.append(language.text("unnamed absence"))
    if any(isinstance(node, ir.Preference) for node in nodes):
        parts.append(language.text("unnamed preferences"))
    return " ".join([*parts, language.text("ask error")])


def _named(step: Claimed, numbered: Sequence[str], language: Language) -> str:
    """Return what is in the brackets of a line."""
    sentences, lines = named_in(step, numbered)
    if not lines:
        return sentences
    key = "named line" if len(step.premises) == 1 else "named lines"
    return "; ".join(filter(None, (sentences, language.say(key, lines=lines))))


def _statement(claim: ir.Node) -> ir.Node:
    return ir.Fact(claim) if isinstance(claim, ir.Literal) else claim
