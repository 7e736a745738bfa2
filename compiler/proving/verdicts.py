"""Verdicts of proofs kept between runs, in the user's cache folder.

A verdict is found by its key: a digest of the family's files, of the code of this package and of every plug-in, and
of the versions of the interpreter and the libraries. Whatever is wrong with a kept verdict or with its folder, the
family is proved again.
"""

import hashlib
import importlib.util
import os
import platform
import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

import msgspec

from ...dsl.cache_folder import cache_folder
from ...dsl.diagnostics import Diagnostic, Note
from ...dsl.source import NOWHERE, Span
from ...version import __version__
from ..contract import plugins
from ..family import Family
from ..sources import Library

KEPT = 200
"""How many verdicts a folder has; the oldest go first."""

_CODE = ("dsl", "compiler", "backends", "stdlib")


class _Place(msgspec.Struct, frozen=True):
    key: str
    start: int
    end: int


class _Remark(msgspec.Struct, frozen=True):
    text: str
    place: _Place


class _Warning(msgspec.Struct, frozen=True):
    code: str
    message: str
    place: _Place
    label: str
    notes: tuple[_Remark, ...]
    help: str


class _Verdict(msgspec.Struct, frozen=True):
    key: str
    warnings: tuple[_Warning, ...]
    check: str


def folder() -> Path | None:
    """Return the folder of kept verdicts; None if nothing is to be kept."""
    found = cache_folder()
    return None if found is None else found / "proofs"


def find_verdict(family: Family, key: str, kept: Path) -> tuple[Diagnostic, ...] | None:
    """Return the warnings of an earlier proof with this key; None if there is none."""
    try:
        verdict = msgspec.json.decode(_file(kept, key).read_bytes(), type=_Verdict)
        if verdict.key != key or verdict.check != _check(verdict.key, verdict.warnings):
            return None
        return tuple(_open(each, family.library) for each in verdict.warnings)
    except (OSError, ValueError):  # it is missing, unreadable or damaged
        return None


def keep_verdict(family: Family, key: str, warnings: tuple[Diagnostic, ...], kept: Path) -> None:
    """Keep the warnings of a proof that found no error, if the folder can be written."""
    try:
        closed = tuple(_close(each, family.library) for each in warnings)
    except LookupError:  # a warning about a text that is no file
        return
    content = msgspec.json.encode(_Verdict(key, closed, _check(key, closed)))
    with suppress(OSError):
        kept.mkdir(parents=True, exist_ok=True)
        _replace(_file(kept, key), content)
        _forget(kept)


def _file(kept: Path, key: str) -> Path:
    return kept / f"{key}.json"


def _replace(path: Path, content: bytes) -> None:
    """Write a file that other processes see whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _forget(kept: Path) -> None:
    """Remove the oldest verdicts, and what an interrupted process left."""
    ages = sorted(
        (each.stat().st_mtime, each) for each in kept.iterdir() if each.suffix in (".json", ".tmp")
    )
    for _, each in ages[:-KEPT]:
        each.unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------------- keys


def verdict_key(family: Family) -> str | None:
    """Return what names a family and all that takes part in its proof; None if its code is in no folder."""
    code = _installed(plugins.modules())
    if code is None:
        return None
    digest = hashlib.blake2b(digest_size=20)
    for part in (code, family.main, family.hash):
        _add(digest, part.encode())
    for key, content in family.library.contents():
        _add(digest, key.encode())
        _add(digest, content)
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _installed(modules: tuple[str, ...]) -> str | None:
    """Return a digest of the code that takes part in proofs: this package, plug-ins, libraries, the interpreter.

    Args:
        modules: those of all plug-ins.
    """
    digest = hashlib.blake2b(digest_size=20)
    own = Path(__file__).resolve().parents[2]
    files = [path for name in _CODE for path in _files(own / name)]
    if not files:  # the package is not in a folder
        return None
    for path in files:
        _add(digest, path.relative_to(own).as_posix().encode())
        _add(digest, path.read_bytes())
    for name, path in _plugin_files(modules):
        _add(digest, name.encode())
        _add(digest, path.read_bytes())
    for fact in (
        __version__,
        platform.python_version(),
        platform.python_implementation(),
        *_versions(),
    ):
        _add(digest, fact.encode())
    return digest.hexdigest()


def _add(digest: Any, part: bytes) -> None:
    digest.update(len(part).to_bytes(8, "little") + part)


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a package in order, but for what the interpreter writes there."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (Path(here) / name for name in sorted(names) if not name.endswith(".pyc"))


def _plugin_files(modules: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield the files of all packages with plug-ins but this one, each with a name."""
    own = __name__.partition(".")[0]
    for package in sorted({each.partition(".")[0] for each in modules} - {own}):
        try:
            spec = importlib.util.find_spec(package)
        except (ImportError, ValueError):
            continue
        for place in (spec.submodule_search_locations or ()) if spec else ():
            for path in _files(Path(place)):
                yield f"{package}/{path.relative_to(place).as_posix()}", path
        if spec and spec.origin and not spec.submodule_search_locations:
            yield package, Path(spec.origin)


def _versions() -> Iterator[str]:
    """Yield the names and versions of the libraries that this package requires."""
    own = __name__.partition(".")[0]
    try:
        needed = requires(own) or []
    except PackageNotFoundError:
        needed = []
    for need in needed:
        found = re.match(r"[\w.-]+", need)
        if found is not None and "extra ==" not in need:
            with suppress(PackageNotFoundError):
                yield f"{found[0]} {version(found[0])}"


# --------------------------------------------------------------------------------------------------- warnings


def _check(key: str, warnings: tuple[_Warning, ...]) -> str:
    return hashlib.blake2b(key.encode() + msgspec.json.encode(warnings), digest_size=20).hexdigest()


def _close(warning: Diagnostic, library: Library) -> _Warning:
    """Return a warning whose places are in files by key. Raises LookupError if a place is in none of them."""
    keys = {library.shown(key): key for key, _ in library.contents()}

    def place(span: Span) -> _Place:
        return _Place("" if span == NOWHERE else keys[span.source.name], span.start, span.end)

    notes = tuple(_Remark(note.text, place(note.span)) for note in warning.notes)
    return _Warning(
        warning.code, warning.message, place(warning.span), warning.label, notes, warning.help
    )


def _open(warning: _Warning, library: Library) -> Diagnostic:
    def span(place: _Place) -> Span:
        return Span(library.source(place.key), place.start, place.end) if place.key else NOWHERE

    notes = tuple(Note(span(note.place), note.text) for note in warning.notes)
    return Diagnostic(
        warning.code, warning.message, span(warning.place), warning.label, notes, warning.help
    )
