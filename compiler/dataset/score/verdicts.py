"""What each reply to a dataset is worth: one verdict a record."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ....dsl.visible import visible
from ..formats import disk
from ..formats.outputs import open_output, report_errors

OPTION = "--out"
"""The option that names the file of verdicts."""


@dataclass(frozen=True)
class Verdict:
    """What the reply to a record is worth.

    Attributes:
        id: the record's.
        value: 1 for the right answer, else 0; the mean of several attempts.
        answer: what the reply answers, of several attempts the first that is not right; empty if it answers nothing.
        right: the right answer.
        reason: why the reply is not right; empty if it is.
        replies: how many different replies there are: none, one, or several that count once.
    """

    id: str
    value: float
    answer: str
    right: str
    reason: str
    replies: int


@contextmanager
def open_verdicts(
    path: Path | None, *, named: bool = False
) -> Iterator[Callable[[Verdict, str], None]]:
    """Yield a function that writes the verdict of a model to a file; the file gets its name when all are written.

    Args:
        path: the file, which is CSV or Parquet if its suffix says so, else a line of JSON for each verdict; None for
            no file.
        named: whether each verdict has the `model` before its own fields.

    Raises:
        SpecError: E0801 if it cannot be written; E0816 if it is Parquet, and pyarrow is not installed.
    """
    if path is None:
        yield lambda verdict, model: None
        return
    suffix = path.suffix.lower()
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise SpecError(
            [
                Diagnostic(
                    "E0816",
                    f"`{path}` needs a package that is not installed: `pyarrow`",
                    help="install it: `pip install 'rspc[data]'`",
                )
            ]
        )
    names = (*(("model",) if named else ()), *(each.name for each in fields(Verdict)))
    kinds: dict[str, type[_Lines] | type[_Csv] | type[_Parquet]] = {
        ".csv": _Csv,
        ".parquet": _Parquet,
    }
    with open_output(path, OPTION) as file:
        with report_errors(path, OPTION):
            table: _Lines | _Csv | _Parquet = kinds.get(suffix, _Lines)(file, names)

        def write(verdict: Verdict, model: str) -> None:
            own = {"model": model, **vars(verdict)} if named else vars(verdict)
            with report_errors(path, OPTION):
                table.write(own)

        try:
            yield write
        except BaseException:
            with suppress(Exception):  # a writer of Parquet that is not closed complains at its end
                table.close()
            raise
        with report_errors(path, OPTION):
            table.close()


class _Lines:
    """A line of JSON for each row."""

    def __init__(self, file: disk.File, names: Sequence[str]) -> None:
        self._file = file
        self._encoder = msgspec.json.Encoder()

    def write(self, row: Mapping[str, Any]) -> None:
        self._file.write(self._encoder.encode(row) + b"\n")

    def close(self) -> None:
        pass


class _Csv:
    """CSV with a header, lines that end as RFC 4180 has them, and control characters spelled out."""

    def __init__(self, file: disk.File, names: Sequence[str]) -> None:
        self._file = file
        self._text = io.StringIO(newline="")
        self._rows = csv.DictWriter(self._text, names)
        self._rows.writeheader()

    def write(self, row: Mapping[str, Any]) -> None:
        self._rows.writerow(
            {name: visible(each) if isinstance(each, str) else each for name, each in row.items()}
        )
        self._flush()

    def close(self) -> None:
        self._flush()

    def _flush(self) -> None:
        self._file.write(self._text.getvalue().encode("utf-8"))
        self._text.seek(0)
        self._text.truncate()


class _Parquet:
    """Parquet, in groups of rows."""

    def __init__(self, file: disk.File, names: Sequence[str]) -> None:
        import pyarrow
        from pyarrow import parquet

        types = {"value": pyarrow.float64(), "replies": pyarrow.int64()}
        self._schema = pyarrow.schema([(name, types.get(name, pyarrow.string())) for name in names])
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._rows: list[Mapping[str, Any]] = []

    def write(self, row: Mapping[str, Any]) -> None:
        self._rows.append(row)
        if len(self._rows) == GROUP:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        import pyarrow

        self._writer.write_batch(pyarrow.RecordBatch.from_pylist(self._rows, schema=self._schema))
        self._rows = []


GROUP = 10_000
"""How many rows a group of a Parquet file has."""


class PassRates:
    """The verdicts of a file, looked up in the order of the dataset that was scored; no more than one is in memory.

    Raises:
        SpecError: E0862 if the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._row = 0
        self._decoder = msgspec.json.Decoder(_Scored)
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise _refuse_verdicts(f"`{path}` cannot be read: it is no regular file")
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise _refuse_verdicts(f"`{path}` cannot be read: {error.strerror}") from None

    def __enter__(self) -> "PassRates":
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def of(self, id: str) -> float:
        """Return what the reply to a record is worth; verdicts before its own are skipped.

        Raises:
            SpecError: E0862 if there is none after those that were read, or a line is no verdict.
        """
        while line := self._file.readline(LONGEST_VERDICT):
            self._row += 1
            try:
                found = self._decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise _refuse_verdicts(
                    f"line {self._row} of `{self._path}` is not a verdict: {error}"
                ) from None
            if found.model:
                raise _refuse_verdicts(f"`{self._path}` has the verdicts of several models")
            if found.id == id:
                return found.value
        raise _refuse_verdicts(
            f"`{self._path}` has no verdict for `{id}`, or not in the order of the dataset"
        )


LONGEST_VERDICT = 1 << 24
"""The longest line that is read, in bytes."""


class _Scored(msgspec.Struct):
    id: str
    value: float
    model: str = ""


def _refuse_verdicts(message: str) -> SpecError:
    repair = (
        "score replies to this dataset with `rspc score --out FILE`, and give each file on its own"
    )
    return SpecError([Diagnostic("E0862", message, help=repair)])
