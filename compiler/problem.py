"""Reading problems that are written out: their files, their theory with its options, and their questions."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from ..dsl import syntax as tree
from ..dsl.diagnostics import Diagnostic, Report, SpecError, count_noun, did_you_mean
from ..dsl.printing.printer import print_spec
from ..dsl.reading import read_source
from ..dsl.source import NOWHERE, Source, Span
from .analysis.soundness import check_query
from .contract import Format, Notation, plugins
from .elaboration.theory import family_scope
from .family import (
    SWITCH,
    Asked,
    Draft,
    Env,
    Family,
    describe_type,
    of_types,
    substitute_asked,
)
from .instances import written_draft, written_scene
from .ir import features, nodes as ir, predicates_of, walk
from .notation import OURS, SourceNotation, check_known, lower_statement
from .random.stream import Stream
from .sources import MAX_THEORY, Library

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


def read_problem(source: str | Path, syntax: str) -> tuple[Library, str, SourceNotation]:
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


def theory_of(family: Family, report: Report, options: Mapping[str, Any]) -> Draft:
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


def goals_of(
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
            goal = ir.AnswerSets(wanted_answer_sets(asked, int(most), family))
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


def wanted_answer_sets(asked: Asked, most: int, family: Family) -> int:
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
    if isinstance(goal, ir.Stable | ir.AnswerSets):
        return  # a set with a literal that no rule derives is not an answer set
    if any(isinstance(node, ir.Hole | ir.Expand | ir.Sign) for node in walk(goal)):
        report.add("E0421", "a query must not have holes", span, help="write the statement out")
        return
    if "concepts" in accepts:
        check_known(goal, theory, span, report)
        return
    known = predicates_of(each.statement for each in theory.statements)
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
