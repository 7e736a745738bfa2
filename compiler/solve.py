"""Problems that are written out: decided by every engine of their logic, with the evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from ..dsl import syntax as tree
from ..dsl.diagnostics import Diagnostic, Report, SpecError, count_noun, did_you_mean
from ..dsl.printing.printer import print_spec
from ..dsl.reading import read_source
from ..dsl.source import NOWHERE, Source, Span
from .analysis.read_off import SEVERAL
from .analysis.soundness import check_query
from .certify.certify import Spent, certify_all, encodings
from .certify.proof_text import proof
from .contract import UNDECIDED, EngineError, Format, LimitReached, Notation, plugins
from .elaboration.elaborate import elaborate
from .elaboration.theory import family_scope
from .family import (
    SWITCH,
    Asked,
    Draft,
    Env,
    Family,
    Rejected,
    describe_type,
    of_types,
    substitute_asked,
)
from .instances import statement_spans, written_draft, written_scene
from .ir import features, nodes as ir, walk
from .notation import OURS, SourceNotation, check_known, lower_statement, read_literal, show
from .random.stream import Stream
from .sources import MAX_THEORY, Library
from .tasks.solutions.listing import Listing, list_solutions

MAIN = "problem.rspec"

WRITTEN = (
    ir.Entailed
    | ir.Answers
    | ir.Number
    | ir.Fitting
    | ir.Optimum
    | ir.Solution
    | ir.Stable
    | ir.AnswerSets
    | ir.Consistent
)
"""The goals that can be asked of a theory that is written out."""

"""The label if the question is about the only answer set, but there are several."""


@dataclass(frozen=True)
class Answer:
    """The answer to a problem. Statements and literals are in the notation of its source; the evidence is in ours.

    Attributes:
        label: `true`, `false`, `unknown`, `undecided`, `inconsistent`, the names of all answers, or the
            number of
            answer sets; None if there is no question.
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
    library, main, notation = _library(source, syntax)
    family = elaborate(library, main, report, {}, asking=False)
    draft = _theory(family, report, options or {})
    theory = draft.theory
    goals = _goals(family, theory, query, notation, report)
    report.raise_errors()
    return (_answer(family, draft, goal, span, notation, report) for goal, span in goals)


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
        if isinstance(listed, Rejected):
            report.add("W0434", listed.reason, span or NOWHERE, help="make the problem smaller")
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
    most = _wanted_answer_sets(asked, int(dict(theory.options).get("most", 1)), family)
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


def _library(source: str | Path, syntax: str) -> tuple[Library, str, SourceNotation]:
    """Return the files of a problem, the name of the spec, and the notation that queries and answers have.

    A problem in another format than ours is the theory of a spec that is made for it.
    """
    if syntax == "rspec":
        if isinstance(source, Path):
            read_source(source)
            return Library(source.parent), source.name, OURS
        library = Library(None)
        library.put(MAIN, source)
        return library, MAIN, OURS
    known = plugins.names(plugins.FORMATS)
    if syntax not in known:
        raise SpecError(
            [
                Diagnostic(
                    "E0217",
                    f"no installed logic reads problems written as `{syntax}`",
                    help=did_you_mean(syntax, known) or f"there are rspec, {', '.join(known)}",
                )
            ]
        )
    format: type[Format] = plugins.load(plugins.FORMATS, syntax)
    name = f"problem{format.suffix}"
    items = (
        tree.Header("family", "problem"),
        tree.Logic(format.logic),
        tree.Theory(source=name),
    )
    library = Library(None)
    library.put(MAIN, print_spec(tree.Spec(items)))
    if isinstance(source, Path):
        read_source(source, MAX_THEORY)
        library.give(name, source)
    else:
        library.put(name, source)
    made = plugins.make(plugins.FORMATS, syntax)
    notation = SourceNotation(made if isinstance(made, Notation) else None, library.source(name))
    return library, MAIN, notation


def _theory(family: Family, report: Report, options: Mapping[str, Any]) -> Draft:
    """Return the one theory of a family; report parts that are left to chance."""
    draft = written_draft(family, report)
    chosen = _options(family, options)
    theory = ir.Theory(family.logic.name, draft.theory.statements, family.signature, chosen)
    return replace(draft, theory=theory)


def _options(family: Family, given: Mapping[str, Any]) -> tuple[tuple[str, str | bool | int], ...]:
    """Return the logic's options with those given in the place of the problem's own."""
    schema, own = family.logic.options, dict(family.options)
    found = Report()
    for name, value in given.items():
        if name not in own:
            known = f"its options are {', '.join(own)}" if own else "it has no options"
            found.add(
                "E0412",
                f"logic `{family.logic.name}` has no option `{name}`",
                help=did_you_mean(name, own) or known,
            )
            continue
        switched = SWITCH.get(value) if isinstance(value, str) else None
        own[name] = (
            switched if get_type_hints(schema)[name] is bool and switched is not None else value
        )
        try:
            own[name] = getattr(msgspec.convert({name: own[name]}, schema, strict=False), name)
        except msgspec.ValidationError as error:
            own_words = str(error).partition(" - at ")[0]
            annotated = get_type_hints(schema, include_extras=True)[name]
            found.add(
                "E0411",
                f"option `{name}` of logic `{family.logic.name}` cannot be `{value}`",
                help=f"it takes {describe_type(annotated)}"
                if of_types(own_words)
                else own_words.lower(),
            )
    found.raise_errors()
    return tuple(own.items())


def _goals(
    family: Family,
    theory: ir.Theory,
    query: str | None,
    notation: SourceNotation,
    report: Report,
) -> list[tuple[ir.Goal, Span | None]]:
    """Return the questions with their spans, in order: the query, or the problem's own questions.

    Without a question, a logic whose theories have answer sets returns these.
    """
    if query is not None:
        node = notation.read(Source("query", query))
        _, statement = lower_statement(node, family_scope(family, report))
        report.raise_errors()
        entailed = ir.Entailed(statement)
        _check_asked(family, entailed, theory, node.span, report)
        return [(entailed, node.span)]
    goals: list[tuple[ir.Goal, Span | None]] = []
    scene = written_scene(family)
    most = dict(theory.options).get("most", 1)
    for asked in family.asks:
        goal, _ = substitute_asked(asked.goal, scene.grammar, scene.values)
        if isinstance(goal, ir.AnswerSets):
            goal = ir.AnswerSets(_wanted_answer_sets(asked, int(most), family))
        goals.append((goal, asked.span))
        drawn = any(isinstance(each, ir.Hole) for each in walk(goal))
        if drawn or not isinstance(goal, WRITTEN):
            report.add(
                "E0425",
                "a question to solve must be written out, but part of this one is random",
                asked.span,
                help="name what is asked about: `p(a)`",
            )
        else:
            _check_asked(family, goal, theory, asked.span, report)
    if not goals and "answer_sets" in family.logic.accepts:
        goals.append((ir.AnswerSets(int(most)), None))
    if not goals:
        help = "give the query on the command line: `rspc solve FILE --query …`"
        if notation is OURS:
            help = "write `ask entailment p(a)`, or give the query on the command line: `rspc solve FILE --query …`"
        report.add("E0425", "this problem has no question", NOWHERE, help=help)
    return goals


def _wanted_answer_sets(asked: Asked, most: int, family: Family) -> int:
    """Return how many answer sets are wanted: as the question says, or else the logic's option."""
    if "most" not in asked.knobs.values:
        return most
    values = {name: each.default for name, each in family.parameters.items()}
    return int(asked.knobs.draw(Env(Stream("solve"), values)).most)


def _check_asked(
    family: Family, goal: ir.Goal, theory: ir.Theory, span: Span, report: Report
) -> None:
    """Refuse a query that the logic cannot express, or with a predicate that the theory does not have."""
    accepts = family.logic.accepts
    lacking = next((each for each, _ in features(goal) if each not in accepts), None)
    if lacking is not None:
        report.add(
            "E0312",
            f"this query cannot be expressed in logic `{theory.logic}`",
            span,
            f"needs {lacking.replace('_', ' ')}",
        )
    if isinstance(goal, ir.Entailed):
        check_query(goal.statement, span, report)
    if isinstance(
        goal, ir.Stable | ir.AnswerSets
    ):  # a set with a literal that no rule derives is not an answer set
        return
    if any(isinstance(node, ir.Hole | ir.Expand | ir.Sign) for node in walk(goal)):
        report.add("E0421", "a query must not have holes", span, help="write the statement out")
        return
    if "concepts" in accepts:
        check_known(goal, theory, span, report)
        return
    known = {
        (node.predicate, len(node.arguments)) for node in walk(theory) if isinstance(node, ir.Atom)
    }
    for atom in (node for node in walk(goal) if isinstance(node, ir.Atom)):
        if (atom.predicate, len(atom.arguments)) in known:
            continue
        names = [str(name) for name, _ in known]
        if str(atom.predicate) in names:
            has = sorted(number for name, number in known if name == atom.predicate)
            report.add(
                "E0306",
                f"the theory has no `{atom.predicate}` with {count_noun(len(atom.arguments), 'argument')}",
                span,
                help=f"it has `{atom.predicate}` with {' and '.join(count_noun(each, 'argument') for each in has)}",
            )
        else:
            report.add(
                "E0205",
                f"the theory has no predicate `{atom.predicate}`",
                span,
                help=did_you_mean(str(atom.predicate), names),
            )
