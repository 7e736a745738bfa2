"""Builds the `gather` items of a family, and the phrases that say their statements together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from ....dsl import syntax
from ....dsl.diagnostics import Report
from ....dsl.edits import Edit, Help, end_sentence
from ....dsl.printing.printer import print_expression, print_statement
from ....dsl.reserved import PARTS
from ....dsl.source import Span
from ...contract import Logic, is_ordered
from ...family import Gathering, Typed
from ...ir import nodes as ir, walk
from ...kinds import BOOLEAN, Integer, Kind, OneOf
from ...notation import StatementScope, lower_statement
from ...text import STOPS, TERM, Phrase, is_sentence, standings
from ..context import Stage
from .named_rules import is_named

_Patterns: TypeAlias = Sequence[tuple[ir.Node, syntax.GridPart]]


def build_gatherings(
    stage: Stage, scope: StatementScope, logic: Logic
) -> tuple[tuple[Gathering, ...], tuple[Phrase, ...]]:
    """Return the gatherings of a family with the phrases that say them, and report errors."""
    found: list[Gathering] = []
    phrases: list[Phrase] = []
    for item, module in stage.items(syntax.Gather):
        scopes = [scope.for_pattern() for _ in item.parts]
        patterns = [
            (lower_statement(part.pattern, inner)[1], part)
            for part, inner in zip(item.parts, scopes, strict=True)
        ]
        fault = _fault(item, patterns, logic)
        if fault is not None:
            message, span, help = fault
            told = f"these statements cannot be gathered: {message}"
            stage.report.add("E0538", told, span, help=help)
            continue
        guards: list[tuple[Typed, ...]] = []
        if item.guard is not None:
            guards.append((stage.expressions(module).typed(item.guard, BOOLEAN),))
        under = tuple(stage.guards(module))
        guards += [under] if under else []
        gathering = Gathering(
            _text_of(item),
            tuple(node for node, _ in patterns),
            item.names,
            tuple(guards),
            item.span,
        )
        found.append(gathering)
        kinds = [
            {**inner.holes, **_kinds(node, scope)}
            for inner, (node, _) in zip(scopes, patterns, strict=True)
        ]
        phrases += _parts(gathering, patterns, kinds, module.key)
        phrases += _sentences(item, gathering, kinds[0], module.key, stage.report)
    return tuple(found), tuple(phrases)


def _text_of(item: syntax.Gather) -> str:
    """Return an item without its words. With other conditions it is another one, which has other words."""
    names = "".join(f"?{name} " for name in item.names)
    patterns = "; ".join(print_statement(part.pattern) for part in item.parts)
    guard = "" if item.guard is None else f" when {print_expression(item.guard)}"
    return f"gather {names}{{ {patterns} }}{guard}"


def _parts(
    gathering: Gathering, patterns: _Patterns, kinds: Sequence[Mapping[str, Kind]], origin: str
) -> Iterator[Phrase]:
    for (node, part), own in zip(patterns, kinds, strict=True):
        yield Phrase(gathering.aspect(node), part.text, "", dict(own), "", part.span, origin)


def _sentences(
    item: syntax.Gather,
    gathering: Gathering,
    kinds: Mapping[str, Kind],
    origin: str,
    report: Report,
) -> Iterator[Phrase]:
    things = {name: kind for name, kind in kinds.items() if name in gathering.names}
    for phrase in item.phrases:
        if is_sentence(phrase.text):
            yield Phrase(
                gathering.group(), phrase.text, "", things, phrase.split, phrase.span, origin
            )
            continue
        report.add(
            "E0463",
            f"the text of a gathering must be a sentence, but `{phrase.text}` has no full stop",
            phrase.span,
            help=end_sentence(phrase.span),
        )


def _kinds(pattern: ir.Node, scope: StatementScope) -> dict[str, Kind]:
    """Return the kinds of holes for arguments: the names or numbers of the declared sorts."""
    atoms = (node for node in walk(pattern) if isinstance(node, ir.Atom))
    places = (
        (argument.name, sort)
        for atom in atoms
        if isinstance(atom.predicate, str)
        for argument, sort in zip(
            atom.arguments, (scope.predicates or {}).get(atom.predicate, ()), strict=False
        )
        if isinstance(argument, ir.Hole)
    )
    found: dict[str, Kind] = {}
    for name, sort in places:
        if sort in scope.numbers:
            found[name] = Integer()
        elif scope.sorts.get(sort):
            found[name] = OneOf(sort, tuple(sorted(scope.sorts[sort])))
    return found


_Fault: TypeAlias = tuple[str, Span, str]


def _fault(item: syntax.Gather, patterns: _Patterns, logic: Logic) -> _Fault | None:
    """Return why the statements of an item cannot be gathered, where, and what to do; None if they can."""
    if is_ordered(logic):
        repair = "remove the item: each statement then has a sentence of its own"
        return "their order counts in this logic", item.span, repair
    if len(set(item.names)) < len(item.names):
        return "two holes have one name", item.span, "write each hole once after `gather`"
    for node, part in patterns:
        if is_named(node, logic):
            told = "rules have names in this logic, which the sentence would leave out"
            return told, part.span, "remove this pattern: the rule then has a sentence of its own"
        holes = standings(node)
        for name in item.names:
            if name not in holes:
                repair = f"write `?{name}` in this pattern, or remove it after `gather`"
                return f"this pattern lacks `?{name}`", part.span, repair
            if holes[name].sort != TERM or holes[name].rest:
                told = f"`?{name}` does not stand for one thing"
                repair = f"write `?{name}` in the place of one argument, as in `likes(?{name}, ?b)`"
                return told, part.span, repair
        if PARTS in holes:
            repair = f"rename `?{PARTS}`: in the sentence, `{PARTS}` are the texts of the patterns"
            return f"a hole cannot be called `{PARTS}`", part.span, repair
        if is_sentence(part.text):
            return f"`{part.text}` is a sentence", part.span, _shorten(part.span)
    return None


def _shorten(span: Span) -> str:
    """Return the repair for a pattern whose text, the last thing in its span, ends as a sentence does."""
    words = span.text.rstrip('"').rstrip()
    stop = Span(span.source, span.start + len(words) - 1, span.start + len(words))
    edits = [Edit(stop, "")] if stop.text in STOPS and span.text.endswith('"') else []
    return Help("remove the mark at its end: the text of a pattern is a part of a sentence", *edits)
