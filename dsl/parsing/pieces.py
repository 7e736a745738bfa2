"""Tokens to pieces: brackets are matched, the file is cut into items and the body of a theory into statements.

What is broken in one piece stays in it: the next item or statement is read as if nothing had happened.
"""

from __future__ import annotations

from collections import Counter

from .. import syntax
from ..diagnostics import Report, closest, did_you_mean
from ..edits import Help, insert_before, remove
from ..reserved import ITEM_WORDS, LOCAL_WORDS, OTHER_WORDS, RESERVED
from ..source import Span
from .brackets import CLAUSES, CLOSERS, OPENERS, closing_edits, closing_sign, opening_repair
from .lexer import split_call
from .tokens import Piece, Token
from .unread_items import ANY_KEYWORD, unread

MAX_DEPTH = 100
"""How many brackets may be open at one place."""

_ITEM_TYPES = frozenset(word.upper() for word in ITEM_WORDS)
_WORD_TYPES = frozenset(word.upper() for word in ITEM_WORDS | LOCAL_WORDS | RESERVED) | {
    *("NAME", "CALL", "DOTTED", "VARIABLE", "HOLE", "HOLE_CALL", "EXPANSION", "EXPANSION_CALL"),
}
_AFTER_ITEM_WORD = _WORD_TYPES - {"AND", "OR", "ISA", "IN", "OF", "MOD"} | {
    "TEXT",
    "LONG_TEXT",
    "LBRACE",
}
_PARTED = frozenset({"choose", "require"})


def cut(tokens: list[Token], report: Report) -> tuple[list[Piece], list[syntax.Unread]]:
    """Return the items of a file, and those whose keyword is misspelt; what is wrong between items is reported."""
    cutter = _Cutter(report)
    for index, token in enumerate(tokens):
        cutter.feed(token, tokens[index + 1] if index + 1 < len(tokens) else None)
    cutter.finish()
    return cutter.items, cutter.unread


def balance_brackets(tokens: list[Token], report: Report) -> Piece:
    """Return the tokens as one piece, outside any item, with its brackets matched."""
    cutter = _Cutter(report)
    cutter.item = piece = Piece()
    for token in tokens:
        cutter.take(token)
    cutter.finish()
    return piece


class _Cutter:
    """The state of one pass over the tokens: open brackets, the item, and the statement inside its body."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.items: list[Piece] = []
        self.unread: list[syntax.Unread] = []
        self.outside: list[Token] = []
        self.item: Piece | None = None
        self.statement: Piece | None = None
        self.open: list[Token] = []
        self.waiting: Counter[str] = Counter()
        self.body: Token | None = None
        self.lost = False
        self.too_deep = False
        self.following = ""

    # ---------------------------------------------------------------------------------------------- items

    def feed(self, token: Token, following: Token | None) -> None:
        self.following = following.type if following is not None else ""
        if token.type == "CALL" and token.text in _PARTED and token.begins_line and not self.open:
            word, bracket = split_call(token, token.text)
            self._begin(word)
            self.take(bracket)
            return
        if token.begins_line and token.type in _WORD_TYPES:
            if self._begins_item(token, following):
                self._begin(token)
                return
            if not self.open:
                if self._embeds(following):
                    self._begin(token)
                    token.type = "EMBED"
                else:
                    self._unknown_item(token, following)
                return
        self.take(token)

    def finish(self, following: Token | None = None) -> None:
        """End the item; `following` begins the next one, if there is one."""
        self._end_lost()
        if self.open:
            self._report_unclosed(self.open[-1], following=following)
        self._end_body(None)
        self.open.clear()
        self.waiting.clear()

    def _begins_item(self, token: Token, following: Token | None) -> bool:
        if token.type not in _ITEM_TYPES:
            return False
        if not self.open:
            return True
        if following is None or following.type not in _AFTER_ITEM_WORD | {"LPAREN"}:
            return False
        inside = self.item.tokens[0].type if self.item is not None else ""
        return not (inside == "KNOWLEDGE" and token.type in {"FACT", "TEST"})

    def _embeds(self, following: Token | None) -> bool:
        return following is not None and following.type == "LONG_TEXT"

    def _begin(self, token: Token) -> None:
        self.finish(token)
        self.item = Piece()
        self.items.append(self.item)
        self.item.add(token)
        self.lost = False

    def _unknown_item(self, token: Token, following: Token | None) -> None:
        self.finish()
        self.item = None
        misspelt = token.type in {"NAME", "CALL"} and token.text not in ITEM_WORDS
        near = _intended(token.text) if misspelt else ""
        repair: str
        if token.type in CLAUSES:
            message = f"`{token.text}` does not begin an item"
            repair = "a line that continues an item begins with a space"
            if self.items and not self.lost:
                repair = Help(repair, insert_before("  ", token.span))
        elif near and not (following is not None and following.type == "COLON"):
            message, repair = f"`{token.text}` does not begin an item", near
        elif self.lost:
            message = repair = ""
        elif token.type in {"NAME", "DOTTED"} and (following is None or following.type != "COLON"):
            message = f"`{token.text}` does not begin an item"
            repair = "an item begins with a word such as `pred`, `rule`, `theory` or `ask`"
        else:
            message = "this statement is outside a theory"
            repair = (
                "write it inside `theory { … }`; a line that continues an item begins with a space"
            )
        if message:
            self.report.add("E0107", message, token.span, "expected an item", help=repair)
        self.lost = True
        self._end_lost()
        self.outside.append(token)
        self._track(token)

    def _end_lost(self) -> None:
        """Record the names that the words outside items would have declared if their first one had begun an item."""
        if self.outside:
            word = self.outside[0].text
            keyword = OTHER_WORDS.get(word) or closest(word, ITEM_WORDS)
            self.unread.append(unread(self.outside, keyword or ANY_KEYWORD))
            self.outside = []

    # ------------------------------------------------------------------------------------------- brackets

    def take(self, token: Token) -> None:
        """Take a token that begins no item."""
        if self.item is None:
            if not self.lost:
                self.lost = True
                self.report.add(
                    "E0107",
                    f"`{token.written[:20]}` does not begin an item",
                    token.span,
                    "expected an item",
                    help="a file begins with `family` or `module` and its name",
                )
            self.outside.append(token)
            self._track(token)
            return
        if token.type == "STOP" and self.body is not None:
            self._stop(token)
            return
        if token.type == "LBRACE" and self._opens_body():
            self._begin_body(token)
            return
        if not self._track(token):
            return
        if token.type == "RBRACE" and self.body is not None and self.body not in self.open:
            self._end_body(token)
            return
        self._piece().add(token)

    def _track(self, token: Token) -> bool:
        """Keep the brackets; return whether to keep the token."""
        if token.type in OPENERS:
            self.open.append(token)
            self.waiting[OPENERS[token.type]] += 1
            if len(self.open) > MAX_DEPTH:
                self._too_deep(token)
            return True
        if token.type not in CLOSERS:
            return True
        if self.open and OPENERS[self.open[-1].type] == token.type:
            self._close()
            return True
        crossed = self.open and self.following == OPENERS[self.open[-1].type]
        if self.waiting[token.type] and not crossed:
            self._report_unclosed(self.open[-1], token)
            while self._close() != token.type:
                continue
            return True
        if self.item is not None and not self._piece().broken:
            self.report.add(
                "E0106",
                f"there is no opening bracket for `{token.text}`",
                token.span,
                help=opening_repair(token, self.item, self._piece()),
            )
            self._piece().broken = True
        return False

    def _close(self) -> str:
        """Take the innermost bracket from the open ones; give the type of its partner."""
        partner = OPENERS[self.open.pop().type]
        self.waiting[partner] -= 1
        return partner

    def _too_deep(self, token: Token) -> None:
        if not self.too_deep:
            self.report.add(
                "E0109",
                f"more than {MAX_DEPTH} brackets are open",
                token.span,
                help="write the inner parts as statements or productions of their own",
            )
        self.too_deep = True
        if self.item is not None:
            self._piece().broken = True

    def _report_unclosed(
        self, opener: Token, closer: Token | None = None, following: Token | None = None
    ) -> None:
        sign = opener.written[-1]
        place = f" before `{closer.text}`" if closer else ""
        if following is not None and opener.type == "LBRACE":
            line, _ = following.source.place(following.start)
            place = f" before `{following.text}` on line {line}"
        inner = self.item is not None and opener is not self.body
        complained = self.too_deep or self.item is None or (inner and self._piece().broken)
        complained = complained or any(
            token.unended for token in self._piece().tokens if token.start > opener.start
        )  # its end was taken for text
        if not complained:
            edits = closing_edits(opener, closer, self.item, self._piece(), len(self.open) > 1)
            self.report.add(
                "E0105",
                f"`{sign}` is never closed",
                Span(opener.source, opener.end - 1, opener.end),
                help=Help(f"write `{closing_sign(sign)}`{place}", *edits),
            )
        if inner:
            self._piece().broken = True

    # --------------------------------------------------------------------------------------------- bodies

    def _piece(self) -> Piece:
        if self.body is None:
            return self.item or Piece()
        if self.statement is None:
            self.statement = Piece()
        return self.statement

    def _opens_body(self) -> bool:
        tokens = self.item.tokens if self.item is not None else []
        if self.open or not tokens or tokens[0].type not in {"THEORY", "BACKGROUND"}:
            return False
        return (
            self.item is not None
            and self.item.statements is None
            and (len(tokens) == 1 or tokens[-1].type == "WITH")
        )

    def _begin_body(self, token: Token) -> None:
        assert self.item is not None
        self.open.append(token)
        self.waiting["RBRACE"] += 1
        self.body = token
        self.item.statements = []
        self.item.body = (token.start, token.end)
        body = Token("BODY", token.text, token.start, token.end, token.source)
        self.item.add(body)

    def _end_body(self, closer: Token | None) -> None:
        if self.body is None or self.item is None:
            return
        if self.statement is not None and self.item.statements is not None:
            if closer is None:
                self.statement.stopped = True
            self.item.statements.append(self.statement)
        end = (
            closer.end
            if closer is not None
            else self.statement.end
            if self.statement
            else self.item.end
        )
        self.item.tokens[-1].end = self.item.end = end
        self.item.body = (self.item.body[0], end)
        self.statement = None
        self.body = None

    def _stop(self, token: Token) -> None:
        """End a statement at its full stop; brackets that it leaves open are complained of here."""
        assert self.item is not None
        assert self.body is not None
        if self.open[-1] is not self.body:
            self._report_unclosed(self.open[-1], token)
            while self.open[-1] is not self.body:
                self._close()
        statement = self.statement or Piece()
        if not statement.tokens and not statement.broken:
            self.report.add(
                "E0101",
                "unexpected `.`: there is no statement before it",
                token.span,
                help=Help("remove it", remove(token.span)),
            )
            return
        statement.end = token.end
        statement.stopped = True
        self.too_deep = False
        if self.item.statements is not None:
            self.item.statements.append(statement)
        self.statement = None


def _intended(word: str) -> str:
    """Return a help with the word that begins an item and that was meant by another word; empty if none was."""
    meant = OTHER_WORDS.get(word)
    return f"did you mean `{meant}`?" if meant else did_you_mean(word, ITEM_WORDS)
