"""Sets of literals as strings: those of certificates, and those in answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...dsl.diagnostics import SpecError
from ..ir import nodes as ir
from .literals import read_literal
from .spelling import spell

NONE = "none"
"""The symbol for the absence of an answer set."""

CODE = re.compile(r"```(?:\w+(?=\s))?|`(\{[^`]*\})`")
"""What sets an answer off as code: it quotes no name."""

# The length of a quotation is limited: each of many unclosed marks would be followed to the end of the text.
STRING = r'"(?:[^"\\]|\\.){0,300}+"'
QUOTED = r"`(?:[^`\\]|\\.){1,300}+`"
BEGIN = re.compile(rf"(?:(?P<sign>[-¬~−–])\s*)?(?P<name>{QUOTED}|\w[\w']*)\s*(?P<open>\(?)")
PIECE = re.compile(rf"{STRING}|{QUOTED}|.", re.DOTALL)
WORDS = re.compile(rf"{STRING}|[^\W\d][\w']*(?: +\w[\w']*)*")


def format_set(literals: Sequence[ir.Literal]) -> str:
    """Return a set as text, its literals in order and written as the sentences have them."""
    signed = [f"{'-' if literal.negative else ''}{spell(literal.atom)}" for literal in literals]
    return f"{{{', '.join(sorted(signed))}}}"


def refusal(certificate: Mapping[str, Any]) -> str:
    """Return why a set is not an answer set, according to its certificate; an empty string if it has no reason."""
    match certificate.get("reason"):
        case {"violated": id, "instance": instance}:
            return f"{id} is violated: {instance}"
        case {"unfounded": literals}:
            return f"nothing founds {', '.join(literals)}"
        case {"smaller": literals}:
            return f"{{{', '.join(literals)}}} is enough"
        case {"complementary": literal}:
            return f"{literal} and its opposite are both in the set"
        case {"better": literals}:
            return f"{{{', '.join(literals)}}} is better"
        case _:
            return ""


def parse_answer_set(text: str) -> frozenset[str] | None:
    """Return the literals that an answer names, each in a plain form; None if it names no set.

    They may come in any order and spacing, with commas, full stops and lines between them, in braces or
    without. If there are several sets in braces, the last one counts. An answer can be in a block of code,
    or a set in backquotes.
    """
    text = CODE.sub(r"\1", text)
    braced = _last_braces(text)
    found = frozenset(_literals(text if braced is None else braced))
    return None if braced is None and not found else found


def plain(literal: str) -> str:
    """Return the plain form of a literal that `show` wrote: without backquotes and needless blanks."""
    return next(_literals(literal))


def _last_braces(text: str) -> str | None:
    """Return the text in the last braces."""
    found: str | None = None
    start: int | None = None
    for piece in PIECE.finditer(text):
        if piece[0] == "{":
            start = piece.end()
        elif piece[0] == "}" and start is not None:
            found, start = text[start : piece.start()], None
    return found


def _literals(text: str) -> Iterator[str]:
    place = 0
    while (begin := BEGIN.search(text, place)) is not None:
        place = begin.end()
        name = _bare(begin["name"])
        sign = "-" if begin["sign"] else ""
        if not begin["open"]:
            yield f"{sign}{name}"
            continue
        depth, start = 1, place
        for piece in PIECE.finditer(text, place):
            depth += {"(": 1, ")": -1}.get(piece[0], 0)
            place = piece.end()
            if depth == 0:
                break
        arguments = text[start : place - (depth == 0)]
        yield f"{sign}{name}({_arguments(arguments)})"


def _arguments(text: str) -> str:
    """Return arguments with blanks only where they separate words, and names without backquotes."""
    found: list[str] = []
    for piece in PIECE.finditer(text):
        if piece[0].startswith('"') or not piece[0].isspace():
            found.append(_bare(piece[0]))
        elif found and found[-1] not in " (,":
            found.append(" ")
        if len(found) > 1 and found[-1] in ("(", ")", ",") and found[-2] == " ":
            del found[-2]
    return "".join(found).strip()


def _bare(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name[1:-1]) if name.startswith("`") else name


def read_plain_literal(literal: str) -> ir.Literal | None:
    """Return the literal of a plain form; None if it is none of the language."""

    def quoted(word: re.Match[str]) -> str:
        return word[0] if word[0].startswith('"') else f"`{word[0]}`"

    try:
        return read_literal(WORDS.sub(quoted, literal))
    except (SpecError, ValueError):
        return None
