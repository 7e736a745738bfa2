"""Why does a statement follow? The answer is a proof, each step of which is judged."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ....dsl import syntax
from ...contract import (
    EngineError,
    Knobs,
    Logic,
    Score,
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
from ...notation import show, spell_name
from ...random.stream import Stream
from ..entailment.question import needs_of_statement, read_question
from ..solutions.judging import steps_budget
from ..solutions.process import judge
from .judging import judge_lines, quick_budget
from .lines import MOST_LINES, Line, read_lines, write_lines
from .proved import Proved, proved


class ProofKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    weight: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="what the part of a proof before its first wrong line is worth",
        ),
    ] = 0.0
    cited: Annotated[
        int, Meta(ge=1, le=30, description="the most sentences and lines that a line may name")
    ] = 6
    spare: (
        Annotated[
            int,
            Meta(
                ge=0,
                description="how many more sentences a proof may name than that of the record; any number if left out",
            ),
        ]
        | None
    ) = None
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
    least: Annotated[
        int, Meta(ge=1, description="the fewest lines of the shortest known proof")
    ] = 1
    most: Annotated[int, Meta(ge=1, le=50, description="the most lines of it")] = 20

    seeking: ClassVar[tuple[str, ...]] = ("depth",)

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError("Expected `least` to be at most `most`")


class Proof:
    """Why does a statement follow?

    The answer is a proof in numbered lines. Any proof is right whose lines follow, each from what it names.
    """

    name: ClassVar[str] = "proof"
    reads: ClassVar[tuple[str, ...]] = ("logic", "label", "theory", "certificate", "reply")
    knobs: ClassVar[type[Knobs]] = ProofKnobs
    figures: ClassVar[Mapping[str, str]] = {"lines": "how many lines the answer has"}
    fills: ClassVar[bool] = True

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        return read_question(ask, scope)

    def targets(self, knobs: ProofKnobs) -> int:
        return 1

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return what a question without a statement needs: others are read off any theory."""
        return needs_of_statement(goal, growth)

    def prepare(self, scene: Scene, knobs: ProofKnobs, stream: Stream) -> Scene | Rejected:
        return replace(scene, sought=(Sought("true", knobs.depth),))

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: ProofKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask about the first statement that follows and whose proof has a wanted number of lines."""
        reason = "no statement of the draft follows"
        for found in proved(scene, draft, goal, stream):
            posed = found if isinstance(found, Rejected) else _posed(scene, draft, found, knobs)
            if isinstance(posed, Posed):
                assert isinstance(found, Proved)
                _check(posed, found.verdict.certificate)
                return posed
            if posed.spent:
                return posed
            reason = posed.reason
        return Rejected(reason)

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: ProofKnobs, family: Family
    ) -> str:
        """Return the stored proof if it is one: there is more than one right answer."""
        score = judge_lines(record, read_lines(record["answer"]), record["answer"], steps_budget())
        return str(record["answer"]) if score.value == 1 else ""

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for a proof, and otherwise name the first line that does not follow."""
        lines = read_lines(answer)
        if not lines:
            return Score(0.0, "there is no numbered line with what it follows from in brackets")
        if len(lines) > MOST_LINES:
            return Score(0.0, f"the proof has more than {MOST_LINES} lines")
        shown = _shown(lines)
        return judge(judge_lines, record, lines, shown, quick_budget())


def _shown(lines: Sequence[Line]) -> str:
    """Return the lines of a reply in one spelling."""
    parts = []
    for number, line in enumerate(lines, 1):
        named = "; ".join(
            ", ".join(map(str, each))
            for each in (line.sentences, line.lines)[: 1 + bool(line.lines)]
        )
        parts.append(f"{number}. {line.gives} [{named}]")
    return "\n".join(parts)


def _posed(scene: Scene, draft: Draft, found: Proved, knobs: ProofKnobs) -> Posed | Rejected:
    theory, asked, steps = found.theory, found.asked, found.steps
    if not knobs.least <= len(steps) <= knobs.most:
        return Rejected(f"no proof has {knobs.least} to {knobs.most} lines")
    numbered = tuple(each.id for each in found.numbered)
    cited = max(
        len([id for id in step.uses if id in numbered]) + len(step.premises) for step in steps
    )
    if cited > knobs.cited:
        return Rejected(f"a line of the proof names more than {knobs.cited} sentences and lines")
    named = {id for step in steps for id in step.uses if id in numbered}
    most = None if knobs.spare is None else len(named) + knobs.spare
    language = scene.family.words.language
    said = scene.family.words.phrasebook.say(asked.statement, None, scene.split)
    shown = {each.id: show(each.statement) for each in theory.statements}
    listed = [
        language.say("numbered sentence", n=n, text=shown[id]) for n, id in enumerate(numbered, 1)
    ]
    question = language.say("ask proof", statement=said or show(asked.statement))
    symbols = [language.text("proof in symbols"), "", *listed, ""]
    symbols += [language.say("proof sought", asked=show(asked.statement))]
    example = f"4. {show(steps[-1].gives)} [3, 5; 2]"
    return Posed(
        theory,
        ir.Query(asked),
        "true",
        {"lines": len(steps)},
        "\n".join([question, "", *symbols]),
        _answer_format(example, knobs.cited, most, language),
        answer=write_lines(steps, numbered),
        hidden=draft.hidden,
        says=((said, asked.statement),) if said else (),
        reply={
            "numbered": list(numbered),
            "asked": show(asked.statement),
            "names": _quoted_names(theory, asked),
            "options": dict(theory.options),
            "weight": knobs.weight,
            "lines": len(steps),
            "most": most,
            "cited": knobs.cited,
        },
        numbered=numbered,
    )


def _answer_format(example: str, cited: int, most: int | None, language: Language) -> str:
    text = language.say("answer proof", example=example, most=cited)
    return text if most is None else f"{text} {language.say('proof sentences', most=most)}"


def _quoted_names(theory: ir.Theory, asked: ir.Entailed) -> list[str]:
    """Return the names that symbols have in backquotes."""
    names: set[str] = set()
    for node in (each for part in (*theory.statements, asked) for each in walk(part)):
        match node:
            case ir.Atom(predicate=str(name)) | ir.Const(name=name) | ir.Named(name=str(name)):
                names.add(name)
            case ir.Restriction(role=str(name)):
                names.add(name)
    return sorted(name for name in names if spell_name(name) != name)


def _check(posed: Posed, certificate: Mapping[str, Any]) -> None:
    """Raise EngineError if the proof of the question is not judged right."""
    record = {
        "logic": posed.theory.logic,
        "label": posed.expected,
        "theory": [show(each) for each in posed.theory.statements],
        "certificate": certificate,
        "reply": posed.reply,
    }
    score = judge_lines(record, read_lines(posed.answer), posed.answer, steps_budget())
    if score.value != 1:
        raise EngineError(f"the proof of `{show(posed.query.goal)}` is refused: {score.reason}")
