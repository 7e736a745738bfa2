"""Formulas over record slots: from syntax to typed nodes, with every name and unit checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...dsl import syntax
from ...dsl.diagnostics import Report, count_noun, did_you_mean, meant
from ...dsl.edits import Edit, Help
from ...dsl.source import Span
from ..ir import nodes as ir
from ..kinds import (
    NUMBER,
    SCALARS,
    Kind,
    KindError,
    List,
    OneOf,
    Scalar,
    Set,
    Type,
    Untyped,
    literal_kind,
    misread,
    suggest_units,
    with_article,
)

MAX_PARTS = 200
"""How many conditions may be joined in a row: nobody reads more, and every proof spells them out."""

FUNCTIONS = ("len", "sum", "min", "max", "first", "last")
"""The functions of slots."""

ORDER = frozenset({"<", "<=", ">", ">="})
FLIPPED: Mapping[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


@dataclass
class FormulaScope:
    """What names mean in a formula.

    Attributes:
        slots: the kinds of the record's slots.
        holes: the kinds of holes; those found while lowering are added.
        pattern: whether holes of unknown kind are welcome, as in the pattern of a phrase.
        named: the types of parameters and chosen values, which replace the holes with their names.
    """

    slots: Mapping[str, Kind]
    report: Report
    holes: dict[str, Kind] = field(default_factory=dict)
    pattern: bool = False
    named: Mapping[str, Type] = field(default_factory=dict)

    def bad(self, code: str, message: str, at: syntax.Node, help: str = "") -> None:
        self.report.add(code, message, at.span, help=help)


def lower_formula(expr: syntax.Statement, scope: FormulaScope) -> ir.Formula:
    """Return the formula that an expression spells. An error is reported, and replaced by `true`."""
    whole = isinstance(expr, syntax.Junction | syntax.Prefix)
    if not whole and mentions_untyped(expr, scope.slots):
        return ir.Truth(True)
    if isinstance(expr, syntax.Junction) and len(expr.parts) > MAX_PARTS:
        scope.bad(
            "E0318",
            f"{len(expr.parts)} parts in a row are more than the limit of {MAX_PARTS}",
            expr,
        )
        return ir.Truth(True)
    match expr:
        case syntax.Word(text="true" | "false"):
            return ir.Truth(expr.text == "true")
        case syntax.Hole(text=name, rest=rest):
            if not scope.pattern:
                scope.bad("E0307", f"the hole `?{name}` is in the place of a comparison", expr)
            return ir.Hole(name, rest)
        case syntax.Prefix(operator="not", operand=operand):
            return ir.Not(lower_formula(operand, scope))
        case syntax.Junction(operator="and", parts=parts):
            return ir.And(tuple(lower_formula(part, scope) for part in parts))
        case syntax.Junction(operator="or", parts=parts):
            return ir.Or(tuple(lower_formula(part, scope) for part in parts))
        case syntax.Infix(operator="<" | "<=" | ">" | ">=" | "==" | "!="):
            return _comparison(expr, scope)
        case syntax.Infix(operator="in"):
            return _membership(expr, scope)
        case syntax.Call(function=syntax.Name(text="within" | "meets" as name)):
            return _between_sets(name, expr, scope)
        case syntax.Infix(operator="="):
            sign = Span(expr.span.source, expr.left.span.end, expr.right.span.start)
            edits = [Edit(sign, " == ")] if sign.text.strip() == "=" else []
            scope.bad("E0308", "`=` cannot compare", expr, Help("use `==` to compare", *edits))
        case _:
            scope.bad(
                "E0308",
                "expected a condition on slots",
                expr,
                "compare a slot with a value, as in `price < $500`",
            )
    return ir.Truth(True)


def mentions_untyped(node: object, slots: Mapping[str, Kind]) -> bool:
    """Return whether a slot with an invalid type is mentioned, so that the formula cannot be checked."""
    return any(isinstance(slots.get(name.text), Untyped) for name in syntax.names_in(node))


def lower_value(expr: syntax.Expr, scope: FormulaScope) -> tuple[ir.Term, Kind | None]:
    """Return the term of an expression, and its kind if it is known."""
    return _term(expr, scope, None)


def _comparison(expr: syntax.Infix, scope: FormulaScope) -> ir.Formula:
    before = len(scope.report.errors)
    _, left_kind = _term(expr.left, scope, None, quiet=True)
    right, right_kind = _term(expr.right, scope, left_kind, quiet=left_kind is None)
    left, left_kind = _term(expr.left, scope, left_kind or right_kind)
    if right_kind is None:
        right, right_kind = _term(expr.right, scope, left_kind)
    result = ir.Comparison(expr.operator, left, right)
    if left_kind is None or right_kind is None:
        if not scope.pattern and len(scope.report.errors) == before:
            scope.bad("E0307", "cannot infer the type of this comparison", expr)
        return result
    if not _same(left_kind, right_kind):
        scope.bad(
            "E0305",
            f"{with_article(left_kind)} cannot be compared with {with_article(right_kind)}",
            expr.right,
            (
                f"write {with_article(left_kind)}"
                + (f" such as `{left_kind.example}`" if isinstance(left_kind, Scalar) else "")
            ),
        )
    elif expr.operator in ORDER and not isinstance(left_kind, Scalar):
        scope.bad(
            "E0309",
            f"{with_article(left_kind)} has no order, so `{expr.operator}` cannot compare it",
            expr,
            "use `==`, `!=` or `in`",
        )
    return result


def _same(left: Kind, right: Kind) -> bool:
    if isinstance(left, OneOf) and isinstance(right, OneOf):
        return left.label == right.label
    return left.name == right.name


def _membership(expr: syntax.Infix, scope: FormulaScope) -> ir.Formula:
    if isinstance(expr.right, syntax.Infix) and expr.right.operator == "..":
        low = syntax.Infix(">=", expr.left, expr.right.left, span=expr.span)
        high = syntax.Infix("<=", expr.left, expr.right.right, span=expr.span)
        return ir.And((_comparison(low, scope), _comparison(high, scope)))
    right, right_kind = _term(expr.right, scope, None, quiet=True)
    element = right_kind.element if isinstance(right_kind, List | Set) else None
    left, left_kind = _term(expr.left, scope, element)
    if right_kind is None:
        right, right_kind = _term(
            expr.right, scope, Set(left_kind) if isinstance(left_kind, OneOf) else None
        )
    if left_kind is not None and right_kind is not None:
        holds = isinstance(right_kind, List | Set) and _same(left_kind, right_kind.element)
        if not holds:
            scope.bad(
                "E0305", f"{with_article(left_kind)} cannot be in {with_article(right_kind)}", expr
            )
    elif not scope.pattern:
        scope.bad(
            "E0307",
            "cannot infer the type of this comparison",
            expr,
            "if the right side of `in` is a set, the left side must be a slot of one-of values",
        )
    return ir.Comparison("in", left, right)


def _between_sets(name: str, expr: syntax.Call, scope: FormulaScope) -> ir.Formula:
    if len(expr.arguments) != 2:
        scope.bad("E0306", f"`{name}` takes two lists or sets, not {len(expr.arguments)}", expr)
        return ir.Truth(True)
    before = len(scope.report.errors)
    kinds = [_term(part, scope, None, quiet=True)[1] for part in expr.arguments]
    wanted: Kind | None = None
    for kind, argument in zip(kinds, expr.arguments, strict=True):
        if isinstance(kind, List | Set) and isinstance(kind.element, OneOf):
            wanted = wanted or Set(kind.element)
        elif kind is not None:
            scope.bad(
                "E0305",
                f"`{name}` compares lists or sets of one-of values, not {with_article(kind)}",
                argument,
            )
    (left, one), (right, two) = (_term(part, scope, wanted) for part in expr.arguments)
    if isinstance(one, List | Set) and isinstance(two, List | Set):
        if not _same(one.element, two.element):
            scope.bad(
                "E0305",
                f"{with_article(one)} cannot be compared with {with_article(two)}",
                expr.arguments[1],
            )
    elif not scope.pattern and len(scope.report.errors) == before:
        scope.bad("E0307", "cannot infer the type of this comparison", expr)
    return ir.Comparison(name, left, right)


# ------------------------------------------------------------------------------------------------------ terms


def _term(
    expr: syntax.Expr, scope: FormulaScope, expected: Kind | None, quiet: bool = False
) -> tuple[ir.Term, Kind | None]:
    """Return a term and its kind; the kind is None if nothing shows it (with `quiet`, that may be reported later)."""
    match expr:
        case syntax.Name(text=text) if text in scope.slots:
            return ir.Slot(text), scope.slots[text]
        case syntax.Name(text=text) | syntax.Text(text=text):
            return _symbol(text, expr, scope, expected, quiet)
        case syntax.Hole(text=text):
            kind = _hole_kind(expr, scope, expected, quiet)
            if kind is not None:
                scope.holes[text] = kind
            return ir.Hole(text, expr.rest), kind
        case syntax.Quantity(text=text) if isinstance(expected, OneOf):
            return _symbol(text, expr, scope, expected, quiet)
        case syntax.Quantity(text=text):
            return _quantity(text, expr, scope, expected, 1)
        case syntax.Prefix(operator="-", operand=syntax.Quantity(text=text)):
            return _quantity(text, expr, scope, expected, -1)
        case syntax.Braces(lower=None, upper=None):
            return _set(expr, scope, expected, quiet)
        case syntax.Infix(operator="+" | "-" | "*"):
            return _arithmetic(expr, scope, expected, quiet)
        case syntax.Prefix(operator="-", operand=operand):
            return _minus(operand, expr, scope, expected, quiet)
        case syntax.Call(function=syntax.Name(text=name), arguments=arguments):
            return _call(name, arguments, expr, scope, expected, quiet)
        case syntax.Infix(operator="/" | "mod" | "**" as operator):
            scope.bad(
                "E0302",
                f"a formula cannot use `{operator}`",
                expr,
                "derive a slot in the record, and compare that",
            )
            return ir.Quantity("integer", 0), expected
        case _:
            known = [*scope.slots, *(expected.values if isinstance(expected, OneOf) else ())]
            scope.bad(
                "E0302",
                "this is not a slot or a value",
                expr,
                meant(expr.text, known) if isinstance(expr, syntax.Variable) else "",
            )
            return ir.Quantity("integer", 0), expected


def _hole_kind(
    hole: syntax.Hole, scope: FormulaScope, expected: Kind | None, quiet: bool
) -> Kind | None:
    """Return the kind of a hole: that of the parameter or chosen value of its name, else what its place expects."""
    match scope.named.get(hole.text):
        case Scalar() as own:
            return own
        case OneOf(values=values) if isinstance(expected, OneOf):
            other = next((value for value in values if value not in expected.values), None)
            if other is not None and not quiet:
                scope.bad(
                    "E0305",
                    f"`?{hole.text}` can stand for `{other}`, which is not in {with_article(expected)}",
                    hole,
                    f"its values are {', '.join(expected.values)}; or rename the hole",
                )
            return expected
        case OneOf() as own if expected is not None and not isinstance(expected, List | Set):
            return own
        case _:
            return scope.holes.get(hole.text, expected)


def _symbol(
    text: str, expr: syntax.Expr, scope: FormulaScope, expected: Kind | None, quiet: bool
) -> tuple[ir.Term, Kind | None]:
    if isinstance(expected, OneOf):
        try:
            return ir.Const(str(expected.read(text))), expected
        except KindError as error:
            near = did_you_mean(text, [*expected.values, *scope.slots])
            scope.bad("E0303", f"`{text}` is not {error}", expr, near)
            return ir.Const(text), expected
    if not scope.pattern and not quiet and not _is_value(text, scope):
        near = did_you_mean(text, scope.slots)
        scope.bad("E0201", f"there is no slot `{text}`", expr, near)
        return ir.Const(text), expected
    return ir.Const(text), None


def _is_value(text: str, scope: FormulaScope) -> bool:
    return any(isinstance(kind, OneOf) and text in kind.said for kind in scope.slots.values())


def _quantity(
    text: str, expr: syntax.Expr, scope: FormulaScope, expected: Kind | None, sign: int
) -> tuple[ir.Term, Kind | None]:
    kind = literal_kind(text)
    if kind is None:
        message, help = misread(text)
        scope.bad("E0302", message, expr, help)
        return ir.Quantity("integer", 0), expected
    return ir.Quantity(kind.name, sign * kind.read(text)), kind


def _set(
    expr: syntax.Braces, scope: FormulaScope, expected: Kind | None, quiet: bool
) -> tuple[ir.Term, Kind | None]:
    element = expected.element if isinstance(expected, List | Set) else None
    entries = [entry for group in expr.groups for entry in group]
    found = [_term(entry.term, scope, element, quiet) for entry in entries]
    for entry, (_, kind) in zip(entries, found, strict=True):
        if entry.value is not None:
            scope.bad("E0302", "a member of a set cannot have a weight", entry)
        if element is not None and kind is not None and not _same(kind, element):
            scope.bad("E0305", f"{with_article(kind)} is not a value of {element.name}", entry)
    terms = [term for term, _ in found]
    if isinstance(expected, Set) and all(isinstance(term, ir.Const) for term in terms):
        names = {term.name for term in terms if isinstance(term, ir.Const)}
        if names <= set(expected.element.values):
            return expected.term(frozenset(names)), expected
    return ir.SetOf(tuple(terms)), Set(element) if isinstance(element, OneOf) else None


def _minus(
    operand: syntax.Expr,
    expr: syntax.Expr,
    scope: FormulaScope,
    expected: Kind | None,
    quiet: bool,
) -> tuple[ir.Term, Kind | None]:
    term, kind = _term(operand, scope, expected, quiet)
    if kind is not None and (not isinstance(kind, Scalar) or kind.point):
        scope.bad("E0304", f"`-` does not fit {with_article(kind)}", expr)
    return ir.Operation("neg", (term,)), kind


def _arithmetic(
    expr: syntax.Infix, scope: FormulaScope, expected: Kind | None, quiet: bool
) -> tuple[ir.Term, Kind | None]:
    times = expr.operator == "*"
    left, left_kind = _term(expr.left, scope, None if times else expected, quiet)
    right, right_kind = _term(
        expr.right, scope, _factor(left_kind, expected) if times else left_kind, quiet
    )
    if times and left_kind is None:
        left, left_kind = _term(expr.left, scope, _factor(right_kind, expected), quiet)
    result = ir.Operation(expr.operator, (left, right))
    if left_kind is None or right_kind is None:
        return result, left_kind or right_kind
    kind: Kind | None = None
    if expr.operator == "*":
        if NUMBER.name in (left_kind.name, right_kind.name):
            kind = right_kind if left_kind.name == NUMBER.name else left_kind
    elif left_kind.name == right_kind.name:
        kind = left_kind
    if not isinstance(kind, Scalar) or kind.point:
        scope.bad(
            "E0304",
            f"`{expr.operator}` does not fit {with_article(left_kind)} and {with_article(right_kind)}",
            expr,
            _elsewhere(expr, left_kind, right_kind),
        )
        return result, None
    return result, type(kind)()


def _elsewhere(expr: syntax.Infix, left: Kind, right: Kind) -> str:
    """Return the repair for a type error: a unit, or a derived slot if no formula can express it."""
    texts = expr.left.span.text, expr.right.span.text
    point = any(isinstance(kind, Scalar) and kind.point for kind in (left, right))
    if expr.operator in "+-" and not point and "1" not in texts and NUMBER in (left, right):
        return suggest_units(expr.operator, left, right, texts)
    names = {left.name, right.name}
    example = next((each.derived for each in SCALARS if each.derived and each.label in names), "")
    return f"derive a slot in the record{example and f', as `{example}`'}, and compare that"


def _factor(other: Kind | None, product: Kind | None) -> Kind | None:
    """Return the kind that a factor must have for a product, if the other factor determines it."""
    if other is None or product is None:
        return None
    return product if other.name == NUMBER.name else NUMBER


def _call(
    name: str,
    arguments: tuple[syntax.Expr, ...],
    expr: syntax.Expr,
    scope: FormulaScope,
    expected: Kind | None,
    quiet: bool,
) -> tuple[ir.Term, Kind | None]:
    if name == "list":
        element = expected.element if isinstance(expected, List) else None
        parts = [_term(part, scope, element, quiet) for part in arguments]
        for argument, (_, kind) in zip(arguments, parts, strict=True):
            element = element or kind
            if element is not None and kind is not None and not _same(kind, element):
                scope.bad(
                    "E0305", f"{with_article(kind)} is not a value of {element.name}", argument
                )
        return ir.ListOf(tuple(term for term, _ in parts)), List(element) if element else None
    if name not in FUNCTIONS or len(arguments) != 1:
        known = (*FUNCTIONS, "within", "meets")
        scope.bad(
            "E0204",
            f"there is no function `{name}` of slots with {count_noun(len(arguments), 'argument')}",
            expr,
            f"`{name}` takes one list" if name in FUNCTIONS else did_you_mean(name, known),
        )
        return ir.Quantity("integer", 0), expected
    operand, kind = _term(arguments[0], scope, None, quiet)
    result = ir.Operation(name, (operand,))
    if kind is None and scope.pattern:
        return result, NUMBER if name == "len" else None
    if not isinstance(kind, List | Set) or (isinstance(kind, Set) and name != "len"):
        scope.bad("E0304", f"`{name}` takes a list", expr)
        return result, expected
    if name == "len":
        return result, NUMBER
    if isinstance(kind.element, OneOf) and name in ("first", "last"):
        if not isinstance(operand, ir.Slot):  # the words of an empty list are those of the slot
            scope.bad(
                "E0304",
                f"`{name}` of symbols takes a slot",
                expr,
                f"compare with the symbol itself, or write `{name}(SLOT)`",
            )
    elif not isinstance(kind.element, Scalar):
        scope.bad("E0304", f"`{name}` takes a list of amounts", expr)
    elif name == "sum" and isinstance(kind.element, Scalar) and kind.element.point:
        scope.bad("E0304", f"{with_article(kind.element)} cannot be added up", expr)
    return result, kind.element
