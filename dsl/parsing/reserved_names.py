"""Reserved words that a file uses as names: one error, and a tree that other errors do not follow from."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ..reserved import RESERVED, words
from .tokens import Piece, Token

_DECLARING = words(
    "PARAM PRESET CHOOSE POOL TABLE SORT PRED ROLE CONCEPT RECORD STYLE TEST FACT RULE AXIOM CLUE QUERY SYNTAX"
)
"""Items whose second word is the name that they declare."""
_FROM_POOL = words("PRED ROLE CONCEPT")
"""Those of them that can have `from` there."""


def reserved_declarations(pieces: Sequence[Piece]) -> Iterator[Token]:
    """Yield the reserved words that items declare as names."""
    for piece in pieces:
        if len(piece.tokens) < 2:
            continue
        keyword, token = piece.tokens[:2]
        pooled = token.type == "FROM" and keyword.type in _FROM_POOL
        if keyword.type in _DECLARING and not pooled and token.written in RESERVED:
            yield token


def read_as_names(tokens: Sequence[Token], reserved: Collection[str]) -> list[Token]:
    """Return a copy of the tokens in which these words are names, or calls directly before a parenthesis."""
    found: list[Token] = []
    for token in tokens:
        last = found[-1] if found else None
        if (
            token.type == "LPAREN"
            and last is not None
            and last.type == "NAME"
            and last.written in reserved
            and last.end == token.start
        ):
            last.type, last.end = "CALL", token.end
        else:
            named = token.written in reserved
            found.append(replace(token, type="NAME" if named else token.type))
    return found
