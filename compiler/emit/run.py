"""A run: instances of a family, one after another, written as records with a manifest.

Nothing is held per instance but counters, so memory does not grow with their number.
"""

from __future__ import annotations

import gc
import hashlib
import os
import platform
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..contract import Writer
from . import folder, writers
from .sweep import Setting

if TYPE_CHECKING:
    from ..family import Family
    from ..instance import Instance

MOST_COUNTED = 1_000
"""How many different labels or causes are counted by name; further ones are counted together."""

OTHERS = "(others)"


@dataclass(frozen=True)
class Plan:
    """What to make and where: `n` instances of each setting, in order.

    Attributes:
        keep: how many instances also get their encodings and text as files; None for all.
        force: whether another run's files in the folder may be replaced.
    """

    family: Family
    n: int
    out: Path
    settings: tuple[Setting, ...]
    seed: int = 0
    split: str = ""
    format: str = "jsonl"
    keep: int | None = 100
    force: bool = False

    @property
    def total(self) -> int:
        return self.n * len(self.settings)

    def identity(self) -> dict[str, Any]:
        """Give what a folder's earlier run must share with this one to be replaced without asking."""
        return {
            "rspc": _release(),
            "family": self.family.name,
            "family_hash": self.family.hash,
            "seed": self.seed,
            "split": self.split,
            "format": self.format,
            "n": self.n,
            "keep": self.keep,
            "settings": [
                {
                    "label": each.label,
                    "params": msgspec.to_builtins(dict(each.params), enc_hook=str),
                }
                for each in self.settings
            ],
        }


@dataclass
class Tally:
    """What a run has counted so far."""

    done: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    rejections: Counter[str] = field(default_factory=Counter)

    def add(self, instance: Instance) -> None:
        self.done += 1
        _count(self.labels, str(instance.label))
        _count(self.answers, str(instance.answer))
        for cause, number in instance.rejections.items():
            _count(self.rejections, cause, number)


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    done: int
    total: int
    setting: str
    rejections: Mapping[str, int]


@dataclass(frozen=True)
class Summary:
    """What a finished run made. `digest` is the SHA-256 of the records file, `example` its first text."""

    out: Path
    records: Path
    count: int
    digest: str
    labels: Mapping[str, int]
    rejections: Mapping[str, int]
    seconds: float
    example: str

    def as_dict(self) -> dict[str, Any]:
        """Give the summary as plain values for `--json`."""
        return {
            "out": str(self.out),
            "records": str(self.records),
            "count": self.count,
            "digest": self.digest,
            "labels": dict(self.labels),
            "rejections": dict(self.rejections),
            "seconds": round(self.seconds, 3),
        }


def check(plan: Plan) -> None:
    """Find what would keep a plan from being written, before any work is done; nothing is made or changed.

    Raises:
        SpecError: as `run` does for its folder and its format.
        PluginError: the writer cannot be loaded.
    """
    identity = {**plan.identity(), "records": _name(writers.named(plan.format))}
    folder.check(plan.out, identity, force=plan.force)


def run(plan: Plan, progress: Callable[[Progress], None] = lambda _: None) -> Summary:
    """Make the instances of a plan and write them; `progress` is called after each.

    Raises:
        SpecError: the folder cannot be used (E0801 to E0803, E0815), or there is no such format (E0810).
        Exhausted, Disagreement, EngineError: as `Family.instance` does. Nothing is published then.
    """
    started = time.perf_counter()
    writer = writers.named(plan.format)
    name = _name(writer)
    identity = {**plan.identity(), "records": name}
    folder.check(plan.out, identity, force=plan.force)
    tally, digest, example = Tally(), hashlib.sha256(), ""
    lasting()
    encoder = msgspec.json.Encoder()
    with folder.staged(plan.out) as stage:
        keeper = Keeper(stage, plan.keep)
        with folder.filled(stage / name) as file:
            for setting, instance in _instances(plan):
                line = encoder.encode(instance.record()) + b"\n"
                digest.update(line)
                with folder.writing(stage / name):
                    writer.write([line], {}, file)
                keeper.keep(instance)
                example = example or instance.text
                tally.add(instance)
                progress(Progress(tally.done, plan.total, setting.label, tally.rejections))
        with folder.writing(stage / folder.FAMILY):
            folder.write(stage / folder.FAMILY, plan.family.bundle())
        seconds = time.perf_counter() - started
        manifest = {
            "complete": True,
            **identity,
            "count": tally.done,
            "digest": f"sha256:{digest.hexdigest()}",
            "labels": _sorted(tally.labels),
            "answers": _sorted(tally.answers),
            "rejections": _sorted(tally.rejections),
            "machine": {**machine(), "seconds": round(seconds, 3)},
        }
        folder.publish(stage, plan.out, manifest)
    return Summary(
        out=plan.out,
        records=plan.out / name,
        count=tally.done,
        digest=f"sha256:{digest.hexdigest()}",
        labels=_sorted(tally.labels),
        rejections=_sorted(tally.rejections),
        seconds=seconds,
        example=example,
    )


def lasting() -> None:
    """Keep the garbage collector from what lives to the end of the process: families, phrases, grammars."""
    gc.collect()
    gc.freeze()


def _name(writer: Writer) -> str:
    return f"{folder.RECORDS}{writer.suffix}"


def _instances(plan: Plan) -> Iterator[tuple[Setting, Instance]]:
    for setting in plan.settings:
        for index in range(plan.n):
            yield (
                setting,
                plan.family.instance(
                    seed=plan.seed, index=index, split=plan.split, **setting.params
                ),
            )


class Keeper:
    """Writes the encodings and the text of the first instances as files of their own, for people and other tools."""

    def __init__(self, stage: Path, keep: int | None) -> None:
        self._stage = stage
        self._left = keep

    def keep(self, instance: Instance) -> None:
        """Write an instance's files while there are some left to keep."""
        if self._left is not None:
            if self._left <= 0:
                return
            self._left -= 1
        name = re.sub(r"[^\w.-]", "_", instance.id)
        self._write(self._stage / folder.TEXT / f"{name}.txt", instance.text)
        for engine, encoding in instance.encodings().items():
            path = self._stage / folder.ENCODINGS / f"{name}.{engine}{encoding.suffix}"
            self._write(path, encoding.text)

    def _write(self, path: Path, text: str) -> None:
        with folder.writing(path):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes((text if text.endswith("\n") else f"{text}\n").encode())


def machine() -> dict[str, Any]:
    """Give what a run's times and engines depend on, and its records do not."""
    return {
        "platform": platform.platform(),
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "packages": packages(),
    }


def packages() -> dict[str, str]:
    """Give the installed version of everything that rspc depends on."""
    found: dict[str, str] = {}
    try:
        needed = requires("rspc") or []
    except PackageNotFoundError:
        needed = []
    for requirement in needed:
        name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
        if "extra ==" not in requirement:
            found[name] = version(name)
    return dict(sorted(found.items()))


def _release() -> str:
    from ... import __version__

    return __version__


def _count(counter: Counter[str], name: str, number: int = 1) -> None:
    known = name in counter or len(counter) < MOST_COUNTED
    counter[name if known else OTHERS] += number


def _sorted(counter: Counter[str]) -> dict[str, int]:
    return dict(sorted(counter.items()))
