"""Draws statements from a grammar: a production by weight, its templates expanded, and their holes filled.

A production is picked by weight among those whose guard holds. The same hole twice is one value, two holes of one
sort are two different values.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

from ....dsl.diagnostics import Diagnostic, SpecError
from ....dsl.source import NOWHERE
from ...ir import as_statement, negate, nodes as ir, rebuild
from ..expressions import Env, NoValue, TooLarge, Typed
from .filling import every, fill_randomly
from .grammar import Called, Grammar, Option, Rewriting
from .knowledge import KNOWLEDGE

Member = TypeVar("Member")

MOST_NESTED = 40
"""How many expansions can be inside each other: nobody can read more, and Python's stack ends at some eighty."""


@dataclass
class _Drawing:
    """What is found while one statement is drawn: the words of its holes that are kept to some."""

    kept: dict[str, frozenset[str]] = field(default_factory=dict)
    serial: Iterator[int] = field(default_factory=lambda: count(1))
    depth: int = 0


def every_statement(grammar: Grammar, kind: str, env: Env) -> list[ir.Statement]:
    """Return a statement for each way to fill a production's holes with names; numbers are drawn."""
    found: list[ir.Statement] = []
    for production in grammar.of_kind(kind):
        for option in production.options if usable_in(production, env) else ():
            drawing = _Drawing(grammar.kept(option.kept))
            template = _expand(grammar, option.template, option.calls, env, drawing)
            made = every(template, grammar, env, numbers=False, kept=drawing.kept)
            found += map(as_statement, made)
    return found


def draw_statement(grammar: Grammar, kind: str, env: Env) -> ir.Statement:
    """Draw a statement from the productions of a kind; NoValue when none can be used."""
    usable = [
        each
        for each in grammar.of_kind(kind)
        if usable_in(each, env) and not any(asks(one.template) for one in each.options)
    ]
    if not usable:
        raise NoValue(f"no `{kind}` production can be used")
    chosen = _pick_weighted(usable, [each.weight for each in usable], env)
    drawing = _Drawing()
    template = _option(grammar, chosen, env, drawing, 0)
    return as_statement(fill_randomly(template, grammar, env, kept=drawing.kept))


def complete_statement(
    grammar: Grammar, node: ir.Statement, calls: Sequence[Called], env: Env
) -> ir.Statement:
    """Expand what there is to expand in a template and fill its holes."""
    drawing = _Drawing()
    template = _expand(grammar, node, calls, env, drawing)
    return as_statement(fill_randomly(template, grammar, env, kept=drawing.kept))


def _option(
    grammar: Grammar, production: Rewriting, env: Env, drawing: _Drawing, number: int
) -> ir.Node:
    """Expand one of a production's alternatives; `number` is that of the place, from 1, in another production."""
    usable = [each for each in production.options if _open(grammar, each, env)]
    if not usable:
        raise NoValue(f"production `{production.name}` is not available here")
    option = _pick_weighted(usable, [each.weight for each in usable], env)
    for hole, words in option.kept.items():
        drawing.kept[_numbered(hole, number) if number else hole] = words.of(grammar.sorts)
    return _expand(grammar, option.template, option.calls, env, drawing)


def _open(grammar: Grammar, option: Option, env: Env) -> bool:
    """Return whether the guards of all productions that an alternative expands hold, as far as is known."""
    return all(
        usable_in(grammar.productions[call.place.production], _inner(grammar, call, env))
        for call in option.calls
        if all(argument.fixed for argument in call.arguments)
    )


def _inner(grammar: Grammar, call: Called, env: Env) -> Env:
    names = grammar.productions[call.place.production].parameters
    values = [argument.draw(env) for argument in call.arguments]
    inner = {**env.values, **dict(zip(names, values, strict=True))}
    return Env(env.stream, inner, env.taken, env.split)


def _expand(
    grammar: Grammar, node: ir.Node, calls: Sequence[Called], env: Env, drawing: _Drawing
) -> ir.Node:
    if isinstance(node, ir.Expand):
        call = next(each for each in calls if each.place == node)
        return _call(grammar, call, env, drawing)
    if isinstance(node, ir.Restriction):
        node = _draw_bound(node, env)
    made = rebuild(node, lambda child: _expand(grammar, child, calls, env, drawing))
    return negate(made.part) if isinstance(made, ir.Not) else made


def _call(grammar: Grammar, call: Called, env: Env, drawing: _Drawing) -> ir.Node:
    """Expand one place. Its holes are its own: another expansion of the same production has others."""
    production = grammar.productions[call.place.production]
    inner = _inner(grammar, call, env)
    if not usable_in(production, inner):
        raise NoValue(f"production `{production.name}` is not available here")
    if drawing.depth == MOST_NESTED:
        raise TooLarge(f"more than {MOST_NESTED} expansions are inside each other")
    number = next(drawing.serial)
    kept = grammar.named.keys() & env.values.keys()
    drawing.depth += 1
    made = _option(grammar, production, inner, drawing, number)
    drawing.depth -= 1
    return _number_holes(made, number, kept)


def asks(template: ir.Node) -> bool:
    """Return whether a rule's body asks for knowledge, which only a strategy can supply."""
    return isinstance(template, ir.Rule) and any(
        isinstance(part, ir.Expand) and part.production == KNOWLEDGE for part in template.body
    )


def _number_holes(node: ir.Node, number: int, kept: Collection[str]) -> ir.Node:
    """Give holes a number, except those that stand for a value wherever they are."""
    if isinstance(node, ir.Hole):
        if " in " in node.name or node.name in kept:
            return node
        return ir.Hole(_numbered(node.name, number), node.rest)
    return rebuild(node, lambda child: _number_holes(child, number, kept))


def _numbered(hole: str, number: int) -> str:
    """Return the name of a hole of the expansion with a number."""
    return f"{hole} in {number}"


def _pick_weighted(members: Sequence[Member], weights: Sequence[Typed | None], env: Env) -> Member:
    drawn = [1 if weight is None else weight.draw(env) for weight in weights]
    try:
        return members[env.stream.weighted(drawn)]
    except ValueError as error:
        span = next((weight.span for weight in weights if weight is not None), None) or NOWHERE
        raise SpecError(
            [Diagnostic("E0406", f"these weights cannot be computed: {error}", span)]
        ) from None


def usable_in(production: Rewriting, env: Env) -> bool:
    """Return whether a production is for the current split, and its guard is true."""
    guard = production.guard
    kept = production.item.split in ("", env.split)
    if guard is None or not kept:
        return kept
    # A guard on the name of an index fails where no index binds that name.
    return guard.needs <= env.values.keys() and bool(guard.draw(env))


def _draw_bound(node: ir.Restriction, env: Env) -> ir.Restriction:
    """Draw a number restriction's bound where several are given: `min {1, 2, 3} R C`."""
    if not isinstance(node.bound, ir.SetOf):
        return node
    return ir.Restriction(node.kind, env.stream.pick(node.bound.items), node.role, node.filler)
