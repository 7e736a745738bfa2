"""A user's own rows: CSV, JSONL and Parquet files, read into cells of text and then into values of kinds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from ....dsl.diagnostics import Report, did_you_mean
from ....dsl.source import Source, Span
from ...kinds import Kind, KindError, Value
from .csv import read_csv
from .json import read_jsonl
from .parquet import read_parquet
from .raw import MOST_SHOWN, RawTable


def read_table_file(
    key: str, shown: str, content: bytes, span: Span, report: Report
) -> RawTable | None:
    """Return the cells of a file, whose suffix determines the format; report errors and return None.

    Args:
        shown: the user's name of the file.
        span: the place of the request for the file.
    """
    suffix = PurePath(key).suffix.lower()
    if suffix == ".parquet":
        table = read_parquet(shown, content, span, report)
    elif suffix in (".csv", ".tsv", ".jsonl", ".ndjson"):
        text = _text(shown, content, span, report)
        if text is None:
            return None
        source = Source(shown, text)
        table = (
            read_csv(source, span, report)
            if suffix in (".csv", ".tsv")
            else read_jsonl(source, span, report)
        )
    else:
        report.add(
            "E0614",
            f"the format of `{shown}` is not known",
            span,
            help="name a file that ends in `.csv`, `.tsv`, `.jsonl` or `.parquet`",
        )
        return None
    if table is None or not _check_columns(table, span, report):
        return None
    return table


def _text(shown: str, content: bytes, span: Span, report: Report) -> str | None:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        report.add(
            "E0602",
            f"`{shown}` is not UTF-8 text (line {line})",
            span,
            help="save the file as UTF-8",
        )
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _check_columns(table: RawTable, span: Span, report: Report) -> bool:
    """Report a table without columns or rows, and columns of one name."""
    if not table.columns:
        report.add("E0604", f"`{table.shown}` is empty", span)
        return False
    repeated = [name for name, times in Counter(table.columns).items() if times > 1]
    for name in repeated:
        report.add(
            "E0613",
            f"`{table.shown}` has two columns `{name}`"
            if name
            else f"a column of `{table.shown}` has no name",
            span,
            help="give every column a name of its own",
        )
    if not table.rows and not repeated:
        report.add("E0604", f"`{table.shown}` has columns but no rows", span)
    return bool(table.rows) and not repeated


def distinct(raw: RawTable, column: str) -> tuple[str, ...]:
    """Return the different texts of a column's cells, sorted, without the empty one."""
    place = raw.columns.index(column)
    return tuple(sorted({row[place] for row in raw.rows} - {""}))


def typed_rows(
    raw: RawTable, kinds: Mapping[str, Kind], span: Span, report: Report
) -> dict[int, dict[str, Value]]:
    """Return each row's value of every slot, by the row's number in `raw.rows`.

    Rows with a bad cell are left out, and the cells reported.

    Args:
        kinds: the kinds of the slots, each read from the column with its name.
        span: the place of the request for the rows, shown if the file itself has no text to show.
    """
    missing = [name for name in kinds if name not in raw.columns]
    for name in missing:
        report.add(
            "E0612",
            f"`{raw.shown}` has no column `{name}`",
            span,
            help=did_you_mean(name, raw.columns) or f"its columns are {', '.join(raw.columns)}",
        )
    extra = [name for name in raw.columns if name not in kinds]
    if extra and not missing:
        listed = ", ".join(f"`{name}`" for name in extra)
        report.add("W0612", f"columns of `{raw.shown}` that no slot reads: {listed}", span)
    if missing:
        return {}
    columns = [(name, kind, raw.columns.index(name)) for name, kind in kinds.items()]
    known: dict[tuple[str, str], Value | KindError] = {}
    rows: dict[int, dict[str, Value]] = {}
    bad: list[tuple[int, int, str, KindError]] = []
    for number, cells in enumerate(raw.rows):
        row: dict[str, Value] = {}
        for name, kind, place in columns:
            text = cells[place]
            if (name, text) not in known:
                known[name, text] = _value(kind, text)
            value = known[name, text]
            if isinstance(value, KindError):
                bad.append((number, place, text, value))
            else:
                row[name] = value
        if len(row) == len(columns):
            rows[number] = row
    _report_bad(raw, bad, span, report)
    return rows


def _value(kind: Kind, text: str) -> Value | KindError:
    try:
        return kind.read(text)
    except KindError as error:
        return error


def _report_bad(
    raw: RawTable, bad: Sequence[tuple[int, int, str, KindError]], span: Span, report: Report
) -> None:
    for row, column, text, error in bad[:MOST_SHOWN]:
        where = raw.where(row, column)
        shown = text if len(text) <= 60 else f"{text[:59]}…"
        found = f"found `{shown}`" if text else "the cell is empty"
        report.add(
            "E0611",
            f"{where}: expected {error}, {found}",
            raw.span(row, column) or span,
            f"expected {error}",
        )
    if len(bad) > MOST_SHOWN:
        message = f"{len(bad) - MOST_SHOWN} more cells of `{raw.shown}` have another kind"
        row, column, _, _ = bad[MOST_SHOWN]
        report.add("E0611", message, raw.span(row, column) or span)
