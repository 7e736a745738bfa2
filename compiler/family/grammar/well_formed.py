"""What a grammar must be before anything is drawn from it: complete, and sure to end."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ....dsl import syntax
from ....dsl.diagnostics import Report, count_noun, did_you_mean
from ....dsl.source import Span
from ...ir import holes, nodes as ir, walk
from .grammar import ANY, Called, Grammar, Rewriting, sorted_terms
from .named_holes import check_named_holes


def check_grammar(productions: Mapping[str, Rewriting], report: Report) -> None:
    """Refuse expansions of unknown productions, wrong numbers of arguments, and grammars that need not end."""
    for production in productions.values():
        for option in production.options:
            for call in option.calls:
                check_call(call, productions, report)
    left = dict(productions)
    while circle := _circle(left):
        report.add(
            "E0419",
            f"the productions {' -> '.join(f'`{each}`' for each in circle)} may never end",
            productions[circle[0]].item.span,
            help=f"let a number fall and guard it: "
            f"`{circle[0]}(n) = … <{circle[0]}(n - 1)> when n > 0`",
        )
        for name in circle:
            left.pop(name, None)


def check_call(call: Called, productions: Mapping[str, Rewriting], report: Report) -> None:
    """Refuse the expansion of an unknown production, or with a wrong number of arguments."""
    name = call.place.production
    target = productions.get(name)
    if target is None:
        report.add(
            "E0201",
            f"there is no production `{name}`",
            call.span,
            help=did_you_mean(name, productions),
        )
    elif len(target.parameters) != len(call.arguments):
        report.add(
            "E0306",
            f"`{name}` takes {count_noun(len(target.parameters), 'argument')}, not {len(call.arguments)}",
            call.span,
        )


Edge: TypeAlias = tuple[str, Called, str]
"""A production, a place in it, and the production at that place."""


def _circle(productions: Mapping[str, Rewriting]) -> list[str]:
    """Find a path from a production back to itself on which no number is certain to decrease.

    A call is safe if some number, at the same place of every production on all paths back, never increases
    on the way, decreases at this call, and is bounded from below by a guard. Safe calls are removed until
    none is left; a remaining circle may not terminate.
    """
    calls = [
        (name, call, call.place.production)
        for name, production in productions.items()
        for option in production.options
        for call in option.calls
        if call.place.production in productions
    ]
    changed = True
    while changed:
        changed = False
        for group in _groups(productions, calls):
            for place in range(max(len(productions[name].parameters) for name in group)):
                inside = [each for each in calls if {each[0], each[2]} <= group]
                steps = [_step(each, place, productions) for each in inside]
                if None not in steps and True in steps:
                    falling = [each for each, step in zip(inside, steps, strict=True) if step]
                    calls = [each for each in calls if all(each is not one for one in falling)]
                    changed = True
    for group in _groups(productions, calls):
        return _way_back(min(group, key=list(productions).index), group, calls)
    return []


def _groups(productions: Mapping[str, Rewriting], calls: Sequence[Edge]) -> list[set[str]]:
    """Return the sets of productions that all lead to each other, and to themselves."""
    reach: dict[str, set[str]] = {name: set() for name in productions}
    for name in productions:
        frontier = [name]
        while frontier:
            at = frontier.pop()
            for caller, _, to in calls:
                if caller == at and to not in reach[name]:
                    reach[name].add(to)
                    frontier.append(to)
    groups: list[set[str]] = []
    for name in productions:
        group = {other for other in reach[name] if name in reach[other]}
        if name in group and group not in groups:
            groups.append(group)
    return groups


def _way_back(start: str, group: set[str], calls: Sequence[Edge]) -> list[str]:
    paths = [[start]]
    seen: set[str] = set()
    for path in paths:
        for caller, _, to in calls:
            if caller != path[-1] or to not in group or to in seen:
                continue
            if to == start:
                return [*path, to]
            seen.add(to)
            paths.append([*path, to])
    return []


def _step(edge: Edge, place: int, productions: Mapping[str, Rewriting]) -> bool | None:
    """Return whether the number at a place falls to a bound at a call; None if it may rise or is not passed on."""
    caller, target, call = productions[edge[0]], productions[edge[2]], edge[1]
    if place >= min(len(caller.parameters), len(target.parameters), len(call.written)):
        return None
    name, parameter = caller.parameters[place], target.parameters[place]
    match call.written[place]:
        case syntax.Name(text=text) if text == name:
            return False
        case syntax.Infix(
            operator="-", left=syntax.Name(text=text), right=syntax.Quantity(text=amount)
        ) if text == name and amount.isdigit():
            bounded = _has_lower_bound(target.item.guard, parameter) or _has_lower_bound(
                caller.item.guard, name
            )
            return int(amount) > 0 and bounded
        case _:
            return None


def check_holes(template: ir.Node, grammar: Grammar, span: Span, report: Report) -> None:
    """Refuse the holes of a template that no predicate, word or member can fill."""
    check_named_holes(template, grammar, span, report)
    fitting: dict[str, bool] = dict.fromkeys(grammar.named, True)
    for node in walk(template):
        match node:
            case ir.Literal(negative=ir.Hole(name=name)):
                fitting[name] = True
            case ir.Named(name=ir.Hole(name=name)):
                fitting[name] = bool(grammar.words.get("concept")) or "concept" in grammar.empty
            case ir.Restriction(role=ir.Hole(name=name)):
                fitting[name] = bool(grammar.words.get("role")) or "role" in grammar.empty
            case ir.ConceptAssertion(individual=ir.Hole(name=name)):
                fitting[name] = bool(grammar.individuals)
        terms, sorts = sorted_terms(node, grammar)
        predicate = node.predicate if isinstance(node, ir.Atom) else ""
        if isinstance(predicate, ir.Hole):
            sizes = [len(own) for own in grammar.predicates.values()]
            fitting[predicate.name] = len(terms) in sizes or "pred" in grammar.empty
        for place, term in enumerate(terms):
            if isinstance(term, ir.Hole) and not term.rest:
                known = isinstance(predicate, ir.Hole) or (
                    place < len(sorts) and _has_members(sorts[place], node, grammar)
                )
                fitting[term.name] = fitting.get(term.name, False) or known
    for name in holes(template):
        if not fitting.get(name, False):
            message = f"nothing can fill the hole `?{name}` here"
            help = "declare predicates, roles, concepts or sorts for it"
            if any(isinstance(each, ir.Comparison | ir.Slot) for each in walk(template)):
                help = f"write a value, or declare `param {name}: …` or `choose {name} = …`"
            report.add("E0410", message, span, help=help)


def _has_members(sort: str, node: ir.Node, grammar: Grammar) -> bool:
    """Return whether a sort has members, or that it has none was reported where it or its predicate is declared."""
    if sort == ANY:
        return bool(grammar.individuals)
    return isinstance(node, ir.Atom) or sort in grammar.sorts or sort in grammar.numbers


def _has_lower_bound(guard: syntax.Expr | None, name: str) -> bool:
    match guard:
        case syntax.Junction(operator="and", parts=parts):
            return any(_has_lower_bound(part, name) for part in parts)
        case syntax.Infix(operator=">" | ">=", left=syntax.Name(text=text)):
            return text == name and isinstance(guard.right, syntax.Quantity)
        case syntax.Infix(operator="<" | "<=", right=syntax.Name(text=text)):
            return text == name and isinstance(guard.left, syntax.Quantity)
        case _:
            return False
