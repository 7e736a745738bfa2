"""Files that a user names for results: whole or not there, never one that is read, and devices and pipes stay."""

import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ....dsl.diagnostics import Diagnostic, SpecError
from . import disk, folder, read


@contextmanager
def report_errors(path: Path, option: str) -> Iterator[None]:
    """Turn an error of the operating system into E0801, with the file that was named and the option that named it."""
    try:
        yield
    except OSError as error:
        raise _refused(
            f"`{path}` cannot be written: {error.strerror or error}",
            f"use `{option}` to name a file in a writable folder, on a disk with free space",
        ) from None


@contextmanager
def open_output(path: Path, option: str) -> Iterator[disk.File]:
    """Yield a file to fill; its content reaches the path when it is whole, and not at all if an error ends it.

    A link is followed. What is no regular file, such as a device or a pipe, is written to and not replaced.

    Raises:
        SpecError: E0801 if it cannot be written.
    """
    with report_errors(path, option):
        with suppress(FileNotFoundError):
            path.stat()  # a link to itself has no target
        special = _is_special(path)
        target = path if special else path.resolve()
    with _open_special(path, option) if special else _open_regular(target, path, option) as file:
        yield file


def write_output(path: Path, content: bytes, option: str) -> None:
    """Write a file as `open_output` does."""
    with open_output(path, option) as file, report_errors(path, option):
        file.write(content)


@contextmanager
def _open_special(path: Path, option: str) -> Iterator[disk.File]:
    """Yield a temporary file that is copied to a device or a pipe at the end: pipes have no places to go back to."""
    with report_errors(path, option):
        sink = _standard_output() if _is_standard_output(path) else path.open("wb")
    try:
        with tempfile.TemporaryFile() as file:
            yield file
            with report_errors(path, option):
                file.seek(0)
                shutil.copyfileobj(file, sink)
                sink.flush()
    except BaseException:
        with suppress(
            OSError
        ):  # buffered data cannot be written either, and the error was reported
            sink.close()
        raise
    with report_errors(path, option):
        sink.close()


@contextmanager
def _open_regular(target: Path, path: Path, option: str) -> Iterator[disk.File]:
    """Yield a new file that takes the target's place at the end; the mode of a file that was there is kept."""
    new = target.with_name(f".rspc-{secrets.token_hex(8)}{disk.NEW}")
    with report_errors(path, option):
        file = new.open("xb")
    try:
        with file:
            yield file
            with report_errors(path, option):
                disk.sync(file)
        with report_errors(path, option):
            with suppress(FileNotFoundError):
                new.chmod(target.stat().st_mode)
            os.replace(new, target)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)  # where the disk is full, it needs the room
        raise


def _is_special(path: Path) -> bool:
    """Return whether something is there that must not be replaced. A folder counts, as it cannot be written."""
    return (path.exists() and not path.is_file()) or _is_standard_output(path)


def _is_standard_output(path: Path) -> bool:
    """Return whether a path is the file that the standard output goes to, such as `/dev/stdout`."""
    try:
        return os.path.samestat(path.stat(), os.fstat(1))
    except OSError:
        return False


def _standard_output() -> IO[bytes]:
    """Return a file of its own for the standard output, after all that was written to it."""
    sys.stdout.flush()
    return os.fdopen(os.dup(1), "wb")


def check_outputs(outputs: Mapping[str, Path | None], inputs: Iterable[Path]) -> None:
    """Refuse files to write, by their options, that are read by the same command, or are the same file: E0801."""
    read_ = [*inputs]
    places: dict[str, str] = {}
    for option, path in outputs.items():
        if path is None or _is_special(path):
            continue
        if path.is_file() and any(each.is_file() and path.samefile(each) for each in read_):
            raise _refused(
                f"`{path}` belongs to the input of this command, and would be replaced",
                f"use `{option}` to name another file",
            )
        other = places.setdefault(os.path.realpath(path), option)
        if other != option:
            raise _refused(
                f"`{other}` and `{option}` name the same file `{path}`",
                f"use `{option}` to name another file",
            )


def dataset_files(dataset: Path) -> tuple[Path, ...]:
    """Return all files of a dataset: its records, and whatever a run put beside them.

    Raises:
        SpecError: E0804 or E0805, as for its records.
    """
    home = dataset.parent if dataset.is_file() else dataset
    family = folder.family_of(dataset)
    beside = () if family is None else (family,)
    return (*read.files(dataset), *beside, *folder.published_files(home))


def _refused(message: str, repair: str) -> SpecError:
    return SpecError([Diagnostic("E0801", message, help=repair)])
