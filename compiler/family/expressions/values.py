"""Expressions for values: constants, arithmetic, distributions.

An expression is checked once, against the kinds of the names in it, and becomes a function that draws its value
from a stream. Drawing is a pure function of the stream, the named values and the current rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....dsl import syntax
from ....dsl.diagnostics import Diagnostic, Note, Report, SpecError, did_you_mean, meant
from ....dsl.edits import swap_ends
from ....dsl.source import NOWHERE, Span
from ...kinds import (
    ALL,
    BOOLEAN,
    NOTHING,
    NUMBER,
    SYMBOL,
    TEXT,
    Kind,
    KindError,
    List,
    OneOf,
    Percent,
    Row,
    Scalar,
    Set,
    Type,
    combine,
    fits,
    grain,
    literal_kind,
    misread,
    suggest_units,
    with_article,
)
from .distributions import EMPTY_RANGE, draw_braces, draw_index, draw_of, report_unchosen
from .functions import call
from .typed import (
    COMPARE,
    Env,
    Names,
    Typed,
    apply,
    constant,
    constant_value,
    named_expression,
    placeholder,
    source,
    together,
)

MOST_LISTED = 40
"""How many names a message lists at most."""


def _fail(message: str, span: Span | None, help: str = "") -> SpecError:
    found = Diagnostic("E0403", message, span, help=help) if span else Diagnostic("E0403", message)
    return SpecError([found])


class Expressions:
    """Checks value expressions with the meanings of their names, and reports errors."""

    def __init__(self, names: Names, report: Report) -> None:
        self.names = names
        self.report = report

    def typed(self, expr: syntax.Expr, expected: Type | None = None, wanted: str = "") -> Typed:
        """Check an expression.

        Args:
            expected: the type that its place needs, if any.
            wanted: a description of what its place needs; that of the type if empty.
        """
        found = self._type_of(expr, expected)
        if expected is not None and not fits(found.type, expected):
            if self.unknown(found, expr, expected, wanted):
                return placeholder(expr.span)
            self.report.add(
                "E0301",
                f"expected {wanted or _describe_expected(expected)}, found {with_article(found.type)}",
                expr.span,
                help=f"write {wanted}" if wanted else _unit_help(expected),
            )
            return placeholder(expr.span)
        return self._fold(found)

    def unknown(
        self, found: Typed, expr: syntax.Expr, expected: Type | None = None, wanted: str = ""
    ) -> bool:
        """Report a plain name without a meaning, if names are not values here; return whether this is one.

        Args:
            expected, wanted: what is expected here, as a type and as a description, if known.
        """
        if not isinstance(expr, syntax.Name) or not _is_bare(found, expr):
            return False
        near = meant(expr.text, self._names_for(expected))
        if not near and expected == NUMBER:
            near = f"write {wanted}" if wanted else "write a number, such as `5`"
        near = near or self._list_names()
        self.report.add("E0201", f"unknown name `{expr.text}`", expr.span, help=near)
        return True

    def _list_names(self) -> str:
        """List the names that have a value here, if there are not too many."""
        known = sorted({*self.names.types})
        return f"those known here are {', '.join(known)}" if 0 < len(known) <= MOST_LISTED else ""

    def shadowed(self, text: str, at: Span) -> bool:
        """Report a name that means a slot in a wrong place if it hides another declaration; return whether it does."""
        declared = self.names.doubled.get(text)
        if declared is not None:
            self.report.add(
                "E0202",
                f"`{text}` is the slot here, which hides another `{text}`",
                at,
                notes=(Note(declared, "the other is declared here"),),
                help=f"rename one of them, for example `{text}_2`",
            )
        return declared is not None

    def _fold(self, found: Typed) -> Typed:
        """Compute a constant once; what cannot be computed is reported."""
        if not found.constant or found.type in (NOTHING, SYMBOL):
            return found
        try:
            value = constant_value(found)
        except SpecError as error:
            self.report.extend(error.diagnostics)
            return placeholder(found.span)
        return constant(found.type, value, found.span or NOWHERE)

    def _bad(self, code: str, message: str, expr: syntax.Node, help: str = "") -> Typed:
        self.report.add(code, message, expr.span, help=help)
        return placeholder(expr.span)

    def _type_of(self, expr: syntax.Expr, expected: Type | None) -> Typed:
        match expr:
            case syntax.Quantity(text=text) if isinstance(expected, OneOf):
                return self._symbol(text, expr, expected)
            case syntax.Quantity():
                return self._quantity(expr)
            case syntax.Text(text=text):
                if isinstance(expected, OneOf):
                    return self._symbol(text, expr, expected)
                return constant(TEXT, text, expr.span)
            case syntax.Word(text="true" | "false"):
                return constant(BOOLEAN, expr.text == "true", expr.span)
            case syntax.Name(text=text) | syntax.Variable(text=text) | syntax.Hole(text=text):
                return self._name(text, expr, expected)
            case syntax.Dotted():
                return self._dotted(expr)
            case syntax.Prefix():
                return self._prefix(expr, expected)
            case syntax.Infix():
                return self._infix(expr, expected)
            case syntax.Junction(operator="and" | "or"):
                return self._junction(expr)
            case syntax.Braces():
                return self._braces(expr, expected)
            case syntax.Index():
                return self._index(expr, expected)
            case syntax.Tuple(items=items):
                parts = [self.typed(item) for item in items]
                row = Row("row", tuple(part.type for part in parts))
                return together(row, parts, tuple, expr.span)
            case syntax.Call(function=syntax.Name(text=function)):
                return call(self, function, expr, expected)
            case _:
                return self._bad(
                    "E0302",
                    "this is not a value",
                    expr,
                    "write a number, a range, weights in braces, `N of POOL` or arithmetic",
                )

    # ------------------------------------------------------------------------------------------------- leaves

    def _quantity(self, expr: syntax.Quantity) -> Typed:
        kind = literal_kind(expr.text)
        if kind is not None:
            return constant(kind, kind.read(expr.text), expr.span)
        try:
            return constant(NUMBER, float(expr.text), expr.span)
        except ValueError:
            message, help = misread(expr.text)
            return self._bad("E0302", message, expr, help)

    def _name(self, text: str, expr: syntax.Expr, expected: Type | None) -> Typed:
        if isinstance(expected, OneOf) and text in expected.said:
            return constant(expected, text, expr.span)
        if text in self.names.types:
            return named_expression(self.names.types[text], text, expr.span)
        pool = self.names.pool(text)
        if pool is not None:
            if not pool.values:
                return placeholder(expr.span)  # where the pool is declared
            kind = List(OneOf(pool.name, pool.values))
            # What it holds may depend on the split.
            return Typed(kind, lambda env: pool.of(env.split), fixed=pool.whole, span=expr.span)
        if isinstance(expected, OneOf):
            return self._symbol(text, expr, expected)
        if isinstance(expr, syntax.Name) and (
            expected is None or expected is TEXT or expected is SYMBOL
        ):
            return constant(SYMBOL, text, expr.span)
        if text in self.names.chosen:
            report_unchosen(self.report, text, expr.span)
            return placeholder(expr.span)
        return self._bad(
            "E0201",
            f"there is no value `{text}` here",
            expr,
            meant(text, self._names_for(expected))
            or ("write a number, such as `5`" if expected == NUMBER else self._list_names()),
        )

    def _names_for(self, expected: Type | None) -> list[str]:
        """Return the names that can stand where a type is expected: values of this type, or of one not known yet."""
        types = self.names.types
        if expected is None or isinstance(expected, List | Set):
            return [*types, *self.names.known]
        fitting = [name for name, own in types.items() if fits(own, expected)]
        return [*fitting, *(name for name in self.names.chosen if name not in types)]

    def _symbol(self, text: str, expr: syntax.Expr, expected: OneOf) -> Typed:
        try:
            return constant(expected, expected.read(text), expr.span)
        except KindError as error:
            return self._bad(
                "E0303", f"`{text}` is not {error}", expr, did_you_mean(text, expected.values)
            )

    def _dotted(self, expr: syntax.Dotted) -> Typed:
        name, part = expr.parts[0], expr.parts[-1]
        pool = self.names.pool(name)
        if pool is None:
            near = did_you_mean(name, self.names.pools)
            return self._bad("E0201", f"there is no pool `{name}`", expr, near)
        if not pool.values:
            return placeholder(expr.span)  # where the pool is declared
        if part not in pool.parts:
            near = did_you_mean(part, pool.parts) or "declare it: `split { train 0.8  test 0.2 }`"
            return self._bad("E0203", f"pool `{name}` has no split `{part}`", expr, near)
        values = pool.parts[part]
        return Typed(List(OneOf(pool.name, pool.values)), lambda env: values, span=expr.span)

    # ---------------------------------------------------------------------------------------------- operators

    def _prefix(self, expr: syntax.Prefix, expected: Type | None) -> Typed:
        if expr.operator == "not":
            part = self.typed(expr.operand, BOOLEAN)
            return apply(BOOLEAN, [part], lambda a: not a, expr.span)
        part = self.typed(expr.operand, expected)
        if part.type is NOTHING or self.unknown(part, expr.operand):
            return placeholder(expr.span)
        signed = isinstance(part.type, Scalar) and not part.type.point
        if expr.operator == "-" and signed:
            return apply(part.type, [part], lambda a: -a, expr.span)
        return self._bad("E0302", f"`{expr.operator}` needs a number", expr)

    def _infix(self, expr: syntax.Infix, expected: Type | None) -> Typed:
        match expr.operator:
            case "..":
                return self._range(expr, expected)
            case "of":
                return self._of(expr, expected)
            case "<" | "<=" | ">" | ">=" | "==" | "!=" | "=" | "in":
                return self._comparison(expr)
            case operator:
                left = self.typed(expr.left)
                right = self.typed(expr.right)
                if operator in ("+", "-"):
                    left, right = _all(left, right, expr.left), _all(right, left, expr.right)
                return self._arithmetic(operator, left, right, expr)

    def _arithmetic(self, operator: str, left: Typed, right: Typed, expr: syntax.Infix) -> Typed:
        unknown = [self.unknown(left, expr.left), self.unknown(right, expr.right)]
        if NOTHING in (left.type, right.type) or any(unknown):
            return placeholder(expr.span)
        found, help = None, ""
        if isinstance(left.type, Kind) and isinstance(right.type, Kind):
            found = combine(operator, left.type, right.type)
            texts = expr.left.span.text, expr.right.span.text
            help = suggest_units(operator, left.type, right.type, texts)
        if found is None:
            return self._bad(
                "E0304",
                f"`{operator}` cannot be applied to {with_article(left.type)} and {with_article(right.type)}",
                expr,
                help,
            )
        kind, compute = found
        return apply(kind, [left, right], compute, expr.span)

    def _comparison(self, expr: syntax.Infix) -> Typed:
        left = self.typed(expr.left)
        if expr.operator == "in":
            return self._membership(expr, left)
        expected = left.type if isinstance(left.type, OneOf) else None
        right = self.typed(expr.right, expected)
        if left.type is SYMBOL and isinstance(right.type, OneOf):
            left = self.typed(expr.left, right.type)
        sides = ((left, expr.left), (right, expr.right))
        if NOTHING in (
            left.type,
            right.type,
        ):  # a bare name on the other side may be one of its values
            return placeholder(expr.span)
        if not any(_names(side) for side, _ in sides) and self._unknown_side(sides):
            return placeholder(expr.span)
        if not (fits(left.type, right.type) or fits(right.type, left.type)):
            unknown = [self.unknown(left, expr.left), self.unknown(right, expr.right)]
            if any(unknown):
                return placeholder(expr.span)
            return self._bad(
                "E0305",
                f"{with_article(left.type)} cannot be compared with {with_article(right.type)}",
                expr,
            )
        if expr.operator[0] in "<>" and not {left.type, right.type} & {NOTHING}:
            if not isinstance(left.type, Scalar) or not isinstance(right.type, Scalar):
                return self._bad(
                    "E0309",
                    f"{with_article(left.type)} has no order, so `{expr.operator}` cannot compare it",
                    expr,
                    "use `==`, `!=` or `in`",
                )
        return apply(BOOLEAN, [left, right], COMPARE[expr.operator], expr.span)

    def _unknown_side(self, sides: Sequence[tuple[Typed, syntax.Expr]]) -> bool:
        """Report the first side of a comparison that is not a value: the other may be one of its values."""
        return any(self.unknown(side, part) for side, part in sides)

    def _membership(self, expr: syntax.Infix, left: Typed) -> Typed:
        if isinstance(expr.right, syntax.Infix) and expr.right.operator == "..":
            if self.unknown(left, expr.left):
                return placeholder(expr.span)
            low = self.typed(expr.right.left, left.type)
            high = self.typed(expr.right.right, left.type)
            return apply(BOOLEAN, [left, low, high], lambda x, a, b: a <= x <= b, expr.span)
        if isinstance(expr.right, syntax.Braces):
            members = [
                self.typed(entry.term, left.type) for group in expr.right.groups for entry in group
            ]
            return apply(BOOLEAN, [left, *members], lambda x, *rest: x in rest, expr.span)
        right = self.typed(expr.right)
        if self.unknown(right, expr.right):
            return placeholder(expr.span)
        if isinstance(right.type, List | Set):
            if not fits(left.type, right.type.element):
                return self._bad(
                    "E0305",
                    f"{with_article(left.type)} cannot be in {with_article(right.type)}",
                    expr,
                )
        elif right.type is not NOTHING:
            return self._bad("E0305", f"nothing can be in {with_article(right.type)}", expr.right)
        return apply(BOOLEAN, [left, right], lambda x, s: x in s, expr.span)

    def _junction(self, expr: syntax.Junction) -> Typed:
        parts = [self.typed(part, BOOLEAN) for part in expr.parts]
        draws = [part.draw for part in parts]
        checked = together(BOOLEAN, parts, tuple, expr.span)
        if checked.type is NOTHING:
            return checked
        # A part that decides spares the others, so that `n > 0 and 10 / n > 2` can be asked of every n.
        decide = all if expr.operator == "and" else any

        def draw(env: Env) -> bool:
            return decide(draw(env) for draw in draws)

        return Typed(BOOLEAN, draw, checked.needs, checked.fixed, expr.span)

    # ------------------------------------------------------------------------------------------ distributions

    def _range(self, expr: syntax.Infix, expected: Type | None) -> Typed:
        low = self.typed(expr.left, expected if isinstance(expected, Scalar) else None)
        high = self.typed(expr.right, low.type)
        if NOTHING in (low.type, high.type) or self.unknown(low, expr.left):
            return placeholder(expr.span)
        if not isinstance(low.type, Scalar):
            return self._bad("E0302", "a range runs between two amounts", expr)
        kind = low.type
        if low.constant and high.constant and constant_value(low) > constant_value(high):
            return self._bad("E0404", EMPTY_RANGE, expr, swap_ends(expr.left.span, expr.right.span))
        span = expr.span
        if low.constant and high.constant:
            ends = constant_value(low), constant_value(high)
            if not all(isinstance(end, int) for end in ends):
                return self._bad(
                    "E0302",
                    "the ends of a range are whole",
                    expr,
                    "for numbers that are not whole write `uniform(a, b)`",
                )
            step = grain(*ends, kind)
            least, count = ends[0], (ends[1] - ends[0]) // step + 1
            fast = source("({} + {} * env.stream.below({}))", least, step, count)
            return Typed(
                kind,
                lambda env: least + step * env.stream.below(count),
                fixed=False,
                span=span,
                inline=fast,
            )

        def draw(env: Env) -> int:
            a, b = low.draw(env), high.draw(env)
            if a > b:
                raise _fail("this range turned out empty", span)
            if not (isinstance(a, int) and isinstance(b, int)):
                raise _fail("the ends of a range are whole", span, "round them: `round(x)`")
            step = grain(a, b, kind)
            return int(a + step * env.stream.below((b - a) // step + 1))

        return Typed(kind, draw, low.needs | high.needs, False, span)

    def _of(self, expr: syntax.Infix, expected: Type | None) -> Typed:
        return draw_of(self, expr, expected)

    def _braces(self, expr: syntax.Braces, expected: Type | None) -> Typed:
        return draw_braces(self, expr, expected)

    def _index(self, expr: syntax.Index, expected: Type | None) -> Typed:
        return draw_index(self, expr, expected)


def _all(side: Typed, other: Typed, expr: syntax.Expr) -> Typed:
    """Return 100% for the plain number 1 in a sum with a percent, else the side."""
    one = isinstance(expr, syntax.Quantity) and expr.text == "1"
    return constant(Percent(), ALL, expr.span) if one and isinstance(other.type, Percent) else side


def _describe_expected(expected: Type) -> str:
    return "a number" if expected is NUMBER else with_article(expected)


def _unit_help(expected: Type) -> str:
    if expected is NUMBER:
        return "write a number such as `3`"
    if isinstance(expected, Scalar):
        return f"write {with_article(expected)} such as `{expected.example}`"
    return ""


def _is_bare(side: Typed, part: syntax.Expr) -> bool:
    """Return whether a side of a comparison is a name that means nothing by itself."""
    return side.type is SYMBOL and side.constant and isinstance(part, syntax.Name)


def _names(side: Typed) -> bool:
    """Return whether a side of a comparison has values that a bare name on the other side can be."""
    if side.type is SYMBOL:
        return not side.constant
    return isinstance(side.type, OneOf) or side.type is TEXT
