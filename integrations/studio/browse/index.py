"""Reads an index: the records that are chosen, in order, with their figures, and how often each value occurs."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ....compiler.dataset.stats.expressions.conditions import Condition
from ....dsl.diagnostics import Diagnostic, SpecError
from . import conditions, prompts, schema
from .cells import Cell
from .conditions import Columns
from .lines import Lines

COUNTED = 4_000
"""How many records are counted before another request may stop it."""

STEPS = 20_000
"""After how many steps of SQLite another request may stop it."""


class Stopped(Exception):
    """Another request has taken the place of this one."""


@dataclass(frozen=True)
class Chosen:
    """Which records are wanted, and in which order.

    Attributes:
        conditions: all of which must hold.
        text: what a prompt must contain, in letters of either case.
        outcomes: for each model by its place, which outcomes of its replies are wanted.
        reason: why a reply is not right.
        order: the figure that records are sorted by; an empty text for the order of the dataset.
    """

    conditions: tuple[Condition, ...] = ()
    text: str = ""
    outcomes: tuple[tuple[int, str], ...] = ()
    reason: tuple[int, str] | None = None
    order: str = ""
    is_descending: bool = False

    @property
    def is_everything(self) -> bool:
        """Whether no record is left out."""
        return not (self.conditions or self.text or self.outcomes or self.reason)


@dataclass(frozen=True)
class State:
    """How far a dataset is read: records, records that were skipped, and whether all is done."""

    read: int
    skipped: int
    is_done: bool
    is_left_out: bool
    faults: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Row:
    """A record in a table: its number in the dataset from 1, its id, and its figures."""

    number: int
    id: str
    cells: tuple[Cell, ...]


OUTCOMES: Mapping[str, str] = {
    "right": "value = 1",
    "wrong": "value < 1",
    "wrong answer": "value < 1 AND answer <> ''",
    "no answer": "value < 1 AND answer = '' AND replies > 0",
    "no reply": "replies = 0",
}
"""The outcomes of a reply, as conditions on its verdict."""


VERDICT = ("value", "answer", "reason")
"""The parts of a verdict that a table can show."""


@dataclass(frozen=True)
class Verdict:
    """What a model replied to a record, and what it is worth."""

    value: float
    answer: str
    reason: str
    replies: int
    text: str


class Index:
    """An index of a dataset as one page reads it: the page has a connection, and a choice of records, of its own.

    Raises:
        sqlite3.Error: the index cannot be read.
    """

    def __init__(self, database: Path) -> None:
        self._tables = schema.connect(database)
        conditions.add_functions(self._tables)
        self._lock = threading.Lock()
        self._wanted = 0
        self._tables.execute("CREATE TEMP TABLE chosen (place INTEGER PRIMARY KEY, row INTEGER)")
        self._tables.execute("CREATE TEMP TABLE texts (row INTEGER PRIMARY KEY)")
        self._prompts = (database.parent / schema.PROMPTS).open("rb", buffering=0)
        self._lines: Lines | None = None
        self._files = 0
        self.models: list[int] = []

    def close(self) -> None:
        """Close the connection, and all files."""
        self._stop()
        with self._lock:
            self._tables.close()
            self._prompts.close()
            if self._lines is not None:
                self._lines.close()

    def state(self) -> State:
        """Return how far the dataset is read."""
        with self._lock:
            (row,) = self._tables.execute("SELECT read, skipped, done, left_out FROM state")
            rows = self._tables.execute(
                "SELECT code, message, help FROM faults ORDER BY rowid"
            ).fetchall()
        faults = tuple(Diagnostic(code, message, help=help) for code, message, help in rows)
        return State(row[0], row[1], bool(row[2]), bool(row[3]), faults)

    def columns(self) -> Columns:
        """Return the figures that records have so far."""
        with self._lock:
            return self._columns()

    def _columns(self) -> Columns:
        rows = self._tables.execute("SELECT name, place, kinds FROM figures").fetchall()
        return Columns(
            {name: place for name, place, _ in rows}, {name: kinds for name, _, kinds in rows}
        )

    def attach(self, place: int, verdicts: Path) -> None:
        """Add the verdicts of a model, which `outcomes` then knows by its place."""
        with self._lock:
            self._tables.execute(f"ATTACH DATABASE ? AS m{place:d}", (str(verdicts),))
            self.models.append(place)

    def detach(self) -> None:
        """Forget the verdicts of all models."""
        self._stop()
        with self._lock:
            for place in self.models:
                self._tables.execute(f"DETACH DATABASE m{place:d}")
            self.models = []

    def choose(self, chosen: Chosen) -> int:
        """Choose records, for all other methods; return how many there are. A later call stops this one.

        Raises:
            Stopped: another call has been made.
            SpecError: E0804 or E0805 if a file cannot be read or has changed.
        """
        with self._stoppable() as ticket:
            self._tables.execute("DELETE FROM chosen")
            where, values = self._matching(chosen, ticket)
            order = ""
            if chosen.order:
                cell = self._expression(chosen.order, self._columns())
                way = "DESC" if chosen.is_descending else "ASC"
                order = f"{cell} IS NULL, typeof({cell}) = 'text', {cell} {way}, "
            joined = self._joined()
            self._tables.execute(
                f"INSERT INTO chosen (row) SELECT records.row FROM records{joined} "
                f"WHERE {where} ORDER BY {order}records.row",
                values,
            )
            self._tables.commit()
            (found,) = self._tables.execute("SELECT count(*) FROM chosen").fetchone()
            return int(found)

    def _matching(self, chosen: Chosen, ticket: int) -> conditions.Sql:
        """Return the condition that a choice's records meet, once those with its text are found."""
        where, values = self._where(chosen)
        if chosen.text:
            self._find_text(chosen, ticket)
            where = f"{where} AND records.row IN texts"
        return where, values

    def _where(self, chosen: Chosen) -> conditions.Sql:
        drawn = [conditions.to_sql(each, self._columns()) for each in chosen.conditions]
        for place, name in chosen.outcomes:
            drawn.append((_of_model(place, OUTCOMES[name]), []))
        if chosen.reason is not None:
            place, why = chosen.reason
            drawn.append(
                (f"m{place:d}.verdicts.reason = ? AND m{place:d}.verdicts.value < 1", [why])
            )
        values = [value for _, own in drawn for value in own]
        return " AND ".join(f"({text})" for text, _ in drawn) or "1", values

    def _expression(self, name: str, columns: Columns) -> str:
        """Return the SQL of a figure, or of a part of a model's verdict such as `0:value`."""
        place, _, part = name.partition(":")
        if part in VERDICT and place.isdigit() and int(place) in self.models:
            return f"m{int(place):d}.verdicts.{part}"
        return columns.expression(name)

    def _joined(self) -> str:
        """Return the joins with the verdicts of all models."""
        return "".join(
            f" LEFT JOIN m{place:d}.verdicts ON m{place:d}.verdicts.row = records.row"
            for place in self.models
        )

    def _find_text(self, chosen: Chosen, ticket: int) -> None:
        """Put the records whose prompts have a text into a table; all other conditions hold for them already."""
        self._tables.execute("DELETE FROM texts")
        where, values = self._where(replace(chosen, text=""))
        rows = self._tables.execute(
            f"SELECT records.row, text, size FROM records{self._joined()} "
            f"WHERE {where} ORDER BY records.row",
            values,
        )
        wanted = chosen.text.lower().encode("utf-8", "backslashreplace")
        while some := rows.fetchmany(prompts.TOGETHER):
            if self._wanted != ticket:
                raise Stopped
            found = prompts.find(self._prompts, wanted, some)
            self._tables.executemany("INSERT INTO texts VALUES (?)", ((row,) for row in found))

    def _read_lines(self) -> Lines:
        rows = self._tables.execute("SELECT file, path, size, changed FROM files").fetchall()
        if self._lines is None or len(rows) != self._files:
            self._lines = Lines(
                {file: (Path(path), size, changed) for file, path, size, changed in rows}
            )
            self._files = len(rows)
        return self._lines

    def rows(self, first: int, count: int, names: Sequence[str]) -> list[Row]:
        """Return some of the chosen records, from a place on, counted from 0, with figures by name."""
        with self._lock:
            columns = self._columns()
            cells = "".join(f", {self._expression(name, columns)}" for name in names)
            rows = self._tables.execute(
                f"SELECT records.row, id{cells} FROM chosen JOIN records ON records.row = chosen.row"
                f"{self._joined()} WHERE place > ? ORDER BY place LIMIT ?",
                (first, count),
            ).fetchall()
        return [Row(row[0], row[1], tuple(row[2:])) for row in rows]

    def place_of(self, number: int) -> int | None:
        """Return the place of a record among the chosen ones, counted from 0; None if it is not among them."""
        with self._lock:
            found = self._tables.execute(
                "SELECT place FROM chosen WHERE row = ?", (number,)
            ).fetchone()
        return found[0] - 1 if found else None

    def number_of(self, wanted: str) -> int | None:
        """Return the number of the record with an id, or else of the first with an index; None if there is none."""
        with self._lock:
            index = self._columns().expression("index")
            asked = "SELECT row FROM records WHERE id = ? ORDER BY row LIMIT 1"
            found = self._tables.execute(asked, (wanted,)).fetchone()
            if found is None and wanted.isascii() and wanted.isdigit() and len(wanted) < 19:
                asked = f"SELECT row FROM records WHERE {index} = ? ORDER BY row LIMIT 1"
                found = self._tables.execute(asked, (int(wanted),)).fetchone()
        return found[0] if found else None

    def record(self, number: int) -> dict[str, Any]:
        """Return a record by its number.

        Raises:
            SpecError: E0806 if there is none, E0804 or E0805 if its file cannot be read or has changed.
        """
        with self._lock:
            place = self._tables.execute(
                "SELECT file, start, length FROM records WHERE row = ?", (number,)
            ).fetchone()
            lines = self._read_lines()
        if place is None:
            raise SpecError([Diagnostic("E0806", f"there is no record {number}")])
        return lines.record(number, place)

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the chosen records in the order of the dataset."""
        with self._lock:
            rows = self._tables.execute("SELECT row FROM chosen ORDER BY row").fetchall()
        return (row for (row,) in rows)

    def counts(self, names: Sequence[str]) -> dict[str, Counter[Cell]]:
        """Return how often each value of some figures occurs among the chosen records. A later `choose` stops this.

        Raises:
            Stopped: as `choose` does.
        """
        found: dict[str, Counter[Cell]] = {name: Counter() for name in names}
        for columns in self._cells(names):
            for name, cells in zip(names, columns, strict=True):
                found[name].update(cells)
        for counts in found.values():
            del counts[None]
        return found

    def counts_of(self, chosen: Chosen, name: str) -> Counter[Cell]:
        """Return how often each value of a figure occurs among the records of a choice. Raises as `counts` does."""
        with self._stoppable(is_new=False) as ticket:
            where, values = self._matching(chosen, ticket)
            cell = self._columns().expression(name)
            asked = f"SELECT {cell}, count(*) FROM records{self._joined()} WHERE {where} GROUP BY 1"
            found = Counter[Cell](dict(self._tables.execute(asked, values)))
            self._tables.commit()
        del found[None]
        return found

    def pairs(self, first: str, names: Sequence[str]) -> dict[str, Counter[tuple[Cell, Cell]]]:
        """Return how often each value of a figure occurs with each of others. Raises as `counts` does."""
        found: dict[str, Counter[tuple[Cell, Cell]]] = {name: Counter() for name in names}
        for own, *columns in self._cells((first, *names)):
            for name, cells in zip(names, columns, strict=True):
                found[name].update(zip(own, cells, strict=True))
        return found

    def _cells(self, names: Sequence[str]) -> Iterator[list[tuple[Cell, ...]]]:
        """Yield the cells of figures of the chosen records, a column each, some records at a time."""
        if not names:
            return
        with self._stoppable(is_new=False) as ticket:
            columns = self._columns()
            cells = ", ".join(columns.expression(name) for name in names)
            rows = self._tables.execute(
                f"SELECT {cells} FROM chosen CROSS JOIN records ON records.row = chosen.row"
            )
            while some := rows.fetchmany(COUNTED):
                if self._wanted != ticket:
                    raise Stopped
                yield list(zip(*some, strict=True))

    def verdict(self, place: int, number: int) -> Verdict | None:
        """Return the verdict of a model on a record; None if it is not scored."""
        with self._lock:
            found = self._tables.execute(
                f"SELECT value, answer, reason, replies, reply FROM m{place:d}.verdicts WHERE row = ?",
                (number,),
            ).fetchone()
        return None if found is None else Verdict(*found)

    def together(self, first: int, second: int) -> tuple[int, int, int, int]:
        """Return how many of the chosen records both models have right, only the first, only the second, neither."""
        one, two = f"m{first:d}.verdicts", f"m{second:d}.verdicts"
        with self._lock:
            rows = self._tables.execute(
                f"SELECT {one}.value = 1, {two}.value = 1, count(*) FROM chosen "
                f"JOIN {one} ON {one}.row = chosen.row JOIN {two} ON {two}.row = chosen.row GROUP BY 1, 2"
            ).fetchall()
        counts = {(bool(a), bool(b)): count for a, b, count in rows}
        cells = ((True, True), (True, False), (False, True), (False, False))
        both, own, other, neither = (counts.get(each, 0) for each in cells)
        return both, own, other, neither

    def reasons(self, place: int) -> dict[str, int]:
        """Return how often each reason occurs among the chosen records that a model has not right."""
        with self._lock:
            rows = self._tables.execute(
                f"SELECT reason, count(*) FROM chosen JOIN m{place:d}.verdicts USING (row) "
                "WHERE value < 1 GROUP BY reason ORDER BY 2 DESC, 1 LIMIT 100"
            ).fetchall()
        return dict(rows)

    def _stoppable(self, *, is_new: bool = True) -> _Turn:
        if is_new:
            self._stop()
        return _Turn(self, self._wanted)

    def _stop(self) -> None:
        self._wanted += 1
        self._tables.interrupt()


class _Turn:
    """Holds an index for a request that later ones stop."""

    def __init__(self, index: Index, ticket: int) -> None:
        self._index = index
        self._ticket = ticket

    def __enter__(self) -> int:
        index = self._index
        index._lock.acquire()
        if index._wanted != self._ticket:
            index._lock.release()
            raise Stopped
        index._tables.set_progress_handler(lambda: index._wanted != self._ticket, STEPS)
        return self._ticket

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        index = self._index
        index._tables.set_progress_handler(None, 0)
        try:
            if isinstance(error, sqlite3.OperationalError) and "interrupt" in str(error):
                index._tables.rollback()
                raise Stopped from None
            if error is not None:
                index._tables.rollback()
        finally:
            index._lock.release()


def _of_model(place: int, condition: str) -> str:
    """Return the condition on the verdict of a model."""
    for name in ("value", "answer", "replies"):
        condition = condition.replace(name, f"m{place:d}.verdicts.{name}")
    return condition
