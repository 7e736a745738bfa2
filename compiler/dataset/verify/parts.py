"""Parts of a dataset, and the findings in each: whichever process looks at it, it finds the same."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from ....dsl.diagnostics import SpecError
from ...api import load_bundle
from ...certify.certify import encodings
from ...instances import Instance
from ..formats import content, folder
from ..runs import Tally, Work, freeze_gc
from .report import Fault, Report
from .verifier import Verifiers

UNKNOWN = "(unknown)"
"""What is counted as dropped on the way to an instance that could not be made again."""

PART = 100
"""How many records a part has at least, and with all those of the last one's context up to twice as many."""


@dataclass(frozen=True)
class Sum:
    """The size of a file in bytes, and the digest of its content without final line ends."""

    size: int
    digest: bytes


@dataclass(frozen=True)
class Own:
    """The prompt or an encoding of a record.

    Attributes:
        path: where it is.
        sum: what it holds, for a process that may be on another machine; None if the process is to read it.
            A file that cannot be read has the size -1.
    """

    path: Path
    sum: Sum | None = None

    @property
    def folder(self) -> str:
        return self.path.parent.name

    def holds(self, text: str) -> bool:
        """Return whether the file holds a text, but for final line ends, of which it may have one more."""
        own = text.encode()
        if self.sum is None:
            return _content(self.path, len(own)) == own.rstrip(b"\n")
        return self.sum.size <= len(own) + 1 and self.sum == _sum(own, self.sum.size)

    def read(self) -> Own:
        """Return the file with what it holds."""
        try:
            held = content(self.path, self.path.parent)
        except (OSError, SpecError):
            return Own(self.path, Sum(-1, b""))
        return Own(self.path, _sum(held, len(held)))


def _sum(content: bytes, size: int) -> Sum:
    return Sum(size, hashlib.sha256(content.rstrip(b"\n")).digest())


@dataclass(frozen=True)
class Item:
    """A record to verify.

    Attributes:
        faults: the errors found while it was read.
        line: its line of JSON; None if the line is not a record.
        files: the prompt and encodings that are named after it.
        texted: whether a prompt must be among them.
    """

    faults: tuple[Fault, ...]
    line: bytes | None = None
    files: tuple[Own, ...] = ()
    texted: bool = False


@dataclass(frozen=True)
class Part:
    """Records between two places of a dataset, counted from 1; `position` is how many parts come before."""

    position: int
    start: int
    stop: int
    items: tuple[Item, ...]

    @property
    def size(self) -> int:
        return len(self.items)

    def read_files(self) -> Part:
        """Return the part for a process that cannot read the dataset's files: with what those of its records hold."""
        items = (
            replace(item, files=tuple(each.read() for each in item.files)) for item in self.items
        )
        return replace(self, items=tuple(items))

    @property
    def noun(self) -> str:
        return "record"


@dataclass(frozen=True)
class Found:
    """What was found in a part, and what was dropped on the way to its instances."""

    report: Report
    rejections: Mapping[str, int]


class Examiner:
    """Verifies parts of a dataset."""

    def __init__(self, verifiers: Verifiers) -> None:
        self._verifiers = verifiers
        self._decoder = msgspec.json.Decoder(dict[str, Any])

    def examine(self, part: Part, told: Callable[[Tally], None]) -> Found:
        """Verify a part; `told` is called after each record.

        Raises:
            EngineError: an engine failed.
        """
        findings = self._verifiers.start_findings()
        rejections: Counter[str] = Counter()
        for done, item in enumerate(part.items, 1):
            findings.add(item.faults)
            if item.line is not None:
                record = self._decoder.decode(item.line)
                instance = self._verifiers.of(record).verify(record, item.line)
                rejections.update({UNKNOWN: 1} if instance is None else instance.rejections)
                findings.add(self._check_files(record, item, instance))
            told(Tally(done))
        return Found(findings.report(), rejections)

    def _check_files(
        self, record: Mapping[str, Any], item: Item, instance: Instance | None
    ) -> list[Fault]:
        """Return the faults of the files that a record has to itself."""
        id = record["id"]
        found = []
        if item.texted and not any(file.folder == folder.TEXT for file in item.files):
            found.append(
                Fault(
                    "E0844",
                    id,
                    folder.TEXT,
                    f"`{folder.TEXT}/` lacks the prompt of a record that had one",
                )
            )
        for file in item.files:
            if file.folder == folder.TEXT:
                own: str | None = str(record.get("prompt"))
            elif instance is None:
                continue
            else:
                own = self._encoding(record, instance, file.path)
            if own is None or not file.holds(own):
                field = f"{file.folder}/{file.path.name}"
                found.append(
                    Fault("E0840", id, field, f"`{field}` differs from what the family generates")
                )
        return found

    def _encoding(self, record: Mapping[str, Any], instance: Instance, path: Path) -> str | None:
        family = self._verifiers.of(record).family
        for engine, encoding in encodings(family.engines, instance.theory, instance.query).items():
            if path.name.endswith(f".{engine}{encoding.suffix}"):
                return encoding.text
        return None


def _content(path: Path, size: int) -> bytes | None:
    """Return the content of a file of about the given size, without final line ends; None if it is a different file."""
    try:
        return content(path, path.parent, size + 1).rstrip(b"\n")
    except (OSError, SpecError):
        return None


@dataclass(frozen=True)
class Kit:
    """What another process needs to verify parts."""

    bundles: tuple[Mapping[str, Any], ...]
    engines: tuple[str, ...]
    other_version: bool


def kit(verifiers: Verifiers) -> Kit:
    """Return what another process needs to verify as this one does."""
    bundles = tuple(family.bundle() for family in verifiers.families)
    return Kit(bundles, tuple(verifiers.engines), verifiers.other_version)


@dataclass(frozen=True)
class Failed:
    """A process could not verify a part; the reason in a few words is all that goes from it to another."""

    reason: str


def start_examiner(kit: Kit) -> Work[Part, Found | Failed]:
    """Compile the families in a process of the pool, and give what verifies parts.

    What fails there is reported, for another process to verify the part, and to meet the fault with its place.
    """
    families = tuple(load_bundle(bundle) for bundle in kit.bundles)
    examiner = Examiner(Verifiers(families, kit.engines, kit.other_version))
    freeze_gc()

    def work(part: Part, told: Callable[[Tally], None]) -> Found | Failed:
        try:
            return examiner.examine(part, told)
        except MemoryError:
            raise
        except Exception as error:
            return Failed(f"{type(error).__name__}: {error}")

    return work
