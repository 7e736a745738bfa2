"""A record's rows from a file: what follows from other slots is computed, or must be what the derivation gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import Family, load
from rspc.dsl.diagnostics import Diagnostic, SpecError

SPEC = """family trips
logic constraint
param times: int = 2
table far(town, km) = {(oslo, 3), (rome, 5)}
record trip {
  start: time = 05:00..20:00
  length: duration = 1h..3h
  end: time = start + length
  late: time = end + 1h
  stops: list of duration = repeat(2, 5m..9m)
  wait: duration = sum(stops)
  town: one of {oslo, rome}
  km: integer = far[town]
  bags: integer = 1
  luck: integer = km + (1..3)
  rate: integer = km * times
}
theory { start > 06:00. }
ask choice { options 2  correct 1  from 2 of trip }
"""
HEAD = "start,length,stops,town,bags,luck,rate"
GOOD = ("08:00,1h,5m;6m,oslo,1,9,9", "23:30,1h,5m;9m,rome,2,9,9")


def rows(folder: Path, name: str, text: str) -> Family:
    spec, file = folder / "trips.rspec", folder / name
    spec.write_text(SPEC)
    file.write_text(text)
    return load(spec, rows={"trip": file})


def refused(folder: Path, name: str, text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        rows(folder, name, text)
    return caught.value.diagnostics


def csv(*derived: str, head: str) -> str:
    lines = [f"{good},{more}" for good, more in zip(GOOD, derived, strict=True)]
    return "\n".join([f"{HEAD},{head}", *lines]) + "\n"


def test_what_the_derivations_give_is_taken_as_what_is_computed(tmp_path: Path) -> None:
    bare = rows(tmp_path, "bare.csv", "\n".join([HEAD, *GOOD]))
    text = csv("09:00,10:00,11m,3", "00:30,01:30,14m,5", head="end,late,wait,km")
    full = rows(tmp_path, "full.csv", text)
    assert bare.record is not None
    assert full.record is not None
    assert full.record.rows == bare.record.rows
    assert [row["end"] for row in full.record.rows or ()] == [9 * 60, 30]


@pytest.mark.parametrize(
    ("head", "cells", "line", "found", "wanted"),
    [
        ("end", ("09:00", "00:31"), 3, "00:31", "`00:30`"),
        ("wait", ("10m", "14m"), 2, "10m", "`11m`"),
        ("km", ("3", "3"), 3, "3", "`5`"),
        ("late", ("10:30", "01:30"), 2, "10:30", "`10:00`"),
    ],
)
def test_a_cell_that_contradicts_a_derivation_is_told_at_its_place(
    tmp_path: Path, head: str, cells: tuple[str, str], line: int, found: str, wanted: str
) -> None:
    (bad,) = refused(tmp_path, "mine.csv", csv(*cells, head=head))
    assert bad.code == "E0616"
    assert f"line {line}, column `{head}`" in bad.message
    assert wanted in bad.message + bad.help
    assert (bad.span.text, bad.span.source.place(bad.span.start)[0]) == (found, line)
    assert bad.notes[0].span.text.startswith(f"{head}: ")


def test_each_contradiction_is_told_and_none_that_follows_from_another(tmp_path: Path) -> None:
    text = csv("09:10,10:10,1m", "00:30,01:30,2m", head="end,late,wait")
    found = refused(tmp_path, "mine.csv", text)
    assert [each.span.text for each in found] == ["09:10", "1m", "2m"]


def test_jsonl_rows_are_held_to_derivations_too(tmp_path: Path) -> None:
    line = (
        '{"start": "08:00", "length": "1h", "stops": ["5m"], "town": "oslo", "bags": 1, '
        '"luck": 9, "rate": 9, "end": "09:05"}\n'
    )
    (bad,) = refused(tmp_path, "mine.jsonl", line)
    assert (bad.code, bad.span.text) == ("E0616", '"09:05"')


def test_many_contradictions_are_counted(tmp_path: Path) -> None:
    text = f"{HEAD},end\n" + f"{GOOD[0]},09:30\n" * 30
    found = [each for each in refused(tmp_path, "mine.csv", text) if each.code == "E0616"]
    assert len(found) == 21
    assert "10 more cells" in found[-1].message


def test_a_slot_that_a_parameter_bears_on_needs_its_column(tmp_path: Path) -> None:
    head = HEAD.removesuffix(",rate")
    lines = [good.rpartition(",")[0] for good in GOOD]
    found = refused(tmp_path, "mine.csv", "\n".join([head, *lines]))
    assert [(each.code, "`rate`" in each.message) for each in found] == [("E0612", True)]


def test_a_row_for_which_nothing_can_be_derived_is_named(specs: Any) -> None:
    specs.write("rows.csv", "n,half\n2,5\n0,5\n4,2\n")
    text = (
        'record r from "rows.csv" { n: integer  half: integer = 10 / n }\n'
        "theory { n > 1. }\nask choice { options 2  from 2 of r }\n"
    )
    found = specs.refused(text)
    assert [each.code for each in found] == ["E0408", "E0403"]
    assert "line 4, column `half` of `" in found[0].label
    assert "line 3, column `half` of `" in found[1].label
