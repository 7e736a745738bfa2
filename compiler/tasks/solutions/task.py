"""Which solution does a problem have? The answer is any one of them, in a form of the author's."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from ....dsl import syntax
from ...analysis.conflicts import write_out_conflicts
from ...contract import LIMITS, EngineError, Grounder, Knobs, Logic, Prover, Score, Undecided
from ...family import ROWS, AskScope, Draft, Family, Growth, Posed, Rejected, Scene, Settings
from ...ir import ANSWER_SETS, ROW, nodes as ir
from ...language import Language
from ...notation import read_literal, show
from ...random.stream import Stream
from ...replies import (
    LAYOUTS,
    Entry,
    Layout,
    describe_layout,
    read_answer,
    read_answer_or_none,
    write_answer,
)
from ..drawn_answers import other_label
from ..instructions import a_record
from ..only_answer_set import NO_ANSWER_SET
from ..optimality import explain_priorities, optimises
from ..records.options import Judged, draw_rows, places
from .asking import read_ask
from .judging import judge_within, quick_budget, steps_budget
from .knobs import SolutionKnobs
from .making import ground_layout, slot_layout, slot_names, write_solution
from .no_solution import check_none
from .plain_kinds import plain_kind
from .process import judge
from .programs import count_solutions, entry_of, first_violation, solution_of
from .rows import count_rows, is_possible, row_entries, row_formula

NONE = "false"
"""The label of a problem without a solution: that of the question whether all statements can be true together."""

NO_ROW = "no row meets every requirement"


class Solution:
    """Give a solution: a part of an answer set, or the values of slots of a record that meets every requirement.

    Every solution is right; if the program optimises, every optimal one.
    """

    name: ClassVar[str] = "solution"
    suits: ClassVar[frozenset[str]] = frozenset({"slots", ANSWER_SETS})
    forms: ClassVar[tuple[str, ...]] = LAYOUTS
    reads: ClassVar[tuple[str, ...]] = ("logic", "label", "theory", "certificate", "reply")
    knobs: ClassVar[type[Knobs]] = SolutionKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "solutions": "how many different solutions there are; `most` if there are more",
        "entries": "how many lines, or filled cells, the answer has",
    }

    def read(self, ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
        goal = read_ask(ask, scope)
        if goal is not None:
            check_none(goal, ask, scope)
        return goal

    def targets(self, knobs: SolutionKnobs) -> int:
        """Return 2 if it is drawn whether there is a solution; else 1."""
        return 2 if knobs.balanced else 1

    def needs(self, goal: ir.Goal, knobs: Settings, growth: Growth, logic: Logic) -> frozenset[str]:
        """Return that rows are drawn if the answer is a record; answer sets are read off any program."""
        return frozenset({ROWS} if isinstance(goal, ir.Completed) else ())

    def prepare(self, scene: Scene, knobs: SolutionKnobs, stream: Stream) -> Scene | Rejected:
        """Draw rows, if the family has a record."""
        if isinstance(scene.asked, ir.Completed):
            return draw_rows(scene, knobs.from_, knobs.same, stream)
        return scene

    def pose(
        self,
        scene: Scene,
        draft: Draft,
        goal: ir.Goal,
        knobs: SolutionKnobs,
        target: int,
        stream: Stream,
    ) -> Posed | Rejected:
        if isinstance(goal, ir.Completed):
            posed = _pose_row(scene, draft, goal, knobs, stream)
        else:
            assert isinstance(goal, ir.Solution)
            posed = _pose_program(scene, draft, goal, knobs)
        if not knobs.balanced or isinstance(posed, Rejected):
            return posed
        found, wanted = (
            "a solution" if each else "no solution"
            for each in (posed.expected != NONE, target == 0)
        )
        return posed if found == wanted else other_label(found, wanted)

    def answered(
        self, record: Mapping[str, Any], goal: ir.Goal, knobs: SolutionKnobs, family: Family
    ) -> str:
        """Return what the certificate's answer set shows, or the record of the question, as the layout writes it."""
        layout = _layout(record)
        if isinstance(goal, ir.Consistent):
            return knobs.none
        if isinstance(goal, ir.Completed):
            kinds = family.kinds
            row = {name: kinds[name].value(term) for name, term in goal.values.items()}
            return write_answer(layout, row_entries(record["reply"]["slots"], kinds, row))
        assert isinstance(goal, ir.Solution)
        return write_answer(layout, _entries(goal, record["certificate"]["sets"][0]))

    def score(self, record: Mapping[str, Any], answer: str) -> Score:
        """Return 1 for a solution; otherwise name the first requirement that is violated, or what is wrong in form."""
        layout = _layout(record)
        none = record["reply"].get("none", "")
        reading = read_answer_or_none(layout, none, answer)
        if reading is None:
            right = record["label"] == NONE
            return Score(float(right), "" if right else "there is a solution", none)
        if reading.problem:
            return Score(0.0, reading.problem)
        if record["label"] == NONE:
            return Score(0.0, "there is no solution", write_answer(layout, reading.entries))
        shown = write_answer(layout, reading.entries)
        return judge(judge_within, record, reading.entries, shown, quick_budget(record))


def _layout(record: Mapping[str, Any]) -> Layout:
    return msgspec.convert(record["reply"]["layout"], Layout)


def _entries(goal: ir.Solution, literals: Sequence[str]) -> tuple[Entry, ...]:
    found = (entry_of(goal.shown, read_literal(each)) for each in literals)
    return tuple(entry for entry in found if entry is not None)


def _pose_program(
    scene: Scene, draft: Draft, goal: ir.Solution, knobs: SolutionKnobs
) -> Posed | Rejected:
    engines, theory = scene.family.engines, draft.theory
    language = scene.family.words.language
    found = solution_of(engines, theory)
    if isinstance(found, Rejected):
        if knobs.none and found.reason == NO_ANSWER_SET:
            return _pose_none_program(scene, draft, goal, knobs)
        return found
    literals, only = found
    number = 1 if only else count_solutions(engines, theory, goal.shown, literals, knobs.most)
    if isinstance(number, Rejected):
        return number
    part = [each for each in literals if entry_of(goal.shown, each) is not None]
    entries = _entries(goal, list(map(show, part)))
    if not entries:
        return Rejected("the answer would be empty: no literal that is shown holds")
    made = ground_layout(scene, theory, goal.shown, knobs, literals)
    layout = made if isinstance(made, Rejected) else _check_layout(made, entries)
    if isinstance(layout, Rejected):
        return layout
    try:
        violated = first_violation(
            write_out_conflicts(theory, ir.Query(ir.AnswerSets(1))),
            goal.shown,
            frozenset(part),
            steps_budget(),
        )
    except Undecided:
        return Rejected("the engine's budget ran out before an answer was judged", spent=True)
    if violated is not None:
        raise EngineError(f"a solution is judged to violate `{violated}`")
    return Posed(
        theory,
        ir.Query(goal),
        "1" if only else "more",
        {"solutions": number, "entries": len(entries)},
        _question(theory, language),
        _instruction(layout, knobs, language),
        answer=write_answer(layout, entries),
        hidden=draft.hidden,
        reply={
            "layout": msgspec.to_builtins(layout),
            **_shown_fields(goal, theory),
            **_none_field(knobs),
        },
    )


def _pose_none_program(
    scene: Scene, draft: Draft, goal: ir.Solution, knobs: SolutionKnobs
) -> Posed | Rejected:
    """Ask about a program without an answer set: the evidence is that of the question whether there is one."""
    theory = draft.theory
    if not isinstance(scene.family.engines.explorer, Grounder):
        return Rejected("the engine names no atoms of a program without an answer set")
    layout = ground_layout(scene, theory, goal.shown, knobs, ())
    if isinstance(layout, Rejected):
        return layout
    shown = _shown_fields(goal, theory)
    language = scene.family.words.language
    question = _question(theory, language)
    return _posed_none(draft, layout, question, knobs, shown, language, listed=False)


def _question(theory: ir.Theory, language: Language) -> str:
    key = "ask optimal solution" if optimises(theory) else "ask solution"
    return explain_priorities(theory, language) + language.text(key)


def _shown_fields(goal: ir.Solution, theory: ir.Theory) -> dict[str, Any]:
    """Return the fields of a reply from which it is judged."""
    return {
        "shown": [show(each) for each in goal.shown],
        "functional": list(theory.signature.functional),
    }


def _posed_none(
    draft: Draft,
    layout: Layout,
    question: str,
    knobs: SolutionKnobs,
    reply: Mapping[str, Any],
    language: Language,
    listed: bool,
) -> Posed:
    return Posed(
        draft.theory,
        ir.Query(ir.Consistent()),
        NONE,
        {"solutions": 0, "entries": 0},
        question,
        _instruction(layout, knobs, language, listed),
        answer=knobs.none,
        hidden=draft.hidden,
        reply={"layout": msgspec.to_builtins(layout), **reply, **_none_field(knobs)},
    )


def _instruction(
    layout: Layout, knobs: SolutionKnobs, language: Language, listed: bool = False
) -> str:
    """Return the form of the answer, and what to answer if there is none."""
    text = describe_layout(layout, language, listed)
    if not knobs.none:
        return text
    return f"{text}\n\n{language.say('answer no solution', sentence=knobs.none)}"


def _none_field(knobs: SolutionKnobs) -> dict[str, str]:
    return {"none": knobs.none} if knobs.none else {}


def _check_layout(layout: Layout, entries: tuple[Entry, ...]) -> Layout | Rejected:
    """Return a layout that writes these entries so that they are read back; a grid says whether it is full."""
    if layout.form == "grid":
        cells = len(layout.columns()) * len(layout.rows().known)
        layout = msgspec.structs.replace(layout, whole=len(entries) == cells)
    text = write_solution(layout, entries)
    if isinstance(text, Rejected):
        return text
    again = read_answer(layout, text)
    if again.problem or set(again.entries) != set(entries):
        return Rejected("the answer cannot be read back as it is written")
    return layout


def _pose_row(
    scene: Scene, draft: Draft, goal: ir.Completed, knobs: SolutionKnobs, stream: Stream
) -> Posed | Rejected:
    family, theory = scene.family, draft.theory
    kinds, record = family.kinds, family.record
    assert record is not None
    prover = family.engines.explorer
    if not isinstance(prover, Prover):
        return Rejected("the engine finds no values of slots")
    right = places(Judged(scene, draft).right)
    if not right and not knobs.none:
        return Rejected(NO_ROW)
    formulas = [
        each.statement.formula
        for each in theory.statements
        if isinstance(each.statement, ir.Requirement)
    ]
    labels = {name: family.words.labels[name] for name in kinds}
    made = slot_layout(goal.shown, kinds, labels, knobs, scene.templates)
    if isinstance(made, str):
        return Rejected(made)
    names = slot_names(goal.shown, made, scene.templates)
    language = family.words.language
    question = language.say("ask record", record=a_record(record.name, language))
    reply = {
        "slots": names,
        "labels": labels,
        "kinds": {name: plain_kind(kind) for name, kind in kinds.items()},
    }
    rows = [scene.rows[place] for place in right]
    try:
        if not rows:
            if is_possible(prover, formulas, kinds, LIMITS) is not None:
                return Rejected(NO_ROW)
            return _posed_none(draft, made, question, knobs, reply, language, knobs.listed)
        number = count_rows(prover, formulas, rows, goal.shown, kinds, knobs.most, LIMITS)
    except Undecided:
        return Rejected("the engine's budget ran out before solutions were counted", spent=True)
    row = stream.fork("row").pick(rows)
    entries = row_entries(names, kinds, row)
    layout = _check_layout(made, entries)
    if isinstance(layout, Rejected):
        return layout
    return Posed(
        theory,
        ir.Query(ir.Completed(goal.shown, row_formula(kinds, row))),
        ROW,
        {"solutions": number, "entries": len(entries)},
        question,
        _instruction(layout, knobs, language, knobs.listed),
        answer=write_answer(layout, entries),
        hidden=draft.hidden,
        reply={"layout": msgspec.to_builtins(layout), **reply, **_none_field(knobs)},
    )
