"""Questions with holes: the ways to fill them with terms of a theory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product

import msgspec

from ..certify.exploration import answer
from ..contract import is_monotonic
from ..family import Env, Family, Grammar, Scene, ways
from ..ir import fill, nodes as ir, rebuild, walk
from ..notation import show
from ..random.stream import Stream


def is_open(statement: ir.Statement) -> bool:
    """Return whether a statement has holes."""
    return any(isinstance(node, ir.Hole) for node in walk(statement))


def fillings(
    statement: ir.Statement, theory: ir.Theory, scene: Scene, stream: Stream, apart: bool = False
) -> Iterator[ir.Statement]:
    """Return the ways to fill the holes of a statement with terms of a theory, in random order.

    Instances that a single statement of the theory decides are left out. With `apart`, so are instances
    whose terms a single statement mentions together.
    """
    unwanted = _mentions_all if apart else partial(_decides_alone, family=scene.family)
    found = all_fillings(statement, theory, scene, stream)
    return (each for each in found if not unwanted(each, theory))


def all_fillings(
    statement: ir.Statement, theory: ir.Theory, scene: Scene, stream: Stream
) -> list[ir.Statement]:
    """Return all ways to fill the holes of a statement with terms of a theory, in random order."""
    env = Env(stream, dict(scene.values), {}, scene.split)
    grammar = _spoken_grammar(scene.grammar, theory, statement, env)
    found: list[ir.Statement] = [
        fill(signed, binding)  # type: ignore[misc]
        for signed in _expand_signs(statement)
        for binding in ways(signed, grammar, env, numbers=True, kept=scene.kept)
    ]
    return stream.shuffled(found)


def literal_fillings(literal: ir.Literal, theory: ir.Theory, scene: Scene) -> Iterator[ir.Literal]:
    """Yield the ways to fill the holes of a literal with terms of a theory; its variables stay."""
    env = Env(Stream("fillings"), dict(scene.values), {}, scene.split)
    statement = ir.Fact(literal)
    grammar = _spoken_grammar(scene.grammar, theory, statement, env)
    for signed in _expand_signs(statement):
        for binding in ways(signed, grammar, env, numbers=True):
            match fill(signed, binding):
                case ir.Fact(literal=ir.Literal() as filled):
                    yield filled


def _spoken_grammar(
    grammar: Grammar, theory: ir.Theory, statement: ir.Statement, env: Env
) -> Grammar:
    """Return a grammar with only the words that a theory uses, and all numbers of an instance.

    Predicates that the statement itself names are kept: they determine the sorts of its holes. A style gives predicates
    and individuals other names, which only the signature of the theory has.
    """
    signature = theory.signature
    known = {**dict(signature.predicates), **grammar.predicates}
    members = {
        name: tuple(dict.fromkeys((*all, *dict(signature.values).get(name, ()))))
        for name, all in grammar.sorts.items()
    }
    constants, predicates, concepts = set[str](), set[str](), set[str]()
    for node in walk(theory):
        match node:
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
    sorts = {n: tuple(m for m in all if m in constants) for n, all in members.items()}
    return replace(
        grammar,
        predicates={n: sorts for n, sorts in known.items() if n in predicates},
        sorts={**sorts, **{name: each.members(env) for name, each in grammar.numbers.items()}},
        words={**grammar.words, "concept": tuple(word for word in words if word in concepts)},
    )


def _expand_signs(statement: ir.Statement) -> Iterator[ir.Statement]:
    """Yield a statement with either value of each sign that is a hole."""
    names = {
        node.negative.name
        for node in walk(statement)
        if isinstance(node, ir.Literal) and isinstance(node.negative, ir.Hole)
    }
    for signs in product((False, True), repeat=len(names)):
        yield fill(statement, dict(zip(sorted(names), map(ir.Sign, signs), strict=True)))  # type: ignore[misc]


def _decides_alone(statement: ir.Statement, theory: ir.Theory, family: Family) -> bool:
    """Return whether a single statement that mentions all names of another decides it alone.

    What decides a question by itself still decides it in the theory if the logic is monotonic. In other logics only
    a fact decides, and only a question about a fact.
    """
    query, names = ir.Query(ir.Entailed(statement)), _names(statement)
    all_decide = is_monotonic(family.logic)
    if not all_decide and not isinstance(statement, ir.Fact):
        return False
    return any(
        answer(family.engines, msgspec.structs.replace(theory, statements=(labelled,)), query)
        in ("true", "false")
        for labelled in theory.statements
        if names <= _names(labelled.statement)
        and (all_decide or isinstance(labelled.statement, ir.Fact))
    )


def _mentions_all(statement: ir.Statement, theory: ir.Theory) -> bool:
    """Return whether a single statement of a theory mentions all names of a statement."""
    names = _names(statement)
    return any(names <= _names(labelled.statement) for labelled in theory.statements)


@lru_cache(maxsize=4096)
def _names(statement: ir.Statement) -> frozenset[str]:
    """Return the individuals and concepts that a statement mentions."""
    return frozenset(
        str(node.name) for node in walk(statement) if isinstance(node, ir.Const | ir.Named)
    )


def alike(
    statements: Iterable[ir.Statement], theory: ir.Theory
) -> Iterator[tuple[ir.Statement, ...]]:
    """Return groups of statements whose words the theory mentions alike, in the order of their first ones.

    Two words are mentioned alike if equally many statements mention them that otherwise differ only in
    other words.
    """
    found: dict[object, list[ir.Statement]] = {}
    for statement in statements:
        met = tuple(_mentions(name, theory) for name in _fillers(statement))
        found.setdefault(met, []).append(statement)
    return (tuple(each) for each in found.values())


def _fillers(statement: ir.Statement) -> list[str]:
    """Return the individuals and concepts that a statement mentions, in order."""
    return [str(node.name) for node in walk(statement) if isinstance(node, ir.Const | ir.Named)]


def _mentions(name: str, theory: ir.Theory) -> tuple[str, ...]:
    met = (
        statement.statement
        for statement in theory.statements
        if name in _names(statement.statement)
    )
    return tuple(sorted(_mention(each, name) for each in met))


@lru_cache(maxsize=4096)
def _mention(statement: ir.Statement, name: str) -> str:
    """Return a statement with one name marked and all others blanked out."""

    def blank(node: ir.Node) -> ir.Node:
        if isinstance(node, ir.Const | ir.Named):
            return type(node)("one" if node.name == name else "other")
        return rebuild(node, blank)

    return show(rebuild(statement, blank))
