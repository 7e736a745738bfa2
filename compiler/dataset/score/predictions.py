"""Reads predictions: a JSON object a line, with the `id` of a record and the `text` of the reply to its prompt."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ...replies import Proof, proof_steps
from ..formats import LONGEST, is_cut_short, opening, packed_format

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
    """The predictions of a file, by id. Only ids and places are kept in memory; texts are read on demand.

    Raises:
        SpecError: E0830 if the file cannot be read, E0831 for each line that is not a prediction.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._places: dict[str, int | list[int]] = {}
        self._decoder = msgspec.json.Decoder(Prediction)
        faults: list[Diagnostic] = []
        if path.is_fifo():  # its lines are read twice, and it may never give one
            raise SpecError(
                [
                    Diagnostic(
                        "E0830",
                        f"`{path}` cannot be read: it is a pipe",
                        help="save the replies to a file",
                    )
                ]
            )
        try:
            self._file = path.open("rb")
            place = 0
            first = self._file.read(LONGEST)
            if told := packed_format(first):
                self._file.close()
                raise SpecError([Diagnostic("E0830", f"`{path}` cannot be read: {told}")])
            if first.startswith(BOM_UTF8):  # as some editors begin a file
                place = len(BOM_UTF8)
            self._file.seek(place)
            for row, line in enumerate(opening.lines(self._file), 1):
                if line.strip():
                    faults += self._note(line, place, row)
                place += len(line)
                if len(faults) > MOST_TOLD or len(self._places) > MOST_IDS:
                    break
        except ValueError as error:
            self._file.close()
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
        if len(self._places) > MOST_IDS:
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
        match self._places.get(id):
            case None:
                self._places[id] = place
            case int() as first:
                self._places[id] = [first, place]
            case list() as places:
                places.append(place)

    def __enter__(self) -> Predictions:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def ids(self) -> Iterable[str]:
        return self._places.keys()

    def of(self, id: str) -> list[Prediction]:
        """Return the predictions for an id that differ, in the order of the file."""
        places = self._places.get(id, [])
        found: dict[Prediction, None] = {}
        for place in [places] if isinstance(places, int) else places:
            self._file.seek(place)
            found[self._decoder.decode(self._file.readline())] = None
        return list(found)

    def doubled(self) -> Iterator[str]:
        """Yield the ids that are on several lines."""
        return (id for id, places in self._places.items() if isinstance(places, list))


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


def remarks(instances: int, missing: Ids, unknown: Ids, doubled: Ids) -> Iterator[Diagnostic]:
    """Return which records have no prediction, which predictions have no record, and which ids have several."""
    if missing.count:
        yield Diagnostic(
            "W0833",
            f"{missing.count} of {instances} records have no prediction: {missing}",
            help="they count as wrong",
        )
    if unknown.count:
        told = "a prediction is" if unknown.count == 1 else f"{unknown.count} predictions are"
        yield Diagnostic(
            "W0834",
            f"{told} for no record of the dataset: {unknown}",
            help="these predictions are ignored; check that dataset and file belong together",
        )
    if doubled.count:
        told = "an id has" if doubled.count == 1 else f"{doubled.count} ids have"
        yield Diagnostic(
            "W0835",
            f"{told} several predictions: {doubled}",
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
