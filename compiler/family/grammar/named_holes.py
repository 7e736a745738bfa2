"""Holes that are named like a parameter or chosen value, and have its value wherever they occur."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ....dsl.diagnostics import Report, count_noun
from ....dsl.source import Span
from ...ir import Bound, fill, holes, nodes as ir, rebuild, walk
from ...kinds import (
    BOOLEAN,
    NOTHING,
    SYMBOL,
    TEXT,
    Kind,
    List,
    OneOf,
    Plain,
    Scalar,
    Set,
    Type,
    with_article,
)
from ...text import FORMULA, standings
from ..expressions import NoValue

if TYPE_CHECKING:
    from .grammar import Grammar, Option, Rewriting

NodeT = TypeVar("NodeT", bound=ir.Node)


def named_terms(node: ir.Node, grammar: Grammar, values: Mapping[str, Any]) -> dict[str, ir.Term]:
    """Return the values, as terms, of the holes named like parameters and chosen values.

    Raises NoValue for a value that is neither a name nor a whole number.
    """
    return {
        name: _term_of(name, grammar.named[name], values[name])
        for name in holes(node)
        if name in grammar.named and name in values
    }


def substitute(node: NodeT, grammar: Grammar, values: Mapping[str, Any]) -> NodeT:
    """Return a node with its holes named like parameters and chosen values replaced; the same object without any."""
    binding = named_terms(node, grammar, values)
    return cast(NodeT, fold_arithmetic(fill(node, binding))) if binding else node


def terms_of(name: str, type: Type, value: Any) -> tuple[ir.Term, ...]:
    """Return a value as terms: the members of a list or set, or the one that it is. Raises NoValue as `named_terms`."""
    if isinstance(value, list | tuple):
        inner = type.element if isinstance(type, Set | List) else TEXT
        return tuple(_term_of(name, inner, member) for member in value)
    return (_term_of(name, type, value),)


def _term_of(name: str, type: Type, value: Any) -> ir.Term:
    match value:
        case str() | int() if isinstance(type, Kind) and not isinstance(value, bool):
            return type.term(value)
        case str():
            return ir.Const(value)
        case int() if not isinstance(value, bool):
            return ir.Quantity("integer", value)
        case _:
            raise NoValue(f"`?{name}` stands for {value}, which is not a name or a whole number")


def substitute_asked(
    goal: ir.Goal, grammar: Grammar, values: Mapping[str, Any]
) -> tuple[ir.Goal, dict[str, ir.Term]]:
    """Return a question with such holes replaced, and their values.

    A hole for a whole statement is left unchanged.
    """
    inner = {name for name, each in standings(goal).items() if each.sort == FORMULA}
    named = replace(grammar, named=_without(grammar.named, inner))
    return substitute(goal, named, values), named_terms(goal, named, values)


def sayable(types: Mapping[str, Type]) -> dict[str, Type]:
    """Return the names of values that the words of a question can mention: names, amounts, and lists of them."""
    return {
        name: type
        for name, type in types.items()
        if type is BOOLEAN or _is_one(type.element if isinstance(type, List | Set) else type)
    }


def _is_one(type: Type) -> bool:
    return type in (TEXT, SYMBOL) or (isinstance(type, Kind) and not isinstance(type, List | Set))


def said_values(types: Mapping[str, Type], values: Mapping[str, Any]) -> dict[str, Bound]:
    """Return the values of such names as the words of a question say them."""
    return {name: _said(name, type, values[name]) for name, type in types.items() if name in values}


def _said(name: str, type: Type, value: Any) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, float):
        return ir.String(f"{value:.15g}")
    if isinstance(type, List | Set):
        return terms_of(name, type, value if isinstance(type, List) else sorted(value))
    return _term_of(name, type, value)


def _without(named: Mapping[str, Type], names: Collection[str]) -> Mapping[str, Type]:
    if not any(name in named for name in names):
        return named
    return {name: type for name, type in named.items() if name not in names}


def substitute_in(grammar: Grammar, values: Mapping[str, Any]) -> Grammar:
    """Return a grammar with such holes replaced in all its productions; the same object without any."""
    made = {name: _production(each, grammar, values) for name, each in grammar.productions.items()}
    if all(made[name] is each for name, each in grammar.productions.items()):
        return grammar
    return replace(grammar, productions=made)


def _production(production: Rewriting, grammar: Grammar, values: Mapping[str, Any]) -> Rewriting:
    options = tuple(_option(option, grammar, values) for option in production.options)
    if all(mine is own for mine, own in zip(options, production.options, strict=True)):
        return production
    return replace(production, options=options)


def _option(option: Option, grammar: Grammar, values: Mapping[str, Any]) -> Option:
    if option.holes.isdisjoint(grammar.named):
        return option
    template = substitute(option.template, grammar, values)
    calls = (replace(e, place=substitute(e.place, grammar, values)) for e in option.calls)
    return replace(option, template=template, calls=tuple(calls))


def check_named_holes(template: ir.Node, grammar: Grammar, span: Span, report: Report) -> None:
    """Report such holes whose parameter or chosen value does not fit their place."""
    complaints: dict[str, str] = {}
    for name, rest in {hole.name: hole.rest for hole in _holes(template)}.items():
        own = grammar.named.get(name)
        if rest and own is not None:
            complaints[name] = "one value cannot fill a list"
        elif isinstance(own, Set | List) or (
            isinstance(own, Plain) and own not in (TEXT, SYMBOL, NOTHING)
        ):
            complaints[name] = f"{with_article(own)} cannot be part of a statement"
    for name, wanted, fitting in hole_places(template, grammar):
        own = grammar.named.get(name)
        if own is None or name in complaints or not fitting:
            continue
        values = own.values if isinstance(own, OneOf) else ()
        others = [value for value in values if value not in fitting]
        if others:
            complaints[name] = f"`{others[0]}` is not {wanted}"
        elif isinstance(own, Scalar) and None not in fitting:
            complaints[name] = f"a number is not {wanted}"
    for name, why in complaints.items():
        report.add(
            "E0410",
            f"`?{name}` stands for the value of `{name}`, but {why}",
            span,
            help=f"rename the hole, for example `?{name}_1`, or `{name}`: then its place decides what fills it",
        )


def _holes(node: ir.Node) -> Iterator[ir.Hole]:
    return (each for each in walk(node) if isinstance(each, ir.Hole))


def hole_places(
    template: ir.Node, grammar: Grammar
) -> Iterator[tuple[str, str, frozenset[str | None]]]:
    """Yield the holes of names and arguments, with a description and the names of what fits there.

    None among the names means numbers; nothing fits if nothing is declared.
    """
    words = {kind: frozenset[str | None](all) for kind, all in grammar.words.items()}
    for node in walk(template):
        match node:
            case ir.Named(name=ir.Hole(name=name)):
                yield name, "a concept", words.get("concept", frozenset())
            case ir.Restriction(role=ir.Hole(name=name)):
                yield name, "a role", words.get("role", frozenset())
            case ir.Atom(predicate=ir.Hole(name=name), arguments=arguments):
                size = len(arguments)
                fitting = [each for each, own in grammar.predicates.items() if len(own) == size]
                yield name, f"a predicate with {count_noun(size, 'argument')}", frozenset(fitting)
                for place, term in enumerate(arguments):
                    if isinstance(term, ir.Hole):
                        there = {grammar.predicates[each][place] for each in fitting}
                        members = frozenset[str | None]().union(
                            *(_members(sort, grammar) for sort in there)
                        )
                        yield term.name, "in a sort of such a predicate", members
            case ir.Atom(predicate=str() as predicate, arguments=arguments):
                sorts = grammar.predicates.get(predicate, ())
                for term, sort in zip(arguments, sorts, strict=False):
                    if isinstance(term, ir.Hole):
                        yield term.name, f"in the sort `{sort}`", _members(sort, grammar)
            case ir.ConceptAssertion(individual=ir.Hole(name=name)):
                everybody = (each for sort in grammar.individuals for each in grammar.sorts[sort])
                yield name, "an individual", frozenset(everybody)


def _members(sort: str, grammar: Grammar) -> frozenset[str | None]:
    numbers = frozenset([None] if sort in grammar.numbers else [])
    return frozenset[str | None](grammar.sorts.get(sort, ())) | numbers


def fold_arithmetic(node: ir.Node) -> ir.Node:
    """Return a node with the sums, differences and products of whole numbers in it worked out."""
    node = rebuild(node, fold_arithmetic)
    match node:
        case ir.Operation(
            operator="+" | "-" | "*" as operator,
            operands=(
                ir.Quantity(kind="integer", amount=left),
                ir.Quantity(kind="integer", amount=right),
            ),
        ):
            amount = {"+": left + right, "-": left - right, "*": left * right}[operator]
            return ir.Quantity("integer", amount)
        case _:
            return node
