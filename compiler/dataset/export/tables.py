"""Files of rows with nested columns: JSON lines, and Parquet by the package `pyarrow`."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ...contract import Shape
from ..formats.disk import open_new_file, report_os_errors

GROUP = 1_000
"""How many rows are held at once, and are one row group."""


class Table(AbstractContextManager["Table"], Protocol):
    """A file of rows that is being written."""

    def add(self, row: Mapping[str, Any]) -> None: ...


class Lines:
    """A file with the JSON of one row on each line, in UTF-8."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = ExitStack()
        self._file = self._files.enter_context(open_new_file(path))
        self._encoder = msgspec.json.Encoder()

    def add(self, row: Mapping[str, Any]) -> None:
        with report_os_errors(self._path):
            self._file.write(self._encoder.encode(row) + b"\n")

    def __enter__(self) -> "Lines":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._files.__exit__(kind, error, trace)


class Groups:
    """A Parquet file; its bytes depend on the rows and on the version of pyarrow."""

    def __init__(self, path: Path, columns: Mapping[str, Shape]) -> None:
        from pyarrow import parquet, schema

        self._path = path
        self._rows: list[Mapping[str, Any]] = []
        self._schema = schema([(name, _arrow_type(shape)) for name, shape in columns.items()])
        self._files = ExitStack()
        file = self._files.enter_context(open_new_file(path))
        self._writer = self._files.enter_context(
            parquet.ParquetWriter(file, self._schema, compression="zstd", compression_level=3)
        )

    def add(self, row: Mapping[str, Any]) -> None:
        self._rows.append(row)
        if len(self._rows) == GROUP:
            self._write()

    def _write(self) -> None:
        import pyarrow

        with report_os_errors(self._path):
            self._writer.write_table(pyarrow.Table.from_pylist(self._rows, self._schema))
        self._rows = []

    def __enter__(self) -> "Groups":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._files:
            if error is None and self._rows:
                self._write()


def open_table(path: Path, columns: Mapping[str, Shape]) -> Table:
    """Return a new file of rows, in the format of its suffix.

    Raises:
        SpecError: E0816 if it is Parquet, and pyarrow is not installed.
    """
    if path.suffix == ".jsonl":
        return Lines(path)
    if find_spec("pyarrow") is None:
        raise SpecError(
            [
                Diagnostic(
                    "E0816",
                    "the target needs a package that is not installed: `pyarrow`",
                    help="install it: `pip install 'rspc[data]'`",
                )
            ]
        )
    return Groups(path, columns)


def _arrow_type(shape: Shape) -> Any:
    import pyarrow

    match shape:
        case "text":
            return pyarrow.string()
        case "integer":
            return pyarrow.int64()
        case (item,):
            return pyarrow.list_(_arrow_type(item))
        case Mapping():
            return pyarrow.struct([(name, _arrow_type(member)) for name, member in shape.items()])
        case _:
            raise ValueError(f"`{shape}` is no shape of a column")
