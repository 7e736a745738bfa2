"""What can be written at a place."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from ...compiler.contract.descriptions import describe_type, knob_sentence
from ...dsl.parsing.brackets import CLOSERS, OPENERS
from ...dsl.reserved import RESERVED
from .catalogue import group_of, has_block, inside, kind_of, knobs_of, plugin, values_of
from .context import Context, context_at
from .documents import Document
from .item_words import ITEMS
from .messages import Installed, Name
from .own_names import own_names
from .phrase_words import FILTERS, MOODS, expected_in

MOST_FILES = 200
"""How many files beside a spec are offered as modules."""

KINDS = {
    "param": lsp.CompletionItemKind.Variable,
    "choose": lsp.CompletionItemKind.Variable,
    "pool": lsp.CompletionItemKind.Enum,
    "table": lsp.CompletionItemKind.Struct,
    "sort": lsp.CompletionItemKind.Class,
    "record": lsp.CompletionItemKind.Struct,
    "field": lsp.CompletionItemKind.Field,
    "pred": lsp.CompletionItemKind.Function,
    "role": lsp.CompletionItemKind.Function,
    "concept": lsp.CompletionItemKind.Class,
    "measure": lsp.CompletionItemKind.Value,
    "knowledge": lsp.CompletionItemKind.Module,
    "test": lsp.CompletionItemKind.Method,
}
PRODUCTIONS = frozenset({"fact", "rule", "axiom", "clue", "query", "syntax", "knowledge"})
"""Kinds of names that `<name>` expands."""

_CONSTANTS = ("param", "choose")
_VALUES = (*_CONSTANTS, "pool", "table", "sort", "record", "field")
_STATED = ("pred", "role", "concept", "test", "field", "pool", "sort", *_CONSTANTS)
_WANTED: dict[str, tuple[str, ...]] = {
    "SORT": ("pool", "table"),
    "POOL": ("pool", "table"),
    "TABLE": ("pool", "table"),
    "PRED": ("sort", "pool", *_CONSTANTS),
    "ROLE": ("sort", "pool", *_CONSTANTS),
    "CONCEPT": ("pool", *_CONSTANTS),
    "PARAM": _CONSTANTS,
    "CHOOSE": (*_CONSTANTS, "pool", "table"),
    "REQUIRE": (*_CONSTANTS, "field", "pred"),
    "MEASURE": (*_CONSTANTS, "field", "pred"),
    "WORLD": ("pred",),
    "RECORD": ("pool", "sort", "table", *_CONSTANTS, "field"),
    "STYLE": _CONSTANTS,
    "DOCUMENT": _CONSTANTS,
    "USE": _CONSTANTS,
}
"""The kinds of names that an item mentions; any other mentions what a statement does."""

_TYPES = {
    "integer": "= 3..30",
    "money": "= $1..$20",
    "duration": "= round(1h..9h, 15m)",
    "time": "= round(06:00..11:00, 00:15)",
    "date": "= 2026-05-01..2026-09-30",
    "percent": "= 5%..95%",
    "one of": "{red, green, blue}",
    "set of": "color = 2 of colors",
    "list of": "duration = repeat(2, 5m * (1..6))",
}
"""The types of slots, and how a slot of each goes on."""


def complete(
    document: Document, offset: int, names: Sequence[Name], installed: Installed
) -> list[lsp.CompletionItem]:
    """Return what can be written at an offset.

    Args:
        names: those that can be seen in the document, as far as they are known.
        installed: what plug-ins declare, as far as it is known.
    """
    context = context_at(document, offset)
    if context.hidden:
        return list(_phrase_words(context, document, offset))
    own = {name.name for name in names}
    seen = [*names, *(each for each in own_names(document) if each.name not in own)]
    found = list(_items(context, document, offset, seen, installed))
    for place, item in enumerate(found):
        item.sort_text = item.sort_text or f"{place:05}"
    return found


def is_expected(document: Document, offset: int) -> bool:
    """Return whether a blank or a colon before an offset asks for words: few can follow there."""
    context = context_at(document, offset)
    if context.hidden:
        return bool(expected_in(_text_before(document, context, offset)))
    after_word = len(context.tokens) == 1 and (group_of(context.item) or context.item == "USE")
    return bool(after_word or context.block or _is_type(context) or needs_exports(document, offset))


def needs_exports(document: Document, offset: int) -> str:
    """Return the installed module whose names can be written at an offset; an empty string if none can."""
    tokens = context_at(document, offset).tokens
    if len(tokens) > 2 and tokens[0].type == "USE" and tokens[2].type == "COLON":
        return tokens[1].text
    return ""


def export_items(exported: Sequence[Name]) -> list[lsp.CompletionItem]:
    """Return the names of a module, for the list of a `use`."""
    return [_name_item(name) for name in exported]


def _items(
    context: Context, document: Document, offset: int, names: Sequence[Name], installed: Installed
) -> Iterator[lsp.CompletionItem]:
    if not context.tokens:
        yield from _item_words(document, context, offset)
    elif context.block is not None and context.item in {"PRESET", "LEVEL"}:
        yield from _settings(context, names)
    elif context.block is not None:
        yield from _block_items(context, names, installed)
    elif len(context.tokens) == 1 and group_of(context.item):
        yield from _plugins(group_of(context.item), installed, _accepted(document, installed))
    elif _is_type(context):
        yield from (_word(name, rest) for name, rest in _TYPES.items())
    elif context.item == "VERIFY" and context.before == "COMMA":
        yield from _plugins("backends", installed)
    elif context.item == "USE" and len(context.tokens) == 1:
        yield from _modules(document, context, offset, installed)
    elif context.word.startswith("<"):
        for name in names:
            if name.kind in PRODUCTIONS:
                yield _expansion(document, context, offset, name)
    elif context.word.startswith("?"):
        yield from _holes(document, context, offset)
    elif context.item not in {"FAMILY", "MODULE"}:
        yield from _names(context, names)


def _item_words(document: Document, context: Context, offset: int) -> Iterator[lsp.CompletionItem]:
    area = document.range(context.start, offset)
    for word, item in ITEMS.items():
        yield lsp.CompletionItem(
            label=word,
            kind=lsp.CompletionItemKind.Keyword,
            documentation=_markdown(item.about),
            insert_text_format=lsp.InsertTextFormat.Snippet,
            text_edit=lsp.TextEdit(area, document.with_ends(item.snippet)),
            filter_text=word,
        )


def _text_before(document: Document, context: Context, offset: int) -> str:
    """Return what is before an offset in the text that it is in; nothing if it is in a comment."""
    token = context.tokens[-1] if context.tokens else None
    if token is None or token.type not in {"TEXT", "LONG_TEXT"}:
        return ""
    if offset > token.end or (offset == token.end and not token.unended):
        return ""
    return document.text[token.start : offset]


def _phrase_words(
    context: Context, document: Document, offset: int
) -> Iterator[lsp.CompletionItem]:
    """Yield what a hole of a phrase may have: filters after `|`, otherwise names of holes, and words by mood."""
    match expected_in(_text_before(document, context, offset)):
        case "filter":
            yield from (_word(name, about) for name, about in FILTERS.items())
        case "name":
            own = {each.text for each in context.tokens if each.type in {"HOLE", "HOLE_CALL"}}
            yield from map(_word, sorted(own))
            yield from (_word(name, about) for name, about in MOODS.items())


def _is_type(context: Context) -> bool:
    """Return whether a place is behind the colon of a slot."""
    if context.item != "RECORD" or context.before != "COLON":
        return False
    types = [token.type for token in context.tokens]
    return sum(each in OPENERS for each in types) - sum(each in CLOSERS for each in types) == 1


def _accepted(document: Document, installed: Installed) -> frozenset[str]:
    """Return what the logic of a spec accepts; nothing if it is not known."""
    pairs = zip(document.tokens, document.tokens[1:], strict=False)
    name = next((word.text for first, word in pairs if first.type == "LOGIC"), "")
    return frozenset(plugin(installed, "logics", name).get("accepts", ()))


def _plugins(
    group: str, installed: Installed, accepted: frozenset[str] = frozenset()
) -> Iterator[lsp.CompletionItem]:
    """Yield the plug-ins of a group; if the logic is known, only those that go with what it accepts."""
    for name, entry in installed.plugins.get(group, {}).items():
        makes, suits = entry.get("makes", ()), entry.get("suits", accepted)
        if accepted and (accepted.isdisjoint(suits) or not accepted.issuperset(makes)):
            continue
        yield lsp.CompletionItem(
            label=name,
            kind=lsp.CompletionItemKind.Module,
            detail=kind_of(group),
            documentation=_markdown(str(entry.get("about", ""))),
        )


def _modules(
    document: Document, context: Context, offset: int, installed: Installed
) -> Iterator[lsp.CompletionItem]:
    area = document.range(context.start, offset)
    modules = {**dict.fromkeys(_own_modules(document), ""), **installed.modules}
    for name, about in modules.items():
        yield lsp.CompletionItem(
            label=name,
            kind=lsp.CompletionItemKind.Module,
            documentation=_markdown(about),
            text_edit=lsp.TextEdit(area, name),
            filter_text=name,
        )


def _own_modules(document: Document) -> list[str]:
    """Return the names of the files beside a spec, as modules; not many of them."""
    own = Path(document.path)
    try:
        found = sorted(own.parent.glob("*.rspec"))[:MOST_FILES] if document.path else []
    except OSError:
        return []
    return [path.stem for path in found if path != own and path.stem.isidentifier()]


def _settings(context: Context, names: Sequence[Name]) -> Iterator[lsp.CompletionItem]:
    """Yield the parameters that a preset can set, or the values of the one that it sets."""
    assert context.block is not None
    if context.block.knob:
        wanted = [name for name in names if name.name == context.block.knob]
        yield from (_word(value) for name in wanted for value in name.values)
        return
    for name in names:
        if name.kind == "param" and name.name not in context.block.written:
            yield _name_item(name)


def _block_items(
    context: Context, names: Sequence[Name], installed: Installed
) -> Iterator[lsp.CompletionItem]:
    """Yield the knobs of a block that are not set yet, or the values of the one that is."""
    assert context.block is not None
    block, knobs = context.block, knobs_of(installed, context)
    here = inside(knobs, block.path)
    if block.knob in here:
        if has_block(knobs, block.knob) and not block.path:
            yield lsp.CompletionItem(label="{", kind=lsp.CompletionItemKind.Snippet)
        yield from (_word(value) for value in values_of(here[block.knob]))
        yield from (_name_item(name) for name in names if name.kind in _VALUES)
        return
    if block.knob or (block.path and not here):
        around = inside(knobs, block.path[:-1]) if block.path else {}
        listed = around.get(block.path[-1], {}) if block.path else {}
        yield from (_word(value) for value in values_of(listed))
        yield from (_name_item(name) for name in names if name.kind in _STATED)
        return
    for name, schema in here.items():
        if name not in block.written:
            yield _knob(name, schema, has_block(knobs, name) and not block.path)
    if context.before in {"RANGE", "OF", "PLUS", "MINUS", "STAR", "SLASH"} or not here:
        yield from (_name_item(name) for name in names if name.kind in _VALUES)


def _knob(name: str, schema: dict[str, Any], block: bool) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=name,
        kind=lsp.CompletionItemKind.Property,
        detail=describe_type(schema) if schema else "a block of knobs",
        documentation=_markdown(knob_sentence(schema)),
        insert_text=f"{name} {{ $1 }}" if block and not schema else f"{name} ",
        insert_text_format=lsp.InsertTextFormat.Snippet if block and not schema else None,
    )


def _names(context: Context, names: Sequence[Name]) -> Iterator[lsp.CompletionItem]:
    types = [token.type for token in context.tokens]
    wanted = _WANTED.get(context.item, _STATED)
    if "WHEN" in types[1:]:
        wanted = _CONSTANTS
        compared = _compared(context, names)
        yield from (_word(value) for value in compared)
    elif context.item == "TEST" and context.before in {"ON", "COMMA"} and "COLON" not in types:
        wanted = ("field",)
    elif context.item == "PARAM" and types == ["PARAM", "NAME", "COLON"]:
        yield from map(_word, ("int", "float", "bool", "name"))
        return
    elif context.item == "WORLD" and len(types) == 1:
        yield _word("closed")
        return
    for name in names:
        if name.kind in wanted:
            yield _name_item(name)
    for word in sorted(_following(context)):
        yield lsp.CompletionItem(
            label=word, kind=lsp.CompletionItemKind.Keyword, sort_text=f"~{word}"
        )


def _compared(context: Context, names: Sequence[Name]) -> tuple[str, ...]:
    """Return the values of the parameter that a condition compares: `when register == `."""
    if len(context.tokens) < 2 or context.before not in {"COMPARISON", "IN"}:
        return ()
    compared = context.tokens[-2].text
    return next((name.values for name in names if name.name == compared), ())


def _following(context: Context) -> frozenset[str]:
    """Return the words of the language that may continue an item."""
    if context.body:
        return frozenset({"and", "or", "not", "isa", "some", "only", "when", "true", "false"})
    return RESERVED - {"atypical"} if context.item == "TEST" else RESERVED


def _holes(document: Document, context: Context, offset: int) -> Iterator[lsp.CompletionItem]:
    """Yield the holes of the item."""
    own = {token.text for token in context.tokens if token.type in {"HOLE", "HOLE_CALL"}}
    area = document.range(context.start, offset)
    for name in sorted(own):
        hole = f"?{name}"
        yield lsp.CompletionItem(
            label=hole,
            kind=lsp.CompletionItemKind.TypeParameter,
            text_edit=lsp.TextEdit(area, hole),
            filter_text=hole,
        )


def _expansion(document: Document, context: Context, offset: int, name: Name) -> lsp.CompletionItem:
    item = _name_item(name)
    item.text_edit = lsp.TextEdit(document.range(context.start, offset), f"<{name.name}>")
    item.filter_text = f"<{name.name}"
    return item


def _word(word: str, about: str = "") -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=word, kind=lsp.CompletionItemKind.EnumMember, detail=about or None
    )


def _name_item(name: Name) -> lsp.CompletionItem:
    home = f"\n\nfrom `{name.module}`" if name.module else ""
    code = f"```rspec\n{name.line}\n```"
    plain = name.name.isidentifier() and name.name[:1].islower() and name.name not in RESERVED
    return lsp.CompletionItem(
        label=name.name,
        kind=KINDS.get(name.kind, lsp.CompletionItemKind.Reference),
        detail=name.kind,
        documentation=_markdown(f"{code}\n{name.about}{home}"),
        insert_text=name.name if plain else f"`{name.name}`",
    )


def _markdown(text: str) -> lsp.MarkupContent | None:
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, text) if text.strip() else None
