"""Literals and statements of records and certificates, from their texts back to nodes."""

import re
from collections.abc import Container
from functools import lru_cache

from ...dsl.diagnostics import Report
from ...dsl.parsing.parser import parse_statement
from ...dsl.reserved import FUNCTIONS, ITEM_WORDS, RESERVED
from ...dsl.source import Source
from ..ir import nodes as ir
from .lower import lower_statement
from .terms import StatementScope


@lru_cache(
    maxsize=4096
)  # the answer sets of one program, and their corruptions, share most of their literals
def read_literal(text: str) -> ir.Literal:
    """Return the literal of a text that `show` wrote."""
    plain = _read_plain(text)
    if plain is not None:
        return plain
    _, statement = _read(text, facts=True)
    if not isinstance(statement, ir.Fact) or not isinstance(statement.literal, ir.Literal):
        raise ValueError(f"`{text}` is not a literal")
    return statement.literal


def _read_plain(text: str) -> ir.Literal | None:
    """Return the literal of a text that has only names and numbers of the plainest form; None for any other text."""
    found = _PLAIN.fullmatch(text)
    if found is None:
        return None
    sign, name, listed = found.groups()
    parts = listed.split(", ") if listed else []
    if name in _WORDS or not _WORDS.isdisjoint(parts):
        return None
    terms = tuple(
        [
            ir.Const(part) if part[0].isalpha() else ir.Quantity("integer", int(part))
            for part in parts
        ]
    )
    return ir.Literal(ir.Atom(name, terms), bool(sign))


_NAME, _NUMBER = r"[a-z][A-Za-z0-9_]*", r"-?[0-9]{1,15}"
_TERM = rf"(?:{_NAME}|{_NUMBER})"
_PLAIN = re.compile(rf"(-?)({_NAME})(?:\(({_TERM}(?:, {_TERM})*)\))?")
_WORDS = RESERVED | ITEM_WORDS | FUNCTIONS | {"abs"}


def read_statement(text: str, accepts: Container[str] = ()) -> ir.Labelled:
    """Return the statement of a text that `show` wrote, with its label; raises SpecError for another text.

    Args:
        accepts: what the statement's logic accepts: concepts and preferences are written like other things elsewhere.
    """
    label, statement = _read(text, accepts=accepts)
    return ir.Labelled(label, statement)


def _read(text: str, facts: bool = False, accepts: Container[str] = ()) -> tuple[str, ir.Statement]:
    report = Report()
    scope = StatementScope(
        report,
        facts=facts,
        concepts="concepts" in accepts,
        preferences="preferences" in accepts,
    )
    found = lower_statement(parse_statement(Source("text", text)), scope)
    report.raise_errors()
    return found
