"""Where the lines of many ids are in a file, in a few bytes each."""

from array import array
from collections.abc import Iterator

BUCKETS = 1 << 14
"""Among how many lists the ids are divided; a list of a million ids has sixty."""

LATER, SEVERAL, USED = 1, 2, 4
"""What is marked of a line: that one before it has its id, that one after it does, that its id was asked for."""


class Places:
    """The places of the lines of each id, in the order of the file.

    An id is remembered by its hash of 64 bits, so a place may rarely belong to another id: read it there.
    A line takes about 17 bytes.
    """

    def __init__(self) -> None:
        self.ids = 0
        self._hashes = [array("q") for _ in range(BUCKETS)]
        self._places = [array("Q") for _ in range(BUCKETS)]
        self._marks = [bytearray() for _ in range(BUCKETS)]

    def add(self, id: str, place: int) -> None:
        """Note a line of an id, at a byte of the file."""
        own = hash(id)
        bucket = own % BUCKETS
        hashes, marks = self._hashes[bucket], self._marks[bucket]
        mark = 0
        if own in hashes:
            marks[hashes.index(own)] |= SEVERAL
            mark = LATER
        else:
            self.ids += 1
        hashes.append(own)
        self._places[bucket].append(place)
        marks.append(mark)

    def use(self, id: str) -> list[int]:
        """Return the places of an id, and note that it was asked for; none if it has no line."""
        own = hash(id)
        bucket = own % BUCKETS
        hashes, places, marks = self._hashes[bucket], self._places[bucket], self._marks[bucket]
        if own not in hashes:
            return []
        first = hashes.index(own)
        marks[first] |= USED
        if not marks[first] & SEVERAL:
            return [places[first]]
        return [place for each, place in zip(hashes, places, strict=True) if each == own]

    def unused(self) -> Iterator[int]:
        """Yield the first place of each id that was not asked for, in no order."""
        return self._marked(0)

    def doubled(self) -> Iterator[int]:
        """Yield the first place of each id that was asked for and has several lines, in no order."""
        return self._marked(SEVERAL | USED)

    def _marked(self, wanted: int) -> Iterator[int]:
        for places, marks in zip(self._places, self._marks, strict=True):
            for place, mark in zip(places, marks, strict=True):
                if mark == wanted or mark == wanted | SEVERAL:
                    yield place
