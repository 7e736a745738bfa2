"""A spec and all that it uses: the modules, and for each the names that can be seen in it.

Names of declarations share one space, so that a reader never wonders which of two things a name means; a name that
hides another is refused. Slots, predicates and roles have spaces of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, Note, Report, SpecError, did_you_mean
from ...dsl.edits import Edit, Help, insert_before, remove
from ...dsl.parsing.parser import parse
from ...dsl.parsing.places import name_span
from ...dsl.source import NOWHERE, Span
from ..contract import plugins
from .library import STANDARD, Library, folder_of, library_of, module_key

Declaration: TypeAlias = (
    syntax.Param
    | syntax.Choose
    | syntax.Pool
    | syntax.Table
    | syntax.Sort
    | syntax.Record
    | syntax.Production
    | syntax.Knowledge
    | syntax.Test
    | syntax.Measure
    | syntax.Style
)


@dataclass
class Declared:
    """A declaration, its module, and the part of a split to which a `use` narrowed it."""

    item: Declaration
    module: Module
    split: str = ""


@dataclass
class Module:
    """One parsed file.

    Attributes:
        key: its key in the library.
        own: the names that it declares; several tests, productions or knowledge items never share one.
        names: the names visible in it: its own and those it uses.
        uses: the modules that it uses, each with the imported names; None for all.
        whole: whether all of its items are active, and not only those in `working`.
        working: the active items, by identity, if only some of its names are imported.
        always: whether every instance has its words, and not only those under one of the `guards`.
        guards: conditions of the main file under which it is used.
    """

    key: str
    spec: syntax.Spec
    own: dict[str, Declared] = field(default_factory=dict)
    names: dict[str, Declared] = field(default_factory=dict)
    uses: list[tuple[Module, tuple[str, ...] | None, syntax.Expr | None]] = field(
        default_factory=list
    )
    whole: bool = False
    always: bool = False
    guards: list[syntax.Expr] = field(default_factory=list)
    speaks: bool = False
    working: set[int] = field(default_factory=set)

    @property
    def header(self) -> syntax.Header | None:
        return next((item for item in self.spec.items if isinstance(item, syntax.Header)), None)


@dataclass(frozen=True, eq=False)
class Program:
    """The main module and all it uses, each once, those used before those that use them."""

    main: Module
    modules: tuple[Module, ...]
    library: Library
    active: tuple[tuple[syntax.Item, Module], ...]
    """All items of a module that is used whole, else the imported ones and what they need; each with its module."""

    def items(self) -> Iterator[tuple[syntax.Item, Module]]:
        """Yield the active items, in order."""
        return iter(self.active)


MAX_CHAIN = 50
"""How long a chain of modules may be in which each uses the next."""


def read_program(library: Library, key: str, report: Report) -> Program:
    """Parse a spec and the modules it uses, reporting every fault of every file.

    Raises:
        SpecError: when the main file cannot be read at all.
    """
    modules: dict[str, Module] = {}
    _no_theory(library, key)
    main = _read(library, key, modules, [], report, NOWHERE)
    _work_whole(main)
    _guard(main)
    active = [
        (item, module)
        for module in modules.values()
        for item in module.spec.items
        if module.whole or id(item) in module.working
    ]
    return Program(main, tuple(modules.values()), library, tuple(active))


def _no_theory(library: Library, key: str) -> None:
    """Refuse a file whose name ends as that of a theory does: every line of it would be refused."""
    suffix = Path(key).suffix.lower()
    for name in plugins.names(plugins.FORMATS) if suffix != ".rspec" else ():
        if plugins.load(plugins.FORMATS, name).suffix == suffix:
            shown = library.shown(key)
            raise SpecError(
                [
                    Diagnostic(
                        "E0217",
                        f"`{shown}` is a theory, not a spec",
                        help=f'`rspc solve {shown}` decides it; a spec reads it by `theory from "{Path(key).name}"`',
                    )
                ]
            )


def _read(
    library: Library,
    key: str,
    modules: dict[str, Module],
    path: list[tuple[str, Span]],
    report: Report,
    asked: Span,
) -> Module:
    source = library.source(key, asked)
    spec, found = _standard(source) if library_of(key) else parse(source)
    report.extend(found)
    module = Module(key, spec)
    _declare(module, report)
    for item in spec.items:
        if isinstance(item, syntax.Use):
            _use(library, module, item, modules, [*path, (key, item.span)], report)
    modules[key] = module
    return module


_standard = lru_cache(maxsize=64)(parse)  # many problems are read in one process, and all use these


def _declare(module: Module, report: Report) -> None:
    headers = 0
    for item in module.spec.items:
        if isinstance(item, syntax.Header):
            headers += 1
            if headers > 1:
                report.add("E0212", "a file can have only one `family` or `module` line", item.span)
        for name in syntax.declared_names(item):
            earlier = module.own.get(name)
            if earlier is None:
                module.own[name] = Declared(item, module)  # type: ignore[arg-type]
                module.names[name] = module.own[name]
            else:
                _twice(report, name, name_span(item.span, name), name_span(earlier.item.span, name))


def _twice(report: Report, name: str, span: Span, earlier: Span) -> None:
    report.add(
        "E0202",
        f"`{name}` is declared twice",
        span,
        notes=(Note(earlier, "first declared here"),),
        help=f"rename one of them, for example `{name}_2`",
    )


def _use(
    library: Library,
    module: Module,
    use: syntax.Use,
    modules: dict[str, Module],
    path: list[tuple[str, Span]],
    report: Report,
) -> None:
    try:
        key = _key(library, module, use, report)
    except SpecError as error:
        report.extend(error.diagnostics)
        return
    if key is None:
        return
    if any(key == earlier for earlier, _ in path):
        chain = [each for each, _ in path][[each for each, _ in path].index(key) :]
        report.add(
            "E0207",
            "modules use each other in a circle: " + " -> ".join([*chain, key]),
            use.span,
            help="move what both need into a third module",
        )
        return
    if len(path) > MAX_CHAIN:
        report.add("E0207", f"modules use each other in a chain of more than {MAX_CHAIN}", use.span)
        return
    try:
        used = modules.get(key) or _read(library, key, modules, path, report, use.span)
    except SpecError as error:
        report.extend(error.diagnostics)
        return
    names = tuple(
        each.text if isinstance(each, syntax.Name) else each.parts[0] for each in use.names
    )
    module.uses.append((used, names or None, use.guard))
    if use.guard is not None and path[:-1]:
        report.add(
            "E0219",
            "only the family can use a module under a condition",
            use.guard.span,
            help=Help(
                "remove the condition, and write it where the family uses this module",
                *_without_guard(use.guard.span),
            ),
        )
    if used.header is None:
        report.add(
            "E0210",
            f"`{library.shown(key)}` does not begin with `module NAME`",
            use.span,
            help=Help(
                f"begin it with `module {use.module.parts[-1]}`",
                insert_before(f"module {use.module.parts[-1]}\n", used.spec.span),
            ),
        )
    elif used.header.kind != "module":
        report.add(
            "E0209",
            f"`{'.'.join(use.module.parts)}` is a family, not a module",
            use.span,
            help="move what both need into a file that begins with `module`",
        )
    for name, declared in _choose_names(used, use, report).items():
        earlier = module.names.get(name)
        if earlier is not None and (
            earlier.item is not declared.item or earlier.split != declared.split
        ):
            _twice(report, name, use.span, name_span(earlier.item.span, name))
        else:
            module.names[name] = declared


def _without_guard(guard: Span) -> Iterator[Edit]:
    """Yield the edit that removes a condition with its `when`."""
    before = guard.source.text[: guard.start].rstrip()
    if before.endswith("when"):
        yield remove(Span(guard.source, len(before) - len("when"), guard.end))


def _key(library: Library, module: Module, use: syntax.Use, report: Report) -> str | None:
    parts = use.module.parts
    inside = library_of(module.key)
    if parts[0] == STANDARD or inside:
        key = module_key(".".join(parts if parts[0] == STANDARD else (inside, *parts)))
    else:
        key = library.beside(module.key, "/".join(parts) + ".rspec", use.span)
        if parts[0] in plugins.names(plugins.LIBRARIES) and not library.exists(key):
            key = module_key(".".join(parts))
    if library.exists(key):
        return key
    report.add(
        "E0206",
        f"there is no module `{'.'.join(parts)}`",
        use.module.span,
        f"looked for `{library.shown(key)}`",
        help=did_you_mean(
            ".".join(parts),
            standard_modules() if parts[0] == STANDARD else _modules_beside(library, key, parts),
        )
        or "`use std.NAME` imports a module of the standard library, `use NAME` a file",
    )
    return None


def _modules_beside(library: Library, key: str, parts: Sequence[str]) -> list[str]:
    """Return the dotted names of the modules in the folder where a module of these parts would be."""
    names = (Path(name) for name in library.names_beside(key))
    return [".".join((*parts[:-1], name.stem)) for name in names if name.suffix == ".rspec"]


def standard_modules() -> list[str]:
    """Return the dotted names of the standard library's modules, in order."""
    root = folder_of(STANDARD)
    return sorted(
        ".".join((STANDARD, *path.relative_to(root).with_suffix("").parts))
        for path in root.rglob("*.rspec")
        if path.parent.name != "new"
    )


def _choose_names(used: Module, use: syntax.Use, report: Report) -> dict[str, Declared]:
    if not use.names:
        return dict(used.names)
    chosen: dict[str, Declared] = {}
    for each in use.names:
        name, split = (each.text, "") if isinstance(each, syntax.Name) else each.parts[:2]
        declared = used.names.get(name)
        if declared is None:
            report.add(
                "E0201",
                f"module `{'.'.join(use.module.parts)}` has no `{name}`",
                each.span,
                help=did_you_mean(name, used.names),
            )
        elif split and split not in (parts := _splits(declared.item)):
            report.add(
                "E0203",
                f"`{name}` has no split `{split}`",
                each.span,
                help=did_you_mean(split, parts),
            )
        else:
            narrowed = split or declared.split
            chosen[name] = Declared(declared.item, declared.module, narrowed)
    return chosen


# ------------------------------------------------------------------------------------------------ what is at work


def _work_whole(module: Module) -> None:
    """Activate every item of a module, and what it uses."""
    if module.whole:
        return
    module.whole = True
    for used, names, _ in module.uses:
        if names is None:
            _work_whole(used)
        for name in names or ():
            _work(used.names.get(name))


def _work(declared: Declared | None) -> None:
    """Activate a declaration and what it needs: parameters and choices, productions that it expands, its phrases."""
    if declared is None or id(declared.item) in declared.module.working:
        return
    item, module = declared.item, declared.module
    module.working.add(id(item))
    if isinstance(item, syntax.Record):
        module.working |= {id(say) for say in _says(module, item.name)}
    if isinstance(item, syntax.Production | syntax.Knowledge | syntax.Test):
        _speak(module)
    for name, kinds in _mentioned_names(item):
        needed = module.names.get(name)
        if needed is not None and isinstance(needed.item, kinds):
            _work(needed)


def _speak(module: Module) -> None:
    """Put the words of a module and of those that it uses whole to work, and the predicates that they may say."""
    if module.speaks:
        return
    module.speaks = True
    records = {name for name, each in module.names.items() if isinstance(each.item, syntax.Record)}
    of_rows = {id(say) for name in records for say in _says(module, name)}
    spoken = (syntax.Say, syntax.Vocabulary, syntax.Style)
    found = {id(item) for item in module.spec.items if isinstance(item, spoken)}
    module.working |= found - of_rows
    for used, names, _ in module.uses:
        if names is None:
            _speak(used)


def _guard(main: Module) -> None:
    """Note of each module whether its words are always there, or under which conditions."""
    for module in _reach(main, guarded=False):
        module.always = True
    for used, _, guard in main.uses:
        if guard is not None:
            for each in _reach(used, guarded=True):
                each.guards.append(guard)


def _reach(module: Module, *, guarded: bool) -> list[Module]:
    """Return a module and those that it uses, and they in turn; whether also under conditions."""
    found = [module]
    for each in found:
        found += [
            used
            for used, _, guard in each.uses
            if all(used is not other for other in found) and (guarded or guard is None)
        ]
    return found


def _says(module: Module, record: str) -> Iterator[syntax.Say]:
    """Yield a module's items about a record's rows."""
    for item in module.spec.items:
        if isinstance(item, syntax.Say) and item.pattern == syntax.Name(record):
            yield item


def _mentioned_names(node: object) -> Iterator[tuple[str, type | tuple[type, ...]]]:
    """Yield each name in an item that may refer to a declaration, which must then be active, and its kinds."""
    if isinstance(node, tuple):
        for part in node:
            yield from _mentioned_names(part)
    elif isinstance(node, syntax.Node):
        if isinstance(node, syntax.Name):
            yield node.text, (syntax.Param, syntax.Choose, syntax.Style)
        elif isinstance(node, syntax.Expansion):
            yield node.production, (syntax.Production, syntax.Knowledge)
        for slot in type(node).__slots__:
            if slot != "span":
                yield from _mentioned_names(getattr(node, slot))


def _splits(item: Declaration) -> tuple[str, ...]:
    if isinstance(item, syntax.Pool | syntax.Table) and item.split is not None:
        return tuple(knob.name for knob in item.split.knobs)
    return ()
