"""Formulas over slots: what each form means, and every way in which one can be wrong."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Kind, OneOf
from rspc.compiler.notation.formulas import FormulaScope, lower_formula, lower_value
from rspc.compiler.notation.to_syntax import show
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse_expression
from rspc.dsl.source import Source

PRICE = ir.Slot("price")


def lowered(
    text: str, slots: Mapping[str, Kind], pattern: bool = False
) -> tuple[ir.Formula, FormulaScope]:
    scope = FormulaScope(slots, Report(), pattern=pattern)
    return lower_formula(parse_expression(Source("test", text)), scope), scope


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("price < $5", ir.Comparison("<", PRICE, ir.Quantity("money", 500))),
        ("$5 > price", ir.Comparison(">", ir.Quantity("money", 500), PRICE)),
        ("town == oslo", ir.Comparison("==", ir.Slot("town"), ir.Const("oslo"))),
        ("oslo == town", ir.Comparison("==", ir.Const("oslo"), ir.Slot("town"))),
        (
            "town in {rome, oslo}",
            ir.Comparison("in", ir.Slot("town"), ir.SetOf((ir.Const("oslo"), ir.Const("rome")))),
        ),
        ("oslo in stops", ir.Comparison("in", ir.Const("oslo"), ir.Slot("stops"))),
        (
            "within(stops, {oslo})",
            ir.Comparison("within", ir.Slot("stops"), ir.SetOf((ir.Const("oslo"),))),
        ),
        (
            "meets({oslo}, stops)",
            ir.Comparison("meets", ir.SetOf((ir.Const("oslo"),)), ir.Slot("stops")),
        ),
        ("not true", ir.Not(ir.Truth(True))),
        (
            "share > -5%",
            ir.Comparison(">", ir.Slot("share"), ir.Quantity("percent", -500)),
        ),
        (
            "share > -share",
            ir.Comparison(">", ir.Slot("share"), ir.Operation("neg", (ir.Slot("share"),))),
        ),
        (
            "sum(waits) > 2 * wait",
            ir.Comparison(
                ">",
                ir.Operation("sum", (ir.Slot("waits"),)),
                ir.Operation("*", (ir.Quantity("integer", 2), ir.Slot("wait"))),
            ),
        ),
        (
            "price in $2..$3",
            ir.And(
                (
                    ir.Comparison(">=", PRICE, ir.Quantity("money", 200)),
                    ir.Comparison("<=", PRICE, ir.Quantity("money", 300)),
                )
            ),
        ),
        (
            "stops == list(oslo)",
            ir.Comparison("==", ir.Slot("stops"), ir.ListOf((ir.Const("oslo"),))),
        ),
    ],
)
def test_a_formula_means_its_node(slots: Mapping[str, Kind], text: str, node: ir.Formula) -> None:
    found, scope = lowered(text, slots)
    assert (found, list(scope.report)) == (node, [])
    assert lowered(show(found), slots)[0] == found


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("price < ?v", "money"),
        ("?v >= price + $3", "money"),
        ("town in ?v", "set of town"),
        ("?v in stops", "town"),
        ("len(stops) == ?v", "integer"),
        ("max(waits) > ?v", "duration"),
        ("within(stops, ?v)", "set of town"),
        ("meets(colours, ?v)", "set of colour"),
        ("pages * ?v < 3", "integer"),
        ("price < ?v - $5", "money"),
    ],
)
def test_the_place_of_a_hole_tells_its_kind(
    slots: Mapping[str, Kind], text: str, kind: str | None
) -> None:
    _, scope = lowered(text, slots)
    found = {name: each.name for name, each in scope.holes.items()}
    assert found == ({} if kind is None else {"v": kind})


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("prcie < $5", "E0201", "prcie"),
        ("price < pices", "E0201", "pices"),
        ("price < 5", "E0305", "5"),
        ("price < 2h", "E0305", "2h"),
        ("start == wait", "E0305", "wait"),
        ("town == colour", "E0305", "colour"),
        ("town == olso", "E0303", "olso"),
        ("town in {oslo, rme}", "E0303", "rme"),
        ("town in {oslo, 3}", "E0303", "3"),
        ("town < oslo", "E0309", "town < oslo"),
        ("stops == {oslo}", "E0305", "{oslo}"),
        ("waits == list(3, 4)", "E0305", None),
        ("price == list(1)", "E0305", "list(1)"),
        ("price in {$3}", "E0307", None),
        ("price in stops", "E0305", "price in stops"),
        ("town in {oslo: 2}", "E0302", "oslo: 2"),
        ("oslo in colours", "E0303", "oslo"),
        ("within(stops, price)", "E0305", "price"),
        ("within(stops, colours)", "E0305", "colours"),
        ("within(stops)", "E0306", None),
        ("within(waits, waits)", "E0305", "waits"),
        ("?f", "E0307", "?f"),
        ("?a < ?b", "E0307", "?a < ?b"),
        ("price", "E0308", "price"),
        ("foo(price)", "E0308", "foo(price)"),
        ("price + $3", "E0308", None),
        ("<other>", "E0308", None),
        ("price < 1.5", "E0302", "1.5"),
        ("price + 3 < $5", "E0304", "price + 3"),
        ("price * share < $5", "E0304", "price * share"),
        ("start + 30m < 10:00", "E0304", "start + 30m"),
        ("-start < 10:00", "E0304", "-start"),
        ("price / 2 < $3", "E0302", "price / 2"),
        ("lne(stops) > 2", "E0204", "lne(stops)"),
        ("len(stops, stops) > 2", "E0204", None),
        ("len(price) > 2", "E0304", "len(price)"),
        ("sum(stops) > 2", "E0304", "sum(stops)"),
        ("first(stops) == 3", "E0303", "3"),
        ("first(stops) == olso", "E0303", "olso"),
        ("first(list(oslo, rome)) == oslo", "E0304", None),
        ("first(stops) < last(stops)", "E0309", None),
        ("max(stops) == oslo", "E0304", "max(stops)"),
        ("X < $5", "E0302", "X"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(
    slots: Mapping[str, Kind], text: str, code: str, at: str | None
) -> None:
    _, scope = lowered(text, slots)
    found = list(scope.report)
    assert code in {each.code for each in found}, found
    if at is not None:
        assert at in {each.span.text for each in found if each.code == code}


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("price + 3 < $5", "write `$3`"),
        ("wait + 90 < 2h", "write `90m`"),
        ("share + 5 < 10%", "write `5%` or `500%`"),
        ("price * (1 + share) < $5", "`total: money = price * (1 + tax)`"),
        ("price * share < $5", "`total: money = price * (1 + tax)`"),
        ("price + share < $5", "`total: money = price * (1 + tax)`"),
        ("start + 90 < 10:00", "`later: time = start + 90m`"),
        ("start + wait < 10:00", "`later: time = start + 90m`"),
        ("day + 3 < 2026-01-01", "`later: date = day + 3`"),
        ("price * price < $5", "derive a slot in the record, and compare that"),
        ("price / 2 < $5", "derive a slot in the record, and compare that"),
    ],
)
def test_what_does_not_fit_is_answered_with_what_to_write(
    slots: Mapping[str, Kind], text: str, help: str
) -> None:
    _, scope = lowered(text, slots)
    (found,) = scope.report
    assert help in found.help


@pytest.mark.parametrize(
    ("text", "near"),
    [("prcie < $5", "price"), ("town == olso", "oslo"), ("lne(stops) > 2", "len")],
)
def test_a_near_miss_is_told(slots: Mapping[str, Kind], text: str, near: str) -> None:
    _, scope = lowered(text, slots)
    (found,) = scope.report
    assert found.help == f"did you mean `{near}`?"


def test_a_pattern_may_hold_holes_of_unknown_kind(slots: Mapping[str, Kind]) -> None:
    for text in ("?a", "?a or ?rest...", "?x < ?v", "len(?x) > 3", "not ?a", "?x in {?a}"):
        node, scope = lowered(text, {}, pattern=True)
        assert (list(scope.report), show(node)) == ([], text)


def test_numbers_may_be_symbols_of_a_sort() -> None:
    slots = {"size": OneOf("size", ("2", "3"))}
    node, scope = lowered("size == 2", slots)
    assert (node, list(scope.report)) == (ir.Comparison("==", ir.Slot("size"), ir.Const("2")), [])
    assert lowered(show(node), slots)[0] == node


def test_a_value_has_a_kind(slots: Mapping[str, Kind]) -> None:
    scope = FormulaScope(slots, Report())
    term, kind = lower_value(parse_expression(Source("t", "sum(waits) + wait")), scope)
    assert kind is not None
    assert (show(term), kind.name, list(scope.report)) == ("sum(waits) + wait", "duration", [])


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("min(price, $3) < $5", "`min` takes one list"),
        ("mni(waits) < 5m", "did you mean `min`?"),
    ],
)
def test_a_function_that_slots_lack(text: str, help: str, slots: Mapping[str, Kind]) -> None:
    assert help in {each.help for each in lowered(text, slots)[1].report}
