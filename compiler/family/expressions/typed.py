"""Checked expressions: their types, what drawing them depends on, and how they are computed."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from ....dsl import syntax
from ....dsl.diagnostics import Diagnostic, Report, SpecError
from ....dsl.source import NOWHERE, Span
from ...kinds import NOTHING, Kind, Type, scale
from ...random.stream import Stream
from .vocabulary import PoolValues, TableRows


class NoValue(Exception):
    """Nothing is left to draw: the draft that needed it is dropped, and the reason counted.

    Attributes:
        details: lines about this draft alone.
    """

    def __init__(self, reason: str = "", *details: str) -> None:
        super().__init__(reason)
        self.details = details


class TooLarge(NoValue):
    """What is to be drawn is above a limit: drawing it again and again would take long."""


@dataclass
class Env:
    """What drawing depends on: the stream, named values, the current rows (slot -> its values)."""

    stream: Stream
    values: dict[str, Any]
    taken: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    split: str = ""


Draw: TypeAlias = Callable[[Env], Any]


@dataclass(frozen=True)
class Inline:
    """Source over `env`, and the values of the names in it. It contains no text of the author except quoted names."""

    text: str
    names: Mapping[str, Any]


@dataclass(frozen=True)
class Typed:
    """A checked expression: its type, the function that draws it, the names it depends on.

    Attributes:
        fixed: whether it draws nothing: its value depends on those names alone.
        inline: the same computation as Python source, where its parts can be computed in one function.
        members: the rows of a table that one is drawn from, each as likely as the others.
    """

    type: Type
    draw: Draw
    needs: frozenset[str] = frozenset()
    fixed: bool = True
    span: Span | None = None
    inline: Inline | None = None
    members: Callable[[Env], Sequence[Any]] | None = None

    @property
    def constant(self) -> bool:
        return self.fixed and not self.needs


@dataclass(frozen=True)
class Names:
    """What names mean in an expression.

    Attributes:
        types: the types of values: parameters, chosen values, slots, let-bound names.
        pools, tables: looked up by name; None for no such name.
        interval: the range of a sort of whole numbers, looked up by name.
        slots: the kinds of slots whose values in the current rows can be drawn (`1 of price`).
        known: further known names, for near misses.
        chosen: the names that are chosen somewhere, whether they have a value yet or not.
        domains: the ranges of parameters that have one, as far as they are numbers.
        doubled: for each slot whose name hides that of another declaration, the place of that declaration.
    """

    types: Mapping[str, Type]
    pool: Callable[[str], PoolValues | None]
    table: Callable[[str], TableRows | None]
    slots: Mapping[str, Kind] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    chosen: frozenset[str] = frozenset()
    interval: Callable[[str], syntax.Infix | None] = lambda name: None
    domains: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    doubled: Mapping[str, Span] = field(default_factory=dict)

    @property
    def pools(self) -> list[str]:
        """The names of pools and sorts, for near misses."""
        return [name for name in self.known if self.pool(name) is not None]

    def with_types(self, types: Mapping[str, Type]) -> Names:
        return replace(self, types={**self.types, **types})

    def with_slots(self, types: Mapping[str, Type], declared: Mapping[str, Span]) -> Names:
        """Return the names with those of slots; `declared` has the places of all others."""
        doubled = {
            name: span
            for name, span in declared.items()
            if name in types and (name in self.types or self.pool(name) or self.table(name))
        }
        return replace(self.with_types(types), doubled=doubled)


class TypeChecker(Protocol):
    """What checks the parts of an expression, for the functions and distributions that have parts."""

    names: Names
    report: Report

    def typed(self, expr: syntax.Expr, expected: Type | None = None, wanted: str = "") -> Typed:
        """Return an expression with its type; report it where the type is not the expected one."""

    def unknown(
        self, found: Typed, expr: syntax.Expr, expected: Type | None = None, wanted: str = ""
    ) -> bool:
        """Report a bare name that means nothing, and return whether the expression is one."""

    def shadowed(self, text: str, at: Span) -> bool:
        """Report a slot that hides another declaration of its name, and return whether it does."""


def constant_value(typed: Typed) -> Any:
    """Return the value of a constant expression."""
    return typed.draw(Env(Stream("constant"), {}))


COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
}


def nothing(env: Env) -> Any:
    raise NoValue("an invalid expression, reported before")


def placeholder(span: Span | None) -> Typed:
    """Return the replacement for an invalid expression that was reported: it fits everywhere and is not a constant."""
    return Typed(NOTHING, nothing, fixed=False, span=span)


def whole_number(value: Any, what: str, span: Span | None) -> int:
    """Return a count that was drawn. Raises SpecError if it is not a whole number from 0 to a million."""
    if not 0 <= value <= 1_000_000 or value != int(value):
        given = f", not {value:g}" if abs(value) < 1e300 else ""
        raise SpecError(
            [
                Diagnostic(
                    "E0403", f"{what} is a whole number from 0 to 1,000,000{given}", span or NOWHERE
                )
            ]
        )
    return int(value)


def constant(type: Type, value: Any, span: Span) -> Typed:
    """Return an expression that always has one value."""
    inline = Inline(repr(value), {}) if isinstance(value, int) else None
    return Typed(type, lambda env: value, span=span, inline=inline or _opaque(value))


def named_expression(type: Type, name: str, span: Span) -> Typed:
    """Return an expression that has the value of a name."""
    inline = Inline(f"env.values[{name!r}]", {})
    return Typed(type, lambda env: env.values[name], frozenset((name,)), span=span, inline=inline)


def together(type: Type, parts: Sequence[Typed], build: Callable[[Any], Any], span: Span) -> Typed:
    """Return an expression that collects the values of its parts."""
    found = apply(type, parts, lambda *values: build(values), span)
    if build is not tuple or found.type is NOTHING:
        return found
    return replace(found, inline=source(f"({'{}, ' * len(parts)})", *parts))


def apply(type: Type, parts: Sequence[Typed], compute: Callable[..., Any], span: Span) -> Typed:
    """Return an expression that computes a function of its parts."""
    if any(part.type is NOTHING for part in parts):
        return placeholder(span)
    needs = frozenset[str]().union(*(part.needs for part in parts))
    fixed = all(part.fixed for part in parts)
    draws = [part.draw for part in parts]

    def draw(env: Env) -> Any:
        values = [draw(env) for draw in draws]
        try:
            return compute(*values)
        except (ArithmeticError, ValueError) as error:
            raise uncomputable(error, span) from None

    return Typed(type, draw, needs, fixed, span, _apply_inline(compute, parts))


# ----------------------------------------------------------------------------------------- computing in one go

_numbers = itertools.count()
_SPELLED: Mapping[Any, str] = {
    operator.add: "({} + {})",
    operator.sub: "({} - {})",
    operator.mul: "({} * {})",
    operator.truediv: "({} / {})",
    operator.lt: "({} < {})",
    operator.le: "({} <= {})",
    operator.gt: "({} > {})",
    operator.ge: "({} >= {})",
    operator.eq: "({} == {})",
    operator.ne: "({} != {})",
    scale: "round({} * {})",
}
BUILTINS = {each.__name__: each for each in (int, len, map, round, tuple, type)}
"""The names that generated source may use in addition to its own."""


def _opaque(value: Any) -> Inline:
    name = f"x{next(_numbers)}"
    return Inline(name, {name: value})


def inline_source(typed: Typed) -> Inline:
    """Return an expression's source: its own, or a call of the function that draws it."""
    if typed.inline is not None:
        return typed.inline
    function = _opaque(typed.draw)
    return Inline(f"{function.text}(env)", function.names)


def source(text: str, *parts: Any) -> Inline:
    """Return source in which each `{}` is replaced by a part: an expression's source, or a name for any other value."""
    made = [inline_source(part) if isinstance(part, Typed) else _opaque(part) for part in parts]
    names = {name: value for part in made for name, value in part.names.items()}
    return Inline(text.format(*(part.text for part in made)), names)


def _apply_inline(compute: Callable[..., Any], parts: Sequence[Typed]) -> Inline:
    if compute in _SPELLED and len(parts) == 2:
        return source(_SPELLED[compute], *parts)
    return source(f"{{}}({', '.join(['{}'] * len(parts))})", compute, *parts)


def compile_unguarded(typed: Typed) -> Draw:
    """Return what `compiled` gives, without the care for what cannot be computed: that raises as Python does."""
    inline = inline_source(typed)
    run: Draw = eval(f"lambda env: {inline.text}", {"__builtins__": BUILTINS, **inline.names})
    return run


def compile_typed(typed: Typed) -> Draw:
    """Return a function that draws an expression as `draw` does, computed in one function where that can be.

    Raises (when drawing):
        SpecError: a division by zero or a number too large, with the expression's place.
    """
    run = compile_unguarded(typed)
    span = typed.span or NOWHERE

    def draw(env: Env) -> Any:
        try:
            return run(env)
        except (ArithmeticError, ValueError) as error:
            raise uncomputable(error, span) from None
        except KeyError:
            return typed.draw(env)  # says which key the table lacks

    return draw


def swift(typed: Typed) -> Typed:
    """Return the same expression, to be drawn in one function: for frequent draws."""
    return replace(typed, draw=compile_typed(typed))


def uncomputable(error: Exception, span: Span) -> SpecError:
    """Return the complaint that an expression has no value for what was drawn."""
    return SpecError([Diagnostic("E0403", f"this cannot be computed: {error}", span)])
