"""The kinds of the words of a document, for editors that colour by them."""

from collections.abc import Iterator, Mapping, Sequence

from lsprotocol import types as lsp

from ...dsl import syntax
from ...dsl.parsing.tokens import Token
from ...dsl.reserved import ITEM_WORDS, RESERVED, words
from .documents import Document
from .messages import Name

TYPES = (
    "namespace",
    "type",
    "class",
    "parameter",
    "variable",
    "property",
    "enumMember",
    "function",
    "method",
    "macro",
    "keyword",
    "comment",
    "string",
    "number",
    "operator",
)
MODIFIERS = ("declaration", "readonly")
LEGEND = lsp.SemanticTokensLegend(list(TYPES), list(MODIFIERS))

_BY_KIND = {
    "param": "parameter",
    "choose": "parameter",
    "pool": "type",
    "table": "type",
    "sort": "type",
    "record": "class",
    "concept": "class",
    "field": "property",
    "pred": "function",
    "role": "function",
    "test": "method",
    "measure": "variable",
    "style": "variable",
}
_BY_TYPE = {
    "TEXT": "string",
    "LONG_TEXT": "string",
    "NUMBER": "number",
    "VARIABLE": "variable",
    "HOLE": "parameter",
    "HOLE_CALL": "parameter",
    "EXPANSION": "macro",
    "EXPANSION_CALL": "macro",
    "ARROW": "operator",
    "CALL": "function",
    "NAME": "",
    "DOTTED": "",
}
_WORDS = frozenset(word.upper() for word in RESERVED)
_ITEMS = frozenset(word.upper() for word in ITEM_WORDS)
_PUNCTUATION = words("COMMA STOP LPAREN RPAREN LSQUARE RSQUARE LBRACE RBRACE COLON SEMICOLON")


def colour(document: Document, names: Sequence[Name]) -> list[int]:
    """Return the words of a document as the protocol encodes them: each relative to the one before it."""
    kinds = {name.name: _BY_KIND.get(name.kind, "macro") for name in reversed(names)}
    found: list[int] = []
    line = column = 0
    for start, end, kind, modifiers in sorted(_parts(document, kinds)):
        for first, last in _rows(document.text, start, end):
            area = document.range(first, last)
            place, width = area.start, area.end.character - area.start.character
            if not width:
                continue
            step = place.line - line
            found += [
                step,
                place.character - (column if not step else 0),
                width,
                TYPES.index(kind),
                modifiers,
            ]
            line, column = place.line, place.character
    return found


def _rows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a range that are each on one line."""
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop + 1


def _parts(document: Document, kinds: Mapping[str, str]) -> Iterator[tuple[int, int, str, int]]:
    for note in document.comments:
        yield note.start, note.end, "comment", 0
    knobs = _knob_places(document)
    previous: Token | None = None
    for token in document.tokens:
        kind = _kind(token, previous, kinds, knobs)
        if kind:
            end = token.end - (token.type in {"CALL", "HOLE_CALL", "EXPANSION_CALL"})
            yield token.start, end, kind, int(_declares(token, previous))
        previous = token


def _declares(token: Token, previous: Token | None) -> bool:
    """Return whether a token is the name that an item declares."""
    return (
        previous is not None
        and previous.begins_line
        and previous.type in _ITEMS - {"USE", "THEORY", "ASK", "LOGIC", "VERIFY", "SAY", "REQUIRE"}
        and token.type in {"NAME", "CALL", "VARIABLE"}
    )


def _kind(
    token: Token, previous: Token | None, kinds: Mapping[str, str], knobs: frozenset[int]
) -> str:
    if token.begins_line and token.type in _ITEMS:
        return "keyword"
    if token.start in knobs:
        return "property"
    if token.type in {"NAME", "CALL", "DOTTED"}:
        if token.type == "DOTTED" or (previous is not None and previous.type == "USE"):
            return "namespace"
        return kinds.get(token.text, _BY_TYPE[token.type])
    if token.type in _BY_TYPE:
        return _BY_TYPE[token.type]
    if token.type in _WORDS or token.type in {"ON", "LET", "HOLDS", "KNOWN", "FUNCTIONAL"}:
        return "keyword"
    if token.type in _ITEMS:
        return kinds.get(token.text, "")
    return "" if token.type in _PUNCTUATION else "operator"


def _knob_places(document: Document) -> frozenset[int]:
    """Return where the names of knobs are, in the items that can be read."""
    found: set[int] = set()
    waiting: list[object] = [document.spec.items]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, syntax.Node):
            if isinstance(node, syntax.Knob):
                found.add(node.span.start)
            waiting.extend(getattr(node, slot) for slot in type(node).__slots__ if slot != "span")
    return frozenset(found)
