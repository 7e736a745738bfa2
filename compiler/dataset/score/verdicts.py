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


class PassRates:
    """The verdicts of a file, looked up in the order of the dataset that was scored; no more than one is in memory.

    Raises:
        SpecError: E0862 if the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._row = 0
        self._decoder = msgspec.json.Decoder(_Scored)
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


def _refuse_verdicts(message: str) -> SpecError:
    repair = (
        "score replies to this dataset with `rspc score --out FILE`, and give each file on its own"
    )
    return SpecError([Diagnostic("E0862", message, help=repair)])
