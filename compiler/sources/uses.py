"""Definitions and references of the names in the files of a program, from the syntax alone."""

import re
from collections.abc import Iterable, Iterator

from ...dsl import syntax
from ...dsl.parsing.places import first_word, name_span
from ...dsl.source import Span
from .item_names import ItemNames, head_span
from .library import library_of
from .modules import Module, Program
from .spaces import Space, Spaces, Use


def find_uses(program: Program) -> tuple[Use, ...]:
    """Return the names in the files of a program that are its own, in the order of files and places.

    The modules of libraries are left out, but names that they declare are found in them.
    """
    spaces = Spaces(program)
    return tuple(
        use
        for module in program.modules
        if not library_of(module.key)
        for use in _uses_in(module, spaces)
    )


def find_unused(program: Program, uses: Iterable[Use]) -> Iterator[Use]:
    """Yield the declarations of the family's main file that nothing mentions, whatever the values of the others.

    Only what does nothing by itself counts: pools, tables, productions of syntax, parameters and chosen values.
    Documents that were read can mention them as well. What a module declares is for others.
    """
    header = program.main.header
    if header is None or header.kind != "family":
        return
    uses = tuple(uses)
    words = frozenset(word for text in _documents(program) for word in re.findall(r"\w+", text))
    used = {(use.declaration.source, use.declaration.start) for use in uses if not use.declares}
    silent = {name for item in program.main.spec.items for name in _silent_names(item)}
    for use in uses:
        if (
            use.declares
            and use.space == Space.DECLARATION
            and use.name in silent
            and use.span.source is program.main.spec.span.source
            and (use.span.source, use.span.start) not in used
            and use.name not in words
        ):
            yield use


def _documents(program: Program) -> Iterator[str]:
    for key, content in program.library.contents():
        if key.endswith(".jinja"):
            yield content.decode("utf-8", "replace")


def _silent_names(item: syntax.Item) -> tuple[str, ...]:
    match item:
        case syntax.Pool() | syntax.Table() | syntax.Param():
            return (item.name,)
        case syntax.Production(kind="syntax"):
            return (item.name,)
        case syntax.Choose(names=names):
            return names
        case _:
            return ()


def _uses_in(module: Module, spaces: Spaces) -> Iterator[Use]:
    for item in module.spec.items:
        if isinstance(item, syntax.Header):
            continue
        if isinstance(item, syntax.Use):
            yield from _imports(item, module, spaces)
            continue
        yield from ItemNames(item, module, spaces).uses()
        if isinstance(item, syntax.Preset):
            yield from _preset_holes(item, module, spaces)


def _imports(item: syntax.Use, module: Module, spaces: Spaces) -> Iterator[Use]:
    used = next((each for each, _, _ in module.uses if _is_module(each, item)), None)
    if used is not None and used.header is not None:
        place = name_span(used.header.span, used.header.name)
        yield Use(
            item.module.span, ".".join(item.module.parts), Space.MODULE, place, used.header.span
        )
    for each in item.names:
        name = each.text if isinstance(each, syntax.Name) else each.parts[0]
        found = spaces.declared(used, name) if used is not None else None
        if found is not None:
            yield Use(
                head_span(first_word(each.span), name),
                name,
                Space.DECLARATION,
                found.span,
                found.item,
            )
    if item.guard is not None:
        yield from ItemNames(item.guard, module, spaces).uses()


def _is_module(module: Module, item: syntax.Use) -> bool:
    ending = "/".join(item.module.parts[1:] or item.module.parts) + ".rspec"
    return module.key.endswith(ending)


def _preset_holes(item: syntax.Preset, module: Module, spaces: Spaces) -> Iterator[Use]:
    """Yield the parameters in the name of a preset: `D{depth}`."""
    text = item.span.source.text
    end = item.knobs.span.start
    for match in re.finditer(r"\{(\w+)\}", text[item.span.start : end]):
        found = spaces.declared(module, match[1])
        if found is not None:
            start = item.span.start + match.start(1)
            span = Span(item.span.source, start, start + len(match[1]))
            yield Use(span, match[1], Space.DECLARATION, found.span, found.item)
