"""Records as Parquet, by the package `pyarrow` of the extra `rspc[data]`.

A dataset's files share one schema without nesting: a typed column for each field, parameter and metric that
has a type, and JSON strings for everything else. A record is restored byte for byte from its fields alone,
because all records have them in the same order. The columns of parameters and metrics repeat the contents
of `params` and `metrics`, for filters and counts.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from itertools import islice
from typing import IO, Any, ClassVar

import msgspec

from ...contract import Columns
from . import columns as kinds
from .opening import LONGEST_LINE, SPARED, SWELLING, format_bytes

GROUP = 1_000
"""How many records a row group holds, and a process at once."""

LEVEL = 3

HEAVIEST = 256 << 20
"""Bytes that a row group may unpack to; a usual one has six million."""

HELD = 32 << 20
"""Bytes of records that are unpacked at once."""

KEY = b"rspc.columns"
"""The key of a file's metadata that describes its columns."""


class Parquet:
    """Parquet: one schema for the dataset, typed columns, structures as JSON."""

    name: ClassVar[str] = "parquet"
    suffix: ClassVar[str] = ".parquet"
    loading: ClassVar[Mapping[str, Any]] = {"columns": list(kinds.FIELDS)}

    @staticmethod
    def lacks() -> str:
        """Raise an error if the package is missing."""
        return "" if find_spec("pyarrow") else "`pyarrow`: `pip install 'rspc[data]'`"

    def write(self, lines: Iterable[bytes], columns: Columns, file: IO[bytes]) -> None:
        """Write a file; its bytes depend on the records, on all columns and on the version of pyarrow."""
        import pyarrow
        from pyarrow import parquet

        schema = _schema(columns)
        rows = iter(lines)
        with parquet.ParquetWriter(
            file, schema, compression="zstd", compression_level=LEVEL
        ) as writer:
            while group := list(islice(rows, GROUP)):
                arrays = _arrays(group, columns)
                writer.write_batch(pyarrow.record_batch(arrays, schema=schema))

    def read(self, file: IO[bytes]) -> Iterator[bytes]:
        """Yield the lines; ValueError where the file is damaged, or another program wrote it."""
        import pyarrow
        from pyarrow import parquet

        try:
            opened = parquet.ParquetFile(file)
            told = (opened.schema_arrow.metadata or {}).get(KEY)
            if told is None:
                raise ValueError("it was not written by rspc")
            columns = msgspec.json.decode(told, type=dict[str, str])
            fields = {name: kind for name, kind in columns.items() if "." not in name}
            if not opened.schema_arrow.equals(_schema(columns)):
                raise ValueError("its columns differ from those in its header")
            _check_groups(opened.metadata)
            for batch in _batches(file, columns):
                table = batch.to_pydict()
                same, name = _first_difference(table, columns)
                lines = _lines({field: table[field] for field in fields}, fields)
                yield from islice(lines, same)
                if name:
                    raise ValueError(f"its column `{name}` differs from the field")
        except (pyarrow.ArrowException, OSError) as error:
            raise ValueError(str(error).splitlines()[0]) from None


def _check_groups(metadata: Any) -> None:
    """Refuse row groups that our writers cannot have written. Raises ValueError for too many rows or bytes."""
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        if group.num_rows > GROUP or group.total_byte_size > HEAVIEST:
            raise ValueError(
                f"a row group holds more than {GROUP:,} rows, or {format_bytes(HEAVIEST)}"
            )


def _batches(file: IO[bytes], columns: Columns) -> Iterator[Any]:
    """Yield batches of rows that fit into memory.

    A file may store a string once for all its rows. So strings are read as dictionaries, and their size is
    checked before they are created.

    Raises:
        ValueError: a row is longer than the longest line, or the file unpacks to many times its size.
    """
    from pyarrow import compute, parquet

    size, made = file.seek(0, io.SEEK_END), 0
    texts = [name for name, kind in columns.items() if kind in (kinds.TEXT, kinds.JSON)]
    for batch in parquet.ParquetFile(file, read_dictionary=texts).iter_batches(batch_size=GROUP):
        weights = [0] * batch.num_rows
        for name in texts:
            column = batch.column(name)
            lengths = compute.binary_length(column.dictionary).take(column.indices).to_pylist()
            weights = [sum(each) for each in zip(weights, (n or 0 for n in lengths), strict=True)]
        if max(weights, default=0) > LONGEST_LINE:
            raise ValueError(f"a record is longer than {format_bytes(LONGEST_LINE)}")
        made += sum(weights)
        if made > max(SPARED, SWELLING * size):
            raise ValueError(f"it unpacks to more than {SWELLING:,} times its size")
        start = held = 0
        for place, weight in enumerate(weights):
            if held + weight > HELD:
                yield batch.slice(start, place - start)
                start, held = place, 0
            held += weight
        yield batch.slice(start)


def _first_difference(table: Mapping[str, list[Any]], columns: Columns) -> tuple[int, str]:
    """Return the first record whose parameters and metrics are not what their columns repeat, and that column."""
    decoder, opening = msgspec.json.Decoder(), msgspec.json.Decoder(dict[str, Any])
    held = {
        field: [{} if value is None else opening.decode(value) for value in table.get(field, ())]
        for field in {name.partition(".")[0] for name in columns if "." in name}
    }
    first = len(next(iter(table.values()))), ""
    for name, kind in columns.items():
        field, dot, member = name.partition(".")
        if dot:
            own = [each.get(member) for each in held[field]]
            told = table[name]
            if kind == kinds.NUMBER:
                own = [float(each) if isinstance(each, int) else each for each in own]
            elif kind == kinds.JSON:
                told = [None if value is None else decoder.decode(value) for value in told]
            if own != told:
                pairs = zip(own, told, strict=True)
                first = min(first, (next(at for at, (a, b) in enumerate(pairs) if a != b), name))
    return first


def _schema(columns: Columns) -> Any:
    import pyarrow

    types = {
        kinds.TEXT: pyarrow.string(),
        kinds.INTEGER: pyarrow.int64(),
        kinds.NUMBER: pyarrow.float64(),
        kinds.TRUTH: pyarrow.bool_(),
        kinds.JSON: pyarrow.string(),
    }
    fields = [pyarrow.field(name, types[kind]) for name, kind in columns.items()]
    return pyarrow.schema(fields, metadata={KEY: msgspec.json.encode(dict(columns))})


def _arrays(lines: list[bytes], columns: Columns) -> list[Any]:
    """Return the columns of some records."""
    import pyarrow

    schema = _schema(columns)
    decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])
    records = [decoder.decode(line) for line in lines]
    opened: dict[str, list[Mapping[str, msgspec.Raw]]] = {}
    for name in {column.partition(".")[0] for column in columns if "." in column}:
        held = [record.get(name) for record in records]
        opened[name] = [{} if each is None else _members(decoder, each) for each in held]
    arrays = []
    for name, kind in columns.items():
        field, dot, member = name.partition(".")
        of = [each.get(member) for each in opened[field]] if dot else [r.get(name) for r in records]
        arrays.append(pyarrow.array(map(_value(kind), of), schema.field(name).type))
    return arrays


def _members(
    decoder: msgspec.json.Decoder[dict[str, msgspec.Raw]], held: msgspec.Raw
) -> dict[str, msgspec.Raw]:
    return decoder.decode(held) if bytes(held).startswith(b"{") else {}


def _value(kind: str) -> Any:
    """Return the function from what a record has to what a column of a kind holds."""

    def text(raw: msgspec.Raw | None) -> str | None:
        return None if raw is None else bytes(raw).decode()

    def value(raw: msgspec.Raw | None) -> Any:
        return None if raw is None else msgspec.json.decode(raw)

    def number(raw: msgspec.Raw | None) -> float | None:
        """Return the nearest float; the exact amount is in the structure that the column belongs to."""
        return None if raw is None else msgspec.json.decode(raw, type=float | None)

    return {kinds.JSON: text, kinds.NUMBER: number}.get(kind, value)


def _lines(table: Mapping[str, list[Any]], fields: Mapping[str, str]) -> Iterator[bytes]:
    """Yield records as they were: fields in order, without those that a record has not."""
    encoder = msgspec.json.Encoder()
    names = {name: encoder.encode(name) + b":" for name in fields}
    for row in zip(*table.values(), strict=True):
        parts = []
        for (name, kind), value in zip(fields.items(), row, strict=True):
            if value is not None:
                shown = value.encode() if kind == kinds.JSON else encoder.encode(value)
                parts.append(names[name] + shown)
        yield b"{" + b",".join(parts) + b"}\n"
