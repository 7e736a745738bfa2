"""The files that describe a dataset: its card, for people and the hub, and the same in the format Croissant."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...contract import Tabular
from ..formats import disk, folder, sheets, writers
from .card import card
from .croissant import croissant


def descriptions(manifest: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files that a manifest determines, by name.

    Raises:
        SpecError: E0810 if the format of the manifest is unknown, E0816 if its package is not installed.
    """
    writer = writers.writer_named(str(manifest.get("format")))
    loading = writer.loading if isinstance(writer, Tabular) else sheets.LOADING
    files = manifest.get("sheets") or manifest["files"]
    return {
        folder.CARD: card(manifest, files, loading).encode(),
        folder.CROISSANT: croissant(manifest, files),
    }


def describe(stage: Path, manifest: dict[str, Any]) -> None:
    """Write the files to a stage, and list them in the manifest."""
    for name, content in descriptions(manifest).items():
        disk.place(stage / name, content)
    manifest["descriptions"] = list(folder.DESCRIPTIONS)
