"""The datasets that a server has open: their indexes, which all pages share, and the processes that make them."""

from __future__ import annotations

import asyncio
import atexit
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ....compiler.dataset.formats import read
from ....dsl.diagnostics import SpecError
from ...processes.pool import Lost, Worker
from . import schema
from .messages import Build, Fault, Told
from .scratch import Scratch

PROCESS = f"{__package__}.worker"

LONGEST = 24 * 3600.0
"""Seconds that reading a dataset, or scoring a file of replies, may take."""

LARGEST = 2 << 30
"""Bytes of memory that it may take."""

SECONDS = 10.0
"""CPU seconds that showing a record, or scoring one reply, may take."""

MEMORY = 512 << 20
"""Bytes of memory that it may take."""


def quick_worker() -> Worker:
    """Return a process for questions about one record."""
    return Worker(PROCESS, SECONDS, MEMORY, 2 * SECONDS)


def slow_worker() -> Worker:
    """Return a process for questions about a whole dataset."""
    return Worker(PROCESS, LONGEST, LARGEST, LONGEST)


@dataclass(frozen=True)
class Signature:
    """What tells whether a dataset is still the same: its files, with their sizes and times of change."""

    files: tuple[tuple[str, int, int], ...]


class Opened:
    """A dataset with its index. Its files are read by a process, as long as a page shows the dataset."""

    def __init__(self, dataset: Path, folder: Path) -> None:
        self.dataset = dataset
        self.folder = folder
        self.database = folder / "index.db"
        self.signature = sign(dataset)
        self.faults: tuple[Fault, ...] = ()
        self.is_done = False
        self.pages = 0
        schema.create(self.database).close()
        self._worker = slow_worker()
        self._task = asyncio.create_task(self._build())

    async def _build(self) -> None:
        asked = Build(str(self.dataset), str(self.database))
        try:
            self.faults = (await self._worker.ask(asked, Told)).faults
        except Lost as lost:
            self.faults = (Fault("E0813", f"the dataset is not read to its end: {lost}"),)
        finally:
            self.is_done = True
            self._worker.kill()

    async def wait(self) -> None:
        """Wait until the index is done."""
        await asyncio.wait({self._task})

    def stop(self) -> None:
        """Stop reading."""
        self._task.cancel()
        self._worker.kill()


class Datasets:
    """All datasets that are open."""

    def __init__(self) -> None:
        self._scratch: Scratch | None = None
        self._opened: dict[Path, Opened] = {}

    def open(self, dataset: Path) -> Opened:
        """Return a dataset for one more page. It is read again if its files have changed.

        Raises:
            OSError, sqlite3.Error: there is no room for its index.
        """
        found = self._opened.get(dataset)
        if found is not None and not found.pages and found.signature != sign(dataset):
            self._drop(found)
            found = None
        if found is None:
            found = self._opened[dataset] = Opened(dataset, self.folder())
        found.pages += 1
        return found

    def close(self, opened: Opened) -> None:
        """Give a dataset back. If no page shows it, it is no longer read; an index that is done is kept."""
        opened.pages -= 1
        if not opened.pages and not opened.is_done:
            self._drop(opened)

    def folder(self) -> Path:
        """Return a new folder for files of this process."""
        if self._scratch is None:
            self._scratch = Scratch()
            atexit.register(self._scratch.remove)
        return self._scratch.folder()

    def _drop(self, opened: Opened) -> None:
        opened.stop()
        self._opened.pop(opened.dataset, None)
        shutil.rmtree(opened.folder, ignore_errors=True)


DATASETS = Datasets()


def sign(dataset: Path) -> Signature:
    """Return what tells whether a dataset is still the same."""
    return Signature(tuple(_signed(dataset)))


def _signed(dataset: Path) -> Iterator[tuple[str, int, int]]:
    with suppress(SpecError, OSError):
        for path in read.files(dataset):
            told = path.stat()
            yield str(path), told.st_size, told.st_mtime_ns
