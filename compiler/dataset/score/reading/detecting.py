"""Which format a file of replies has: by its first bytes and its suffix."""

from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import msgspec

from .....dsl.diagnostics import did_you_mean
from ...formats import LONGEST, packed_format
from ...formats.opening import LONGEST_LINE
from .names import has_both
from .rows import Columns, refused
from .sheets import delimiter

PLAIN, NAMED, CSV, PARQUET = "jsonl", "jsonl with columns", "csv", "parquet"
ARCHIVE, DOCUMENT, INSPECT, HARNESS = "inspect archive", "inspect document", "inspect", "lm-eval"

FORMATS = (PLAIN, CSV, "tsv", PARQUET, INSPECT, HARNESS)
"""The names that the user gives to formats."""

ZIP, PARQUETS = b"PK\x03\x04", b"PAR1"

_SHEETS = (".csv", ".tsv")


def detect(path: Path, file: IO[bytes], format: str | None, given: Columns) -> str:
    """Return the format of an opened file, and leave it at its begin.

    Args:
        format: one of `FORMATS`, or None.

    Raises:
        SpecError: E0810 for an unknown format, E0830 for a packed file.
    """
    if format is not None and format not in FORMATS:
        raise refused(
            "E0810",
            f"there is no format `{format}` of predictions",
            did_you_mean(format, FORMATS) or f"there are: {', '.join(FORMATS)}",
        )
    head = file.read(LONGEST)
    file.seek(0)
    zipped = head.startswith(ZIP)
    if format == INSPECT:
        return ARCHIVE if zipped or path.suffix.lower() == ".eval" else DOCUMENT
    if format in (PARQUET, HARNESS):
        return format
    if format is None and (zipped or path.suffix.lower() == ".eval"):
        return ARCHIVE
    if format is None and (head.startswith(PARQUETS) or path.suffix.lower() == ".parquet"):
        return PARQUET
    if told := packed_format(head):
        raise refused("E0830", f"`{path}` cannot be read: {told}")
    if format in (CSV, "tsv"):
        return CSV
    if format is None and path.suffix.lower() in _SHEETS:
        return CSV
    found = _by_first_line(path, file, given)
    return NAMED if found == PLAIN and given else PLAIN if format and found != NAMED else found


def _by_first_line(path: Path, file: IO[bytes], given: Columns) -> str:
    line = file.read(len(BOM_UTF8))
    if line != BOM_UTF8:
        file.seek(0)
    line = b"\n"
    while line and not line.strip():
        line = file.readline(LONGEST_LINE)
    rest = file.read(LONGEST_LINE >> 10) if path.suffix.lower() == ".json" else b""
    file.seek(0)
    if not line.lstrip().startswith((b"{", b"[")):
        names = _cells(line)
        return CSV if has_both(names) or (given and {*given.values()} <= {*names}) else PLAIN
    held = _object(line)
    if held is None:  # its line breaks are within it, or it has NaN, which JSON lacks
        return DOCUMENT if _is_log(path, line + rest) else PLAIN
    if "doc" in held and held.keys() & {"resps", "filtered_resps"}:
        return HARNESS
    if {"eval", "version", "status"} <= held.keys():
        return DOCUMENT
    if not {"id", "text"} <= held.keys() and has_both([*held]):
        return NAMED
    return PLAIN


def _is_log(path: Path, begin: bytes) -> bool:
    return path.suffix.lower() == ".json" and b'"version"' in begin and b'"eval"' in begin


def _cells(line: bytes) -> list[str]:
    header = line.decode("utf-8", "replace").strip()
    return [cell.strip().strip('"') for cell in header.split(delimiter(header))]


def _object(line: bytes) -> Mapping[str, Any] | None:
    try:
        return msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
