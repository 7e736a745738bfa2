"""Reads those records of a dataset that can be read, by its index."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ....compiler.dataset.copies import write_copy
from . import schema
from .lines import Lines


def records(database: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield the records of an index in the order of its dataset, each with its line.

    Raises:
        SpecError: E0804 or E0805 if a file cannot be read or has changed since it was indexed.
        sqlite3.Error: the index cannot be read.
    """
    with closing(schema.connect(database)) as tables:
        files = tables.execute("SELECT file, path, size, changed FROM files")
        known = {file: (Path(path), size, changed) for file, path, size, changed in files}
        with closing(Lines(known)) as lines:
            rows = tables.execute("SELECT row, file, start, length FROM records ORDER BY row")
            for row, *place in rows:
                yield lines.record_line(row, place)


def skipped(database: Path) -> int:
    """Return how many records of a dataset are not in its index, as they cannot be read."""
    with closing(schema.connect(database)) as tables:
        (found,) = tables.execute("SELECT skipped FROM state").fetchone()
    return int(found)


@contextmanager
def only_readable(dataset: Path, database: Path) -> Iterator[Path]:
    """Yield a dataset if all of its records can be read, or else a copy of those that can, beside its index.

    Raises:
        SpecError: as `records` and `write_copy` do.
    """
    if not skipped(database):
        yield dataset
        return
    with TemporaryDirectory(dir=database.parent) as home:
        own = records(database)
        yield write_copy(dataset, Path(home) / "readable", {}, lambda _: True, records=own).out
