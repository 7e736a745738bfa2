"""The grammar, read once for the process: its terminals for the lexer, its tables for the parser.

This module imports lark and is itself imported when first needed. Making the tables takes about a quarter of a
second, so they are kept in the cache folder, under a name that changes with the grammar. Where that folder cannot be
written they are made again in each process.
"""

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark
from lark.lexer import Lexer

from ..cache_folder import cache_folder
from ..reserved import SHAPES
from .builder import Builder

_SHAPE = re.compile(r"(?<=: )/([A-Z_]+)/$", re.MULTILINE)

STARTS = ("item", "line", "statement", "expression")


class Fed(Lexer):
    """Stands in the place of a lexer: tokens are fed from outside."""

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        return iter(())


@cache
def grammar() -> Lark:
    """Return the parser of the grammar; it is fed with tokens and gives syntax nodes."""
    text = grammar_text()
    return Lark(
        text,
        parser="lalr",
        lexer=Fed,
        start=list(STARTS),
        keep_all_tokens=True,
        maybe_placeholders=False,
        transformer=Builder(),
        cache=_cache_file(text),
    )


def grammar_text() -> str:
    """Return the grammar as it is written, with the shapes of its terminals."""
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return _SHAPE.sub(lambda found: f"/{SHAPES[found[1]]}/", text)


def _cache_file(text: str) -> str | bool:
    """Return the file that caches the tables of this grammar, or False if it cannot be stored."""
    folder = cache_folder()
    if folder is None:
        return False
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    digest = hashlib.blake2b((text + sys.version).encode(), digest_size=8).hexdigest()
    return str(folder / f"grammar-{digest}.tables")
