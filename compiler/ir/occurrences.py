"""What a statement mentions, gathered in one walk and kept: engines and classes ask for it again and again."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from . import nodes as ir
from .node_features import plain_literal
from .traversal import children, walk


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a node contains at any depth, without repeats and in the order of the text.

    Attributes:
        kinds: the classes of nodes.
        predicates: those of atoms, each with its number of arguments.
        names: the spellings of predicates, of symbols and of functions.
        variables: without `_`, because each `_` is a different variable.
        unnamed: the number of `_`.
        values: symbols, strings and amounts.
        defaults: whether a literal is under default negation.
    """

    kinds: frozenset[type[ir.Node]]
    predicates: tuple[tuple[str, int], ...]
    names: tuple[str, ...]
    variables: tuple[str, ...]
    unnamed: int
    values: tuple[ir.Node, ...]
    defaults: bool


def mentions(node: ir.Node) -> Mentions:
    """Return the mentions of a node."""
    literal = plain_literal(node)
    return _find(node) if literal is None else _of_fact(literal)


def _of_fact(literal: ir.Literal) -> Mentions:
    """Return the mentions of a fact over names, numbers and texts: it is faster to look at it than to look it up."""
    atom = literal.atom
    arguments = dict.fromkeys(atom.arguments)
    names = [each.name for each in arguments if isinstance(each, ir.Const)]
    return Mentions(
        frozenset((ir.Fact, ir.Literal, ir.Atom, *map(type, arguments))),
        ((str(atom.predicate), len(atom.arguments)),),
        tuple(dict.fromkeys((str(atom.predicate), *names))),
        (),
        0,
        tuple(arguments),
        False,
    )


@lru_cache(maxsize=4096)
def _find(node: ir.Node) -> Mentions:
    kinds: set[type[ir.Node]] = set()
    predicates: dict[tuple[str, int], None] = {}
    names: dict[str, None] = {}
    variables: dict[str, None] = {}
    values: dict[ir.Node, None] = {}
    unnamed = 0
    defaults = False
    stack: list[ir.Node] = [node]
    while stack:
        top = stack.pop()
        kind = top.__class__
        kinds.add(kind)
        if kind is ir.Const:  # names and variables are most of what there is
            names[top.name] = None  # type: ignore[attr-defined]
            values[top] = None
            continue
        if kind is ir.Var and top.name != "_":  # type: ignore[attr-defined]
            variables[top.name] = None  # type: ignore[attr-defined]
            continue
        match top:
            case ir.Literal(atom=ir.Atom(str(name), arguments) as atom, default=default) if (
                not isinstance(top.negative, ir.Hole)
            ):
                defaults = defaults or default
                kinds.add(atom.__class__)
                predicates[name, len(arguments)] = None
                names[name] = None
                stack += arguments[::-1]
            case ir.Var():
                unnamed += 1
            case ir.String() | ir.Quantity():
                values[top] = None
            case ir.Atom(predicate=str(name), arguments=arguments):
                predicates[name, len(arguments)] = None
                names[name] = None
                stack += arguments[::-1]
            case ir.Function(name=name, arguments=arguments):
                names[name] = None
                stack += arguments[::-1]
            case _:
                defaults = defaults or (isinstance(top, ir.Literal) and top.default)
                stack += children(top)[::-1]
    return Mentions(
        frozenset(kinds),
        tuple(predicates),
        tuple(names),
        tuple(variables),
        unnamed,
        tuple(values),
        defaults,
    )


def predicates_of(statements: Iterable[ir.Node]) -> set[tuple[str, int]]:
    """Return the predicates of the atoms of statements, each with its number of arguments."""
    found: set[tuple[str, int]] = set()
    for statement in statements:
        literal = plain_literal(statement)
        if literal is None:
            found.update(mentions(statement).predicates)
        else:
            found.add((literal.atom.predicate, len(literal.atom.arguments)))  # type: ignore[arg-type]
    return found


def free_predicate(theory: ir.Theory, name: str) -> str:
    """Return a predicate that no atom of a theory has: the name, with underscores behind it if it is taken."""
    taken = {node.predicate for node in walk(theory) if isinstance(node, ir.Atom)}
    while name in taken:
        name += "_"
    return name


Symbol: TypeAlias = tuple[str, str, int]
"""What a name is, the name, and its number of arguments."""


def symbols(nodes: Iterable[ir.Node]) -> dict[Symbol, None]:
    """Return the symbols of some nodes in the order in which they occur; numbers are none."""
    found: dict[Symbol, None] = {}
    for node in (each for top in nodes for each in walk(top)):
        match node:
            case ir.Atom(predicate=str(name), arguments=terms):
                found["predicate", name, len(terms)] = None
            case ir.Restriction(role=str(name)):
                found["predicate", name, 2] = None
            case ir.Named(name=str(name)):
                found["concept", name, 0] = None
            case ir.Slot(name=name):
                found["slot", name, 0] = None
            case ir.Const(name=name):
                found["name", name, 0] = None
            case ir.String(text=text):
                found["text", text, 0] = None
            case ir.Function(name=name, arguments=terms):
                found["function", name, len(terms)] = None
    return found
