"""A record with the rows that its user gave: cells checked against the declared types, each bad one reported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..dsl import syntax
from ..dsl.diagnostics import Report
from .library import Library
from .modules import Module
from .records import RecordType, build_record, unsampled
from .stream import Stream
from .tables import RawTable, read_table_file, typed_rows
from .typed import Env, Names


def read_record(
    item: syntax.Record,
    module: Module,
    names: Names,
    library: Library,
    given: Path | None,
    report: Report,
) -> RecordType:
    """Check a record and read its rows, where the spec or the user names a file for them.

    A column may be missing where the slot's value follows from others; then it is computed.
    """
    key = ""
    if given is not None:
        key = f"rows/{given.name}"
        library.give(key, given)
    elif item.source:
        key = library.beside(module.key, item.source, item.span)
    if not key:
        record = build_record(item, names, report, None)
        for slot in unsampled(record):
            message = f"nothing says how slot `{slot.name}` is drawn"
            help = f"write `{slot.name}: {slot.kind.name} = …`, or read the record from a file"
            report.add("E0420", message, slot.span, help=help)
        return record
    raw = read_table_file(
        key, library.shown(key), library.content(key, item.span), item.span, report
    )
    cells = raw.cells() if raw is not None else []
    before = len(report.errors)
    record = build_record(item, names, report, cells)
    if raw is None or len(report.errors) > before:
        return record
    return replace(record, rows=tuple(_rows(record, raw, item, report)))


def _rows(
    record: RecordType, raw: RawTable, item: syntax.Record, report: Report
) -> list[dict[str, Any]]:
    derived = {
        slot.name
        for slot in record.slots
        if slot.name not in raw.columns and slot.value is not None and slot.value.fixed
    }
    kinds = {name: kind for name, kind in record.kinds.items() if name not in derived}
    read = typed_rows(raw, kinds, item.span, report)
    return [_completed(record, row) for row in read]


def _completed(record: RecordType, row: Mapping[str, Any]) -> dict[str, Any]:
    return record.sample(Env(Stream("derived"), dict(row)), row)
