"""What a run makes, and how it is cut: into files for its readers, and into batches for those that make it.

Every record has a position: by split, then by setting, then by index. Files and batches are runs of positions that
depend on the plan alone, not on who makes them, so that any number of workers write the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ....version import __version__
from .sweep import Setting

if TYPE_CHECKING:
    from ...api import Family

LARGEST = 100
"""The most instances of a batch, unless more share a theory: what a killed run loses at most of a worker's work."""

SMALLEST = 10
MOST_SEPARATE = 50
"""Up to so many settings have files of their own."""

PARTS = 32
"""A run of few instances is divided into this many batches, none smaller than the smallest, so that all
workers get some.
"""


def plain(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of parameters as a manifest has them."""
    found: dict[str, Any] = msgspec.to_builtins(dict(params), enc_hook=str)
    return found


class Order(msgspec.Struct, frozen=True):
    """A batch: the place of its first record, its split, its setting's number, its indices, and how many get files."""

    position: int
    split: str
    setting: int
    start: int
    stop: int
    keep: int

    @property
    def size(self) -> int:
        return self.stop - self.start

    @property
    def noun(self) -> str:
        return "instance"


@dataclass(frozen=True)
class Shard:
    """The records of one file: the positions from `start` up to but not including `stop`.

    They are all of one split, in which this is the shard `number` of `of`. `setting` is their setting, by its number,
    if every setting has files of its own.
    """

    split: str
    setting: int | None
    number: int
    of: int
    start: int
    stop: int


@dataclass(frozen=True)
class Plan:
    """What to generate and where: a number of instances of each setting for each split, in order.

    Attributes:
        counts: the number of instances of each setting, by split; the empty name means no split.
        keep: how many instances also have encodings and prompts as files; None for all.
        force: whether another run's files in the folder may be replaced.
        shard: the number of records in a file; None for one file for each split.
        workers: the number of processes.
        executor: where processes run: `local` or `ray`.
        license: the licence named in the dataset card.
    """

    family: Family
    counts: Mapping[str, int]
    out: Path
    settings: tuple[Setting, ...]
    seed: int = 0
    format: str = "jsonl"
    keep: int | None = 100
    force: bool = False
    shard: int | None = None
    workers: int = 1
    executor: str = "local"
    license: str = "unknown"

    @property
    def total(self) -> int:
        return sum(self.counts.values()) * len(self.settings)

    @property
    def separate(self) -> bool:
        """Whether each setting has files of its own."""
        return 1 < len(self.settings) <= MOST_SEPARATE

    def identity(self) -> dict[str, Any]:
        """Return what a folder's earlier run must share with this one to be continued, or to be this very run."""
        return {
            "rspc": __version__,
            "family": self.family.name,
            "family_hash": self.family.hash,
            "seed": self.seed,
            "counts": dict(self.counts),
            "format": self.format,
            "shard_size": self.shard,
            "keep": self.keep,
            "license": self.license,
            "settings": [
                {
                    "label": setting.label,
                    "params": plain(setting.params),
                }
                for setting in self.settings
            ],
        }

    def shards(self) -> Iterator[Shard]:
        """Yield the files, in order."""
        base = 0
        for split, n in self.counts.items():
            parts = len(self.settings) if self.separate else 1
            size = n * len(self.settings) // parts
            held = self.shard or size
            per = -(-size // held)
            for number in range(parts * per):
                setting, at = divmod(number, per)
                start, stop = at * held, min(at * held + held, size)
                own = setting if self.separate else None
                begin = base + setting * size
                yield Shard(split, own, number, parts * per, begin + start, begin + stop)
            base += size * parts

    def orders(self, shard: Shard) -> Iterator[Order]:
        """Yield the batches of a file, in order; none has instances of two settings.

        Instances that share a theory are in one batch, as far as the file has them all.
        """
        largest = max(SMALLEST, min(LARGEST, self.total // PARTS))
        n = self.counts[shard.split]
        base = self._base(shard.split)
        position, seen, shared = shard.start, -1, 1
        while position < shard.stop:
            setting, index = divmod(position - base, n)
            if setting != seen:
                seen, shared = setting, self.family.together(**self.settings[setting].params)
            end = (index // shared + max(1, largest // shared)) * shared
            made = min(end, n, index + shard.stop - position) - index
            keep = made if self.keep is None else max(0, min(made, self.keep - position))
            yield Order(position, shard.split, setting, index, index + made, keep)
            position += made

    def _base(self, split: str) -> int:
        base = 0
        for name, n in self.counts.items():
            if name == split:
                return base
            base += n * len(self.settings)
        raise KeyError(split)
