"""The grammar of a family: its vocabulary, sorts and productions, with the words of all splits."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...dsl import syntax
from ...dsl.diagnostics import Note, did_you_mean, meant
from ...dsl.parsing.places import name_span
from ...dsl.source import NOWHERE, Span
from ..family import (
    ANY,
    Conditional,
    Division,
    DrawnWords,
    Grammar,
    Line,
    Listed,
    Numbers,
    PoolValues,
    Rewriting,
    build_production,
    check_grammar,
    check_holes,
    check_kept,
    constant_value,
    hole_places,
    index_types,
)
from ..kinds import NOTHING, NUMBER, List, Scalar, Type
from ..notation import StatementScope
from ..sources import Module
from .context import Stage


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


def sort_members(stage: Stage) -> dict[str, tuple[str, ...]]:
    """Return the members of every sort and pool, of all splits."""
    found: dict[str, tuple[str, ...]] = {}
    for module in stage.program.modules:
        for name, declared in module.own.items():
            if isinstance(declared.item, syntax.Sort | syntax.Pool):
                pool = stage.vocabularies.pool(module, name)
                if pool is not None:
                    found[name] = pool.values
    return found


def words_of(stage: Stage, item: syntax.Vocabulary, module: Module) -> tuple[str, ...]:
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
        for name in words_of(stage, item, module)
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
    homes: dict[str, tuple[Module, Span]] = {}
    indices = _index_types(stage, scope)
    for item, module in stage.items(syntax.Production):
        names = stage.vocabularies.names(module)
        own = name_span(item.span, item.name)
        home, first = homes.setdefault(item.name, (module, own))
        if home is not module:  # twice in one module was reported
            stage.report.add(
                "E0202",
                f"two modules declare a production `{item.name}`",
                own,
                notes=(Note(first, "the other is here"),),
                help="rename one of them",
            )
        productions[item.name] = build_production(item, scope, names, indices)
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
        sort_members(stage),
        {kind: tuple(dict.fromkeys(each)) for kind, each in words.items()},
        tuple(drawn),
        _divisions(stage),
    )
    grammar = replace(
        grammar,
        numbers=number_sorts(stage),
        chosen=_chosen_sorts(stage),
        drawn=(*grammar.drawn, *_drawn_sorts(stage, grammar)),
        named=_value_types(stage, scope),
        individuals=tuple(item.name for item, _ in stage.items(syntax.Sort)),
        optional=tuple(_optional(stage)),
        operators={name: each.terms for name, each in (scope.operators or {}).items()},
        empty=frozenset(
            item.kind
            for item, module in stage.items(syntax.Vocabulary)
            if not words_of(stage, item, module)
        ),
    )
    check_grammar(productions, stage.report)
    return grammar


def _index_types(stage: Stage, scope: StatementScope) -> dict[str, Type]:
    """Return the types of the names that indexed lines bind, except those that have another meaning."""
    names = stage.vocabularies.names(stage.program.main)
    lines = (each for item in stage.program.main.spec.items for each in syntax.indexed_in(item))
    found = index_types(lines, scope, names)
    return {name: type for name, type in found.items() if name not in names.types}


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
                places = hole_places(option.template, grammar)
                check_kept(option.kept, production.item.kept, places, grammar.sorts, stage.report)
    for line in lines:
        span = line.span or NOWHERE
        if line.template is not None and line.open and not stage.report.has_error(span):
            bound = replace(grammar, named={**grammar.named, **line.types})
            check_holes(line.template, bound, span, stage.report)


def _optional(stage: Stage) -> Iterator[Conditional]:
    """Yield the words and sorts of modules that are used only under conditions."""
    modules: dict[tuple[str, str], list[Module]] = {}
    for item, module in stage.items(syntax.Vocabulary):
        for word in words_of(stage, item, module):
            modules.setdefault((item.kind, word), []).append(module)
    for declared, module in stage.items(syntax.Sort):
        modules.setdefault(("sort", declared.name), []).append(module)
    for (kind, word), own in modules.items():
        if not any(module.always for module in own):
            guards = (guard for module in own for guard in stage.guards(module))
            yield Conditional(kind, word, tuple(guards))


def number_sorts(stage: Stage) -> dict[str, Numbers]:
    """Return the sorts that hold whole numbers."""
    found: dict[str, Numbers] = {}
    for item, module in stage.items(syntax.Sort):
        match item.value:
            case syntax.Infix(operator="..", left=left, right=right):
                expressions = stage.expressions(module)
                low, high = (expressions.typed(part, NUMBER) for part in (left, right))
                found[item.name] = Numbers(low, high)
    return found


def _chosen_sorts(stage: Stage) -> dict[str, str]:
    """Return the sorts that are lists that each instance chooses, with the names of these."""
    return {
        item.name: item.value.text
        for item, module in stage.items(syntax.Sort)
        if isinstance(item.value, syntax.Name)
        and stage.vocabularies.chosen_from(module, item.value.text) is not None
        and isinstance(stage.vocabularies.types.get(item.value.text), List)
    }


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
