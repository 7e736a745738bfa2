"""Datasets that are altered on disk, and manifests that tell of what was done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from typer.testing import CliRunner, Result

from rspc.cli.app import app
from rspc.compiler.dataset.formats import sheets

SPECS = Path(__file__).parents[4] / "specs"
N = 6


def command(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in words])


def shards(dataset: Path) -> list[Path]:
    return sorted(dataset.glob("records*.jsonl"))


def changed(path: Path, **values: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def recounted(dataset: Path) -> None:
    """Make the manifest tell of the files as they are, as who alters records would."""
    told = json.loads((dataset / "manifest.json").read_text())
    for each in told["files"]:
        content = (dataset / each["file"]).read_bytes()
        each |= {"count": content.count(b"\n"), "bytes": len(content), "digest": digest(content)}
    content = b"".join((dataset / each["file"]).read_bytes() for each in told["files"])
    changed(dataset / "manifest.json", files=told["files"], digest=digest(content))
    for each, own in zip(told.get("sheets", ()), told["files"], strict=True):
        lines = (dataset / own["file"]).read_bytes().splitlines(keepends=True)
        sheet = b"".join((sheets.head(), *map(row, lines)))
        (dataset / each["file"]).write_bytes(sheet)
        each |= {"count": len(lines), "bytes": len(sheet), "digest": digest(sheet)}
    changed(dataset / "manifest.json", sheets=told.get("sheets", []))


def row(line: bytes) -> bytes:
    try:
        return sheets.row(line)
    except msgspec.MsgspecError:
        return line


def digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def every(dataset: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    for path in shards(dataset):
        found = [json.loads(line) for line in path.read_text().splitlines()]
        for each in found:
            edit(each)
        lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in found]
        path.write_text("".join(f"{line}\n" for line in lines))


def relabelled(dataset: Path) -> None:
    def edit(record: dict[str, Any]) -> None:
        record["label"] = record["answer"] = "A" if record["label"] != "A" else "B"

    every(dataset, edit)
