"""Breaks a long line of canonical code at its separators."""

from __future__ import annotations

import itertools

from .cutting import CLOSERS, OPENERS
from .diagnostics import Report
from .lexer import Token, scan
from .source import Source

_CLAUSES = frozenset(
    {"SAY", "WHERE", "WHEN", "IF", "ATYPICAL", "SPLIT", "WITH", "BAR", "TEXT", "LONG_TEXT"}
)
_JOINTS = frozenset({"ARROW", "ISA"})
_SEPARATORS = frozenset({"COMMA", "SEMICOLON"})
_OPERATORS = frozenset({"AND", "OR"})
_VALUES = frozenset(
    {
        "NAME",
        "NUMBER",
        "RPAREN",
        "RBRACE",
        "RSQUARE",
        "TEXT",
        "LONG_TEXT",
        "DOTTED",
        "HOLE",
        "VARIABLE",
    }
)


def wrap(text: str, width: int) -> list[str]:
    """Give the lines of a text that is longer than the width; later lines are indented by two blanks or more.

    A line is broken where a blank stands at the least depth of brackets, before a clause rather than after a comma,
    and as far to the right as fits. What cannot be broken stays long.
    """
    if _measure(text) <= width:
        return [text]
    tokens, _ = scan(Source("", text), Report())
    places = _places(tokens, text)
    lines: list[str] = []
    start = 0
    indent = 0
    while _measure(text[start:]) + indent > width:
        fitting = [
            each
            for each in places
            if start < each[0] and _measure(text[start : each[0]]) + indent <= width + 1
        ]
        if not fitting:
            fitting = [each for each in places if start < each[0]][:1]
        if not fitting:
            break
        least = min((depth, rank) for _, depth, rank in fitting)
        place, depth, _ = [each for each in fitting if each[1:] == least][-1]
        lines.append(" " * indent + text[start:place].rstrip())
        start = place
        indent = 2 * (depth + 1)
    lines.append(" " * indent + text[start:])
    return lines


def _measure(text: str) -> int:
    return max(map(len, text.split("\n")))


def _places(tokens: list[Token], text: str) -> list[tuple[int, int, int]]:
    """Give the places where a line may be broken: offset, depth of brackets, rank (the lower the better)."""
    places: list[tuple[int, int, int]] = []
    depth = 0
    for before, token in itertools.pairwise(tokens):
        if before.type in OPENERS:
            depth += 1
        if before.type in CLOSERS:
            depth -= 1
        if before.end == token.start:
            continue
        inner = depth - 1 if token.type in CLOSERS else depth
        rank = _rank(before, token)
        if rank is not None:
            places.append((token.start, max(inner, 0), rank))
    return places


def _rank(before: Token, token: Token) -> int | None:
    if token.type in _CLAUSES and before.type not in {
        "SAY",
        "ELSE",
        "IF",
        "EQUALS",
        "ATYPICAL",
        "SEMICOLON",
        "COMMA",
    }:
        return (
            0 if before.type in _VALUES or before.type in CLOSERS or token.type == "BAR" else None
        )
    if token.type in _JOINTS:
        return 0
    if before.type in _SEPARATORS:
        return 1
    if token.type in _OPERATORS:
        return 2
    if before.type in {"LBRACE", "ARROW"}:
        return 4
    if before.type in _VALUES and token.type == "NAME":  # from one knob to the next
        return 3
    return None
