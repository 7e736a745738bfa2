"""Looks up predictions by id: the `id` of a record, and the `text` of the reply to its prompt."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ...replies import Proof, proof_steps
from ..formats import is_cut_short, opening
from .places import Places
from .reading import Source, open_source

MOST_TOLD = 1_000
"""After how many bad lines no more are read."""

MOST_IDS = 2_000_000
"""For how many records there may be predictions."""

MOST_SHOWN = 10
"""How many bad lines are reported one by one, and how many ids are named."""


class Step(msgspec.Struct, frozen=True):
    """A step of a proof: the ids of the statements that it uses, its rule last, and of the rules that are beaten."""

    uses: tuple[str, ...] = ()
    beats: tuple[str, ...] = ()


class Prediction(msgspec.Struct, frozen=True):
    """A reply to the prompt of a record; its proof, if any, in words, or in steps: those of a record, or bare ids."""

    id: str
    text: str
    proof: str | tuple[Step | tuple[str, ...], ...] | None = None

    def steps(self, record: Mapping[str, Any]) -> Proof | None:
        """Return its proof in steps as records have them."""
        match self.proof:
            case None:
                return None
            case str() as text:
                return proof_steps(record, text)
            case steps:
                whole = (Step(step) if isinstance(step, tuple) else step for step in steps)
                return [msgspec.to_builtins(each) for each in whole]


class Predictions:
    """The predictions of a file, by id. Only hashes of ids and places are kept in memory; texts are read on demand.

    So each line is read twice: all lines are checked first, because any of them may be damaged, or another
    prediction for the id of the first.

    Args:
        format: the format of the file, one of `FORMATS`; without one, its suffix and its content decide.
        columns: the names of the columns `id`, `reply` and `proof`.

    Attributes:
        is_averaged: whether several predictions for an id are attempts, whose values are averaged.
        model: the model that the file names, or nothing.

    Raises:
        SpecError: E0830 if the file cannot be read, E0831 for each line that is not a prediction, E0836 for
            unknown columns, E0837 for a log that is none; E0810 for an unknown format, E0816 if its package is
            not installed.
    """

    def __init__(
        self, path: Path, format: str | None = None, columns: Mapping[str, str] | None = None
    ) -> None:
        self.path = path
        self._places = Places()
        self._decoder = msgspec.json.Decoder(Prediction)
        faults: list[Diagnostic] = []
        try:
            source = open_source(path, format, columns)
            self._file, self.is_averaged, self.model = source.file, source.is_averaged, source.model
            faults += source.faults
            try:
                faults += self._index(source)
            except BaseException:
                self._file.close()
                raise
        except ValueError as error:
            raise SpecError([Diagnostic("E0830", f"`{path}` cannot be read: {error}")]) from None
        except OSError as error:
            raise SpecError(
                [
                    Diagnostic(
                        "E0830",
                        f"`{path}` cannot be read: {error.strerror}",
                        help='name a file with one prediction on each line: `{"id": …, "text": …}`',
                    )
                ]
            ) from None
        if self._places.ids > MOST_IDS:
            faults = [
                Diagnostic(
                    "E0830",
                    f"`{path}` holds predictions for more than {MOST_IDS:,} records",
                    help="split the file and score the parts",
                )
            ]
        if faults:
            self._file.close()
            raise SpecError(_first(faults, path))

    def _index(self, source: Source) -> list[Diagnostic]:
        """Note the place of each line, and return what is wrong with lines."""
        faults: list[Diagnostic] = []
        place = source.start
        source.file.seek(place)
        lines = iter(source.file.readline, b"") if source.is_copy else opening.lines(source.file)
        for row, line in enumerate(lines, 1):
            if line.strip():
                faults += self._note(line, place, row)
            place += len(line)
            if len(faults) > MOST_TOLD or self._places.ids > MOST_IDS:
                break
        return faults

    def _note(self, line: bytes, place: int, row: int) -> Iterable[Diagnostic]:
        try:
            id = self._decoder.decode(line).id
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            reason = "it is cut short" if is_cut_short(line, error) else f"it is refused: {error}"
            yield Diagnostic(
                "E0831",
                f"line {row} of `{self.path}` is not a prediction: {reason}",
                help='write `{"id": "the record\'s id", "text": "the reply"}` on one line',
            )
            return
        self._places.add(id, place)

    def __enter__(self) -> Predictions:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    @property
    def count(self) -> int:
        """For how many ids there are predictions."""
        return self._places.ids

    def of(self, id: str) -> list[Prediction]:
        """Return the predictions for an id, in the order of the file: the different ones, or all attempts."""
        found = [each for each in map(self._read, self._places.use(id)) if each.id == id]
        return found if self.is_averaged or len(found) < 2 else list(dict.fromkeys(found))

    def _read(self, place: int) -> Prediction:
        self._file.seek(place)
        return self._decoder.decode(self._file.readline())

    def unused(self) -> Ids:
        """Return the ids that were not asked for."""
        return self._at(self._places.unused())

    def doubled(self) -> Ids:
        """Return the ids that were asked for and are on several lines; none if these are averaged."""
        return Ids() if self.is_averaged else self._at(self._places.doubled())

    def _at(self, places: Iterable[int]) -> Ids:
        """Return the ids of some lines, in the order of the file."""
        every = array("Q", places)
        found = Ids(self._read(place).id for place in nsmallest(MOST_SHOWN, every))
        found.count = len(every)
        return found


class Ids:
    """Some ids: how many there are, and the first."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self.count = 0
        self.first: list[str] = []
        for each in ids:
            self.add(each)

    def add(self, id: str) -> None:
        self.count += 1
        if len(self.first) < MOST_SHOWN:
            self.first.append(id)

    def __str__(self) -> str:
        shown = ", ".join(f"`{each}`" for each in self.first)
        more = self.count - len(self.first)
        return f"{shown} and {more} more" if more else shown


def remarks(
    instances: int, missing: Ids, unknown: Ids, doubled: Ids, named: str = ""
) -> Iterator[Diagnostic]:
    """Return which records have no prediction, which predictions have no record, and which ids have several.

    Args:
        named: the file, if there are several.
    """
    within = f" in `{named}`" if named else ""
    if missing.count:
        yield Diagnostic(
            "W0833",
            f"{missing.count} of {instances} records have no prediction{within}: {missing}",
            help="they count as wrong",
        )
    if unknown.count:
        told = "a prediction is" if unknown.count == 1 else f"{unknown.count} predictions are"
        yield Diagnostic(
            "W0834",
            f"{told}{within} for no record of the dataset: {unknown}",
            help="these predictions are ignored; check that dataset and file belong together",
        )
    if doubled.count:
        told = "an id has" if doubled.count == 1 else f"{doubled.count} ids have"
        yield Diagnostic(
            "W0835",
            f"{told} several predictions{within}: {doubled}",
            help="if their answers differ, they count as wrong; keep one line for each id",
        )


def _first(faults: Sequence[Diagnostic], path: Path) -> list[Diagnostic]:
    if len(faults) <= MOST_SHOWN:
        return list(faults)
    more = f"{len(faults) - MOST_SHOWN}{' or more' if len(faults) > MOST_TOLD else ' more'}"
    return [
        *faults[:MOST_SHOWN],
        Diagnostic("E0831", f"{more} lines of `{path}` are not predictions"),
    ]
