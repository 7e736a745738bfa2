"""A run's output folder: claimed once, filled out of sight, published whole.

Files grow in `.partial` and take their final names only when the last record is written, so nothing half-written
ever stands under a final name. `manifest.json` goes first, marked incomplete, and last, marked complete: a folder
that a crash left between the two is known for what it is.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError

PARTIAL = ".partial"
MANIFEST = "manifest.json"
FAMILY = "family.json"
ENCODINGS = "encodings"
TEXT = "text"
RECORDS = "records"


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the operating system refuses into a diagnostic that names the file."""
    try:
        yield
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else str(path)
        raise SpecError(
            [
                Diagnostic(
                    "E0801",
                    f"`{place}` cannot be written: {error.strerror or error}",
                    help="name a folder that can be written, with room on its disk, after `-o`",
                )
            ]
        ) from None


def published(out: Path) -> list[Path]:
    """Give what a run put into a folder, in order: its records, companions and manifest."""
    names = {MANIFEST, FAMILY, ENCODINGS, TEXT}
    return sorted(
        each
        for each in out.iterdir()
        if each.name in names or each.name.startswith((f"{RECORDS}.", f"{RECORDS}-"))
    )


def claim(out: Path, identity: Mapping[str, Any], *, force: bool) -> None:
    """Make the folder, or refuse one that holds anything but an earlier run of the same identity.

    Raises:
        SpecError: E0801, E0802 or E0803.
    """
    if out.exists() and not out.is_dir():
        message = f"`{out}` is a file, and a run writes a folder"
        raise SpecError([Diagnostic("E0802", message, help="name another folder after `-o`")])
    with writing(out):
        out.mkdir(parents=True, exist_ok=True)
        held = published(out)
    if force or not held:
        return
    earlier = _manifest(out / MANIFEST)
    differing = [key for key, value in identity.items() if earlier.get(key) != value]
    if differing:
        what = "another run" if earlier else "files of no finished run"
        told = f": its {', '.join(f'`{key}`' for key in differing)} differ" if earlier else ""
        raise SpecError(
            [
                Diagnostic(
                    "E0803",
                    f"`{out}` holds {what}{told}",
                    help="name another folder after `-o`, or replace what is there with `--force`",
                )
            ]
        )


def _manifest(path: Path) -> dict[str, Any]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.DecodeError):
        return {}


@contextmanager
def staged(out: Path) -> Iterator[Path]:
    """Give an empty folder to fill, out of sight; it is gone afterwards, whatever happens.

    Raises:
        SpecError: E0815 when another process fills it now.
    """
    stage = out / PARTIAL
    with writing(stage):
        stage.mkdir(exist_ok=True)
        lock = (stage / "lock").open("wb")
    try:
        if not _lock(lock):
            message = f"another run is writing to `{out}`"
            raise SpecError(
                [Diagnostic("E0815", message, help="wait for it, or name another `-o`")]
            )
        with writing(stage):
            for left in stage.iterdir():
                if left.name != "lock":
                    _remove(left)
        try:
            yield stage
        finally:
            shutil.rmtree(stage, ignore_errors=True)
    finally:
        lock.close()


def _lock(file: IO[bytes]) -> bool:
    """Take a lock that ends with this process, where the system has such; give whether it was free."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def publish(stage: Path, out: Path, manifest: Mapping[str, Any]) -> None:
    """Put everything staged under its final name, in place of what an earlier run left."""
    with writing(out):
        write(stage / "first.json", {**manifest, "complete": False})
        write(stage / "last.json", {**manifest, "complete": True})
        os.replace(stage / "first.json", out / MANIFEST)
        old = stage / "old"
        old.mkdir()
        for each in published(out):
            if each.name != MANIFEST:
                os.replace(each, old / each.name)
        for each in published(stage):
            os.replace(each, out / each.name)
        _settle(out)
        os.replace(stage / "last.json", out / MANIFEST)
        _settle(out)


def write(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON document to a file, and wait until the disk has it."""
    with path.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
        sync(file)


def sync(file: IO[bytes]) -> None:
    """Wait until the disk has all that was written to a file."""
    file.flush()
    os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """Wait until the disk has a folder's names; only POSIX can be asked."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
