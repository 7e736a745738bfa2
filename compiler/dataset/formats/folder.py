"""A run's output folder: claimed once, filled in a hidden folder, and published at once.

Files grow in `.partial` and take their final names only when the last record is written, so partial files
never have a final name. `manifest.json` is written first, marked incomplete, and last, marked complete, so
that a folder left by a crash between the two can be recognized. If a run is interrupted, finished batches
stay in `.partial`, with `plan.json`, which identifies their run.

Only files of a run are ever removed. They are recognized by their names: the manifest, the files that it
lists, and texts and encodings named after an id. Everything else in the folder is left unchanged.
"""

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISDIR
from typing import IO, Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from .disk import NEW, report_os_errors, settle, write
from .opening import content, plain

PARTIAL = ".partial"
MANIFEST = "manifest.json"
FAMILY = "family.json"
ENCODINGS = "encodings"
TEXT = "text"
RECORDS = "records"
PARTS = "data"
CARD = "README.md"
CROISSANT = "croissant.json"
DESCRIPTIONS = (CARD, CROISSANT)
"""The files that describe a dataset: to people and the hub, and to programs in the format Croissant."""
PLAN = "plan.json"
BATCHES = "batches"
LOCK = "rspc.lock"
FIRST = "first.json"
LAST = "last.json"
OLD = "old"

UNNAMED = "train"
"""The name for records without a split, because `datasets` needs a name for each."""

MOST_SPLITS = 100

_SPLIT = re.compile(r"[\w-]{0,100}", re.ASCII)
_RECORDS = re.compile(rf"({RECORDS}|{PARTS}/)[\w-]*\.\w[\w.-]*", re.ASCII)
_BATCH = re.compile(r"\d{12,}(\.new)?", re.ASCII)
_KEPT = re.compile(r"[a-z]\w*-[\w.-]*s\d+-[\w.-]*-\d{6,}\.[\w.-]+")
"""The file of an instance: its id, with the family, the seed and the index, and a suffix."""


def family_of(dataset: Path) -> Path | None:
    """Return the bundle of the family that a dataset is of, a folder or a file of records; None if there is none."""
    home = dataset.parent if dataset.is_file() else dataset
    found = (path / FAMILY for path in (home, home.parent))
    return next((path for path in found if plain(path, path.parent)), None)


def published_files(out: Path) -> list[Path]:
    """Return the files that a run put into a folder: family, texts, encodings, card, records, and the manifest last."""
    told = manifest(out)
    listed = [value for value in listed_files(told) if isinstance(value, dict)]
    names = [each.get("file") for each in listed]
    records = [name for name in names if isinstance(name, str) and _RECORDS.fullmatch(name)]
    described = [name for name in DESCRIPTIONS if name in (told.get("descriptions") or ())]
    found = [out / each for each in (FAMILY, *described, *records, MANIFEST)]
    return [*kept_files(out), *(path for path in found if os.path.lexists(path))]


def listed_files(manifest: Mapping[str, Any]) -> list[Any]:
    """Return the files of records and their sheets, as a manifest lists them."""
    held = (manifest.get(each) for each in ("files", "sheets"))
    return [value for listed in held if isinstance(listed, list) for value in listed]


def is_of_records(name: str) -> bool:
    """Return whether a name is one that a run gives to a file of records or to a sheet."""
    return _RECORDS.fullmatch(name) is not None


def check_split(split: str, id: str, others: int) -> None:
    """Refuse the split of a record that no family has, or that is one too many beside `others`: E0805."""
    if not _SPLIT.fullmatch(split) or others >= MOST_SPLITS:
        raise SpecError([Diagnostic("E0805", f"record `{id}` is of a split that no family has")])


def kept_files(out: Path) -> list[Path]:
    """Return the texts and encodings of a folder that are named after instances, in order."""
    return [path for path in _companions(out) if _KEPT.fullmatch(path.name)]


def foreign_files(out: Path, records: Iterable[Path]) -> list[Path]:
    """Return the files in the places of a run's texts, encodings and records that are none of these, in order."""
    known = {*records}
    named = [path for path in _entries(out) if _RECORDS.fullmatch(path.name)]
    found = [path for path in (*named, *_entries(out / PARTS)) if path not in known]
    return sorted([*found, *(path for path in _companions(out) if not _KEPT.fullmatch(path.name))])


def _companions(out: Path) -> list[Path]:
    """Return all files in the places of texts and encodings, in order."""
    return sorted([*_entries(out / ENCODINGS), *_entries(out / TEXT)])


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir()) if _is_folder(folder) else []
    except FileNotFoundError:  # another process ends its stage
        return []


def check(out: Path, identity: Mapping[str, Any], taken: Iterable[str], *, force: bool) -> None:
    """Refuse a folder that cannot be created or written, or contains anything but an earlier run of the same identity.

    Nothing is created or changed. An identity is the part that the manifests of both runs must share;
    `taken` are the files that the run will write, apart from texts and encodings.

    Raises:
        SpecError: E0801, E0802 or E0803.
    """
    with report_os_errors(out):
        if out.exists() and not out.is_dir():
            raise SpecError(
                [
                    Diagnostic(
                        "E0802",
                        f"`{out}` is a file, not a folder",
                        help="use `-o` to name another folder",
                    )
                ]
            )
        _check_writable(out)
        if not out.exists():
            return
        _check_stage(out / PARTIAL)
        for path in (out / ENCODINGS, out / TEXT, out / PARTS):
            if os.path.lexists(path) and not _is_folder(path):
                raise _refuse_folder(path, "is in the way of a folder of that name")
        places = (out / ENCODINGS, out / TEXT, *(out / each for each in taken))
        held = [*published_files(out), *(place for place in places if os.path.lexists(place))]
    if force:
        return
    if held:
        _check_same(out, manifest(out), identity, "another run", "files of no finished run")
    if has_unfinished_run(out):
        _check_same(out, _read(out / PARTIAL / PLAN), identity, "another run, unfinished", "")


def _check_writable(out: Path) -> None:
    """Refuse a folder that cannot be created because of the nearest existing path above it."""
    nearest = next(path for path in (out, *out.absolute().parents) if os.path.lexists(path))
    if not nearest.is_dir():
        raise _refuse_folder(nearest, "is not a folder")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise _refuse_folder(nearest, "may not be written to")


def _check_stage(stage: Path) -> None:
    """Refuse anything at the path of the stage, unless a run left it: a folder with only its lock and files."""
    try:
        mode = stage.lstat().st_mode
    except FileNotFoundError:
        return
    if not S_ISDIR(mode):
        raise _refuse_folder(stage, "is not a folder of a run")
    held = _entries(stage)
    known = {LOCK, MANIFEST, FAMILY, ENCODINGS, TEXT, OLD, FIRST, LAST}
    known |= {PLAN, BATCHES, PARTS, *DESCRIPTIONS}
    foreign = [
        path
        for path in held
        if path.is_symlink() or not (path.name in known or _RECORDS.fullmatch(path.name))
    ]
    foreign += [path for path in _companions(stage) if not _KEPT.fullmatch(path.name)]
    foreign += [path for path in _entries(stage / BATCHES) if not _BATCH.fullmatch(path.name)]
    parts = _entries(stage / PARTS)
    foreign += [part for part in parts if not _RECORDS.fullmatch(f"{PARTS}/{part.name}")]
    if foreign:
        raise _refuse_folder(stage, f"holds `{min(foreign).name}`, which is of no run")
    if held and stage / LOCK not in held:
        raise _refuse_folder(stage, f"holds files, and no `{LOCK}` that tells them for a run's")


def _refuse_folder(path: Path, why: str) -> SpecError:
    return SpecError(
        [Diagnostic("E0801", f"`{path}` {why}", help="move it, or use `-o` to name another folder")]
    )


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _check_same(
    out: Path, earlier: Mapping[str, Any], identity: Mapping[str, Any], what: str, unknown: str
) -> None:
    """Refuse a folder that contains a different run, or unknown files."""
    differing = [key for key, value in identity.items() if earlier.get(key) != value]
    if differing:
        told = f", which differs in {', '.join(f'`{key}`' for key in differing)}" if earlier else ""
        raise SpecError(
            [
                Diagnostic(
                    "E0803",
                    f"`{out}` holds {what if earlier else unknown}{told}",
                    help="use `-o` to name another folder, or `--force` to replace the files",
                )
            ]
        )


def manifest(out: Path) -> dict[str, Any]:
    """Return the manifest of a folder; an empty one where none can be read."""
    return _read(out / MANIFEST)


def _read(path: Path) -> dict[str, Any]:
    try:
        return msgspec.json.decode(content(path, path.parent), type=dict[str, Any])
    except (OSError, SpecError, ValueError, RecursionError):
        return {}


def has_unfinished_run(out: Path) -> bool:
    """Whether an unfinished run left batches in a folder."""
    stage = out / PARTIAL
    return (stage / PLAN).is_file() and any(_finished_batches(stage))


def batch(stage: Path, position: int) -> Path:
    """Return the file of the batch whose first record is at a position."""
    return stage / BATCHES / f"{position:012}"


def _finished_batches(stage: Path) -> Iterator[Path]:
    return (path for path in _entries(stage / BATCHES) if path.suffix != NEW)


@contextmanager
def staging_dir(out: Path, identity: Mapping[str, Any]) -> Iterator[Path]:
    """Yield a hidden folder to fill, with the batches that an earlier run of this identity finished.

    Its contents are removed afterwards, except finished batches of an incomplete run.

    Raises:
        SpecError: E0815 if another process is filling it, E0801 if it does not belong to a run.
    """
    stage = out / PARTIAL
    with report_os_errors(stage):
        out.mkdir(parents=True, exist_ok=True)
        lock = _claim_stage(stage)
    if lock is None:
        raise SpecError(
            [
                Diagnostic(
                    "E0815",
                    f"another run is writing to `{out}`",
                    help="wait until it ends, or use `-o` to name another folder",
                )
            ]
        )
    try:
        with report_os_errors(stage):
            same = _read(stage / PLAN) == msgspec.to_builtins(identity)
            _clear(stage, {LOCK, PLAN, BATCHES} if same else {LOCK})
            (stage / BATCHES).mkdir(exist_ok=True)
            for path in _entries(stage / BATCHES):
                if path.suffix == NEW:
                    path.unlink()
            if not same:
                write(stage / PLAN, identity)
        try:
            yield stage
        except BaseException:
            with suppress(OSError):
                _clear(stage, {LOCK, PLAN, BATCHES} if has_unfinished_run(out) else {LOCK})
            raise
        finally:
            if _is_same_file(stage / LOCK, lock) and not has_unfinished_run(out):
                _end(stage)
    finally:
        lock.close()


def _clear(stage: Path, but: set[str]) -> None:
    for path in stage.iterdir():
        if path.name not in but:
            _remove(path)


def _claim_stage(stage: Path) -> IO[bytes] | None:
    """Create the stage if it does not exist, and take its lock; None if another process has it.

    A process that ends a stage removes its lock file last, and holds the lock until then. So if a lock is
    taken and its file still has its name, it is the stage's lock. If not, the stage has ended in the
    meantime and is created again.
    """
    while True:
        _check_stage(stage)
        try:
            stage.mkdir(parents=True, exist_ok=True)
            lock = (stage / LOCK).open("ab")
        except (FileExistsError, FileNotFoundError):  # another process makes or ends it just now
            continue
        if not _try_lock(lock):
            lock.close()
            return None
        if _is_same_file(stage / LOCK, lock):
            return lock
        lock.close()


def _try_lock(file: IO[bytes]) -> bool:
    """Take a lock that ends with this process, if the system has such locks; return whether it was free."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_same_file(path: Path, file: IO[bytes]) -> bool:
    """Return whether an open file is the one that has a name now."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def publish(stage: Path, out: Path, manifest: Mapping[str, Any]) -> None:
    """Put everything staged under its final name, in place of what an earlier run left, and end the stage."""
    names = [str(value["file"]) for value in listed_files(manifest)]
    with report_os_errors(out):
        write(stage / FIRST, {**manifest, "complete": False})
        write(stage / LAST, {**manifest, "complete": True})
        earlier = [path for path in published_files(out) if path.name != MANIFEST]
        os.replace(stage / FIRST, out / MANIFEST)
        _move(earlier, out, stage / OLD)
        for name in (ENCODINGS, TEXT, PARTS):
            with suppress(
                OSError
            ):  # a user's own file keeps the folder; what has become empty goes
                (out / name).rmdir()
        family = [stage / FAMILY] if (stage / FAMILY).is_file() else []  # a lone file has none
        new = [*family, *(stage / each for each in (*DESCRIPTIONS, *names))]
        _move([*_companions(stage), *new], stage, out)
        settle(out)
        os.replace(stage / LAST, out / MANIFEST)
        settle(out)
        _end(stage)


def remove_leftovers(out: Path, identity: Mapping[str, Any]) -> None:
    """Remove the stage that a finished run left when it was killed at its very end, unless it is another's by now."""
    stage = out / PARTIAL
    if not (stage / LOCK).is_file() or _read(stage / PLAN) not in ({}, dict(identity)):
        return
    with suppress(OSError), (stage / LOCK).open("r+b") as lock:
        if _try_lock(lock) and _is_same_file(stage / LOCK, lock):
            _end(stage)


def _end(stage: Path) -> None:
    """Remove a stage: first the plan, so that remaining batches belong to no run, and last the lock."""
    with suppress(OSError):
        (stage / PLAN).unlink(missing_ok=True)
        _clear(stage, {LOCK})
        (stage / LOCK).unlink()
        stage.rmdir()  # where another process has come first, it is that one's now


def _move(files: list[Path], source: Path, target: Path) -> None:
    """Move files to the same places below another folder."""
    for file in files:
        place = target / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(file, place)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
