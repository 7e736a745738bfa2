"""Makes the index of a dataset: the figures of each record, and where its line is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import msgspec

from ....compiler.dataset.formats import read, writers
from ....compiler.dataset.stats.account import FIELDS, sizes
from ....dsl.diagnostics import Diagnostic, SpecError
from . import schema
from .cells import CHARACTERS, METRICS, PARAMS, cell_of, kind_of

BATCH = 2_000
"""After how many records what is read can be seen."""

MOST_FAULTS = 20
"""How many records that cannot be read are reported one by one."""

MOST_SKIPPED = 1_000
"""After how many of them no more are read."""

END = b"\xff"
"""What follows each prompt in their file: no byte of UTF-8."""


def build(dataset: Path, database: Path) -> int:
    """Read a dataset, and write its index to an empty database of `schema`.

    Records that cannot be read are skipped and reported in the index.

    The prompts, and the lines of a format that is not JSON lines, are copied to files beside the database.

    Returns:
        The number of records.

    Raises:
        OSError, sqlite3.Error: the index cannot be written.
    """
    with (
        closing(schema.connect(database)) as tables,
        (database.parent / schema.COPY).open("wb") as copy,
        (database.parent / schema.PROMPTS).open("wb") as prompts,
    ):
        return _Builder(dataset, tables, copy, prompts).run()


class _Builder:
    def __init__(
        self, dataset: Path, tables: sqlite3.Connection, copy: IO[bytes], prompts: IO[bytes]
    ) -> None:
        self._dataset = dataset
        self._tables = tables
        self._copy = copy
        self._prompts = prompts
        self._columns: dict[str, int] = {}
        self._kinds: list[int] = []
        self._files: dict[Path, int] = {}
        self._statements: dict[tuple[str, ...], str] = {}
        self._rows = self._skipped = self._left_out = 0

    def run(self) -> int:
        try:
            for each in self._lines():
                self._add(*each)
                if self._rows % BATCH == 0:
                    self._commit()
                if self._skipped > MOST_SKIPPED:
                    raise SpecError([_too_many()])
        except SpecError as fault:
            self._report_end(fault)
        self._tables.execute("CREATE INDEX ids ON records (id)")
        self._tables.execute("UPDATE state SET done = 1")
        self._commit()
        return self._rows

    def _lines(self) -> Iterator[tuple[bytes, Path, int, int, int]]:
        """Yield each line with its file and its number there, and where it can be read again."""
        current, start = Path(), 0
        is_plain = True
        for line, path, number in read.lines(self._dataset):
            if path != current:
                current, start = path, 0
                is_plain = writers.of(path).name == writers.PLAIN
            if is_plain:
                yield line, path, number, self._file(path), start
                start += len(line)
            else:
                place = self._copy.tell()
                whole = line if line.endswith(b"\n") else line + b"\n"
                self._copy.write(whole)
                yield whole, path, number, self._file(Path(self._copy.name)), place

    def _file(self, path: Path) -> int:
        if path not in self._files:
            self._files[path] = len(self._files)
            told = path.stat()
            is_copy = path == Path(self._copy.name)
            known = (0, 0) if is_copy else (told.st_size, told.st_mtime_ns)
            self._tables.execute(
                "INSERT INTO files VALUES (?, ?, ?, ?)", (self._files[path], str(path), *known)
            )
        return self._files[path]

    def _add(self, line: bytes, path: Path, number: int, file: int, start: int) -> None:
        try:
            record = read.decode_problem(_DECODER, line, path, number)
            known = _figures(record)
        except SpecError as fault:
            self._skipped += 1
            if self._skipped <= MOST_FAULTS:
                self._report(fault)
            return
        prompt = record["prompt"].lower().encode("utf-8", "backslashreplace")
        text = self._prompts.tell()
        self._prompts.write(prompt + END)
        self._rows += 1
        names, cells = self._cells(known)
        if names not in self._statements:
            columns = "".join(f", c{self._columns[name]}" for name in names)
            marks = ", ".join("?" for _ in range(schema.FIXED + len(names)))
            head = "row, file, start, length, text, size, id"
            self._statements[names] = f"INSERT INTO records ({head}{columns}) VALUES ({marks})"
        place = (self._rows, file, start, len(line), text, len(prompt), record["id"])
        self._tables.execute(self._statements[names], (*place, *cells))

    def _cells(self, known: Mapping[str, Any]) -> tuple[tuple[str, ...], list[Any]]:
        """Return the figures that have a column, with their cells; each new figure gets one."""
        names, cells = [], []
        for name, value in known.items():
            if name not in self._columns and not self._begin(name):
                continue
            cell = cell_of(value)
            self._kinds[self._columns[name]] |= kind_of(cell)
            names.append(name)
            cells.append(cell)
        return tuple(names), cells

    def _begin(self, name: str) -> bool:
        place = len(self._columns)
        if place == schema.MOST_FIGURES:
            self._left_out = 1
            return False
        self._columns[name] = place
        self._kinds.append(0)
        self._tables.execute(f"ALTER TABLE records ADD COLUMN c{place}")
        self._tables.execute("INSERT INTO figures VALUES (?, ?, 0)", (place, name))
        return True

    def _report_end(self, fault: SpecError) -> None:
        """Report why no more records are read, before all else."""
        told = "the records after it are left out" if self._rows else ""
        rows = (
            (-place, each.code, each.message, told or each.help)
            for place, each in enumerate(fault.diagnostics, 1)
        )
        ask = "INSERT INTO faults (rowid, code, message, help) VALUES (?, ?, ?, ?)"
        self._tables.executemany(ask, rows)

    def _report(self, fault: SpecError) -> None:
        rows = ((each.code, each.message, each.help) for each in fault.diagnostics)
        self._tables.executemany("INSERT INTO faults VALUES (?, ?, ?)", rows)

    def _commit(self) -> None:
        self._copy.flush()
        self._prompts.flush()
        kinds = ((kind, place) for place, kind in enumerate(self._kinds))
        self._tables.executemany("UPDATE figures SET kinds = ? WHERE place = ?", kinds)
        counts = (self._rows, self._skipped, self._left_out)
        self._tables.execute("UPDATE state SET read = ?, skipped = ?, left_out = ?", counts)
        self._tables.commit()


def _too_many() -> Diagnostic:
    message = f"more than {MOST_SKIPPED:,} records cannot be read"
    return Diagnostic("E0805", message, help="")


_DECODER = msgspec.json.Decoder(dict[str, Any])


def _figures(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of a record that conditions know, each by one name only. Raises SpecError (E0805)."""
    with read.report_damage(record):
        return {
            **{name: record[name] for name in FIELDS},
            CHARACTERS: len(record["prompt"]),
            **sizes(record),
            **{f"{PARAMS}{name}": value for name, value in record["params"].items()},
            **{f"{METRICS}{name}": value for name, value in record["metrics"].items()},
        }
