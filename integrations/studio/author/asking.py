"""What the editor asks for: completion, hovering and the canonical form, as the language server finds them."""

import asyncio
from typing import Any

from lsprotocol import types as lsp

from ...language_server.completion import complete, export_items, is_expected, needs_exports
from ...language_server.edits import format_document
from ...language_server.hover import hover
from ...language_server.messages import MAIN
from ...language_server.own_names import own_names
from .bench import Bench
from .marks import as_html

MOST = 300
"""How many completions are offered."""

TYPES = {
    lsp.CompletionItemKind.Keyword: "keyword",
    lsp.CompletionItemKind.Function: "function",
    lsp.CompletionItemKind.Variable: "variable",
    lsp.CompletionItemKind.Property: "property",
    lsp.CompletionItemKind.Class: "class",
    lsp.CompletionItemKind.Enum: "enum",
    lsp.CompletionItemKind.Module: "namespace",
}


async def completions(bench: Bench, line: int, column: int, trigger: str) -> list[dict[str, Any]]:
    """Return what can be written at a place; `trigger` is the character that asks by itself, if one does."""
    session, document = bench.session, bench.document
    await session.knows()
    offset = document.offset(lsp.Position(line, column))
    if trigger in (" ", ":") and not is_expected(document, offset):
        return []
    if module := needs_exports(document, offset):
        items = export_items(await session.exports(module))
    else:
        items = complete(document, offset, session.names(bench.uri), session.installed)
    ordered = sorted(items, key=lambda item: item.sort_text or item.label)
    return [_item(item, place) for place, item in enumerate(ordered[:MOST])]


def _item(item: lsp.CompletionItem, place: int) -> dict[str, Any]:
    edit = item.text_edit if isinstance(item.text_edit, lsp.TextEdit) else None
    text = edit.new_text if edit is not None else item.insert_text or item.label
    start = edit.range.start if edit is not None else None
    about = item.documentation
    shown = about.value if isinstance(about, lsp.MarkupContent) else about or ""
    return {
        "label": item.label,
        "detail": item.detail or "",
        "type": next((name for kind, name in TYPES.items() if kind == item.kind), ""),
        "text": text,
        "snippet": item.insert_text_format == lsp.InsertTextFormat.Snippet,
        "from": None if start is None else [start.line, start.character],
        "html": as_html(shown) if shown else "",
        "place": place,
    }


async def hovering(bench: Bench, line: int, column: int) -> dict[str, Any] | None:
    """Return what is shown at a place: HTML, and the range that it is about."""
    session, document = bench.session, bench.document
    await session.knows()
    names = [*session.names(bench.uri), *own_names(document)]
    once = list({(name.name, name.kind, name.line): name for name in names}.values())
    codes = [
        fault.code
        for fault in bench.faults
        if fault.spot.file == MAIN and _holds(fault.spot.area, (line, column))
    ]
    offset = document.offset(lsp.Position(line, column))
    found = hover(
        document, offset, once, session.installed, _sentences(bench), list(dict.fromkeys(codes))
    )
    if found is None or not isinstance(found.contents, lsp.MarkupContent):
        return None
    area = found.range
    return {
        "html": as_html(found.contents.value),
        "area": None if area is None else _area(area),
    }


async def formatting(bench: Bench) -> list[dict[str, Any]] | None:
    """Return the changes that give the text its canonical form; None if it cannot be read."""
    edits = await asyncio.to_thread(format_document, bench.document)
    if edits is None:
        return None
    return [{"area": _area(each.range), "text": each.new_text} for each in edits]


def _area(area: lsp.Range) -> list[list[int]]:
    return [[area.start.line, area.start.character], [area.end.line, area.end.character]]


def _holds(area: Any, place: tuple[int, int]) -> bool:
    start, end = area
    return bool(tuple(start) <= place <= max(tuple(end), (start[0], start[1] + 1)))


def _sentences(bench: Bench) -> list[tuple[str, str]]:
    """Return the statements of the problem that is shown, with their sentences."""
    if bench.last is None or not bench.last.made.record:
        return []
    record = bench.last.made.record
    prompt, spans = str(record.get("prompt", "")), record.get("spans") or {}
    return [
        (each.text, " ".join(prompt[start:end] for start, end in spans[each.id]))
        for each in bench.last.made.statements
        if each.id in spans
    ]
