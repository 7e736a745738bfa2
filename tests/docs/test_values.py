"""The page on value expressions: its functions and signs are those of the compiler, its examples compute."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.elaboration.context import Stage
from rspc.compiler.family.expressions.functions import FUNCTIONS
from rspc.compiler.family.expressions.typed import Env, NoValue, Typed
from rspc.compiler.kinds import SCALARS, Kind
from rspc.compiler.kinds.arithmetic import combine
from rspc.compiler.random.stream import Stream
from rspc.compiler.sources.library import Library
from rspc.compiler.sources.modules import read_program
from rspc.dsl.diagnostics import Report, SpecError
from rspc.dsl.parsing.parser import parse_expression
from rspc.dsl.source import Source

from .pages import codes, lay_out, prose, rows, section

PAGE = "values"
TEXT = " ".join(prose(PAGE).split())
EQUAL = re.findall(r"`([^`]+)` = `([^`]+)`", TEXT)
DRAWN = re.findall(r"`([^`]+)` draws (`[^`]+`(?:, `[^`]+`)*)", TEXT)
BETWEEN = re.findall(r"`([^`]+)` draws from `([^`]+)` to `([^`]+)`", TEXT)
REFUSED = re.findall(r"`([^`]+)` is refused \((E\d{4})\)", TEXT)


class Expressions:
    """Checks and draws expressions as the page's family would."""

    def __init__(self, folder: Path) -> None:
        self.report = Report()
        program = read_program(Library(folder), lay_out(PAGE, folder), self.report)
        self.stage = Stage(program, self.report)

    def typed(self, text: str) -> Typed:
        expressions = self.stage.expressions(self.stage.program.main)
        found = expressions.typed(parse_expression(Source("page", text)))
        assert found.type is not None
        return found

    def drawn(self, text: str, number: int = 0) -> str:
        typed = self.typed(text)
        self.report.raise_errors()
        return shown(typed, typed.draw(Env(Stream(text, number), {})))


def shown(typed: Typed, value: Any) -> str:
    """Return a value as a spec writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    assert isinstance(typed.type, Kind)
    return typed.type.show(value)


@pytest.fixture
def expressions(tmp_path: Path) -> Expressions:
    return Expressions(tmp_path)


def test_every_function_is_on_the_page() -> None:
    named = [
        code.partition("(")[0]
        for heading in ("Functions", "Drawing")
        for row in rows(section(PAGE, heading))
        for code in codes(row[0])
        if "(" in code
    ]
    assert sorted(set(named)) == sorted(FUNCTIONS)


def test_every_unit_has_its_function() -> None:
    units = [unit for scalar in SCALARS for unit in scalar.units]
    assert set(units) <= set(FUNCTIONS)


def test_the_signs_give_what_the_table_says() -> None:
    kinds = {scalar.label: scalar() for scalar in SCALARS}
    table = {(a, b): cells for a, b, *cells in rows(section(PAGE, "Arithmetic"))}
    assert len(table) == len(rows(section(PAGE, "Arithmetic")))
    for a, left in kinds.items():
        for b, right in kinds.items():
            given = [combine(sign, left, right) for sign in ("+", "-", "*", "/", "mod")]
            names = ["" if found is None else found[0].name for found in given]
            assert names == table.get((a, b), [""] * 5), (a, b)
            power = combine("**", left, right)
            assert (power is not None) == (a == b == "integer")


def test_there_are_examples_of_each_sort() -> None:
    assert len(EQUAL) > 40
    assert len(DRAWN) > 5
    assert len(BETWEEN) == 2
    assert len(REFUSED) >= 2


@pytest.mark.parametrize(("text", "value"), EQUAL)
def test_what_reckons_gives_the_value(text: str, value: str, expressions: Expressions) -> None:
    assert expressions.drawn(text) == value


@pytest.mark.parametrize(("text", "values"), DRAWN)
def test_what_draws_gives_these_values_and_no_others(
    text: str, values: str, expressions: Expressions
) -> None:
    assert {expressions.drawn(text, number) for number in range(60)} == set(codes(values))
    assert not expressions.typed(text).fixed


@pytest.mark.parametrize(("text", "low", "high"), BETWEEN)
def test_what_draws_stays_between(text: str, low: str, high: str, expressions: Expressions) -> None:
    typed = expressions.typed(text)
    least, most = (expressions.typed(end).draw(Env(Stream("end"), {})) for end in (low, high))
    drawn = [typed.draw(Env(Stream(number), {})) for number in range(200)]
    assert least <= min(drawn) < max(drawn) <= most
    assert len(set(drawn)) > 10


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_what_is_refused_is(text: str, code: str, expressions: Expressions) -> None:
    with pytest.raises(SpecError) as caught:
        expressions.drawn(text)
    assert [each.code for each in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ("choose twice = 2 * month", ""),
        ("choose soon = 2 * late\nchoose late = 3", "E0201"),
        ("test t(?c) on climb: climb > ?c where ?c = climb", "E0201"),
        ("measure m = 1..3", "E0302"),
        ("require month == {2, 3}", "E0302"),
        ("param p: int = 1..3", "E0302"),
        ("preset hard { slots {2, 3} }", "E0444"),
        ("choose c = {650: 1, 820: 2}[1100]", "E0407"),
        ("choose c = {1: 2, 2: 3}[3 * slots]", "E0407"),
    ],
)
def test_where_values_stand(item: str, code: str, tmp_path: Path) -> None:
    assert told(item, tmp_path) == ([code] if code else [])


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("uniform(0.3, 0.8), 10)", "uniform(0.3, 0.8), 0.7)", "E0408"),
        ("slots slots", "slots (slots / 4)", "E0411"),
        ("{1: ride, 2", "{3: ride, 2", "E0407"),
    ],
)
def test_what_a_place_wants(old: str, new: str, code: str, tmp_path: Path) -> None:
    assert told("", tmp_path, old, new) == [code]


def told(item: str, folder: Path, old: str = "", new: str = "") -> list[str]:
    """Return the codes of what the page's family, changed so, is refused with when it is loaded or made."""
    path = folder / lay_out(PAGE, folder)
    path.write_text(f"{path.read_text('utf-8').replace(old, new)}\n{item}\n", "utf-8")
    try:
        list(rspc.load(path).generate(3))
    except rspc.SpecError as error:
        return [each.code for each in error.diagnostics]
    return []


def test_too_few_members_drop_the_draft(expressions: Expressions) -> None:
    with pytest.raises(NoValue):
        expressions.drawn("9 of all_huts")
