"""Writes a copy of a dataset with some of its records: unchanged, in order, a file for each split."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from .cards.descriptions import describe
from .cards.languages import LANGUAGES
from .formats import UNNAMED, content, disk, folder, read, sheets

SUFFIX = ".jsonl"
CARRIED = (
    "rspc",
    "family",
    "description",
    LANGUAGES,
    "family_hash",
    "seed",
    "settings",
    "mixture",
    "license",
)
"""What the copy's manifest takes from that of the dataset."""


@dataclass(frozen=True)
class Reduced:
    """What was written: how many records are kept, and how many were left out."""

    out: Path
    kept: int
    dropped: int
    digest: str


def write_copy(
    dataset: Path,
    out: Path,
    by: Mapping[str, Any],
    keeps: Callable[[Mapping[str, Any]], bool],
    check: Callable[[int], None] = lambda kept: None,
    force: bool = False,
    progress: Callable[[int], None] = lambda _: None,
    records: Iterable[tuple[Mapping[str, Any], bytes]] | None = None,
) -> Reduced:
    """Write the records of a dataset that are to be kept.

    Texts and encodings are not copied. The manifest says under `reduced` what the copy was taken from, by what, and
    how many records were left out.

    Args:
        by: by what records are chosen, for the manifest.
        keeps: returns whether a record is kept; called for each one, in order.
        check: called with the number of kept records before anything is published; may raise.
        force: whether the files of another run are replaced.
        progress: called after each record with how many were read.
        records: the records of the dataset, each with its line; None if they are to be read from it.

    Raises:
        SpecError: the dataset cannot be read (E0804, E0805), or the folder cannot be used (E0801 to E0803, E0815);
            and what `keeps` and `check` raise.
    """
    told = read.manifest(dataset) or {}
    bundle = folder.family_of(dataset)
    family = None if bundle is None else content(bundle, bundle.parent)
    identity = {"reduced": {**by, "of": told.get("digest")}}
    folder.check(out, identity, (*folder.DESCRIPTIONS, f"{folder.RECORDS}{SUFFIX}"), force=force)
    kept = dropped = 0
    with _removed_if_new(out), folder.staging_dir(out, identity) as stage:
        with ExitStack() as files:
            parts = SplitFiles(stage, files)
            for record, line in read.problem_lines(dataset) if records is None else records:
                if keeps(record):
                    kept += 1
                    parts.add(record, line)
                else:
                    dropped += 1
                progress(kept + dropped)
        check(kept)
        manifest = {
            "complete": True,
            **{field: told[field] for field in CARRIED if field in told},
            "format": "jsonl",
            "reduced": {**identity["reduced"], "dropped": dropped},
            "count": kept,
            **parts.account(),
            "rejections": {},
        }
        describe(stage, manifest)
        if family is not None:
            disk.place(stage / folder.FAMILY, family)
        folder.publish(stage, out, manifest)
    return Reduced(out, kept, dropped, manifest["digest"])


@contextmanager
def _removed_if_new(out: Path) -> Iterator[None]:
    """Remove a folder after an error if it was not there before, and nothing is in it."""
    is_new = not out.exists()
    try:
        yield
    except BaseException:
        if is_new:
            with suppress(OSError):
                out.rmdir()
        raise


class SplitFiles:
    """The files of records of a dataset, one for each split, with their sheets."""

    def __init__(self, stage: Path, files: ExitStack) -> None:
        self._stage = stage
        self._files = files
        self._open: dict[str, tuple[IO[bytes], IO[bytes]]] = {}
        self._counts = Counter[str]()
        self._labels: dict[str, Counter[str]] = {}
        self._tasks = Counter[str]()

    def add(self, record: Mapping[str, Any], line: bytes) -> None:
        """Write a record to the file of its split."""
        split = record["split"]
        if split not in self._open:
            self._begin(split, record["id"])
        self._counts[split] += 1
        self._labels[split][str(record["label"])] += 1
        self._tasks[record["task"]] += 1
        file, rows = self._open[split]
        with disk.report_os_errors(self._stage / _place(split)):
            file.write(line)
            rows.write(sheets.row(line))

    def _begin(self, split: str, id: str) -> None:
        folder.check_split(split, id, len(self._open))
        with disk.report_os_errors(self._stage / _sheet(split)):
            (self._stage / folder.PARTS).mkdir(exist_ok=True)
        places = (self._stage / _place(split), self._stage / _sheet(split))
        file, rows = (self._files.enter_context(disk.open_new_file(place)) for place in places)
        rows.write(sheets.head())
        self._open[split] = file, rows
        self._labels[split] = Counter()

    def account(self) -> dict[str, Any]:
        """Return what the manifest says of the files, once they are written."""
        digest, labels = hashlib.sha256(), Counter[str]()
        for split in self._open:
            labels.update(self._labels[split])
            with (self._stage / _place(split)).open("rb") as file:
                while part := file.read(1 << 20):
                    digest.update(part)
        return {
            "digest": f"sha256:{digest.hexdigest()}",
            "files": [self._list_file(_place(split), split) for split in self._open],
            "sheets": [self._list_file(_sheet(split), split) for split in self._open],
            "labels": dict(sorted(labels.items())),
            "tasks": dict(sorted(self._tasks.items())),
            "splits": {
                split: {"count": self._counts[split], "labels": dict(sorted(held.items()))}
                for split, held in self._labels.items()
            },
        }

    def _list_file(self, place: str, split: str) -> dict[str, Any]:
        path = self._stage / place
        return {
            "file": place,
            "split": split,
            "count": self._counts[split],
            "bytes": path.stat().st_size,
            "digest": disk.digest(path),
        }


def _place(split: str) -> str:
    return f"{folder.RECORDS}{split and f'-{split}'}{SUFFIX}"


def _sheet(split: str) -> str:
    return f"{folder.PARTS}/{split or UNNAMED}-00000-of-00001{sheets.SUFFIX}"
