"""A run: batches of instances, made by one process or many, then written as records with a manifest.

Nothing is held per instance but counters, so memory does not grow with their number. A finished batch is kept in the
folder's stage until the run is published; whoever gives the same command again goes on from there.
"""

from __future__ import annotations

import itertools
import os
import platform
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...contract import Tabular
from ..formats import disk, folder, writers
from ..formats.card import card
from ..formats.opening import plain
from ..formats.sheets import LOADING
from ..repeats import Repeats
from .plan import Plan
from .progress import Progress, make
from .writing import Written, name, sheet

EXECUTORS = ("local", "ray")
"""Who can run the processes that make batches."""


@dataclass(frozen=True)
class Summary:
    """What a finished run made. `digest` is the SHA-256 of its records as lines of JSON.

    `made` is how many of the instances were made now: those of an earlier run that was broken off are not, and none
    is where the run was finished before. Then `repeats` is not known either: how many of the problems repeat an
    earlier one in canonical form. `drops` says for each cause of rejection where its first draft was dropped.
    """

    out: Path
    files: tuple[Path, ...]
    count: int
    made: int
    digest: str
    labels: Mapping[str, int]
    rejections: Mapping[str, int]
    seconds: float
    repeats: Repeats | None = None
    drops: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return the summary as plain values for `--json`."""
        return {
            "out": str(self.out),
            "files": [str(file) for file in self.files],
            "count": self.count,
            "made": self.made,
            "digest": self.digest,
            "labels": dict(self.labels),
            "rejections": dict(self.rejections),
            "repeats": None if self.repeats is None else self.repeats.repeats,
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
        from . import ray_pool

        ray_pool.check()
    writer = writers.writer_named(plan.format)
    for split in plan.counts:
        if not re.fullmatch(r"[\w-]*", split):
            raise SpecError([Diagnostic("E0423", f"a split cannot be called `{split}`")])
    # Of a run of very many files, those that a folder is likely to hold already.
    first = list(itertools.islice(plan.shards(), 1000))
    taken = [folder.CARD, *(name(plan, writer, shard) for shard in first)]
    taken += [] if isinstance(writer, Tabular) else map(sheet, first)
    folder.check(plan.out, plan.identity(), taken, force=plan.force)


def find_finished_run(plan: Plan, told: Callable[[Path], None] = lambda _: None) -> Summary | None:
    """Return what stands in the folder where it is this very run, complete, with all its files; None if it is not.

    Files of records are held against the manifest's digests, and the family's against the family; `told` is called
    with the first that is missing or another than the run wrote.
    """
    manifest = folder.manifest(plan.out)
    same = all(manifest.get(key) == value for key, value in plan.identity().items())
    listed = [each for each in folder.listed_files(manifest) if isinstance(each, dict)]
    whole = {"count", "digest", "labels", "rejections"} <= manifest.keys() and listed
    if plan.force or not (manifest.get("complete") and same and whole):
        return None
    paths = {plan.out / str(each.get("file")): each for each in listed}
    altered = [path for path, each in paths.items() if not disk.holds(path, plan.out, each)]
    family, shown = plan.out / folder.FAMILY, plan.out / folder.CARD
    altered += [] if disk.is_written(family, plan.family.bundle()) else [family]
    altered += [] if plain(shown, plan.out) else [shown]
    if altered:
        told(altered[0])
        return None
    folder.remove_leftovers(plan.out, plan.identity())
    return Summary(
        out=plan.out,
        files=tuple(plan.out / str(each["file"]) for each in manifest["files"]),
        count=manifest["count"],
        made=0,
        digest=manifest["digest"],
        labels=manifest["labels"],
        rejections=manifest["rejections"],
        seconds=0.0,
        drops=manifest.get("drops", {}),
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
    if (earlier := find_finished_run(plan)) is not None:
        return earlier
    started = time.perf_counter()
    writer = writers.writer_named(plan.format)
    identity = plan.identity()
    with folder.staging_dir(plan.out, identity) as stage:
        made = make(plan, stage, progress)
        written = Written(plan, stage, writer)
        for shard in plan.shards():
            written.shard(shard)
        seconds = time.perf_counter() - started
        manifest = {
            "complete": True,
            **identity,
            **written.account(),
            "engines": list(plan.family.engines.names),
            "machine": {**machine(), "seconds": round(seconds, 3)},
        }
        with disk.report_os_errors(stage / folder.FAMILY):
            disk.write(stage / folder.FAMILY, plan.family.bundle())
        loading = writer.loading if isinstance(writer, Tabular) else LOADING
        shown = card(manifest, manifest.get("sheets", manifest["files"]), loading)
        manifest["card"] = folder.CARD
        disk.place(stage / folder.CARD, shown.encode())
        folder.publish(stage, plan.out, manifest)
    return Summary(
        out=plan.out,
        files=tuple(plan.out / value["file"] for value in manifest["files"]),
        count=manifest["count"],
        made=made,
        digest=manifest["digest"],
        labels=manifest["labels"],
        rejections=manifest["rejections"],
        seconds=seconds,
        repeats=written.repeats(),
        drops=manifest["drops"],
    )


def machine() -> dict[str, Any]:
    """Return what a run's times and engines depend on, and its records do not."""
    return {
        "platform": platform.platform(),
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "packages": packages(),
    }


_EXTRA = re.compile(r"extra == ['\"](\w+)['\"]")
_MAKING = (None, "data", "java")
"""The extras whose packages write files or decide labels."""


def packages() -> dict[str, str]:
    """Return the installed version of everything that rspc makes datasets with."""
    found: dict[str, str] = {}
    try:
        needed = requires("rspc") or []
    except PackageNotFoundError:
        needed = []
    for requirement in needed:
        name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
        extra = _EXTRA.search(requirement)
        if (extra[1] if extra else None) in _MAKING:
            with suppress(PackageNotFoundError):
                found[name] = version(name)
    return dict(sorted(found.items()))
