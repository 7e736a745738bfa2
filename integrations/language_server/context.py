"""Where in a spec a place is, from the tokens before it: it works as well where the text around it cannot be parsed."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ...dsl.parsing.brackets import CLOSERS, OPENERS
from ...dsl.parsing.tokens import Token
from ...dsl.reserved import ITEM_WORDS, words
from .documents import Document

_ITEMS = frozenset(word.upper() for word in ITEM_WORDS)
_JOINING = words(
    "RANGE PLUS MINUS STAR SLASH MOD POWER OF AT COMPARISON GREATER EQUALS IN AND OR NOT BAR COLON COMMA"
)
_BODIES = frozenset({"THEORY", "BACKGROUND"})
_OWN_BLOCKS = frozenset({"PRESET", "LEVEL", "DISCOURSE", "GRID"})


@dataclass(frozen=True)
class Block:
    """An open block of knobs: the names of the knobs that it is in, and the knob whose value is expected."""

    path: tuple[str, ...] = ()
    knob: str = ""
    written: tuple[str, ...] = ()


@dataclass(frozen=True)
class Context:
    """What is before a place.

    Attributes:
        word: the beginning of the word that the place is in or behind.
        start: where that word begins.
        tokens: those of the item before the word; none outside items.
        block: the block of knobs that the place is in.
        body: whether it is among the statements of a theory or of knowledge that is known.
        hidden: whether it is in a comment or a string.
    """

    word: str
    start: int
    tokens: tuple[Token, ...]
    block: Block | None = None
    body: bool = False
    hidden: bool = False

    @property
    def item(self) -> str:
        """The type of the item's first token."""
        return self.tokens[0].type if self.tokens else ""

    @property
    def before(self) -> str:
        """The type of the token before the word."""
        return self.tokens[-1].type if self.tokens else ""


def context_at(document: Document, offset: int) -> Context:
    """Return what is before an offset."""
    text = document.text
    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] in "_."):
        start -= 1
    if text[start - 1 : start] in ("?", "<") and start:
        start -= 1
    word = text[start:offset]
    tokens = document.tokens
    inside = any(
        token.start < offset < token.end or (token.unended and token.end == offset)
        for token in tokens[max(0, bisect_right(_starts(tokens), offset) - 1) :][:1]
        if token.type in {"TEXT", "LONG_TEXT"}
    )
    hidden = inside or any(note.start < offset <= note.end for note in document.comments)
    end = bisect_left(_starts(tokens), start)
    first = end
    while first and not (tokens[first - 1].begins_line and tokens[first - 1].type in _ITEMS):
        first -= 1
    own = tuple(tokens[first - 1 : end]) if first else ()
    at_line_start = start == 0 or text[start - 1] == "\n"
    if at_line_start and not hidden and (not own or "\n" in text[own[-1].end : start]):
        own = ()
    block, body = _open_parts(own)
    return Context(word, start, own, block, body, hidden)


def _starts(tokens: Sequence[Token]) -> list[int]:
    return [token.start for token in tokens]


def _open_parts(tokens: Sequence[Token]) -> tuple[Block | None, bool]:
    """Return the block of knobs that is open after some tokens of an item, and whether its body is."""
    if not tokens:
        return None, False
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.type in OPENERS:
            opened.append(index)
        elif token.type in CLOSERS and opened:
            opened.pop()
    if not opened or tokens[opened[0]].type != "LBRACE":
        return None, False
    outer = opened[0]
    before = tokens[outer - 1].type
    if tokens[0].type in _BODIES and (outer == 1 or before == "WITH"):
        return None, True
    if not _has_block(tokens, outer):
        return None, False
    return _block(tokens, outer, opened[1:]), False


def _has_block(tokens: Sequence[Token], outer: int) -> bool:
    match tokens[0].type:
        case "THEORY" | "LOGIC":
            return outer == 2
        case "ASK":
            return outer > 1 and tokens[outer - 1].type not in {"FROM", "OF", "IN"}
        case "POOL" | "TABLE":
            return tokens[outer - 1].type == "SPLIT"
        case kind:
            return kind in _OWN_BLOCKS


def _block(tokens: Sequence[Token], opener: int, inner: Sequence[int]) -> Block:
    """Return the innermost block that is open; `inner` are the brackets that are open within the one at `opener`."""
    path: tuple[str, ...] = ()
    while True:
        knob, written = _last_knob(tokens, opener + 1, inner[0] if inner else len(tokens))
        if not inner:
            return Block(path, knob, written)
        opener, inner = inner[0], inner[1:]
        if tokens[opener].type != "LBRACE" or (not knob and not written):
            return Block(path, knob or (written[-1] if written else ""), written)
        path = (*path, knob or written[-1])


def _last_knob(tokens: Sequence[Token], start: int, end: int) -> tuple[str, tuple[str, ...]]:
    """Return the knob whose value is expected at the end, and all knobs that are written before it."""
    written: list[str] = []
    knob = ""
    place = start
    while place < end:
        token = tokens[place]
        joined = token.type in _JOINING or (place > start and tokens[place - 1].type in _JOINING)
        after = _after(tokens, place, end)
        if token.type in _JOINING or token.type == "COMMA":
            knob = written[-1] if written and token.type != "COMMA" else ""
        elif joined or token.type in OPENERS:
            knob = ""
        elif not knob and _is_name(token):
            knob = token.text
            written.append(knob)
        else:
            knob = ""
        place = after
    return knob, tuple(written)


def _after(tokens: Sequence[Token], place: int, end: int) -> int:
    """Return the place after a token, or after the bracket that it opens."""
    if tokens[place].type not in OPENERS:
        return place + 1
    depth = 0
    for index in range(place, end):
        depth += tokens[index].type in OPENERS
        depth -= tokens[index].type in CLOSERS
        if not depth:
            return index + 1
    return end


def _is_name(token: Token) -> bool:
    return token.text.replace("_", "a").isalnum() and not token.text[:1].isdigit()


def token_at(document: Document, offset: int) -> Token | None:
    """Return the token at an offset, or the one that ends there."""
    tokens = document.tokens
    index = bisect_right(_starts(tokens), offset) - 1
    if index < 0:
        return None
    token = tokens[index]
    if offset < token.end:
        if token.start == offset and index and tokens[index - 1].end == offset:
            return token if _is_word(token) else tokens[index - 1]
        return token
    return token if offset == token.end else None


def _is_word(token: Token) -> bool:
    return token.written[:1].isalnum() or token.written[:1] in "_?`<"
