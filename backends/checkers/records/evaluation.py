"""Checks labels over records by evaluating every requirement on every row, trusting no engine."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

from ....compiler.contract import (
    LIMITS,
    UNDECIDED,
    CheckResult,
    EngineError,
    Feature,
    Limits,
    Verdict,
)
from ....compiler.ir import nodes as ir
from ....compiler.kinds import Kind, KindError, List, OneOf
from ..common.canonical import derived_verdict

Cells: TypeAlias = Mapping[str, ir.Term]
"""The ground nodes that are the values of slots, and of holes with their question mark."""

ORDER: Mapping[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class Unfit(ValueError):
    """A node has no meaning in a formula over records."""


# -------------------------------------------------------------------------------------------------- evaluation


def holds(formula: ir.Node, cells: Cells, kinds: Mapping[str, Kind]) -> bool:
    """Return whether a formula is true of the given cells."""
    match formula:
        case ir.And(parts=parts):
            return all(holds(part, cells, kinds) for part in parts)
        case ir.Or(parts=parts):
            return any(holds(part, cells, kinds) for part in parts)
        case ir.Not(part=part):
            return not holds(part, cells, kinds)
        case ir.Truth(value=value):
            return value
        case ir.Comparison(operator=operator, left=left, right=right):
            return _compares(operator, ground(left, cells, kinds), ground(right, cells, kinds))
        case _:
            raise Unfit(f"a {type(formula).__name__} is not a formula over records")


def _compares(operator: str, left: ir.Term, right: ir.Term) -> bool:
    match operator:
        case "==":
            return _same(left, right)
        case "!=":
            return not _same(left, right)
        case "in":
            return left in _items(right)
        case "within":
            return all(item in _items(right) for item in _items(left))
        case "meets":
            return any(item in _items(right) for item in _items(left))
    if operator in ORDER and isinstance(left, ir.Quantity) and isinstance(right, ir.Quantity):
        return ORDER[operator](left.amount, right.amount)
    raise Unfit(f"`{operator}` does not compare a {type(left).__name__}")


def _same(left: ir.Term, right: ir.Term) -> bool:
    match left, right:
        case ir.Quantity(), ir.Quantity():
            return left.amount == right.amount
        case ir.Const(), ir.Const():
            return left == right
        case ir.ListOf(), ir.ListOf():
            return left == right
        case ir.SetOf(), ir.SetOf():
            return set(left.items) == set(right.items)
        case _:
            raise Unfit(f"a {type(left).__name__} is compared with a {type(right).__name__}")


def _items(term: ir.Term) -> tuple[ir.Term, ...]:
    if isinstance(term, ir.SetOf | ir.ListOf):
        return term.items
    raise Unfit(f"a {type(term).__name__} has no members")


def ground(term: ir.Node, cells: Cells, kinds: Mapping[str, Kind]) -> ir.Term:
    """Return the node of a term's value."""
    match term:
        case ir.Slot(name=name):
            return _cell(name, cells)
        case ir.Hole(name=name):
            return _cell(f"?{name}", cells)
        case ir.Quantity() | ir.Const():
            return term
        case ir.SetOf(items=items):
            return ir.SetOf(tuple([ground(item, cells, kinds) for item in items]))
        case ir.ListOf(items=items):
            return ir.ListOf(tuple([ground(item, cells, kinds) for item in items]))
        case ir.Operation(operator="+" | "-" | "*" | "neg" as operator, operands=operands):
            return _arithmetic(operator, [ground(each, cells, kinds) for each in operands])
        case ir.Operation(operator=name, operands=(operand,)):
            return _function(name, operand, cells, kinds)
        case _:
            raise Unfit(f"a {type(term).__name__} is not a term over records")


def _cell(name: str, cells: Cells) -> ir.Term:
    if name not in cells:
        raise Unfit(f"there is no `{name}`")
    return cells[name]


def _arithmetic(operator: str, operands: list[ir.Term]) -> ir.Quantity:
    amounts = [operand for operand in operands if isinstance(operand, ir.Quantity)]
    if len(amounts) != len(operands) or (len(amounts) < 2) != (operator == "neg"):
        raise Unfit(f"`{operator}` does not apply to these")
    kinds = [amount.kind for amount in amounts]
    kind = next((each for each in kinds if each != "integer"), "integer")
    result = amounts[0].amount
    if operator == "neg":
        return ir.Quantity(kind, -result)
    for amount in amounts[1:]:
        if operator == "+":
            result += amount.amount
        elif operator == "-":
            result -= amount.amount
        else:
            result *= amount.amount
    return ir.Quantity(kind, result)


def _function(name: str, operand: ir.Term, cells: Cells, kinds: Mapping[str, Kind]) -> ir.Term:
    value = ground(operand, cells, kinds)
    items = _items(value)
    if name == "len":
        count = len(set(items)) if isinstance(value, ir.SetOf) else len(items)
        return ir.Quantity("integer", count)
    if not isinstance(value, ir.ListOf):
        raise Unfit(f"`{name}` takes a list")
    if not items:
        return _of_nothing(operand, kinds)
    if name in ("first", "last"):
        return items[0 if name == "first" else -1]
    amounts = [item for item in items if isinstance(item, ir.Quantity)]
    functions: Mapping[str, Callable[[list[int]], int]] = {"sum": sum, "min": min, "max": max}
    if name not in functions or len(amounts) != len(items):
        raise Unfit(f"`{name}` does not apply to this list")
    return ir.Quantity(amounts[0].kind, functions[name]([amount.amount for amount in amounts]))


def _of_nothing(operand: ir.Term, kinds: Mapping[str, Kind]) -> ir.Term:
    """Return what the functions of an empty list are: 0, or of symbols none, which equals no symbol but itself."""
    name = operand.name if isinstance(operand, ir.Slot) else ""
    name = f"?{operand.name}" if isinstance(operand, ir.Hole) else name
    kind = kinds.get(name)
    element = kind.element if isinstance(kind, List) else None
    if isinstance(element, OneOf):
        return ir.Const("")
    return ir.Quantity(element.name if element else "integer", 0)


def literals(formula: ir.Node) -> Iterator[ir.Node]:
    """Yield a formula's comparisons, each with the negation right before it if there is one, in text order."""
    match formula:
        case ir.And(parts=parts) | ir.Or(parts=parts):
            for part in parts:
                yield from literals(part)
        case ir.Not(part=ir.Comparison()):
            yield formula
        case ir.Not(part=part):
            yield from literals(part)
        case _:
            yield formula


# ------------------------------------------------------------------------------------------------- certificate


class Evaluation:
    """The truth of every literal on every row.

    For each row, the certificate contains whether it is satisfied, the truth of the literals of each
    requirement, and the first requirement that it violates (null if none). If the query has a goal with a
    formula or a term, it also contains the truth of the formula's literals (`goal`), of the formula
    (`meets`), and the term's amount (`value`).
    """

    name: ClassVar[str] = "evaluation"
    decides: ClassVar[frozenset[Feature]] = frozenset(
        {
            "requirements",
            "comparisons",
            "conjunction",
            "disjunction",
            "negation",
            "arithmetic",
            "slots",
        }
    )

    def derive(
        self,
        theory: ir.Theory,
        query: ir.Query,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> Verdict:
        """Return the label and its certificate; raise EngineError if this is not a problem over records.

        A step evaluates one statement on one row. With more steps than the limits allow, the label is
        `undecided`.
        """
        if len(theory.statements) * len(query.rows) > limits.steps:
            return Verdict(UNDECIDED, self.name)
        try:
            for statement in theory.statements:
                if not isinstance(statement.statement, ir.Requirement):
                    raise Unfit(f"`{statement.id}` is not a requirement")
            rows = {row.id: _row(theory, query.goal, row, kinds) for row in query.rows}
            label = _label(query.goal, rows)
        except (Unfit, KindError) as error:
            raise EngineError(str(error)) from None
        return Verdict(label, self.name, {"kind": "evaluation", "rows": rows})

    def check(
        self,
        theory: ir.Theory,
        query: ir.Query,
        verdict: Verdict,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> CheckResult:
        """Accept a verdict just if its label and its certificate are what evaluation gives."""
        expected = derived_verdict(
            verdict, lambda: self.derive(theory, query, kinds, limits), limits
        )
        if isinstance(expected, CheckResult):
            return expected
        difference = _difference("certificate", expected.certificate, verdict.certificate)
        return CheckResult(not difference, difference)


def _row(
    theory: ir.Theory, goal: ir.Goal, row: ir.Row, kinds: Mapping[str, Kind]
) -> dict[str, Any]:
    names = [name for name, _ in theory.signature.slots]
    if len(names) != len(row.values):
        raise Unfit(f"row {row.id} has {len(row.values)} values for {len(names)} slots")
    cells = dict(zip(names, row.values, strict=True))
    tests: dict[str, list[bool]] = {}
    violated: str | None = None
    for statement in theory.statements:
        assert isinstance(statement.statement, ir.Requirement)
        formula = statement.statement.formula
        tests[statement.id] = [holds(node, cells, kinds) for node in literals(formula)]
        if violated is None and not holds(formula, cells, kinds):
            violated = statement.id
    found: dict[str, Any] = {"satisfied": violated is None, "tests": tests, "violated": violated}
    match goal:
        case ir.Exists(formula=asked) | ir.Total(formula=asked):
            found["goal"] = [holds(node, cells, kinds) for node in literals(asked)]
            found["meets"] = holds(asked, cells, kinds)
    match goal:
        case ir.Best(term=term) | ir.Total(function="sum" | "min" | "max", term=term):
            value = ground(term, cells, kinds) if term is not None else None
            if not isinstance(value, ir.Quantity):
                raise Unfit("the goal's value is not an amount")
            found["value"] = value.amount
    return found


def _label(goal: ir.Goal, rows: Mapping[str, Mapping[str, Any]]) -> str:
    satisfying = [id for id, row in rows.items() if row["satisfied"]]
    match goal:
        case ir.Satisfying():
            return ",".join(satisfying) or "none"
        case ir.Exists():
            return "true" if any(rows[id]["meets"] for id in satisfying) else "false"
        case ir.Best(direction="min" | "max" as direction):
            values = [rows[id]["value"] for id in satisfying]
            best = _extreme(direction, values)
            return ",".join(id for id in satisfying if rows[id]["value"] == best) or "none"
        case ir.Total(function="count"):
            return str(sum(rows[id]["meets"] for id in satisfying))
        case ir.Total(function="sum" | "min" | "max" as function):
            values = [rows[id]["value"] for id in satisfying if rows[id]["meets"]]
            if function == "sum":
                return str(sum(values))
            return str(_extreme(function, values)) if values else "none"
        case _:
            raise Unfit(f"{type(goal).__name__} cannot be asked about rows")


def _extreme(direction: str, amounts: list[int]) -> int | None:
    if not amounts:
        return None
    return min(amounts) if direction == "min" else max(amounts)


def _difference(where: str, expected: Any, found: Any) -> str:
    """Return where two plain values first differ; the empty text if they do not."""
    match expected:
        case Mapping():
            if not isinstance(found, Mapping):
                return f"{where} is not an object"
            for key in expected:
                if key not in found:
                    return f"{where} lacks `{key}`"
            for key in found:
                if key not in expected:
                    return f"{where} has `{key}`, which does not belong there"
            pairs = [(f"{where}.{key}", expected[key], found[key]) for key in expected]
        case list():
            if not isinstance(found, list | tuple) or len(found) != len(expected):
                return f"{where} is not a list of {len(expected)} truth values"
            together = zip(expected, found, strict=True)
            pairs = [(f"{where}[{place}]", a, b) for place, (a, b) in enumerate(together)]
        case _:
            same = type(expected) is type(found) and expected == found
            return "" if same else f"{where} is {expected!r} by evaluation, not {found!r}"
    return next((text for pair in pairs if (text := _difference(*pair))), "")
