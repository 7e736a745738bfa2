"""A check for literals that follow from facts in fewer steps than the required depth."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from ...ir import nodes as ir, with_sign

_Known: TypeAlias = dict[tuple[str | ir.Hole, object], dict[tuple[ir.Term, ...], None]]


def soon(statements: Sequence[ir.Statement], goal: ir.Literal, levels: int) -> bool:
    """Return whether a literal or its complement follows in at most `levels` levels of rules.

    Conflicts are ignored, and so are rules whose bodies contain more than literals.
    """
    known: _Known = {}
    for statement in statements:
        if isinstance(statement, ir.Fact) and isinstance(statement.literal, ir.Literal):
            _note(known, statement.literal)
    rules = [statement for statement in statements if isinstance(statement, ir.Rule)]
    for _ in range(levels):
        if _holds(known, goal):
            return True
        for made in [made for rule in rules for made in _conclusions(rule, known)]:
            _note(known, made)
    return _holds(known, goal)


def _holds(known: _Known, goal: ir.Literal) -> bool:
    return any(
        literal.atom.arguments in known.get((literal.atom.predicate, literal.negative), ())
        for literal in (goal, with_sign(goal, not goal.negative))
    )


def _note(known: _Known, literal: ir.Literal) -> None:
    key = literal.atom.predicate, literal.negative
    known.setdefault(key, {})[literal.atom.arguments] = None


def _conclusions(rule: ir.Rule, known: _Known) -> Iterator[ir.Literal]:
    """Yield the conclusions of a rule from the known literals, except those with variables."""
    body = [condition for condition in rule.body if isinstance(condition, ir.Literal)]
    head = rule.head
    if rule.arrow == "~>" or not isinstance(head, ir.Literal) or len(body) < len(rule.body):
        return
    if all((literal.atom.predicate, literal.negative) in known for literal in body):
        for binding in _bindings(body, known, {}):
            terms = tuple(binding.get(argument, argument) for argument in head.atom.arguments)
            if not any(isinstance(term, ir.Var) for term in terms):
                yield ir.Literal(ir.Atom(head.atom.predicate, terms), head.negative)


def _bindings(
    body: Sequence[ir.Literal], known: _Known, binding: Mapping[ir.Term, ir.Term]
) -> Iterator[Mapping[ir.Term, ir.Term]]:
    if not body:
        yield binding
        return
    first, *others = body
    for row in known[first.atom.predicate, first.negative]:
        more = _match_row(first.atom.arguments, row, binding)
        if more is not None:
            yield from _bindings(others, known, more)


def _match_row(
    pattern: Sequence[ir.Term], row: Sequence[ir.Term], binding: Mapping[ir.Term, ir.Term]
) -> Mapping[ir.Term, ir.Term] | None:
    """Extend a binding so that a pattern equals a row; None if it cannot.

    Each `_` is a variable of its own.
    """
    if len(pattern) != len(row):
        return None
    more = dict(binding)
    for mine, given in zip(pattern, row, strict=True):
        if not isinstance(mine, ir.Var):
            if mine != given:
                return None
        elif mine.name != "_" and more.setdefault(mine, given) != given:
            return None
    return more
