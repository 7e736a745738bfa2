"""A spec as it stands in an editor, checked: faults, names, and where each name is written."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...compiler.api import Inspection, inspect
from ...compiler.elaboration.elaborate import elaborate
from ...compiler.family import Family
from ...compiler.sources import (
    STANDARD,
    Library,
    Module,
    Program,
    folder_of,
    library_of,
    module_key,
    read_program,
)
from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, Report, SpecError
from ...dsl.source import Span
from .items import first_line, keyword, members
from .messages import MAIN, Change, Checked, Fault, Files, Name, Spot
from .positions import area

UNSAVED = "untitled.rspec"
"""The name of a spec that has no path."""

MOST_FAULTS = 500
"""How many diagnostics are shown of a spec: nobody reads more, and editors grow slow."""


@dataclass(frozen=True)
class Opened:
    """A spec's files, its path, and the texts of all open files by path."""

    files: Files
    main: Path
    texts: dict[Path, str]

    def path(self, name: str) -> str:
        """Return the path of a file by the name that readers know it by; MAIN for the spec itself."""
        if not name or name == str(self.main):
            return MAIN
        library = library_of(name)
        if not library or Path(name).is_absolute():
            return name
        return str(folder_of(library) / name.partition("/")[2])

    def spot(self, span: Span) -> Spot:
        """Return the range of a span; the beginning of the spec for one that is nowhere."""
        if not span.source.name:
            return Spot(MAIN, ((0, 0), (0, 0)))
        return Spot(self.path(span.source.name), area(span, self.files.encoding))

    def program(self, main: Path | None = None) -> Program:
        """Return the files of a spec, by default of the one that is asked about. Raises SpecError as `read_program`."""
        main = main or self.main
        library = Library(main.parent)
        for path, text in self.texts.items():
            if path.is_relative_to(main.parent):
                library.put(path.relative_to(main.parent).as_posix(), text)
        return read_program(library, main.name, Report())


def open_files(files: Files) -> Opened:
    """Return the files of a spec, with the texts of open files in the place of those on disk."""
    main = Path(files.path) if files.path else Path(files.folder) / UNSAVED
    texts = {Path(path): text for path, text in files.texts.items()}
    return Opened(files, main, {**texts, main: files.text})


def check(files: Files) -> Checked:
    """Return what is wrong with a spec, what it reaches and what it declares."""
    opened = open_files(files)
    try:
        found = inspect(opened.main, opened.texts)
    except SpecError as error:
        found = Inspection(error.diagnostics)
    faults = tuple(fault(opened, each) for each in found.diagnostics[:MOST_FAULTS])
    program = found.program
    if program is None:
        return Checked(faults)
    library = program.library
    reached = [opened.path(library.shown(key)) for key in library.asked()]
    header = program.main.header
    return Checked(
        faults,
        tuple(path for path in reached if path != MAIN),
        tuple(visible_names(opened, program)),
        logic=_logic(program),
        is_family=header is not None and header.kind == "family",
    )


def load(files: Files) -> Family:
    """Return the family of a spec.

    Raises:
        SpecError: with every fault found.
    """
    opened = open_files(files)
    program = opened.program()
    return elaborate(program.library, program.main.key, Report(), {})


def fault(opened: Opened, diagnostic: Diagnostic) -> Fault:
    """Return a diagnostic with its ranges."""
    changes = tuple(Change(opened.spot(edit.span), edit.text) for edit in diagnostic.edits)
    return Fault(
        diagnostic.code,
        diagnostic.message,
        opened.spot(diagnostic.span),
        diagnostic.label,
        diagnostic.help,
        tuple((opened.spot(note.span), note.text) for note in diagnostic.notes),
        changes,
    )


# --------------------------------------------------------------------------------------------------------- names


def visible_names(opened: Opened, program: Program) -> Iterator[Name]:
    """Yield the names that can be seen in a spec: its own, those that it uses, and predicates and fields."""
    for name, declared in program.main.names.items():
        yield _named(opened, name, declared.item, declared.module)
    seen: set[str] = set()
    for item, module in program.items():
        match item:
            case syntax.Vocabulary(name=name) if name and name not in seen:
                seen.add(name)
                yield _named(opened, name, item, module)
            case syntax.Record(name=record, fields=fields):
                for each in fields:
                    spot = opened.spot(each.span)
                    line = f"field `{each.name}` of record `{record}`"
                    yield Name(each.name, "field", line, spot, each.say, module.key)


def exported_names(module: str) -> tuple[Name, ...]:
    """Return the names of an installed module that a spec can use. Raises SpecError if there is none."""
    files = Files("", str(Path.cwd()), "")
    opened = open_files(files)
    program = read_program(Library(opened.main.parent), module_key(module), Report())
    return tuple(
        _named(opened, name, declared.item, declared.module)
        for name, declared in program.main.names.items()
    )


def _named(opened: Opened, name: str, item: syntax.Item, module: Module) -> Name:
    about, values = "", tuple[str, ...]()
    if isinstance(item, syntax.Param):
        about = item.description
        values = tuple(members(item.domain))
    home = "" if module.key == opened.main.name else module_name(module.key)
    return Name(name, keyword(item), first_line(item), opened.spot(item.span), about, home, values)


def module_name(key: str) -> str:
    """Return a module's name as `use` writes it, by its key."""
    return key.removesuffix(".rspec").replace(":/", ".").replace("/", ".")


def standard_module_names() -> dict[str, str]:
    """Return the modules of the standard library, each with its sentence."""
    root = folder_of(STANDARD)
    found: dict[str, str] = {}
    for path in sorted(root.rglob("*.rspec")):
        if path.parent.name != "new":
            name = ".".join((STANDARD, *path.relative_to(root).with_suffix("").parts))
            found[name] = _sentence(path)
    return found


def _sentence(path: Path) -> str:
    """Return the description in the first lines of a module."""
    with path.open(encoding="utf-8") as file:
        head = file.read(600)
    parts = head.split('"')
    return " ".join(parts[1].split()) if len(parts) > 2 and "\n\n" not in parts[0] else ""


def _logic(program: Program) -> str:
    return next(
        (item.name for item in program.main.spec.items if isinstance(item, syntax.Logic)), ""
    )
