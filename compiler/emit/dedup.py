"""Writes a copy of a dataset without the problems that repeat an earlier one."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError
from . import disk, folder, read

RECORDS = f"{folder.RECORDS}.jsonl"
CARRIED = ("rspc", "family", "family_hash", "seed", "settings", "license")
"""What the copy's manifest has from that of the dataset."""


@dataclass(frozen=True)
class Reduced:
    """What was written: how many records are kept, and how many were left out."""

    out: Path
    kept: int
    dropped: int
    digest: str


def exact(record: Mapping[str, Any]) -> str:
    """Give what two records share that are the same problem word for word: theory, question and values of options."""
    options = [each["values"] for each in record["options"] or ()]
    return msgspec.json.encode([record["theory"], record["query"], options]).decode()


def canonical(record: Mapping[str, Any]) -> str:
    """Give the name of a record's canonical form; SpecError (E0805) where it has none."""
    found = record.get("canonical")
    if not isinstance(found, str):
        message = f"record `{record['id']}` names no canonical form"
        help = "leave out exact repeats alone with `--exact`, or compile the dataset again"
        raise SpecError([Diagnostic("E0805", message, help=help)])
    return found


def dedup(dataset: Path, out: Path, by: str = "canonical", force: bool = False) -> Reduced:
    """Write the records of a dataset but for those that repeat an earlier one, as they stand and in their order.

    Sixteen bytes are held for each record that is kept. Texts and encodings are not copied.

    Args:
        by: `canonical`, or `exact` for repeats word for word alone.

    Raises:
        SpecError: the dataset cannot be read (E0804, E0805), or the folder cannot be used (E0801 to E0803, E0815).
    """
    key: Callable[[Mapping[str, Any]], str] = exact if by == "exact" else canonical
    told = read.manifest(dataset) or {}
    identity = {"reduced": {"by": by, "of": told.get("digest")}}
    folder.check(out, identity, (RECORDS,), force=force)
    digest, labels = hashlib.sha256(), Counter[str]()
    seen: set[bytes] = set()
    dropped = 0
    with folder.staged(out, identity) as stage:
        with disk.filled(stage / RECORDS) as file:
            for record, line in read.lined(dataset):
                form = hashlib.blake2b(key(record).encode(), digest_size=16).digest()
                if form in seen:
                    dropped += 1
                    continue
                seen.add(form)
                digest.update(line)
                labels[str(record["label"])] += 1
                with disk.writing(stage / RECORDS):
                    file.write(line)
        size = (stage / RECORDS).stat().st_size
        name = f"sha256:{digest.hexdigest()}"
        manifest = {
            "complete": True,
            **{field: told[field] for field in CARRIED if field in told},
            "format": "jsonl",
            "reduced": {**identity["reduced"], "dropped": dropped},
            "count": len(seen),
            "digest": name,
            "files": [
                {"file": RECORDS, "split": "", "count": len(seen), "bytes": size, "digest": name}
            ],
            "labels": dict(sorted(labels.items())),
            "rejections": {},
        }
        home = dataset.parent if dataset.is_file() else dataset
        with disk.writing(stage / folder.FAMILY):
            if (home / folder.FAMILY).is_file():
                shutil.copyfile(home / folder.FAMILY, stage / folder.FAMILY)
        folder.publish(stage, out, manifest)
    return Reduced(out, len(seen), dropped, name)
