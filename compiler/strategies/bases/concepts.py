"""Concepts as trees: their parts, their size, and what is said of them by counting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ...ir import nodes as ir
from ...ir.traversal import rebuild, walk


def negated(concept: ir.Formula) -> ir.Formula:
    """Give the complement, without two negations in a row."""
    return concept.part if isinstance(concept, ir.Not) else ir.Not(concept)


def sides(statement: ir.Statement) -> tuple[ir.Formula, ...]:
    """Give the concepts that a statement is about, whole."""
    match statement:
        case ir.Inclusion(left=left, right=right):
            return (left, right)
        case ir.ConceptAssertion(concept=concept):
            return (concept,)
        case _:
            return ()


def parts(concept: ir.Formula) -> Iterator[ir.Formula]:
    """Yield a concept and all concepts in it."""
    yield concept
    match concept:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            for each in inner:
                yield from parts(each)
        case ir.Not(part=part):
            yield from parts(part)
        case ir.Restriction(filler=filler):
            yield from parts(filler)


def occurring(statements: Iterable[ir.Statement]) -> list[ir.Formula]:
    """Give the concepts that occur in statements, none twice and none with its negation, in the order of the text.

    What a role fact says of its first individual is that it has the role to something.
    """
    found: dict[ir.Formula, None] = {}
    for statement in statements:
        match statement:
            case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=role))):
                found[ir.Restriction("some", None, role, ir.Truth(True))] = None
        for side in sides(statement):
            for each in parts(side):
                bare = each.part if isinstance(each, ir.Not) else each
                if not isinstance(bare, ir.Truth):
                    found[bare] = None
    return list(found)


def spliced(node: ir.Node) -> ir.Node:
    """Give a statement in which no junction stands directly in one of its kind, and none has a part twice."""
    node = rebuild(node, spliced)
    match node:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            kind = type(node)
            found: dict[ir.Formula, None] = {}
            for each in inner:
                found |= dict.fromkeys(each.parts if isinstance(each, kind) else (each,))
            return kind(tuple(found)) if len(found) > 1 else next(iter(found))
        case _:
            return node


def connectives(concept: ir.Node) -> int:
    """Count `and` and `or`; one that joins three parts stands for two."""
    return sum(len(each.parts) - 1 for each in walk(concept) if isinstance(each, ir.And | ir.Or))


def quantifiers(concept: ir.Node) -> int:
    return sum(isinstance(each, ir.Restriction) for each in walk(concept))


@lru_cache(maxsize=4096)
def negations(concept: ir.Node) -> tuple[int, int, int]:
    """Count the names, the concepts with `some` and all others that are negated: each kind is said in another way."""
    denied = [each.part for each in walk(concept) if isinstance(each, ir.Not)]
    names = sum(isinstance(each, ir.Named) for each in denied)
    some = sum(isinstance(each, ir.Restriction) and each.kind == "some" for each in denied)
    return names, some, len(denied) - names - some


@lru_cache(maxsize=4096)
def length(concept: ir.Node) -> int:
    """Tell how long a concept is, about as it would be in words."""
    match concept:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            return len(inner) + sum(map(length, inner))
        case ir.Not(part=ir.Named() | ir.Restriction(kind="some") as part):
            return 1 + length(part)
        case ir.Not(part=part):
            return 4 + length(part)
        case ir.Restriction(kind=kind, filler=filler):
            return 2 + 2 * (kind not in ("some", "only")) + length(filler)
        case _:
            return 1
