"""Records as CSV files (RFC 4180), which `datasets.load_dataset` reads from the folders of other formats.

Its JSON reader turns strings such as `2024-03-01` into times, and rounds numbers in structures; its CSV
reader leaves each string unchanged. So a format whose files are not read as rows has a CSV file next to
each of them.
"""

import csv
import io

import msgspec

from . import columns as kinds

SUFFIX = ".csv"

LOADING = {"na_filter": False}
"""The options by which `datasets` leaves strings such as `null` and empty ones unchanged."""

_RAW = msgspec.json.Decoder(dict[str, msgspec.Raw])


def head() -> bytes:
    """Return the first line of a sheet, with the names of the columns."""
    return _line(list(kinds.FIELDS))


def row(line: bytes) -> bytes:
    """Return the row of a record, from its line of JSON.

    Raises:
        msgspec.MsgspecError: the line holds no record.
    """
    record = _RAW.decode(line)
    return _line([_cell(record.get(name), kind) for name, kind in kinds.FIELDS.items()])


def _cell(raw: msgspec.Raw | None, kind: str) -> str:
    if raw is None:
        return ""
    return msgspec.json.decode(raw, type=str) if kind == kinds.TEXT else bytes(raw).decode()


def _line(cells: list[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()
