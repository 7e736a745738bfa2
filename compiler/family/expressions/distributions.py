"""The distributions: `N of POOL`, weights and sets in braces, tables at a key."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ....dsl import syntax
from ....dsl.diagnostics import Diagnostic, Report, SpecError, did_you_mean, meant
from ....dsl.edits import swap_ends
from ....dsl.source import Span
from ...kinds import (
    BOOLEAN,
    NOTHING,
    NUMBER,
    SYMBOL,
    List,
    OneOf,
    Row,
    Scalar,
    Set,
    Type,
    common_type,
    fits,
    with_article,
)
from ...random.stream import weighted_draw
from .typed import (
    Env,
    NoValue,
    TypeChecker,
    Typed,
    compile_unguarded,
    constant_value,
    placeholder,
    source,
    together,
    whole_number,
)

EMPTY_RANGE = "this range is empty: its end lies before its start"


def draw_of(scope: TypeChecker, expr: syntax.Infix, expected: Type | None) -> Typed:
    """Check `N of POOL`: N members without replacement; one alone where N is 1; of a slot, of the values it takes."""
    count = scope.typed(expr.left, NUMBER)
    members, member, needs = _members(scope, expr.right)
    if NOTHING in (member, count.type):
        return placeholder(expr.span)
    if count.constant:
        try:
            whole_number(constant_value(count), "how many are drawn", expr.left.span)
        except SpecError as error:
            scope.report.extend(error.diagnostics)
            return placeholder(expr.span)
    one = count.constant and constant_value(count) == 1 and not isinstance(expected, Set | List)
    as_set = isinstance(expected, Set)
    many: Type = Row("rows", (member,))
    if isinstance(member, OneOf):
        many = Set(member) if as_set else List(member)
    elif isinstance(member, Scalar):
        many = List(member)

    def draw(env: Env) -> Any:
        pool = members(env)
        if one:
            if not pool:
                raise NoValue("there is nothing to draw from")
            return env.stream.pick(pool)
        number = whole_number(count.draw(env), "how many are drawn", expr.left.span)
        if number > len(pool):
            raise NoValue("there are fewer values to draw from than requested")
        drawn = env.stream.sample(pool, number)
        return frozenset(drawn) if as_set else tuple(drawn)

    drawn = Typed(member if one else many, draw, count.needs | needs, False, expr.span)
    return replace(drawn, members=members) if one and isinstance(member, Row) else drawn


def _members(
    scope: TypeChecker, expr: syntax.Expr
) -> tuple[Callable[[Env], Sequence[Any]], Type, frozenset[str]]:
    """Return what members are drawn from, what one of them is, and the names that this depends on."""
    name = expr.text if isinstance(expr, syntax.Name) else ""
    if name in scope.names.slots:
        kind = scope.names.slots[name]
        member = kind.element if isinstance(kind, List | Set) else kind
        return (lambda env: env.taken.get(name, ())), member, frozenset()
    split = expr.parts[-1] if isinstance(expr, syntax.Dotted) else ""
    table = scope.names.table(expr.parts[0] if isinstance(expr, syntax.Dotted) else name)
    if table is not None and not table.rows:
        return _no_value, NOTHING, frozenset()  # complained about where the table is declared
    if table is not None:
        if split and split not in table.parts:
            near = did_you_mean(split, table.parts)
            near = near or "declare it: `split { train 0.8  test 0.2 }`"
            scope.report.add(
                "E0203", f"table `{table.name}` has no split `{split}`", expr.span, help=near
            )
            return _no_value, NOTHING, frozenset()
        return (lambda env: table.of(split or env.split)), Row("row", table.kinds), frozenset()
    interval = scope.names.interval(name) if name not in scope.names.types else None
    if isinstance(expr, syntax.Infix) and expr.operator == "..":
        interval = expr
    if interval is not None:
        return _whole_numbers(scope, interval)
    found = scope.typed(expr)
    match found.type:
        case List() | Set():
            return (lambda env: _order_members(found.draw(env))), found.type.element, found.needs
        case _ if found.type is NOTHING:
            return found.draw, NOTHING, found.needs
        case _:
            if scope.shadowed(name, expr.span):
                return found.draw, NOTHING, found.needs
            known = [*scope.names.slots, *scope.names.types, *scope.names.known]
            if name in scope.names.chosen:
                report_unchosen(scope.report, name, expr.span)
                return found.draw, NOTHING, found.needs
            scope.report.add(
                "E0201",
                f"there is no pool, table or slot `{expr.span.text or name}`",
                expr.span,
                help=meant(name, known),
            )
            return found.draw, NOTHING, found.needs


def report_unchosen(report: Report, name: str, span: Span) -> None:
    """Report a value that is used before it is chosen."""
    report.add(
        "E0201",
        f"`{name}` has no value here yet",
        span,
        help="values are chosen in the order of their `choose`: put this one after that of "
        f"`{name}`, and let neither depend on the other in a circle",
    )


def _whole_numbers(
    scope: TypeChecker, interval: syntax.Infix
) -> tuple[Callable[[Env], Sequence[int]], Type, frozenset[str]]:
    """Return the same as `_members` for the whole numbers between two ends."""
    low, high = scope.typed(interval.left, NUMBER), scope.typed(interval.right, NUMBER)
    needs = low.needs | high.needs
    if NOTHING in (low.type, high.type):
        return low.draw, NOTHING, needs
    if low.constant and high.constant and constant_value(low) > constant_value(high):
        scope.report.add(
            "E0404",
            EMPTY_RANGE,
            interval.span,
            help=swap_ends(interval.left.span, interval.right.span),
        )
        return low.draw, NOTHING, needs

    def members(env: Env) -> Sequence[int]:
        first, last = (
            whole_number(end.draw(env), "the end of a range", part.span)
            for end, part in ((low, interval.left), (high, interval.right))
        )
        return range(first, last + 1)

    return members, NUMBER, needs


def _order_members(members: Any) -> Sequence[Any]:
    return sorted(members) if isinstance(members, frozenset) else members


def draw_braces(scope: TypeChecker, expr: syntax.Braces, expected: Type | None) -> Typed:
    """Check `{a: 2, b: 1}` (weighted), `{a, b}` (a set where one is expected, else each alike)."""
    entries = [entry for group in expr.groups for entry in group]
    if isinstance(expected, Set) and not any(entry.value for entry in entries):
        parts = [scope.typed(entry.term, expected.element) for entry in entries]
        return together(expected, parts, frozenset, expr.span)
    if not entries or expr.lower is not None or expr.upper is not None:
        scope.report.add("E0302", "a distribution needs at least one value", expr.span)
        return placeholder(expr.span)
    values = [scope.typed(entry.term, expected) for entry in entries]
    type = _agree_on_type(scope, [entry.term for entry in entries], values)
    return (
        placeholder(expr.span)
        if type is NOTHING
        else _make_weighted(scope, expr, entries, values, type)
    )


def _agree_on_type(
    scope: TypeChecker, terms: Sequence[syntax.Expr], values: Sequence[Typed]
) -> Type:
    """Return the one type of alternatives; report the first that has another than those before it."""
    found: Type = NOTHING
    for term, value in zip(terms, values, strict=True):
        both = common_type(found, value.type)
        if both is None:
            if not scope.unknown(value, term):
                scope.report.add(
                    "E0301",
                    f"expected {with_article(found)} as before, found {with_article(value.type)}",
                    term.span,
                )
            return NOTHING
        found = both
    return NOTHING if any(value.type is NOTHING for value in values) else found


def _make_weighted(
    scope: TypeChecker,
    expr: syntax.Braces,
    entries: Sequence[syntax.Entry],
    values: Sequence[Typed],
    type: Type,
) -> Typed:
    weights = [
        scope.typed(entry.value, NUMBER) if entry.value is not None else None for entry in entries
    ]
    needs = frozenset[str]().union(*(each.needs for each in values))
    draws = [value.draw for value in values]
    runs = [compile_unguarded(value) for value in values]
    if all(weight is None for weight in weights):
        count = len(draws)
        fast = source("{}[env.stream.below({})](env)", runs, count)
        if all(value.constant for value in values):
            held = [constant_value(each) for each in values]
            fast = source("{}[env.stream.below({})]", held, count)
        return Typed(
            type, lambda env: draws[env.stream.below(count)](env), needs, False, expr.span, fast
        )
    if None in weights:
        scope.report.add(
            "E0405",
            "some of these alternatives have a weight and some do not",
            expr.span,
            help="give each a weight, as in `{a: 2, b: 1}`",
        )
        return placeholder(expr.span)
    span = expr.span
    given = [weight for weight in weights if weight is not None]
    needs |= frozenset[str]().union(*(weight.needs for weight in given))
    if all(weight.constant for weight in given):
        fixed = [constant_value(weight) for weight in given]
        if not check_weights(scope, expr, fixed):
            return placeholder(expr.span)
        choose = weighted_draw(fixed)
        fast = source("{}[{}(env.stream)](env)", runs, choose)
        if all(value.constant for value in values):
            fast = source("{}[{}(env.stream)]", [constant_value(each) for each in values], choose)
        return Typed(type, lambda env: draws[choose(env.stream)](env), needs, False, span, fast)

    def draw(env: Env) -> Any:
        drawn = [weight.draw(env) for weight in given]
        try:
            return draws[env.stream.weighted(drawn)](env)
        except ValueError as error:
            raise SpecError(
                [Diagnostic("E0406", f"these weights cannot be computed: {error}", span)]
            ) from None

    return Typed(type, draw, needs, False, span)


def check_weights(scope: TypeChecker, at: syntax.Node, weights: Sequence[float]) -> bool:
    """Report weights that are negative or add up to nothing; return whether they can be used."""
    if any(weight < 0 for weight in weights):
        scope.report.add("E0406", "a weight is negative", at.span, help="use 0 or more")
        return False
    try:
        total = float(sum(weights))
    except OverflowError:
        total = math.inf
    if not math.isfinite(total):
        scope.report.add("E0406", "the weights are too large to be added up", at.span)
        return False
    if not total > 0:
        scope.report.add(
            "E0406",
            "the weights add up to zero",
            at.span,
            help="give at least one alternative a weight above 0",
        )
        return False
    return True


def _no_value(env: Env) -> Any:
    raise NoValue("an invalid expression, reported before")


def draw_index(scope: TypeChecker, expr: syntax.Index, expected: Type | None) -> Typed:
    """Check `{key: value, …}[key]`, and `TABLE[key]`, which gives the last column of the row with that key."""
    table = scope.names.table(expr.table.text) if isinstance(expr.table, syntax.Name) else None
    column = ""
    if isinstance(expr.table, syntax.Dotted):
        table = scope.names.table(expr.table.parts[0])
        column = expr.table.parts[-1]
    key = scope.typed(expr.key)
    if table is not None:
        if not table.rows:
            return placeholder(expr.span)  # where the table is declared
        if column and column not in table.columns:
            near = did_you_mean(column, table.columns)
            scope.report.add(
                "E0203",
                f"table `{table.name}` has no column `{column}`",
                expr.table.span,
                help=near,
            )
            return placeholder(expr.span)
        place = table.columns.index(column) if column else len(table.columns) - 1
        wide = isinstance(key.type, Row)
        width = len(key.type.columns) if isinstance(key.type, Row) else 1
        wanted = Row("row", table.kinds[:width]) if wide else table.kinds[0]
        if key.type is SYMBOL:
            key = scope.typed(expr.key, table.kinds[0])
        if key.type is NOTHING:
            return placeholder(expr.span)
        if width >= len(table.columns) or not fits(key.type, wanted):
            scope.report.add(
                "E0305",
                f"table `{table.name}` cannot be looked up by {with_article(key.type)}",
                expr.key.span,
                help=f"use a value of the first column, or a row of the first ones, of {', '.join(table.columns)}",
            )
            return placeholder(expr.span)
        rows = {row[:width] if wide else row[0]: row[place] for row in table.rows}
        return _lookup(rows, key, table.kinds[place], expr)
    if not isinstance(expr.table, syntax.Braces):
        name = expr.table.span.text.partition(".")[0]
        near = did_you_mean(name, scope.names.known)
        scope.report.add("E0201", f"there is no table `{name}`", expr.table.span, help=near)
        return placeholder(expr.span)
    if scope.unknown(key, expr.key) or key.type is NOTHING:
        return placeholder(expr.span)
    return _braced_table(scope, expr, expr.table, key, expected)


def _lookup(rows: dict[Any, Any], key: Typed, kind: Type, expr: syntax.Index) -> Typed:
    def draw(env: Env) -> Any:
        at = key.draw(env)
        try:
            return rows[at]
        except KeyError:
            raise SpecError(
                [
                    Diagnostic(
                        "E0407", f"the table has no row for `{_spell_key(key.type, at)}`", expr.span
                    )
                ]
            ) from None

    return Typed(kind, draw, key.needs, key.fixed, expr.span, source("{}[{}]", rows, key))


def _braced_table(
    scope: TypeChecker,
    expr: syntax.Index,
    braces: syntax.Braces,
    key: Typed,
    expected: Type | None,
) -> Typed:
    entries = [entry for group in braces.groups for entry in group]
    wanted: Type | None = key.type if isinstance(key.type, OneOf | Scalar) else None
    if key.type is BOOLEAN:
        wanted = BOOLEAN
    rows: dict[Any, Typed] = {}
    terms: list[syntax.Expr] = []
    sound = True
    for entry in entries:
        at = scope.typed(entry.term, wanted)
        if entry.value is None:
            scope.report.add("E0405", "each key of a table needs a value", entry.span)
            continue
        value = scope.typed(entry.value, expected)
        if at.type is NOTHING:
            sound = False
            continue
        if not at.constant:
            scope.report.add("E0302", "a key of a table must be a constant", entry.term.span)
            continue
        if constant_value(at) in rows:
            shown = _spell_key(at.type, constant_value(at))
            scope.report.add("E0202", f"the table has two entries for `{shown}`", entry.span)
        else:
            terms.append(entry.value)
            rows[constant_value(at)] = value
    type = _agree_on_type(scope, terms, list(rows.values()))
    if type is NOTHING or not sound:
        return placeholder(expr.span)
    if isinstance(key.type, OneOf):
        _missing_keys(scope, expr, key.type.values, rows)
    elif key.type is BOOLEAN:
        _missing_keys(scope, expr, (True, False), rows)
    needs = key.needs.union(*(value.needs for value in rows.values()))
    fixed = key.fixed and all(value.fixed for value in rows.values())
    draws = {at: value.draw for at, value in rows.items()}

    def draw(env: Env) -> Any:
        at = key.draw(env)
        if at not in draws:
            raise SpecError(
                [
                    Diagnostic(
                        "E0407",
                        f"this table has no entry for `{_spell_key(key.type, at)}`",
                        expr.span,
                    )
                ]
            )
        return draws[at](env)

    fast = source("{}[{}](env)", {at: compile_unguarded(value) for at, value in rows.items()}, key)
    if all(value.constant for value in rows.values()):
        fast = source("{}[{}]", {at: constant_value(value) for at, value in rows.items()}, key)
    return Typed(type, draw, needs, fixed, expr.span, fast)


def _missing_keys(
    scope: TypeChecker, expr: syntax.Index, keys: Sequence[Any], rows: dict[Any, Typed]
) -> None:
    missing = [key for key in keys if key not in rows]
    if missing and len(keys) <= 12:
        shown = _spell_key(BOOLEAN, missing[0])
        scope.report.add(
            "E0407",
            f"this table has no entry for `{shown}`",
            expr.table.span,
            help=f"add `{shown}: …`",
        )


def _spell_key(type: Type, key: Any) -> str:
    """Return a key as an author writes it."""
    if isinstance(key, bool):
        return "true" if key else "false"
    if isinstance(type, Row) and isinstance(key, tuple):
        return f"({', '.join(map(_spell_key, type.columns, key))})"
    return type.show(key) if isinstance(type, Scalar) and isinstance(key, int) else str(key)
