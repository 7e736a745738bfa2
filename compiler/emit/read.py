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

LONGEST = 18
"""Digits of the largest number that is taken for an index."""


class _Option(msgspec.Struct):
    label: str
    text: str
    values: dict[str, Any]


class _Shape(msgspec.Struct):
    """What a record holds, by name and type."""

    id: str
    family: str
    family_hash: str
    params_hash: str
    rspc: str
    seed: int
    index: int
    split: str
    logic: str
    task: str
    params: dict[str, Any]
    prompt: str
    context: str
    question: str
    options: list[_Option] | None
    answer: str
    label: str
    theory: list[str]
    query: str
    certificate: dict[str, Any]
    engines: dict[str, str]
    metrics: dict[str, Any]


class _Manifest(msgspec.Struct):
    """What a manifest holds that is read back."""

    rejections: dict[str, int]


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
    for record, _, _ in _lines(dataset):
        yield record


def problems(dataset: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a dataset, in order, each with every field of a record.

    Raises:
        SpecError: as `records` does, and E0805 where a field is missing or of the wrong type.
    """
    for record, path, row in _lines(dataset):
        yield _whole(record, path, row)


def manifest(dataset: Path) -> dict[str, Any] | None:
    """Give what the run that wrote a dataset tells of it; None where no manifest stands beside the records.

    Raises:
        SpecError: E0805 when it is no manifest.
    """
    path = (dataset.parent if dataset.is_file() else dataset) / folder.MANIFEST
    if not path.is_file():
        return None
    try:
        content = path.read_bytes()
        msgspec.json.decode(content, type=_Manifest)
        found: dict[str, Any] = msgspec.json.decode(content)
    except (OSError, ValueError, RecursionError) as error:
        message = f"`{path}` is no manifest: {error}"
        help = "write the dataset again with `rspc compile`, or remove the file"
        raise SpecError([Diagnostic("E0805", message, help=help)]) from None
    return found


def _lines(dataset: Path) -> Iterator[tuple[dict[str, Any], Path, int]]:
    """Yield each record with its file and its line there, counted from 1."""
    decoder = msgspec.json.Decoder(dict[str, Any])
    for path in files(dataset):
        try:
            with path.open("rb") as file:
                for row, line in enumerate(file, 1):
                    yield _record(decoder, line, path, row), path, row
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
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = "it is cut short" if not line.endswith(b"\n") else str(error)
    raise _damaged(path, row, reason)


def _whole(record: dict[str, Any], path: Path, row: int) -> dict[str, Any]:
    """Give a record that has every field, each of its type; SpecError (E0805) names the first that is not so."""
    try:
        msgspec.convert(record, _Shape)
    except msgspec.ValidationError as error:
        message, at, field = str(error).partition(" - at `$")
        told = f"{message[0].lower()}{message[1:]}"
        where = field.strip("`.")
        raise _damaged(path, row, f"field `{where}`: {told}" if at else told) from None
    return record


def _damaged(path: Path, row: int, reason: str) -> SpecError:
    return SpecError(
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
        SpecError: E0806 when there is none, E0805 where a field is missing or of the wrong type, and what `records`
            raises.
    """
    ids: list[str] = []
    index = _index(wanted)
    for record, path, row in _lines(dataset):
        if wanted is None or record["id"] == wanted or record.get("index", -1) == index:
            return _whole(record, path, row)
        if len(ids) < MOST_NEAR:
            ids.append(record["id"])
    shown = wanted if wanted is None or len(wanted) <= 200 else f"{wanted[:199]}…"
    message = f"`{dataset}` holds no record `{shown}`" if ids else f"`{dataset}` is empty"
    near = difflib.get_close_matches(shown or "", ids, n=1, cutoff=0.8)
    help = f"did you mean `{near[0]}`?" if near else _range(ids)
    raise SpecError([Diagnostic("E0806", message, help=help)])


def _index(wanted: str | None) -> int | None:
    digits = wanted is not None and wanted.isascii() and wanted.isdigit() and len(wanted) <= LONGEST
    return int(wanted) if wanted is not None and digits else None


def _range(ids: list[str]) -> str:
    return f"ids are such as `{ids[0]}`; an index such as `0` does as well" if ids else ""
