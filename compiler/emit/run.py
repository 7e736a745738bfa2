"""A run: batches of instances, made by one process or many, then written as records with a manifest.

Nothing is held per instance but counters, so memory does not grow with their number. A finished batch is kept in the
folder's stage until the run is published; whoever gives the same command again goes on from there.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from .. import plugins
from ..contract import Arranging, EngineError, Writer
from . import folder, pool, writers
from .batch import Batch, Fault, Kit, Maker, Tally, lasting, packed, unpacked
from .plan import Order, Plan, Shard

EXECUTORS = ("local", "ray")
"""Who can run the processes that make batches."""


@dataclass(frozen=True)
class Progress:
    """How far a run is: `done` of `total` instances are there, `made` of them now; those at hand are of a setting."""

    done: int
    total: int
    setting: str
    rejections: Mapping[str, int]
    made: int = 0


@dataclass(frozen=True)
class Summary:
    """What a finished run made. `digest` is the SHA-256 of its records as lines of JSON, `example` its first text.

    `made` is how many of the instances were made now: those of an earlier run that was broken off are not, and none
    is where the run was finished before.
    """

    out: Path
    files: tuple[Path, ...]
    count: int
    made: int
    digest: str
    labels: Mapping[str, int]
    rejections: Mapping[str, int]
    seconds: float
    example: str

    def as_dict(self) -> dict[str, Any]:
        """Give the summary as plain values for `--json`."""
        return {
            "out": str(self.out),
            "files": [str(each) for each in self.files],
            "count": self.count,
            "made": self.made,
            "digest": self.digest,
            "labels": dict(self.labels),
            "rejections": dict(self.rejections),
            "seconds": round(self.seconds, 3),
        }


def check(plan: Plan) -> None:
    """Find what would keep a plan from being written, before any work is done; nothing is made or changed.

    Raises:
        SpecError: as `run` does for its folder, its format and its executor.
        PluginError: the writer cannot be loaded.
    """
    if plan.executor not in EXECUTORS:
        help = did_you_mean(plan.executor, EXECUTORS) or f"there are: {', '.join(EXECUTORS)}"
        message = f"there is no executor `{plan.executor}`"
        raise SpecError([Diagnostic("E0810", message, help=help)])
    if plan.executor == "ray":
        from . import cluster

        cluster.check()
    writer = writers.named(plan.format)
    card = [folder.CARD] if isinstance(writer, Arranging) else []
    # Of a run of very many files, those that a folder is likely to hold already.
    first = [_name(plan, writer, shard) for shard, _ in zip(plan.shards(), range(1000))]  # noqa: B905
    folder.check(plan.out, plan.identity(), [*card, *first], force=plan.force)


def finished(plan: Plan, told: Callable[[Path], None] = lambda _: None) -> Summary | None:
    """Give what stands in the folder where it is this very run, complete, with all its files; None where it is not.

    Files of records are held against the manifest's digests, and the family's against the family; `told` is called
    with the first that is missing or another than the run wrote.
    """
    manifest = folder.manifest(plan.out)
    same = all(manifest.get(key) == value for key, value in plan.identity().items())
    listed = [each for each in manifest.get("files", []) if isinstance(each, dict)]
    whole = {"count", "digest", "labels", "rejections"} <= manifest.keys() and listed
    if plan.force or not (manifest.get("complete") and same and whole):
        return None
    files = tuple(plan.out / str(each.get("file")) for each in listed)
    sound = (
        folder.holds(path, each.get("digest")) for path, each in zip(files, listed, strict=True)
    )
    family = plan.out / folder.FAMILY
    altered = [path for path, is_sound in zip(files, sound, strict=True) if not is_sound]
    if altered or not folder.is_written(family, plan.family.bundle()):
        told(altered[0] if altered else family)
        return None
    folder.swept(plan.out, plan.identity())
    return Summary(
        out=plan.out,
        files=files,
        count=manifest["count"],
        made=0,
        digest=manifest["digest"],
        labels=manifest["labels"],
        rejections=manifest["rejections"],
        seconds=0.0,
        example="",
    )


def run(plan: Plan, progress: Callable[[Progress], None] = lambda _: None) -> Summary:
    """Make the instances of a plan and write them; `progress` is called after each, or now and then.

    Raises:
        SpecError: the folder cannot be used (E0801 to E0803, E0815), there is no such format or executor (E0810), or
            something for it is not installed (E0816).
        Exhausted, Disagreement, EngineError: as `Family.instance` does. Nothing is published then.
        EngineError: processes died over a batch again and again, or one made no instance for very long.
    """
    check(plan)
    if (earlier := finished(plan)) is not None:
        return earlier
    started = time.perf_counter()
    writer = writers.named(plan.format)
    identity = plan.identity()
    with folder.staged(plan.out, identity) as stage:
        made = _make(plan, stage, progress)
        written = _Written(plan, stage, writer)
        for shard in plan.shards():
            written.shard(shard)
        seconds = time.perf_counter() - started
        manifest = {
            "complete": True,
            **identity,
            **written.account(),
            "engines": list(plan.family.engines),
            "machine": {**machine(), "seconds": round(seconds, 3)},
        }
        with folder.writing(stage / folder.FAMILY):
            folder.write(stage / folder.FAMILY, plan.family.bundle())
        if isinstance(writer, Arranging):
            manifest["card"] = folder.CARD
            folder.place(stage / folder.CARD, writer.card(manifest).encode())
        folder.publish(stage, plan.out, manifest)
    return Summary(
        out=plan.out,
        files=tuple(plan.out / each["file"] for each in manifest["files"]),
        count=manifest["count"],
        made=made,
        digest=manifest["digest"],
        labels=manifest["labels"],
        rejections=manifest["rejections"],
        seconds=seconds,
        example=written.example,
    )


def _name(plan: Plan, writer: Writer, shard: Shard) -> str:
    """Give the path of a file below the run's folder."""
    if isinstance(writer, Arranging):
        return writer.place(shard.split, shard.number, shard.of)
    split = f"-{shard.split}" if len(plan.counts) > 1 else ""
    number = f"-{shard.number:05}" if plan.shard else ""
    return f"{folder.RECORDS}{split}{number}{writer.suffix}"


# ---------------------------------------------------------------------------------------------------- making


def _make(plan: Plan, stage: Path, progress: Callable[[Progress], None]) -> int:
    """Put every batch of a plan into the stage that is not there yet; give how many instances were made."""
    seen = _Seen(plan, progress)
    maker = Maker(plan.family, plan.settings, plan.seed)
    try:
        with closing(_batches(plan, maker, _missing(plan, stage, seen), seen.now)) as batches:
            for order, content in batches:
                folder.place(_path(stage, order), content)
                seen.end(order, unpacked(content).tally)
    except Fault as fault:
        if fault.__cause__ is not None:
            raise fault.__cause__ from None
        if fault.lasting:
            maker.instance(fault.order, fault.index)  # raises it with all that belongs to it
        raise EngineError(fault.reason) from None
    return seen.made


def _path(stage: Path, order: Order) -> Path:
    return stage / folder.BATCHES / f"{order.position:012}"


def _missing(plan: Plan, stage: Path, seen: _Seen) -> Iterator[Order]:
    """Yield the batches that are still to be made; count those that are not, and drop what is damaged."""
    for shard in plan.shards():
        for order in plan.orders(shard):
            path = _path(stage, order)
            if path.exists():
                try:
                    seen.before(unpacked(path.read_bytes()).tally)
                    continue
                except ValueError:
                    path.unlink()
            yield order


def _batches(
    plan: Plan, maker: Maker, orders: Iterator[Order], told: Callable[[Order, Tally], None]
) -> Generator[tuple[Order, bytes], None, None]:
    """Yield each order with its packed batch, as they are finished, made by whom the plan says."""
    if plan.executor == "local" and plan.workers == 1 and plan.total <= pool.LIFE:
        return _here(maker, orders, told)
    kit = Kit(plan.family.bundle(), plan.family.hash, plan.settings, plan.seed)
    if plan.executor == "ray":
        from . import cluster

        return cluster.made(kit, orders, plan.workers)
    return pool.made(kit, orders, plan.workers, told)


def _here(
    maker: Maker, orders: Iterable[Order], told: Callable[[Order, Tally], None]
) -> Generator[tuple[Order, bytes], None, None]:
    lasting()
    for order in orders:

        def tell(tally: Tally, order: Order = order) -> None:
            told(order, tally)

        yield order, packed(maker.batch(order, tell))


class _Seen:
    """How far a run is: what is finished, and what those at work have told of theirs."""

    def __init__(self, plan: Plan, progress: Callable[[Progress], None]) -> None:
        self.made = 0
        self._plan = plan
        self._progress = progress
        self._finished = Tally()
        self._open: dict[int, Tally] = {}

    def before(self, tally: Tally) -> None:
        """Count a batch that an earlier run finished."""
        self._finished.merge(tally)
        self._tell("")

    def now(self, order: Order, tally: Tally) -> None:
        """Take what is told of a batch at work."""
        self._open[order.position] = tally
        self._tell(self._plan.settings[order.setting].label)

    def end(self, order: Order, tally: Tally) -> None:
        """Count a batch that is finished."""
        told = self._open.pop(order.position, Tally()).done
        self.made += tally.done
        self._finished.merge(tally)
        if told < tally.done:
            self._tell(self._plan.settings[order.setting].label)

    def _tell(self, setting: str) -> None:
        rejections = dict(self._finished.rejections)
        for tally in self._open.values():
            for cause, number in tally.rejections.items():
                rejections[cause] = rejections.get(cause, 0) + number
        working = sum(each.done for each in self._open.values())
        done = self._finished.done + working
        made = self.made + working
        self._progress(Progress(done, self._plan.total, setting, rejections, made))


# ---------------------------------------------------------------------------------------------------- writing


class _Written:
    """Writes the files of a run from its batches, in order, and keeps account of them."""

    def __init__(self, plan: Plan, stage: Path, writer: Writer) -> None:
        self.example = ""
        self._plan = plan
        self._stage = stage
        self._writer = writer
        self._digest = hashlib.sha256()
        self._all = Tally()
        self._splits: dict[str, Tally] = {}
        self._files: list[dict[str, Any]] = []
        for shard in plan.shards():
            for order in plan.orders(shard):
                tally = self._batch(order).tally
                self._all.merge(tally)
                self._splits.setdefault(shard.split, Tally()).merge(tally)

    def shard(self, shard: Shard) -> None:
        """Write one file of records, and the texts and encodings that belong to its records."""
        name = _name(self._plan, self._writer, shard)
        path = self._stage / name
        with folder.writing(path):
            path.parent.mkdir(exist_ok=True)
        with folder.filled(path) as file:
            self._write(self._lines(shard), file, path)
        self._files.append(
            {
                "file": name,
                "split": shard.split,
                "count": shard.stop - shard.start,
                "bytes": path.stat().st_size,
                "digest": folder.digest(path),
            }
        )

    def _write(self, lines: Iterator[bytes], file: Any, path: Path) -> None:
        try:
            with folder.writing(path):
                self._writer.write(lines, self._all.columns, file)
        except SpecError:
            raise
        except Exception as fault:
            raise plugins.failed(plugins.WRITERS, self._writer.name, path.name, fault) from fault

    def _lines(self, shard: Shard) -> Iterator[bytes]:
        for order in self._plan.orders(shard):
            batch = self._batch(order)
            self._digest.update(batch.lines)
            self._keep(batch)
            for line in batch.lines.split(b"\n")[:-1]:
                self.example = self.example or str(msgspec.json.decode(line).get("prompt", ""))
                yield line + b"\n"

    def _batch(self, order: Order) -> Batch:
        path = _path(self._stage, order)
        with folder.writing(path):
            return unpacked(path.read_bytes())

    def _keep(self, batch: Batch) -> None:
        for name, text in batch.files:
            path = self._stage / name
            with folder.writing(path):
                path.parent.mkdir(exist_ok=True)
                path.write_bytes((text if text.endswith("\n") else f"{text}\n").encode())

    def account(self) -> dict[str, Any]:
        """Give what the manifest says of the files and what is in them."""
        return {
            "count": self._all.done,
            "digest": f"sha256:{self._digest.hexdigest()}",
            "files": self._files,
            "splits": {
                split: {"count": tally.done, "labels": _sorted(tally.labels)}
                for split, tally in self._splits.items()
            },
            "labels": _sorted(self._all.labels),
            "answers": _sorted(self._all.answers),
            "rejections": _sorted(self._all.rejections),
            "columns": self._all.columns,
        }


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


def _sorted(counter: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counter.items()))
