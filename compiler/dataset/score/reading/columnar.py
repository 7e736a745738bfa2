"""Replies in Parquet, by the package `pyarrow` of the extra `rspc[data]`."""

import io
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from ...formats.opening import LONGEST_LINE, SPARED, SWELLING, format_bytes
from .names import Chosen, choose
from .rows import Columns, Damaged, Reply, Rows, refused

HELD = 64
"""How many rows are read at once: each may be as long as the longest line."""


def read_parquet(path: Path, file: IO[bytes], given: Columns) -> Rows:
    """Yield the replies of a Parquet file.

    Raises:
        SpecError: E0816 without pyarrow, E0830 if the file is damaged or unpacks to many times its size, E0836 if the
            columns are not known, or are not text.
    """
    if find_spec("pyarrow") is None:
        raise refused(
            "E0816",
            f"`{path}` needs a package that is not installed: `pyarrow`",
            "install it: `pip install 'rspc[data]'`",
        )
    import pyarrow
    from pyarrow import parquet

    try:
        schema = parquet.ParquetFile(file).schema_arrow
        chosen = choose(schema.names, given, path)
        own = [each for each in (chosen.id, chosen.reply, chosen.proof) if each >= 0]
        for place in own:
            _check_text(schema.field(place), path)
        yield from _rows(file, [schema.names[place] for place in own], chosen)
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        if isinstance(error, UnicodeError):
            raise refused("E0830", f"`{path}` cannot be read: its text is not UTF-8") from None
        why = (str(error).splitlines() or ["it is damaged"])[0]
        raise refused("E0830", f"`{path}` cannot be read: {why}") from None


def _check_text(field: Any, path: Path) -> None:
    from pyarrow import types

    kind = field.type.value_type if types.is_dictionary(field.type) else field.type
    if not (types.is_string(kind) or types.is_large_string(kind)):
        raise refused(
            "E0836",
            f"the column `{field.name}` of `{path}` contains `{kind}`, not text",
            "write it as text, or name another column with `--columns`",
        )


def _rows(file: IO[bytes], names: list[str], chosen: Chosen) -> Rows:
    """Yield the rows. A file may store a text once for many rows, so sizes are added up before texts are made."""
    from pyarrow import compute, parquet

    size, made, row = file.seek(0, io.SEEK_END), 0, 0
    opened = parquet.ParquetFile(file, read_dictionary=names)
    for batch in opened.iter_batches(batch_size=HELD, columns=names):
        columns = [batch.column(batch.schema.get_field_index(name)) for name in names]
        lengths = [
            compute.binary_length(each.dictionary).take(each.indices).to_pylist()
            for each in columns
        ]
        for place in range(batch.num_rows):
            row += 1
            weight = sum(own[place] or 0 for own in lengths)
            made += weight
            if made > max(SPARED, SWELLING * size):
                raise ValueError(f"it unpacks to more than {SWELLING:,} times its size")
            if weight > LONGEST_LINE:
                yield Damaged(f"row {row}", f"it is longer than {format_bytes(LONGEST_LINE)}")
                continue
            id, text, *proof = (each[place].as_py() for each in columns)
            if id is None or text is None:
                yield Damaged(f"row {row}", "its id or its reply is null")
            else:
                yield Reply(id, text, next(iter(proof), None))
