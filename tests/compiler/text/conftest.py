"""The standard phrases for records, as `stdlib/records.rspec` has them, and slots to try them on."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.elaboration.words import is_note
from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Duration, Integer, Kind, List, Money, OneOf, Percent, Set, Time
from rspc.compiler.notation.formulas import FormulaScope, _term, lower_formula
from rspc.compiler.text.phrasebook import Phrasebook
from rspc.compiler.text.templates.phrase import Phrase
from rspc.dsl import syntax
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source

STANDARD = Path(__file__).parents[3] / "stdlib" / "records.rspec"


@pytest.fixture(scope="session")
def kinds() -> dict[str, Kind]:
    airports = OneOf("airport", ("jfk", "lax", "new_orleans", "ord"))
    return {
        "price": Money(),
        "tax": Money(),
        "class": OneOf("class", ("economy", "business", "first_class")),
        "departure": Time(),
        "arrival_time": Time(),
        "layovers": Integer(0, 9),
        "emissions": Percent(),
        "stops": List(airports),
        "waits": List(Duration()),
        "extras": Set(OneOf("extra", ("wifi", "meal", "lounge"))),
    }


@pytest.fixture(scope="session")
def standard() -> list[Phrase]:
    source = Source("records.rspec", STANDARD.read_text(encoding="utf-8"))
    spec, complaints = parse(source)
    assert complaints == ()
    report = Report()
    found = []
    for item in spec.items:
        if isinstance(item, syntax.Say) and not is_note(item):
            scope = FormulaScope({}, report, {}, pattern=True)
            pattern = _pattern(item.pattern, scope)
            found += [Phrase(pattern, each.text, span=each.span) for each in item.phrases]
    report.raise_errors()
    return found


def _pattern(pattern: syntax.Statement, scope: FormulaScope) -> ir.Node:
    match pattern:
        case syntax.Call(function=syntax.Name(text=name)) if name not in ("within", "meets"):
            return _term(pattern, scope, None)[0]
        case syntax.Infix(operator="+" | "-" | "*"):
            return _term(pattern, scope, None)[0]
        case _:
            assert not isinstance(pattern, syntax.Named | syntax.Implication | syntax.Optimise)
            return lower_formula(pattern, scope)


@pytest.fixture(scope="session")
def book(standard: list[Phrase], kinds: dict[str, Kind]) -> Phrasebook:
    made = Phrasebook([standard], kinds=kinds)
    assert made.diagnostics == ()
    return made
