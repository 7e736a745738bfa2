"""Complements are proved over whole kinds, and refused with values that show why."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings

from rspc.backends.checkers.records.semantics import holds
from rspc.backends.smt.z3 import Z3
from rspc.compiler.contract import Counterexample, EngineError, Limits, Undecided
from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Duration, Integer, Kind, List, Money, OneOf, Set, Time

from ..strategies import KINDS, formulas

CITY = OneOf("city", ("oslo", "rome", "los_angeles"))
SLOTS: dict[str, Kind] = {
    "price": Money(),
    "start": Time(),
    "stops": List(CITY, 8),
    "waits": List(Duration(low=0), 8),
    "home": CITY,
    "seen": Set(CITY),
    "unused": Integer(),
}
LIMITS = Limits()
V = ir.Hole("v")


def prove(
    formula: ir.Formula, complement: ir.Formula, holes: dict[str, Kind], limits: Limits = LIMITS
) -> Counterexample | None:
    return Z3().complementary(formula, complement, SLOTS, holes, limits)


def compare(operator: str, left: ir.Term, right: ir.Term) -> ir.Comparison:
    return ir.Comparison(operator, left, right)


PRICE = ir.Slot("price")
STOPS = ir.Slot("stops")


def test_less_and_not_less() -> None:
    assert prove(compare("<", PRICE, V), compare(">=", PRICE, V), {"v": Money()}) is None


def test_less_and_greater_meet_at_the_value_itself() -> None:
    found = prove(compare("<", PRICE, V), compare(">", PRICE, V), {"v": Money(), "w": Money()})
    assert found is not None
    values = dict(found.values)
    assert list(values) == ["price", "?v"]
    assert values["price"] == values["?v"]
    assert not found.both


def test_less_and_at_most_are_both_true() -> None:
    found = prove(compare("<", PRICE, V), compare("<=", PRICE, V), {"v": Money()})
    assert found is not None
    assert Money().read(dict(found.values)["price"]) != Money().read(dict(found.values)["?v"])


def test_only_these_and_none_of_these_leave_a_mixed_list_out() -> None:
    within, meets = compare("within", STOPS, V), compare("meets", STOPS, V)
    found = prove(within, ir.Not(meets), {"v": Set(CITY)})
    assert found is not None
    assert [name for name, _ in found.values] == ["stops", "?v"]
    both = prove(within, ir.Not(within), {"v": Set(CITY)})
    assert both is None
    # Without the empty list, what is left to refuse is a list with members of both kinds.
    some = compare(">", ir.Operation("len", (STOPS,)), ir.Quantity("integer", 0))
    asked = ir.And((some, within)), ir.Or((ir.Not(some), ir.Not(meets)))
    mixed = prove(*asked, {"v": Set(CITY)})
    assert mixed is not None
    assert not mixed.both
    stops = _symbols(dict(mixed.values)["stops"])
    allowed = _symbols(dict(mixed.values)["?v"])
    assert set(stops) & set(allowed)
    assert set(stops) - set(allowed)


def _symbols(text: str) -> list[str]:
    inner = text.removeprefix("list(").removeprefix("{").rstrip(")}")
    return [each.strip() for each in inner.split(",") if each.strip()]


def test_a_disjoint_set_is_the_complement_of_one_that_meets() -> None:
    meets = compare("meets", STOPS, V)
    assert prove(meets, ir.Not(meets), {"v": Set(CITY)}) is None
    outside = ir.Not(compare("in", ir.Slot("home"), V))
    assert prove(compare("in", ir.Slot("home"), V), outside, {"v": Set(CITY)}) is None


@pytest.mark.parametrize(("bound", "proved"), [(1439, True), (1438, False)])
def test_the_whole_day_and_no_more(bound: int, proved: bool) -> None:
    early = compare("<=", ir.Slot("start"), ir.Quantity("time", bound))
    before = compare("<", ir.Slot("start"), ir.Quantity("time", 0))
    found = prove(early, before, {})
    assert (found is None) is proved
    if found is not None:
        assert found.values == (("start", "23:59"),)


def test_a_kind_of_symbols_has_no_others() -> None:
    names = ("oslo", "rome", "los_angeles")
    equal = [compare("==", ir.Slot("home"), ir.Const(name)) for name in names]
    assert prove(ir.Or(tuple(equal[:2])), equal[2], {}) is None
    found = prove(equal[0], equal[1], {})
    assert found == Counterexample((("home", "los_angeles"),), False)


def test_functions_of_lists_over_every_length() -> None:
    waits = ir.Slot("waits")
    longest = ir.Operation("max", (waits,))
    bound = {"v": Duration(low=0)}
    assert prove(compare("<=", longest, V), compare(">", longest, V), bound) is None
    total = ir.Operation("sum", (waits,))
    found = prove(compare("<=", longest, V), compare(">", total, V), bound)
    assert found is not None
    assert len(_symbols(dict(found.values)["waits"])) == 2


def test_counterexamples_are_short_and_round_where_they_can_be() -> None:
    found = prove(compare("<", PRICE, V), compare("<", V, PRICE), {"v": Money()})
    assert found is not None
    for _, shown in found.values:
        assert "." not in shown
        assert 0 <= Money().read(shown) <= 10000


def test_negative_and_large_counterexamples() -> None:
    far = ir.Quantity("money", -12345678905)
    found = prove(compare(">", PRICE, far), ir.Truth(False), {})
    assert found is not None
    assert Money().read(dict(found.values)["price"]) <= far.amount


def test_out_of_budget_is_no_proof() -> None:
    fourth = ir.Operation("*", (V, V, V, V))
    other = ir.Operation("*", (ir.Hole("w"), ir.Hole("w"), ir.Hole("w"), ir.Hole("w")))
    third = ir.Operation("*", (ir.Hole("u"), ir.Hole("u"), ir.Hole("u"), ir.Hole("u")))
    whole = Integer(low=3)
    holes = {"v": whole, "w": whole, "u": whole}
    equal = compare("==", ir.Operation("+", (fourth, other)), third)
    with pytest.raises(Undecided):
        prove(equal, ir.Truth(True), holes, Limits(steps=20_000))
    with pytest.raises(EngineError, match="time limit of"):
        prove(equal, ir.Truth(True), holes, Limits(steps=2_000_000_000, seconds=0.2))
    # A spent budget spoils nothing that comes after.
    assert prove(compare("<", PRICE, V), compare(">=", PRICE, V), {"v": Money()}) is None


def test_a_hole_without_a_kind_is_told() -> None:
    with pytest.raises(EngineError, match="the hole `v` has no kind"):
        prove(compare("<", PRICE, V), compare(">=", PRICE, V), {})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(formulas(3), formulas(2))
def test_random_pairs_are_refused_only_with_values_that_show_it(
    formula: ir.Formula, other: ir.Formula
) -> None:
    try:
        assert Z3().complementary(formula, ir.Not(formula), KINDS, {}, LIMITS) is None
        found = Z3().complementary(formula, other, KINDS, {}, LIMITS)
    except Undecided:
        assume(False)
    if found is not None:
        used = {name: KINDS[name] for name, _ in found.values}
        cells = {name: used[name].term(used[name].read(shown)) for name, shown in found.values}
        assert holds(formula, cells, used) == holds(other, cells, used) == found.both
