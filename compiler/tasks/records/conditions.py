"""Conditions and amounts in questions about rows: read from a spec, and worded."""

from ....dsl import syntax
from ....dsl.source import Span
from ...family import AskScope, Scene, check_holes
from ...ir import nodes as ir
from ...kinds import Kind, Scalar
from ...notation import FormulaScope, lower_formula, lower_value, show
from ...text import GIVEN
from .choice import check_record


def read_condition(ask: syntax.Ask, scope: AskScope) -> ir.Formula | None:
    """Read `ask TASK RECORD: CONDITION`."""
    if not check_record(ask, scope) or scope.record is None:
        return None
    named = [argument.text for argument in ask.arguments if isinstance(argument, syntax.Name)]
    if len(ask.arguments) != 1 or named != [scope.record.name] or ask.body is None:
        scope.report.add(
            "E0421",
            f"`ask {ask.task}` takes a condition",
            ask.span,
            help=f"write `ask {ask.task} {scope.record.name}: CONDITION`",
        )
        return None
    formula = lower_formula(ask.body, _formula_scope(scope))
    _check_filled(formula, ask.body.span, scope)
    return formula


def read_amount(expr: syntax.Expr, scope: AskScope) -> tuple[ir.Term, Kind] | None:
    """Read a term whose values are amounts; anything else is reported."""
    assert scope.record is not None
    before = len(scope.report.errors)
    term, kind = lower_value(expr, _formula_scope(scope))
    _check_filled(term, expr.span, scope)
    if len(scope.report.errors) > before:
        return None
    if not isinstance(kind, Scalar):
        scope.report.add("E0309", "only amounts can be compared and added up", expr.span)
        return None
    return term, kind


def _formula_scope(scope: AskScope) -> FormulaScope:
    assert scope.record is not None
    named = scope.grammar.named if scope.grammar is not None else {}
    return FormulaScope(scope.record.kinds, scope.report, named=named)


def _check_filled(node: ir.Node, span: Span, scope: AskScope) -> None:
    """Report holes that are not parameters or chosen values: nothing else fills them here."""
    if scope.grammar is not None:
        check_holes(node, scope.grammar, span, scope.report)


def say_condition(scene: Scene, formula: ir.Formula) -> str:
    """Return the wording of a condition inside a question, or symbols if the family has none."""
    return (
        scene.family.words.phrasebook.clause(formula, GIVEN, split=scene.split)
        or f"`{show(formula)}`"
    )
