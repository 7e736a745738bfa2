"""What a family says of its theories: predicates, productions, the statements written out, the strategy."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, Note, Report, SpecError, did_you_mean, meant
from ...dsl.source import NOWHERE, Source
from ..analysis.safety import check_program
from ..analysis.soundness import check_rules
from ..contract import Format, Logic, Modal, Operator, plugins
from ..family import (
    ANY,
    Conditional,
    Division,
    DrawnWords,
    Family,
    Grammar,
    Growth,
    Line,
    Listed,
    Numbers,
    PoolValues,
    RecordType,
    Rewriting,
    Written,
    build_line,
    build_production,
    check_call,
    check_grammar,
    check_holes,
    check_knobs,
    constant_value,
    label,
)
from ..ir import features
from ..kinds import NOTHING, NUMBER, Scalar, Type
from ..notation import StatementScope
from ..sources import MAX_THEORY, Module
from .context import Stage
from .features import refuse

KINDS_OF_STATEMENT = ("fact", "rule", "axiom", "clue", "query")


def statement_scope(stage: Stage, logic: Logic, record: RecordType | None) -> StatementScope:
    predicates: dict[str, tuple[str, ...]] = {}
    operators = operators_of(logic) or {}
    for item, module in stage.items(syntax.Vocabulary):
        if item.kind == "pred":
            sorts = tuple(
                argument.text for argument in item.arguments if isinstance(argument, syntax.Name)
            )
            for name in _words_of(stage, item, module):
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
            for name in _words_of(stage, item, module)
        )
        for kind in ("concept", "role")
    }
    return StatementScope(
        stage.report,
        slots=record.kinds if record is not None else {},
        concepts="concepts" in logic.accepts,
        predicates=predicates or None,
        sorts={name: frozenset(values) for name, values in _sorts(stage).items()},
        preferences="preferences" in logic.accepts,
        facts="facts" in logic.accepts,
        paired=_has_only_roles(logic.accepts),
        atomic=frozenset(words["concept"]) or None,
        roles=_roles(words["role"], predicates),
        operators=operators_of(logic),
        named=stage.vocabularies.types,
        numbers={name: each.ends for name, each in _numbers(stage).items()},
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


def _divisions(stage: Stage) -> dict[Listed, tuple[Division, ...]]:
    """Return the lists from which sorts and vocabulary take their words; nothing if no split has words of its own."""
    found: dict[Listed, list[Division]] = {}
    for module in stage.program.modules:
        for name, declared in module.own.items():
            if isinstance(declared.item, syntax.Sort | syntax.Pool):
                pool = stage.vocabularies.pool(module, name)
                if pool is not None:
                    found.setdefault(("sort", name), []).append(pool.division())
    for item, module in stage.items(syntax.Vocabulary):
        found.setdefault((item.kind, ""), []).append(division_of(stage, item, module))
    if not any(division.divides for divisions in found.values() for division in divisions):
        return {}
    return {listed: tuple(divisions) for listed, divisions in found.items()}


def _sorts(stage: Stage) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for module in stage.program.modules:
        for name, declared in module.own.items():
            if isinstance(declared.item, syntax.Sort | syntax.Pool):
                pool = stage.vocabularies.pool(module, name)
                if pool is not None:
                    found[name] = pool.values
    return found


def _words_of(stage: Stage, item: syntax.Vocabulary, module: Module) -> tuple[str, ...]:
    """Return the symbols that a `pred`, `role` or `concept` item declares, for whatever split."""
    return vocabulary_pool(stage, item, module).values


def division_of(stage: Stage, item: syntax.Vocabulary, module: Module) -> Division:
    """Return the symbols that a `pred`, `role` or `concept` item declares, and which splits have them."""
    return vocabulary_pool(stage, item, module).division(item.split)


def vocabulary_pool(stage: Stage, item: syntax.Vocabulary, module: Module) -> PoolValues:
    """Return the symbols that a `pred`, `role` or `concept` item declares, as a pool."""
    if item.name:
        return PoolValues(item.kind, (item.name,))
    origin = item.origin
    if isinstance(origin, syntax.Infix) and origin.operator == "of":
        origin = origin.right
    nothing = PoolValues(item.kind, ())
    if origin is None:
        return nothing
    if isinstance(origin, syntax.Braces):
        return stage.vocabularies.written(module, origin.span.text, origin)
    name, part = origin.span.text, ""
    if isinstance(origin, syntax.Name):
        name = origin.text
    elif isinstance(origin, syntax.Dotted):
        name, part = origin.parts[0], origin.parts[-1]
    pool = stage.vocabularies.pool(module, name)
    if pool is None:
        known = [n for n, d in module.names.items() if isinstance(d.item, syntax.Pool)]
        stage.report.add(
            "E0201", f"there is no pool `{name}`", origin.span, help=meant(name, known)
        )
        return nothing
    if part and part not in pool.parts:
        stage.report.add(
            "E0203",
            f"pool `{name}` has no split `{part}`",
            origin.span,
            help=did_you_mean(part, pool.parts),
        )
    return PoolValues(name, pool.of(part), {}, pool.spans) if part else pool


def functional(stage: Stage) -> tuple[str, ...]:
    """Return the predicates that have one value."""
    return tuple(
        name
        for item, module in stage.items(syntax.Vocabulary)
        if item.kind == "pred" and item.functional
        for name in _words_of(stage, item, module)
    )


def _drawn_words(
    stage: Stage,
    kind: str,
    amount: syntax.Expr,
    division: Division,
    module: Module,
) -> list[DrawnWords]:
    """Return how many of a declaration's words an instance has; nothing, with a report, where that cannot be."""
    count = stage.expressions(module).typed(amount, NUMBER)
    size = len(division.words)
    if not size or count.type is NOTHING:
        return []
    if count.constant and constant_value(count) > size:
        stage.report.add(
            "E0403",
            f"cannot draw {constant_value(count)} words from {size}",
            amount.span,
            help=f"write at most {size}",
        )
        return []
    return [DrawnWords(kind, division, count, amount.span)]


def build_grammar(stage: Stage, scope: StatementScope) -> Grammar:
    productions: dict[str, Rewriting] = {}
    for item, module in stage.items(syntax.Production):
        names = stage.vocabularies.names(module)
        if item.name in productions:
            stage.report.add(
                "E0202",
                f"two modules declare a production `{item.name}`",
                item.span,
                help="rename one of them",
            )
        productions[item.name] = build_production(item, scope, names)
    words: dict[str, list[str]] = {"role": [], "concept": []}
    drawn: list[DrawnWords] = []
    for declared, module in stage.items(syntax.Vocabulary):
        division = division_of(stage, declared, module)
        if declared.kind in words:
            words[declared.kind] += division.words
        if isinstance(declared.origin, syntax.Infix) and declared.origin.operator == "of":
            drawn += _drawn_words(stage, declared.kind, declared.origin.left, division, module)
    pairs = dict.fromkeys(words["role"] if scope.paired else (), (ANY, ANY))
    grammar = Grammar(
        productions,
        {**pairs, **(scope.predicates or {})},
        _sorts(stage),
        {kind: tuple(dict.fromkeys(each)) for kind, each in words.items()},
        tuple(drawn),
        _divisions(stage),
    )
    grammar = replace(
        grammar,
        numbers=_numbers(stage),
        drawn=(*grammar.drawn, *_drawn_sorts(stage, grammar)),
        named=_value_types(stage, scope),
        individuals=tuple(item.name for item, _ in stage.items(syntax.Sort)),
        optional=tuple(_optional(stage)),
        operators={name: each.terms for name, each in (scope.operators or {}).items()},
        empty=frozenset(
            item.kind
            for item, module in stage.items(syntax.Vocabulary)
            if not _words_of(stage, item, module)
        ),
    )
    check_grammar(productions, stage.report)
    return grammar


def _value_types(stage: Stage, scope: StatementScope) -> dict[str, Type]:
    """Return the parameters and chosen values with their types; outside of records amounts are whole numbers."""
    types = stage.vocabularies.types
    if scope.slots:
        return dict(types)
    return {name: NUMBER if isinstance(own, Scalar) else own for name, own in types.items()}


def check_filling(stage: Stage, grammar: Grammar, lines: Sequence[Line]) -> None:
    """Report the holes that nothing can fill, in productions and in statements that are written out."""
    for production in grammar.productions.values():
        for option in production.options:
            if not stage.report.has_error(option.span):
                check_holes(option.template, grammar, option.span, stage.report)
    for line in lines:
        span = line.span or NOWHERE
        if line.template is not None and line.open and not stage.report.has_error(span):
            check_holes(line.template, grammar, span, stage.report)


def _optional(stage: Stage) -> Iterator[Conditional]:
    """Yield the words and sorts of modules that are used only under conditions."""
    modules: dict[tuple[str, str], list[Module]] = {}
    for item, module in stage.items(syntax.Vocabulary):
        for word in _words_of(stage, item, module):
            modules.setdefault((item.kind, word), []).append(module)
    for declared, module in stage.items(syntax.Sort):
        modules.setdefault(("sort", declared.name), []).append(module)
    for (kind, word), own in modules.items():
        if not any(module.always for module in own):
            guards = (guard for module in own for guard in stage.guards(module))
            yield Conditional(kind, word, tuple(guards))


def _numbers(stage: Stage) -> dict[str, Numbers]:
    """Return the sorts that hold whole numbers."""
    found: dict[str, Numbers] = {}
    for item, module in stage.items(syntax.Sort):
        match item.value:
            case syntax.Infix(operator="..", left=left, right=right):
                expressions = stage.expressions(module)
                low, high = (expressions.typed(part, NUMBER) for part in (left, right))
                found[item.name] = Numbers(low, high)
    return found


def _drawn_sorts(stage: Stage, grammar: Grammar) -> list[DrawnWords]:
    """Return the sorts of whose members an instance has but some."""
    found: list[DrawnWords] = []
    for item, module in stage.items(syntax.Sort):
        match item.value:
            case syntax.Infix(operator="of", left=amount):
                members = Division(grammar.sorts.get(item.name, ()))
                drawn = _drawn_words(stage, "sort", amount, members, module)
                found += [replace(each, sort=item.name) for each in drawn]
    return found


def build_growth(stage: Stage, scope: StatementScope, logic: Logic, grammar: Grammar) -> Growth:
    if "facts" in logic.accepts:
        _check_sorts(stage, grammar)
    item = stage.one(syntax.Theory, "theory", "write `theory { … }` or `theory STRATEGY { … }`")
    if item is None:
        return Growth(Written())
    expressions = stage.expressions(stage.program.main)
    whole = [name for name, each in grammar.productions.items() if each.kind != "syntax"]
    lines: list[Line] = [
        build_line(statement, scope, expressions, KINDS_OF_STATEMENT, whole)
        for statement in _statements(stage, item, logic)
    ]
    _check_lines(stage, lines, grammar)
    _check_sound(stage, lines, logic)
    if not item.strategy:
        return Growth(Written(tuple(lines)), span=item.span)
    name = stage.installed("rspc.strategies", "strategy", item.strategy, item)
    if name is None:
        return Growth(Written(tuple(lines)))
    strategy = plugins.make("rspc.strategies", name)
    owner = f"strategy `{name}`"
    lacking = sorted(strategy.makes - logic.accepts)
    if lacking:
        refuse(stage, f"what {owner} grows", lacking[0], sorted(strategy.makes), item.span, logic)
    knobs = check_knobs(item.knobs, strategy.knobs, owner, item.span, expressions)
    return Growth(Written(tuple(lines)), strategy, knobs, item.span)


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


def _statements(stage: Stage, item: syntax.Theory, logic: Logic) -> Sequence[syntax.Statement]:
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
        for call in line.calls:
            check_call(call, grammar.productions, stage.report)
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


def _check_sound(stage: Stage, lines: Sequence[Line], logic: Logic) -> None:
    """Check the statements that are written out, and that the logic has, against each other."""
    written: list[Line] = []
    others: set[str] = set()
    for line in lines:
        if line.span is not None and stage.report.has_error(line.span):
            others.add(line.label)  # what was wrong there is gone, and its variables with it
        elif line.open or any(each not in logic.accepts for each, _ in features(line.template)):  # type: ignore[arg-type]
            others.add(line.label)
        else:
            written.append(line)
    labelled = label([(line.label, line.template) for line in written])  # type: ignore[misc]
    spans = {each.id: line.span or NOWHERE for each, line in zip(labelled, written, strict=True)}
    check_rules(labelled, spans, stage.report, others, functional(stage))
    if "answer_sets" in logic.accepts:
        check_program(labelled, spans, stage.report, whole=not others)
