"""The theory of a family: the declarations that statements are read with, written statements, the strategy."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, Note, Report, SpecError, did_you_mean, meant
from ...dsl.parsing.places import name_span
from ...dsl.source import NOWHERE, Source
from ..analysis.safety import check_program
from ..analysis.soundness import check_rules
from ..contract import Format, Logic, Modal, Operator, is_ordered, plugins
from ..family import (
    Background,
    Drawer,
    Family,
    Grammar,
    Growth,
    Line,
    RecordType,
    Selective,
    Typed,
    Written,
    build_line,
    check_call,
    check_indices,
    check_knobs,
    expansions,
    label,
)
from ..ir import needs
from ..kinds import BOOLEAN
from ..notation import StatementScope
from ..sources import MAX_THEORY
from .context import Stage
from .features import refuse
from .grammar import functional, number_sorts, sort_members, words_of

KINDS_OF_STATEMENT = ("fact", "rule", "axiom", "clue", "query")


def statement_scope(stage: Stage, logic: Logic, record: RecordType | None) -> StatementScope:
    predicates: dict[str, tuple[str, ...]] = {}
    operators = operators_of(logic) or {}
    for item, module in stage.items(syntax.Vocabulary):
        if item.kind == "pred":
            sorts = tuple(
                argument.text for argument in item.arguments if isinstance(argument, syntax.Name)
            )
            for name in words_of(stage, item, module):
                if name in predicates:
                    stage.report.add(
                        "E0202",
                        f"predicate `{name}` is declared twice",
                        item.span,
                        help="rename one of them",
                    )
                elif name in operators:
                    stage.report.add(
                        "E0202",
                        f"`{name}` is an operator of logic `{logic.name}`",
                        item.span,
                        help="rename the predicate",
                    )
                predicates[name] = sorts
    words = {
        kind: tuple(
            name
            for item, module in stage.items(syntax.Vocabulary)
            if item.kind == kind
            for name in words_of(stage, item, module)
        )
        for kind in ("concept", "role")
    }
    return StatementScope(
        stage.report,
        slots=record.kinds if record is not None else {},
        concepts="concepts" in logic.accepts,
        predicates=predicates or None,
        sorts={name: frozenset(values) for name, values in sort_members(stage).items()},
        preferences="preferences" in logic.accepts,
        facts="facts" in logic.accepts,
        paired=_has_only_roles(logic.accepts),
        atomic=frozenset(words["concept"]) or None,
        roles=_roles(words["role"], predicates),
        operators=operators_of(logic),
        named=stage.vocabularies.types,
        numbers={name: each.ends for name, each in number_sorts(stage).items()},
        values=frozenset(stage.vocabularies.types),
    )


def operators_of(logic: Logic) -> Mapping[str, Operator] | None:
    """Return a logic's own operators, each with the sorts of its arguments; None if it has none."""
    return logic.operators if isinstance(logic, Modal) else None


def _has_only_roles(accepts: Collection[str]) -> bool:
    """Return whether a logic asserts only concepts and roles: it has no rules over other predicates."""
    return "concepts" in accepts and "rules" not in accepts


def _roles(
    words: Sequence[str], predicates: Mapping[str, tuple[str, ...]]
) -> frozenset[str] | None:
    """Return the declared roles: predicates with two arguments are some."""
    pairs = {name for name, sorts in predicates.items() if len(sorts) == 2}
    return frozenset(pairs.union(words)) or None


def family_scope(family: Family, report: Report) -> StatementScope:
    """Return the declarations for reading a statement about a family's theories."""
    accepts = family.logic.accepts
    return StatementScope(
        report,
        slots=family.kinds,
        concepts="concepts" in accepts,
        predicates=family.undivided.predicates or None,
        sorts={name: frozenset(values) for name, values in family.undivided.sorts.items()},
        preferences="preferences" in accepts,
        facts="facts" in accepts,
        paired=_has_only_roles(accepts),
        atomic=frozenset(family.undivided.words.get("concept", ())) or None,
        roles=_roles(family.undivided.words.get("role", ()), family.undivided.predicates),
        operators=operators_of(family.logic),
        numbers={name: each.ends for name, each in family.undivided.numbers.items()},
    )


def build_growth(
    stage: Stage,
    scope: StatementScope,
    logic: Logic,
    grammar: Grammar,
    background: tuple[Background, ...] = (),
) -> Growth:
    """Return how theories are made; each of them has the statements of the background."""
    if "facts" in logic.accepts:
        _check_sorts(stage, grammar)
    item = stage.one(syntax.Theory, "theory", "write `theory { … }` or `theory STRATEGY { … }`")
    if item is None:
        return Growth(Written(), background=background)
    expressions = stage.expressions(stage.program.main)
    whole = [name for name, each in grammar.productions.items() if each.kind != "syntax"]
    lines: list[Line] = [
        build_line(statement, scope, expressions, KINDS_OF_STATEMENT, whole)
        for statement in _statements(stage, item, logic)
    ]
    written = Written(tuple(lines), _shuffled(stage, item, logic))
    _check_lines(stage, [*_given(background), *lines], grammar)
    _check_sound(stage, [*_given(background), *lines], logic)
    drawn = {line.kind for line in (*_given(background), *lines)}
    if not item.strategy:
        if not stage.report.errors:
            _warn_of_undrawn(stage, item, drawn, None)
        return Growth(written, span=item.span, background=background, shared=item.shared)
    name = stage.installed("rspc.strategies", "strategy", item.strategy, item)
    if name is None:
        return Growth(written, background=background)
    strategy = plugins.make("rspc.strategies", name)
    owner = f"strategy `{name}`"
    lacking = sorted(strategy.makes - logic.accepts)
    if lacking:
        grown = f"what {owner} grows"
        others = _strategies_for(logic)
        refuse(stage, grown, lacking[0], sorted(strategy.makes), item.span, logic, others)
    knobs = check_knobs(item.knobs, strategy.knobs, owner, item.span, expressions)
    if isinstance(strategy, Drawer) and not stage.report.errors:
        _warn_of_undrawn(stage, item, drawn, strategy)
        _warn_of_missing(stage, item, strategy.draws, owner)
        if isinstance(strategy, Selective):
            _warn_of_unused(stage, item, grammar, drawn, strategy)
    return Growth(written, strategy, knobs, item.span, background=background, shared=item.shared)


def _warn_of_undrawn(
    stage: Stage, item: syntax.Theory, drawn: Collection[str], strategy: Drawer | None
) -> None:
    """Warn of each production of the family that is neither drawn, by its kind or name, nor a part of another one."""
    kinds = strategy.draws if strategy is not None else frozenset()
    parts = {each.production for used, _ in stage.program.items() for each in expansions(used)}
    for each in stage.own(syntax.Production):
        if each.kind not in KINDS_OF_STATEMENT or each.kind in kinds or each.name in parts:
            continue
        if each.kind not in drawn and each.name not in drawn:
            why = f": strategy `{item.strategy}` draws no `{each.kind}`" if strategy else ""
            stage.report.add(
                "W0475",
                f"nothing draws `{each.name}`{why}",
                each.span,
                help=_how_to_draw(each, item),
            )


def _warn_of_unused(
    stage: Stage,
    item: syntax.Theory,
    grammar: Grammar,
    drawn: Collection[str],
    strategy: Selective,
) -> None:
    """Warn of each alternative that a strategy never uses, of a production of the family that nothing else draws."""
    for each in stage.own(syntax.Production):
        if each.kind not in strategy.draws or each.kind in drawn or each.name in drawn:
            continue
        options = grammar.productions[each.name].options
        for option in options:
            if why := strategy.unused(option.template):
                stage.report.add(
                    "W0475",
                    f"nothing draws this alternative of `{each.name}`: {why}",
                    option.span,
                    help=_how_to_draw(each, item) if len(options) == 1 else "remove it",
                )


def _how_to_draw(production: syntax.Production, item: syntax.Theory) -> str:
    if item.source or item.syntax:
        return "remove it: the theory is written out"
    if production.kind == "query":
        return "remove it, and write what is asked after the task: `ask TASK STATEMENT`"
    if production.parameters:
        return "remove it, or expand it in another production"
    line = f"1 of {production.name}."
    if item.strategy:
        return f"remove it, or draw it beside what grows: `theory {item.strategy} {{ … }} with {{ {line} }}`"
    return f"remove it, or draw it in the theory: `{line}`"


def _warn_of_missing(stage: Stage, item: syntax.Theory, drawn: frozenset[str], by: str) -> None:
    """Warn of each kind of production that a strategy draws, and that neither the family nor a module has."""
    for kind in sorted(drawn - {each.kind for each, _ in stage.items(syntax.Production)}):
        stage.report.add(
            "W0476",
            f"{by} draws statements from `{kind}` productions, and there are none",
            name_span(item.span, item.strategy),
            help=f"write one: `{kind} NAME = …`, or use a module that has some",
        )


def _strategies_for(logic: Logic) -> str:
    """Return which strategies a logic has, as a help."""
    fitting = [
        f"`{name}`"
        for name in plugins.names("rspc.strategies")
        if plugins.load("rspc.strategies", name).makes <= logic.accepts
    ]
    return f"strategies for logic `{logic.name}`: {', '.join(fitting)}" if fitting else ""


def _shuffled(stage: Stage, item: syntax.Theory, logic: Logic) -> Typed | None:
    """Return when the statements of a theory are in random order; report theories that have an order of their own."""
    if item.shuffled is None:
        return None
    fault, help = "", "remove `shuffled`"
    if item.strategy:
        fault = f"strategy `{item.strategy}` orders its statements"
    elif is_ordered(logic):
        fault = f"the order of statements has a meaning in logic `{logic.name}`"
    if fault:
        stage.report.add(
            "E0493", f"this theory cannot be shuffled: {fault}", item.shuffled.span, help=help
        )
    if item.shuffled.guard is None:
        return Typed(BOOLEAN, lambda env: True)
    return stage.expressions(stage.program.main).typed(item.shuffled.guard, BOOLEAN)


def _given(background: Sequence[Background]) -> Iterator[Line]:
    """Yield the lines of the background; each has a guard if its group has one."""
    for group in background:
        for line in group.written.lines:
            yield replace(line, guard=group.guards[0][0]) if group.guards else line


def _check_sorts(stage: Stage, grammar: Grammar) -> None:
    """Report argument sorts of a predicate that do not exist."""
    for item, _ in stage.items(syntax.Vocabulary):
        for part in item.arguments if item.kind == "pred" else ():
            name = part.span.text
            if not isinstance(part, syntax.Name) or part.text not in grammar.sorts:
                stage.report.add(
                    "E0201",
                    f"there is no sort `{name}`",
                    part.span,
                    help=meant(name, grammar.sorts) or f"write `sort {name} = POOL`",
                )


def _statements(stage: Stage, item: syntax.Theory, logic: Logic) -> Sequence[syntax.Line]:
    """Return the statements that a theory writes out, be it here, in a file or in the syntax of a format."""
    if not item.source and not item.syntax:
        return item.statements or ()
    format = _format(stage, item, logic)
    if format is None:
        return ()
    try:
        return format.read(_source(stage, item))
    except SpecError as error:
        stage.report.extend(error.diagnostics)
        return ()


def theory_settings(stage: Stage, logic: Logic) -> Mapping[str, str | bool | int]:
    """Return the options of the logic that theories in the syntax of a format set."""
    found: dict[str, str | bool | int] = {}
    for item, _ in stage.items(syntax.Theory):
        format = _format(stage, item, logic) if item.source or item.syntax else None
        try:
            found.update(format.settings(_source(stage, item)) if format is not None else {})
        except SpecError as error:
            stage.report.extend(error.diagnostics)
    return found


def _format(stage: Stage, item: syntax.Theory, logic: Logic) -> Format | None:
    """Return the format of a theory: that of its file's ending, of its own name or of its logic's."""
    known = {name: plugins.load(plugins.FORMATS, name) for name in plugins.names(plugins.FORMATS)}
    wanted = item.syntax or Path(item.source).suffix.lower()
    for name, format in known.items():
        if wanted not in ((name, format.logic) if item.syntax else (format.suffix,)):
            continue
        if format.logic == logic.name:
            made: Format = plugins.make(plugins.FORMATS, name)
            return made
        stage.report.add(
            "E0217",
            f"`{wanted}` holds theories of logic `{format.logic}`",
            item.span,
            help=f"write `logic {format.logic}`",
        )
        return None
    message = f"no installed logic reads theories written as `{wanted}`"
    if not wanted:
        message = f"`{item.source}` does not have the ending of a theory file"
    words = [*known] if item.syntax else [value.suffix for value in known.values()]
    stage.report.add(
        "E0217",
        message,
        item.span,
        help=did_you_mean(wanted, words) or f"those that are read: {', '.join(words)}",
    )
    return None


def _source(stage: Stage, item: syntax.Theory) -> Source:
    """Return a file, or the text within a spec at its own place there: all else is blanked out."""
    library, main = stage.program.library, stage.program.main.key
    if item.source:
        source = library.source(library.beside(main, item.source, item.span), item.span)
        if len(source.text) > MAX_THEORY:
            raise SpecError(
                [
                    Diagnostic(
                        "E0603", f"`{source.name}` is larger than {MAX_THEORY >> 20} MiB", item.span
                    )
                ]
            )
        return source
    whole = item.span.source
    start = whole.text.index(item.embedded, item.span.start)
    before = re.sub(r"[^\n]", " ", whole.text[:start])
    return Source(whole.name, before + item.embedded)


def _check_lines(stage: Stage, lines: Sequence[Line], grammar: Grammar) -> None:
    labels: dict[str, Line] = {}
    for line in lines:
        if line.label in labels and line.label:
            stage.report.add(
                "E0202",
                f"two statements are labelled `{line.label}`",
                line.span or NOWHERE,
                notes=(Note(labels[line.label].span or NOWHERE, "the first is here"),),
                help="rename one of them",
            )
        labels.setdefault(line.label, line)
        if line.span is not None and stage.report.has_error(line.span):
            continue
        if not line.calls and not line.indices and not line.kind:  # nothing is drawn, as in most
            continue
        for call in line.calls:
            check_call(call, grammar.productions, stage.report)
        span = line.span or NOWHERE
        check_indices(line.indices, line.kind, line.calls, span, grammar, stage.report)
        if line.kind and not grammar.of_kind(line.kind):
            stage.report.add(
                "E0410", f"there is no `{line.kind}` production to draw from", line.span or NOWHERE
            )
        for production in grammar.of_kind(line.kind):
            if production.parameters:
                given = ", ".join(production.parameters)
                stage.report.add(
                    "E0306",
                    f"`{production.name}` cannot be drawn: it needs a value for its `{given}`",
                    line.span or NOWHERE,
                    help=f"expand it by name: `<{production.name}(1)>`, or leave its parameters out",
                )


def _is_certain(line: Line, logic: Logic) -> bool:
    """Return whether a line is the same statement in every instance, and one that the logic has."""
    if line.template is None or line.open or line.guard is not None:
        return False
    return logic.accepts.issuperset(needs(line.template))


def _may_contradict(stage: Stage) -> bool:
    """Return whether all questions ask about contradictions, so that facts may contradict each other."""
    asked = [ask.task for ask in stage.own(syntax.Ask)]
    known = set(asked) <= set(plugins.names("rspc.tasks"))
    return (
        bool(asked)
        and known
        and all(getattr(plugins.load("rspc.tasks", name), "contradictory", False) for name in asked)
    )


def _check_sound(stage: Stage, lines: Sequence[Line], logic: Logic) -> None:
    """Check the statements that are written out, and that the logic has, against each other."""
    written: list[Line] = []
    others: set[str] = set()
    for line in lines:
        if line.span is not None and stage.report.has_error(line.span):
            others.add(line.label)  # what was wrong there is gone, and its variables with it
        elif _is_certain(line, logic):
            written.append(line)
        else:
            others.add(line.label)
    labelled = label([(line.label, line.template) for line in written])  # type: ignore[misc]
    spans = {each.id: line.span or NOWHERE for each, line in zip(labelled, written, strict=True)}
    check_rules(labelled, spans, stage.report, others, functional(stage), _may_contradict(stage))
    if "answer_sets" in logic.accepts:
        check_program(labelled, spans, stage.report, whole=not others)
