"""Builds the `gather` items of a family, and the phrases that say their statements together."""

from collections.abc import Sequence
from dataclasses import replace

from ....dsl import syntax
from ....dsl.diagnostics import Report
from ....dsl.printing.printer import print_item
from ....dsl.source import Span
from ...contract import Logic, is_ordered
from ...family import Gathering, Typed
from ...ir import matcher, nodes as ir, walk
from ...kinds import BOOLEAN, Integer, Kind, OneOf
from ...notation import StatementScope, lower_statement
from ...text import TERM, Phrase, is_sentence, standings
from ..context import Stage

_OTHER_LINES = syntax.Guarded | syntax.Indexed | syntax.Named | syntax.Optimise


def build_gatherings(
    stage: Stage, scope: StatementScope, logic: Logic
) -> tuple[tuple[Gathering, ...], tuple[Phrase, ...]]:
    """Return the gatherings of a family with the phrases that say them, and report errors."""
    found: list[Gathering] = []
    phrases: list[Phrase] = []
    for item, module in stage.items(syntax.Gather):
        inner = scope.for_pattern()
        patterns = tuple(
            (lower_statement(line, inner)[1], line.span)
            for line in item.statements
            if not isinstance(line, _OTHER_LINES)
        )
        fault = _fault(item, patterns, logic)
        if fault is not None:
            message, span, help = fault
            stage.report.add(
                "E0538", f"these statements cannot be gathered: {message}", span, help=help
            )
            continue
        guards: list[tuple[Typed, ...]] = []
        if item.guard is not None:
            guards.append((stage.expressions(module).typed(item.guard, BOOLEAN),))
        under = tuple(stage.guards(module))
        guards += [under] if under else []
        own = {name for node, _ in patterns for name in standings(node)}
        text = " ".join(print_item(replace(item, phrases=(), guard=None)).split())
        gathering = Gathering(
            text,
            tuple(matcher(node) for node, _ in patterns),
            item.names,
            tuple(sorted(own.difference(item.names))),
            tuple(guards),
            item.span,
        )
        found.append(gathering)
        kinds = {**inner.holes, **_kinds([node for node, _ in patterns], scope)}
        phrases += _phrases(item, gathering, kinds, module.key, stage.report)
    return tuple(found), tuple(phrases)


def _phrases(
    item: syntax.Gather, gathering: Gathering, kinds: dict[str, Kind], origin: str, report: Report
) -> list[Phrase]:
    pattern, found = gathering.pattern(), []
    for phrase in item.phrases:
        if is_sentence(phrase.text):
            found.append(
                Phrase(pattern, phrase.text, "", dict(kinds), phrase.split, phrase.span, origin)
            )
            continue
        report.add(
            "E0463",
            f"the text of a gathering must be a sentence, but `{phrase.text}` has no full stop",
            phrase.span,
            help="end it with `.`",
        )
    return found


def _kinds(patterns: Sequence[ir.Node], scope: StatementScope) -> dict[str, Kind]:
    """Return the kinds of holes for arguments: the names or numbers of the declared sorts."""
    atoms = (node for each in patterns for node in walk(each) if isinstance(node, ir.Atom))
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


_Fault = tuple[str, Span, str]


def _fault(
    item: syntax.Gather, patterns: tuple[tuple[ir.Node, Span], ...], logic: Logic
) -> _Fault | None:
    """Return why the statements of an item cannot be gathered, where, and what to do; None if they can."""
    if is_ordered(logic):
        return "their order counts in this logic", item.span, "remove the item"
    if not item.statements:
        return "there is no pattern", item.span, 'write `gather { likes(?a, ?b). } of ?a say "…"`'
    if len(patterns) < len(item.statements):
        odd = next(each for each in item.statements if isinstance(each, _OTHER_LINES))
        return "a pattern has a condition or an index", odd.span, "write a plain pattern"
    for node, span in patterns:
        holes = standings(node)
        odd_hole = next(
            (name for name, each in holes.items() if each.sort != TERM or each.rest), None
        )
        if odd_hole is not None:
            return (
                f"`?{odd_hole}` does not stand for one value",
                span,
                "write holes for values only",
            )
        lacking = next((name for name in item.names if name not in holes), None)
        if lacking is not None:
            return f"this pattern lacks `?{lacking}`", span, f"write `?{lacking}` into each pattern"
    return _unfit(item, patterns)


def _unfit(item: syntax.Gather, patterns: tuple[tuple[ir.Node, Span], ...]) -> _Fault | None:
    """Return why the holes of patterns, which are in order one by one, do not fit together."""
    seen = set(item.names)
    for node, span in patterns:
        own = [name for name in standings(node) if name not in item.names]
        twice = next((name for name in own if name in seen), None)
        if twice is not None:
            return f"two patterns have `?{twice}`", span, "rename it, or write it after `of`"
        seen.update(own)
        if len(patterns) == 1 and not own:
            return "there is nothing to list", span, "leave out a hole after `of`"
    return None
