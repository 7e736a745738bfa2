"""Which bracket closes which, and the repairs of brackets whose partner is missing."""

from ..edits import Edit, Help, insert, insert_before, remove
from ..source import Span
from .tokens import Piece, Token

OPENERS = {
    "LPAREN": "RPAREN",
    "CALL": "RPAREN",
    "HOLE_CALL": "RPAREN",
    "EXPANSION_CALL": "RPAREN",
    "LSQUARE": "RSQUARE",
    "LBRACE": "RBRACE",
}
CLOSERS = frozenset(OPENERS.values())
CLAUSES = frozenset({"ELSE", "WHERE", "WHEN", "IF", "WITH", "ATYPICAL", "AS", "SPLIT", "FROM"})
"""Words that begin a part of an item."""

_PLAIN = frozenset({"NAME", "VARIABLE", "NUMBER", "HOLE", "TEXT", "COMMA", "SEMICOLON"})
_TEXTS = frozenset({"TEXT", "LONG_TEXT", "QUESTION"})
_AFTER_BRACES = CLAUSES | {"SAY", "COMPARISON", "GREATER"}
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_OPENING = {"RPAREN": "(", "RSQUARE": "[", "RBRACE": "{"}


def closing_sign(sign: str) -> str:
    """Return the sign that closes a bracket."""
    return _CLOSING[sign]


def opening_repair(closer: Token, item: Piece, piece: Piece) -> str:
    """Return the repair for a bracket that nothing opens: where its partner is missing, if that is known.

    Args:
        item: the item in which it is.
        piece: the statement of the item in which it is, or the item itself.
    """
    sign = _OPENING[closer.type]
    repair = f"remove `{closer.text}`, or add the opening bracket: `{sign}`"
    before = piece.tokens or item.tokens
    last = before[-1] if before else closer
    if last.source.text[last.end - 1 : last.end] == closer.text:
        return Help(repair, remove(closer.span))  # a bracket too many, as in `p(a))`
    if item.statements is not None or sign != "{":
        return repair
    source = closer.source
    first, more, _ = source.text[item.start : item.end].partition("\n")
    if not more:  # nothing would be between the brackets
        return Help(repair, remove(closer.span))
    end = item.start + len(first.rstrip())
    edit = Edit(Span(source, end, end), f" {sign}")
    return Help(
        f"remove `{closer.text}`, or add the opening bracket: `{first.strip()} {sign}`", edit
    )


def closing_edits(
    opener: Token, closer: Token | None, item: Piece | None, piece: Piece, inner: bool
) -> tuple[Edit, ...]:
    """Return the edit that closes a bracket, if there is only one place where it can end.

    That is before a full stop, a bracket that ends what is around, or the end of the item, if only names, numbers
    and commas are in between; after the last line of an item whose braces begin at the end of a line; and after the
    last word of an item whose other braces are closed, if nothing in it can come after braces.

    Args:
        opener: the bracket that is open.
        closer: the bracket that ends what is around, if that is what was found.
        item: the item in which it is, if any.
        piece: the statement of the item in which it is, or the item itself.
        inner: whether other brackets are open around it.
    """
    sign = _CLOSING[opener.written[-1]]
    inside = [token for token in piece.tokens if token.start > opener.start]
    if closer is not None or sign != "}":
        plain = inside and all(token.type in _PLAIN for token in inside)
        return (insert(sign, inside[-1].span),) if plain else ()
    after = opener.source.text[opener.end :].partition("\n")[0].partition("#")[0]
    if inner or item is None:
        return ()
    last = inside[-1] if inside else opener
    end = max(last.end, item.end)
    if item.statements is not None:
        end = max([end, *(each.end for each in item.statements)])
    if after.strip():
        said = next((token for token in inside if token.type == "SAY"), None)
        if said is not None and item.tokens[0].type in {"GATHER", "BACKGROUND"}:
            return (insert_before(f"{sign} ", said.span),)
        outer = _AFTER_BRACES | (_TEXTS if item.tokens[0].type == "ASK" else frozenset())
        if any(token.type in outer for token in inside):
            return ()
        return (Edit(Span(opener.source, end, end), f" {sign}" if after[0] == " " else sign),)
    line = len(opener.source.text[end:].partition("\n")[0])
    return (Edit(Span(opener.source, end + line, end + line), f"\n{sign}"),)
