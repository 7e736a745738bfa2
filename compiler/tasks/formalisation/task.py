"""What do the sentences say, as a theory in symbols? Any theory with the same meaning is right."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from ....dsl import syntax
from ....dsl.diagnostics import did_you_mean
from ...analysis.conflicts import write_out_conflicts
from ...certify.exploration import answer
from ...contract import UNDECIDED, EngineError, Knobs, Logic, Score, Undecided, plugins
from ...family import (
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
from ...ir import Single, is_plain_fact, nodes as ir
from ...notation import show
from ...random.stream import Stream
from ..consistent import Consistent, has_searched_slots, is_asked_in
from ..drawn_answers import OUT_OF_BUDGET
from ..entailment.question import needs_of_statement, read_question
from ..instructions import LABELS
from ..repair.questions import questions
from ..solutions.judging import steps_budget
from ..solutions.plain_kinds import plain_kind
from ..solutions.process import judge
from .comparing import can_compare, difference, facts_that_follow
from .judging import judge_theory, prompt_budget, quick_budget
from .notations import OURS, formats_of, instructions, write_statements
from .reply import LONGEST, Stated, read_reply
from .vocabulary import glossary, names, plain_spellings, respell


class FormalisationKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    notation: Annotated[
        str, Meta(description="how the theory is written: `ours`, or a format of the logic")
    ] = OURS
    from_: Annotated[
        Sample,
        Meta(description="the rows that the strategy grows requirements on, as `60 of RECORD`"),
    ] = Sample(60, "")


class Formalisation:
    """What do the sentences say, as a theory in symbols?

    Any theory with the same meaning is right, whatever else might be stated; a list of what follows is not.
    """

    name: ClassVar[str] = "formalisation"
    reads: ClassVar[tuple[str, ...]] = ("logic", "label", "theory", "certificate", "reply")
    knobs: ClassVar[type[Knobs]] = FormalisationKnobs
    figures: ClassVar[Mapping[str, str]] = {"stated": "how many statements the answer has"}
    fills: ClassVar[bool] = True

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        """Read `ask formalisation`. The label is whether the theory is consistent; else that of some statement."""
        if ask.arguments or ask.body is not None:
            scope.report.add(
                "E0421",
                "`ask formalisation` takes knobs and a question only",
                ask.span,
                help="write `ask formalisation`, and the statements in the theory",
            )
            return None
        _check_notation(ask, scope)
        if not is_asked_in(scope.accepts):
            return read_question(ask, scope)
        searched = scope.record is None or has_searched_slots(ask, scope, "ask formalisation")
        return ir.Consistent() if searched else None

    def targets(self, knobs: FormalisationKnobs) -> int:
        return 1

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return what a question without a statement needs; any theory can be consistent."""
        if isinstance(goal, ir.Consistent):
            return Consistent().needs(goal, knobs, growth, logic)
        return needs_of_statement(goal, growth)

    def prepare(self, scene: Scene, knobs: FormalisationKnobs, stream: Stream) -> Scene | Rejected:
        if isinstance(scene.asked, ir.Consistent):
            return Consistent().prepare(scene, knobs, stream)
        return scene

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: FormalisationKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        """Ask for the theory, unless what follows from it says all that it says."""
        engines = scene.family.engines
        if not can_compare(engines):
            return Rejected(f"no engine compares theories of `{scene.family.logic.name}`")
        allowed = (OURS, *formats_of(scene.family.logic.name))
        if knobs.notation not in allowed:
            return Rejected(f"theories are written as one of {', '.join(allowed)}")
        for theory, asked in (*questions(scene, draft, goal, stream), *_stated(draft, goal)):
            query = ir.Query(asked)
            label = answer(engines, theory, query)
            if label == UNDECIDED:
                return Rejected(OUT_OF_BUDGET, spent=True)
            if label not in (("true",) if isinstance(asked, ir.Consistent) else LABELS):
                continue
            if write_out_conflicts(theory, query) != theory:
                return Rejected("a theory with conflicts that are not written out")
            try:
                posed = _posed(scene, draft, theory, query, label, knobs)
                wrong = "" if isinstance(posed, Rejected) else _refusal(posed)
            except Undecided as error:
                # A reply would be judged within the same limits. Other drafts are smaller.
                return Rejected(f"a reply would be too hard to judge: {error}")
            except EngineError as error:
                return Rejected(f"the theory cannot be compared: {error}")
            if wrong:
                raise EngineError(f"the answer of the question is refused: {wrong}")
            return posed
        return Rejected("the theory is inconsistent, or has no statement with a label")

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: FormalisationKnobs, family: Family
    ) -> str:
        """Return the stored theory if it means what the sentences say: there is more than one right answer."""
        stated = Stated(record["answer"], True)
        score = judge_theory(record, stated, record["answer"], steps_budget())
        return str(record["answer"]) if score.value == 1 else ""

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for a theory with the same meaning, and otherwise say how it differs."""
        stated = read_reply(answer)
        if not stated.text.strip():
            return Score(0.0, "there is no theory in symbols")
        if stated.whole and len(stated.text) > LONGEST:
            return Score(0.0, f"the theory has more than {LONGEST:,} characters")
        stated = Stated(stated.text[-LONGEST:], stated.whole)
        return judge(judge_theory, record, stated, stated.text.strip("\n"), quick_budget())


def _check_notation(ask: syntax.Ask, scope: AskScope) -> None:
    """Report a notation, written out, that the logic does not have."""
    logics = [
        name
        for name in plugins.names(plugins.LOGICS)
        if plugins.load(plugins.LOGICS, name).accepts == scope.accepts
    ]
    known = [OURS, *(each for name in logics for each in formats_of(name))]
    for knob in ask.knobs.knobs if ask.knobs is not None else ():
        match knob.name, knob.value:
            case "notation", syntax.Name(text=text) if logics and text not in known:
                if scope.grammar is None or text not in scope.grammar.named:
                    scope.report.add(
                        "E0411",
                        f"theories of this logic are not written as `{text}`",
                        knob.span,
                        help=did_you_mean(text, known) or f"there are {', '.join(known)}",
                    )


def _stated(draft: Draft, goal: ir.Goal) -> Iterator[Single]:
    """Yield questions about the facts of a theory, for a draft that was grown for no other question."""
    if isinstance(goal, ir.Entailed):
        for each in draft.theory.statements:
            if is_plain_fact(each.statement):
                yield draft.theory, ir.Entailed(each.statement)


def _posed(
    scene: Scene,
    draft: Draft,
    theory: ir.Theory,
    query: ir.Query,
    label: str,
    knobs: FormalisationKnobs,
) -> Posed | Rejected:
    """Return the question. Raises Undecided and EngineError where theories cannot be compared."""
    family, engines = scene.family, scene.family.engines
    language = family.words.language
    hidden = {*draft.hidden, *(id for stated in draft.background for id in stated.ids)}
    own = tuple(each for each in theory.statements if each.id not in hidden)
    if not own:
        return Rejected("the theory has no statement of its own")
    individuals, budget = names(theory), prompt_budget()
    listed = facts_that_follow(engines, theory, individuals, budget.next)
    if difference(engines, theory, listed, individuals, budget.next) is None:
        return Rejected("what follows from the theory says all that it says")
    slots = {} if family.record is None else family.record.kinds
    labels = {} if family.record is None else family.record.labels
    spellings = plain_spellings(own, slots)
    book = family.words.phrasebook
    known = glossary(own, slots, labels, spellings, book, scene.split, language)
    asked = [language.text("formalisation names"), "", *known, ""]
    written = instructions(family.logic, knobs.notation, own, language)
    format = [*asked, *([written, ""] if written else []), language.text("answer formalisation")]
    return Posed(
        theory,
        query,
        label,
        {"stated": len(own)},
        language.text("ask formalisation"),
        "\n".join(format),
        answer=write_statements(_respelt(theory, own, spellings), knobs.notation),
        hidden=draft.hidden,
        reply={
            "notation": knobs.notation,
            "hidden": sorted(hidden),
            "kinds": {name: plain_kind(kind) for name, kind in slots.items()},
            "options": dict(theory.options),
            "spellings": {plain: name for name, plain in spellings.items()},
        },
    )


def _respelt(
    theory: ir.Theory, statements: Sequence[ir.Labelled], spellings: Mapping[str, str]
) -> ir.Theory:
    found = (replace(each, statement=respell(each.statement, spellings)) for each in statements)
    return replace(theory, statements=tuple(found))


def _refusal(posed: Posed) -> str:
    """Return why the answer of a question is not judged right; an empty text if it is."""
    record = {
        "logic": posed.theory.logic,
        "theory": [show(each) for each in posed.theory.statements],
        "reply": {**(posed.reply or {}), "sentences": {}},
    }
    stated = Stated(posed.answer, True)
    return judge_theory(record, stated, posed.answer, prompt_budget()).reason
