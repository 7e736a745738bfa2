"""The log of a curriculum: a line for what it can choose from, and one for each choice and each outcome."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError
from ...version import __version__
from ..dataset.formats import disk

LONGEST = 1 << 26
"""The longest line that is read, in bytes."""


class Head(msgspec.Struct, frozen=True):
    """What choices are made from: a family, as its bundle, and settings, each parameter as a user writes it."""

    rspc: str
    seed: int
    split: str
    low: float
    high: float
    settings: list[dict[str, str]]
    family: dict[str, Any]

    @classmethod
    def of(
        cls,
        bundle: Mapping[str, Any],
        seed: int,
        split: str,
        settings: Sequence[Mapping[str, str]],
        low: float,
        high: float,
    ) -> "Head":
        """Return the head of a log that this version of rspc writes."""
        shown = [dict(setting) for setting in settings]
        return cls(__version__, seed, split, low, high, shown, dict(bundle))


class Choice(msgspec.Struct, frozen=True, tag="choice"):
    """The number of a problem in the stream, and which problem it is: its id, and what it is made from."""

    number: int
    id: str
    setting: int
    index: int


class Outcome(msgspec.Struct, frozen=True, tag="outcome"):
    """The share of replies to a problem that were right, and their number."""

    number: int
    success: float
    trials: int


Entry = Choice | Outcome


class Log:
    """A log that is written as a curriculum goes on; each entry is written before the next problem is made."""

    def __init__(self, path: Path, head: Head) -> None:
        """Begin a log, or go on with one. Raises SpecError (E0868, E0801)."""
        self._path = path
        self._encoder = msgspec.json.Encoder()
        own = self._encoder.encode(head) + b"\n"
        with disk.report_os_errors(path), path.open("a+b") as file:
            file.seek(0)
            first = file.readline(LONGEST)
            if not first.endswith(b"\n"):
                file.truncate(0)
                file.write(own)
            elif first != own:
                raise _refuse(path, "it is of another curriculum", "name another file as `log`")
            self._earlier = [*_entries(path, file, len(head.settings))]
            file.truncate()

    def earlier(self) -> Sequence[Entry]:
        """Return the entries that the log had when it was opened."""
        return self._earlier

    def write(self, entry: Entry) -> None:
        """Add an entry. Raises SpecError (E0801)."""
        with disk.report_os_errors(self._path), self._path.open("ab") as file:
            file.write(self._encoder.encode(entry) + b"\n")


def read_head(path: Path) -> Head:
    """Return the head of a log. Raises SpecError (E0868)."""
    try:
        with path.open("rb") as file:
            head = msgspec.json.decode(file.readline(LONGEST), type=Head)
    except OSError as error:
        raise _refuse(path, f"it cannot be read: {error.strerror}", "check the path") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _refuse(path, str(error), "name a file that a curriculum wrote") from None
    if head.rspc != __version__:
        repair = f"install rspc {head.rspc} to make the same problems"
        raise _refuse(path, f"rspc {head.rspc} wrote it, and this is {__version__}", repair)
    return head


def read_entries(path: Path, head: Head) -> Iterator[Entry]:
    """Yield the entries of a log. Raises SpecError (E0868)."""
    with path.open("rb") as file:
        file.readline(LONGEST)
        yield from _entries(path, file, len(head.settings))


def _entries(path: Path, file: IO[bytes], settings: int) -> Iterator[Entry]:
    """Yield entries; the file is left at the end of the last whole line."""
    decoder = msgspec.json.Decoder(Entry)
    waiting: set[int] = set()
    row, place = 1, file.tell()
    while (line := file.readline(LONGEST)).endswith(b"\n"):
        row += 1
        try:
            entry = decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise _no_entry(path, row) from None
        match entry:
            case Choice(number, _, setting, index):
                whole = 0 <= setting < settings and index >= 0 and number not in waiting
                waiting.add(number)
            case Outcome(number, success, trials):
                whole = 0 <= success <= 1 and trials >= 1 and number in waiting
                waiting.discard(number)
        if not whole:
            raise _no_entry(path, row)
        place = file.tell()
        yield entry
    file.seek(place)


def _no_entry(path: Path, row: int) -> SpecError:
    return _refuse(path, f"line {row} is no entry", "restore the file, or begin another")


def _refuse(path: Path, why: str, repair: str) -> SpecError:
    return SpecError(
        [Diagnostic("E0868", f"`{path}` is not the log that is needed: {why}", help=repair)]
    )
