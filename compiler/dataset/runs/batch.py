"""Makes a batch: a pure function of the family, the settings, the seed and an order, wherever it is called."""

from __future__ import annotations

import gc
import re
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from ...api import Family, load_bundle
from ...contract import EngineError
from ...instances import Instance, observe_drops
from ..formats import columns, folder
from .sweep import Setting

if TYPE_CHECKING:
    from .plan import Order

MOST_COUNTED = 1_000
"""How many different labels or causes are counted by name; further ones are counted together."""

OTHERS = "(others)"

TOLD_EVERY = 0.5
"""Seconds between two words on the drafts that are dropped while an instance is made."""

LEVEL = 1
"""How hard batches are compressed on their way: little, for they are soon unpacked."""


class Dropped(msgspec.Struct, frozen=True, order=True):
    """Where a draft was dropped: the place of its batch, its instance and the attempt."""

    position: int
    index: int
    attempt: int
    split: str
    setting: int


class Tally(msgspec.Struct):
    """What was counted of instances, and what the parameters and metrics of their records hold."""

    done: int = 0
    labels: dict[str, int] = {}
    answers: dict[str, int] = {}
    tasks: dict[str, int] = {}
    rejections: dict[str, int] = {}
    members: dict[str, str] = {}
    drops: dict[str, Dropped] = {}

    def add(self, instance: Instance, record: Mapping[str, Any], order: Order) -> None:
        """Count an instance of an order."""
        self.done += 1
        count(self.labels, str(instance.label))
        count(self.answers, str(instance.answer))
        count(self.tasks, instance.task)
        for cause, number in instance.rejections.items():
            count(self.rejections, cause, number)
        for cause, attempt in instance.drops.items():
            place = (order.position, instance.index, attempt, order.split, order.setting)
            self._note(cause, Dropped(*place))
        columns.note_members(self.members, record)

    def merge(self, other: Tally) -> None:
        """Count what another has counted."""
        self.done += other.done
        for own, more in (
            (self.labels, other.labels),
            (self.answers, other.answers),
            (self.tasks, other.tasks),
            (self.rejections, other.rejections),
        ):
            for name, number in more.items():
                count(own, name, number)
        for cause, dropped in other.drops.items():
            self._note(cause, dropped)
        columns.merge_columns(self.members, other.members)

    def _note(self, cause: str, dropped: Dropped) -> None:
        """Keep the first draft of each cause that is counted by name."""
        if cause in self.rejections:
            self.drops[cause] = min(dropped, self.drops.get(cause, dropped))


def count(counter: dict[str, int], name: str, number: int = 1) -> None:
    """Count a label or a cause, by its name or among the others."""
    name = name if name in counter or len(counter) < MOST_COUNTED else OTHERS
    counter[name] = counter.get(name, 0) + number


class Batch(msgspec.Struct):
    """Records as lines, their counts, and the texts and encodings that get files of their own, by path."""

    tally: Tally
    lines: bytes
    files: list[tuple[str, str]]


class Packed(msgspec.Struct, frozen=True):
    """A batch as bytes for the stage, and what it counts, so that these need not be unpacked to know it."""

    tally: Tally
    content: bytes


def pack(batch: Batch) -> Packed:
    """Return a batch as it goes from one process to another."""
    return Packed(batch.tally, pack_batch(batch))


def pack_batch(batch: Batch) -> bytes:
    """Return a batch as bytes, with a checksum."""
    return zlib.compress(msgspec.msgpack.encode(batch), LEVEL)


def unpack_batch(content: bytes) -> Batch:
    """Return a batch back; ValueError if the bytes are not a packed batch."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(content), type=Batch)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(str(error)) from None


class Fault(Exception):
    """An instance could not be made, and why in a few words: all of it that goes from one process to another.

    `lasting` is whether it would happen again wherever the instance is made, as with all but limits of time and memory.
    """

    def __init__(self, order: Order, index: int, reason: str, lasting: bool) -> None:
        self.order = order
        self.index = index
        self.reason = reason
        self.lasting = lasting
        super().__init__(order, index, reason, lasting)


_PASSING = (EngineError, MemoryError, OSError, TimeoutError)


class Maker:
    """Makes the batches of a run, one after another."""

    def __init__(self, family: Family, settings: tuple[Setting, ...], seed: int) -> None:
        self._family = family
        self._settings = settings
        self._seed = seed
        self._encoder = msgspec.json.Encoder()

    def instance(self, order: Order, index: int) -> Instance:
        """Make one instance of an order."""
        return self._family.instance(
            seed=self._seed,
            index=index,
            split=order.split,
            **self._settings[order.setting].params,
        )

    def _instances(self, order: Order) -> Iterator[Instance]:
        return self._family.instances(
            range(order.start, order.stop),
            seed=self._seed,
            split=order.split,
            **self._settings[order.setting].params,
        )

    def batch(self, order: Order, told: Callable[[Tally], None]) -> Batch:
        """Make a batch; `told` is called after each instance, and from time to time while drafts of one are dropped.

        Raises:
            Fault: from what `Family.instance` raises.
        """
        tally, lines, files = Tally(), bytearray(), []
        instances = self._instances(order)
        waiting = _Waiting(tally, told)
        for index in range(order.start, order.stop):
            try:
                with observe_drops(waiting.dropped):
                    instance = next(instances)
                record = instance.record()
                lines += self._encoder.encode(record) + b"\n"
                if index - order.start < order.keep:
                    files += _files(instance)
            except Exception as error:
                raise Fault(
                    order,
                    index,
                    f"instance {index}: {type(error).__name__}: {error}",
                    not isinstance(error, _PASSING),
                ) from error
            tally.add(instance, record, order)
            waiting.clear()
            told(tally)
        return Batch(tally, bytes(lines), files)


class _Waiting:
    """The drafts that were dropped since the last instance, reported with those before."""

    def __init__(self, tally: Tally, told: Callable[[Tally], None]) -> None:
        self._tally = tally
        self._told = told
        self._rejections: dict[str, int] = {}
        self._last = time.monotonic()

    def clear(self) -> None:
        """Forget them: the instance that was made counts its own."""
        self._rejections.clear()
        self._last = time.monotonic()

    def dropped(self, cause: str) -> None:
        """Count a draft that was dropped, and report it if nothing was reported for a while."""
        count(self._rejections, cause)
        if time.monotonic() - self._last >= TOLD_EVERY:
            self._last = time.monotonic()
            seen = Tally(self._tally.done, rejections=dict(self._tally.rejections))
            for name, number in self._rejections.items():
                count(seen.rejections, name, number)
            self._told(seen)


def _files(instance: Instance) -> list[tuple[str, str]]:
    """Return an instance's text and encodings, by the path below a run's folder."""
    name = re.sub(r"[^\w.-]", "_", instance.id)
    found = [(f"{folder.TEXT}/{name}.txt", instance.text)]
    for engine, encoding in instance.encodings().items():
        found.append((f"{folder.ENCODINGS}/{name}.{engine}{encoding.suffix}", encoding.text))
    return found


@dataclass(frozen=True)
class Kit:
    """What another process needs to make batches: the family as the files it came from, and the rest of the plan."""

    bundle: Mapping[str, Any]
    hash: str
    settings: tuple[Setting, ...]
    seed: int


def recompile_family(kit: Kit) -> Maker:
    """Compile the family again, if only its files are left."""
    family = load_bundle(kit.bundle)
    if family.hash != kit.hash:
        raise RuntimeError("the family is another one here: is another version of rspc installed?")
    freeze_gc()
    return Maker(family, kit.settings, kit.seed)


YOUNG = 20_000
"""How many more objects the garbage collector waits for: an instance leaves almost no garbage."""


def freeze_gc() -> None:
    """Keep the garbage collector from what lives to the end of the process: families, phrases, grammars."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
