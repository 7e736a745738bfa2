"""A record with the rows that its user gave: cells checked against the declared types, each bad one reported."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....dsl import syntax
from ....dsl.diagnostics import Note, Report, SpecError
from ....dsl.source import Span
from ...random.stream import Stream
from ...sources import MOST_SHOWN, ROWS, Library, Module, RawTable, read_table_file, typed_rows
from ..expressions import Env, Names
from .slots import SlotOf
from .types import RecordType, build_record, undrawn_slots


def read_record(
    item: syntax.Record,
    module: Module,
    names: Names,
    library: Library,
    given: Path | None,
    report: Report,
) -> RecordType:
    """Check a record and read its rows, if the spec or the user names a file for them.

    A column may be missing if the slot's value follows from others; then it is computed. If the column
    exists, it must agree with the derivation.
    """
    declared = declaration_places(module)
    key = ""
    if given is not None:
        key = f"{ROWS}{given.name}"
        library.give(key, given)
    elif item.source:
        key = library.beside(module.key, item.source, item.span)
    if not key:
        record = build_record(item, names, declared, report, None)
        for slot in undrawn_slots(record):
            report.add(
                "E0420",
                f"slot `{slot.name}` has no value or distribution",
                slot.span,
                help=f"write `{slot.name}: {slot.kind.name} = …`, or read the record from a file",
            )
        return record
    raw = read_table_file(
        key, library.shown(key), library.content(key, item.span), item.span, report
    )
    cells = raw.cells() if raw is not None else []
    before = len(report.errors)
    record = build_record(item, names, declared, report, cells)
    if raw is None or len(report.errors) > before:
        return record
    return replace(record, rows=tuple(_rows(record, raw, item, report)))


def declaration_places(module: Module) -> dict[str, Span]:
    """Return the places of the declarations that can be seen in a module, by name."""
    return {name: each.item.span for name, each in module.names.items()}


def _rows(
    record: RecordType, raw: RawTable, item: syntax.Record, report: Report
) -> list[dict[str, Any]]:
    derived = [slot for slot in record.slots if _follows(slot, record)]
    computed = {slot.name for slot in derived if slot.name not in raw.columns}
    kinds = {name: kind for name, kind in record.kinds.items() if name not in computed}
    read = typed_rows(raw, kinds, item.span, report)
    rows = {}
    for number, row in read.items():
        try:
            rows[number] = _complete_row(record, row)
        except SpecError as error:
            where = f"computed for {raw.unit} {raw.places[number]} of `{raw.shown}`"
            report.extend(replace(diagnostic, label=where) for diagnostic in error.diagnostics)
    _check_derived(
        record,
        (
            [
                slot
                for slot in derived
                if slot.name not in computed and slot.value is not None and slot.value.needs
            ]
        ),
        raw,
        rows,
        item.span,
        report,
    )
    return list(rows.values())


def _follows(slot: SlotOf, record: RecordType) -> bool:
    """Return whether a slot's value follows from those of other slots alone."""
    return slot.value is not None and slot.value.fixed and slot.value.needs <= set(record.names)


def _complete_row(record: RecordType, row: Mapping[str, Any]) -> dict[str, Any]:
    return record.sample(Env(Stream("derived"), dict(row)), row)


def _check_derived(
    record: RecordType,
    slots: Sequence[SlotOf],
    raw: RawTable,
    rows: Mapping[int, Mapping[str, Any]],
    at: Span,
    report: Report,
) -> None:
    """Report each cell whose value differs from the value that its slot's derivation computes for the row."""
    bad: list[tuple[int, SlotOf, Any]] = []
    for number, row in rows.items():
        for slot in slots:
            given = {name: value for name, value in row.items() if name != slot.name}
            try:
                derived = _complete_row(record, given)[slot.name]
            except SpecError as error:
                where = f"computed for {raw.where(number, raw.columns.index(slot.name))}"
                report.extend(replace(diagnostic, label=where) for diagnostic in error.diagnostics)
                continue
            if derived != row[slot.name]:
                bad.append((number, slot, derived))
    for number, slot, derived in bad[:MOST_SHOWN]:
        column = raw.columns.index(slot.name)
        found, wanted = slot.kind.show(rows[number][slot.name]), slot.kind.show(derived)
        report.add(
            "E0616",
            f"{raw.where(number, column)}: found `{found}`, and the slot's derivation gives `{wanted}`",
            raw.span(number, column) or at,
            f"the row's other cells give `{wanted}`",
            notes=(Note(slot.span, "derived here"),),
            help=f"write `{wanted}`, or leave the column out: its values are then computed",
        )
    if len(bad) > MOST_SHOWN:
        number, slot, _ = bad[MOST_SHOWN]
        report.add(
            "E0616",
            f"{len(bad) - MOST_SHOWN} more cells of `{raw.shown}` contradict derivations",
            raw.span(number, raw.columns.index(slot.name)) or at,
        )
