"""Regular expressions for texts, in the notation that both `re` and automata for comparing expressions take."""

import re
from collections.abc import Iterable

from ..language import Language

_SPECIAL = re.compile(r"([.^$*+?{}\[\]|()\\])")


def literal(text: str) -> str:
    """Return an expression for just one text."""
    return _SPECIAL.sub(r"\\\1", text)


def one_of(texts: Iterable[str]) -> str:
    """Return a regular expression for one of several texts; it finds the longest that matches.

    Common beginnings are written once: a plain list of a few hundred strings takes seconds to compile into
    an automaton, and is tried string by string.
    """
    alike: dict[str, list[str]] = {}
    known = dict.fromkeys(texts)
    for text in filter(None, known):
        alike.setdefault(text[0], []).append(text)
    parts: list[str] = []
    for members in alike.values():
        first, last = min(members), max(members)
        pairs = enumerate(zip(first, last, strict=False))
        begin = first[: next((at for at, (a, b) in pairs if a != b), len(first))]
        rest = one_of(member[len(begin) :] for member in members) if len(members) > 1 else ""
        parts.append(literal(begin) + rest)
    return f"(?:{'|'.join(parts)}){'?' if '' in known else ''}"


def list_of(member: str, conjunction: str, language: Language) -> str:
    """Return an expression for the lists of what an expression matches, as a language joins them."""
    none, comma, two, last = (
        literal(text)
        for text in (
            language.text("none"),
            language.comma,
            language.between(conjunction),
            language.between(f"{conjunction} last"),
        )
    )
    return f"(?:{none}|{member}(?:{two}{member}|(?:{comma}{member})+{last}{member})?)"
