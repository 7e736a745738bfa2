"""Records and tests on slots: coherent rows, filled holes, and every way in which either can be wrong."""

from __future__ import annotations

from typing import Any

import pytest

from rspc.backends.checkers.records.semantics import holds
from rspc.compiler.family.expressions.scope import Vocabularies
from rspc.compiler.family.expressions.typed import Env
from rspc.compiler.family.records.evaluation import Columns
from rspc.compiler.family.records.rows import read_record
from rspc.compiler.family.records.tests import SlotTest, build_test
from rspc.compiler.family.records.types import RecordType
from rspc.compiler.ir import nodes as ir
from rspc.compiler.random.stream import Stream
from rspc.compiler.sources.library import Library
from rspc.compiler.sources.modules import read_program
from rspc.dsl import syntax
from rspc.dsl.diagnostics import Report, SpecError

Found = tuple[RecordType, dict[str, SlotTest], Report]


def read(specs: Any, text: str) -> Found:
    """Read a record and its tests, without the rest of a family."""
    specs.write("main.rspec", f"family main\n{text}")
    report = Report()
    program = read_program(Library(specs.folder), "main.rspec", report)
    report.raise_errors()
    vocabularies = Vocabularies(program, report)
    vocabularies.read_all()
    names = vocabularies.names(program.main)
    tests: dict[str, SlotTest] = {}
    record: RecordType | None = None
    for item in program.main.spec.items:
        if isinstance(item, syntax.Record):
            record = read_record(item, program.main, names, program.library, None, report)
    assert record is not None
    for item in program.main.spec.items:
        if isinstance(item, syntax.Test):
            test = build_test(item, record, names, report)
            if test is not None:
                tests[test.name] = test
    return record, tests, report


def codes(specs: Any, text: str) -> list[str]:
    return [each.code for each in read(specs, text)[2]]


def rows(record: RecordType, count: int, split: str = "") -> list[dict[str, Any]]:
    return record.draw(count, (), Env(Stream("rows"), {}, {}, split), {})


TRIP = """
pool towns = {oslo, rome, paris, lima} split { train 0.5  test 0.5 }
record trip {
  start: time = 05:00 + 5m * (0..220)
  town: towns
  class: one of {economy: 3, first: 1}
  size: one of {2, 3}
  colours: set of colour = 2 of colour
  stops: list of towns = repeat(1..3, 1 of towns)
  waits: list of duration = repeat(len(stops), 10m..30m)
  wait: duration = sum(waits)
  arrival: time = start + 20h + wait
  day: date = 2026-03-01..2026-11-30
  share: percent = {economy: -5%, first: 20%}[class]
  price: money = round($1 * (60 + hours(wait) * 7), $1)
}
pool colour = {red, green, blue}
"""


def test_rows_are_coherent(specs: Any) -> None:
    record, _, report = read(specs, TRIP)
    assert not list(report)
    for row in rows(record, 50):
        assert row["wait"] == sum(row["waits"])
        assert len(row["waits"]) == len(row["stops"])
        assert row["arrival"] == (row["start"] + 1200 + row["wait"]) % 1440
        assert row["share"] == {"economy": -500, "first": 2000}[row["class"]]
        assert row["size"] in ("2", "3")
        assert isinstance(row["colours"], frozenset)
        assert all(
            kind.value(kind.term(row[name])) == row[name] for name, kind in record.kinds.items()
        )


def test_a_sort_is_narrowed_by_the_split(specs: Any) -> None:
    record, _, _ = read(specs, TRIP)
    train = {town for row in rows(record, 60, "train") for town in (row["town"], *row["stops"])}
    test = {town for row in rows(record, 60, "test") for town in (row["town"], *row["stops"])}
    assert (len(train), len(test), train & test) == (2, 2, set())


def test_rows_may_agree_on_slots(specs: Any) -> None:
    record, _, _ = read(specs, TRIP)
    found = record.draw(20, ("town", "day"), Env(Stream("rows"), {}), {})
    assert len({(row["town"], row["day"]) for row in found}) == 1
    assert len({row["start"] for row in found}) > 5


def test_a_whole_record_drawn_for_a_fixed_key_is_frozen(specs: Any) -> None:
    record, _, _ = read(specs, TRIP)
    (row,) = rows(record, 1)
    assert {name: kind.show(row[name]) for name, kind in record.kinds.items()} == GOLDEN


GOLDEN = {
    "start": "10:45",
    "town": "rome",
    "class": "economy",
    "size": "`2`",
    "colours": "{green, blue}",
    "stops": "list(paris, paris, lima)",
    "waits": "list(19m, 15m, 23m)",
    "wait": "57m",
    "arrival": "07:42",
    "day": "2026-05-19",
    "share": "-5%",
    "price": "$67",
}


@pytest.mark.parametrize(
    ("fields", "code", "help"),
    [
        ("a: integer = b  b: integer = a", "E0409", ""),
        ("a: integer = a + 1", "E0409", ""),
        ("pages: integer = 1..9  price: money = $1 * pges", "E0201", "did you mean `pages`?"),
        ("a: monye = $3", "E0316", "did you mean `money`?"),
        ("a: money = 3", "E0301", "write an amount of money such as `$1200`"),
        ("a: set of integer = {1}", "E0316", "use `list of`"),
        ("a: integer", "E0420", "write `a: integer = …`, or read the record from a file"),
        ("a: list of duration", "E0420", None),
        ("a: integer = 1  a: integer = 2", "E0202", ""),
        ("a: one of {red, red}", "E0202", None),
        ("a: one of {}", "E0316", None),
        ("a: one of {red: -1, green: 2}", "E0406", None),
        ("a: integer = {1: 10.5 ** 300 * 10.5 ** 300, 2: 1}", "E0406", None),
        ("a: one of nosuch", "E0316", None),
        ("colour: one of {pink, teal}  paint: colour", "E0202", "rename the slot or the pool"),
        ("", "E0604", None),
    ],
)
def test_a_bad_record_is_told(specs: Any, fields: str, code: str, help: str | None) -> None:
    report = read(specs, f"record r {{ {fields} }}\npool colour = {{red, green}}")[2]
    found = [each for each in report if each.code == code]
    assert found, list(report)
    assert help is None or found[0].help == help


def test_variables_in_a_one_of_type_are_not_taken_for_one_value(specs: Any) -> None:
    report = read(specs, "record r { a: one of {Red, Teal} }")[2]
    assert [each.code for each in report] == ["E0316", "E0316"]


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ("town: one of town = 1 of town", "town"),
        ("town: town  home: town = 1 of town", "town"),
        ("stops: list of stops = 2 of stops", "stops: list of stops = 2 of stops"),
        ("pages: integer = pages + 1", "pages: integer = pages + 1"),
        ("a: integer = pages  pages: integer = a", "pages: integer = a"),
        ("size: integer = size", "size: integer = size"),
        ("fares: integer = 1 of fares", ""),
    ],
)
def test_a_slot_that_hides_another_declaration_is_told_as_that(
    specs: Any, fields: str, at: str
) -> None:
    head = (
        "pool town = {oslo, rome}\nsort stops = town\nparam pages: int = 3\n"
        "choose size = {1: 1, 2: 1}\ntable fares(town, fare) = {(oslo, 3)}\n"
    )
    found = specs.refused(f"{head}record r {{ {fields} }}\ntheory {{}}\nask choice\n")
    if not at:
        assert [each.code for each in found] == ["E0301"]
        return
    assert [(each.code, each.span.text) for each in found] == [("E0202", at)]
    assert "hides" in found[0].message
    assert found[0].notes[0].span.text.split()[0] in ("pool", "sort", "param", "choose")


def test_a_slot_may_have_the_name_of_its_sort(specs: Any) -> None:
    text = "pool town = {oslo, rome}\ntable km(town, far) = {(oslo, 3), (rome, 5)}\n"
    record, _, report = read(specs, f"{text}record r {{ town: town  far: integer = km[town] }}")
    assert not list(report)
    assert {(row["town"], row["far"]) for row in rows(record, 20)} == {("oslo", 3), ("rome", 5)}


def test_a_circle_is_told_with_its_way(specs: Any) -> None:
    report = read(specs, "record r { a: integer = b  b: integer = c  c: integer = a }")[2]
    (found,) = report
    assert sorted(found.message.rpartition(": ")[2].split(" -> ")[1:]) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("a: integer = 7 / 2", "whole values"),
        ("a: integer = uniform(1, 2)", "whole values"),
        ("a: date = 0001-01-05 - (6..9)", "a date from"),
        ("a: list of integer = repeat(9, 1)", "at most 8 values"),
        ("a: list of integer = list(7 / 2)", "whole values"),
    ],
)
def test_what_a_slot_cannot_hold_is_a_fault_at_the_slot(specs: Any, field: str, told: str) -> None:
    record, _, report = read(specs, f"record r {{ {field} }}")
    assert not list(report)
    with pytest.raises(SpecError) as caught:
        rows(record, 1)
    (found,) = caught.value.diagnostics
    assert (found.code, told in found.message, found.span.text) == ("E0408", True, field)


# ----------------------------------------------------------------------------------------------------------- tests


TESTS = """
test cheap(?v) on price: price < ?v where ?v = round(1 of price, $5)
  say "a {{ v }}" else "b {{ v }}" atypical when ?v < $3
test early(?a, ?b) on start: start in ?a..?b else start < ?a or start > ?b
  where ?a = floor(1 of start, 00:30), ?b = min(?a + 30m * (1..4), 23:30) say "c" else "d"
test among(?c) on class, town: class in ?c or town in {rome, lima} where ?c = 1..2 of class say "e" else "f"
test calls(?x) on stops: ?x in stops where ?x = 1 of stops say "g" else "h"
test within_them(?x) on stops: within(stops, ?x) where ?x = 2 of stops say "i" else "j"
test meeting(?x) on colours: meets(colours, ?x) where ?x = 2 of colours say "k" else "l"
test long(?v) on waits, wait: max(waits) > ?v and len(waits) > 1 or wait + 10m > 2 * ?v
  where ?v = 10m + (1 of waits) say "m" else "n"
test paint on colours: colours == {red, blue} say "o" else "p"
"""


def test_a_filled_test_holds_just_when_the_test_does_and_its_complement_just_when_not(
    specs: Any,
) -> None:
    record, tests, report = read(specs, TRIP + TESTS)
    assert (list(report), len(tests)) == ([], 8)
    drawn = rows(record, 40)
    taken = {
        name: [
            v
            for row in drawn
            for v in (row[name] if isinstance(row[name], tuple | frozenset) else [row[name]])
        ]
        for name in record.kinds
    }
    taken = {name: sorted(set(values)) for name, values in taken.items()}
    for number in range(6):
        for name, test in tests.items():
            values = test.draw(Env(Stream("holes", name, number), {}, taken))
            mask = test.mask(Columns(drawn), values)
            formulas = test.fill(values, True), test.fill(values, False)
            for place, row in enumerate(drawn):
                cells = {slot: kind.term(row[slot]) for slot, kind in record.kinds.items()}
                truths = [holds(formula, cells, record.kinds) for formula in formulas]
                truth = bool(mask >> place & 1)
                assert truths == [truth, not truth], (name, values)


@pytest.mark.parametrize(
    ("test", "code", "help"),
    [
        ("t on prcie: price < $3", "E0201", "did you mean `price`?"),
        ("t on price: prcie < $3", "E0201", "did you mean `price`?"),
        ("t(?v) on price: price < ?v", "E0410", "add how it is drawn: `where ?v = …`"),
        ("t(?v) on price: price < $3 where ?v = $3", "E0307", ""),
        ("t(?v) on price: price < ?w where ?v = $3", "E0410", "write `t(?v, ?w)`"),
        ("t on price: price < ?v", "E0410", "write `t(?v)`"),
        (
            "t(?v) on price: price < ?v where ?v = 3",
            "E0301",
            "write an amount of money such as `$1200`",
        ),
        (
            "t(?v) on price: price < ?v where ?v = round(1 of price, 3)",
            "E0304",
            "write the step as an amount of money such as `$1200`",
        ),
        ("t(?v) on price: price < ?v where ?v = 1 of wait", "E0201", None),
        ("t on price: price < $3 or wait > 2h", "E0422", "write `on price, wait`"),
        ("t(?a, ?b) on price: price in ?a..?b where (?a, ?b) = $3", "E0306", ""),
        ("t(?a, ?b) on price: price in ?a..?b where (?a, ?b) = 1 of steps", "E0301", ""),
        ("t [-1] on price: price < $3", "E0406", "use 0 or more"),
        ("t on price: price < $3 when 3", "E0301", ""),
        ("t on price: price < $3 atypical when 3", "E0301", ""),
        ("t on price: ?f", "E0307", ""),
    ],
)
def test_a_bad_test_is_reported(specs: Any, test: str, code: str, help: str | None) -> None:
    steps = "table steps(low, high) = {(1, 2), (3, 4)}\n"
    _, _, report = read(specs, f"{TRIP}{steps}test {test}")
    found = [each for each in report if each.code == code]
    assert found, list(report)
    assert help is None or found[0].help == help


def test_holes_may_be_drawn_together_from_a_table(specs: Any) -> None:
    text = """
table steps(low, high) = {($1, $70), ($70, $90)}
test t(?a, ?b) on price: price in ?a..?b where (?a, ?b) = 1 of steps say "a" else "b"
"""
    _, tests, report = read(specs, TRIP + text)
    assert not list(report)
    drawn = {tuple(tests["t"].draw(Env(Stream(n), {})).values()) for n in range(20)}
    assert drawn == {(100, 7000), (7000, 9000)}


def test_a_complement_is_the_negation_unless_the_author_wrote_one(specs: Any) -> None:
    _, tests, _ = read(specs, TRIP + TESTS)
    assert tests["cheap"].complement == ir.Not(tests["cheap"].formula)
    assert (tests["cheap"].authored, tests["early"].authored) == (False, True)
