"""The records that readers are tried on: a sample that is drawn while they are read, each in a few compressed bytes."""

import heapq
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from ...repeats import digest
from ..account import Record
from .reading import Reading, read_record

LEVEL = 1
"""How hard zlib tries: this is the quickest, and leaves a fourth of a text."""


@dataclass(frozen=True)
class Kept:
    """What is kept of a record.

    Attributes:
        record: the whole record if guesses at its answer are judged by its task, else None.
    """

    id: str
    reading: Reading
    record: dict[str, Any] | None

    @property
    def is_open(self) -> bool:
        return self.record is not None


def has_open_answer(record: Record) -> bool:
    """Return whether other answers than that of a record can be right."""
    return bool(record.get("reply"))


class Sample:
    """Keeps the records with the smallest digests of their ids and prompts, or all if they are few.

    Which ones these are does not depend on the order of the stream, nor on how long it is. Each is kept with its
    place there.

    Args:
        most: how many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._seen = 0
        self._heap: list[tuple[int, int, bytes]] = []

    def add(self, record: Record) -> None:
        """Keep a record if its digest is one of the smallest until now."""
        self._seen += 1
        order = -digest(f"{record['id']}\n{record['prompt']}"), -self._seen
        if self._takes(order):
            self._keep((*order, _pack(record)))

    def merge(self, other: "Sample") -> None:
        """Keep what another one kept, of records that come after these."""
        for order, place, packed in other._heap:
            own = order, place - self._seen
            if self._takes(own):
                self._keep((*own, packed))
        self._seen += other._seen

    def _takes(self, order: tuple[int, int]) -> bool:
        return len(self._heap) < self._most or order > self._heap[0][:2]

    def _keep(self, each: tuple[int, int, bytes]) -> None:
        if len(self._heap) < self._most:
            heapq.heappush(self._heap, each)
        else:
            heapq.heapreplace(self._heap, each)

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Kept]:
        """Yield what is kept, in the order of the stream."""
        ordered = sorted((-place, packed) for _, place, packed in self._heap)
        return (_unpack(packed) for _, packed in ordered)


def _pack(record: Record) -> bytes:
    reading = read_record(record)
    # Guesses at an option need no judge: the reading says which ones are right.
    whole = dict(record) if has_open_answer(record) and not reading.options else None
    kept = Kept(record["id"], reading, whole)
    return zlib.compress(msgspec.json.encode(kept), LEVEL)


def _unpack(packed: bytes) -> Kept:
    return msgspec.json.decode(zlib.decompress(packed), type=Kept)
