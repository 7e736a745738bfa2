"""Counts a dataset in portions of its records, in this process or in others, and merges the counts in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from ....dsl.diagnostics import SpecError
from ..formats import read
from ..runs import Tally, Work, executors, freeze_gc
from .counts import Counts, Sought, Words
from .families import Families

PORTION = 1_000
"""How many records a portion has at most."""


@dataclass(frozen=True)
class Portion:
    """Records between two places of all that are counted, from 1; `position` is how many portions come before.

    Attributes:
        lines: the records as lines of JSON, each with its file and its place there.
        beside: what the dataset is called that they are of; empty for the one whose statistics are wanted.
    """

    position: int
    start: int
    lines: tuple[tuple[bytes, Path, int], ...]
    beside: str = ""

    @property
    def stop(self) -> int:
        return self.start + len(self.lines)

    @property
    def size(self) -> int:
        """On how many instances engines run, so that a process is replaced in time: none."""
        return 0

    @property
    def noun(self) -> str:
        return "record"


class Counter:
    """Counts portions, by what one process keeps for all of them."""

    def __init__(self, families: Families, sought: Sought) -> None:
        self._sought = sought
        self._words = Words(families)
        self._decoder = msgspec.json.Decoder(dict[str, Any])

    def count(self, portion: Portion, told: Callable[[Tally], None]) -> Counts:
        """Count a portion; `told` is called after each record. Raises SpecError (E0805, E0621)."""
        counts = Counts(self._sought)
        for done, (line, path, row) in enumerate(portion.lines, 1):
            record = read.decode_problem(self._decoder, line, path, row)
            if portion.beside:
                counts.add_beside(record, portion.beside)
            else:
                counts.add(record, self._sought, self._words)
            told(Tally(done))
        return counts


@dataclass(frozen=True)
class Kit:
    """What another process needs to count portions."""

    bundles: tuple[Mapping[str, Any], ...]
    reason: str
    sought: Sought


def start_counter(kit: Kit) -> Work[Portion, Counts | None]:
    """Compile the families in a process of the pool, and give what counts portions: None for one that is refused."""
    counter = Counter(Families.of_bundles(kit.bundles, kit.reason), kit.sought)
    freeze_gc()

    def work(portion: Portion, told: Callable[[Tally], None]) -> Counts | None:
        try:
            return counter.count(portion, told)
        except SpecError:
            return None

    return work


def count_dataset(
    dataset: Path,
    beside: Iterable[str | Path],
    families: Families,
    sought: Sought,
    progress: Callable[[int], None],
    workers: int,
    executor: str,
) -> Counts:
    """Return the counts of a dataset, and of others beside it; arguments and errors are those of `stats`."""
    counts = Counts(sought)
    done = latest = 0
    others = ((Path(each), str(each)) for each in beside)
    portions = _portions(chain([(dataset, "")], others))

    def report(records: int) -> None:
        nonlocal latest
        if records > latest:
            latest = records
            progress(records)

    def told(portion: Portion, tally: Tally) -> None:
        report(done + tally.done)

    with closing(_counted(portions, families, sought, told, workers, executor)) as counted:
        for portion, found in executors.in_order(counted):
            counts.merge(found)
            done = portion.stop - 1
            report(done)
    return counts


def _portions(datasets: Iterable[tuple[Path, str]]) -> Iterator[Portion]:
    position, start = 0, 1
    for path, beside in datasets:
        lines = read.lines(path)
        while taken := tuple(islice(lines, PORTION)):
            yield Portion(position, start, taken, beside)
            position, start = position + 1, start + len(taken)


def _counted(
    portions: Iterable[Portion],
    families: Families,
    sought: Sought,
    told: Callable[[Portion, Tally], None],
    workers: int,
    executor: str,
) -> Generator[tuple[Portion, Counts], None, None]:
    """Yield each portion with its counts, as they are finished."""
    counter = Counter(families, sought)
    if executor == executors.LOCAL and workers == 1:
        for portion in portions:
            yield portion, counter.count(portion, partial(told, portion))
        return
    families.read()
    kit = Kit(families.bundles(), families.reason, sought)
    finished = executors.run_tasks(executor, start_counter, kit, portions, workers, told)
    with closing(finished):
        for portion, found in filter(None, finished):
            # The process that reports an error is this one.
            if found is None:
                found = counter.count(portion, partial(told, portion))
            yield portion, found
