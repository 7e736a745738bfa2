"""`.rspec` text to syntax tree: everything that can be read, and every error in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, cast

from .. import syntax
from ..diagnostics import Diagnostic, Report
from ..edits import Edit, Help, insert
from ..reserved import words
from ..source import Source, Span
from .brackets import OPENERS
from .callbacks import Body, Repeated
from .error_messages import END_STATEMENT, report_unexpected, reserved_word
from .lexer import scan
from .lookahead import settle
from .pieces import balance_brackets, cut
from .plain_statements import plain_statement
from .reserved_names import read_as_names, reserved_declarations
from .tokens import Piece, Token
from .unread_items import unread_items

if TYPE_CHECKING:
    from lark import Lark
    from lark.parsers.lalr_interactive_parser import InteractiveParser

MAX_NESTING = 80
"""How deep a tree may be, counted in nodes."""

MAX_ERRORS = 1000
"""How many complaints about one file are made; a file with more is hardly meant to be one."""

_DEEPENING = frozenset(OPENERS) | words(
    "NOT SOME ONLY MIN MAX EXACTLY MORE FEWER NEGATIVE TILDE PLUS MINUS STAR SLASH MOD POWER OF COLON"
)
"""Tokens that can make a tree deeper."""


def parse(source: Source) -> tuple[syntax.Spec, tuple[Diagnostic, ...]]:
    """Read a file: the items that can be read, and all complaints in the order of their places.

    The file is read without error if no diagnostic is an error; then the tree is complete.
    """
    report = _Limited()
    items: list[syntax.Item] = []
    unread: list[syntax.Unread] = []
    try:
        tokens, _ = scan(source, report)
        pieces, lost = cut(tokens, report)
        unread += lost
        reader = _Reader(source, report)
        for token in reserved_declarations(pieces):
            reader.reserve(reserved_word(token))
        for piece in pieces:
            item = reader.item(piece)
            if item is not None:
                items.append(item)
            elif piece.tokens:
                unread += unread_items(piece.tokens)
        unread += reader.unread
        reader.quote()
    except _Enough as enough:
        more = Diagnostic(
            "E0112",
            f"there are more than {MAX_ERRORS} errors",
            enough.span,
            "the rest of the file was not read",
            help="check that this file is an rspc spec",
        )
        Report.extend(report, [more])
    whole = Span(source, 0, len(source.text))
    return syntax.Spec(tuple(items), tuple(unread), span=whole), tuple(report)


def parse_statement(source: Source) -> syntax.Statement:
    """Read one statement, with or without its full stop; SpecError if it cannot be read."""
    return cast(syntax.Statement, _single(source, "statement"))


def parse_expression(source: Source) -> syntax.Expr:
    """Read one expression; SpecError if it cannot be read."""
    return cast(syntax.Expr, _single(source, "expression"))


def _single(source: Source, start: str) -> syntax.Node:
    report = Report()
    tokens, _ = scan(source, report)
    if start == "statement" and tokens and tokens[-1].type == "STOP":
        tokens.pop()
    plain = plain_statement(tokens) if start == "statement" and not report.errors else None
    if plain is not None:
        return plain
    node = _Reader(source, report).read(balance_brackets(tokens, report), start)
    report.raise_errors()
    assert node is not None
    return node


class _Enough(Exception):
    """There have been complaints enough."""

    def __init__(self, span: Span) -> None:
        self.span = span
        super().__init__()


class _Limited(Report):
    """A report that ends the reading when it is full."""

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            if len(self._found) >= MAX_ERRORS:
                raise _Enough(diagnostic.span)
            super().extend([diagnostic])


class _Reader:
    """Reads the pieces of one source; complaints made before it are not followed by others about the same piece."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.faults = [error.span.start for error in report.errors]
        self.unread: list[syntax.Unread] = []
        self.reserved: set[str] = set()
        self.named: dict[str, list[Span]] = {}
        self.following: Piece | None = None

    def reserve(self, complaint: Diagnostic) -> None:
        """Complain of a reserved word that is meant as a name, once; from there on, it may be one everywhere."""
        word = complaint.span.text
        if word not in self.reserved:
            self.reserved.add(word)
            self.unread.append(syntax.Unread("", (word,), span=complaint.span))
            self.report.extend((complaint,))

    def item(self, piece: Piece) -> syntax.Item | None:
        """Parse the tokens of an item, and those of its statements, or complain and give None."""
        if piece.statements is not None:
            found = [line for statement in piece.statements for line in self.lines(statement)]
            statements = tuple(found)
            for index, token in enumerate(piece.tokens):
                if token.type == "BODY":
                    body = Body("BODY", token.text, *piece.body, self.source, statements)
                    piece.tokens[index] = body
        return cast("syntax.Item | None", self.read(piece, "item"))

    def lines(self, piece: Piece) -> Iterator[syntax.Line]:
        """Yield the statements of a piece: several if full stops are missing at the ends of lines, each of which is
        reported.
        """
        while piece.tokens:
            self.following = None
            node = self.statement(piece)
            following = self.following
            if node is not None:
                yield node
            if following is None:
                return
            piece = following

    def statement(self, piece: Piece) -> syntax.Line | None:
        """Parse the tokens up to the end of the first statement, or complain and give None."""
        node = self.read(piece, "line")
        if node is None:
            self.unread += unread_items(piece.tokens)
        elif self.following is None and not piece.stopped:
            end = piece.tokens[-1].end
            last = Span(self.source, end - 1, end)
            self.report.add(
                "E0108",
                "a full stop is missing",
                last,
                "the statement ends here",
                help=Help(END_STATEMENT, insert(".", last)),
            )
        return cast("syntax.Line | None", node)

    def read(self, piece: Piece, start: str) -> syntax.Node | None:
        """Parse one piece from a start symbol; at most one complaint, none if the piece has been complained of."""
        tokens = piece.tokens
        if piece.broken:
            return None
        plain = plain_statement(tokens) if start in ("line", "statement") else None
        if plain is not None:
            return plain
        node = self._read_as_names(tokens, start)
        if node is None:
            node = self._read_tokens(piece, start)
        if node is None:
            return None
        if _may_be_deep(tokens) and nesting_depth(node) > MAX_NESTING:
            self.report.add(
                "E0109",
                f"parts are nested more than {MAX_NESTING} deep",
                tokens[0].span,
                "in the item that begins here",
                help="split it into several statements or productions",
            )
            return None
        return node

    def _read_as_names(self, tokens: Sequence[Token], start: str) -> syntax.Node | None:
        """Parse tokens with the reserved words that were complained of as names; None if that cannot be."""
        if not any(token.written in self.reserved for token in tokens):
            return None
        names = read_as_names(tokens, self.reserved)
        settle(names, start == "item")
        try:
            node = _feed_tokens(_grammar().parse_interactive("", start=start), names)
        except (Repeated, _unexpected_token()):
            return None
        for token in tokens:
            if token.written in self.reserved:
                self.named.setdefault(token.written, []).append(token.span)
        return node

    def quote(self) -> None:
        """Let the repair of each reserved word that was complained of cover all places where it is a name."""
        self.report.replace(
            replace(each, edits=tuple(Edit(span, f"`{word}`") for span in self.named[word]))
            if each.code == "E0111" and (word := each.span.text) in self.named
            else each
            for each in self.report.in_order_found
        )

    def _read_tokens(self, piece: Piece, start: str) -> syntax.Node | None:
        """Parse tokens as they are; at most one complaint, none if a word in them has been complained of."""
        tokens = piece.tokens
        unsettled = [replace(token) for token in tokens]
        settle(tokens, start == "item")
        parser = _grammar().parse_interactive("", start=start)
        try:
            return _feed_tokens(parser, tokens)
        except Repeated as repeated:
            self.report.extend((repeated.diagnostic,))
        except _unexpected_token() as error:
            reported = any(token.written in self.reserved for token in tokens)
            if not reported and not self._has_errors(piece):
                again = _grammar().parse_interactive("", start=start)
                form = "statement" if start == "line" else start
                found = report_unexpected(tokens, error.token, again, self.source, form)
                if found.code == "E0111":
                    self.reserve(found)
                    return self._read_as_names(unsettled, start)
                self.report.extend((found,))
                if found.code == "E0108" and start == "line":
                    return self._read_first(piece, unsettled, error.token.start)
        return None

    def _read_first(self, piece: Piece, tokens: list[Token], start: int) -> syntax.Node | None:
        """Parse the tokens before a place where a full stop is missing; those after it are another piece."""
        split = next(place for place, token in enumerate(tokens) if token.start == start)
        self.following = Piece(tokens[split:], start, piece.end, stopped=piece.stopped)
        piece.tokens = tokens[:split]
        return self.read(piece, "line")

    def _has_errors(self, piece: Piece) -> bool:
        """Whether something in the piece, outside the statements of its body, has been complained of."""

        def count(start: int, end: int) -> int:
            return bisect_right(self.faults, end) - bisect_left(self.faults, start)

        inner = count(piece.body[0] + 1, piece.body[1] - 1) if piece.statements is not None else 0
        return count(piece.start, piece.end) > inner


def _feed_tokens(parser: InteractiveParser, tokens: Sequence[Token]) -> syntax.Node:
    feed = parser.parser_state.feed_token
    for token in tokens:
        feed(cast(Any, token))
    return cast(syntax.Node, parser.feed_eof())  # type: ignore[no-untyped-call]  # lark leaves it bare


def _grammar() -> Lark:
    from .grammar import grammar

    return grammar()


def _unexpected_token() -> type[Any]:
    from lark.exceptions import UnexpectedToken

    return UnexpectedToken


def _may_be_deep(tokens: Sequence[Token]) -> bool:
    if len(tokens) <= MAX_NESTING // 2:
        return False
    return sum(token.type in _DEEPENING for token in tokens) > MAX_NESTING // 4


def nesting_depth(node: syntax.Node) -> int:
    """Return the height of a tree, without recursion."""
    deepest = 0
    waiting: list[tuple[object, int]] = [(node, 1)]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, tuple):
            waiting.extend((part, depth) for part in each)
        elif isinstance(each, syntax.Node):
            deepest = max(deepest, depth)
            waiting.extend(
                (getattr(each, part.name), depth + 1)
                for part in fields(each)
                if part.name != "span"
            )
    return deepest
