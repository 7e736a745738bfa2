"""Writes the files of a run from its batches."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from ....dsl.diagnostics import SpecError
from ...contract import Arranging, Columns, Streaming, Tabular, Writer, plugins
from ..formats import UNNAMED, columns, disk, folder, sheets
from ..repeats import Repeats, Seen
from .batch import Batch, Dropped, Tally
from .plan import Order, Plan, Shard
from .progress import Making

MOST_FORMS = 100_000
"""How many different canonical forms of problems are remembered; beyond, repeats are estimated from a share of them."""


class _Told(msgspec.Struct):
    """What is looked at of a record when it is written."""

    canonical: str | None = None


_TOLD = msgspec.json.Decoder(_Told)


def name(plan: Plan, writer: Writer, shard: Shard) -> str:
    """Return the path of a file below the run's folder."""
    if isinstance(writer, Arranging):
        return writer.place(shard.split, shard.number, shard.of)
    split = f"-{shard.split}" if len(plan.counts) > 1 else ""
    number = f"-{shard.number:05}" if plan.shard or plan.separate else ""
    return f"{folder.RECORDS}{split}{number}{writer.suffix}"


def sheet(shard: Shard) -> str:
    """Return the path of the sheet beside a file that `datasets` does not read as rows."""
    return (
        f"{folder.PARTS}/{shard.split or UNNAMED}-{shard.number:05}-of-{shard.of:05}{sheets.SUFFIX}"
    )


class Written:
    """Writes the files of a run from its batches, in order, and keeps account of them.

    A streaming writer gets lines as soon as their batches and all before these are there, while others are made.
    Any other needs to know the columns of all records first.
    """

    def __init__(self, plan: Plan, stage: Path, writer: Writer, making: Making) -> None:
        self._seen = Seen(MOST_FORMS)
        self._plan = plan
        self._stage = stage
        self._writer = writer
        self._making = making
        self._is_streaming = isinstance(writer, Streaming) and writer.streaming
        self._columns: Columns = {}
        self._fault: Exception | None = None
        self._digest = hashlib.sha256()
        self._all = Tally()
        self._splits: dict[str, Tally] = {}
        self._files: list[dict[str, Any]] = []
        self._sheets: list[dict[str, Any]] | None = None if isinstance(writer, Tabular) else []

    def write(self) -> None:
        """Write all files. Raises what `Making.batch` raises; SpecError and PluginError if a file cannot be written."""
        if not self._is_streaming:
            self._making.finish()
            for shard in self._plan.shards():
                for order in self._plan.orders(shard):
                    self._count(shard, self._making.batch(order))
            self._columns = columns.table(self._all.members)
        for shard in self._plan.shards():
            self._write_shard(shard)

    def _count(self, shard: Shard, batch: Batch) -> None:
        self._all.merge(batch.tally)
        self._splits.setdefault(shard.split, Tally()).merge(batch.tally)

    def _write_shard(self, shard: Shard) -> None:
        """Write one file of records, its sheet, and the texts and encodings that belong to its records."""
        place = name(self._plan, self._writer, shard)
        with self._fill_file(place) as file:
            if self._sheets is None:
                self._write(self._lines(shard), file, self._stage / place)
            else:
                with self._fill_file(sheet(shard)) as rows:
                    self._write(_copy_to_sheet(self._lines(shard), rows), file, self._stage / place)
                self._sheets.append(self._list_file(sheet(shard), shard))
        self._files.append(self._list_file(place, shard))

    @contextmanager
    def _fill_file(self, place: str) -> Iterator[IO[bytes]]:
        path = self._stage / place
        with disk.report_os_errors(path):
            path.parent.mkdir(exist_ok=True)
        with disk.open_new_file(path) as file:
            yield file

    def _list_file(self, place: str, shard: Shard) -> dict[str, Any]:
        """Return the manifest's entry for a file."""
        path = self._stage / place
        return {
            "file": place,
            "split": shard.split,
            **({} if shard.setting is None else {"setting": shard.setting}),
            "count": shard.stop - shard.start,
            "bytes": path.stat().st_size,
            "digest": disk.digest(path),
        }

    def _write(self, lines: Iterator[bytes], file: Any, path: Path) -> None:
        """Write a file; what the writer raises is its fault, unless it is what kept a batch from being made."""
        failure: Exception | None = None
        try:
            with disk.report_os_errors(path):
                self._writer.write(lines, self._columns, file)
        except SpecError as error:
            failure = error
        except Exception as error:
            failure = plugins.plugin_failure(plugins.WRITERS, self._writer.name, path.name, error)
            failure.__cause__ = error
        if failure := self._fault or failure:
            raise failure

    def _lines(self, shard: Shard) -> Iterator[bytes]:
        for order in self._plan.orders(shard):
            batch = self._batch(order)
            if self._is_streaming:
                self._count(shard, batch)
            self._digest.update(batch.lines)
            self._keep(batch)
            for line in batch.lines.split(b"\n")[:-1]:
                if (canonical := _TOLD.decode(line).canonical) is not None:
                    self._seen.add(canonical)
                yield line + b"\n"

    def _batch(self, order: Order) -> Batch:
        """Return a batch, and remember why if there is none: a writer may turn that into an error of its own."""
        try:
            return self._making.batch(order)
        except Exception as fault:
            self._fault = fault
            raise

    def _keep(self, batch: Batch) -> None:
        for below, text in batch.files:
            path = self._stage / below
            with disk.report_os_errors(path):
                path.parent.mkdir(exist_ok=True)
                path.write_bytes((text if text.endswith("\n") else f"{text}\n").encode())

    def repeats(self) -> Repeats:
        """Return how many problems that were written repeat an earlier one in canonical form."""
        return self._seen.repeats("canonical form")

    def account(self) -> dict[str, Any]:
        """Return the manifest's entries for the files and their contents."""
        return {
            "count": self._all.done,
            "digest": f"sha256:{self._digest.hexdigest()}",
            "files": self._files,
            **({} if self._sheets is None else {"sheets": self._sheets}),
            "splits": {
                split: {"count": tally.done, "labels": _sort_counter(tally.labels)}
                for split, tally in self._splits.items()
            },
            "labels": _sort_counter(self._all.labels),
            "answers": _sort_counter(self._all.answers),
            "tasks": _sort_counter(self._all.tasks),
            "rejections": _sort_counter(self._all.rejections),
            "drops": {cause: _place(dropped) for cause, dropped in sorted(self._all.drops.items())},
            "columns": columns.table(self._all.members),
        }


def _copy_to_sheet(lines: Iterator[bytes], rows: IO[bytes]) -> Iterator[bytes]:
    """Yield lines, and write the row of each to a sheet."""
    rows.write(sheets.head())
    for line in lines:
        rows.write(sheets.row(line))
        yield line


def _place(dropped: Dropped) -> dict[str, Any]:
    """Return where a draft was dropped, as an example of its cause."""
    return {
        "index": dropped.index,
        "attempt": dropped.attempt,
        "split": dropped.split,
        "setting": dropped.setting,
    }


def _sort_counter(counter: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counter.items()))
