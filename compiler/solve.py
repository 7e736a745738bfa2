"""Problems that are written out: decided by every engine of their logic, with the evidence."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..dsl.diagnostics import Report
from ..dsl.source import NOWHERE, Span
from .analysis.read_off import SEVERAL
from .certify.certify import Spent, certify_all, encodings
from .certify.proof_text import proof
from .contract import UNDECIDED, EngineError, LimitReached
from .elaboration.elaborate import elaborate
from .family import Draft, Env, Family, Rejected
from .instances import statement_spans, written_scene
from .ir import nodes as ir
from .notation import OURS, SourceNotation, read_literal, show
from .problem import goals_of, read_problem, theory_of, wanted_answer_sets
from .random.stream import Stream
from .tasks.solutions.listing import Listing, list_solutions


@dataclass(frozen=True)
class Answer:
    """The answer to a problem. Statements and literals are in the notation of its source; the evidence is in ours.

    Attributes:
        label: `true`, `false`, `unknown`, `undecided`, `inconsistent`, the names of all answers, or the
            number of answer sets; None if there is no question.
        query: the statement or question, as text.
        theory: the statements, as text.
        proof: the steps of the proof, or of both attempts if neither side follows; None if the logic's
            engines have none.
        certificate: the evidence, as plain values.
        engines: each engine's label.
        answer_sets: if they are the question, or there is no question: each as its literals in order; all
            of them if `complete`, only the optimal ones if the theory optimises.
        solutions: if a solution is the question: each in the form that the question asks for; `answer_sets`
            has the literals of each that are shown.
        encodings: the problem in the format of each backend, created on first use.
    """

    label: str | None
    query: str
    theory: tuple[str, ...]
    proof: Sequence[Mapping[str, Any]] | None
    certificate: Mapping[str, Any]
    engines: Mapping[str, str]
    encode: Callable[[], Mapping[str, str]] = field(repr=False, compare=False)
    answer_sets: tuple[tuple[str, ...], ...] | None = None
    solutions: tuple[str, ...] | None = None

    @property
    def complete(self) -> bool:
        """Whether these are all answer sets."""
        return self.answer_sets is None or bool(self.certificate["complete"])

    @property
    def cost(self) -> tuple[int, ...] | None:
        """What the answer sets cost at each priority, the highest first; None if nothing is optimised."""
        cost = self.certificate.get("cost")
        return None if cost is None else tuple(cost)

    @cached_property
    def encodings(self) -> Mapping[str, str]:
        return self.encode()


def solve(
    source: str | Path,
    syntax: str = "rspec",
    query: str | None = None,
    options: Mapping[str, Any] | None = None,
    report: Report | None = None,
) -> Answer:
    """Decide a problem that is written out, or the first of its questions.

    Args:
        source: a file's path, or the text itself.
        syntax: the language it is written in: `rspec`, or the name of an installed format.
        query: the statement to ask about, in the notation of the source, instead of the problem's own question.
        options: options of the `logic` statement, instead of the problem's own.
        report: receives the diagnostics, including warnings, if given.

    Raises:
        SpecError: the problem or the query cannot be read, or is random.
        Disagreement: engines gave different labels.
    """
    return next(answers(source, syntax, query, options, report))


def answers(
    source: str | Path,
    syntax: str = "rspec",
    query: str | None = None,
    options: Mapping[str, Any] | None = None,
    report: Report | None = None,
) -> Iterator[Answer]:
    """Decide all questions of a problem that is written out, in order, each when its answer is requested.

    Arguments and errors are those of `solve`; errors of questions are reported before any of them is decided.
    """
    report = report if report is not None else Report()
    with _nothing_collected():
        library, main, notation = read_problem(source, syntax)
        family = elaborate(library, main, report, {}, asking=False)
        draft = theory_of(family, report, options or {})
        goals = goals_of(family, draft.theory, query, notation, report)
        report.raise_errors()
    return (_answer(family, draft, goal, span, notation, report) for goal, span in goals)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Pause the search for cyclic garbage, which takes a third of the time while many statements are read.

    What is made of a text is kept until the problem is decided, and is no larger than the text allows.
    """
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()


def _answer(
    family: Family,
    draft: Draft,
    goal: ir.Goal,
    span: Span | None,
    notation: SourceNotation,
    report: Report,
) -> Answer:
    """Decide a question; `span` is its place, None if there is no question and the answer sets are listed."""
    theory, asked = draft.theory, ir.Query(goal)

    def encoded() -> dict[str, str]:
        return {name: each.text for name, each in encodings(family.engines, theory, asked).items()}

    ids = [each.id for each in theory.statements]
    places = dict(zip(ids, statement_spans(family), strict=False))
    told = _question(goal, notation), tuple(map(notation.show, theory.statements))
    try:
        verdict, labels = certify_all(family.engines, theory, asked)
    except (Spent, LimitReached) as spent:
        help = "make the problem smaller"
        if "rules" in family.logic.accepts:
            help += "; a rule whose terms grow without end has no ground program"
        if "number_restrictions" in family.logic.accepts:
            help += "; a restriction with a large number needs a step for each individual that it asks for"
        report.add("W0434", str(spent), span or NOWHERE, help=help)
        return Answer(UNDECIDED, *told, None, {}, {}, encoded)
    except EngineError as error:
        if not error.statement:
            raise
        report.add(
            "E0436",
            str(error),
            places.get(error.statement, NOWHERE),
            help="write smaller numbers, or a condition that keeps them small",
        )
        report.raise_errors()
        raise
    if verdict.label == SEVERAL:
        help = (
            "write `ask entailment q cautious` for what is in all of them, or `brave` for in some"
            if notation is OURS
            else "leave the query out: the answer sets are given then"
        )
        report.add("E0433", "the program has several answer sets", span or NOWHERE, help=help)
        report.raise_errors()
    for id, remark in verdict.remarks:
        report.add(
            "W0435", remark, places.get(id, NOWHERE), "the engine warns about this statement"
        )
    sentences = _sentences(family, draft)
    groups = _group_sentences(family, draft)
    steps = proof(family, theory, asked, verdict, sentences, show=notation.show, groups=groups)
    label = None if span is None else verdict.label
    sets = _answer_sets(goal, theory, verdict.certificate, notation)
    if isinstance(goal, ir.Solution) and label == "inconsistent":
        none = {**verdict.certificate, "complete": True}
        return Answer(label, *told, steps, none, labels, encoded, (), ())
    if isinstance(goal, ir.Solution):
        listed = _solutions(family, theory, goal, span, verdict.certificate)
        if isinstance(listed, Rejected) and listed.spent:
            report.add("W0434", listed.reason, span or NOWHERE, help="make the problem smaller")
        elif isinstance(listed, Rejected):
            report.add(
                "E0453",
                listed.reason,
                span or NOWHERE,
                help="show literals whose values are all in the sorts of their places, or extend a sort",
            )
            report.raise_errors()
        else:
            own = {**verdict.certificate, "complete": listed.complete}
            shown = listed.literals, listed.texts
            return Answer(label, *told, steps, own, labels, encoded, *shown)
    return Answer(label, *told, steps, verdict.certificate, labels, encoded, sets)


def _solutions(
    family: Family,
    theory: ir.Theory,
    goal: ir.Solution,
    span: Span | None,
    certificate: Mapping[str, Any],
) -> Listing | Rejected:
    """Return the solutions that a question asks for, as many as the question or the logic's option allows."""
    asked = next(each for each in family.asks if each.span == span)
    most = wanted_answer_sets(asked, int(dict(theory.options).get("most", 1)), family)
    scene = replace(written_scene(family), templates=asked.templates)
    knobs = asked.knobs.draw(Env(Stream("solve"), dict(scene.values)))
    first = tuple(map(read_literal, certificate["sets"][0]))
    return list_solutions(scene, theory, goal, knobs, first, most)


def _question(goal: ir.Goal, notation: SourceNotation) -> str:
    match goal:
        case ir.Entailed(statement=statement, mode=mode):
            asked = statement.literal if isinstance(statement, ir.Fact) else statement
            return f"{notation.show(asked)}{f', {mode}' if mode else ''}"
        case ir.AnswerSets():
            return "answer sets"
        case ir.Consistent():
            return "consistent"
        case ir.Solution():
            return "solutions"
        case _:
            return show(goal)


def _answer_sets(
    goal: ir.Goal, theory: ir.Theory, certificate: Mapping[str, Any], notation: SourceNotation
) -> tuple[tuple[str, ...], ...] | None:
    """Return the answer sets that were asked for, with the literals that the option `show` keeps."""
    if not isinstance(goal, ir.AnswerSets):
        return None
    kept = {part.strip() for part in str(dict(theory.options).get("show", "")).split(",")} - {""}
    return tuple(
        tuple(
            notation.literal(literal)
            for literal in literals
            if not kept or _signature(literal) in kept
        )
        for literals in certificate["sets"][: goal.most]
    )


def _signature(literal: str) -> str:
    """Return `-p/2` for the text of such a literal, its name without backquotes."""
    found = read_literal(literal)
    sign = "-" if found.negative else ""
    return f"{sign}{found.atom.predicate}/{len(found.atom.arguments)}"


def _sentences(family: Family, draft: Draft) -> dict[str, str] | None:
    """Return the statements in the problem's own wording, in symbols if it has none; None if it has no words."""
    book = family.words.phrasebook
    if all(entry.layer for entry in book.entries):
        return None
    known = {id for stated in draft.background if stated.group is None for id in stated.ids}
    return {
        statement.id: book.say(statement.statement) or show(statement.statement)
        for statement in draft.theory.statements
        if statement.id not in known
    }


def _group_sentences(family: Family, draft: Draft) -> dict[str, str]:
    """Return for each statement of a background the sentence that says its group."""
    book = family.words.phrasebook
    said = [(each.ids, each.group and book.say(each.group)) for each in draft.background]
    return {id: text for ids, text in said if text for id in ids}
