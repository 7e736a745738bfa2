"""Rows of CSV files: those of Python's `csv`, whatever the cells hold."""

from __future__ import annotations

import csv
import io
import json

from hypothesis import given, settings, strategies as some

from rspc.compiler.dataset.formats import columns, sheets

TEXTS = some.text(some.sampled_from('a",\n\r\t\x00\\é𝄞 ')) | some.text()
CELLS = {"text": TEXTS, "integer": some.integers(-(2**63), 2**63 - 1), "json": some.lists(TEXTS)}


@settings(max_examples=30, deadline=None)
@given(some.fixed_dictionaries({name: CELLS[kind] for name, kind in columns.FIELDS.items()}))
def test_a_row_is_the_one_that_csv_writes(record: dict[str, object]) -> None:
    line = json.dumps(record).encode()
    written = io.StringIO()
    rows = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n")
    rows.writerow(columns.row(line).values())
    assert sheets.row(line) == written.getvalue().encode()


def test_the_head_names_the_columns() -> None:
    assert next(csv.reader([sheets.head().decode()])) == [*columns.FIELDS]
