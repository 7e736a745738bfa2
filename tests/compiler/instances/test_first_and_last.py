"""The first and the last of a list of symbols: an empty list has none, which equals no symbol, in every engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rspc.backends.checkers.records.evaluation import Evaluation
from rspc.backends.smt.sat import Sat
from rspc.backends.smt.z3 import Z3
from rspc.compiler.api import Family
from rspc.compiler.contract import Limits
from rspc.compiler.family.records.evaluation import Columns, compile_mask
from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Kind, List, OneOf
from rspc.compiler.notation.formulas import FormulaScope, lower_formula
from rspc.compiler.notation.to_syntax import show
from rspc.dsl.diagnostics import Report, SpecError
from rspc.dsl.parsing.parser import parse_expression
from rspc.dsl.source import Source

TOWN = OneOf("town", ("oslo", "rome", "lima"))
KINDS: dict[str, Kind] = {"stops": List(TOWN), "tour": List(TOWN), "home": TOWN}
ROWS = [
    ((), (), "oslo"),
    ((), ("oslo",), "oslo"),
    (("oslo",), (), "rome"),
    (("rome", "oslo"), ("rome", "lima"), "rome"),
    (("lima", "rome"), ("oslo", "rome"), "oslo"),
]


def lowered(text: str) -> ir.Formula:
    scope = FormulaScope(KINDS, Report())
    formula = lower_formula(parse_expression(Source("test", text)), scope)
    assert not list(scope.report)
    return formula


def verdicts(formula: ir.Formula) -> Iterator[list[bool]]:
    """Yield which rows each engine, the checker and the fast evaluation find satisfied."""
    signature = ir.Signature(slots=tuple((name, kind.name) for name, kind in KINDS.items()))
    theory = ir.Theory("constraint", (ir.Labelled("s1", ir.Requirement(formula)),), signature)
    cells = [dict(zip(KINDS, row, strict=True)) for row in ROWS]
    rows = tuple(
        ir.Row("ABCDE"[place], tuple(kind.term(row[name]) for name, kind in KINDS.items()))
        for place, row in enumerate(cells)
    )
    query = ir.Query(ir.Satisfying(), rows)
    for label in (
        Z3().decide(theory, query, KINDS, Limits()).label,
        Sat().decide(theory, query, KINDS, Limits()).label,
        Evaluation().derive(theory, query, KINDS).label,
    ):
        yield [row.id in label.split(",") for row in rows]
    mask = compile_mask(formula)(Columns(cells), {})
    yield [bool(mask >> place & 1) for place in range(len(cells))]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("first(stops) == oslo", "..x.."),
        ("first(stops) != oslo", "xx.xx"),
        ("last(stops) == oslo", "..xx."),
        ("last(stops) in {oslo, rome}", "..xxx"),
        ("not last(stops) in {oslo, rome}", "xx..."),
        ("first(stops) == home", "...x."),
        ("first(stops) == first(tour)", "x..x."),
        ("first(stops) != first(tour)", ".xx.x"),
        ("first(tour) in stops", "...x."),
        ("home in { first(stops), last(tour) }", ".x.x."),
    ],
)
def test_all_engines_agree_on_what_an_empty_list_has(text: str, wanted: str) -> None:
    formula = lowered(text)
    assert show(formula) == text
    for found in verdicts(formula):
        assert "".join("x" if each else "." for each in found) == wanted


SPEC = """
pool towns = {oslo, rome, lima, paris}
record trip {
  stops: list of towns = repeat(0..3, 1 of towns) say "{{ odd }} layovers"
  tour: list of towns = repeat(1..3, 1 of towns)
  home: towns
  start: towns = first(tour)
  end: towns = {true: last(stops), false: home}[len(stops) > 0]
}
test begins(?v) on stops: first(stops) == ?v else first(stops) != ?v where ?v = 1 of stops
test ends(?v) on tour, home: last(tour) in ?v or last(tour) == home where ?v = 2 of tour
theory product_of_sums { slots 2  minterms 2  sums 1 }
ask choice { options 3  from 40 of trip }
verify z3, sat, evaluation
"""


@pytest.fixture(scope="module")
def trips(tmp_path_factory: pytest.TempPathFactory) -> Family:
    from ..conftest import Specs

    return Specs(tmp_path_factory.mktemp("trips")).load(SPEC)


def test_a_family_asks_about_them_and_its_words_say_what_of_none(trips: Family) -> None:
    trips.prove()
    for index in range(8):
        instance = trips.instance(0, index)
        assert set(instance.engines) == {"z3", "sat", "evaluation"}
        assert "first of the {{ odd }} layovers (none if there are none)" in instance.context
        assert "0 if there are none" not in instance.context


def test_slots_are_derived_from_them(trips: Family) -> None:
    for option in trips.instance(0, 1).options:
        tour = option.values["tour"].removeprefix("list(").removesuffix(")").split(", ")
        assert option.values["start"] == tour[0]


def test_nothing_is_derived_from_an_empty_list(specs: Any) -> None:
    text = "pool towns = {oslo, rome}\nrecord trip { stops: list of towns = list()  a: towns = first(stops) }\n"
    family = specs.load(
        f"{text}theory {{ a == oslo. }}\nask choice {{ options 2  from 5 of trip }}\n"
    )
    with pytest.raises(SpecError) as caught:
        family.instance()
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.text) == ("E0403", "first(stops)")
