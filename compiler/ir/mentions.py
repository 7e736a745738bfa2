"""What a statement mentions, gathered in one walk and kept: engines and classes ask for it again and again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from . import nodes as ir
from .traversal import children


@dataclass(frozen=True, slots=True)
class Mentions:
    """What stands in a node, at any depth, each once and in the order of the text.

    Attributes:
        kinds: the classes of nodes.
        predicates: those of atoms, each with its number of arguments.
        names: the spellings of predicates, of symbols and of functions.
        variables: without `_`, of which each is a variable of its own.
        unnamed: how often `_` stands there.
        values: symbols, texts and amounts.
        defaults: whether a literal stands under default negation.
    """

    kinds: frozenset[type[ir.Node]]
    predicates: tuple[tuple[str, int], ...]
    names: tuple[str, ...]
    variables: tuple[str, ...]
    unnamed: int
    values: tuple[ir.Node, ...]
    defaults: bool


@lru_cache(maxsize=1024)
def mentions(node: ir.Node) -> Mentions:
    """Give what a node mentions."""
    kinds: set[type[ir.Node]] = set()
    predicates: dict[tuple[str, int], None] = {}
    names: dict[str, None] = {}
    variables: dict[str, None] = {}
    values: dict[ir.Node, None] = {}
    unnamed = 0
    defaults = False
    stack = [node]
    while stack:
        top = stack.pop()
        kind = top.__class__
        kinds.add(kind)
        if kind is ir.Literal:
            defaults = defaults or top.default
            if top.negative.__class__ is bool:
                stack.append(top.atom)
                continue
        elif kind is ir.Atom:
            if top.predicate.__class__ is str:
                predicates[top.predicate, len(top.arguments)] = None
                names[top.predicate] = None
                stack += top.arguments[::-1]
                continue
        elif kind is ir.Var:
            if top.name == "_":
                unnamed += 1
            else:
                variables[top.name] = None
            continue
        elif kind is ir.Const:
            names[top.name] = None
            values[top] = None
            continue
        elif kind is ir.String or kind is ir.Quantity:
            values[top] = None
            continue
        elif kind is ir.Function:
            names[top.name] = None
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
