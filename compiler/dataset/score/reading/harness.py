"""Replies in the samples that lm-evaluation-harness writes with `--log_samples`.

Each line has the problem as `doc`, the replies as `resps`, a list for each request, and the `filter` that was applied:
a problem has a line for each filter. Format: `lm_eval/evaluator.py`, <https://github.com/EleutherAI/lm-evaluation-harness>.
"""

from pathlib import Path
from typing import IO, Any

import msgspec

from ...formats.opening import lines
from .keys import id_of
from .rows import Columns, Damaged, Reply, Rows


class _Doc(msgspec.Struct):
    id: Any = None
    key: Any = None


class _Sample(msgspec.Struct):
    doc: _Doc
    resps: Any = None
    filtered_resps: Any = None
    filter: str = "none"


def read_samples(path: Path, file: IO[bytes], given: Columns) -> Rows:
    """Yield the replies of a file of samples; of a problem with several replies, all.

    Raises:
        ValueError: a line is too long.
    """
    decoder = msgspec.json.Decoder(_Sample)
    filtered: str | None = None
    for row, line in enumerate(lines(file), 1):
        if not line.strip():
            continue
        try:
            sample = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield Damaged(f"line {row}", str(error))
            continue
        filtered = sample.filter if filtered is None else filtered
        if sample.filter != filtered:
            continue
        id = id_of(sample.doc.key, sample.doc.id)
        if id is None:
            yield Damaged(
                f"line {row}", "its `doc` has no `id`, so `rspc export` did not write the task"
            )
            continue
        texts = _texts(sample)
        if not texts:
            yield Damaged(
                f"line {row}", "its `resps` are not texts, so the task does not generate replies"
            )
        for text in texts:
            yield Reply(id, text)


def _texts(sample: _Sample) -> list[str]:
    """Return the replies to the first request: unchanged if the file has them, else filtered."""
    held = sample.resps if sample.resps is not None else sample.filtered_resps
    first = held[0] if isinstance(held, list) and held else None
    found = first if isinstance(first, list) else [first]
    texts = [each for each in found if isinstance(each, str)]
    return texts if len(texts) == len(found) else []
