"""Writes files durably, and computes their digests."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeAlias

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from .opening import plain

File: TypeAlias = IO[bytes]

NEW = ".new"
"""How the name of a file ends that is not whole yet."""


@contextmanager
def report_os_errors(path: Path) -> Iterator[None]:
    """Turn an error of the operating system into a diagnostic that names the file."""
    try:
        yield
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else str(path)
        raise SpecError(
            [
                Diagnostic(
                    "E0801",
                    f"`{place}` cannot be written: {error.strerror or error}",
                    help="use `-o` to name a writable folder, on a disk with free space",
                )
            ]
        ) from None


@contextmanager
def open_new_file(path: Path) -> Iterator[IO[bytes]]:
    """Yield a new file to fill; at the end the disk has all of it, or a diagnostic names the file."""
    with report_os_errors(path):
        file = path.open("wb")
    try:
        yield file
        with report_os_errors(path):
            sync(file)
    except BaseException:
        with suppress(
            OSError
        ):  # buffered data cannot be written either, and the error was reported
            file.close()
        raise
    with report_os_errors(path):
        file.close()


@contextmanager
def replace_file(path: Path) -> Iterator[File]:
    """Yield a file to fill that has its name only when the disk has all of it."""
    new = path.with_name(f"{path.name}{NEW}")
    try:
        with open_new_file(new) as file:
            yield file
        with report_os_errors(path):
            os.replace(new, path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)  # where the disk is full, it needs the room
        raise


def place(path: Path, content: bytes) -> None:
    """Write a file that has its name only when the disk has all of it."""
    with replace_file(path) as file, report_os_errors(path):
        file.write(content)


def write(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON document to a file, and wait until the disk has it."""
    with path.open("wb") as file:
        file.write(_document(value))
        sync(file)


def _document(value: Mapping[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def is_written(path: Path, value: Mapping[str, Any]) -> bool:
    """Return whether a file holds a JSON document as `write` writes it."""
    try:
        return path.read_bytes() == _document(value)
    except OSError:
        return False


def digest(path: Path) -> str:
    """Return the digest of a file, as a manifest has it."""
    with path.open("rb") as file:
        return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"


def holds(path: Path, dataset: Path, told: Mapping[str, Any]) -> bool:
    """Return whether a plain file of a dataset is there, with the size and the digest that a manifest lists."""
    try:
        return (
            plain(path, dataset)
            and path.stat().st_size == told.get("bytes")
            and digest(path) == told.get("digest")
        )
    except OSError:
        return False


def sync(file: IO[bytes]) -> None:
    """Wait until the disk has all that was written to a file."""
    file.flush()
    os.fsync(file.fileno())


def settle(folder: Path) -> None:
    """Wait until the disk has a folder's names; only POSIX can be asked."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
