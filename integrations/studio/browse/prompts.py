"""Finds a text in the prompts of an index, which are in one file, in small letters."""

import os
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import IO

TOGETHER = 4_096
"""How many prompts are looked through at once at most."""

GAP = 1 << 15
"""Prompts with at most so many bytes between them are read together."""

MOST = 1 << 23
"""Bytes that are read together, unless a prompt is longer."""


def find(file: IO[bytes], wanted: bytes, places: Sequence[tuple[int, int, int]]) -> Iterator[int]:
    """Yield the numbers of the records whose prompts have a text.

    Args:
        file: the prompts.
        places: number, start and size of each prompt, in the order of the file.
    """
    for run in _runs(places):
        first, last = run[0], run[-1]
        held = _read(file, first[1], last[1] + last[2] - first[1])
        starts = [start - first[1] for _, start, _ in run]
        place = held.find(wanted)
        while place >= 0:
            own = bisect_right(starts, place) - 1
            number, _, size = run[own]
            if place + len(wanted) <= starts[own] + size:
                yield number
            if own + 1 == len(run):
                break
            place = held.find(wanted, starts[own + 1])


def _runs(
    places: Sequence[tuple[int, int, int]],
) -> Iterator[list[tuple[int, int, int]]]:
    """Yield places in groups that are read together."""
    run: list[tuple[int, int, int]] = []
    end = 0
    for each in places:
        _, start, size = each
        if run and (start - end > GAP or start + size - run[0][1] > MOST):
            yield run
            run = []
        run.append(each)
        end = start + size
    if run:
        yield run


def _read(file: IO[bytes], start: int, length: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(file.fileno(), length, start)
    file.seek(start)
    return file.read(length)
