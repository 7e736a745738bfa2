"""Opens a file of replies as JSON lines: the file itself, or a copy of its replies without a name on the disk."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISFIFO, S_ISREG
from tempfile import TemporaryFile
from typing import IO

import msgspec

from .....dsl.diagnostics import Diagnostic
from .....dsl.visible import visible
from . import detecting as formats
from .columnar import read_parquet
from .detecting import detect
from .harness import read_samples
from .inspect_logs import model_of, read_archive, read_document
from .objects import read_objects
from .rows import Columns, Damaged, Reader, refused
from .sheets import read_sheet

MOST_TOLD = 1_000
"""After how many bad places no more are read."""

READERS: Mapping[str, Reader] = {
    formats.NAMED: read_objects,
    formats.CSV: read_sheet,
    formats.PARQUET: read_parquet,
    formats.ARCHIVE: read_archive,
    formats.DOCUMENT: read_document,
    formats.HARNESS: read_samples,
}
"""The readers of the formats that are not read as they are."""

REPAIRS: Mapping[str, str] = {
    formats.NAMED: "write the id and the reply as text into each line",
    formats.CSV: "put quotes around a cell that contains the delimiter, a quote or a line break",
    formats.PARQUET: "fill the cells; an empty reply is an empty text",
    formats.ARCHIVE: "copy the log again, or run the evaluation again",
    formats.DOCUMENT: "copy the log again, or run the evaluation again",
    formats.HARNESS: "name a file of samples of a task that `rspc export … lm-eval` wrote",
}

AVERAGED = (formats.ARCHIVE, formats.DOCUMENT, formats.HARNESS)
"""The formats in which several replies to a problem are several attempts, whose values are averaged."""


@dataclass(frozen=True)
class Source:
    """Replies as JSON lines.

    Attributes:
        file: the lines, from `start` on, as bytes that can be read at any place.
        is_copy: whether the lines were written here, from replies in another format.
        is_averaged: whether several replies to a problem are attempts, whose values are averaged.
        model: the model that wrote the replies; empty if the file does not say.
        faults: the places that hold no reply.
    """

    file: IO[bytes]
    start: int = 0
    is_copy: bool = False
    is_averaged: bool = False
    model: str = ""
    faults: tuple[Diagnostic, ...] = ()


def open_source(path: Path, format: str | None = None, columns: Columns | None = None) -> Source:
    """Open a file of replies in any format. It is read once; memory holds one reply at a time.

    Args:
        format: one of `FORMATS`; without one, the suffix and the content decide.
        columns: names for the columns `id`, `reply` and `proof`.

    Raises:
        SpecError: E0810 for an unknown format, E0816 if a package is missing, E0830 if the file cannot be read,
            E0836 for unknown columns, E0837 for a log that is none.
        OSError: as the system refuses the file, or the copy.
        ValueError: a line is too long.
    """
    file = _open(path)
    try:
        found = detect(path, file, format, columns or {})
        if found == formats.PLAIN:
            bom = file.read(len(BOM_UTF8)) == BOM_UTF8  # as some editors begin a file
            return Source(file, len(BOM_UTF8) if bom else 0)
        if columns and found in AVERAGED:
            raise refused(
                "E0836", f"`{path}` is a log, and has no columns", "leave `--columns` out"
            )
        with file:
            model = _model(path, file, found)
            file.seek(0)
            copy, faults = _copy(path, file, found, columns or {})
        return Source(copy, 0, True, found in AVERAGED, model, faults)
    except BaseException:
        file.close()
        raise


def _open(path: Path) -> IO[bytes]:
    """Open a file, whose lines are read twice. A pipe or a device, which may never give one, is not waited for."""
    mode = path.stat().st_mode
    if S_ISDIR(mode):
        return path.open("rb")  # which the system refuses
    if not S_ISREG(mode):
        kind = "a pipe" if S_ISFIFO(mode) else "no regular file"
        raise refused(
            "E0830", f"`{path}` cannot be read: it is {kind}", "save the replies to a file"
        )
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags), "rb")


def _model(path: Path, file: IO[bytes], found: str) -> str:
    """Return the model of a log. lm-evaluation-harness names the folder of the samples after it."""
    if found == formats.ARCHIVE:
        return model_of(path, file)
    return path.absolute().parent.name if found == formats.HARNESS else ""


def _copy(
    path: Path, file: IO[bytes], found: str, columns: Columns
) -> tuple[IO[bytes], tuple[Diagnostic, ...]]:
    """Return the replies of a file as JSON lines, and what is wrong with the others."""
    encoder = msgspec.json.Encoder()
    faults: list[Diagnostic] = []
    copy = TemporaryFile()  # noqa: SIM115 (the caller closes it)
    try:
        for each in READERS[found](path, file, columns):
            if isinstance(each, Damaged):
                message = f"{each.where} of `{path}` is not a prediction: {each.why}"
                faults.append(Diagnostic("E0831", message, help=REPAIRS[found]))
                if len(faults) > MOST_TOLD:
                    break
                continue
            held = {"id": each.id, "text": each.text}
            if each.proof is not None:
                held["proof"] = each.proof
            try:
                copy.write(encoder.encode(held) + b"\n")
            except UnicodeEncodeError:
                told = f"a reply to `{visible(each.id)}` in `{path}` is not Unicode text"
                faults.append(Diagnostic("E0831", told, help=REPAIRS[found]))
        copy.seek(0)
    except BaseException:
        copy.close()
        raise
    return copy, tuple(faults)
