"""Checks labels over records by evaluating every requirement on every row, trusting no engine."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ....compiler.contract import (
    LIMITS,
    UNDECIDED,
    CheckResult,
    Description,
    EngineError,
    Feature,
    Limits,
    Verdict,
)
from ....compiler.ir import CONSISTENCY, nodes as ir
from ....compiler.kinds import Kind, KindError
from ..common.budget import Budget, Spent
from ..common.canonical import derived_verdict
from ..descriptions.records import describe_evaluation
from .consistency import Consistency
from .regions import TooMany
from .semantics import Unfit, ground, holds, literals


class Evaluation:
    """The truth of every literal on every row; or, of no rows, whether some record meets all requirements.

    For each row, the certificate contains whether it is satisfied, the truth of the literals of each
    requirement, and the first requirement that it violates (null if none). If the query has a goal with a
    formula or a term, it also contains the truth of the formula's literals (`goal`), of the formula
    (`meets`), and the term's amount (`value`). `consistency` describes the certificates of whether some
    record meets all requirements.
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
            CONSISTENCY,
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
        if isinstance(query.goal, ir.Consistent):
            return _consistency(theory, kinds, limits)
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

    def describe(self, certificate: Mapping[str, Any]) -> Sequence[Description]:
        """Return what a certificate shows, in sentences."""
        return describe_evaluation(certificate)


def _consistency(theory: ir.Theory, kinds: Mapping[str, Kind], limits: Limits) -> Verdict:
    try:
        label, certificate = Consistency(theory, kinds, Budget(limits)).answer()
    except (Unfit, KindError) as error:
        raise EngineError(str(error)) from None
    except Spent:
        return Verdict(UNDECIDED, Evaluation.name)
    except TooMany as error:
        return Verdict(UNDECIDED, Evaluation.name, {"reason": str(error)})
    return Verdict(label, Evaluation.name, certificate)


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
