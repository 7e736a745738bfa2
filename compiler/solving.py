"""Problems written out in full: what follows from them, by every engine of their logic, with the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..dsl import syntax as tree
from ..dsl.diagnostics import Diagnostic, Report, SpecError, did_you_mean
from ..dsl.parser import parse_statement
from ..dsl.printer import print_spec
from ..dsl.reading import read_source
from ..dsl.source import NOWHERE, Source, Span
from . import plugins
from .certifying import certify_all
from .contract import Format
from .elaborate import elaborate
from .family import Family
from .ir import nodes as ir
from .ir.raising import show
from .ir.traversal import walk
from .library import Library
from .lowering import lower_statement
from .stream import Stream
from .theories import family_scope
from .typed import Env

MAIN = "problem.rspec"


@dataclass(frozen=True)
class Answer:
    """What follows from a problem.

    Attributes:
        label: `true`, `false`, `unknown`, `undecided` or `inconsistent`; None where nothing was asked.
        query: the statement asked about, as text.
        theory: the statements, as text.
        certificate: the evidence, as plain values.
        engines: each engine's label.
        proof: the steps of the proof, each with what it uses, what it beats and what it gives.
        encodings: the problem in the format of each backend.
    """

    label: str | None
    query: str
    theory: tuple[str, ...]
    certificate: Mapping[str, Any]
    engines: Mapping[str, str]
    proof: Sequence[Mapping[str, Any]] = ()
    encodings: Mapping[str, str] = field(default_factory=dict)


def solve(
    source: str | Path,
    syntax: str = "rspec",
    query: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Answer:
    """Decide a problem that is written out.

    Args:
        source: a file's path, or the text itself.
        syntax: the language it is written in: `rspec`, or the name of an installed format.
        query: the statement to ask about, in the place of the problem's own question.
        options: those of the `logic` statement, in the place of the problem's own.

    Raises:
        SpecError: the problem or the query cannot be read, or asks for chance.
        Disagreement: engines gave different labels.
    """
    report = Report()
    library, main = _library(source, syntax)
    family = elaborate(library, main, report, {}, asking=False)
    theory = _theory(family, report, options or {})
    goal = _goal(family, theory, query, report)
    report.raise_errors()
    asked = ir.Query(goal)
    verdict, labels = certify_all(family, theory, asked)
    return Answer(
        verdict.label,
        show(goal.statement),
        tuple(show(each) for each in theory.statements),
        verdict.certificate,
        labels,
    )


def _library(source: str | Path, syntax: str) -> tuple[Library, str]:
    """Give the files of a problem; one in another format than ours is written in ours first."""
    if syntax == "rspec":
        if isinstance(source, Path):
            read_source(source)
            return Library(source.parent), source.name
        return Library(None, {MAIN: source}), MAIN
    known = plugins.names(plugins.FORMATS)
    if syntax not in known:
        help = did_you_mean(syntax, known) or f"there are rspec, {', '.join(known)}"
        message = f"no installed logic reads problems written as `{syntax}`"
        raise SpecError([Diagnostic("E0217", message, help=help)])
    format: Format = plugins.make(plugins.FORMATS, syntax)
    text = (
        read_source(source)
        if isinstance(source, Path)
        else Source(f"problem{format.suffix}", source)
    )
    items = (
        tree.Header("family", "problem"),
        tree.Logic(format.logic),
        tree.Theory(statements=format.read(text)),
    )
    return Library(None, {MAIN: print_spec(tree.Spec(items))}), MAIN


def _theory(family: Family, report: Report, options: Mapping[str, Any]) -> ir.Theory:
    """Give the one theory of a family; report what is left to chance."""
    span: Span = NOWHERE
    for line in family.growth.core.lines:
        if line.template is None or any(isinstance(e, ir.Hole) for e in walk(line.template)):
            span = line.span or span
            message = "a problem to be solved is written out, and this is drawn by chance"
            report.add("E0425", message, span, help="write `rspc compile` to make instances of it")
    if family.growth.strategy is not None:
        message = f"the theory is grown by strategy `{family.growth.strategy.name}`"
        help = "a problem to be solved is written out: `theory { … }`"
        report.add("E0425", message, span, help=help)
    report.raise_errors()
    statements = family.growth.core.draw(family.grammar, Env(Stream("solve"), {}))
    chosen = {**dict(family.options), **options}
    unknown = [name for name in options if name not in dict(family.options)]
    if unknown:
        help = did_you_mean(unknown[0], dict(family.options))
        message = f"logic `{family.logic.name}` has no option `{unknown[0]}`"
        raise SpecError([Diagnostic("E0412", message, help=help)])
    return ir.Theory(family.logic.name, statements, family.signature, tuple(chosen.items()))


def _goal(family: Family, theory: ir.Theory, query: str | None, report: Report) -> ir.Entailed:
    """Give what is asked: the query, or the problem's own question."""
    if query is not None:
        source = Source("query", query)
        node = parse_statement(source)
        _, statement = lower_statement(node, family_scope(family, report))
        report.raise_errors()
        goal = ir.Entailed(statement)
        _check_known(goal, theory, node.span, report)
        return goal
    for asked in family.asks:
        if isinstance(asked.goal, ir.Entailed) and not any(
            isinstance(each, ir.Hole) for each in walk(asked.goal)
        ):
            _check_known(asked.goal, theory, asked.span, report)
            return asked.goal
    help = "write `ask entailment p(a)`, or give the query beside the file"
    report.add("E0425", "nothing is asked of this problem", NOWHERE, help=help)
    report.raise_errors()
    raise AssertionError("a report with an error raises")


def _check_known(goal: ir.Entailed, theory: ir.Theory, span: Span, report: Report) -> None:
    """Refuse a query that speaks of a predicate the theory does not have."""
    known = {
        (each.predicate, len(each.arguments)) for each in walk(theory) if isinstance(each, ir.Atom)
    }
    for atom in (each for each in walk(goal) if isinstance(each, ir.Atom)):
        if (atom.predicate, len(atom.arguments)) in known:
            continue
        names = [str(name) for name, _ in known]
        if str(atom.predicate) in names:
            message = f"the theory has no `{atom.predicate}` with {len(atom.arguments)} arguments"
            report.add("E0306", message, span)
        else:
            message = f"the theory has no predicate `{atom.predicate}`"
            report.add("E0205", message, span, help=did_you_mean(str(atom.predicate), names))
