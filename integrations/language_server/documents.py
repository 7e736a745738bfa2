"""The documents that are open in the editor: their texts, versions and syntax."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from lsprotocol import types as lsp

from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, Report
from ...dsl.parsing.lexer import Comment, scan
from ...dsl.parsing.parser import parse
from ...dsl.parsing.tokens import Token
from ...dsl.reading import MAX_BYTES
from ...dsl.source import Source, Span
from .positions import Area, area, areas, offset, with_plain_ends

MOST_READ = 200_000
"""How many characters of a document are read between two key strokes. A longer one is only checked."""


LANGUAGES = frozenset({"rspec", "rspec-reasoning"})
"""What editors call the language."""


@dataclass(frozen=True)
class Document:
    """A document in one version. `text` has plain line ends; `crlf` is whether those of the editor are `\\r\\n`."""

    uri: str
    version: int
    text: str
    crlf: bool
    encoding: str
    language: str = "rspec"

    @cached_property
    def path(self) -> str:
        """The path of the file; an empty string for what is in none."""
        return uri_path(self.uri)

    @cached_property
    def source(self) -> Source:
        return Source(self.path or self.uri, self.text)

    @property
    def is_spec(self) -> bool:
        """Whether it is to be checked, and not a table or a template that a spec reads."""
        return self.language in LANGUAGES or self.path.endswith(".rspec")

    @property
    def is_large(self) -> bool:
        return len(self.text) > MOST_READ

    @property
    def is_too_large(self) -> bool:
        """Whether it is larger than a file of the language may be."""
        return len(self.text) > MAX_BYTES or (
            self.is_large and len(self.text.encode("utf-8", "replace")) > MAX_BYTES
        )

    @cached_property
    def _scanned(self) -> tuple[list[Token], list[Comment]]:
        return ([], []) if self.is_large else scan(self.source, Report())

    @property
    def tokens(self) -> Sequence[Token]:
        return self._scanned[0]

    @property
    def comments(self) -> Sequence[Comment]:
        return self._scanned[1]

    @cached_property
    def _parsed(self) -> tuple[syntax.Spec, tuple[Diagnostic, ...]]:
        return (syntax.Spec(()), ()) if self.is_large else parse(self.source)

    @property
    def spec(self) -> syntax.Spec:
        """The items that can be read."""
        return self._parsed[0]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the syntax."""
        return self._parsed[1]

    def offset(self, position: lsp.Position) -> int:
        return offset(self.text, (position.line, position.character), self.encoding)

    def range(self, start: int, end: int) -> lsp.Range:
        return as_range(areas(self.text, start, end, self.encoding))

    def range_of(self, span: Span) -> lsp.Range:
        return as_range(area(span, self.encoding))

    def with_ends(self, text: str) -> str:
        """Return a text with the line ends of the editor."""
        return text.replace("\n", "\r\n") if self.crlf else text

    def changed(
        self, version: int, changes: Sequence[lsp.TextDocumentContentChangeEvent]
    ) -> "Document":
        """Return the document after changes, each of which is made in the text that the one before it left."""
        text, crlf = self.text, self.crlf
        for change in changes:
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                start, end = (
                    offset(text, (place.line, place.character), self.encoding)
                    for place in (change.range.start, change.range.end)
                )
                start, end = min(start, end), max(start, end)
                text = text[:start] + with_plain_ends(change.text) + text[end:]
            else:
                text, crlf = with_plain_ends(change.text), "\r\n" in change.text
        return replace(self, version=version, text=text, crlf=crlf)


def as_range(found: Area) -> lsp.Range:
    """Return an area as the protocol has it."""
    (line, column), (last, end) = found
    return lsp.Range(lsp.Position(line, column), lsp.Position(last, end))


def open_document(item: lsp.TextDocumentItem, encoding: str) -> Document:
    """Return a document as the editor opens it."""
    text = with_plain_ends(item.text)
    return Document(
        item.uri, item.version, text, "\r\n" in item.text, encoding, str(item.language_id)
    )


def uri_path(uri: str) -> str:
    """Return the path of a file by its address; an empty string if it is the address of something else."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    if parts.scheme != "file" or not parts.path or "\0" in unquote(parts.path):
        return ""
    host = f"//{parts.netloc}" if parts.netloc not in ("", "localhost") else ""
    return str(Path(url2pathname(host + parts.path)))


def path_uri(path: str) -> str:
    """Return the address of a file."""
    return Path(path).absolute().as_uri()
