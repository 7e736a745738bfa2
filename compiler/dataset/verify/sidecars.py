"""The files next to the records of a dataset that the run made from them: sheets, the card and the bundle."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ...api import Family
from ...contract.plugins import PluginError
from ..cards.descriptions import descriptions
from ..formats import columns, content, disk, folder, plain, sheets
from ..runs.mixture import bundle_families
from .report import Fault


class Sheets:
    """The sheets that the records of a dataset make, file by file, and whether those of a manifest are these."""

    def __init__(self, dataset: Path, told: Mapping[str, Any]) -> None:
        self._dataset = dataset
        pairs = zip(told.get("files") or (), told.get("sheets") or (), strict=False)
        self._told = {dataset / each["file"]: own for each, own in pairs}
        self._lost = {value["file"] for value in (told.get("sheets") or ())[len(self._told) :]}
        fields = columns.fields_of(told)
        self._made = {path: _Made(fields) for path in self._told}

    def add(self, path: Path, line: bytes) -> None:
        """Add the row of a record in a file."""
        if path in self._made:
            self._made[path].add(line)

    def paths(self) -> list[Path]:
        """Return the sheets that the manifest lists."""
        return [self._dataset / value["file"] for value in self._told.values()]

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for each sheet that is not as the records make it."""
        for name in sorted(self._lost):
            yield Fault("E0844", "", name, f"`{name}` belongs to no file of records")
        for path, told in self._told.items():
            own, name = self._made[path].listed(), told["file"]
            if any(told.get(key) != value for key, value in own.items()):
                yield Fault("E0844", "", name, f"`{name}` differs from what the manifest says")
            place = self._dataset / name
            if not (folder.is_of_records(name) and disk.holds(place, self._dataset, own)):
                yield Fault("E0840", "", name, f"`{name}` does not have the rows of the records")


class _Made:
    """The sheet of some records."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields
        self._digest = hashlib.sha256()
        self._size = self._count = 0
        self._write(sheets.head(fields))

    def _write(self, row: bytes) -> None:
        self._digest.update(row)
        self._size += len(row)

    def add(self, line: bytes) -> None:
        self._count += 1
        try:
            self._write(sheets.row(line, self._fields))
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            self._write(line)  # no sheet has such a row

    def listed(self) -> dict[str, Any]:
        digest = f"sha256:{self._digest.hexdigest()}"
        return {"count": self._count, "bytes": self._size, "digest": digest}


def check_descriptions(dataset: Path, told: Mapping[str, Any]) -> Diagnostic | None:
    """Warn about descriptions that are not as the manifest makes them: `datasets` loads what the card names."""
    if "descriptions" not in told:
        return None
    try:
        own = descriptions(told)
    except (SpecError, PluginError, LookupError, TypeError, ValueError, AttributeError):
        own = {}  # of a manifest that describes nothing
    changed = [name for name in folder.DESCRIPTIONS if not _holds(dataset, name, own.get(name))]
    if not changed:
        return None
    names = " and ".join(f"`{name}`" for name in changed)
    return Diagnostic(
        "W0854",
        f"{names} {'was' if len(changed) == 1 else 'were'} changed after the run: "
        "`load_dataset` may load something else",
        help="read them before you load the folder",
    )


def _holds(dataset: Path, name: str, own: bytes | None) -> bool:
    try:
        return own is not None and content(dataset / name, dataset) == own
    except (SpecError, OSError):
        return False


def check_bundle(path: Path, dataset: Path, families: Sequence[Family]) -> Iterator[Fault]:
    """Yield an error if a `family.json` contains more than its families, or is formatted differently."""
    if not plain(path, dataset) or disk.is_written(path, own := bundle_families(families)):
        return
    try:
        held = msgspec.json.decode(content(path, dataset), type=dict[str, Any])
        files = held.get("files")
        more = [f"a member `{each}`" for each in held if each not in own]
        more += [f"a file `{key}`" for key in _keys(files) if key not in own.get("files", ())]
    except (SpecError, OSError, ValueError, RecursionError):
        more = []
    why = (
        f"holds {_list_names(more)}, which is none of the family"
        if more
        else "is written otherwise"
    )
    yield Fault("E0853", "", path.name, f"`{path.name}` {why}")


def _keys(value: Any) -> Sequence[str]:
    return list(value) if isinstance(value, Mapping) else []


def _list_names(names: Sequence[str]) -> str:
    shown = " and ".join(names[:2])
    return f"{shown} and {len(names) - 2} more" if len(names) > 2 else shown
