"""The words of the language, as the lexer finds them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import Source, Span


@dataclass(slots=True)
class Token:
    """A word of the language. `text` is its meaning: a name without backquotes, a call without its bracket."""

    type: str
    text: str
    start: int
    end: int
    source: Source

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.end)

    def to(self, last: Token) -> Span:
        """Return the span from this token to another."""
        return Span(self.source, self.start, last.end)

    @property
    def written(self) -> str:
        """The characters of the source."""
        return self.source.text[self.start : self.end]

    @property
    def unended(self) -> bool:
        """Whether it is a text on one line that lacks its closing quotation mark."""
        raw = self.written
        return raw.startswith('"') and not (len(raw) > 1 and raw.endswith('"'))

    @property
    def begins_line(self) -> bool:
        """Whether the token is in the first column."""
        return self.start == 0 or self.source.text[self.start - 1] == "\n"


@dataclass(slots=True)
class Piece:
    """The tokens of one item or one statement.

    A theory's body is a single token `BODY` among the tokens of its item; its statements are pieces of
    their own.
    `end` is after the full stop of a statement. A piece with `broken` set was reported already, and its
    tokens cannot be parsed. `stopped` is whether a full stop was found.
    """

    tokens: list[Token] = field(default_factory=list)
    start: int = 0
    end: int = 0
    statements: list[Piece] | None = None
    body: tuple[int, int] = (0, 0)
    broken: bool = False
    stopped: bool = False

    def add(self, token: Token) -> None:
        if not self.tokens:
            self.start = token.start
        self.tokens.append(token)
        self.end = token.end
