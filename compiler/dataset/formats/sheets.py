"""Records as CSV files (RFC 4180), which `datasets.load_dataset` reads from the folders of other formats.

Its JSON reader turns strings such as `2024-03-01` into times, and rounds numbers in structures; its CSV
reader leaves each string unchanged. So a format whose files are not read as rows has a CSV file next to
each of them.
"""

from collections.abc import Iterable, Mapping

from . import columns as kinds

SUFFIX = ".csv"

LOADING = {"na_filter": False}
"""The options by which `datasets` leaves strings such as `null` and empty ones unchanged."""


def head(fields: Mapping[str, str] = kinds.FIELDS) -> bytes:
    """Return the first line of a sheet, with the names of the columns."""
    return _line(fields)


def row(line: bytes, fields: Mapping[str, str] = kinds.FIELDS) -> bytes:
    """Return the row of a record, from its line of JSON.

    Raises:
        msgspec.MsgspecError: the line holds no record.
    """
    return _line(kinds.row(line, fields).values())


def _line(cells: Iterable[str | int]) -> bytes:
    """Return a row: each cell in quotes, as `csv.QUOTE_ALL` has it, but without a walk through its characters."""
    quoted = (str(cell).replace('"', '""') for cell in cells)
    return ('"' + '","'.join(quoted) + '"\n').encode()
