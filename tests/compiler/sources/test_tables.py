"""Users' rows: read from three formats into the same values, with every bad cell told and drawn."""

from __future__ import annotations

import datetime
import io
import json
import sys
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.kinds import (
    Date,
    Duration,
    Integer,
    Kind,
    List,
    Money,
    OneOf,
    Percent,
    Set,
    Time,
    Value,
)
from rspc.compiler.sources.tables.files import distinct, read_table_file, typed_rows
from rspc.compiler.sources.tables.raw import RawTable
from rspc.dsl.diagnostics import Diagnostic, Report, render
from rspc.dsl.source import Source, Span

ASKED = Source("spec.rspec", 'record flight from "flights.csv" {}')
SPAN = Span(ASKED, 19, 32)
CITY = OneOf("city", ("oslo", "los_angeles", "Washington, DC"))
KINDS: dict[str, Kind] = {
    "price": Money(),
    "start": Time(),
    "stops": List(CITY),
    "home": CITY,
}


def read(name: str, content: str | bytes) -> tuple[RawTable | None, Report]:
    report = Report()
    data = content.encode() if isinstance(content, str) else content
    return read_table_file(f"rows/{name}", name, data, SPAN, report), report


def typed(
    name: str, content: str | bytes, kinds: dict[str, Kind]
) -> tuple[list[dict[str, Value]], tuple[Diagnostic, ...]]:
    raw, report = read(name, content)
    rows = typed_rows(raw, kinds, SPAN, report) if raw is not None else {}
    return list(rows.values()), tuple(report)


def codes(report: Report) -> list[str]:
    return [each.code for each in report]


GOOD = "price,start,stops,home\n$1200,09:30,oslo;los angeles,oslo\n80.50,9:05,,los_angeles\n"
WANTED = [
    {"price": 120000, "start": 570, "stops": ("oslo", "los_angeles"), "home": "oslo"},
    {"price": 8050, "start": 545, "stops": (), "home": "los_angeles"},
]


@pytest.mark.parametrize(
    "content",
    [
        GOOD,
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        "\n" + GOOD.replace("\n", "\n\n"),
        GOOD.replace(",", "\t"),
        GOOD.replace(",", " , "),
        GOOD.replace("oslo;los angeles", '"oslo;los angeles"').replace(",", ";").rstrip("\n"),
        '"price","start","stops","home"\n' + GOOD.split("\n", 1)[1],
    ],
)
def test_csv_as_people_write_it(content: str) -> None:
    rows, found = typed("flights.csv", content, KINDS)
    assert found == ()
    assert rows == WANTED


def test_jsonl_with_native_values() -> None:
    lines = [
        {"price": 1200, "start": "09:30", "stops": ["oslo", "los_angeles"], "home": "oslo"},
        {"home": "los_angeles", "price": 80.50, "start": "9:05", "stops": None},
    ]
    content = "\n\n".join(json.dumps(each) for each in lines)
    rows, found = typed("flights.jsonl", content, KINDS)
    assert found == ()
    assert rows == WANTED


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("1200", "1200"),
        ("1200.0", "1200"),
        ("80.50", "80.5"),
        ("1e3", "1000"),
        ("1.5E-1", "0.15"),
        ("-0.0", "0"),
        ("1e400", "1e400"),
        ("12345678901234567890123", "12345678901234567890123"),
        ("true", "true"),
        ("null", ""),
        ('[1, "a ", null]', "1;a;"),
    ],
)
def test_json_values_become_cells(text: str, cell: str) -> None:
    raw, report = read("x.jsonl", f'{{"a": {text}}}')
    assert codes(report) == []
    assert raw is not None
    assert raw.rows == ((cell,),)


def parquet(columns: dict[str, list[Any]], **options: Any) -> bytes:
    import pyarrow
    from pyarrow import parquet

    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), buffer, **options)
    return buffer.getvalue()


def test_parquet_with_native_values() -> None:
    pytest.importorskip("pyarrow")
    content = parquet(
        {
            "price": [1200.0, 80.5],
            "start": [datetime.time(9, 30), datetime.time(9, 5)],
            "stops": [["oslo", "los_angeles"], None],
            "home": ["oslo", "los_angeles"],
        }
    )
    rows, found = typed("flights.parquet", content, KINDS)
    assert found == ()
    assert rows == WANTED


def test_parquet_dates_durations_and_decimals() -> None:
    pytest.importorskip("pyarrow")
    kinds: dict[str, Kind] = {
        "day": Date(),
        "noted": Date(),
        "long": Duration(),
        "price": Money(),
        "share": Percent(),
        "n": Integer(),
    }
    content = parquet(
        {
            "day": [datetime.date(2026, 4, 17)],
            "noted": [datetime.datetime(2026, 4, 17)],
            "long": [datetime.timedelta(minutes=150)],
            "price": [Decimal("12.30")],
            "share": [12.5],
            "n": [3.0],
        }
    )
    rows, found = typed("x.parquet", content, kinds)
    assert found == ()
    day = datetime.date(2026, 4, 17).toordinal()
    assert rows == [{"day": day, "noted": day, "long": 150, "price": 1230, "share": 1250, "n": 3}]


def test_a_bad_parquet_cell_is_told_by_row() -> None:
    pytest.importorskip("pyarrow")
    rows, found = typed("x.parquet", parquet({"price": [1.0, None, 0.123]}), {"price": Money()})
    assert rows == [{"price": 100}]
    assert [each.message for each in found] == [
        "row 2, column `price` of `x.parquet`: expected an amount of money such as $1200, the cell is empty",
        "row 3, column `price` of `x.parquet`: expected an amount of money such as $1200, found `0.123`",
    ]
    assert {each.span for each in found} == {SPAN}


def test_broken_parquet() -> None:
    pytest.importorskip("pyarrow")
    for content in (b"", b"PAR1", b"PAR1" + b"\0" * 40 + b"PAR1"):
        raw, report = read("x.parquet", content)
        assert raw is None
        assert codes(report) == ["E0614"]


def test_parquet_without_rows_and_with_nested_objects() -> None:
    pytest.importorskip("pyarrow")
    raw, report = read("x.parquet", parquet({"a": []}))
    assert (raw, codes(report)) == (None, ["E0604"])
    raw, report = read("x.parquet", parquet({"a": [{"b": 1}]}))
    assert (raw, codes(report)) == (None, ["E0614"])


def test_parquet_that_unpacks_to_more_than_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    from rspc.compiler.sources.tables import parquet as reader

    monkeypatch.setattr(reader, "MOST_BYTES", 10)
    raw, report = read("x.parquet", parquet({"a": list(range(100))}))
    assert (raw, codes(report)) == (None, ["E0603"])


def test_parquet_without_pyarrow_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    raw, report = read("x.parquet", b"PAR1")
    assert (raw, codes(report)) == (None, ["E0615"])
    assert "rspc[data]" in next(iter(report)).help


# ------------------------------------------------------------------------------------------------- what is wrong


def test_a_bad_cell_is_drawn_where_it_stands() -> None:
    content = 'note,price\n"a, ""b""\nc", $12 \n"x",  abc  \n'
    rows, found = typed("flights.csv", content, {"note": OneOf("note", ()), "price": Money()})
    assert rows == []
    drawn = {each.message: each for each in found}
    message = "line 4, column `price` of `flights.csv`: expected an amount of money such as $1200, found `abc`"
    bad = drawn[message]
    assert bad.code == "E0611"
    assert bad.span.text == "abc"
    assert bad.span.source.place(bad.span.start) == (4, 7)
    assert "--> flights.csv:4:7" in render(bad)
    several = next(each for each in found if each.message.startswith("line 2, column `note`"))
    assert several.span.text == '"a, ""b""\nc"'


def test_a_bad_json_cell_is_drawn_where_it_stands() -> None:
    content = '{"note": "\\"price\\": 3", "price" : "abc" }\n{"price": [1]}\n'
    rows, found = typed("x.jsonl", content, {"price": Money()})
    assert rows == [{"price": 100}]
    bad = next(each for each in found if each.code == "E0611")
    assert bad.span.text == '"abc"'
    missing, others = typed("x.jsonl", '{"a": 1}\n{"b": 1}', {"a": Money(), "b": Money()})
    assert missing == []
    assert [each.span.text for each in others] == ['{"a": 1}', '{"b": 1}']


def test_at_most_twenty_bad_cells_are_shown() -> None:
    content = "price\n" + "\n".join(f"x{n}" for n in range(30))
    rows, found = typed("flights.csv", content, {"price": Money()})
    assert rows == []
    assert len(found) == 21
    assert found[-1].message == "10 more cells of `flights.csv` have another kind"


def test_a_long_cell_is_cut_in_the_message() -> None:
    _, found = typed("flights.csv", "price\n" + "x" * 500, {"price": Money()})
    assert len(found[0].message) < 200
    assert "x…`" in found[0].message


def test_a_missing_column_names_the_nearest() -> None:
    rows, found = typed("flights.csv", "prise,home\n3,oslo\n", {"price": Money(), "class": CITY})
    assert rows == []
    assert [(each.code, each.message, each.help) for each in found] == [
        ("E0612", "`flights.csv` has no column `price`", "did you mean `prise`?"),
        ("E0612", "`flights.csv` has no column `class`", "its columns are prise, home"),
    ]
    assert found[0].span == SPAN


def test_columns_that_no_slot_reads_are_a_warning() -> None:
    rows, found = typed("flights.csv", "price,a,b\n3,1,2\n", {"price": Money()})
    assert rows == [{"price": 300}]
    assert [(each.code, each.message) for each in found] == [
        ("W0612", "columns of `flights.csv` that no slot reads: `a`, `b`")
    ]


@pytest.mark.parametrize("content", ["", "\n \n", "\ufeff", ",,\n"])
def test_an_empty_file(content: str) -> None:
    raw, report = read("x.csv", content)
    assert raw is None
    assert [each.message for each in report] == ["`x.csv` is empty"]


@pytest.mark.parametrize(("name", "content"), [("x.csv", "a,b\n"), ("x.csv", "a\n\n")])
def test_columns_without_rows(name: str, content: str) -> None:
    raw, report = read(name, content)
    assert (raw, codes(report)) == (None, ["E0604"])


def test_ragged_rows_are_told_by_line() -> None:
    content = "a,b\n1,2\n1\n1,2,3\n\n4,5\n"
    raw, report = read("x.csv", content)
    assert raw is not None
    assert raw.rows == (("1", "2"), ("4", "5"))
    assert raw.places == (2, 6)
    assert [(each.code, each.message, each.span.text) for each in report] == [
        ("E0606", "line 3 of `x.csv` has 1 cells, its header 2", "1"),
        ("E0606", "line 4 of `x.csv` has 3 cells, its header 2", "1,2,3"),
    ]
    raw, report = read("x.csv", "a,b\n1,2\n" + "1\n" * 25)
    assert len(codes(report)) == 21


@pytest.mark.parametrize(
    ("name", "content"),
    [("x.csv", "a,a\n1,2\n"), ("x.csv", "a,,\n1,2,3\n"), ("x.csv", "a,a,b,b\n1,2,3,4\n")],
)
def test_columns_of_one_name(name: str, content: str) -> None:
    raw, report = read(name, content)
    assert raw is None
    assert set(codes(report)) == {"E0613"}


def test_bytes_that_are_no_text() -> None:
    raw, report = read("x.csv", b"a\nb\n" + "é".encode("latin-1"))
    assert raw is None
    assert [each.message for each in report] == ["`x.csv` is not UTF-8 text (line 3)"]


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("x.csv", 'a,b\n1,2\n3,"4', 3),
        ("x.csv", 'a,b\n1,"2"x\n', 2),
        ("x.csv", "a\n" + "x" * 200_000, 2),
        ("x.jsonl", '{"a": 1}\n[1]\n', 2),
        ("x.jsonl", '{"a": 1}\n{"a": }\n', 2),
        ("x.jsonl", '{"a": 1, "a": 2}', 1),
        ("x.jsonl", '{"a": {"b": 1}}', 1),
        ("x.jsonl", '{"a": ["b;c"]}', 1),
        ("x.jsonl", '{"a": NaN}', 1),
        ("x.jsonl", '{"a": ' + "[" * 100_000, 1),
    ],
)
def test_text_of_no_known_shape(name: str, content: str, line: int) -> None:
    raw, report = read(name, content)
    assert raw is None
    (found,) = report
    assert found.code == "E0614"
    assert f"line {line}" in found.message
    assert found.span.source.place(found.span.start)[0] == line


def test_a_format_that_is_not_known() -> None:
    raw, report = read("x.xlsx", "a")
    assert (raw, codes(report)) == (None, ["E0614"])


def test_distinct_values_of_a_column() -> None:
    raw, _ = read("x.csv", "a,b\nz,1\ny,2\nz,3\n,4\n")
    assert raw is not None
    assert distinct(raw, "a") == ("y", "z")
    assert raw.cells()[0] == {"a": "z", "b": "1"}


def test_sets_from_every_format() -> None:
    kinds: dict[str, Kind] = {"seen": Set(CITY)}
    wanted: list[dict[str, Value]] = [{"seen": frozenset({"oslo", "Washington, DC"})}]
    assert typed("x.csv", 'seen\n"Washington, DC;oslo"\n', kinds)[0] == wanted
    assert typed("x.jsonl", '{"seen": ["oslo", "Washington, DC"]}', kinds)[0] == wanted
    alone = typed("x.jsonl", '{"seen": ["Washington, DC"]}', kinds)
    assert alone == ([{"seen": frozenset({"Washington, DC"})}], ())


TEXT = st.text(st.sampled_from('ab,;\t"\n\r {}[]:\\\ufeff0é\0'), max_size=40)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["x.csv", "x.jsonl"]), TEXT | st.binary(max_size=20))
def test_no_file_ends_in_a_traceback(name: str, content: str | bytes) -> None:
    raw, report = read(name, content)
    if raw is None:
        assert report.errors
        return
    assert all(len(row) == len(raw.columns) for row in raw.rows)
    kinds: dict[str, Kind] = dict.fromkeys(raw.columns, Integer())
    typed_rows(raw, kinds, SPAN, report)
    for each in report:
        assert render(each)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 10**6), st.lists(st.sampled_from(CITY.values), max_size=3).map(tuple)
        ),
        min_size=1,
        max_size=5,
    )
)
def test_csv_and_jsonl_give_the_same_values(
    given_rows: list[tuple[int, tuple[str, ...]]],
) -> None:
    import csv

    kinds: dict[str, Kind] = {"price": Money(), "stops": List(CITY)}
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(["price", "stops"])
    writer.writerows([[f"${cents / 100:.2f}", ";".join(stops)] for cents, stops in given_rows])
    lines = [json.dumps({"price": cents / 100, "stops": list(s)}) for cents, s in given_rows]
    wanted = [{"price": cents, "stops": stops} for cents, stops in given_rows]
    assert typed("x.csv", buffer.getvalue(), kinds) == (wanted, ())
    assert typed("x.jsonl", "\n".join(lines), kinds) == (wanted, ())


@pytest.mark.parametrize("number", ["9" * 6000, "-" + "9" * 6000, "9" * 6000 + ".5", "1e99999999"])
def test_a_number_without_end_in_jsonl_is_a_bad_cell_at_its_place(number: str) -> None:
    rows, found = typed(
        "x.jsonl", f'{{"price": 1}}\n{{"a": 2, "price": {number}}}', {"price": Money()}
    )
    assert len(rows) == 1
    (bad,) = [each for each in found if each.code == "E0611"]
    assert bad.span.source.place(bad.span.start) == (2, 19)
