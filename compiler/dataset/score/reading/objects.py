"""Replies in JSON lines whose fields have other names than ours."""

from pathlib import Path
from typing import IO, Any

import msgspec

from ...formats.opening import lines
from .names import choose
from .rows import Columns, Damaged, Reply, Rows


def read_objects(path: Path, file: IO[bytes], given: Columns) -> Rows:
    """Yield the replies of a file with an object on each line; the first object has all columns.

    Raises:
        SpecError: E0836 if the columns are not known.
        ValueError: a line is too long.
    """
    decoder = msgspec.json.Decoder(dict[str, Any])
    names: tuple[str, str, str] | None = None
    for row, line in enumerate(lines(file), 1):
        if not line.strip():
            continue
        try:
            held = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield Damaged(f"line {row}", str(error))
            continue
        if names is None:
            keys = list(held)
            chosen = choose(keys, given, path)
            proof = keys[chosen.proof] if chosen.proof >= 0 else "proof"
            names = keys[chosen.id], keys[chosen.reply], proof
        id, text, proved = (held.get(name) for name in names)
        wrong = [
            name
            for name, value in zip(names, (id, text), strict=False)
            if not isinstance(value, str)
        ]
        if wrong or not isinstance(id, str) or not isinstance(text, str):
            yield Damaged(f"line {row}", f"its field `{wrong[0]}` is missing, or is not text")
        else:
            yield Reply(id, text, proved if isinstance(proved, str) else None)
