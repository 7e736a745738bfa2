"""Where a name is written: the exact place of a word within the span of the item that declares or uses it."""

from bisect import bisect_left
from functools import lru_cache

from ..diagnostics import Report
from ..source import Source, Span
from .lexer import scan
from .tokens import Token

HOLES = frozenset({"HOLE", "HOLE_CALL"})
EXPANSIONS = frozenset({"EXPANSION", "EXPANSION_CALL"})
CALLS = frozenset({"CALL", "HOLE_CALL", "EXPANSION_CALL"})


LARGE = 50_000
"""From how many characters on only the last sources are kept: their tokens take much memory."""


def tokens_of(source: Source) -> tuple[Token, ...]:
    """Return the tokens of a source. What is wrong with it is reported where it is parsed."""
    return _tokens_of_few(source) if len(source.text) >= LARGE else _tokens_of_many(source)


def _tokens_of(source: Source) -> tuple[Token, ...]:
    return tuple(scan(source, Report())[0])


_tokens_of_few = lru_cache(maxsize=2)(_tokens_of)
_tokens_of_many = lru_cache(maxsize=64)(_tokens_of)


def tokens_in(span: Span) -> tuple[Token, ...]:
    """Return the tokens within a span, in order."""
    tokens = tokens_of(span.source)
    start = bisect_left(tokens, span.start, key=_start)
    return tokens[start : bisect_left(tokens, span.end, start, key=_start)]


def name_span(span: Span, name: str) -> Span:
    """Return where an item or a field has its name: after its keyword, or at its beginning.

    If the name is not there, it is the first word of this text, and if there is none, the whole span.
    """
    tokens = tokens_in(span)
    for token in (*tokens[1:2], *tokens[:1], *tokens):
        if token.text == name and is_word(token):
            return word_span(token)
    return span


def last_word(span: Span, word: str) -> Span:
    """Return the last place of a word within a span; the span itself if there is none."""
    for token in reversed(tokens_in(span)):
        if token.text == word and is_word(token):
            return word_span(token)
    return span


def first_word(span: Span) -> Span:
    """Return the place of the word that a span begins with."""
    tokens = tokens_in(span)
    return word_span(tokens[0]) if tokens else span


def is_word(token: Token) -> bool:
    """Return whether a token is a name, or a word that can be one at some places."""
    written = token.written
    return written[:1] in "`?<_" or written[:1].isalpha()


def word_span(token: Token) -> Span:
    """Return the place of the word in a token: without the marks of calls, holes and expansions."""
    start, end = token.start, token.end
    if token.type in CALLS:
        end -= 1
    if token.type in HOLES | EXPANSIONS:
        start += 1
    if token.type == "EXPANSION":
        end -= 1
    if token.type == "HOLE" and token.text.endswith("..."):
        end -= 3
    return Span(token.source, start, end)


def _start(token: Token) -> int:
    return token.start
