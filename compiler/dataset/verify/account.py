"""The contents of the files of a dataset, as its manifest would list them, and whether the manifest agrees."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ....dsl.diagnostics import SpecError
from ...api import Family
from ...contract.plugins import PluginError
from ..cards.languages import stated_languages
from ..formats import columns, disk, whole, writers
from ..runs import Plan, Setting, Tally, count, name, plain
from ..runs.mixture import hash_families
from .remake import settings_of

SPARED = 64 << 20
"""By how many bytes a file may be larger than its records: by its head and its index."""


class Account:
    """Counts the records of a dataset, file by file, as the run did that wrote them."""

    def __init__(self, families: Sequence[Family]) -> None:
        self._families = families
        self._all = Tally()
        self._splits: dict[str, Tally] = {}
        self._firsts: dict[str, dict[str, Mapping[str, Any] | None]] = {}
        self._digest = hashlib.sha256()
        self._lines: dict[Path, int] = {}
        self._bytes: dict[Path, int] = {}

    def line(self, path: Path, line: bytes) -> None:
        """Count a line of a file, whatever it holds."""
        self._lines[path] = self._lines.get(path, 0) + 1
        self._bytes[path] = self._bytes.get(path, 0) + len(line)
        self._digest.update(line)

    def record(self, record: Mapping[str, Any]) -> None:
        """Count a record."""
        split, hash = str(record.get("split")), str(record.get("params_hash"))
        firsts = self._firsts.setdefault(split, {})
        if hash not in firsts and len(self._families) == 1:
            firsts[hash] = None if whole(record) else settings_of(record, self._families[0])
        columns.note_members(self._all.members, record)
        for tally in (self._all, self._splits.setdefault(split, Tally())):
            tally.done += 1
            count(tally.labels, str(record.get("label")))
            count(tally.answers, str(record.get("answer")))
            count(tally.tasks, str(record.get("task")))

    def files(self, dataset: Path, told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield each file that a manifest lists under its present name; its split is as listed.

        A file that is much larger than its records is not read once more, and has no digest.
        """
        for value in told.get("files") or ():
            path = dataset / value["file"]
            size = path.stat().st_size
            sound = size <= self._bytes.get(path, 0) + SPARED
            number = self._lines.get(path, 0)
            digest = disk.digest(path) if sound else None
            yield {**value, "count": number, "bytes": size, "digest": digest}

    def kept(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the manifest of any copy states about its records."""
        own = self._families[0]
        named = {} if "mixture" in told else {"family": own.name, "description": own.description}
        return {
            "complete": True,
            **named,
            **stated_languages(self._families),
            "family_hash": hash_families(self._families),
            "count": sum(self._lines.values()),
            "digest": f"sha256:{self._digest.hexdigest()}",
            "labels": self._all.labels,
            "tasks": self._all.tasks,
        }

    def made(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Return the other entries of the manifest of a run with this many settings, or of a mixture."""
        settings = max(1, len(told.get("settings") or ()))
        engines = {} if "mixture" in told else {"engines": [*self._families[0].engines.names]}
        return {
            **engines,
            "counts": {split: tally.done // settings for split, tally in self._splits.items()},
            "splits": {
                split: {"count": tally.done, "labels": tally.labels}
                for split, tally in self._splits.items()
            },
            "answers": self._all.answers,
            "columns": columns.table(self._all.members, columns.fields_of(told)),
        }

    def unplanned(self, told: Mapping[str, Any]) -> str:
        """Return why the settings, format and file size in a manifest would give other files; empty if not."""
        try:
            own = msgspec.convert(told, _Told)
            writer = writers.writer_named(own.format)
        except (msgspec.ValidationError, SpecError, PluginError) as error:
            return str(error)
        settings = [{**_defaults(self._families[0]), **setting.params} for setting in own.settings]
        for firsts in self._firsts.values():
            given = [plain(first) for first in firsts.values() if first is not None]
            if len(given) == len(firsts) and given != settings:
                return "its `settings` are not those of the records"
        made = Plan(
            self._families[0],
            own.counts,
            Path(),
            tuple(Setting("", setting) for setting in settings),
            format=own.format,
            shard=own.shard_size,
        )
        files = [(name(made, writer, e), e.split, e.stop - e.start) for e in made.shards()]
        if files != [(file.file, file.split, file.count) for file in own.files]:
            return "its `files` are not those of its `counts`, `format` and `shard_size`"
        return ""


def first_index(file: Path, told: Mapping[str, Any]) -> int:
    """Return the index that the first record has of a file which a manifest lists; 0 if it has none."""
    try:
        plan = msgspec.convert(told, _Told)
    except msgspec.ValidationError:
        return 0
    before = dict.fromkeys(plan.counts, 0)
    for each in plan.files:
        if Path(each.file).name == file.name:
            return before[each.split] % plan.counts[each.split] if each.split in before else 0
        before[each.split] = before.get(each.split, 0) + each.count
    return 0


class _Setting(msgspec.Struct):
    params: dict[str, Any]


class _File(msgspec.Struct):
    file: str
    split: str
    count: int


class _Told(msgspec.Struct):
    """What a manifest states about the plan of its run."""

    counts: dict[str, Annotated[int, msgspec.Meta(ge=1)]]
    settings: Annotated[list[_Setting], msgspec.Meta(min_length=1)]
    format: str
    files: list[_File]
    shard_size: Annotated[int, msgspec.Meta(ge=1)] | None
    keep: int | None


def _defaults(family: Family) -> dict[str, Any]:
    return plain({name: each.default for name, each in family.parameters.items()})
