"""Statements with holes that are asked about: the ways to fill these with what a theory speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import msgspec

from ..certifying import answer
from ..contract import Scene
from ..family import Family
from ..filling import ways
from ..ir import nodes as ir
from ..ir.fill import fill
from ..ir.traversal import walk
from ..productions import Grammar
from ..stream import Stream
from ..typed import Env


def is_open(statement: ir.Statement) -> bool:
    """Tell whether a statement has holes."""
    return any(isinstance(each, ir.Hole) for each in walk(statement))


def fillings(
    statement: ir.Statement, theory: ir.Theory, scene: Scene, stream: Stream
) -> Iterator[ir.Statement]:
    """Give the ways to fill the holes of a statement with what a theory speaks of, in an order drawn by chance.

    What a statement of the theory settles alone is not among them.
    """
    env = Env(stream, dict(scene.values), {}, scene.split)
    grammar = _spoken(scene.grammar, theory, statement, env)
    found: list[ir.Statement] = [
        fill(signed, binding)  # type: ignore[misc]
        for signed in _signed(statement)
        for binding in ways(signed, grammar, env, numbers=True)
    ]
    return (each for each in stream.shuffled(found) if not _settled(each, theory, scene.family))


def _spoken(grammar: Grammar, theory: ir.Theory, statement: ir.Statement, env: Env) -> Grammar:
    """Give a grammar with no other words than those that a theory uses, and all numbers of an instance.

    The predicates that the statement names itself are left in: they tell the sorts of its holes.
    """
    constants, predicates, concepts = set[str](), set[str](), set[str]()
    for each in walk(theory):
        match each:
            case ir.Const(name=name):
                constants.add(name)
            case ir.Atom(predicate=str() as name):
                predicates.add(name)
            case ir.Named(name=str() as name):
                concepts.add(name)
    predicates |= {
        e.predicate
        for e in walk(statement)
        if isinstance(e, ir.Atom) and isinstance(e.predicate, str)
    }
    words = grammar.words.get("concept", ())
    sorts = {n: tuple(m for m in all if m in constants) for n, all in grammar.sorts.items()}
    return replace(
        grammar,
        predicates={n: sorts for n, sorts in grammar.predicates.items() if n in predicates},
        sorts={**sorts, **{name: each.members(env) for name, each in grammar.numbers.items()}},
        words={**grammar.words, "concept": tuple(each for each in words if each in concepts)},
    )


def _signed(statement: ir.Statement) -> Iterator[ir.Statement]:
    """Give a statement with either value of each sign that is a hole."""
    names = {
        each.negative.name
        for each in walk(statement)
        if isinstance(each, ir.Literal) and isinstance(each.negative, ir.Hole)
    }
    for signs in product((False, True), repeat=len(names)):
        yield fill(statement, dict(zip(sorted(names), map(ir.Sign, signs), strict=True)))  # type: ignore[misc]


def _settled(statement: ir.Statement, theory: ir.Theory, family: Family) -> bool:
    """Tell whether a statement that speaks of all that another one does answers for it alone."""
    query, names = ir.Query(ir.Entailed(statement)), _names(statement)
    return any(
        answer(family, msgspec.structs.replace(theory, statements=(each,)), query)
        in ("true", "false")
        for each in theory.statements
        if names <= _names(each.statement)
    )


def _names(statement: ir.Statement) -> set[str]:
    """Give the individuals and concepts that a statement speaks of."""
    return {str(each.name) for each in walk(statement) if isinstance(each, ir.Const | ir.Named)}
