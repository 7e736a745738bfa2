"""Weighted productions and written-out theories: templates filled by sampling.

A production is picked by weight among those whose guard holds. The same hole twice is one value, two holes of one
sort are two different values. Grammars that could go on for ever are refused before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from typing import Any, TypeAlias, TypeVar

from ..dsl import syntax
from ..dsl.diagnostics import Diagnostic, SpecError
from ..dsl.source import NOWHERE, Span
from .arguments import check_constants, check_members
from .concepts import lower_concept
from .division import Division, foreign
from .drawing import check_weights
from .filling import ANY, every, filled, listed_words
from .ir import nodes as ir
from .ir.fill import denied, holes, stated
from .ir.traversal import rebuild
from .kinds.arithmetic import NUMBER
from .knowledge import KNOWLEDGE
from .lowering import lower_condition, lower_literal, lower_statement
from .terms import StatementScope, lower_term
from .typed import BOOLEAN, Env, Names, NoValue, Type, Typed, constant_value, whole_number
from .values import Expressions

Member = TypeVar("Member")


@dataclass(frozen=True)
class Option:
    """One alternative of a production."""

    weight: Typed | None
    template: ir.Node
    calls: tuple[Called, ...]
    span: Span

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
class Drawn:
    """Words of which each instance has but some: `role from 3..5 of verbs`, `sort person = 3 of names`."""

    kind: str
    division: Division
    count: Typed
    span: Span
    sort: str = ""

    def left_out(self, env: Env) -> set[str]:
        """Give the words that an instance does without; NoValue where there are fewer than it asks for."""
        return set(self.division.words).difference(self.chosen(self.division.of(env.split), env))

    def chosen(self, words: Sequence[str], env: Env) -> tuple[str, ...]:
        """Draw as many of some words as an instance has; NoValue where there are fewer than it asks for."""
        number = whole_number(self.count.draw(env), "how many words are drawn", self.span)
        if number > len(words):
            raise NoValue(f"fewer words than a {self.kind} is drawn from")
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
        """Give the numbers of an instance, as digits."""
        first, last = (
            whole_number(each.draw(env), "the end of a range", each.span)
            for each in (self.low, self.high)
        )
        return tuple(map(str, range(first, last + 1)))


Listed: TypeAlias = tuple[str, str]
"""What a list of words is of: `("sort", NAME)`, or `("pred", "")`, `("role", "")`, `("concept", "")`."""

ROLE = (ANY, ANY)
"""The sorts of what a role holds between."""


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
        predicates: predicate -> sorts of its arguments, of those that can be drawn.
        sorts: sort -> members, for the holes in argument places.
        words: concepts and roles, by kind, for the holes in their places.
        drawn: those of the predicates, concepts and roles of which an instance has but some.
        optional: those, and sorts, that an instance has only under conditions.
        divisions: the lists that are divided among splits, and those beside them, by what they are lists of.
        numbers: the sorts that hold whole numbers; their members are known once an instance's values are.
        named: the types of parameters and chosen values, which holes of their names stand for.
        individuals: the sorts of individuals, where assertions are of any of them.
        operators: the operators of the logic's own -> sorts of their terms.
        declared: predicate -> sorts of its arguments, of those too that an instance does not draw.
        empty: `pred`, `concept` and `role` where a declaration gives no word, which was reported.
    """

    productions: Mapping[str, Rewriting] = field(default_factory=dict)
    predicates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sorts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    drawn: tuple[Drawn, ...] = ()
    divisions: Mapping[Listed, tuple[Division, ...]] = field(default_factory=dict)
    numbers: Mapping[str, Numbers] = field(default_factory=dict)
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
        """Give the sorts of a declared predicate's arguments, whether it can be drawn or not."""
        return self.predicates.get(predicate) or self.declared.get(predicate, ())

    def fitting(self, sorts: Sequence[str | None], arity: int | None) -> tuple[str, ...]:
        """Give the predicates with this many arguments, of these sorts where they are known."""
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
        """Give the grammar with the words of one instance: those of its split, and of these as many as are drawn."""
        if self.drawn or self.numbers or self.optional:
            return self._narrowed(env)
        if env.split not in self._of_split:
            self._of_split[env.split] = self._narrowed(env)
        return self._of_split[env.split]

    def _narrowed(self, env: Env) -> Grammar:
        if not self.drawn and not self.numbers and not self.optional and not self.divisions:
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
        """Give what a list has for other splits alone."""
        found = self._foreign.get((listed, split))
        if found is None:
            of = listed[0]
            lists = (
                [(of, each) for each in self.individuals] if listed == ("sort", ANY) else [listed]
            )
            divisions = (each for one in lists for each in self.divisions.get(one, ()))
            found = self._foreign[listed, split] = foreign(divisions, split)
        return found

    def strange(self, node: ir.Node, split: str) -> frozenset[str]:
        """Give the words of a node, each at its place, that belong to other splits alone."""
        return frozenset(
            word for word, listed in listed_words(node, self) if word in self.foreign(listed, split)
        )

    def for_split(self, split: str) -> Mapping[str, Rewriting]:
        """Give the productions as a split has them; what was found is kept."""
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

    def of_kind(self, kind: str) -> tuple[Rewriting, ...]:
        """Give the productions of a kind; of a production's name, that one."""
        named = self.productions.get(kind)
        if named is not None:
            return (named,)
        return tuple(each for each in self.productions.values() if each.kind == kind)

    def members(self, sort: str) -> tuple[ir.Term, ...]:
        """Give what a hole of a sort can stand for."""
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

    def every(self, kind: str, env: Env) -> list[ir.Statement]:
        """Give a statement for each way to fill a production's holes with names; numbers are drawn."""
        found: list[ir.Statement] = []
        for production in self.of_kind(kind):
            for option in production.options if usable_in(production, env) else ():
                template = self._expand(option.template, option.calls, env, count(1))
                found += map(stated, every(template, self, env, numbers=False))
        return found

    def statement(self, kind: str, env: Env) -> ir.Statement:
        """Draw a statement from the productions of a kind; NoValue when none can be used."""
        usable = [
            each
            for each in self.of_kind(kind)
            if usable_in(each, env) and not any(asks(one.template) for one in each.options)
        ]
        if not usable:
            raise NoValue(f"no production for a {kind} can be used")
        chosen = _weighted(usable, [each.weight for each in usable], env)
        return stated(filled(self._option(chosen, env, count(1)), self, env))

    def complete(self, node: ir.Statement, calls: Sequence[Called], env: Env) -> ir.Statement:
        """Expand what there is to expand in a template and fill its holes."""
        return stated(filled(self._expand(node, calls, env, count(1)), self, env))

    def _option(self, production: Rewriting, env: Env, serial: Iterator[int]) -> ir.Node:
        usable = [each for each in production.options if self._open(each, env)]
        if not usable:
            raise NoValue(f"production `{production.name}` cannot be used here")
        option = _weighted(usable, [each.weight for each in usable], env)
        return self._expand(option.template, option.calls, env, serial)

    def _open(self, option: Option, env: Env) -> bool:
        """Tell whether the guards of all productions that an alternative expands hold, as far as is known."""
        return all(
            usable_in(self.productions[call.place.production], self._inner(call, env))
            for call in option.calls
            if all(argument.fixed for argument in call.arguments)
        )

    def _inner(self, call: Called, env: Env) -> Env:
        names = self.productions[call.place.production].parameters
        values = [each.draw(env) for each in call.arguments]
        inner = {**env.values, **dict(zip(names, values, strict=True))}
        return Env(env.stream, inner, env.taken, env.split)

    def _expand(
        self, node: ir.Node, calls: Sequence[Called], env: Env, serial: Iterator[int]
    ) -> ir.Node:
        if isinstance(node, ir.Expand):
            call = next(each for each in calls if each.place == node)
            return self._call(call, env, serial)
        if isinstance(node, ir.Restriction):
            node = _bounded(node, env)
        made = rebuild(node, lambda child: self._expand(child, calls, env, serial))
        return denied(made.part) if isinstance(made, ir.Not) else made

    def _call(self, call: Called, env: Env, serial: Iterator[int]) -> ir.Node:
        """Expand one place. Its holes are its own: another expansion of the same production has others."""
        production = self.productions[call.place.production]
        inner = self._inner(call, env)
        if not usable_in(production, inner):
            raise NoValue(f"production `{production.name}` cannot be used here")
        number = next(serial)
        return _renamed(self._option(production, inner, serial), number)


def asks(template: ir.Node) -> bool:
    """Tell whether a rule's body asks for knowledge, which only a strategy can supply."""
    return isinstance(template, ir.Rule) and any(
        isinstance(part, ir.Expand) and part.production == KNOWLEDGE for part in template.body
    )


def _renamed(node: ir.Node, number: int) -> ir.Node:
    if isinstance(node, ir.Hole):
        return node if " in " in node.name else ir.Hole(f"{node.name} in {number}", node.rest)
    return rebuild(node, lambda child: _renamed(child, number))


def _weighted(members: Sequence[Member], weights: Sequence[Typed | None], env: Env) -> Member:
    drawn = [1 if weight is None else weight.draw(env) for weight in weights]
    try:
        return members[env.stream.weighted(drawn)]
    except ValueError as error:
        span = next((weight.span for weight in weights if weight is not None), None) or NOWHERE
        raise SpecError([Diagnostic("E0406", f"these weights fail: {error}", span)]) from None


def usable_in(production: Rewriting, env: Env) -> bool:
    """Tell whether a production is for the split at hand, and its guard holds."""
    guard = production.guard
    kept = production.item.split in ("", env.split)
    return kept and (guard is None or bool(guard.draw(env)))


def _bounded(node: ir.Restriction, env: Env) -> ir.Restriction:
    """Draw a number restriction's bound where several are given: `min {1, 2, 3} R C`."""
    if not isinstance(node.bound, ir.SetOf):
        return node
    return ir.Restriction(node.kind, env.stream.pick(node.bound.items), node.role, node.filler)


# ------------------------------------------------------------------------------------------ building, refusing


def build_production(item: syntax.Production, scope: StatementScope, names: Names) -> Rewriting:
    """Check a production: its weights, guard, templates and the arguments of its expansions."""
    report = scope.report
    expressions = Expressions(names.with_types(dict.fromkeys(item.parameters, NUMBER)), report)
    options = tuple(_option(item, each, scope, expressions) for each in item.alternatives)
    constants = [
        constant_value(each.weight) if each.weight is not None and each.weight.constant else 1
        for each in options
    ]
    check_weights(expressions, item, constants)
    weight = None if item.weight is None else expressions.typed(item.weight, NUMBER)
    if weight is not None and weight.constant and constant_value(weight) < 0:
        report.add("E0406", "a weight is negative", item.span, help="weights start at 0")
    return Rewriting(
        item.kind,
        item.name,
        item.parameters,
        weight,
        options,
        None if item.guard is None else expressions.typed(item.guard, BOOLEAN),
        item,
    )


def _option(
    item: syntax.Production,
    alternative: syntax.Alternative,
    scope: StatementScope,
    expressions: Expressions,
) -> Option:
    weight = None
    if alternative.weight is not None:
        weight = expressions.typed(alternative.weight, NUMBER)
    template: ir.Node
    if item.kind != "syntax":
        template = lower_statement(alternative.template, scope)[1]
    elif scope.concepts:
        template = lower_concept(alternative.template, scope)
    elif isinstance(alternative.template, syntax.Named | syntax.Implication | syntax.Optimise):
        message = "a `syntax` production makes a part of a statement, not a whole one"
        scope.bad("E0311", message, alternative.template, "write `rule NAME = …`")
        template = ir.Truth(True)
    elif scope.operators is not None:
        template = lower_condition(alternative.template, scope)
    else:
        template = lower_literal(alternative.template, scope)
    for each in expansions(alternative.template):
        if each.production == KNOWLEDGE and len(each.arguments) != 1:
            message = f"`<{KNOWLEDGE}>` takes one individual, not {len(each.arguments)}"
            scope.bad("E0306", message, each, f"write `<{KNOWLEDGE}(?a)>`")
    if item.kind == "syntax":
        check_members(template, alternative.template, scope)
    check_constants(template, alternative.template, expressions.names.types, scope)
    calls = calls_of(alternative.template, scope, expressions)
    return Option(weight, template, calls, alternative.span)


def calls_of(
    node: syntax.Statement, scope: StatementScope, expressions: Expressions
) -> tuple[Called, ...]:
    """Check the arguments of every expansion of a production in a statement."""
    return tuple(
        Called(
            ir.Expand(each.production, tuple(lower_term(a, scope) for a in each.arguments)),
            tuple(expressions.typed(argument, NUMBER) for argument in each.arguments),
            each.arguments,
            each.span,
        )
        for each in expansions(node)
        if each.production != KNOWLEDGE
    )


_LEAVES = frozenset({syntax.Name, syntax.Variable, syntax.Quantity, syntax.Text, str})


def expansions(node: Any) -> list[syntax.Expansion]:
    """Give every expansion in a syntax tree, in the order of the text."""
    if isinstance(node, syntax.Expansion):
        return [node]
    if isinstance(node, tuple):
        return [each for part in node if part.__class__ not in _LEAVES for each in expansions(part)]
    if isinstance(node, syntax.Node):
        slots = [name for name in type(node).__slots__ if name != "span"]
        return [each for name in slots for each in expansions(getattr(node, name))]
    return []
