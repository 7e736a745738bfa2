"""What a studio is opened on: specs and datasets, by the names that pages know them by."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...compiler.dataset.formats.folder import MANIFEST
from ...compiler.sources import find_spec
from ...dsl.diagnostics import Diagnostic, SpecError

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet")
"""How the names of files of records end."""

MOST = 500
"""How many specs and datasets of a folder are listed."""

DEEPEST = 4
"""How many folders below the one that is opened are looked at."""


@dataclass(frozen=True)
class Target:
    """The specs and datasets that can be opened, by name.

    `is_installed` is whether its spec belongs to a package, and is not to be changed; `is_new` whether there is no
    such file yet.
    """

    name: str
    specs: dict[str, Path]
    datasets: dict[str, Path]
    is_installed: bool = False
    is_new: bool = False


def read_target(text: str) -> Target:
    """Return what a user names: a spec, a new one too, a dataset, a folder with some, or an installed family.

    Raises:
        SpecError: there is no such file, or nothing to open in it.
    """
    path = Path(text)
    if path.is_dir():
        return _folder(path.absolute())
    if path.is_file():
        if is_dataset(path):
            return Target(path.name, {}, {path.name: path.absolute()})
        if path.suffix == ".rspec":
            return Target(path.name, {path.name: path.absolute()}, {})
        raise _nothing(path, "it is neither a spec nor a file of records")
    found = find_spec(text)
    if not found.is_file():
        if path.suffix == ".rspec" and path.absolute().parent.is_dir() and not path.is_symlink():
            return Target(path.name, {path.name: path.absolute()}, {}, is_new=True)
        help = "name a spec (`.rspec`), a dataset, a folder or an installed family"
        raise SpecError([Diagnostic("E0601", f"there is no file `{text}`", help=help)])
    return Target(found.name, {found.name: found.absolute()}, {}, is_installed=True)


def is_dataset(path: Path) -> bool:
    """Return whether a path is a dataset: a folder that a run wrote, or a file of records."""
    if path.is_dir():
        return (path / MANIFEST).is_file()
    return path.name.endswith(SUFFIXES)


def _folder(path: Path) -> Target:
    if is_dataset(path):
        return Target(path.name, {}, {path.name: path})
    specs, datasets = dict[str, Path](), dict[str, Path]()
    for each in _entries(path, 0):
        found = datasets if is_dataset(each) else specs
        if len(found) < MOST:
            found[each.relative_to(path).as_posix()] = each
    if not specs and not datasets:
        raise _nothing(path, "the folder has neither specs nor datasets")
    return Target(path.name, specs, datasets)


def _entries(folder: Path, depth: int) -> Iterator[Path]:
    """Yield the specs and datasets of a folder, in order; hidden folders and those of datasets are not entered."""
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for each in entries:
        if each.name.startswith(".") or each.is_symlink():
            continue
        if is_dataset(each) or each.suffix == ".rspec":
            yield each
        elif each.is_dir() and depth < DEEPEST:
            yield from _entries(each, depth + 1)


def _nothing(path: Path, why: str) -> SpecError:
    help = "name a spec (`.rspec`), a dataset that `rspc compile` wrote, or a folder with some"
    return SpecError([Diagnostic("E0602", f"`{path}` cannot be opened: {why}", help=help)])
