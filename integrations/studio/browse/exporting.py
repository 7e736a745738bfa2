"""Writes the records that are shown as a dataset, and the command that does the same."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....compiler.dataset.copies import write_copy
from ....dsl.diagnostics import Diagnostic, SpecError
from . import readable
from .conditions import all_of, to_text
from .index import Chosen
from .messages import Export, Exported


def export(asked: Export) -> Exported:
    """Write the records with some numbers, in the order of the dataset, as `rspc filter` does.

    Raises:
        SpecError: E0864 if there are none, and what `write_copy` raises.
    """
    if not asked.numbers:
        raise SpecError([Diagnostic("E0864", "there are no records to be written")])
    wanted = iter(sorted(asked.numbers))
    sought, number = next(wanted), 0

    def keeps(record: Mapping[str, Any]) -> bool:
        nonlocal sought, number
        number += 1
        if number != sought:
            return False
        sought = next(wanted, 0)
        return True

    database = Path(asked.database)
    by: dict[str, Any] = {"by": asked.by}
    if skipped := readable.skipped(database):
        by["unreadable"] = skipped
    records = readable.records(database)
    found = write_copy(Path(asked.dataset), Path(asked.out), by, keeps, records=records)
    return Exported(found.kept, skipped)


def command(dataset: Path, chosen: Chosen, out: str) -> str:
    """Return the command line that writes the same records; nothing if they are chosen by more than a condition."""
    if chosen.text or chosen.outcomes or chosen.reason is not None:
        return ""
    condition = all_of(chosen.conditions)
    where = None if condition is None else to_text(condition)
    if where is None:
        return ""
    return shlex.join(["rspc", "filter", str(dataset), "--where", where, "--out", out])


def words(chosen: Chosen) -> str:
    """Return what records are chosen by, for the manifest."""
    parts = []
    condition = all_of(chosen.conditions)
    if condition is not None:
        parts.append(to_text(condition) or "a condition")
    if chosen.text:
        parts.append(f"text {chosen.text!r}")
    parts += [f"outcome {name} of model {place + 1}" for place, name in chosen.outcomes]
    if chosen.reason is not None:
        parts.append(f"reason {chosen.reason[1]!r} of model {chosen.reason[0] + 1}")
    return "; ".join(parts) or "all"
