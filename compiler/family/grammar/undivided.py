"""A family's vocabulary with the words of all splits: what statements are read against, and nothing is drawn from."""

from collections.abc import Mapping
from typing import Any

from ...ir import nodes as ir
from ..divisions import Division
from ..expressions import Env
from .grammar import Grammar, Listed, Numbers, Rewriting, sorted_terms


class Undivided:
    """The words of all splits, by their declarations. Instances draw only from `narrowed`.

    So this class cannot draw a statement or a word: strategies and tasks draw from the grammar that
    `narrowed` returns, in the `Scene`.
    """

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar

    def narrowed(self, env: Env) -> Grammar:
        """Return the grammar with the words of one instance: those of its split, and of these as many as are drawn."""
        return self._grammar.narrowed(env)

    @property
    def predicates(self) -> Mapping[str, tuple[str, ...]]:
        """The declared predicates, each with the sorts of its arguments."""
        return self._grammar.predicates

    @property
    def sorts(self) -> Mapping[str, tuple[str, ...]]:
        """The sorts with all their members."""
        return self._grammar.sorts

    @property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """The declared concepts and roles, by kind."""
        return self._grammar.words

    @property
    def numbers(self) -> Mapping[str, Numbers]:
        """The sorts that hold whole numbers."""
        return self._grammar.numbers

    @property
    def divisions(self) -> Mapping[Listed, tuple[Division, ...]]:
        """The lists that are divided among splits, and the others; nothing if none is divided."""
        return self._grammar.divisions

    def places(self, predicate: Any) -> tuple[str, ...]:
        """Return the sorts of a declared predicate's arguments."""
        return self._grammar.places(predicate)

    def sorted_terms(self, node: ir.Node) -> tuple[tuple[ir.Term, ...], tuple[str, ...]]:
        """Return the terms of an atom or operator, and the sorts of their places as far as they are known."""
        return sorted_terms(node, self._grammar)

    def productions_of(self, split: str) -> Mapping[str, Rewriting]:
        """Return the productions as a split has them."""
        return self._grammar.for_split(split)

    def foreign(self, listed: Listed, split: str) -> frozenset[str]:
        """Return the words of a list that belong only to other splits."""
        return self._grammar.foreign(listed, split)

    def strange(self, node: ir.Node, split: str) -> frozenset[str]:
        """Return the words of a node, each at its place, that belong to other splits alone."""
        return self._grammar.strange(node, split)
