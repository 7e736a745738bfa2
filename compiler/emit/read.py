"""Reads a dataset back, record by record."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError
from . import folder

MOST_NEAR = 20_000
"""Among how many ids a likely one is looked for when an id is unknown."""


def files(dataset: Path) -> tuple[Path, ...]:
    """Give the record files of a dataset, in order: a folder that a run wrote, or one `.jsonl` file.

    Raises:
        SpecError: E0804 when there is none.
    """
    if dataset.is_file():
        return (dataset,)
    found = tuple(sorted(dataset.glob(f"{folder.RECORDS}*.jsonl"))) if dataset.is_dir() else ()
    if not found:
        what = "holds no records" if dataset.is_dir() else "does not exist"
        raise SpecError(
            [
                Diagnostic(
                    "E0804",
                    f"`{dataset}` {what}",
                    help="name the folder that `rspc compile` wrote, or its `records.jsonl`",
                )
            ]
        )
    return found


def records(dataset: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a dataset, in order, holding one at a time.

    Raises:
        SpecError: E0804 when there are none, E0805 at a line that holds no whole record.
    """
    decoder = msgspec.json.Decoder(dict[str, Any])
    for path in files(dataset):
        try:
            with path.open("rb") as file:
                for row, line in enumerate(file, 1):
                    yield _record(decoder, line, path, row)
        except OSError as error:
            message = f"`{path}` cannot be read: {error.strerror}"
            raise SpecError([Diagnostic("E0804", message)]) from None


def _record(
    decoder: msgspec.json.Decoder[dict[str, Any]], line: bytes, path: Path, row: int
) -> dict[str, Any]:
    try:
        record = decoder.decode(line)
        if isinstance(record.get("id"), str):
            return record
        reason = "it has no id"
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = "it is cut short" if not line.endswith(b"\n") else str(error)
    raise SpecError(
        [
            Diagnostic(
                "E0805",
                f"line {row} of `{path}` holds no record: {reason}",
                help="write the dataset again with `rspc compile`",
            )
        ]
    )


def find(dataset: Path, wanted: str | None = None) -> dict[str, Any]:
    """Give the record with an id, or the first with an index, or the first of all.

    Raises:
        SpecError: E0806 when there is none, and what `records` raises.
    """
    ids: list[str] = []
    index = int(wanted) if wanted is not None and wanted.isascii() and wanted.isdigit() else None
    for record in records(dataset):
        if wanted is None or record["id"] == wanted or record.get("index", -1) == index:
            return record
        if len(ids) < MOST_NEAR:
            ids.append(record["id"])
    message = f"`{dataset}` holds no record `{wanted}`" if ids else f"`{dataset}` is empty"
    near = difflib.get_close_matches(wanted or "", ids, n=1, cutoff=0.8)
    help = f"did you mean `{near[0]}`?" if near else _range(ids)
    raise SpecError([Diagnostic("E0806", message, help=help)])


def _range(ids: list[str]) -> str:
    return f"ids are such as `{ids[0]}`; an index such as `0` does as well" if ids else ""
