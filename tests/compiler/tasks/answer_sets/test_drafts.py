"""Questions about drafts of programs: candidates with a label, and the answer sets that count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.family.draft import Draft, Rejected
from rspc.compiler.family.posed import Posed
from rspc.compiler.instances.growth import open_scene
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.literals import read_literal, read_statement
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.random.stream import Stream
from rspc.compiler.tasks.answer_sets.computation import Computation, ComputationKnobs
from rspc.compiler.tasks.entailment.knobs import EntailmentKnobs
from rspc.compiler.tasks.entailment.question import OF_THE_DRAFT
from rspc.compiler.tasks.entailment.task import Entailment

SPEC = """family guests
logic asp
sort person = {ann, bob}
pred host(person)
fact f = host(?a)
theory { 1 of f. }
ask computation
"""


def pose(
    folder: Path,
    task: Any,
    statements: tuple[str, ...],
    goal: ir.Goal,
    knobs: Any,
    target: int = 0,
    **more: Any,
) -> Posed | Rejected:
    theory = ir.Theory(
        "asp",
        tuple(
            ir.Labelled(f"s{number}", read_statement(each).statement)
            for number, each in enumerate(statements)
        ),
    )
    path = folder / "guests.rspec"
    path.write_text(SPEC, "utf-8")
    found: Posed | Rejected = task.pose(
        open_scene(rspc.load(path), {}, Stream("words")),
        replace(Draft(theory), **more),
        goal,
        knobs,
        target,
        Stream("test"),
    )
    return found


CANDIDATES = tuple(
    ir.Fact(read_literal(each)) for each in ("q(a)", "q(b)", "q(c)", "-q(d)", "q(d)")
)
THEORY = ("p(a)", "p(b)", "r(b)", "p(X), not r(X) -> q(X)", "r(X) -> -q(X)")


@pytest.mark.parametrize(
    ("target", "label", "asked"),
    [(0, "true", {"q(a)"}), (1, "false", {"q(b)"}), (2, "unknown", {"q(c)", "q(d)", "-q(d)"})],
)
def test_one_of_the_candidates_with_the_label_is_asked_about(
    target: int, label: str, asked: set[str], tmp_path: Path
) -> None:
    posed = pose(
        tmp_path,
        Entailment(),
        THEORY,
        OF_THE_DRAFT,
        EntailmentKnobs(),
        target,
        candidates=CANDIDATES,
    )
    assert isinstance(posed, Posed)
    assert posed.expected == label
    assert isinstance(posed.query.goal, ir.Entailed)
    assert show(posed.query.goal.statement) in asked


def test_a_draft_without_a_candidate_of_the_label_is_dropped(tmp_path: Path) -> None:
    posed = pose(
        tmp_path, Entailment(), ("p(a)",), OF_THE_DRAFT, EntailmentKnobs(), 0, candidates=CANDIDATES
    )
    assert posed == Rejected("no statement that can be asked about is true")
    several = ("q(b)", "-> (a | b)")
    posed = pose(
        tmp_path, Entailment(), several, OF_THE_DRAFT, EntailmentKnobs(), 0, candidates=CANDIDATES
    )
    assert posed == Rejected("the program has several answer sets: ask `cautious` or `brave`")


def test_a_written_question_says_its_mode(tmp_path: Path) -> None:
    """Whatever words the question has, the answer is asked for in all answer sets or in some."""
    for mode, label, words in (("cautious", "unknown", "in every"), ("brave", "true", "in some")):
        goal = ir.Entailed(ir.Fact(read_literal("a")), mode)
        posed = pose(tmp_path, Entailment(), ("-> (a | b)",), goal, EntailmentKnobs())
        assert isinstance(posed, Posed)
        assert posed.expected == label
        assert f"if it holds {words} answer set, " in posed.answer_format


def test_a_program_without_answer_sets(tmp_path: Path) -> None:
    posed = pose(tmp_path, Computation(), ("p", "p -> false"), ir.AnswerSets(3), ComputationKnobs())
    assert isinstance(posed, Posed)
    assert (posed.expected, posed.answer) == ("0", "none")
    record = {"certificate": {"sets": []}, "answer": "none", "label": "0"}
    for reply, value, reason in (("None.", 1.0, ""), ("{p}", 0.0, "there is no answer set")):
        found = Computation().score(record, reply)
        assert (found.value, found.reason) == (value, reason)
