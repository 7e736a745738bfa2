"""Writes a copy of a dataset without the problems that repeat an earlier one."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError
from .copies import Reduced, write_copy


def exact(record: Mapping[str, Any]) -> str:
    """Return what two records share that are the same problem word for word: theory, question and values of options."""
    options = [value["values"] for value in record["options"] or ()]
    return msgspec.json.encode([record["theory"], record["query"], options]).decode()


def canonical(record: Mapping[str, Any]) -> str:
    """Return the name of a record's canonical form; SpecError (E0805) where it has none."""
    found = record.get("canonical")
    if not isinstance(found, str):
        raise SpecError(
            [
                Diagnostic(
                    "E0805",
                    f"record `{record['id']}` has no canonical form",
                    help="use `--exact` to remove only exact repeats, or compile the dataset again",
                )
            ]
        )
    return found


def dedup(
    dataset: Path,
    out: Path,
    by: str = "canonical",
    force: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Reduced:
    """Write the records of a dataset, unchanged and in order, except for those that repeat an earlier one.

    Each split has its own file. Sixteen bytes of memory are used for each record that is kept. Texts and
    encodings are not copied.

    Args:
        by: `canonical`, or `exact` to remove only exact repeats.
        progress: called after each record with how many were read.

    Raises:
        SpecError: the dataset cannot be read (E0804, E0805), or the folder cannot be used (E0801 to E0803,
            E0815).
    """
    key: Callable[[Mapping[str, Any]], str] = exact if by == "exact" else canonical
    seen: set[bytes] = set()

    def is_new(record: Mapping[str, Any]) -> bool:
        form = hashlib.blake2b(key(record).encode(), digest_size=16).digest()
        count = len(seen)
        seen.add(form)
        return len(seen) > count

    return write_copy(dataset, out, {"by": by}, is_new, force=force, progress=progress)
