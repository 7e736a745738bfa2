"""Definitions, references and new names, over all files of a spec, and of other specs that use the same module."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...compiler.sources import (
    Program,
    RenamingError,
    Use,
    check_renamable,
    find_uses,
    library_of,
    references,
    rename,
    use_at,
)
from ...dsl.diagnostics import Edit, SpecError
from ...dsl.source import Source
from .inspection import Opened, open_files
from .messages import MAIN, Change, Locate, Located
from .positions import offset

LEVELS = 3
"""In how many folders above a module the specs that use it are looked for."""

MOST_FILES = 300
"""How many files of a folder are looked at for that."""


@dataclass(frozen=True)
class _View:
    """A spec with its names, and the use in it that stands for what was asked about."""

    program: Program
    uses: tuple[Use, ...]
    use: Use


def locate(asked: Locate) -> Located:
    """Return what the name at a place refers to, where it is written, and with a new name what to change."""
    opened = open_files(asked.files)
    try:
        program = opened.program()
    except SpecError:
        return Located()
    source = _source(opened, program, asked.file)
    if source is None and asked.file != MAIN:  # the spec no longer uses the file
        try:
            program = opened.program(Path(asked.file))
        except SpecError:
            return Located()
        source = _source(opened, program, asked.file)
    if source is None:
        return Located()
    uses = find_uses(program)
    place = offset(source.text, (asked.line, asked.column), asked.files.encoding)
    use = use_at(uses, source.name, place)
    if use is None:
        return Located()
    views = [_View(program, uses, use), *_other_views(opened, use)]
    places = dict.fromkeys(
        opened.spot(each.span) for view in views for each in references(view.uses, view.use)
    )
    changes, refused = _changes(opened, views, asked.renamed)
    return Located(
        here=opened.spot(use.span),
        name=use.name,
        declaration=opened.spot(use.declaration),
        places=tuple(places),
        changes=changes,
        refused=refused,
    )


def _source(opened: Opened, program: Program, file: str) -> Source | None:
    """Return the text of a file of the program by its path."""
    for module in program.modules:
        source = module.spec.span.source
        if opened.path(source.name) == file:
            return source
    return None


def _changes(
    opened: Opened, views: list[_View], name: str | None
) -> tuple[tuple[Change, ...], str]:
    """Return the changes for a new name, and why there can be none."""
    edits: dict[Edit, None] = {}
    try:
        for view in views:
            if name is None:
                check_renamable(view.program, view.uses, view.use)
            else:
                edits |= dict.fromkeys(rename(view.program, view.uses, view.use, name))
    except RenamingError as error:
        return (), str(error)
    found = dict.fromkeys(Change(opened.spot(edit.span), edit.text) for edit in edits)
    return tuple(found), ""


# -------------------------------------------------------------------------------------------------- other specs


def _other_views(opened: Opened, use: Use) -> Iterator[_View]:
    """Yield the other specs that use the module in which something is declared."""
    declared = opened.path(use.declaration.source.name)
    module = opened.main if declared == MAIN else Path(declared)
    if not module.is_absolute() or library_of(use.declaration.source.name):
        return
    for spec in _users(opened, module):
        try:
            program = opened.program(spec)
        except SpecError:
            continue
        uses = find_uses(program)
        found = next((each for each in uses if _is_same(each, use)), None)
        if found is not None:
            yield _View(program, uses, found)


def _is_same(one: Use, other: Use) -> bool:
    """Return whether two uses, of different programs, refer to the same declaration."""
    mine, theirs = one.declaration, other.declaration
    return (one.name, one.space, mine.start, mine.source.name) == (
        other.name,
        other.space,
        theirs.start,
        theirs.source.name,
    )


def _users(opened: Opened, module: Path) -> Iterator[Path]:
    """Yield the specs beside a module, or in a folder above it, that seem to use it or a module that does, without the
    one that is asked about.
    """
    used: dict[Path, set[str]] = {}
    for folder in [module.parent, *module.parent.parents][: 1 + LEVELS]:
        try:
            found = sorted(folder.glob("*.rspec"))[:MOST_FILES]
        except OSError:
            continue
        used |= {path: _used(_text(opened, path)) for path in found}
    wanted, users = {module.stem}, dict[Path, None]()
    while more := [path for path in used if path not in users and used[path] & wanted]:
        users |= dict.fromkeys(more)
        wanted |= {path.stem for path in more}
    yield from (path for path in users if path not in (opened.main, module))


def _used(text: str) -> set[str]:
    """Return the last parts of the names of the modules that a spec seems to use."""
    return {found[1].rpartition(".")[2] for found in _USE.finditer(text)}


def _text(opened: Opened, path: Path) -> str:
    if path in opened.texts:
        return opened.texts[path]
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


_USE = re.compile(r"^use(?:\s|#[^\n]*\n)+`?([^\s:`#]+)", re.MULTILINE)
