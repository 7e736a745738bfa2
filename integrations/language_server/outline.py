"""The structure of a document: its symbols, and the parts that an editor can fold."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from lsprotocol import types as lsp

from ...dsl import syntax
from ...dsl.parsing.brackets import CLOSERS, OPENERS
from ...dsl.printing.inline import print_statement
from .documents import Document
from .items import declared_names, first_line, keyword

_KINDS = {
    "family": lsp.SymbolKind.Module,
    "module": lsp.SymbolKind.Module,
    "logic": lsp.SymbolKind.Namespace,
    "use": lsp.SymbolKind.Namespace,
    "param": lsp.SymbolKind.Variable,
    "choose": lsp.SymbolKind.Variable,
    "preset": lsp.SymbolKind.Constant,
    "level": lsp.SymbolKind.Constant,
    "pool": lsp.SymbolKind.Enum,
    "table": lsp.SymbolKind.Struct,
    "sort": lsp.SymbolKind.Class,
    "pred": lsp.SymbolKind.Function,
    "role": lsp.SymbolKind.Function,
    "concept": lsp.SymbolKind.Class,
    "record": lsp.SymbolKind.Struct,
    "theory": lsp.SymbolKind.Object,
    "background": lsp.SymbolKind.Object,
    "ask": lsp.SymbolKind.Event,
    "test": lsp.SymbolKind.Method,
    "say": lsp.SymbolKind.String,
    "document": lsp.SymbolKind.File,
}

LONGEST = 80
"""Characters of a symbol's name."""

FARTHEST = 40
"""In how many tokens of an item its name is looked for."""

DEEPEST = 200
"""How many statements of a theory are symbols."""


def symbols(document: Document) -> list[lsp.DocumentSymbol]:
    """Return the items of a document, with fields and labelled statements in them; also those that cannot be read."""
    found = [_symbol(document, item) for item in document.spec.items]
    for unread in document.spec.unread:
        if unread.names and unread.keyword:
            area = document.range_of(unread.span)
            name = " ".join(unread.names[:3])
            found.append(
                lsp.DocumentSymbol(name, lsp.SymbolKind.Null, area, area, "cannot be read")
            )
    return sorted(found, key=lambda each: (each.range.start.line, each.range.start.character))


def _symbol(document: Document, item: syntax.Item) -> lsp.DocumentSymbol:
    kind = keyword(item)
    area = document.range_of(item.span)
    return lsp.DocumentSymbol(
        name=_title(item),
        detail=kind,
        kind=_KINDS.get(kind, lsp.SymbolKind.Property),
        range=area,
        selection_range=_name_range(document, item),
        children=list(_children(document, item)) or None,
    )


def _title(item: syntax.Item) -> str:
    names = declared_names(item)
    if names:
        return ", ".join(names)
    match item:
        case syntax.Header(name=name) | syntax.Logic(name=name) | syntax.Preset(name=name):
            return name or keyword(item)
        case syntax.Use(module=module):
            return ".".join(module.parts)
        case _:
            return _cut(first_line(item)) or keyword(item)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _name_range(document: Document, item: syntax.Item) -> lsp.Range:
    """Return the range of an item's name, or of its first word."""
    names = declared_names(item) or (getattr(item, "name", ""),)
    span = item.span
    tokens = document.tokens
    start = bisect_left(tokens, span.start, key=lambda token: token.start)
    own = [token for token in tokens[start : start + FARTHEST] if token.end <= span.end]
    named = next((token for token in own[1:] if token.text == names[0]), own[0] if own else None)
    if named is None:
        return document.range(span.start, span.start)
    return document.range(named.start, named.end)


def _children(document: Document, item: syntax.Item) -> Iterator[lsp.DocumentSymbol]:
    match item:
        case syntax.Record(fields=fields):
            for field in fields:
                area = document.range_of(field.span)
                yield lsp.DocumentSymbol(field.name, lsp.SymbolKind.Field, area, area, "field")
        case syntax.Theory(statements=lines) | syntax.Background(statements=lines):
            for line in (lines or ())[:DEEPEST]:
                if isinstance(line, syntax.Named):
                    area = document.range_of(line.span)
                    name = _cut(print_statement(line.name)) or "statement"
                    yield lsp.DocumentSymbol(name, lsp.SymbolKind.Key, area, area, "statement")


def folds(document: Document) -> list[lsp.FoldingRange]:
    """Return what can be folded: items, brackets and comments of several lines, and `use` lines in a row."""
    found = {
        *((start, end, None) for start, end in _brackets(document)),
        *((start, end, None) for start, end in _items(document)),
        *((start, end, lsp.FoldingRangeKind.Comment) for start, end in _comments(document)),
        *((start, end, lsp.FoldingRangeKind.Imports) for start, end in _uses(document)),
    }
    by_start: dict[int, lsp.FoldingRange] = {}
    for start, end, kind in sorted(found, key=lambda each: (each[0], each[1])):
        by_start[start] = lsp.FoldingRange(start_line=start, end_line=end, kind=kind)
    return list(by_start.values())


def _line(document: Document, offset: int) -> int:
    return document.source.place(offset)[0] - 1


def _brackets(document: Document) -> Iterator[tuple[int, int]]:
    opened: list[tuple[str, int]] = []
    for token in document.tokens:
        if token.type in OPENERS:
            opened.append((OPENERS[token.type], _line(document, token.start)))
        elif token.type in CLOSERS:
            while opened:
                kind, start = opened.pop()
                if kind == token.type:
                    end = _line(document, token.start) - 1
                    if end > start:
                        yield start, end
                    break


def _items(document: Document) -> Iterator[tuple[int, int]]:
    for item in document.spec.items:
        start, end = _line(document, item.span.start), _line(document, item.span.end)
        if end > start:
            yield start, end


def _comments(document: Document) -> Iterator[tuple[int, int]]:
    lines = [_line(document, note.start) for note in document.comments if note.alone]
    yield from _rows(lines)


def _uses(document: Document) -> Iterator[tuple[int, int]]:
    uses = [item for item in document.spec.items if isinstance(item, syntax.Use)]
    yield from _rows([_line(document, item.span.start) for item in uses])


def _rows(lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of lines that follow each other."""
    start = previous = -2
    for line in [*lines, -1]:
        if line != previous + 1:
            if previous > start >= 0:
                yield start, previous
            start = line
        previous = line
