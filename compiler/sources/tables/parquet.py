"""Rows from Parquet, by pyarrow, which comes with the extra `rspc[data]`."""

import datetime
import decimal
import io
from typing import Any

from ....dsl.diagnostics import Report
from ....dsl.source import Span
from .json import cell, plain
from .raw import RawTable

MOST_BYTES = 512 * 1024 * 1024
"""How large a file's columns may be once they are unpacked."""


def read_parquet(shown: str, content: bytes, span: Span, report: Report) -> RawTable | None:
    """Return the rows of a Parquet file; its rows count from 1."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        report.add(
            "E0615",
            f"reading `{shown}` needs pyarrow",
            span,
            help="install it with `pip install 'rspc[data]'`, or save the rows as CSV",
        )
        return None
    try:
        file = parquet.ParquetFile(io.BytesIO(content))
        groups = range(file.metadata.num_row_groups)
        size = sum(file.metadata.row_group(group).total_byte_size for group in groups)
        if size > MOST_BYTES:
            report.add(
                "E0603", f"the rows of `{shown}` are larger than {MOST_BYTES // 2**20} MiB", span
            )
            return None
        table = file.read()
        columns = [[_text(value) for value in column.to_pylist()] for column in table.columns]
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        report.add(
            "E0614", f"`{shown}` is not a table of plain values: {str(error).splitlines()[0]}", span
        )
        return None
    rows = tuple(zip(*columns, strict=True))
    names = tuple(str(name).strip() for name in table.column_names)
    return RawTable(shown, names, rows, tuple(range(1, len(rows) + 1)), unit="row")


def _text(value: Any) -> str:
    match value:
        case bool():
            return cell(value)
        case int():
            return str(value)
        case float():
            return "" if value != value else plain(repr(value))
        case decimal.Decimal():
            return plain(str(value))
        case datetime.datetime():
            midnight = value.time() == datetime.time()
            return value.date().isoformat() if midnight else value.isoformat(" ")
        case datetime.date():
            return value.isoformat()
        case datetime.time():
            return value.isoformat("minutes" if not (value.second or value.microsecond) else "auto")
        case datetime.timedelta():
            minutes, rest = divmod(value, datetime.timedelta(minutes=1))
            return f"{'-' * (minutes < 0)}{abs(minutes)}m" if not rest else str(value)
        case list():
            return cell([_text(each) for each in value])
        case _:
            return cell(value)
