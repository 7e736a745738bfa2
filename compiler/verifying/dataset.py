"""Verifies a dataset: its records, their order and number, and what its manifest tells of them."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError
from ..certifying import encodings
from ..emit import folder, read
from ..family import Family, load
from ..instance import Instance
from .report import Fault, Findings, Report
from .verifier import Verifier


def verify(
    source: str | Path | Mapping[str, Any],
    family: Family | str | Path | None = None,
    engines: Sequence[str] = (),
    sample: float = 1.0,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Verify a record, or a dataset.

    Args:
        source: a record, or the folder that a run wrote, or a file of records in it.
        family: what the records are of: a family, a spec or a `family.json`; else the one beside the dataset.
        engines: engines that decide every problem anew.
        sample: the share of a dataset's records that is verified; which, hangs on their ids alone.
        progress: called with the number of records read, after each.

    Raises:
        SpecError: there are no records (E0804), no family (E0848), or engines that cannot be asked.
        EngineError: an engine failed.
    """
    if isinstance(source, Mapping):
        if family is None:
            help = "give it: `rspc.verify(record, family)`"
            message = "a record is verified against its family"
            raise SpecError([Diagnostic("E0848", message, help=help)])
        own = family if isinstance(family, Family) else load(family)
        verifier = Verifier(own, engines)
        verifier.findings.records = 1
        verifier.verify(source)
        return verifier.findings.report()
    dataset = Path(source)
    paths = read.files(dataset)
    own = family if isinstance(family, Family) else load(family or _bundle(dataset))
    return _Run(dataset, paths, Verifier(own, engines), sample).report(progress)


def _bundle(dataset: Path) -> Path:
    home = dataset.parent if dataset.is_file() else dataset
    for each in (home, home.parent):
        if (each / folder.FAMILY).is_file():
            return each / folder.FAMILY
    message = f"no `{folder.FAMILY}` stands beside the records of `{dataset}`"
    help = "name the family's spec, or its bundle, after `--family`"
    raise SpecError([Diagnostic("E0848", message, help=help)])


class _Run:
    """The verification of one dataset."""

    def __init__(
        self, dataset: Path, paths: Sequence[Path], verifier: Verifier, sample: float
    ) -> None:
        self._dataset = dataset
        self._paths = paths
        self._verifier = verifier
        self._findings: Findings = verifier.findings
        self._most = int(sample * 2**64)
        self._digest = hashlib.sha256()
        self._next: dict[tuple[str, str], int] = {}
        self._labels: Counter[str] = Counter()
        self._rejections: Counter[str] = Counter()
        self._decoder = msgspec.json.Decoder(dict[str, Any])
        self._manifest = self._told()
        self._kept = {each.name: each for each in folder.kept(dataset)} if dataset.is_dir() else {}

    def report(self, progress: Callable[[int], None]) -> Report:
        for line, path, row in self._lines():
            self._findings.records += 1
            self._digest.update(line)
            record = self._record(line, path, row)
            if record is not None:
                self._read(record, line)
            progress(self._findings.records)
        self._check_manifest()
        for name in sorted(self._kept):
            self._fault("E0844", name, f"`{name}` is of no record that was verified")
        self._check_foreign()
        return self._findings.report()

    def _fault(self, code: str, field: str, message: str, record: str = "") -> None:
        self._findings.add([Fault(code, record, field, message)])

    def _lines(self) -> Iterator[tuple[bytes, Path, int]]:
        """Yield the lines of all files; one that is damaged is told of, and the next is read."""
        for path in self._paths:
            try:
                yield from read.lines(path)
            except SpecError as error:
                for each in error.diagnostics:
                    self._fault(each.code, path.name, each.message)

    def _record(self, line: bytes, path: Path, row: int) -> dict[str, Any] | None:
        try:
            return read.decoded(self._decoder, line, path, row)
        except SpecError as error:
            for each in error.diagnostics:
                self._fault(each.code, f"{path.name}:{row}", each.message)
            return None

    def _read(self, record: Mapping[str, Any], line: bytes) -> None:
        self._check_place(record)
        self._labels[str(record.get("label"))] += 1
        if not self._drawn(record["id"]):
            for each in self._files(record["id"]):
                self._kept.pop(each.name)
            return
        instance = self._verifier.verify(record, line)
        if instance is None:
            self._rejections["(unknown)"] += 1
        else:
            self._rejections.update(instance.rejections)
        self._check_files(record, instance)

    def _drawn(self, id: str) -> bool:
        digest = hashlib.blake2b(id.encode("utf-8", "replace"), digest_size=8).digest()
        return int.from_bytes(digest, "big") < self._most

    # -------------------------------------------------------------------------------------------------- the order

    def _check_place(self, record: Mapping[str, Any]) -> None:
        """Check that the records of a split and a setting are numbered from 0, or in order where some were left out."""
        index, split = record.get("index"), record.get("split")
        if not (isinstance(index, int) and isinstance(split, str)):
            return  # told of by the verifier
        key = (split, str(record.get("params_hash")))
        expected = self._next.get(key, 0)
        self._next[key] = index + 1
        reduced = self._manifest is not None and "reduced" in self._manifest
        if index < expected or (index > expected and not reduced):
            message = f"it stands in the place of index {expected}"
            self._fault("E0845", "index", message, record["id"])
        for field in ("rspc", "seed"):
            own = record.get(field) if self._manifest is None else self._manifest.get(field)
            if record.get(field) != own:
                message = f"`{field}` is {record.get(field)}, and that of the manifest is {own}"
                self._fault("E0845", field, message, record["id"])

    # ------------------------------------------------------------------------------------- texts and encodings

    def _files(self, id: str) -> list[Path]:
        name = re.sub(r"[^\w.-]", "_", id)
        return [path for path in self._kept.values() if path.name.startswith(f"{name}.")]

    def _check_files(self, record: Mapping[str, Any], instance: Instance | None) -> None:
        """Check the files of their own that the first instances have."""
        found = self._files(record["id"])
        if self._has_text() and not any(each.parent.name == folder.TEXT for each in found):
            message = f"`{folder.TEXT}/` lacks the prompt of a record that had one"
            self._fault("E0844", folder.TEXT, message, record["id"])
        for path in found:
            self._kept.pop(path.name)
            if path.parent.name == folder.TEXT:
                own: str | None = str(record.get("prompt"))
            elif instance is None:
                continue
            else:
                own = self._encoding(instance, path)
            if own is None or _content(path) != own.encode().rstrip(b"\n"):
                field = f"{path.parent.name}/{path.name}"
                self._fault(
                    "E0840", field, f"`{field}` is not as its family makes it", record["id"]
                )

    def _has_text(self) -> bool:
        """Tell whether the run put the record that was read last among those with files of their own."""
        told = self._manifest or {}
        if "keep" not in told or "reduced" in told or not (self._dataset / folder.TEXT).is_dir():
            return False
        return told["keep"] is None or self._findings.records <= told["keep"]

    def _check_foreign(self) -> None:
        """Remark on what stands among the files of a run and is none."""
        if self._dataset.is_dir() and (found := folder.foreign(self._dataset, self._paths)):
            more = f" and {len(found) - 1} more" if len(found) > 1 else ""
            message = (
                f"`{found[0].relative_to(self._dataset)}`{more} is of no run, and was not verified"
            )
            help = "move it away, lest it be taken for a part of the dataset"
            self._findings.warn(Diagnostic("W0849", message, help=help))

    def _encoding(self, instance: Instance, path: Path) -> str | None:
        family = self._verifier.family
        for engine, encoding in encodings(family, instance.theory, instance.query).items():
            if path.name.endswith(f".{engine}{encoding.suffix}"):
                return encoding.text
        return None

    # ---------------------------------------------------------------------------------------------- the manifest

    def _told(self) -> dict[str, Any] | None:
        found = read.manifest(self._dataset)
        if found is None:
            message = f"no `{folder.MANIFEST}` stands beside the records of `{self._dataset}`"
            help = "nothing tells how many records there should be"
            self._findings.warn(Diagnostic("W0847", message, help=help))
        return found

    def _check_manifest(self) -> None:
        told, family = self._manifest, self._verifier.family
        if told is None or self._dataset.is_file():
            return
        own: dict[str, Any] = {
            "complete": True,
            "family": family.name,
            "family_hash": family.hash,
            "count": self._findings.records,
            "digest": f"sha256:{self._digest.hexdigest()}",
            "labels": dict(self._labels),
        }
        if self._findings.remade == self._findings.records and "reduced" not in told:
            own["rejections"] = dict(self._rejections)
        for field, value in own.items():
            if told.get(field) != value:
                said, found = _brief(told.get(field)), _brief(value)
                message = f"`{field}` of the manifest is {said}, and that of the records is {found}"
                self._fault("E0844", field, message)


def _content(path: Path) -> bytes | None:
    """Give what stands in a file, without line ends behind it; None where nothing can be read."""
    try:
        return path.read_bytes().rstrip(b"\n")
    except OSError:
        return None


def _brief(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else f"{text[:79]}…"
