"""How many ground rules a program has at most, by the values that each place of a predicate can have.

A variable has only values that are possible at every place where a condition binds it. Source: the argument domains of
Gebser, Schaub and Thiele, GrinGo: A New Grounder for Answer Set Programming (LPNMR 2007), without their joins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, prod
from typing import TypeAlias

from ...compiler.ir import mentions, nodes as ir, plain_literal

Signature: TypeAlias = tuple[object, object, int]
Values: TypeAlias = set[object]
"""At least as many things as there are possible values: what is written out, and a mark for what is computed."""
Domains: TypeAlias = dict[Signature, list[Values]]

RULES_A_BINDING = 20
"""More ground rules than that come of no binding of a statement's variables: of a smaller program none are counted."""

RULES_OF_A_FACT = 2
"""The ground rules of a fact, or of a binding of a plain rule: itself, and that its opposite does not hold."""

WIDE = 1000
"""So many numbers of an interval, and values of a term that is computed, are distinguished."""

ROUNDS = 30
"""So often heads are looked at again; where values still come, terms may grow without end."""

_GROUND = frozenset({ir.Const, ir.String, ir.Quantity})
_PARTS = (ir.Literal, ir.Comparison, ir.Truth)


class _UnboundedError(Exception):
    """A place can have values that are not written out."""


def ground_rules(theory: ir.Theory) -> float:
    """Return how many ground rules a theory has at most; infinity where that is not seen from its domains."""
    domains: Domains = {}
    heads: list[ir.Rule] = []
    number = 0.0
    others: list[ir.Rule] = []
    try:
        for labelled in theory.statements:
            statement = labelled.statement
            literal = plain_literal(statement)
            if literal is not None:
                number += RULES_OF_A_FACT
                _add(literal, {}, domains)
            elif isinstance(statement, ir.Fact) and isinstance(statement.literal, ir.Literal):
                number += RULES_A_BINDING * _add(statement.literal, {}, domains)
            elif isinstance(statement, ir.Rule):
                others.append(statement)
                if not isinstance(statement.head, ir.Truth):
                    heads.append(statement)
            else:
                return inf
        _close(heads, domains)
        return number + sum(_most_rules(rule, domains) for rule in others)
    except _UnboundedError:
        return inf


def _close(rules: Sequence[ir.Rule], domains: Domains) -> None:
    """Add what the heads of rules give, until nothing comes."""
    before = -1
    for _ in range(ROUNDS):
        now = sum(len(each) for places in domains.values() for each in places)
        if now == before:
            return
        before = now
        for rule in rules:
            own = _bound(rule.body, domains)
            for literal, condition in _heads(rule.head):
                inner = _bound((*rule.body, *condition), domains) if condition else own
                if inner is not None:
                    _add(literal, inner, domains)
    raise _UnboundedError


def _heads(head: ir.Node) -> Iterator[tuple[ir.Literal, Sequence[ir.BodyPart]]]:
    """Yield the literals of a head, each with its own conditions."""
    match head:
        case ir.Literal():
            yield head, ()
        case ir.Or(parts=parts) if all(isinstance(part, ir.Literal) for part in parts):
            yield from ((part, ()) for part in parts)  # type: ignore[misc]
        case ir.Choice(elements=elements):
            for element in elements:
                (term,) = element.terms if len(element.terms) == 1 else (None,)
                if not isinstance(term, ir.Literal):
                    raise _UnboundedError
                yield term, element.condition
        case _:
            raise _UnboundedError


def _bound(parts: Iterable[ir.BodyPart], domains: Domains) -> Mapping[str, Values] | None:
    """Return the possible values of the variables that conditions bind; None if these never hold."""
    found: dict[str, Values] = {}
    for part in parts:
        if not isinstance(part, ir.Literal) or part.default:
            continue
        places = domains.get(_signature(part))
        if places is None:
            return None
        for term, values in zip(part.atom.arguments, places, strict=True):
            if isinstance(term, ir.Var) and term.name != "_":
                known = found.get(term.name)
                found[term.name] = values if known is None else min(known, values, key=len)
    return found


def _add(literal: ir.Literal, bound: Mapping[str, Values], domains: Domains) -> int:
    """Add the possible values of a head; return how many instances it has if it is a fact."""
    arguments = literal.atom.arguments
    signature = _signature(literal)
    places = domains.get(signature)
    if places is None:
        places = domains[signature] = [set() for _ in arguments]
    number = 1
    for term, values in zip(arguments, places, strict=True):
        if term.__class__ in _GROUND:
            values.add(term)
        elif isinstance(term, ir.Var) and term.name in bound:
            values |= bound[term.name]
        else:
            own = _made(term, bound)
            values.update(own)
            number *= len(own)
    return number


def _made(term: ir.Term, bound: Mapping[str, Values]) -> Sequence[object]:
    """Return the numbers of an interval, or a mark for each value that a term can have."""
    match term:
        case ir.Interval(ir.Quantity(amount=low), ir.Quantity(amount=high)) if high - low < WIDE:
            return [ir.Quantity("integer", each) for each in range(low, high + 1)]
    found = mentions(term)
    if not found.unnamed and ir.Interval not in found.kinds and bound.keys() >= {*found.variables}:
        size = prod([len(bound[name]) for name in found.variables])
        if size < WIDE:
            return [(term, number) for number in range(size)]
    raise _UnboundedError


def _most_rules(rule: ir.Rule, domains: Domains) -> float:
    """Return how many ground rules a rule has at most. Raises _UnboundedError where no condition binds a variable."""
    conditions: list[ir.BodyPart] = [*rule.body]
    elements = 1
    plain = all(isinstance(part, _PARTS) for part in (*rule.body, rule.head))
    if isinstance(rule.head, ir.Choice):
        elements = max(1, len(rule.head.elements))
        conditions += [part for each in rule.head.elements for part in each.condition]
    bound = _bound(conditions, domains)
    if bound is None and not isinstance(rule.head, ir.Choice):
        return 0.0
    found = mentions(rule)
    if bound is None or found.unnamed or not bound.keys() >= {*found.variables}:
        raise _UnboundedError
    size = prod([float(len(values)) for values in bound.values()])
    return (RULES_OF_A_FACT if plain else RULES_A_BINDING * elements) * max(1.0, size)


def _signature(literal: ir.Literal) -> Signature:
    return literal.negative, literal.atom.predicate, len(literal.atom.arguments)
