"""What each reply to a dataset is worth: one verdict a record."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ..formats import disk


@dataclass(frozen=True)
class Verdict:
    """What the reply to a record is worth.

    Attributes:
        id: the record's.
        value: 1 for the right answer, else 0.
        answer: what the reply answers; empty if it answers nothing.
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
def open_verdicts(path: Path | None, *inputs: Path) -> Iterator[Callable[[Verdict], None]]:
    """Yield a function that writes verdicts to a file, a line of JSON each; the file gets its name when all are
    written.

    Args:
        path: the file; None for no file.
        inputs: what is read meanwhile, and must not be replaced.

    Raises:
        SpecError: E0801 if it cannot be written, or is one of the inputs.
    """
    if path is None:
        yield lambda _: None
        return
    if any(each.exists() and path.exists() and path.samefile(each) for each in inputs):
        raise SpecError(
            [
                Diagnostic(
                    "E0801",
                    f"`{path}` is the file of predictions",
                    help="use `--out` to name another file",
                )
            ]
        )
    encoder = msgspec.json.Encoder()
    with disk.replace_file(path) as file:
        yield lambda verdict: _write(file, path, encoder.encode(verdict) + b"\n")


def _write(file: disk.File, path: Path, line: bytes) -> None:
    with disk.report_os_errors(path):
        file.write(line)
