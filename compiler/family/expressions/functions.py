"""The named functions of value expressions, each with the types of its arguments and its result."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....dsl import syntax
from ....dsl.diagnostics import count_noun, did_you_mean
from ...kinds import (
    NOTHING,
    NUMBER,
    SCALARS,
    Integer,
    Kind,
    List,
    OneOf,
    Scalar,
    Set,
    Type,
    fits,
    whole,
    with_article,
)
from .typed import (
    Draw,
    Env,
    TypeChecker,
    Typed,
    apply,
    compile_unguarded,
    constant_value,
    placeholder,
    source,
    together,
    whole_number,
)


def call(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
    """Check a function applied to its arguments."""
    make = FUNCTIONS.get(name)
    if make is None:
        return _bad(
            scope, "E0204", f"there is no function `{name}`", expr, did_you_mean(name, FUNCTIONS)
        )
    return make(scope, name, expr, expected)


def _bad(scope: TypeChecker, code: str, message: str, expr: syntax.Node, help: str = "") -> Typed:
    scope.report.add(code, message, expr.span, help=help)
    return placeholder(expr.span)


def _arguments(
    scope: TypeChecker, expr: syntax.Call, least: int, most: int | None = None
) -> list[Typed] | None:
    count = len(expr.arguments)
    if count < least or (most is not None and count > most):
        name = expr.function.text
        wanted = (
            count_noun(least, "argument")
            if most == least
            else f"{least} or more arguments"
            if most is None
            else f"{least} to {most} arguments"
        )
        _bad(scope, "E0306", f"`{name}` takes {wanted}, not {count}", expr)
        return None
    parts = [scope.typed(argument) for argument in expr.arguments]
    unknown = [scope.unknown(*each) for each in zip(parts, expr.arguments, strict=True)]
    return None if any(unknown) or any(part.type is NOTHING for part in parts) else parts


def _failed_call(expr: syntax.Call) -> Typed:
    return placeholder(expr.span)


def _check_rounding(to: Callable[[float], int], shift: str = "") -> Any:
    """Make the check of a rounding function: `to` of the number, after a shift."""

    def rounded(x: float, step: float) -> float:
        return (_nearest(x / step) if shift else to(x / step)) * step

    def make(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
        parts = _arguments(scope, expr, 1, 2)
        if parts is None:
            return _failed_call(expr)
        amount, step = parts[0].type, parts[-1].type
        if not isinstance(amount, Scalar) or not fits(step, amount):
            takes = f"`{name}` takes an amount and a step of the same kind"
            if not isinstance(amount, Scalar):
                return _bad(scope, "E0304", f"{takes}, not {with_article(amount)}", expr)
            found = f"{amount.described} and {with_article(step)}"
            example = "00:30" if amount.wraps else amount.example
            repair = f"write the step as {amount.described} such as `{example}`"
            return _bad(scope, "E0304", f"{takes}, not {found}", expr, repair)
        if len(parts) == 1:
            return apply(parts[0].type, parts, _nearest if shift else to, expr.span)
        if isinstance(parts[0].type, Scalar) and parts[0].type.wraps:
            day = parts[0].type.wraps  # 23:50 rounds to the next midnight
            return apply(parts[0].type, parts, lambda x, step: rounded(x, step) % day, expr.span)
        made = apply(parts[0].type, parts, rounded, expr.span)
        if not parts[1].constant or made.type is NOTHING:
            return made
        inline = source(f"({{1}}({{0}} / {{2}}{shift}) * {{2}})", parts[0], to, parts[1])
        return replace(made, inline=inline)

    return make


def _extreme(choose: Callable[..., Any]) -> Any:
    def make(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
        parts = _arguments(scope, expr, 1)
        if parts is None:
            return _failed_call(expr)
        one = parts[0].type
        if len(parts) == 1 and isinstance(one, List) and isinstance(one.element, Scalar):
            return apply(one.element, parts, lambda x: choose(x, default=0), expr.span)
        if len(parts) > 1 and all(
            isinstance(part.type, Scalar) and fits(part.type, parts[0].type) for part in parts
        ):
            return apply(parts[0].type, parts, choose, expr.span)
        return _bad(
            scope,
            "E0304",
            f"`{name}` takes a list of amounts, or two or more amounts of one kind",
            expr,
        )

    return make


def _sum(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
    parts = _arguments(scope, expr, 1, 1)
    if parts is None:
        return _failed_call(expr)
    match parts[0].type:
        case List(element=Scalar(point=False) as element):
            return apply(type(element)(), parts, sum, expr.span)
        case _:
            return _bad(scope, "E0304", "`sum` takes a list of amounts", expr)


def _len(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
    parts = _arguments(scope, expr, 1, 1)
    if parts is None:
        return _failed_call(expr)
    if not isinstance(parts[0].type, List | Set):
        return _bad(scope, "E0304", f"`{name}` takes a list or a set", expr)
    return apply(NUMBER, parts, len, expr.span)


def _abs(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
    parts = _arguments(scope, expr, 1, 1)
    if parts is None:
        return _failed_call(expr)
    if not isinstance(parts[0].type, Scalar):
        return _bad(scope, "E0304", "`abs` takes an amount", expr)
    return apply(parts[0].type, parts, abs, expr.span)


def _sqrt(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
    parts = _arguments(scope, expr, 1, 1)
    if parts is None:
        return _failed_call(expr)
    if not isinstance(parts[0].type, Integer):
        return _bad(scope, "E0304", "`sqrt` takes a plain number", expr)
    return apply(NUMBER, parts, lambda x: math.sqrt(max(x, 0)), expr.span)


def _uniform(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
    parts = _arguments(scope, expr, 2, 2)
    if parts is None:
        return _failed_call(expr)
    low, high = parts
    if not isinstance(low.type, Scalar) or not fits(high.type, low.type):
        return _bad(scope, "E0304", f"`{name}` takes two amounts of one kind", expr)
    number = isinstance(low.type, Integer)
    share = "unit" if name == "uniform" else "hump"

    def draw(env: Env) -> Any:
        least, at, most = low.draw(env), getattr(env.stream, share)(), high.draw(env)
        value = least + (most - least) * at
        return value if number else whole(value)

    drawn = f"({{0}} + {{1}} * env.stream.{share}())"
    if low.constant and high.constant:
        width = constant_value(high) - constant_value(low)
        fast = source(drawn if number else f"{{2}}{drawn}", low, width, whole)
    else:
        fast = None
    return Typed(low.type, draw, low.needs | high.needs, False, expr.span, fast)


def _repeat(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
    if len(expr.arguments) != 2:
        return _bad(scope, "E0306", "`repeat` takes a number and a value", expr)
    count = scope.typed(expr.arguments[0], NUMBER)
    element = expected.element if isinstance(expected, List) else None
    value = scope.typed(expr.arguments[1], element)
    if scope.unknown(value, expr.arguments[1]) or NOTHING in (count.type, value.type):
        return _failed_call(expr)
    if not isinstance(value.type, Kind):
        return _bad(scope, "E0304", "`repeat` needs a value that a list can contain", expr)

    def repeated(times: Any, one: Draw, env: Env) -> tuple[Any, ...]:
        if type(times) is not int or not 0 <= times <= 1000:
            times = whole_number(times, "how often a value is repeated", expr.span)
        return tuple([one(env) for _ in range(times)])

    needs, fixed = count.needs | value.needs, count.fixed and value.fixed
    fast = source("{}({}, {}, env)", repeated, count, compile_unguarded(value))
    return Typed(
        List(value.type),
        lambda env: repeated(count.draw(env), value.draw, env),
        needs,
        fixed,
        expr.span,
        fast,
    )


def _without(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
    if len(expr.arguments) < 2:
        return _bad(scope, "E0306", "`without` takes a pool and the members to leave out", expr)
    pool = scope.typed(expr.arguments[0])
    if pool.type is NOTHING or scope.unknown(pool, expr.arguments[0]):
        return _failed_call(expr)
    if not isinstance(pool.type, List):
        return _bad(scope, "E0304", "`without` takes a pool or a list first", expr)
    element = pool.type.element
    parts = [pool, *(_left_out(scope, argument, element) for argument in expr.arguments[1:])]
    lists = [isinstance(part.type, List | Set) for part in parts[1:]]

    def compute(members: Sequence[Any], *left_out: Any) -> tuple[Any, ...]:
        gone = [
            each
            for several, value in zip(lists, left_out, strict=True)
            for each in (value if several else (value,))
        ]
        return tuple([member for member in members if member not in gone])

    return apply(pool.type, parts, compute, expr.span)


def _left_out(scope: TypeChecker, expr: syntax.Expr, element: Kind) -> Typed:
    """Check a member that is left out of a list, or the name of a list of members."""
    known = scope.names.types.get(expr.text) if isinstance(expr, syntax.Name) else None
    if isinstance(known, List | Set) and fits(known.element, element):
        return scope.typed(expr)
    return scope.typed(expr, element)


def _list(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
    element = expected.element if isinstance(expected, List) else None
    parts = [scope.typed(argument, element) for argument in expr.arguments]
    if not parts:
        empty = expected if isinstance(expected, List) else List(NUMBER)
        return Typed(empty, lambda env: (), span=expr.span)
    unknown = [scope.unknown(*each) for each in zip(parts, expr.arguments, strict=True)]
    if any(unknown) or any(part.type is NOTHING for part in parts):
        return _failed_call(expr)
    kind = element or parts[0].type
    if not isinstance(kind, Kind) or not all(fits(part.type, kind) for part in parts):
        return _bad(scope, "E0304", "the values of a list must have the same kind", expr)
    return together(List(kind), parts, tuple, expr.span)


def _end(place: int) -> Any:
    def make(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
        parts = _arguments(scope, expr, 1, 1)
        if parts is None:
            return _failed_call(expr)
        if not isinstance(parts[0].type, List):
            return _bad(scope, "E0304", f"`{name}` takes a list", expr)
        of_symbols = isinstance(parts[0].type.element, OneOf)

        def compute(members: Sequence[Any]) -> Any:
            if not members and of_symbols:
                raise ValueError(f"`{name}` of an empty list of symbols")
            return members[place] if members else 0

        return apply(parts[0].type.element, parts, compute, expr.span)

    return make


def _in_units(kind: type[Scalar], size: int) -> Any:
    def make(scope: TypeChecker, name: str, expr: syntax.Call, expected: Type | None) -> Typed:
        if len(expr.arguments) != 1:
            return _bad(scope, "E0306", f"`{name}` takes one {kind.label}", expr)
        part = scope.typed(expr.arguments[0], kind())
        if part.type is NOTHING:
            return _failed_call(expr)
        return apply(NUMBER, [part], lambda x: x / size, expr.span)

    return make


def _nearest(x: float) -> int:
    return math.floor(x + 0.5)


FUNCTIONS: Mapping[str, Callable[[TypeChecker, str, syntax.Call, Type | None], Typed]] = {
    "round": _check_rounding(math.floor, " + 0.5"),
    "floor": _check_rounding(math.floor),
    "ceil": _check_rounding(math.ceil),
    "min": _extreme(min),
    "max": _extreme(max),
    "sum": _sum,
    "len": _len,
    "count": _len,
    "abs": _abs,
    "sqrt": _sqrt,
    "uniform": _uniform,
    "humped": _uniform,
    "repeat": _repeat,
    "without": _without,
    "list": _list,
    "first": _end(0),
    "last": _end(-1),
    **{unit: _in_units(scalar, size) for scalar in SCALARS for unit, size in scalar.units.items()},
}
