"""Rows from CSV: with commas, semicolons or tabs."""

import csv
from collections.abc import Iterator, Sequence

from ....dsl.diagnostics import Report
from ....dsl.source import Source, Span
from .raw import MOST_SHOWN, RawTable, line_start


def read_csv(source: Source, span: Span, report: Report) -> RawTable | None:
    lines = source.text.split("\n")
    delimiter = _delimiter(next((line for line in lines if line.strip()), ""))
    found: list[tuple[int, list[str]]] = []
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, strict=True)
    last = 0
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                found.append((last + 1, [cell.strip() for cell in row]))
            last = reader.line_num
    except csv.Error as error:
        report.add(
            "E0614",
            f"`{source.name}` is not valid CSV from line {last + 1} on: {error}",
            _line(source, last + 1),
        )
        return None
    if not found:
        return RawTable(source.name, (), (), (), source)
    (_, columns), *body = found
    even = [(line, row) for line, row in body if len(row) == len(columns)]
    ragged = [(line, row) for line, row in body if len(row) != len(columns)]
    _report_ragged(source, ragged, len(columns), report)
    return RawTable(
        source.name,
        tuple(columns),
        tuple(tuple(row) for _, row in even),
        tuple(line for line, _ in even),
        source,
        locate=lambda line, column: csv_cell(source, line, column, delimiter),
    )


def _delimiter(header: str) -> str:
    """Return the delimiter that parts most columns of the header; a comma where none does."""
    outside = "".join(header.split('"')[::2])
    return max(",;\t", key=lambda each: (outside.count(each), each == ","))


def _report_ragged(
    source: Source, ragged: Sequence[tuple[int, list[str]]], width: int, report: Report
) -> None:
    for line, row in ragged[:MOST_SHOWN]:
        report.add(
            "E0606",
            f"line {line} of `{source.name}` has {len(row)} cells, its header {width}",
            _line(source, line),
            help="put quotes around a cell that holds the delimiter",
        )
    if len(ragged) > MOST_SHOWN:
        report.add(
            "E0606",
            f"{len(ragged) - MOST_SHOWN} more lines of `{source.name}` have another length",
            _line(source, ragged[MOST_SHOWN][0]),
        )


def _line(source: Source, number: int) -> Span:
    start = line_start(source, number)
    return Span(source, start, start + len(source.line(number)))


def csv_cell(source: Source, line: int, column: int, delimiter: str) -> Span:
    """Return the place of a cell, without the blanks around it."""
    start = line_start(source, line)
    ends = _cell_ends(source.text, start, delimiter)
    end = start
    for place, end in enumerate(ends):
        if place == column:
            break
        start = end + 1
    text = source.text[start:end]
    start += len(text) - len(text.lstrip())
    return Span(source, start, max(start, start + len(text.strip())))


def _cell_ends(text: str, position: int, delimiter: str) -> Iterator[int]:
    quoted = False
    while position < len(text):
        char = text[position]
        if char == '"':
            quoted = not quoted
        elif not quoted and char in (delimiter, "\n"):
            yield position
            if char == "\n":
                return
        position += 1
    yield position
