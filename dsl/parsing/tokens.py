"""The words of the language, as the lexer finds them."""

from __future__ import annotations

from dataclasses import dataclass

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
