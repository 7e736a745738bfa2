"""Reads a dataset back, record by record."""

import difflib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Annotated, Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ...contract import Writer
from ...view import Record
from . import folder, writers
from .folder import UNNAMED
from .opening import LONGEST_LINE, content, format_bytes, open_file, plain
from .packed import LONGEST as LONGEST_MARK, SUFFIXES, packed_format

MOST_NEAR = 20_000
"""Among how many ids a likely one is looked for when an id is unknown."""

MOST_NAMED = 20
"""How many splits a message names when a requested one does not exist."""

LONGEST = 18
"""Digits of the largest number that is taken for an index."""


VERSION = r"^[0-9][0-9A-Za-z_.+!-]*\Z"
"""What the version of rspc looks like that made a record."""


LANGUAGE = ("E01", "E02", "E03")
"""How the codes of errors in statements begin."""


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
    rspc: Annotated[str, msgspec.Meta(pattern=VERSION)]
    seed: Annotated[int, msgspec.Meta(ge=0)]
    index: Annotated[int, msgspec.Meta(ge=0)]
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
    theory_hash: str = ""
    attempt: Annotated[int, msgspec.Meta(ge=0)] = 0
    canonical: str | None = None
    choices: list[str] | None = None
    spans: dict[str, list[tuple[int, int]]] = {}


class _File(msgspec.Struct):
    file: str


class _Manifest(msgspec.Struct):
    """What a manifest holds that is read back."""

    rejections: dict[str, int]
    files: list[_File] = []
    settings: list[dict[str, Any]] = []
    keep: int | None = None


def files(dataset: Path) -> tuple[Path, ...]:
    """Return the record files of a dataset, in order: of a folder that a run wrote, or the one file that is named.

    The manifest of a folder lists them; without one they are those called like a run's, by name.

    Raises:
        SpecError: E0804 when there is none, one of those listed is not there, or a spec is named; E0805 for a manifest
            that is none.
    """
    if dataset.suffix == ".rspec" and dataset.is_file():
        shown = f"`rspc preview {dataset}` shows one problem"
        made = f"`rspc compile {dataset} -o out` makes a dataset"
        raise _none(dataset, "is a spec, not a dataset", f"{shown}; {made}")
    if dataset.is_file():
        return (dataset,)
    if not dataset.is_dir():
        raise _none(dataset, "does not exist")
    told = manifest(dataset)
    if told is not None and told.get("files"):
        listed = [_below(dataset, value["file"]) for value in told["files"]]
        for path in listed:
            if not path.is_file():
                raise _none(dataset, f"lacks `{path.name}`, which its manifest lists")
            if not plain(path, dataset):
                raise _none(dataset, f"holds `{path.name}`, which is a link or lies behind one")
        return tuple(listed)
    found = [
        each
        for suffix in writers.suffixes()
        for pattern in (f"{folder.RECORDS}*{suffix}", f"{folder.PARTS}/*{suffix}")
        for each in dataset.glob(pattern)
        if plain(each, dataset)
    ]
    if not found:
        packed_ = [each for each in dataset.glob(f"{folder.RECORDS}*") if each.suffix in SUFFIXES]
        raise _none(
            dataset,
            (
                f"contains no records, only `{min(packed_).name}`: unpack it"
                if packed_
                else "holds no records"
            ),
        )
    return tuple(sorted(set(found)))


def _below(dataset: Path, name: str) -> Path:
    """Return the path of a listed file; one that leads out of the folder is none of the dataset's."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise _none(dataset, f"has a manifest that lists `{name}`, which lies outside")
    return dataset / path


_NAME_ONE = "name the folder that `rspc compile` wrote, or a file of records in it"


def _none(dataset: Path, why: str, help: str = _NAME_ONE) -> SpecError:
    return SpecError([Diagnostic("E0804", f"`{dataset}` {why}", help=help)])


def records(dataset: str | Path, split: str | None = None) -> Iterator[Record]:
    """Yield the records of a dataset, in order, as `compile` made them, with one in memory at a time.

    Args:
        dataset: a folder that `rspc compile` or `rspc dedup` wrote, in any format, or a file of records in it.
        split: the split whose records are wanted; `train` also names those of no split.

    Raises:
        SpecError: E0804 if there are no records, or none of that split; E0805 at one that cannot be read.
    """
    found = False
    others: dict[str, None] = {}
    for record, _, _ in _records(Path(dataset)):
        own = record.get("split")
        if split is None or own == split or (split == UNNAMED and own == ""):
            found = True
            yield Record(record)
        elif len(others) < MOST_NAMED:
            others[str(own)] = None
    if split is not None and not found:
        named = ", ".join(f"`{other or UNNAMED}`" for other in others)
        raise SpecError(
            [
                Diagnostic(
                    "E0804",
                    f"`{dataset}` holds no records of split `{split}`",
                    help=f"there are {named}" if named else "it is empty",
                )
            ]
        )


def problems(dataset: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a dataset, in order, each with every field of a record.

    Raises:
        SpecError: as `records` does, and E0805 where a field is missing or of the wrong type.
    """
    for record, path, row in _records(dataset):
        yield _whole(record, path, row)


def problem_lines(dataset: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield the records of a dataset as `problems` does, each with its line of JSON."""
    decoder = msgspec.json.Decoder(dict[str, Any])
    for line, path, row in lines(dataset):
        yield decode_problem(decoder, line, path, row), line


def decode_problem(
    decoder: msgspec.json.Decoder[dict[str, Any]], line: bytes, path: Path, row: int
) -> dict[str, Any]:
    """Return the record of a line, with every field of a record. Raises SpecError (E0805)."""
    return _whole(decode_line(decoder, line, path, row), path, row)


def lines(dataset: Path) -> Iterator[tuple[bytes, Path, int]]:
    """Yield each record as its line of JSON, whatever the format, with its file and its place there, from 1.

    A dataset's digest is the SHA-256 of these lines.

    Raises:
        SpecError: E0804 when there are none or a file cannot be read, E0805 if a file is damaged, E0816 if
            the reader of its format is not installed.
    """
    for path in files(dataset):
        writer = writers.of(path)
        row = 0
        try:
            with open_file(path, dataset) as file:
                _check_packed(path, writer, file)
                for row, line in enumerate(writer.read(file), 1):
                    if len(line) > LONGEST_LINE:
                        raise ValueError(f"it is longer than {format_bytes(LONGEST_LINE)}")
                    yield line, path, row
        except ValueError as error:
            raise _damaged_record(path, row + 1, str(error)) from None
        except OSError as error:
            raise SpecError(
                [Diagnostic("E0804", f"`{path}` cannot be read: {error.strerror or error}")]
            ) from None


@contextmanager
def report_damage(record: Mapping[str, Any]) -> Iterator[None]:
    """Report what fails on the fields of a record as damage of this record (E0805)."""
    try:
        yield
    except SpecError as error:
        if not error.diagnostics[0].code.startswith(LANGUAGE):
            raise
        why = error.diagnostics[0].message
        raise _damaged_fields(record, f"its statements have an error: {why}") from error
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise _damaged_fields(record, "its fields do not fit together") from error


def _damaged_fields(record: Mapping[str, Any], why: str) -> SpecError:
    return SpecError(
        [
            Diagnostic(
                "E0805",
                f"record `{record['id']}` cannot be read: {why}",
                help="`rspc verify` says what is wrong; or compile the dataset again",
            )
        ]
    )


def _check_packed(path: Path, writer: Writer, file: IO[bytes]) -> None:
    """Refuse a file that is not lines of JSON, by its first bytes. Raises SpecError (E0805)."""
    if writer.name == writers.PLAIN:
        if told := packed_format(file.read(LONGEST_MARK)):
            raise SpecError([Diagnostic("E0805", f"`{path}` cannot be read: {told}")])
        file.seek(0)


def manifest(dataset: Path) -> dict[str, Any] | None:
    """Return the manifest of a dataset; None if there is no manifest next to the records.

    Raises:
        SpecError: E0805 if it is not a manifest.
    """
    home = dataset.parent if dataset.is_file() else dataset
    above = home.parent if home.name == folder.PARTS else home
    places = (each / folder.MANIFEST for each in (home, above))
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        return None
    try:
        held = content(path, path.parent)
        msgspec.json.decode(held, type=_Manifest)
        found: dict[str, Any] = msgspec.json.decode(held)
    except (OSError, ValueError, RecursionError) as error:
        raise SpecError(
            [
                Diagnostic(
                    "E0805",
                    f"`{path}` is not a valid manifest: {error}",
                    help="write the dataset again with `rspc compile`, or remove the file",
                )
            ]
        ) from None
    return found


def _records(dataset: Path) -> Iterator[tuple[dict[str, Any], Path, int]]:
    """Yield each record with its file and its place there, counted from 1."""
    decoder = msgspec.json.Decoder(dict[str, Any])
    for line, path, row in lines(dataset):
        yield decode_line(decoder, line, path, row), path, row


def decode_line(
    decoder: msgspec.json.Decoder[dict[str, Any]], line: bytes, path: Path, row: int
) -> dict[str, Any]:
    """Return the record of a line. Raises SpecError (E0805) if it is not a record with an id."""
    try:
        record = decoder.decode(line)
        if isinstance(record.get("id"), str):
            return record
        reason = "it has no id"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = "it is cut short" if is_cut_short(line, error) else str(error)
    raise _damaged_record(path, row, reason)


def is_cut_short(line: bytes, error: Exception) -> bool:
    """Return whether a line is refused because its file ends within it."""
    return (
        not line.endswith(b"\n") and re.search(r"truncated|unexpected end", str(error)) is not None
    )


def _whole(record: dict[str, Any], path: Path, row: int) -> dict[str, Any]:
    """Return a record that has every field, each of its type; SpecError (E0805) names the first that is not so."""
    wrong = whole(record)
    if wrong is not None:
        field, told = wrong
        raise _damaged_record(path, row, f"field `{field}`: {told}" if field else told)
    return record


def whole(record: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the first field of a record that is missing or of the wrong type, and why; None if there is none."""
    try:
        msgspec.convert(record, _Shape)
    except msgspec.ValidationError as error:
        message, _, field = str(error).partition(" - at `$")
        return field.strip("`."), f"{message[0].lower()}{message[1:]}"
    return None


def _damaged_record(path: Path, row: int, reason: str) -> SpecError:
    return SpecError(
        [
            Diagnostic(
                "E0805",
                f"record {row} of `{path}` cannot be read: {reason}",
                help="write the dataset again with `rspc compile`"
                + (", or name a file of its records" if row == 1 else ""),
            )
        ]
    )


def find(dataset: Path, wanted: str | None = None) -> dict[str, Any]:
    """Return the record with an id, or the first with an index, or the first of all.

    Raises:
        SpecError: E0806 if there is no such record, E0805 if a field is missing or of the wrong type, and
            the errors of `records`.
    """
    ids: list[str] = []
    index = _index(wanted)
    for record, path, row in _records(dataset):
        if wanted is None or record["id"] == wanted or record.get("index", -1) == index:
            return _whole(record, path, row)
        if len(ids) < MOST_NEAR:
            ids.append(record["id"])
    shown = wanted if wanted is None or len(wanted) <= 200 else f"{wanted[:199]}…"
    near = difflib.get_close_matches(shown or "", ids, n=1, cutoff=0.8)
    raise SpecError(
        [
            Diagnostic(
                "E0806",
                f"`{dataset}` holds no record `{shown}`" if ids else f"`{dataset}` is empty",
                help=f"did you mean `{near[0]}`?" if near else _range(ids),
            )
        ]
    )


def _index(wanted: str | None) -> int | None:
    digits = wanted is not None and wanted.isascii() and wanted.isdigit() and len(wanted) <= LONGEST
    return int(wanted) if wanted is not None and digits else None


def _range(ids: list[str]) -> str:
    return f"ids are such as `{ids[0]}`; an index such as `0` does as well" if ids else ""
