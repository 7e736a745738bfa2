"""Replies in CSV: with a header, and commas, semicolons or tabs."""

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ...formats import format_bytes
from ...formats.opening import LONGEST_LINE
from .names import choose
from .rows import Columns, Damaged, Reply, Rows, refused


def delimiter(header: str) -> str:
    """Return the delimiter that separates most columns of a header; a comma if there is only one column."""
    outside = "".join(header.split('"')[::2])
    return max(",;\t", key=lambda each: (outside.count(each), each == ","))


def read_sheet(path: Path, file: IO[bytes], given: Columns) -> Rows:
    """Yield the replies of a CSV file. Its first row has the names of the columns.

    Raises:
        SpecError: E0830 if it is not text in UTF-8, E0836 if the columns are not known.
    """
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
    try:
        with _long_cells():
            yield from _rows(path, text, given)
    except UnicodeDecodeError:
        raise refused(
            "E0830", f"`{path}` cannot be read: it is not UTF-8 text", "save the file as UTF-8"
        ) from None
    finally:
        text.detach()


def _rows(path: Path, text: io.TextIOWrapper, given: Columns) -> Rows:
    skipped = -1
    first = "\n"
    while first and not first.strip():
        first = text.readline(LONGEST_LINE)
        skipped += 1
    kind = "\t" if path.suffix.lower() == ".tsv" else delimiter(first)
    reader = csv.reader(_lines(first, text), delimiter=kind, strict=True)
    last = 0
    try:
        names = [name.strip() for name in next(reader, [])]
        chosen = choose(names, given, path)
        last = reader.line_num
        for row in reader:
            begun, last = last + skipped + 1, reader.line_num
            if not any(row):
                continue
            if len(row) != len(names):
                told = f"it has {len(row)} cells, and the header has {len(names)}"
                yield Damaged(f"line {begun}", told)
                continue
            proof = row[chosen.proof] if chosen.proof >= 0 else ""
            yield Reply(row[chosen.id].strip(), row[chosen.reply], proof or None)
    except UnicodeError:
        raise
    except (csv.Error, ValueError) as error:
        yield Damaged(f"line {last + skipped + 1}", str(error))


def _lines(first: str, text: io.TextIOWrapper) -> Iterator[str]:
    line = first
    while line:
        if len(line) >= LONGEST_LINE:
            raise ValueError(f"it is longer than {format_bytes(LONGEST_LINE)}")
        yield line
        line = text.readline(LONGEST_LINE)


@contextmanager
def _long_cells() -> Iterator[None]:
    """Let a cell be as long as a line; Python's own limit is 128 KiB."""
    before = csv.field_size_limit(LONGEST_LINE)
    try:
        yield
    finally:
        csv.field_size_limit(before)
