"""Statements with holes that are asked about: the ways to fill these with what a theory speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

from ..contract import Scene
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
) -> list[ir.Statement]:
    """Give the ways to fill the holes of a statement with what a theory speaks of, in an order drawn by chance.

    What the theory says itself, or denies, is not among them.
    """
    grammar = _spoken(scene.grammar or scene.family.grammar, theory)
    env = Env(stream, dict(scene.values), {}, scene.split)
    told = {each.statement for each in theory.statements}
    found: list[ir.Statement] = []
    for signed in _signed(statement):
        for named in _named(signed, grammar):
            for binding in ways(named, grammar, env, numbers=False):
                made: ir.Statement = fill(named, binding)  # type: ignore[assignment]
                if not is_open(made) and told.isdisjoint((made, _opposite(made))):
                    found.append(made)
    return stream.shuffled(found)


def _spoken(grammar: Grammar, theory: ir.Theory) -> Grammar:
    """Give a grammar with no other words than those that a theory uses."""
    constants, predicates, concepts = set[str](), set[str](), set[str]()
    for each in walk(theory):
        match each:
            case ir.Const(name=name):
                constants.add(name)
            case ir.Atom(predicate=str() as name):
                predicates.add(name)
            case ir.Named(name=str() as name):
                concepts.add(name)
    words = grammar.words.get("concept", ())
    return replace(
        grammar,
        predicates={n: sorts for n, sorts in grammar.predicates.items() if n in predicates},
        sorts={n: tuple(m for m in all if m in constants) for n, all in grammar.sorts.items()},
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


def _named(statement: ir.Statement, grammar: Grammar) -> Iterator[ir.Statement]:
    """Give a statement with each way to put different concepts into its holes for them."""
    names = {
        each.name.name
        for each in walk(statement)
        if isinstance(each, ir.Named) and isinstance(each.name, ir.Hole)
    }
    for words in permutations(grammar.words["concept"], len(names)):
        yield fill(statement, dict(zip(sorted(names), words, strict=True)))  # type: ignore[misc]


def _opposite(statement: ir.Statement) -> ir.Statement:
    """Give what denies a literal; another statement as it is."""
    match statement:
        case ir.Fact(literal=ir.Literal(atom=atom, negative=bool() as negative)):
            return ir.Fact(ir.Literal(atom, not negative))
        case _:
            return statement
