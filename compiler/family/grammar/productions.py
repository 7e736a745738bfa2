"""Checks weighted productions: their weights, guards, templates, and the arguments of what they expand."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ....dsl import syntax
from ...ir import nodes as ir
from ...kinds import BOOLEAN, NUMBER, Type
from ...notation import (
    StatementScope,
    check_constants,
    check_members,
    lower_concept,
    lower_condition,
    lower_literal,
    lower_statement,
    lower_term,
)
from ..expressions import Expressions, Names, check_weights, constant_value
from .grammar import Called, Option, Rewriting
from .kept import build_kept
from .knowledge import KNOWLEDGE


def build_production(
    item: syntax.Production,
    scope: StatementScope,
    names: Names,
    indices: Mapping[str, Type] = MappingProxyType({}),
) -> Rewriting:
    """Check a production: its weights, guard, templates and the arguments of its expansions.

    Args:
        indices: the names that indexed lines bind, which its guard can mention.
    """
    report = scope.report
    guards = Expressions(
        names.with_types({**indices, **dict.fromkeys(item.parameters, NUMBER)}), report
    )
    expressions = Expressions(names.with_types(dict.fromkeys(item.parameters, NUMBER)), report)
    options = tuple(
        _option(item, alternative, scope, expressions) for alternative in item.alternatives
    )
    constants = [
        constant_value(option.weight) if option.weight is not None and option.weight.constant else 1
        for option in options
    ]
    check_weights(expressions, item, constants)
    templates = [option.template for option in options]
    kept = build_kept(item.kept, templates, names.types, expressions)
    options = tuple(
        replace(option, kept={hole: own for hole, own in kept.items() if hole in option.holes})
        for option in options
    )
    weight = None if item.weight is None else expressions.typed(item.weight, NUMBER)
    if weight is not None and weight.constant and constant_value(weight) < 0:
        report.add("E0406", "a weight is negative", item.span, help="use 0 or more")
    return Rewriting(
        item.kind,
        item.name,
        item.parameters,
        weight,
        options,
        None if item.guard is None else guards.typed(item.guard, BOOLEAN),
        item,
    )


def _option(
    item: syntax.Production,
    alternative: syntax.Alternative,
    scope: StatementScope,
    expressions: Expressions,
) -> Option:
    weight = None
    if alternative.weight is not None:
        weight = expressions.typed(alternative.weight, NUMBER)
    template: ir.Node
    if item.kind != "syntax":
        template = lower_statement(alternative.template, scope)[1]
    elif scope.concepts:
        template = lower_concept(alternative.template, scope)
    elif isinstance(alternative.template, syntax.Named | syntax.Implication | syntax.Optimise):
        scope.bad(
            "E0311",
            "a `syntax` production must make a part of a statement, not a whole statement",
            alternative.template,
            "write `rule NAME = …`",
        )
        template = ir.Truth(True)
    elif scope.operators is not None:
        template = lower_condition(alternative.template, scope)
    else:
        template = lower_literal(alternative.template, scope)
    for expansion in expansions(alternative.template):
        if expansion.production == KNOWLEDGE and len(expansion.arguments) != 1:
            scope.bad(
                "E0306",
                f"`<{KNOWLEDGE}>` takes one individual, not {len(expansion.arguments)}",
                expansion,
                f"write `<{KNOWLEDGE}(?a)>`",
            )
    if item.kind == "syntax":
        check_members(template, alternative.template, scope)
    check_constants(template, alternative.template, expressions.names.types, scope)
    calls = calls_of(alternative.template, scope, expressions)
    return Option(weight, template, calls, alternative.span)


def calls_of(
    node: syntax.Statement, scope: StatementScope, expressions: Expressions
) -> tuple[Called, ...]:
    """Check the arguments of every expansion of a production in a statement."""
    return tuple(
        Called(
            ir.Expand(
                expansion.production, tuple(lower_term(a, scope) for a in expansion.arguments)
            ),
            tuple(expressions.typed(argument, NUMBER) for argument in expansion.arguments),
            expansion.arguments,
            expansion.span,
        )
        for expansion in expansions(node)
        if expansion.production != KNOWLEDGE
    )


_LEAVES = frozenset({syntax.Name, syntax.Variable, syntax.Quantity, syntax.Text, str})


def expansions(node: Any) -> list[syntax.Expansion]:
    """Return every expansion in a syntax tree, in the order of the text."""
    if isinstance(node, syntax.Expansion):
        return [node]
    if isinstance(node, syntax.Call):  # the commonest, with a name that has no parts
        return [
            each
            for part in node.arguments
            if part.__class__ not in _LEAVES
            for each in expansions(part)
        ]
    if isinstance(node, tuple):
        return [
            expansion
            for part in node
            if part.__class__ not in _LEAVES
            for expansion in expansions(part)
        ]
    if isinstance(node, syntax.Node):
        slots = [name for name in type(node).__slots__ if name != "span"]
        return [expansion for name in slots for expansion in expansions(getattr(node, name))]
    return []
