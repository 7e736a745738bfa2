"""What an item that could not be parsed would have declared, from its tokens alone."""

from collections.abc import Iterator, Sequence

from .. import syntax
from ..reserved import ITEM_WORDS, RESERVED
from .tokens import Token

ANY_KEYWORD = "?"
"""Stands for the keyword of an item whose own was not recognised."""

_POOLED = frozenset({"from", "of"})
_WORDS = frozenset(word.upper() for word in ITEM_WORDS | RESERVED)


def unread_items(tokens: Sequence[Token]) -> Iterator[syntax.Unread]:
    """Yield the names that an item or a statement with these tokens would have declared.

    A line that begins in the first column, or with `NAME:`, within the tokens is an item without its keyword.
    """
    starts = [place for place in range(1, len(tokens)) if _begins_item(tokens, place)]
    for start, end in zip([0, *starts], [*starts, len(tokens)], strict=True):
        part = tokens[start:end]
        keyword = part[0].text if part[0].type in _WORDS and not start else ""
        yield unread(part, keyword or (ANY_KEYWORD if start else ""))


def _begins_item(tokens: Sequence[Token], place: int) -> bool:
    token, before = tokens[place], tokens[place - 1]
    if token.begins_line:
        return True
    named = tokens[0].text != "record" and [each.type for each in tokens[place + 1 : place + 2]]
    return named == ["COLON"] and _row(token) != _row(before) and _is_name(token)


def unread(tokens: Sequence[Token], keyword: str) -> syntax.Unread:
    """Return the names that an item with these tokens would have declared; of a statement, with an empty keyword,
    its label.
    """
    span = tokens[0].to(tokens[-1])
    match keyword:
        case "":
            names = tokens[:1]
        case "?":
            names = [token for token in tokens if _row(token) == _row(tokens[0])]
        case _:
            names = _declared_names(keyword, tokens[1:])
    found = dict.fromkeys(name.text for name in names if _is_name(name))
    return syntax.Unread(keyword, tuple(found), span=span)


def _declared_names(keyword: str, tokens: Sequence[Token]) -> list[Token]:
    """Return the names that the tokens after a keyword may declare; none if they come from a pool."""
    if not tokens or keyword == "use" or tokens[0].text in _POOLED:
        return []
    if keyword == "choose" and tokens[0].type == "LPAREN":
        return list(tokens[1 : _until(tokens, "RPAREN")])
    if not _is_name(tokens[0]):
        return []
    found = list(tokens[:2])
    if keyword == "pred":
        found += [token for token in tokens if token.type == "CALL"]
    if keyword == "record":
        found += [
            slot for slot, sign in zip(tokens, tokens[1:], strict=False) if sign.type == "COLON"
        ]
    return found


def _until(tokens: Sequence[Token], kind: str) -> int:
    return next((place for place, each in enumerate(tokens) if each.type == kind), len(tokens))


def _row(token: Token) -> int:
    return token.source.place(token.start)[0]


def _is_name(token: Token) -> bool:
    return token.type in {"NAME", "CALL", "VARIABLE"} or token.type in _WORDS
