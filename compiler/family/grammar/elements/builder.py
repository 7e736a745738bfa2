"""Sources of indexed lines: ranges, sorts, tables and lists, and what functions of sources check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from .....dsl import syntax
from .....dsl.diagnostics import Diagnostic, SpecError, count_noun, did_you_mean
from .....dsl.source import NOWHERE, Span
from ....kinds import NOTHING, NUMBER, SYMBOL, Integer, List, OneOf, Row, Set, Type, common_type
from ...expressions import (
    Env,
    Expressions,
    NoValue,
    TableRows,
    TooLarge,
    Typed,
    constant_value,
    whole_number,
)
from ..grammar import Grammar

MOST = 10_000
"""The most elements that a source can have, and the most numbers of a range."""

Rows: TypeAlias = Sequence[tuple[Any, ...]]


@dataclass(frozen=True)
class Elements:
    """A checked source of an indexed line.

    Attributes:
        types: the type of each value of a row; empty if the source was reported.
        draw: returns the rows of an instance, whose words the grammar has.
        size: the number of rows, if all instances have as many.
        ordered: whether the rows are in an order that was chosen, which paths and trees keep.
        written: the words that the source writes out.
        fixed: whether nothing is drawn: the rows depend on `needs` alone, names of values, sorts, pools and tables.
    """

    types: tuple[Type, ...]
    draw: Callable[[Grammar, Env], Rows]
    size: int | None = None
    ordered: bool = False
    written: frozenset[str] = frozenset()
    fixed: bool = False
    needs: frozenset[str] = frozenset()


def _nothing(grammar: Grammar, env: Env) -> Rows:
    raise NoValue("an invalid source, reported before")


UNKNOWN = Elements((), _nothing)
"""Stands for a source that was reported."""


class Builder:
    """Checks the sources of indexed lines.

    Attributes:
        numbers: the sorts of whole numbers.
        functions: the functions of sources, by their names.
    """

    def __init__(
        self,
        expressions: Expressions,
        numbers: Mapping[str, Any],
        functions: Mapping[str, Callable[[Builder, syntax.Call], Elements]],
    ) -> None:
        self.expressions = expressions
        self.numbers = numbers
        self.functions = functions

    def elements(self, expr: syntax.Expr) -> Elements:
        match expr:
            case syntax.Infix(operator="..", left=left, right=right):
                return self._range(expr, left, right)
            case syntax.Infix(operator="of", left=left, right=right):
                return self._some(left, right)
            case syntax.Call(function=syntax.Name(text=name)) if name in self.functions:
                return self.functions[name](self, expr)
            case syntax.Braces(groups=groups, lower=None, upper=None) if any(groups):
                return self._listed([entry for group in groups for entry in group])
            case _:
                return self._named(expr) or self._value(expr)

    def bad(self, message: str, at: syntax.Node, help: str = "", code: str = "E0482") -> Elements:
        self.expressions.report.add(code, message, at.span, help=help)
        return UNKNOWN

    def number(self, expr: syntax.Expr) -> Typed:
        return self.expressions.typed(expr, NUMBER)

    # ------------------------------------------------------------------------------------------ plain sources

    def _range(self, expr: syntax.Expr, left: syntax.Expr, right: syntax.Expr) -> Elements:
        low, high = self.number(left), self.number(right)
        if NOTHING in (low.type, high.type):
            return UNKNOWN

        def draw(grammar: Grammar, env: Env) -> Rows:
            ends = [_whole(each.draw(env), expr.span) for each in (low, high)]
            return [(value,) for value in range(ends[0], ends[1] + 1)]

        size = None
        if low.constant and high.constant:
            size = max(0, int(constant_value(high)) - int(constant_value(low)) + 1)
            if not size or size > MOST:
                message = "this range is empty" if not size else f"this range has {size:,} numbers"
                return self.bad(message, expr, f"write a range of 1 to {MOST:,} numbers", "E0404")
        fixed, needs = low.fixed and high.fixed, low.needs | high.needs
        return Elements((NUMBER,), draw, size, fixed=fixed, needs=needs)

    def _some(self, left: syntax.Expr, right: syntax.Expr) -> Elements:
        count, inner = self.number(left), self.elements(right)
        if not inner.types or count.type is NOTHING:
            return UNKNOWN
        fixed = int(constant_value(count)) if count.constant else None
        if fixed is not None and inner.size is not None and fixed > inner.size:
            there = count_noun(inner.size, "element")
            help = f"write at most {inner.size}"
            return self.bad(f"cannot draw {fixed} of {there}", left, help, "E0403")

        def draw(grammar: Grammar, env: Env) -> Rows:
            rows = inner.draw(grammar, env)
            number = whole_number(count.draw(env), "how many elements are drawn", left.span)
            if number > len(rows):
                raise NoValue("there are fewer elements to draw from than requested")
            return env.stream.sample(rows, number)

        return Elements(inner.types, draw, fixed, written=inner.written)

    def _listed(self, entries: Sequence[syntax.Entry]) -> Elements:
        parts: list[Typed] = []
        for entry in entries:
            if entry.value is not None:
                message = "the elements of an indexed line have no weights"
                return self.bad(message, entry, "list the values: `{a, b}`")
            parts.append(self.expressions.typed(entry.term))
        widths = [len(_columns(part.type)) for part in parts]
        uneven = [entry for entry, width in zip(entries, widths, strict=True) if width != widths[0]]
        if uneven and not any(part.type is NOTHING for part in parts):
            shown = " and ".join(dict.fromkeys(map(str, widths)))
            message = f"the elements have different numbers of values: {shown}"
            return self.bad(message, uneven[0], "write equal tuples", "E0483")
        type: Type | None = NOTHING
        for part, entry in zip(parts, entries, strict=True):
            if part.type is NOTHING:
                return UNKNOWN
            both = common_type(type or NOTHING, part.type)
            if both is None:
                message = "the elements of an indexed line must have the same kind"
                return self.bad(message, entry, "write names only, numbers only, or equal tuples")
            type = both
        assert type is not None
        rows = [_cells(constant_value(part)) for part in parts if part.constant]
        return Elements(
            tuple(
                OneOf("value", tuple(dict.fromkeys(str(row[place]) for row in rows)))
                if column is SYMBOL
                else column
                for place, column in enumerate(_columns(type))
            ),
            lambda grammar, env: [_cells(part.draw(env)) for part in parts],
            len(parts),
            written=frozenset(word for row in rows for word in row if isinstance(word, str)),
            fixed=all(part.fixed for part in parts),
            needs=frozenset[str]().union(*(part.needs for part in parts)),
        )

    def _named(self, expr: syntax.Expr) -> Elements | None:
        """Return the elements of a table, sort or pool; None of anything else."""
        names = self.expressions.names
        match expr:
            case syntax.Name(text=text) if text not in names.types:
                part = ""
            case syntax.Dotted(parts=(text, *_, part)):
                pass
            case _:
                return None
        table = names.table(text)
        if table is not None:
            return self._table(table, part, expr)
        pool = names.pool(text)
        if pool is None or part:
            return None
        sort = NUMBER if text in self.numbers else OneOf(text, pool.values)
        if text not in self.numbers and not pool.values:
            return UNKNOWN  # where it is declared
        needs = frozenset((text,))
        return Elements(
            (sort,), lambda grammar, env: _members(text, grammar), fixed=True, needs=needs
        )

    def _table(self, table: TableRows, part: str, expr: syntax.Expr) -> Elements:
        if part and part not in table.parts:
            help = did_you_mean(part, table.parts)
            return self.bad(f"table `{table.name}` has no split `{part}`", expr, help, "E0203")
        if not table.rows:
            return UNKNOWN  # where it is declared
        size = None if table.parts else len(table.rows)
        return Elements(
            table.kinds, lambda grammar, env: table.of(part or env.split), size, fixed=True
        )

    def _value(self, expr: syntax.Expr) -> Elements:
        typed = self.expressions.typed(expr)
        match typed.type:
            case List(element=element):
                ordered = bool(typed.needs)
                return Elements(
                    (element,),
                    lambda grammar, env: [(value,) for value in typed.draw(env)],
                    ordered=ordered,
                    fixed=typed.fixed,
                    needs=typed.needs,
                )
            case Set(element=element):
                return Elements(
                    (element,),
                    lambda grammar, env: [(value,) for value in sorted(typed.draw(env))],
                    fixed=typed.fixed,
                    needs=typed.needs,
                )
            case Row(name="rows", columns=(member,)):
                return Elements(
                    _columns(member),
                    lambda grammar, env: [_cells(row) for row in typed.draw(env)],
                    ordered=bool(typed.needs),
                    fixed=typed.fixed,
                    needs=typed.needs,
                )
            case Integer():
                help = f"write a range: `1..{expr.span.text}`"
                return self.bad(f"`{expr.span.text}` is one number", expr, help)
            case _ if isinstance(expr, syntax.Name) and expr.text in self.expressions.names.known:
                help = "name a sort, a pool, a table or a list that is chosen"
                return self.bad(f"`{expr.text}` has no elements", expr, help)
            case _ if typed.type is NOTHING or self.expressions.unknown(typed, expr):
                return UNKNOWN
            case _:
                help = "write a range, a sort, a table, a list in braces, or a function such as "
                help += f"`{next(iter(self.functions))}(SORT)`"
                return self.bad(f"`{expr.span.text}` has no elements", expr, help)

    # ---------------------------------------------------------------------------------------------- functions

    def arguments(
        self, expr: syntax.Call, least: int, most: int | None
    ) -> tuple[syntax.Expr, ...] | None:
        count, name = len(expr.arguments), expr.function.text
        if least <= count and (most is None or count <= most):
            return expr.arguments
        wanted = count_noun(least, "argument") if least == most else f"{least} or more arguments"
        if most is not None and least < most:
            wanted = f"{least} to {most} arguments"
        self.bad(f"`{name}` takes {wanted}, not {count}", expr, code="E0306")
        return None

    def nodes(self, expr: syntax.Call, most: int = 1) -> Elements:
        """Check the first argument of a function: single values, which become the nodes of a graph."""
        given = self.arguments(expr, 1, most)
        if given is None:
            return UNKNOWN
        inner = self.elements(given[0])
        if len(inner.types) > 1:
            message = f"`{expr.function.text}` needs single values, but these are rows of "
            return self.bad(f"{message}{len(inner.types)}", given[0], "name a sort or a list")
        return inner


def check_count(number: int, what: str) -> None:
    """Raise TooLarge for a source with too many elements."""
    if number > MOST:
        raise TooLarge(f"{what} has {number:,} elements, and {MOST:,} are the most")


def _columns(type: Type) -> tuple[Type, ...]:
    return type.columns if isinstance(type, Row) and type.name == "row" else (type,)


def _cells(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _members(sort: str, grammar: Grammar) -> Rows:
    if sort in grammar.numbers:
        return [(int(member),) for member in grammar.sorts.get(sort, ())]
    return [(member,) for member in grammar.sorts.get(sort, ())]


def _whole(value: Any, span: Span | None) -> int:
    if value != int(value):
        raise fail("E0403", f"the end of a range is a whole number, not {value:g}", span)
    if abs(value) > MOST:
        raise fail("E0403", f"the end of a range is at most {MOST:,}, not {value:g}", span)
    return int(value)


def fail(code: str, message: str, span: Span | None) -> SpecError:
    """Return the error of a source that cannot be drawn."""
    return SpecError([Diagnostic(code, message, span or NOWHERE)])
