"""The grammar of a family as data: its productions, and the words that fill their holes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias

from ....dsl import syntax
from ....dsl.source import Span
from ...ir import holes, nodes as ir, walk
from ...kinds import Type
from ..divisions import Division, foreign_words
from ..expressions import Env, NoValue, Typed, constant_value, whole_number
from .kept import WordList

ANY = ""
"""The sort of all individuals, in a logic of concepts: there roles join any two of them."""


@dataclass(frozen=True)
class Option:
    """One alternative of a production; `kept` has the words that can fill its holes, of those that `where` names."""

    weight: Typed | None
    template: ir.Node
    calls: tuple[Called, ...]
    span: Span
    kept: Mapping[str, WordList] = field(default_factory=dict)

    @cached_property
    def holes(self) -> frozenset[str]:
        """The names of the template's holes."""
        return frozenset(holes(self.template))


@dataclass(frozen=True)
class Called:
    """A place where a template expands a production, with the checked arguments."""

    place: ir.Expand
    arguments: tuple[Typed, ...]
    written: tuple[syntax.Expr, ...]
    span: Span


@dataclass(frozen=True)
class Rewriting:
    """A production as it was checked."""

    kind: str
    name: str
    parameters: tuple[str, ...]
    weight: Typed | None
    options: tuple[Option, ...]
    guard: Typed | None
    item: syntax.Production


@dataclass(frozen=True)
class DrawnWords:
    """Words of which each instance has but some: `role from 3..5 of verbs`, `sort person = 3 of names`."""

    kind: str
    division: Division
    count: Typed
    span: Span
    sort: str = ""

    def left_out(self, env: Env) -> set[str]:
        """Return the words that an instance does without; Raises NoValue if there are too few."""
        return set(self.division.words).difference(self.chosen(self.division.of(env.split), env))

    def chosen(self, words: Sequence[str], env: Env) -> tuple[str, ...]:
        """Draw the words of an instance from the available ones. Raises NoValue if there are too few."""
        number = whole_number(self.count.draw(env), "how many words are drawn", self.span)
        if number > len(words):
            raise NoValue(f"there are fewer words than a {self.kind} needs")
        return tuple(env.stream.sample(words, number))


@dataclass(frozen=True)
class Numbers:
    """The whole numbers that a sort holds: `sort row = 1..size`."""

    low: Typed
    high: Typed

    @property
    def ends(self) -> tuple[int, int] | None:
        """The least and the greatest of the numbers, where these are the same for all instances."""
        if not (self.low.constant and self.high.constant):
            return None
        return int(constant_value(self.low)), int(constant_value(self.high))

    def members(self, env: Env) -> tuple[str, ...]:
        """Return the numbers of an instance, as digits."""
        first, last = (
            whole_number(each.draw(env), "the end of a range", each.span)
            for each in (self.low, self.high)
        )
        return tuple(map(str, range(first, last + 1)))


Listed: TypeAlias = tuple[str, str]
"""What a list of words is of: `("sort", NAME)`, or `("pred", "")`, `("role", "")`, `("concept", "")`."""

ROLE = (ANY, ANY)
"""The sorts of the two arguments of a role."""


@dataclass(frozen=True)
class Conditional:
    """A word, or sort, that an instance has only under one of these conditions."""

    kind: str
    word: str
    guards: tuple[Typed, ...]

    def lacking(self, env: Env) -> bool:
        return not any(guard.draw(env) for guard in self.guards)


@dataclass(frozen=True)
class Grammar:
    """All productions, by name and by kind, and the words that fill holes.

    Attributes:
        predicates: predicate -> sorts of its arguments, for predicates that can be drawn.
        sorts: sort -> members, for the holes in argument places.
        words: concepts and roles, by kind, for the holes in their places.
        drawn: the predicates, concepts and roles of which an instance has only some.
        optional: these, and sorts, that an instance has only under conditions.
        divisions: the lists that are divided among splits, and the others, by what they list.
        chosen: the sorts whose members are those of a list that each instance chooses -> the name of the list.
        numbers: the sorts of integers; their members are known after an instance's values are drawn.
        named: the types of parameters and chosen values, which replace holes with their names.
        individuals: the sorts of individuals, if assertions can be about any of them.
        operators: the logic's own operators -> sorts of their terms.
        declared: predicate -> sorts of its arguments, including predicates that an instance does not draw.
        empty: `pred`, `concept` and `role` if a declaration has no words, which was reported.
    """

    productions: Mapping[str, Rewriting] = field(default_factory=dict)
    predicates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sorts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    drawn: tuple[DrawnWords, ...] = ()
    divisions: Mapping[Listed, tuple[Division, ...]] = field(default_factory=dict)
    numbers: Mapping[str, Numbers] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, Type] = field(default_factory=dict)
    individuals: tuple[str, ...] = ()
    optional: tuple[Conditional, ...] = ()
    operators: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    empty: frozenset[str] = frozenset()
    negation: float = 0.5
    declared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _fitting: dict[tuple[tuple[str | None, ...], int | None], tuple[str, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _of_split: dict[str, Grammar] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _usable: dict[str, Mapping[str, Rewriting]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _foreign: dict[tuple[Listed, str], frozenset[str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def places(self, predicate: Any) -> tuple[str, ...]:
        """Return the sorts of a declared predicate's arguments, whether it can be drawn or not."""
        return self.predicates.get(predicate) or self.declared.get(predicate, ())

    def fitting(self, sorts: Sequence[str | None], arity: int | None) -> tuple[str, ...]:
        """Return the predicates with this many arguments, of these sorts if they are known."""
        asked = (tuple(sorts), arity)
        found = self._fitting.get(asked)
        if found is None:
            found = self._fitting[asked] = tuple(
                name
                for name, own in self.predicates.items()
                if (arity is None or len(own) == arity)
                and all(want in (None, sort) for want, sort in zip(sorts, own, strict=False))
            )
        return found

    def narrowed(self, env: Env) -> Grammar:
        """Return the grammar with the words of one instance: those of its split, and of these as many as are drawn."""
        if self.drawn or self.numbers or self.optional or self.chosen:
            return self._narrow(env)
        if env.split not in self._of_split:
            self._of_split[env.split] = self._narrow(env)
        return self._of_split[env.split]

    def _narrow(self, env: Env) -> Grammar:
        varied = self.drawn or self.numbers or self.optional or self.chosen
        if not varied and not self.divisions:
            return self
        others = {listed: self.foreign(listed, env.split) for listed in self.divisions}
        out = {kind: set(others.get((kind, ""), ())) for kind in ("pred", "sort", *self.words)}
        sorts = {
            name: tuple(m for m in members if m not in others.get(("sort", name), ()))
            for name, members in self.sorts.items()
        }
        for one in self.optional:
            if one.lacking(env):
                out[one.kind].add(one.word)
        sorts |= dict.fromkeys(out["sort"], ())
        for each in self.drawn:
            if each.sort in out["sort"]:
                continue
            if each.sort:
                sorts[each.sort] = each.chosen(sorts[each.sort], env)
            else:
                out[each.kind] |= each.left_out(env)
        sorts |= {name: each.members(env) for name, each in self.numbers.items()}
        sorts |= {
            name: tuple(env.values[chosen])
            for name, chosen in self.chosen.items()
            if chosen in env.values
        }
        return replace(
            self,
            productions=self.for_split(env.split),
            predicates={
                n: s
                for n, s in self.predicates.items()
                if n not in out["role" if s == ROLE else "pred"]
            },
            words={k: tuple(w for w in all if w not in out[k]) for k, all in self.words.items()},
            sorts=sorts,
            declared=self.predicates,
        )

    def foreign(self, listed: Listed, split: str) -> frozenset[str]:
        """Return the words of a list that belong only to other splits."""
        found = self._foreign.get((listed, split))
        if found is None:
            of = listed[0]
            lists = (
                [(of, individual) for individual in self.individuals]
                if listed == ("sort", ANY)
                else [listed]
            )
            divisions = (division for one in lists for division in self.divisions.get(one, ()))
            found = self._foreign[listed, split] = foreign_words(divisions, split)
        return found

    def strange(self, node: ir.Node, split: str) -> frozenset[str]:
        """Return the words of a node, each at its place, that belong to other splits alone."""
        return frozenset(
            word
            for word, listed in words_with_lists(node, self)
            if word in self.foreign(listed, split)
        )

    def for_split(self, split: str) -> Mapping[str, Rewriting]:
        """Return the productions as a split has them; what was found is kept."""
        if split not in self._usable:
            self._usable[split] = self._without_foreign(split)
        return self._usable[split]

    def _without_foreign(self, split: str) -> Mapping[str, Rewriting]:
        """Leave out the alternatives that name words of other splits, unless all alternatives of a production do.

        Then the words are there because the author wrote them, not because they were drawn.
        """
        if not self.divisions:
            return self.productions
        kept: dict[str, Rewriting] = {}
        for name, production in self.productions.items():
            own = tuple(e for e in production.options if not self.strange(e.template, split))
            some = bool(own) and len(own) < len(production.options)
            kept[name] = replace(production, options=own) if some else production
        return kept

    def kept(self, words: Mapping[str, WordList]) -> dict[str, frozenset[str]]:
        """Return the words of an instance that can fill holes that are kept to some."""
        return {hole: own.of(self.sorts) for hole, own in words.items()}

    def of_kind(self, kind: str) -> tuple[Rewriting, ...]:
        """Return the productions of a kind; of a production's name, that one."""
        named = self.productions.get(kind)
        if named is not None:
            return (named,)
        return tuple(
            production for production in self.productions.values() if production.kind == kind
        )

    def members(self, sort: str) -> tuple[ir.Term, ...]:
        """Return the possible values of a hole of a sort."""
        names = self.sorts.get(sort, ())
        if sort == ANY:
            return tuple(
                ir.Const(each)
                for each in dict.fromkeys(
                    each for name in self.individuals for each in self.sorts[name]
                )
            )
        if sort in self.numbers:
            return tuple(ir.Quantity("integer", int(each)) for each in names)
        return tuple(map(ir.Const, names))


def sorted_terms(
    node: ir.Node, grammar: Grammar, binding: Mapping[str, Any] = MappingProxyType({})
) -> tuple[tuple[ir.Term, ...], tuple[str, ...]]:
    """Return the terms of an atom or operator, and the sorts of their places as far as they are known."""
    match node:
        case ir.Atom(predicate=ir.Hole(name=name), arguments=arguments):
            return arguments, grammar.places(binding.get(name, ""))
        case ir.Atom(predicate=str() as predicate, arguments=arguments):
            return arguments, grammar.places(predicate)
        case ir.Modal(operator=operator, terms=terms):
            return terms, grammar.operators.get(operator, ())
        case _:
            return (), ()


def words_with_lists(node: ir.Node, grammar: Grammar) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the words in a node, each with the list from which its place takes words."""
    for each in walk(node):
        match each:
            case ir.Atom(predicate=str() as name):
                is_role = grammar.places(name) == (ANY, ANY)
                yield name, ("role" if is_role else "pred", "")
            case ir.Named(name=str() as name):
                yield name, ("concept", "")
            case ir.Restriction(role=str() as name):
                yield name, ("role", "")
            case ir.ConceptAssertion(individual=ir.Const(name=name)):
                yield name, ("sort", ANY)
        for term, sort in zip(*sorted_terms(each, grammar), strict=False):
            match term:
                case ir.Const(name=name) | ir.String(text=name):
                    yield name, ("sort", sort)
